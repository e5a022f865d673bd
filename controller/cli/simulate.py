"""`hnefi simulate`: the whole board in software, to play on or to test with."""

import asyncio
import socket
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from controller.bus.errors import BusDownError, BusUrlError
from controller.bus.redis_bus import RedisBus
from controller.cli.errors import UsageMistake
from controller.cli.rulesets import DEFAULT_RULESET, RulesetOption, find_ruleset
from controller.rules.compiled import Rules, compiled

DEFAULT_PORT = 8421
_HOST = "127.0.0.1"


def simulate(  # noqa: PLR0913 - an option each
    *,
    ruleset: RulesetOption = DEFAULT_RULESET,
    port: Annotated[int, typer.Option(help="Port of the page.", min=0, max=65535)] = DEFAULT_PORT,
    redis: Annotated[
        str | None,
        typer.Option(help="URL of a Redis server for the bus; without it one is embedded."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    headless: Annotated[
        bool, typer.Option("--headless", help="No page: a simulated hand plays, in virtual time.")
    ] = False,
    games: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|N",
            help="With --headless: a file of recorded games, or so many random ones.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="With --headless: seed of all randomness.")] = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --headless: report one JSON object.")
    ] = False,
) -> None:
    """Play on a virtual board in the browser, or test the whole path without one."""
    rules = compiled(find_ruleset(ruleset))
    if headless:
        if redis is not None:
            raise UsageMistake("simulate: --redis is for the page's bus; leave out --headless")
        raise typer.Exit(_play_headless(rules, games, seed, as_json=as_json))
    if games is not None or as_json:
        raise UsageMistake("simulate: --games and --json need --headless")
    _play_in_browser(rules, port, redis, browser=browser)


def _play_headless(rules: Rules, games: str | None, seed: int, *, as_json: bool) -> int:
    from simulators.headless import simulate_games
    from simulators.recorded import PlannedGame, RecordError, random_games, read_games
    from simulators.report import print_report

    if games is None:
        raise UsageMistake("simulate --headless: expected --games FILE or --games N")
    wanted: Iterable[PlannedGame]
    try:
        if games.isascii() and games.isdigit():
            # More digits than these are no number of games, and int() may refuse them.
            total = int(games.lstrip("0")[:12] or "0")
            wanted = random_games(rules, total, seed)
        else:
            wanted = read_games(rules, Path(games))
            total = len(wanted)
    except RecordError as error:
        raise UsageMistake(str(error)) from error
    progress = track(
        wanted,
        total=total,
        description="playing",
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    report = simulate_games(rules, progress, seed)
    print_report(report, as_json=as_json)
    return 0 if report.faultless else 1


def _play_in_browser(rules: Rules, port: int, redis: str | None, *, browser: bool) -> None:
    from simulators.play import open_browser, play

    listening = _listen(port)
    url = f"http://{_HOST}:{listening.getsockname()[1]}"

    def announce() -> None:
        sys.stdout.write(f"The board is at {url}\nStop it with Ctrl-C.\n")
        sys.stdout.flush()
        if browser:
            # Some browsers are slow to start, and the board must not wait.
            threading.Thread(target=open_browser, args=(url,), daemon=True).start()

    async def run() -> None:
        bus = RedisBus(redis)
        await bus.ping()
        await play(rules, bus, listening, announce)

    try:
        asyncio.run(run())
    except BusUrlError as error:
        raise UsageMistake(f"--redis: {error}") from error
    except BusDownError as error:
        raise UsageMistake(
            f"--redis: no server answers at {redis}; start one (redis-server) or leave --redis out"
        ) from error
    except KeyboardInterrupt:
        sys.stdout.write("\n")


def _listen(port: int) -> socket.socket:
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
    return listening
