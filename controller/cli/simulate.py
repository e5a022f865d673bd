"""`hnefi simulate`: the whole board in software, for play and for tests."""

from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.data import KeepOption
from controller.cli.options.engine import (
    AsOption,
    OpponentOption,
    TimeOption,
    find_rival,
)
from controller.cli.options.page import (
    DEFAULT_PORT,
    BoardNameOption,
    BrowserOption,
    PortOption,
    RecordOption,
    RedisOption,
)
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.options.timing import TimingOption, parse_timing

if TYPE_CHECKING:
    from controller.assembly.page import PageOptions
    from controller.rules.compiled import Rules

VIRTUAL = "virtual"

BoardOption = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="BOARD",
        help="virtual, or the real firmware on a simulated microcontroller: avr-reed or avr-hall.",
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
    ruleset: RulesetOption = DEFAULT_RULESET,
    port: PortOption = DEFAULT_PORT,
    redis: RedisOption = None,
    board_name: BoardNameOption = None,
    browser: BrowserOption = True,
    opponent: OpponentOption = None,
    as_side: AsOption = None,
    time: TimeOption = None,
    board: BoardOption = VIRTUAL,
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
    timing: TimingOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --headless: print one JSON object.")
    ] = False,
    record: RecordOption = None,
    data: KeepOption = None,
) -> None:
    """Play on a virtual board in the browser, or test without one."""
    rules, durations = find_rules(ruleset), parse_timing(timing)
    if headless:
        if redis is not None or board_name is not None:
            message = "simulate: --redis and --board-name are for the bus; leave out --headless"
            raise UsageMistake(message)
        if data is not None:
            raise UsageMistake("simulate: --data is for games with a page; leave out --headless")
        from simulators.people.score import print_score
        from simulators.setting import Setting, play_headless

        # In virtual time nobody waits: without --time a level thinks as long as it likes.
        _, rival = find_rival(opponent, as_side, time, seed)
        setting = Setting(
            rules, durations, games, board, hand, sensors, faults, seed, record, rival
        )
        score = play_headless(setting, lambda found: print_score(found, as_json=as_json))
        raise typer.Exit(0 if score.faultless else 1)
    if games is not None or as_json:
        raise UsageMistake("simulate: --games and --json need --headless")
    if hand is not None or sensors is not None or faults is not None:
        raise UsageMistake("simulate: --hand, --sensors and --faults need --headless")
    from controller.assembly.page import PageOptions

    choosing, rival = find_rival(opponent, as_side, time)
    options = PageOptions(
        port, redis, board_name, browser, record, durations, rival, choosing, data
    )
    _play_in_browser(rules, options, board, seed)


def _play_in_browser(rules: "Rules", options: "PageOptions", board: str, seed: int) -> None:
    from controller.assembly.page import BoardKind, play_with_page
    from simulators.avr.errors import AvrError
    from simulators.play import play
    from simulators.setting import check_board

    check_board(board)
    try:
        kind = BoardKind(board, hands=True)
        play_with_page(lambda serving: play(serving, board, seed), rules, options, kind)
    except AvrError as error:
        raise UsageMistake(f"--board {board}: {error}") from error
