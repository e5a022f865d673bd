"""`hnefi simulate`: the whole board in software, for play and for tests."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import Chosen, ConfigOption, configured
from controller.cli.options.data import KeepOption
from controller.cli.options.engine import (
    AsOption,
    OpponentOption,
    TimeOption,
    find_rival,
)
from controller.cli.options.exhibition import ExhibitionOption, ProgrammeOption
from controller.cli.options.game import ChosenGame
from controller.cli.options.lesson import PositionOption, ToMoveOption
from controller.cli.options.page import (
    BoardNameOption,
    BrowserOption,
    LanOption,
    LanRoleOption,
    PortOption,
    RecordOption,
    RedisOption,
    TlsCertOption,
    TlsKeyOption,
)
from controller.cli.options.ruleset import DEFAULT_RULESET, PlayedRulesetOption, find_rules
from controller.cli.options.terms import (
    AttackersOption,
    ClockOption,
    DefendersOption,
    check_clock,
    find_names,
)
from controller.cli.options.timing import TimingOption, parse_timing
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from controller.assembly.page import PageOptions
    from controller.rules.compiled import Rules
    from controller.store.folder import Folder
    from hal.strips.power import PowerSection
    from simulators.setting import Setting

    # What --games, --board, --hand, --sensors, --faults and --seed say.
    People = tuple[str | None, str, str | None, str | None, str | None, int]

VIRTUAL = "virtual"

BoardOption = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="BOARD",
        help="virtual; avr-reed or avr-hall: the real firmware on a simulated microcontroller; "
        "gpio-matrix: mock pins of a Raspberry Pi.",
    ),
]
HandOption = Annotated[
    str | None,
    typer.Option(
        "--hand",
        metavar="NAME[,HABIT=CHANCE...]",
        help="With --headless: who plays: steady (the default), careful, quick, slider, child, "
        "crowd, friends or exhibition; and what they do more often, such as lays_aside=0.5.",
    ),
]
SensorsOption = Annotated[
    str | None,
    typer.Option(
        "--sensors", metavar="KIND", help="With --headless: ideal (the default), reed or hall."
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


def simulate(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    ruleset: PlayedRulesetOption = None,
    port: PortOption = None,
    redis: RedisOption = None,
    board_name: BoardNameOption = None,
    browser: BrowserOption = None,
    lan: LanOption = None,
    lan_role: LanRoleOption = None,
    tls_cert: TlsCertOption = None,
    tls_key: TlsKeyOption = None,
    opponent: OpponentOption = None,
    as_side: AsOption = None,
    position: PositionOption = None,
    to_move: ToMoveOption = Side.ATTACKERS,
    exhibition: ExhibitionOption = False,
    programme: ProgrammeOption = None,
    time: TimeOption = None,
    board: BoardOption = None,
    headless: Annotated[
        bool,
        typer.Option("--headless", help="No page: simulated people play in virtual time."),
    ] = False,
    games: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|N", help="With --headless: a file of games, or how many random games."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="With --headless: seed of all randomness.")
    ] = 1,
    hand: HandOption = None,
    sensors: SensorsOption = None,
    faults: FaultsOption = None,
    clock: ClockOption = None,
    attackers: AttackersOption = None,
    defenders: DefendersOption = None,
    timing: TimingOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --headless: print one JSON object.")
    ] = False,
    record: RecordOption = None,
    data: KeepOption = None,
) -> None:
    """Play on a virtual board in the browser, or test without one."""
    rules = find_rules(ruleset or DEFAULT_RULESET)
    options = Chosen(
        port=port,
        browser=browser,
        redis=redis,
        board_name=board_name,
        data=data,
        lan=lan,
        lan_role=lan_role,
        tls_cert=tls_cert,
        tls_key=tls_key,
        clock=check_clock(clock),
    )
    chosen = configured(config, options)
    game = ChosenGame(
        ruleset=ruleset,
        opponent=opponent,
        as_side=as_side,
        time=time,
        attackers=attackers,
        defenders=defenders,
        position=position,
        to_move=to_move,
        timing=timing,
        record=record,
        exhibition=exhibition,
        programme=programme,
    )
    simulated = board or _simulated(chosen)
    if headless:
        _refuse_what_needs_a_page(redis, board_name, lan=lan, exhibition=exhibition)
        people = (games, simulated, hand, sensors, faults, seed)
        setting = _setting(rules, chosen, game, people, data)
        raise typer.Exit(_play_headless(setting, as_json=as_json))
    _refuse_what_needs_people(games or as_json, hand, sensors, faults)
    _play_in_browser(rules, game.page(chosen), chosen.power, simulated, seed)


def _refuse_what_needs_a_page(
    redis: str | None, board_name: str | None, *, lan: object, exhibition: bool
) -> None:
    if exhibition:
        raise UsageMistake("simulate: hnefi exhibition rehearse plays a day without a page")
    if redis is not None or board_name is not None:
        raise UsageMistake(
            "simulate: --redis and --board-name are for the bus; leave out --headless"
        )
    if lan:
        raise UsageMistake("simulate: --lan is for a page; leave out --headless")


def _refuse_what_needs_people(counted: object, *people: str | None) -> None:
    if counted:
        raise UsageMistake("simulate: --games and --json need --headless")
    if any(each is not None for each in people):
        raise UsageMistake("simulate: --hand, --sensors and --faults need --headless")


def _setting(
    rules: "Rules", chosen: "Configuration", game: ChosenGame, people: "People", data: str | None
) -> "Setting":
    from controller.daemon.terms import Terms
    from controller.notation.control import parse_control
    from simulators.setting import Setting

    durations = parse_timing(game.timing, chosen.durations())
    # In virtual time nobody waits: without --time a level thinks as long as it likes.
    *_, seed = people
    _, rival = find_rival(game.opponent, game.as_side, game.time, seed)
    names = find_names(game.attackers, game.defenders, rival)
    terms = Terms(names, parse_control(chosen.clock.control))
    return Setting(rules, durations, *people, game.record, rival, terms, _folder(data))


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
    from simulators.drivers import BOARD_NAMES

    return chosen.board.driver if chosen.board.driver in BOARD_NAMES else VIRTUAL


def _play_in_browser(
    rules: "Rules", options: "PageOptions", power: "PowerSection", board: str, seed: int
) -> None:
    from controller.assembly.page import BoardKind, play_with_page
    from hal.errors import HalError
    from simulators.avr.errors import AvrError
    from simulators.drivers import simulated_config
    from simulators.play import play
    from simulators.setting import check_board

    check_board(board)
    config = simulated_config(board, power)
    try:
        kind = BoardKind(board, hands=True)
        play_with_page(lambda serving: play(serving, config, seed), rules, options, kind)
    except (AvrError, HalError) as error:
        raise UsageMistake(f"--board {board}: {error}") from error
