"""The sentences of events: one for every event and command, as traces and terminals show them."""

from controller.events.event import (
    BoardDisturbed,
    BoardLost,
    ClockStood,
    CommandRefused,
    Decided,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    Event,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveRefused,
    MoveRetargeted,
    MoveTakenBack,
    MoveTentative,
    PieceLifted,
    SensorFailed,
    SensorHealed,
    TraceSaved,
)
from controller.notation.moves import write_move
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.sentence import Sentence, sentence


def event_sentence(event: Event) -> Sentence:
    """Return the sentence of an event."""
    key = f"event.{event.name}"
    match event:
        case MoveCommitted() | MoveRetargeted() | MoveTakenBack():
            return _ply_sentence(key, event)
        case MoveRefused():
            return _refused_sentence(key, event)
        case GameStarted(ruleset=ruleset):
            return sentence(key, ruleset=ruleset)
        case GameEnded(sentence=outcome):
            return outcome
        case MoveTentative(move=move):
            return sentence(key, move=str(move))
        case PieceLifted(square=square) | SensorFailed(square=square) | SensorHealed(square=square):
            return sentence(key, square=SQUARE_NAMES[square])
        case BoardDisturbed(steps=steps):
            return sentence(key, count=steps)
        case BoardLost(reason=reason) | CommandRefused(message=reason):
            return sentence(key, reason=reason)
        case TraceSaved(file=file):
            return sentence(key, file=file)
    return _sentence_of_people(key, event)


def _sentence_of_people(key: str, event: Event) -> Sentence:
    """Return the sentence of what people do to end a game, or of an event that has but one."""
    match event:
        case DrawOffered() | DrawAccepted() | DrawDeclined() | DrawWithdrawn():
            return sentence(f"{key}.{event.side}")
        case ClockStood():
            return _clock_sentence(key, event)
        case Decided(decision=decision) if decision.why:
            return sentence(f"{key}.why", why=decision.why)
    return sentence(key)


def _ply_sentence(key: str, event: MoveCommitted | MoveRetargeted | MoveTakenBack) -> Sentence:
    key, ply = f"{key}.{event.side}", event.ply
    match event:
        case MoveCommitted(move=move, captured=captured):
            return sentence(key, ply=ply, move=write_move(move, captured))
        case MoveRetargeted(old=old, move=move, captured=captured):
            return sentence(key, ply=ply, move=write_move(move, captured), old=str(old))
        case MoveTakenBack(move=move):
            return sentence(key, ply=ply, move=str(move))


def _refused_sentence(key: str, event: MoveRefused) -> Sentence:
    move, clause = str(event.refusal.move), event.refusal.clause
    if not clause:
        return sentence(key, move=move, reason=event.sentence)
    return sentence(f"{key}.clause", move=move, reason=event.sentence, clause=clause)


def _clock_sentence(key: str, event: ClockStood) -> Sentence:
    attackers, defenders = event.attackers_ms, event.defenders_ms
    if attackers is None or defenders is None:
        return sentence(f"{key}.game", played=as_clock(event.played_ms))
    return sentence(key, attackers=as_clock(attackers), defenders=as_clock(defenders))


def as_clock(milliseconds: int) -> str:
    """Return a time as a clock shows it, such as 14:55 or 1:02:00; rounded up."""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def command_sentence(name: str) -> Sentence:
    """Return the sentence of a command, which is given in the words of traces."""
    return sentence("event.command", name=name)
