"""The sentences of the rules: one for every refusal, capture and ending."""

from collections.abc import Iterable

from controller.rules.captures import Capture, CaptureKind
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.game import Game
from controller.rules.geometry import CORNERS, SQUARE_NAMES, THRONE
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.sentence import Sentence, sentence


def names_of(squares: Iterable[int]) -> tuple[str, ...]:
    """Return squares by name, for an argument that lists them."""
    return tuple(SQUARE_NAMES[square] for square in squares)


def refusal_sentence(refused: Refusal, game: Game) -> Sentence:
    """Return the sentence that says why a game refuses a move."""
    origin, target = names_of(refused.move)
    match refused.reason:
        case RefusalReason.GAME_OVER if game.outcome:
            return sentence("refusal.game_over", outcome=outcome_sentence(game.outcome))
        case RefusalReason.PATH_BLOCKED:
            squares = names_of(refused.squares)
            return sentence(
                "refusal.path_blocked",
                squares=squares,
                count=len(squares),
                origin=origin,
                target=target,
            )
        case RefusalReason.NOT_YOUR_PIECE:
            return sentence(f"refusal.not_your_piece.{game.position.to_move}", origin=origin)
        case RefusalReason.THRONE:
            return _throne_sentence(refused, game)
    return sentence(f"refusal.{refused.reason}", origin=origin, target=target)


def _throne_sentence(refused: Refusal, game: Game) -> Sentence:
    if refused.move.target != THRONE:
        return sentence("refusal.throne_pass")
    return sentence(f"refusal.throne_stop.{game.rules.ruleset.movement.throne_stop}")


def capture_sentence(capture: Capture) -> Sentence:
    """Return the sentence that says which pieces were captured, and between which squares."""
    squares = names_of(capture.squares)
    if capture.kind is CaptureKind.SHIELDWALL:
        return sentence("capture.shieldwall", squares=squares)
    mover, partner = (_captor(square) for square in capture.captors)
    return sentence("capture.custodial", squares=squares, captor=mover, partner=partner)


def _captor(square: int) -> Sentence:
    if square == THRONE:
        return sentence("captor.throne")
    kind = "corner" if square in CORNERS else "square"
    return sentence(f"captor.{kind}", square=SQUARE_NAMES[square])


def outcome_sentence(outcome: Outcome) -> Sentence:
    """Return the sentence that says who has won, and why."""
    result = sentence(f"result.{outcome.winner or 'draw'}")
    if outcome.reason is OutcomeReason.KING_ESCAPED:
        reason = sentence("reason.king_escaped", squares=names_of(outcome.squares))
    else:
        reason = sentence(f"reason.{outcome.reason}")
    return sentence("outcome", result=result, reason=reason)
