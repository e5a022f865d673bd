"""What is added to a view by those who sit beside a session. Knows none of them."""

from dataclasses import dataclass, replace

from controller.events.view import NO_ADVICE, Advice, BoardView, LessonView, OpponentSeat
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence

# Whose turn it is need not be said beside what is to be done in it.
_NEEDLESS = ("turn.", "set_up.")


@dataclass(frozen=True, slots=True)
class Additions:
    """What opponent, coach, teacher and explainer add to a view."""

    opponent: OpponentSeat | None
    coached: tuple[Side, ...]
    advice: Advice = NO_ADVICE
    sentences: tuple[Sentence, ...] = ()
    lesson: LessonView | None = None
    reviewed: bool = False
    explains: bool = False

    def to(self, view: BoardView) -> BoardView:
        """Return a view with them; the same object if they are none."""
        if self == Additions(None, ()):
            return view
        return replace(
            view,
            advice=self.advice,
            opponent=self.opponent,
            coached=self.coached,
            lesson=self.lesson,
            reviewed=self.reviewed,
            explains=self.explains,
            sentences=(*self.sentences, *self._still_said(view.sentences)),
        )

    def _still_said(self, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """Return the sentences of a view that are said after these; nothing is said twice."""
        if not self.sentences:
            return sentences
        quoted = [each.argument("said") for each in self.sentences]
        return tuple(
            each for each in sentences if not each.key.startswith(_NEEDLESS) and each not in quoted
        )
