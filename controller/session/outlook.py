"""What the next moves would do: which win, which capture, which repeat the position too often."""

from controller.events.outlook import Outlook
from controller.recognition.answer import Lifted, Mover
from controller.rules.captures import apply_move, captured_bits
from controller.rules.compiled import Rules
from controller.rules.endings import OutcomeReason, outcome_of_move
from controller.rules.game import Game
from controller.rules.geometry import NEIGHBOURS, squares_of
from controller.rules.lines import Move
from controller.rules.moves import legal_moves, moves_from
from controller.rules.pieces import Side
from controller.rules.position import Position


def outlook(game: Game, mover: Mover) -> Outlook:
    """Return what the next moves of a game would do, with what is lifted just now."""
    if game.outcome:
        return Outlook()
    danger, ways = _king_in_danger(game.rules, game.position), _ways_open(game.rules, game.position)
    winning, repeating, captures = 0, 0, []
    if isinstance(mover, Lifted):
        base = mover.line.game
        for move in moves_from(base.rules, base.position, mover.origin):
            after = base.play(move)
            bit, taken = 1 << move.target, captured_bits(after.plies[-1].captures)
            if taken:
                captures.append((move.target, taken))
            if after.outcome and after.outcome.winner is base.position.to_move:
                winning |= bit
            elif after.outcome and after.outcome.reason is OutcomeReason.REPETITION:
                repeating |= bit
    return Outlook(winning, repeating, tuple(captures), game.times_seen(), danger, ways)


def _king_in_danger(rules: Rules, position: Position) -> bool:
    """Say whether the attackers' next move could capture the king, if it were their turn now."""
    turn = position._replace(to_move=Side.ATTACKERS)
    beside_king = NEIGHBOURS[position.king.bit_length() - 1]
    return any(
        _ends_by(rules, turn, move, OutcomeReason.KING_CAPTURED)
        for move in legal_moves(rules, turn)
        if beside_king >> move.target & 1
    )


def _ways_open(rules: Rules, position: Position) -> int:
    """Return the squares on which the king would escape, if it were his turn now."""
    turn = position._replace(to_move=Side.DEFENDERS)
    king = next(iter(squares_of(position.king)))
    return sum(
        1 << move.target
        for move in moves_from(rules, turn, king)
        if _ends_by(rules, turn, move, OutcomeReason.KING_ESCAPED)
    )


def _ends_by(rules: Rules, position: Position, move: Move, reason: OutcomeReason) -> bool:
    after, _ = apply_move(rules, position, move)
    outcome = outcome_of_move(rules, after, move)
    return outcome is not None and outcome.reason is reason
