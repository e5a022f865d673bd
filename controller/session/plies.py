"""What is expected of the board after a ply was made or dropped, and the news of it."""

from controller.events.event import (
    Event,
    GameEnded,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
)
from controller.recognition.expectation import Expectation
from controller.recognition.reading import Base, Candidate
from controller.rules.captures import captured_bits
from controller.rules.sentences import outcome_sentence


def with_ply(
    before: Expectation, candidate: Candidate, occupied: int, at: float
) -> tuple[Expectation, list[Event]]:
    """Return what is expected once a move has become a ply, on a board that stands so."""
    retargets = candidate.base is Base.LAST
    base, owed = before.game, before.owed
    if retargets:
        owed &= ~captured_bits(base.plies[-1].captures)
        base = base.undo()
    game = base.play(candidate.move)
    captured = captured_bits(game.plies[-1].captures)
    ply, side, move = len(game.plies), base.position.to_move, candidate.move
    events: list[Event]
    if retargets:
        old = before.game.plies[-1].move
        events = [MoveRetargeted(at, ply, side, old, move, captured)]
    else:
        events = [MoveCommitted(at, ply, side, move, captured)]
    if game.outcome:
        events.append(GameEnded(at, game.outcome, outcome_sentence(game.outcome)))
    owed = (owed | captured) & occupied
    hasty_at = at if candidate.replied else None
    after = Expectation(game, owed, retarget=True, believed=before.believed, hasty_at=hasty_at)
    return after, events


def without_ply(before: Expectation, at: float) -> tuple[Expectation, Event]:
    """Return what is expected once the last ply has been dropped."""
    last, game = before.game.plies[-1], before.game.undo()
    owed = before.owed & ~captured_bits(last.captures)
    event = MoveTakenBack(at, len(before.game.plies), game.position.to_move, last.move)
    return Expectation(game, owed, believed=before.believed), event
