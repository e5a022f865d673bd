"""Turns views, events and frames into the JSON objects that docs/bus.md describes."""

from collections.abc import Mapping, Sequence

from controller.bus.entries import JsonObject
from controller.bus.exhibiting import write_exhibition
from controller.bus.saying import write_sentences, write_squares
from controller.events.command import DRAWN
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
from controller.events.outlook import Outlook
from controller.events.view import (
    Advice,
    BoardView,
    ClockFace,
    LessonView,
    OpponentSeat,
    Phase,
    SideTime,
)
from controller.notation.moves import write_move
from controller.recognition.repair import RepairStep
from controller.rules.endings import Outcome
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.lines import Move
from controller.rules.moves import Refusal
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.sentence import Sentence
from controller.rules.sentences import outcome_sentence
from controller.words.catalogue import say
from hal.board import Draw, Frame


def write_view(
    view: BoardView,
    game: str,
    *,
    saved: int | bool | None = None,
    names: Mapping[Side, str] | None = None,
    lights: Sequence[JsonObject] = (),
) -> JsonObject:
    """Return the entry of a view of the game of an id, with its lights by meaning.

    `saved` is how many plies are on disk, False while none can be written, None if none are kept.
    """
    return {
        "ruleset": view.ruleset,
        "title": view.title,
        "next_ruleset": view.next_ruleset,
        "phase": view.phase,
        "to_move": view.position.to_move,
        "sentence": say(*view.sentences),
        "say": write_sentences(*view.sentences),
        "pieces": write_pieces(view.position),
        "occupied": write_squares(view.occupied),
        "lifted": None if view.lifted is None else SQUARE_NAMES[view.lifted],
        "targets": write_squares(view.targets),
        "capturing": write_squares(view.capturing),
        "tentative": _move(view.tentative),
        "last_move": _move(view.last_move),
        "owed": write_squares(view.owed),
        "strays": write_squares(view.strays),
        "repair": [_write_step(step) for step in view.repair],
        "refusal": _write_refusal_of(view),
        "game": game,
        "plies": len(view.plies),
        "saved": saved,
        "outcome": view.outcome and _write_outcome(view.outcome),
        "draw_offer": view.draw_offer,
        "clock": view.clock and _write_clock(view.clock),
        "names": {side: (names or {}).get(side, "") for side in Side},
        "faulty": write_squares(view.faulty),
        "can_undo": _can_undo(view),
        "undo_leaves": view.undo_leaves,
        "paused": say(view.paused) if view.paused else "",
        "advice": _write_advice(view.advice),
        "opponent": view.opponent and _write_opponent(view.opponent),
        "coached": list(view.coached),
        "outlook": _write_outlook(view.outlook),
        "lesson": view.lesson and _write_lesson(view.lesson),
        "explains": view.explains,
        "exhibition": view.exhibition and write_exhibition(view.exhibition),
        "lights": list(lights),
    }


def _write_outlook(outlook: Outlook) -> JsonObject:
    return {
        "winning": write_squares(outlook.winning),
        "repeating": write_squares(outlook.repeating),
        "captures": {
            SQUARE_NAMES[target]: write_squares(taken) for target, taken in outlook.captures
        },
        "seen": outlook.seen,
        "king_in_danger": outlook.king_in_danger,
        "ways_open": write_squares(outlook.ways_open),
    }


def _can_undo(view: BoardView) -> bool:
    goes_back = view.lesson is not None and view.lesson.can_go_back
    something = bool(view.plies or view.tentative or view.outcome or goes_back)
    return something and view.phase is not Phase.SET_UP and not view.paused


def _write_clock(face: ClockFace) -> JsonObject:
    return {
        "control": face.control,
        **{side: _write_side_time(face.of(side)) for side in Side},
        "running": face.running,
        "game_s": face.game_s,
    }


def _write_side_time(left: SideTime | None) -> JsonObject | None:
    if left is None:
        return None
    return {"seconds": left.seconds, "periods": left.periods, "low": left.is_low}


def _write_advice(advice: Advice) -> JsonObject:
    return {
        "asked": _move(advice.asked),
        "threatened": write_squares(advice.threatened),
        "good": write_squares(advice.good),
        "fair": write_squares(advice.fair),
        "bad": write_squares(advice.bad),
        "hint_area": write_squares(advice.hint_area),
        "hint_piece": None if advice.hint_piece is None else SQUARE_NAMES[advice.hint_piece],
        "hint": _move(advice.hint),
        "shown": _move(advice.shown),
        "because": write_squares(advice.because),
    }


