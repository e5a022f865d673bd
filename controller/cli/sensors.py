"""`hnefi sensors`: shows live what every sensor reads, raw and debounced."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.board import (
    BaudOption,
    BoardOption,
    ChosenBoard,
    ConfigOption,
    SerialOption,
    configured,
)
from controller.cli.options.diagnosis import SIMULATED_KINDS, FaultsOption
from controller.cli.options.together import refuse_without
from controller.cli.printing import print_json, print_lines

if TYPE_CHECKING:
    from rich.console import Group

    from controller.assembly.configuration import Configuration
    from controller.assembly.sensor_view import SensorView
    from controller.cli.guiding import Pretended
    from hal.board import Board
    from hal.notice import Notice

_SCAN_S, _SHOW_S = 0.01, 0.1
_HOST, _PORT = "127.0.0.1", 8422


def sensors(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    board: BoardOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    simulated: Annotated[
        str | None,
        typer.Option(
            "--simulated",
            metavar="KIND",
            autocompletion=offering.simulated_kinds,
            help=f"Read a simulated board with its pieces set up: {SIMULATED_KINDS}.",
        ),
    ] = None,
    faults: FaultsOption = None,
    page: Annotated[bool, typer.Option("--page", help="Show them on a page, too.")] = False,
    port: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --page: its port; default: 8422.", min=0, max=65535),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="End after this time.", min=0.1, max=86_400)
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object with one reading, and end.")
    ] = False,
) -> None:
    """Show live what every sensor reads; stop with Ctrl-C.

    With --json or --seconds the exit status is 1 if the board cannot be read in the end.
    """
    from controller.assembly.interrupts import interruptible
    from controller.assembly.sensor_view import SensorView
    from controller.cli.guiding import Pretended
    from hal.errors import HalError

    pretended = Pretended(simulated, faults)
    pretended.check()
    if not page:
        refuse_without("--page", {"--port": port})
    chosen = configured(config, ChosenBoard(board=board, strip="none", serial=serial, baud=baud))
    view = SensorView()
    try:
        with interruptible(), _opened(chosen, pretended) as opened:
            if as_json:
                _read_once(opened, view, seconds)
            elif page:
                _with_page(opened, view, _PORT if port is None else port, seconds)
            else:
                _on_terminal(opened, view, seconds)
    except HalError as error:
        raise UsageMistake(str(error)) from error
    except KeyboardInterrupt:
        print_lines("")
        if not as_json:
            return
    if as_json:
        print_json(view.reading())
    raise typer.Exit(1 if view.is_lost else 0)


@contextmanager
def _opened(chosen: "Configuration", pretended: "Pretended") -> Iterator["Board"]:
    """Open a real board, or a simulated one with all pieces at their start."""
    from controller.cli.options.ruleset import DEFAULT_RULESET, find_rules
    from hal.boards import open_board
    from simulators.avr.errors import AvrError
    from simulators.clock import RunningClock
    from simulators.table.start import start_pieces
    from simulators.workbench import KINDS, Workbench

    if pretended.kind is None:
        with open_board(chosen) as board:
            yield board
        return
    kind = next(kind for kind in KINDS if kind == pretended.kind)
    bench = Workbench(kind, pretended.soldering(chosen), clock=RunningClock())
    bench.table.arrange(start_pieces(find_rules(DEFAULT_RULESET)))
    try:
        with bench.opened(chosen) as (board, _):
            yield board
    except AvrError as error:
        raise UsageMistake(f"--simulated: {error}") from error


def _read_once(board: "Board", view: "SensorView", seconds: float | None) -> None:
    """Scan until the board can be read; without a time of somebody's, as long as that may help."""
    from controller.cli.waiting import patience_s

    began = time.monotonic()
    while True:
        why = _look(board, view)
        waited = time.monotonic() - began
        if why is None or waited > (seconds or patience_s(why)):
            return
        time.sleep(_SCAN_S)


def _follow(
    board: "Board", view: "SensorView", seconds: float | None, show: Callable[[], None]
) -> None:
    """Scan a hundred times a second, and show what is read, until time is up."""
    began = time.monotonic()
    while seconds is None or time.monotonic() - began < seconds:
        _look(board, view)
        show()
        time.sleep(_SCAN_S)


def _look(board: "Board", view: "SensorView") -> "Notice | str | None":
    """Let the view see a scan; return why there is none, if so."""
    from controller.assembly.checks import in_words
    from hal.board import Measuring
    from hal.errors import BoardLostError

    try:
        scan = board.scan()
    except BoardLostError as error:
        view.lose(in_words(error.reason))
        return error.reason
    view.look(scan, board.heights_mv() if isinstance(board, Measuring) else None)
    return None


def _on_terminal(board: "Board", view: "SensorView", seconds: float | None) -> None:
    from rich.live import Live

    shown_at = 0.0
    with Live(auto_refresh=False) as live:

        def show() -> None:
            nonlocal shown_at
            if time.monotonic() - shown_at >= _SHOW_S:
                shown_at = time.monotonic()
                live.update(drawn(view.reading()), refresh=True)

        _follow(board, view, seconds, show)


def drawn(reading: dict[str, Any]) -> "Group":
    """Return the board as a table, rank 11 at the top, under what there is to say of it."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    # Above the table, because a title would be no wider than that.
    said = Text(reading["lost"] or f"{reading['rate']} readings a second")
    # Columns of one width, so that nothing jumps; with millivolts all fit into 80 characters.
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    width = 2 if reading["sensors"][0]["mv"] is None else len("#-1270")
    table.add_column("", justify="right", width=2)
    for file in "abcdefghijk":
        table.add_column(file, justify="right", width=width)
    for rank in reversed(range(11)):
        cells = reading["sensors"][11 * rank : 11 * rank + 11]
        table.add_row(str(rank + 1), *map(_cell, cells))
    table.caption = "# felt   o closed, not yet believed   ! restless"
    return Group(said, table)


def _cell(sensor: dict[str, Any]) -> str:
    sign = "!" if sensor["restless"] else "#" if sensor["felt"] else "o" if sensor["raw"] else "."
    return sign if sensor["mv"] is None else f"{sign}{sensor['mv']}"


def _with_page(board: "Board", view: "SensorView", port: int, seconds: float | None) -> None:
    """Serve the page meanwhile, from a thread that ends with this process.

    Raises:
        UsageMistake: the port cannot be used.
    """
    import socket
    import threading

    import uvicorn

    from controller.web.sensors.app import sensor_app

    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HOST, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise UsageMistake(
            f"--port: expected a free port on {_HOST}, but {port} cannot be used "
            f"({error.strerror}); choose another with --port"
        ) from error
    server = uvicorn.Server(
        uvicorn.Config(sensor_app(view.reading), lifespan="off", log_config=None)
    )
    serving = threading.Thread(target=server.run, args=([listening],), daemon=True)
    serving.start()
    print_lines(f"The sensors are at http://{_HOST}:{listening.getsockname()[1]}")
    sys.stdout.flush()
    try:
        _follow(board, view, seconds, lambda: None)
    finally:
        server.should_exit = True
        serving.join(2)
        listening.close()
