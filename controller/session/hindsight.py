"""What was seen since the last plies counted, seen again by sensors of which more is known.

A sensor that fails is trusted until somebody says where a piece stands; what came before was
understood without that, and may have been something else.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.recognition.answer import way_to
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import Story
from controller.recognition.tracker import Beam, tracked
from controller.session.placing import makes_sense

# In plies, and in looks at a board on which something has changed.
_PLIES = 4
_LOOKS = 48


@dataclass(frozen=True, slots=True)
class _Look:
    """What was seen at a time; `unseen`: nobody looked for a while before."""

    sight: Sight
    at: float
    unseen: bool


class Hindsight:
    """The stories as they were when each of the last plies counted, and all looks since."""

    def __init__(self, beam: Beam) -> None:
        """Begin with the stories of a board that was never looked at before."""
        self._beams: deque[Beam] = deque([beam], _PLIES)
        self._looks: deque[_Look] = deque(maxlen=_LOOKS)
        # What was asked since something new was seen: a flood may ask the same again and again.
        self._answers: dict[tuple[int, PlayedLine, int], list[Story]] = {}

    def note(self, sight: Sight, at: float, *, unseen: bool) -> None:
        """Note a look at the board, if it shows what the one before did not."""
        if unseen or not self._looks or self._looks[-1].sight is not sight:
            self._looks.append(_Look(sight, at, unseen))
            self._answers.clear()

    def keep(self, beam: Beam) -> None:
        """Keep the stories at a time when a ply has counted."""
        self._beams.append(beam)
        self._answers.clear()

    def standing_on(self, square: int, counted: PlayedLine, unsure: int) -> list[Story]:
        """Return the likeliest story in which a piece has come to a square that does not tell.

        None if another one is likelier. The plies that count may have been others, then. By now the
        `unsure` squares are known to tell nothing, either.
        """
        asked = square, counted, unsure
        if asked not in self._answers:
            bests = (beam.best for beam in self._without(1 << square | unsure))
            found = next((best for best in bests if _has_come(best, square, counted)), None)
            self._answers[asked] = [] if found is None else [found]
        return self._answers[asked]

    def _without(self, squares: int) -> Iterator[Beam]:
        """Yield the stories of now, had some sensors never been trusted: since the last ply first.

        Then since those before it, as far as all is known that was seen since then.
        """
        for beam in reversed(self._beams):
            if len(self._looks) == _LOOKS and self._looks[0].at > beam.priced_at:
                return
            yield _since(beam, [one for one in self._looks if one.at > beam.priced_at], squares)


def _has_come(story: Story, square: int, counted: PlayedLine) -> bool:
    """Say whether a story is right but for a piece in a hand, by a ply to a square."""
    ahead = way_to(counted, story.top).ahead
    return makes_sense(story) and any(made.line.ends_on(square) for made in ahead)


def _since(beam: Beam, looks: list[_Look], squares: int) -> Beam:
    """Return what has become of stories after some looks, if some sensors are not trusted."""
    beam = beam.seeing(replace(beam.sight, unsure=beam.sight.unsure | squares))
    for look in looks:
        sight = replace(look.sight, unsure=look.sight.unsure | squares)
        while beam.due < look.at:
            beam = tracked(beam, beam.sight, beam.due)
        beam = tracked(beam, sight, look.at, unseen=look.unseen)
    return beam
