"""One plain sentence for every refusal, capture and ending."""

from controller.rules.captures import Capture, CaptureKind
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.geometry import CORNERS, SQUARE_NAMES, THRONE
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side


def join_words(words: list[str]) -> str:
    """Return ``"a"``, ``"a and b"`` or ``"a, b and c"``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def name_squares(squares: tuple[int, ...]) -> str:
    """Return squares by name, as people list them."""
    return join_words([SQUARE_NAMES[square] for square in squares])


def _name_captor(square: int) -> str:
    if square == THRONE:
        return "the throne"
    return f"the corner {SQUARE_NAMES[square]}" if square in CORNERS else SQUARE_NAMES[square]


def describe_refusal(refused: Refusal, to_move: Side) -> str:
    """Return why a move is refused; `to_move` is the side whose turn it is."""
    origin, target = SQUARE_NAMES[refused.move.origin], SQUARE_NAMES[refused.move.target]
    return {
        RefusalReason.GAME_OVER: "The game is over.",
        RefusalReason.NO_PIECE: f"No piece stands on {origin}.",
        RefusalReason.NOT_YOUR_PIECE: f"It is the {to_move}' turn, and the piece from {origin} "
        f"is not theirs.",
        RefusalReason.STAYS: f"The piece on {origin} has to go somewhere else.",
        RefusalReason.NOT_IN_LINE: f"A piece moves in a straight line, and {target} is neither "
        f"in the rank nor in the file of {origin}.",
        RefusalReason.PATH_BLOCKED: f"A piece cannot jump over another, and "
        f"{name_squares(refused.squares)} "
        f"{'is' if len(refused.squares) == 1 else 'are'} in the way from {origin} to {target}.",
        RefusalReason.THRONE: "Only the king may stop on the throne.",
        RefusalReason.CORNER: "Only the king may stop on a corner.",
    }[refused.reason]


def describe_capture(capture: Capture) -> str:
    """Return what was captured, and by what."""
    taken = name_squares(capture.squares)
    if capture.kind is CaptureKind.SHIELDWALL:
        return f"The row on {taken} is captured by a shieldwall."
    mover, partner = (_name_captor(square) for square in capture.captors)
    return f"The piece on {taken} is captured between {mover} and {partner}."


def describe_outcome(outcome: Outcome) -> str:
    """Return who has won, and why."""
    result = f"The {outcome.winner} win" if outcome.winner else "The game is a draw"
    because = {
        OutcomeReason.KING_CAPTURED: "the king is captured",
        OutcomeReason.ENCIRCLED: "the king and all defenders are encircled",
        OutcomeReason.KING_ESCAPED: f"the king has escaped to {name_squares(outcome.squares)}",
        OutcomeReason.EXIT_FORT: "the king stands in an exit fort that cannot be broken",
        OutcomeReason.REPETITION: "the same position has come too often",
        OutcomeReason.NO_MOVES: "the side to move has no legal move",
    }[outcome.reason]
    return f"{result}: {because}."
