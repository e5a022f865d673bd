"""A ruleset in sentences, each with the clause that it rests on."""

from controller.rules.ruleset import Clauses, Ruleset
from controller.rules.sentence import Sentence, sentence

Explained = tuple[str, Sentence]  # a clause, and what it says


def explain(ruleset: Ruleset) -> list[Explained]:
    """Return (clause, sentence) for every rule of a ruleset, in the order of play."""
    clauses = ruleset.clauses
    return [
        (clauses.turn, sentence("rule.turn")),
        (clauses.movement, sentence("rule.movement")),
        (clauses.restricted, _stopping(ruleset)),
        *_captures(ruleset, clauses),
        (clauses.king_captured, _king(ruleset)),
        (clauses.king_captured, sentence("rule.king_steps_in")),
        (clauses.king_escaped, sentence(f"rule.escape.{ruleset.ending.escape}")),
        *_sieges(ruleset, clauses),
        *_ends(ruleset, clauses),
    ]


def _stopping(ruleset: Ruleset) -> Sentence:
    movement = ruleset.movement
    return sentence(
        "rule.stopping",
        throne=sentence(f"rule.throne_stop.{movement.throne_stop}"),
        passing=sentence(f"rule.throne_pass.{movement.throne_pass}"),
        corner=sentence(f"rule.corner_stop.{movement.corner_stop}"),
    )


def _captures(ruleset: Ruleset, clauses: Clauses) -> list[Explained]:
    capture = ruleset.capture
    corners = "hostile" if capture.corners_hostile else "harmless"
    hostility = sentence(
        "rule.hostility",
        corners=sentence(f"rule.corners.{corners}"),
        attackers=sentence(f"rule.hostile.{capture.throne_hostile_to_attackers}"),
        defenders=sentence(f"rule.hostile.{capture.throne_hostile_to_defenders}"),
    )
    found = [
        (clauses.custodial, sentence("rule.custodial")),
        (clauses.custodial, sentence(f"rule.king_captures.{capture.king_captures}")),
        (clauses.restricted, sentence("rule.hostile_square")),
        (clauses.restricted, hostility),
    ]
    if capture.shieldwall:
        found.append((clauses.shieldwall or "", sentence("rule.shieldwall")))
    return found


def _king(ruleset: Ruleset) -> Sentence:
    king = ruleset.king
    if king.captured_by == "custodial":
        by = "two"
    else:
        by = "four_or_throne" if king.throne_stands_in else "four"
    if ruleset.ending.escape == "edge":
        return sentence(f"rule.king.{by}")
    if king.edge == "safe":
        return sentence(f"rule.king.{by}.edge_safe")
    return sentence(f"rule.king.{by}.edge" if by != "two" else "rule.king.two")


def _sieges(ruleset: Ruleset, clauses: Clauses) -> list[Explained]:
    found = []
    if ruleset.ending.exit_fort:
        found.append((clauses.exit_fort or "", sentence("rule.exit_fort")))
    if ruleset.ending.encirclement:
        found.append((clauses.encircled or "", sentence("rule.encirclement")))
    return found


def _ends(ruleset: Ruleset, clauses: Clauses) -> list[Explained]:
    ending = ruleset.ending
    found = [
        (clauses.no_moves, sentence(f"rule.no_moves.{ending.no_moves}")),
        (
            clauses.repetition,
            sentence(f"rule.repetition.{ending.repetition}", count=ending.repetition_count),
        ),
    ]
    if ending.time_limit_minutes:
        time = sentence("rule.time", count=ending.time_limit_minutes)
        found.append((clauses.time or "", time))
    if clauses.agreement:
        found.append((clauses.agreement, sentence("rule.agreement")))
    return found
