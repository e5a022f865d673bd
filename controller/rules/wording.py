"""One plain sentence for every refusal, capture and ending."""

from controller.rules.captures import Capture, CaptureKind
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.game import Game
from controller.rules.geometry import CORNERS, SQUARE_NAMES, THRONE
from controller.rules.moves import Refusal, RefusalReason


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


def describe_refusal(refused: Refusal, game: Game) -> str:
    """Return why a move is refused in a game."""
    origin, target = SQUARE_NAMES[refused.move.origin], SQUARE_NAMES[refused.move.target]
    match refused.reason:
        case RefusalReason.GAME_OVER:
            ended = f" {describe_outcome(game.outcome)}" if game.outcome else ""
            return f"The game is over.{ended}"
        case RefusalReason.NO_PIECE:
            return f"No piece stands on {origin}."
        case RefusalReason.NOT_YOUR_PIECE:
            turn = game.position.to_move
            return f"It is the {turn}' turn, and the piece from {origin} is not theirs."
        case RefusalReason.STAYS:
            return f"The piece on {origin} has to go somewhere else."
        case RefusalReason.NOT_IN_LINE:
            return (
                f"A piece moves in a straight line, and {target} is neither in the rank "
                f"nor in the file of {origin}."
            )
        case RefusalReason.PATH_BLOCKED:
            are = "is" if len(refused.squares) == 1 else "are"
            return (
                f"A piece cannot jump over another, and {name_squares(refused.squares)} {are} "
                f"in the way from {origin} to {target}."
            )
        case RefusalReason.THRONE:
            return _describe_throne(refused, game)
        case RefusalReason.CORNER:
            return "Only the king may stop on a corner."


def _describe_throne(refused: Refusal, game: Game) -> str:
    if refused.move.target != THRONE:
        return "Nobody may pass over the throne."
    king_may = game.rules.ruleset.movement.throne_stop == "king"
    return f"{'Only the king' if king_may else 'Nobody'} may stop on the throne."


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
        OutcomeReason.AGREEMENT: "both sides agreed",
        OutcomeReason.RESIGNATION: "the other side resigned",
        OutcomeReason.ARBITER: "the arbiter decided so",
        OutcomeReason.TIME: "the time ran out",
    }[outcome.reason]
    return f"{result}: {because}."
