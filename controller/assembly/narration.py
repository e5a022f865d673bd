"""What happened, in plain sentences."""

from controller.bus.wire import write_event
from controller.events.event import (
    BoardFound,
    BoardLost,
    Event,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveRefused,
    MoveRetargeted,
    MoveTakenBack,
    MoveTentative,
    PieceLifted,
)
from controller.notation.moves import write_move
from controller.rules.geometry import SQUARE_NAMES
from controller.trace.entries import TraceCommand


def describe(happening: Event | TraceCommand) -> str:
    """Return one plain sentence."""
    match happening:
        case TraceCommand(name=name):
            return f"Somebody asks for {name}."
        case GameStarted(ruleset=ruleset):
            return f"The game begins, by the ruleset {ruleset}."
        case PieceLifted(square=square):
            return f"The piece on {SQUARE_NAMES[square]} is lifted."
        case MoveTentative(move=move):
            return f"{move} stands, and shall stand still for a while."
        case MoveCommitted(ply=ply, side=side, move=move, captured=captured):
            return f"Ply {ply}: the {side} play {write_move(move, captured)}."
        case MoveRetargeted(ply=ply, side=side, old=old, move=move, captured=captured):
            return f"Ply {ply}: the {side} play {write_move(move, captured)}, no longer {old}."
        case MoveTakenBack(ply=ply, side=side, move=move):
            return f"Ply {ply}: the {side} take back {move}."
        case MoveRefused(refusal=refusal, sentence=sentence):
            clause = f" (rule {refusal.clause})" if refusal.clause else ""
            return f"{refusal.move} is refused: {sentence}{clause}"
        case GameEnded(sentence=sentence):
            return sentence
    return _describe_by_name(happening)


def _describe_by_name(event: Event) -> str:
    """Return the name of an event and all that it tells."""
    if isinstance(event, BoardLost):
        return f"The board cannot be read, and the game is paused. {event.reason}"
    if isinstance(event, BoardFound):
        return "The board can be read again, and the game goes on."
    words = event.name.replace("_", " ").capitalize()
    entry = write_event(event)
    told = [f"{key} {entry[key]}" for key in entry if key not in ("event", "at")]
    return f"{words}: {', '.join(told)}." if told else f"{words}."
