"""The aim of each side in two sentences, as a ruleset has it."""

from controller.rules.pieces import Side
from controller.rules.ruleset import Ruleset
from controller.rules.sentence import Sentence, sentence


def aims(ruleset: Ruleset) -> dict[Side, tuple[Sentence, Sentence]]:
    """Return what each side wants: how it wins, and what it does on the way."""
    by = "two" if ruleset.king.captured_by == "custodial" else "four"
    escape = ruleset.ending.escape
    return {
        Side.ATTACKERS: (
            sentence(f"aim.attackers.capture.{by}"),
            sentence("aim.attackers.take"),
        ),
        Side.DEFENDERS: (
            sentence(f"aim.defenders.escape.{escape}"),
            sentence("aim.defenders.take"),
        ),
    }
