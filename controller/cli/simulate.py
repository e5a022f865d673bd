"""`hnefi simulate`: the whole board in software, for play and for tests."""

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.board import ConfigOption, configured
from controller.cli.options.engine import find_rival
from controller.cli.options.game import ChosenGame
from controller.cli.options.page import ChosenPage
from controller.cli.options.terms import find_names
from controller.cli.options.timing import parse_timing
from controller.cli.options.together import NO_PAGE, refuse_with, refuse_without

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from controller.assembly.page import PageOptions
    from controller.rules.compiled import Rules
    from controller.store.folder import Folder
    from hal.strips.power import PowerSection
    from simulators.setting import Setting

VIRTUAL = "virtual"

BoardOption = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="BOARD",
        autocompletion=offering.simulated_boards,
        help="virtual; avr-reed or avr-hall: the real firmware on a simulated microcontroller; "
        "gpio-matrix: mock pins of a Raspberry Pi.",
    ),
]
HandOption = Annotated[
    str | None,
    typer.Option(
        "--hand",
        metavar="NAME[,HABIT=CHANCE...]",
        autocompletion=offering.hands,
        help="With --headless: who plays: steady (the default), careful, quick, slider, child, "
        "crowd, friends or exhibition; and what they do more often, such as lays_aside=0.5.",
    ),
]
SensorsOption = Annotated[
    str | None,
    typer.Option(
        "--sensors",
        metavar="KIND",
        autocompletion=offering.names("ideal", "reed", "hall"),
        help="With --headless: ideal (the default), reed or hall.",
    ),
]
FaultsOption = Annotated[
    str | None,
    typer.Option(
        "--faults",
        metavar="SPEC",
        help="With --sensors reed or hall: their faults, such as dead=e5,lost=0.02.",
    ),
]


GamesOption = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="FILE|N",
        help="With --headless: a file of games, or how many random games.",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        help="With --headless: seed of all randomness; with --board avr-reed or avr-hall: of the "
        "sensors. Default: 1.",
    ),
]
_USUAL_SEED = 1


@dataclass(frozen=True, slots=True)
class ChosenPeople:
    """What options say of simulated people and their board; None leaves it as usual."""

    board: BoardOption = None
    games: GamesOption = None
    seed: SeedOption = None
    hand: HandOption = None
    sensors: SensorsOption = None
    faults: FaultsOption = None


def simulate(
    *,
    config: ConfigOption = None,
    game: ChosenGame,
    headless: Annotated[
        bool,
        typer.Option("--headless", help="No page: simulated people play in virtual time."),
    ] = False,
    people: ChosenPeople,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --headless: print one JSON object.")
    ] = False,
    page: ChosenPage,
) -> None:
    """Play on a virtual board in the browser, or test without one."""
    rules = game.rules()
    chosen = configured(config, page, game)
    simulated = people.board or _simulated(chosen)
    if headless:
        _refuse_what_needs_a_page(page, game)
        seed = _USUAL_SEED if people.seed is None else people.seed
        people = replace(people, board=simulated, seed=seed)
        setting = _setting(rules, chosen, game, people, page.data)
        raise typer.Exit(_play_headless(setting, as_json=as_json))
    _refuse_what_needs_people(people, simulated, as_json=as_json)
    page.check(chosen)
    options = game.page(chosen)
    seed = _USUAL_SEED if people.seed is None else people.seed
    _play_in_browser(rules, options, chosen.power, simulated, seed)


def _refuse_what_needs_a_page(page: ChosenPage, game: ChosenGame) -> None:
    if game.exhibition:
        raise UsageMistake("simulate: hnefi exhibition rehearse plays a day without a page")
    given = page.given() | {"--position": game.position, "--to-move": game.to_move}
    refuse_with("--headless", given, NO_PAGE)
    if game.opponent is None:
        refuse_without("--opponent", {"--time": game.time})


def _refuse_what_needs_people(people: ChosenPeople, board: str, *, as_json: bool) -> None:
    given = {
        "--games": people.games,
        "--json": as_json,
        "--hand": people.hand,
        "--sensors": people.sensors,
        "--faults": people.faults,
    }
    refuse_without("--headless", given)
    if not board.startswith("avr-"):
        refuse_without("--headless", {"--seed": people.seed})


def _setting(
    rules: "Rules",
    chosen: "Configuration",
    game: ChosenGame,
    people: ChosenPeople,
    data: str | None,
) -> "Setting":
    from controller.daemon.terms import Terms
    from controller.notation.control import parse_control
    from simulators.setting import Setting

    # In virtual time nobody waits: without --time a level thinks as long as it likes.
    _, rival = find_rival(game.opponent, game.as_side, game.time, people.seed)
    names = find_names(game.attackers, game.defenders, rival)
    return Setting(
        rules,
        parse_timing(game.timing, chosen.durations()),
        record=game.record,
        rival=rival,
        terms=Terms(names, parse_control(chosen.clock.control)),
        folder=_folder(data),
        **asdict(people),
    )


def _folder(data: str | None) -> "Folder | None":
    """Return where games are kept: in virtual time nowhere, unless somebody asks for it here."""
    from controller.assembly.keeping import folder_of

    return None if data is None else folder_of(data)


def _play_headless(setting: "Setting", *, as_json: bool) -> int:
    """Let simulated people play, print how well they were understood, and return the status."""
    from simulators.people.score import print_score
    from simulators.setting import play_headless

    score = play_headless(setting, lambda found: print_score(found, as_json=as_json))
    return 0 if score.faultless else 1


def _simulated(chosen: "Configuration") -> str:
    """Return the simulated board of a configuration; the usual one where that is for a real one."""
    from simulators.drivers import in_software_only

    return chosen.board.driver if in_software_only(chosen.board.driver) else VIRTUAL


def _play_in_browser(
    rules: "Rules", options: "PageOptions", power: "PowerSection", board: str, seed: int
) -> None:
    from controller.assembly.page import BoardKind, play_with_page
    from hal.errors import HalError
    from simulators.avr.errors import AvrError
    from simulators.drivers import check_board, simulated_config
    from simulators.play import play

    check_board(board)
    config = simulated_config(board, power)
    try:
        kind = BoardKind(board, hands=True)
        play_with_page(lambda serving: play(serving, config, seed), rules, options, kind)
    except (AvrError, HalError) as error:
        raise UsageMistake(f"--board {board}: {error}") from error
