"""What options say of a game with a page, once they are put together."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.cli.options.engine import find_rival
from controller.cli.options.exhibition import exhibited
from controller.cli.options.lesson import find_lesson, find_position
from controller.cli.options.terms import find_names
from controller.cli.options.timing import parse_timing
from controller.rules.pieces import Side

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from controller.assembly.page import PageOptions


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """What options say of a game: who plays, from where, by which durations, and what is kept."""

    ruleset: str | None
    opponent: str | None
    as_side: Side | None
    time: float | None
    attackers: str | None
    defenders: str | None
    position: str | None
    to_move: Side
    timing: str | None
    record: str | None
    exhibition: bool
    programme: str | None
    lesson: str | None = None

    def page(self, chosen: "Configuration") -> "PageOptions":
        """Return the options of a page, with the rest from a configuration.

        Raises:
            UsageMistake: something cannot be used, or does not go with something else.
        """
        from controller.assembly.page import PageOptions

        durations = parse_timing(self.timing, chosen.durations())
        choosing, rival = find_rival(self.opponent, self.as_side, self.time)
        names = find_names(self.attackers, self.defenders, rival)
        page = replace(
            PageOptions.of(chosen, self.record, durations, rival, choosing, names),
            lesson=None if self.lesson is None else find_lesson(self.lesson),
            position=find_position(self.position, self.to_move),
            chosen_rules=self.ruleset is not None,
        )
        return exhibited(page, self.programme, wanted=self.exhibition, ruleset=self.ruleset)
