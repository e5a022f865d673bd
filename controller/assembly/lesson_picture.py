"""What a lesson shows and says beside the game: the view's part, the lights, the sentences."""

from controller.assembly.teaching import (
    Answering,
    Done,
    LearnerToMove,
    Placing,
    Refuting,
    Seeking,
    State,
)
from controller.engine.coach import area_around
from controller.events.view import Advice, BoardView, LessonView
from controller.lessons.judging import HINT_STEPS, next_move, progress_now
from controller.lessons.lesson import Lesson
from controller.lessons.library import ladder, number_of
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.lines import Move
from controller.rules.sentence import Sentence, sentence

_ARROW_S = 3.0


def lesson_view(lesson: Lesson, state: State) -> LessonView:
    """Return the lesson as the view has it."""
    visit, can_go_back = 0, False
    if isinstance(state, LearnerToMove):
        can_go_back = state.earlier is not None
        visit = lesson.visit & ~progress_now(lesson, state.base, state.game).visited
    return LessonView(
        lesson.name,
        lesson.title,
        number_of(lesson),
        len(ladder()),
        visit,
        state.stars if isinstance(state, Done) else 0,
        can_go_back,
    )


def advice(lesson: Lesson, state: State, steps: int, game: Game, at: float) -> Advice:
    """Return what the lights show beside the game, after some steps of the hint."""
    match state:
        case Answering(move=move):
            return Advice(asked=move)
        case Refuting(shown=shown):
            return Advice(shown=shown.move(at))
        case LearnerToMove() if game.position.to_move is lesson.side:
            return _hinted(lesson, state, steps, at)
    return Advice()


def _hinted(lesson: Lesson, state: LearnerToMove, steps: int, at: float) -> Advice:
    arrow = _arrow(lesson, state, at)
    # An arrow says more than the first steps of a hint, which would hide it.
    if steps == 0 or (arrow is not None and steps < HINT_STEPS):
        return Advice(hint=arrow)
    move = next_move(lesson, state.base, state.game)
    if move is None:
        return Advice(hint=arrow)
    if steps == 1:
        return Advice(hint_area=area_around(move.origin))
    return Advice(hint=move) if steps == HINT_STEPS else Advice(hint_piece=move.origin)


def _arrow(lesson: Lesson, state: LearnerToMove, at: float) -> Move | None:
    """Return the arrow to show: each in its turn, of those that can be followed now if any can."""
    open_ = [move for move in lesson.arrows if state.game.refusal(move) is None]
    arrows = open_ or lesson.arrows
    return arrows[int(at / _ARROW_S) % len(arrows)] if arrows else None


def lesson_sentences(
    lesson: Lesson, state: State | None, steps: int, following: Lesson | None, view: BoardView
) -> tuple[Sentence, ...]:
    """Return what there is to say, after some steps of the hint; `following` comes next."""
    match state:
        case Placing() if view.repair:
            left = sentence("lesson.set_up", count=len(view.repair))
            return (_why_placed(lesson, state), left)
        case Placing(failed=True):
            return (lesson.wrong, lesson.task)
        case Placing():
            return (_why_placed(lesson, state),)
        case LearnerToMove(failed=failed):
            hint = _hint_sentences(lesson, state, steps)
            return (*((lesson.wrong,) if failed else ()), lesson.task, *hint)
        case Seeking():
            return (sentence("lesson.thinking"),)
        case Answering(move=move):
            return (sentence("lesson.reply", move=str(move)),)
        case Refuting():
            return (lesson.wrong, sentence("lesson.again"))
        case Done(stars=number):
            return (sentence("lesson.solved", count=number), *_what_comes(lesson, following))
    return ()


def _why_placed(lesson: Lesson, state: Placing) -> Sentence:
    """Return what begins, what was wrong, or the task that goes on: what is not new stays."""
    if state.failed:
        return lesson.wrong
    return lesson.task if state.goes_on else sentence("lesson.called", title=lesson.title)


def _hint_sentences(lesson: Lesson, state: LearnerToMove, steps: int) -> tuple[Sentence, ...]:
    if steps == 0 or state.game.position.to_move is not lesson.side:
        return ()
    move = next_move(lesson, state.base, state.game)
    if move is None and lesson.only:
        return (sentence("lesson.go_on"),)
    if move is None and lesson.solutions:
        return (sentence("lesson.leads_away"),)
    if steps == 1 or move is None:
        return (lesson.idea,)
    origin, target = (SQUARE_NAMES[square] for square in move)
    if steps < HINT_STEPS:
        return (sentence("coach.hint.piece", square=origin),)
    return (sentence("coach.hint.move", origin=origin, target=target),)


def _what_comes(lesson: Lesson, following: Lesson | None) -> tuple[Sentence, ...]:
    if following is not None:
        return (sentence("lesson.next", title=following.title),)
    return (sentence("lesson.finished"),) if lesson == ladder()[-1] else ()
