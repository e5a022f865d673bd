"""What options say of a game with a page, once they are put together."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.cli.options.engine import AsOption, OpponentOption, find_rival
from controller.cli.options.exhibition import ExhibitionOption, ProgrammeOption, exhibited
from controller.cli.options.grouped import chosen_only
from controller.cli.options.lesson import PositionOption, ToMoveOption, find_lesson, find_position
from controller.cli.options.page import RecordOption
from controller.cli.options.ruleset import DEFAULT_RULESET, PlayedRulesetOption, find_rules
from controller.cli.options.terms import (
    AttackersOption,
    ClockOption,
    DefendersOption,
    check_clock,
    find_names,
)
from controller.cli.options.timing import TimingOption, parse_timing
from controller.cli.options.together import refuse_with

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from controller.assembly.page import PageOptions
    from controller.rules.compiled import Rules


ThinkingOption = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar="SECONDS",
        help="The most time for a move of the computer, also where the page chooses the opponent.",
    ),
]


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """What options say of a game: who plays, from where, by which durations, and what is kept."""

    ruleset: PlayedRulesetOption = None
    opponent: OpponentOption = None
    as_side: AsOption = None
    time: ThinkingOption = None
    attackers: AttackersOption = None
    defenders: DefendersOption = None
    clock: ClockOption = None
    position: PositionOption = None
    to_move: ToMoveOption = None
    exhibition: ExhibitionOption = False
    programme: ProgrammeOption = None
    timing: TimingOption = None
    record: RecordOption = None

    def settings(self) -> dict[str, Any]:
        """Return the settings that were chosen, as a file of configuration has them.

        Raises:
            UsageMistake: there are no such clocks.
        """
        return {"clock": chosen_only({"control": check_clock(self.clock)})}

    def rules(self) -> "Rules":
        """Return the rules that are played by.

        Raises:
            UsageMistake: there are none of that name.
        """
        return find_rules(DEFAULT_RULESET if self.ruleset is None else self.ruleset)

    def page(self, chosen: "Configuration", lesson: str | None = None) -> "PageOptions":
        """Return the options of a page, with the rest from a configuration.

        Raises:
            UsageMistake: something cannot be used, or does not go with something else.
        """
        from controller.assembly.page import PageOptions

        if lesson is not None:
            refuse_with("--lesson", {"--position": self.position}, "which sets up its own pieces")
        durations = parse_timing(self.timing, chosen.durations())
        choosing, rival = find_rival(self.opponent, self.as_side, self.time)
        names = find_names(self.attackers, self.defenders, rival)
        page = replace(
            PageOptions.of(chosen, self.record, durations, rival, choosing, names),
            lesson=None if lesson is None else find_lesson(lesson),
            position=find_position(self.position, self.to_move),
            chosen_rules=self.ruleset is not None,
        )
        return exhibited(page, self.programme, wanted=self.exhibition, ruleset=self.ruleset)
