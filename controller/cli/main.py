"""The command `hnefi`. A user's mistake gets one line, and the exit status 2."""

import errno
import signal
import sys
from functools import cache
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from controller.assembly.errors import UsageMistake
from controller.assembly.interrupts import (
    INTERRUPTED,
    ask_again_where_lost,
    asking_for_an_end,
)
from controller.cli import config as config_commands
from controller.cli import service as service_commands
from controller.cli import strip as strip_commands
from controller.cli.calibrate import calibrate as calibrate_sensors
from controller.cli.complaining import complain
from controller.cli.completing import answer_shells
from controller.cli.devices import code, link, list_devices, revoke
from controller.cli.doctor import doctor
from controller.cli.engine import engine
from controller.cli.exhibition import check_programme, rehearse, show_counts, write_card
from controller.cli.firmware_calibrate import calibrate
from controller.cli.firmware_check import check
from controller.cli.firmware_flash import flash
from controller.cli.firmware_info import info
from controller.cli.firmware_name import name
from controller.cli.games_export import export_games, import_games
from controller.cli.games_keep import backup, delete, repair, restore
from controller.cli.games_list import list_games, show
from controller.cli.helping import PlainGroup, make_plain
from controller.cli.lessons import check_lesson, list_lessons, play_lesson
from controller.cli.levels import levels
from controller.cli.map import learn
from controller.cli.match import match
from controller.cli.options.grouped import flat
from controller.cli.perft import perft
from controller.cli.play import play
from controller.cli.printing import print_exactly, print_lines
from controller.cli.puzzles import make_puzzles, play_puzzle
from controller.cli.replay import replay as replay_games
from controller.cli.review import review
from controller.cli.rules import rules
from controller.cli.selftest import selftest
from controller.cli.sensors import sensors
from controller.cli.simulate import simulate
from controller.cli.status import status
from controller.cli.streams import forget_narrow_terminal, open_standard_streams, write_nowhere
from controller.cli.trace_record import record
from controller.cli.trace_replay import replay as replay_trace
from controller.cli.trace_save import save
from controller.cli.tune import tune

# In this order `--help` lists them: play and learn; look after a board in use; build one; for who
# works on rules and engine.
_ORDER = (
    *("play", "simulate", "lessons", "puzzles", "rules", "levels", "games"),
    *("status", "devices", "exhibition", "trace", "service"),
    *("config", "doctor", "map", "calibrate", "selftest", "sensors", "strip", "firmware"),
    *("replay", "review", "perft", "engine", "match", "tune"),
)


class _InOrder(PlainGroup):
    """Lists its commands by what people do with them, whether they hold others or not."""

    def list_commands(self, ctx: Any) -> list[str]:  # typer keeps its type to itself
        """Return the names of all commands."""
        return sorted(super().list_commands(ctx), key=_ORDER.index)


def _show_help(context: typer.Context) -> None:
    """Say what there is where no command is given."""
    if context.invoked_subcommand is None:
        print_exactly(f"{context.get_help()}\n")
        raise typer.Exit(2)


def _group(name: str, what: str) -> typer.Typer:
    """Return a command that holds others, added to the command line."""
    group = typer.Typer(
        name=name,
        cls=PlainGroup,
        help=what,
        callback=_show_help,
        invoke_without_command=True,
        rich_markup_mode=None,
    )
    app.add_typer(group)
    return group


app = typer.Typer(
    name="hnefi",
    cls=_InOrder,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Help in frames and colours would take as long again to load as everything else.
    rich_markup_mode=None,
)
app.command()(flat(play))
app.command()(flat(simulate))
app.command()(status)
app.command()(doctor)
app.command("map")(learn)
app.command("calibrate")(calibrate_sensors)
app.command()(selftest)
app.command()(sensors)
app.command()(rules)
app.command("replay")(replay_games)
app.command()(review)
app.command()(perft)
app.command()(levels)
app.command()(engine)
app.command()(match)
app.command()(tune)

