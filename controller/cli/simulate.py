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
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
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
    from hal.strips.power import PowerSection

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
    ruleset: RulesetOption = DEFAULT_RULESET,
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
    rules = find_rules(ruleset)
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
    if headless:
        if redis is not None or board_name is not None:
            message = "simulate: --redis and --board-name are for the bus; leave out --headless"
            raise UsageMistake(message)
        if lan:
            raise UsageMistake("simulate: --lan is for a page; leave out --headless")
        from controller.assembly.keeping import folder_of
        from controller.daemon.terms import Terms
        from controller.session.clock import parse_control
        from simulators.people.score import print_score
        from simulators.setting import Setting, play_headless

        # In virtual time nobody waits: without --time a level thinks as long as it likes.
        _, rival = find_rival(opponent, as_side, time, seed)
        setting = Setting(
            rules,
            durations,
            games,
            board or _simulated(chosen),
            hand,
            sensors,
            faults,
            seed,
            record,
            rival,
            Terms(find_names(attackers, defenders, rival), parse_control(chosen.clock.control)),
            # In virtual time nothing is written unless somebody asks for it here.
            None if data is None else folder_of(data),
        )
        score = play_headless(setting, lambda found: print_score(found, as_json=as_json))
        raise typer.Exit(0 if score.faultless else 1)
    if games is not None or as_json:
        raise UsageMistake("simulate: --games and --json need --headless")
    if hand is not None or sensors is not None or faults is not None:
        raise UsageMistake("simulate: --hand, --sensors and --faults need --headless")
    from controller.assembly.page import PageOptions

    choosing, rival = find_rival(opponent, as_side, time)
    page = PageOptions.of(
        chosen,
        record,
        durations,
        rival,
        choosing,
        names=find_names(attackers, defenders, rival),
    )
    page = replace(page, position=find_position(position, to_move))
    _play_in_browser(rules, page, chosen.power, board or _simulated(chosen), seed)


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
