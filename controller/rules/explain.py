"""A ruleset in plain sentences, each with the clause that it stands on."""

from controller.rules.ruleset import Clauses, Ruleset

_CAPTURING_KING = {
    "both": "The king captures like any piece, whether he moves or stands.",
    "mover": "The king captures when he moves, but not by standing there.",
    "never": "The king takes no part in captures.",
}
_THRONE_HOSTILE = {
    "always": "always",
    "empty": "when it is empty",
    "never": "never",
}


def explain(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return (clause, sentence) for everything that a ruleset says, in the order of play."""
    clauses = ruleset.clauses
    return [
        (clauses.turn, "The attackers move first; the sides take turns."),
        (clauses.movement, "All pieces move any number of empty squares in a rank or file."),
        (clauses.restricted, _explain_stopping(ruleset)),
        *_explain_captures(ruleset, clauses),
        (clauses.king_captured, _explain_king(ruleset)),
        (clauses.king_escaped, _explain_escape(ruleset)),
        *_explain_sieges(ruleset, clauses),
        *_explain_draws(ruleset, clauses),
    ]


def _explain_stopping(ruleset: Ruleset) -> str:
    movement = ruleset.movement
    throne = "Only the king" if movement.throne_stop == "king" else "Nobody"
    corner = "only the king" if movement.corner_stop == "king" else "every piece"
    passing = "everybody" if movement.throne_pass == "all" else "nobody"
    return (
        f"{throne} may stop on the throne, and {passing} may pass over it while it is empty; "
        f"{corner} may stop on a corner."
    )


def _explain_captures(ruleset: Ruleset, clauses: Clauses) -> list[tuple[str, str]]:
    capture = ruleset.capture
    corners = "hostile to all" if capture.corners_hostile else "hostile to nobody"
    against = _THRONE_HOSTILE[capture.throne_hostile_to_attackers]
    sparing = _THRONE_HOSTILE[capture.throne_hostile_to_defenders]
    hostility = (
        f"Corners are {corners}; the throne is hostile to attackers {against}, "
        f"to defenders {sparing}."
    )
    found = [
        (
            clauses.custodial,
            "A piece between two enemies in a line is captured if an enemy's move closed the trap.",
        ),
        (clauses.custodial, _CAPTURING_KING[capture.king_captures]),
        (clauses.restricted, hostility),
    ]
    if capture.shieldwall:
        sentence = (
            "A row of two or more on the edge, with an enemy in front of each, is captured by "
            "the move that brackets it at both ends; a corner may be one bracket."
        )
        found.append((clauses.shieldwall or "", sentence))
    return found


def _explain_king(ruleset: Ruleset) -> str:
    king = ruleset.king
    if king.captured_by == "custodial":
        said = "The king is captured by two, like any piece"
    elif king.throne_stands_in:
        said = "The king is captured by four, or by three beside the empty throne"
    else:
        said = "The king is captured by four"
    if ruleset.ending.escape == "edge":
        return f"{said}."
    if king.edge == "safe":
        return f"{said}; on the edge he is safe."
    return f"{said}, on the edge by three." if king.captured_by == "surrounding" else f"{said}."


def _explain_escape(ruleset: Ruleset) -> str:
    where = "a corner" if ruleset.ending.escape == "corner" else "any square of the edge"
    return f"The defenders win when the king reaches {where}."


def _explain_sieges(ruleset: Ruleset, clauses: Clauses) -> list[tuple[str, str]]:
    found = []
    if ruleset.ending.exit_fort:
        sentence = (
            "The defenders win when the king stands on the edge, can move, and is walled in by "
            "a fort that the attackers cannot break."
        )
        found.append((clauses.exit_fort or "", sentence))
    if ruleset.ending.encirclement:
        sentence = "The attackers win when they encircle the king and all defenders."
        found.append((clauses.encircled or "", sentence))
    return found


def _explain_draws(ruleset: Ruleset, clauses: Clauses) -> list[tuple[str, str]]:
    ending = ruleset.ending
    stuck = "loses" if ending.no_moves == "loses" else "draws"
    repeated = "defenders lose" if ending.repetition == "defenders_lose" else "game is a draw"
    times = _ordinal(ending.repetition_count)
    repetition = (
        f"When a position comes for the {times} time with the same side to move, the {repeated}."
    )
    found = [
        (clauses.no_moves, f"A side that cannot move {stuck}."),
        (clauses.repetition, repetition),
    ]
    if ending.time_limit_minutes:
        minutes = ending.time_limit_minutes
        units = "minute" if minutes == 1 else "minutes"
        sentence = f"After {minutes} {units} the game is a draw."
        found.append((clauses.time or "", sentence))
    if clauses.agreement:
        found.append((clauses.agreement, "The sides may agree on a draw."))
    return found


def _ordinal(number: int) -> str:
    words = {2: "second", 3: "third", 4: "fourth"}
    if number in words:
        return words[number]
    teens = 10 <= number % 100 <= 20
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
