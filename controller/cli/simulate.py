"""`hnefi simulate`: the whole board in software, for play and for tests."""

from dataclasses import replace
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
from controller.cli.options.exhibition import ExhibitionOption, ProgrammeOption, exhibited
from controller.cli.options.lesson import PositionOption, ToMoveOption, find_position
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
    from collections.abc import Mapping

    from controller.assembly.configuration import Configuration
    from controller.assembly.page import PageOptions
    from controller.daemon.terms import Terms
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
    durations = parse_timing(timing, chosen.durations())
    simulated = board or _simulated(chosen)
    if headless:
        if exhibition:
            raise UsageMistake("simulate: hnefi exhibition rehearse plays a day without a page")
        from simulators.setting import Setting

        _refuse_what_needs_a_page(redis, board_name, lan=lan)
        # In virtual time nobody waits: without --time a level thinks as long as it likes.
        _, rival = find_rival(opponent, as_side, time, seed)
        terms = _terms(chosen, find_names(attackers, defenders, rival))
        people = (games, simulated, hand, sensors, faults, seed, record, rival)
        setting = Setting(rules, durations, *people, terms, _folder(data))
        raise typer.Exit(_play_headless(setting, as_json=as_json))
    _refuse_what_needs_people(games or as_json, hand, sensors, faults)
    from controller.assembly.page import PageOptions

    choosing, rival = find_rival(opponent, as_side, time)
    names = find_names(attackers, defenders, rival)
    page = PageOptions.of(chosen, record, durations, rival, choosing, names=names)
    page = replace(
        page, position=find_position(position, to_move), chosen_rules=ruleset is not None
    )
    page = exhibited(page, programme, wanted=exhibition, ruleset=ruleset)
    _play_in_browser(rules, page, chosen.power, simulated, seed)


def _refuse_what_needs_a_page(redis: str | None, board_name: str | None, *, lan: object) -> None:
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


def _terms(chosen: "Configuration", names: "Mapping[Side, str]") -> "Terms":
    from controller.daemon.terms import Terms
    from controller.notation.control import parse_control

    return Terms(names, parse_control(chosen.clock.control))


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