def _write_opponent(opponent: OpponentSeat) -> JsonObject:
    return {
        "side": opponent.side,
        "name": opponent.name,
        "thinking": opponent.thinking,
        "adaptive": opponent.adaptive,
        "offers_draw": opponent.offers_draw,
    }


def _write_lesson(lesson: LessonView) -> JsonObject:
    return {
        "name": lesson.name,
        "title": say(lesson.title),
        "say": write_sentences(lesson.title),
        "number": lesson.number,
        "total": lesson.total,
        "visit": write_squares(lesson.visit),
        "stars": lesson.stars,
    }


def _move(move: Move | None) -> str | None:
    return None if move is None else str(move)


def write_pieces(position: Position) -> dict[str, str]:
    """Return the pieces by the names of their squares."""
    return {
        SQUARE_NAMES[square]: str(position.piece_at(square))
        for square in squares_of(position.occupied)
    }


def write_frame(frame: Frame, draw: Draw | None = None) -> JsonObject:
    """Return the entry of a light frame, and of what the board draws where that is known."""
    drawn = {"current_ma": draw.current_ma, "supply_ma": draw.supply_ma} if draw else {}
    return {"pixels": frame.pixels.hex(), **drawn}


def write_health(troubles: Sequence[Sentence]) -> JsonObject:
    """Return the entry of what is wrong with the program itself."""
    return {"sentence": say(*troubles), "say": write_sentences(*troubles)}


def write_event(event: Event) -> JsonObject:
    """Return the entry of an event."""
    details = _write_ply_event(event) or _write_other_event(event)
    return {"event": event.name, "at": round(event.at, 3), **details}


def _write_ply_event(event: Event) -> JsonObject:
    match event:
        case MoveCommitted(ply=ply, side=side, move=move, captured=captured):
            return {"ply": ply, "move": write_move(move, captured), "side": side}
        case MoveRetargeted(ply=ply, side=side, old=old, move=move, captured=captured):
            new = write_move(move, captured)
            return {"ply": ply, "old": str(old), "new": new, "side": side}
        case MoveTakenBack(ply=ply, side=side, move=move):
            return {"ply": ply, "move": str(move), "side": side}
    return {}


def _write_other_event(event: Event) -> JsonObject:
    match event:
        case GameStarted():
            return {"ruleset": event.ruleset, "clock": event.clock}
        case PieceLifted():
            return {"square": SQUARE_NAMES[event.square]}
        case MoveTentative():
            return {"move": str(event.move)}
        case SensorFailed(square=square) | SensorHealed(square=square):
            return {"square": SQUARE_NAMES[square]}
        case MoveRefused():
            return _write_refusal(event.refusal, event.sentence)
        case BoardDisturbed():
            return {"steps": event.steps}
        case BoardLost(reason=reason):
            return {"reason": say(reason), "say": write_sentences(reason)}
        case GameEnded():
            return _write_outcome(event.outcome)
    return _write_answer(event)


def _write_answer(event: Event) -> JsonObject:
    match event:
        case DrawOffered(side=side) | DrawAccepted(side=side):
            return {"side": side}
        case DrawDeclined(side=side) | DrawWithdrawn(side=side):
            return {"side": side}
        case ClockStood():
            return {
                "attackers_ms": event.attackers_ms,
                "defenders_ms": event.defenders_ms,
                "played_ms": event.played_ms,
                "running": event.running,
            }
        case Decided(decision=decision):
            return {"result": decision.winner or DRAWN, "why": decision.why}
        case CommandRefused(message=message, id=sender):
            return {"message": say(message), "say": write_sentences(message), "id": sender}
        case TraceSaved(file=file, id=sender):
            return {"file": file, "id": sender}
    return {}


def _write_step(step: RepairStep) -> JsonObject:
    return {
        "action": step.action,
        "square": SQUARE_NAMES[step.square],
        "piece": step.piece,
        "from": None if step.origin is None else SQUARE_NAMES[step.origin],
    }


def _write_refusal_of(view: BoardView) -> JsonObject | None:
    if view.refusal is None or view.refusal_sentence is None:
        return None
    return _write_refusal(view.refusal, view.refusal_sentence)


def _write_refusal(refusal: Refusal, sentence: Sentence) -> JsonObject:
    return {
        "move": str(refusal.move),
        "reason": refusal.reason,
        "clause": refusal.clause,
        "sentence": say(sentence),
        "say": write_sentences(sentence),
    }


def _write_outcome(outcome: Outcome) -> JsonObject:
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "clause": outcome.clause,
        "squares": [SQUARE_NAMES[square] for square in outcome.squares],
        "sentence": say(outcome_sentence(outcome)),
        "say": write_sentences(outcome_sentence(outcome)),
    }