config = _group("config", "Make, show and check the configuration of a board.")
config.command()(config_commands.init)
config.command()(config_commands.show)
config.command()(config_commands.check)

devices = _group("devices", "Let devices of the network in, list them, send them away.")
devices.command("list")(list_devices)
devices.command()(code)
devices.command()(link)
devices.command()(revoke)

strip = _group("strip", "Test the pixels of a board, or let them go dark.")
strip.command("off")(strip_commands.go_dark)
strip.command("test")(strip_commands.light_all)

service = _group("service", "Start the board with the computer, as a service.")
service.command()(service_commands.install)
service.command()(service_commands.remove)
service.command("status")(service_commands.status)

trace = _group("trace", "Record what sensors feel, save the last minutes, or replay.")
trace.command()(record)
trace.command()(save)
trace.command("replay")(replay_trace)

firmware = _group("firmware", "Look after the microcontroller of a serial board.")
firmware.command()(info)
firmware.command()(check)
firmware.command()(calibrate)
firmware.command()(flash)
firmware.command()(name)

lessons = _group("lessons", "List, check and play lessons, which teach the rules.")
lessons.command("list")(list_lessons)
lessons.command("check")(check_lesson)
lessons.command("play")(play_lesson)

puzzles = _group("puzzles", "Play the puzzle of the day, or make puzzles.")
puzzles.command("play")(play_puzzle)
puzzles.command("make")(make_puzzles)

exhibition = _group("exhibition", "Prepare and rehearse an exhibition, and read its counts.")
exhibition.command("check")(check_programme)
exhibition.command("rehearse")(rehearse)
exhibition.command("counts")(show_counts)
exhibition.command("card")(write_card)

games = _group("games", "List, show, export, import and look after games.")
games.command("list")(list_games)
games.command()(show)
games.command("export")(export_games)
games.command("import")(import_games)
games.command()(delete)
games.command()(backup)
games.command()(restore)
games.command()(repair)

make_plain(app)


def _print_version(context: typer.Context, wanted: bool) -> None:  # noqa: FBT001 - typer calls it so
    # A shell that completes the line only reads it.
    if wanted and not context.resilient_parsing:
        from importlib.metadata import version

        print_lines(f"hnefi {version('hnefi')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _hnefi(
    context: typer.Context,
    *,
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Control a smart board for Hnefatafl, or simulate one."""
    _show_help(context)


def main() -> None:
    """Run the command line; the exit status is 2 for a user's mistake."""
    open_standard_streams()
    forget_narrow_terminal()
    # An end that is asked for goes through all `finally`: lights go out, files are closed.
    for number in asking_for_an_end():
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    ask_again_where_lost()
    try:
        answer_shells()
        status = _command()(prog_name="hnefi", standalone_mode=False)
        sys.stdout.flush()
    except (TyperException, UsageMistake) as mistake:
        complain(_said_of(mistake))
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            write_nowhere()
        complain(_said_of_system(error))
        sys.exit(2)
    sys.exit(status if isinstance(status, int) else 0)


@cache
def _command() -> Any:  # typer keeps its types to itself
    """Return what typer makes of all commands; a process needs it once, and it is slow."""
    return get_command(app)


def _said_of(mistake: TyperException | UsageMistake) -> str:
    if isinstance(mistake, UsageMistake):
        return str(mistake)
    from controller.cli.mistaken import mistake_of

    return mistake_of(mistake)


def _said_of_system(error: OSError) -> str:
    """Return what the system refuses, where no command has its own words for that."""
    why = error.strerror or str(error) or type(error).__name__
    if error.errno == errno.ENOSPC and error.filename is None:
        return f"output: expected room to write, found none ({why})"
    where = "input or output" if error.filename is None else str(error.filename)[:200]
    return f"{where}: expected to read or write there ({why})"
