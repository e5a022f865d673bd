"""A sensor that comes and goes for nothing: no piece was in the air, and none else has stirred.

One that chatters quickly shows that by itself. A slow one looks like a piece that comes and goes,
so that it takes the game to tell: pieces come from somewhere.
"""

from dataclasses import dataclass, replace

from controller.recognition import prices
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Story

# So often within this time, in seconds, nobody holds a magnet over a square and takes it away.
_TIMES, _WINDOW_S = 3, 5.0


@dataclass(frozen=True, slots=True)
class Restless:
    """Which squares have felt something for nothing of late, each a bit, and which one does now."""

    felt: tuple[tuple[int, float], ...] = ()  # each with the time when it felt nothing again
    feels: int = 0

    @property
    def squares(self) -> int:
        """The squares that have felt something for nothing so often that they are at fault."""
        felt = [square for square, _ in self.felt]
        return sum(square for square in set(felt) if felt.count(square) >= _TIMES)

    def after(
        self, line: PlayedLine, story: Story, before: Sight, sight: Sight, at: float
    ) -> "Restless":
        """Return what is known after one more look; line and story are those before it."""
        changed = (before.occupied ^ sight.occupied) & ~(before.unsure | sight.unsure)
        if not changed:
            return self
        strange = sight.occupied & ~_expected(line, story, before, at)
        if changed.bit_count() == 1 and changed & strange:
            return replace(self, feels=changed)
        if changed != self.feels:
            return replace(self, feels=0)
        recent = tuple((each, time) for each, time in self.felt if at - time <= _WINDOW_S)
        return Restless((*recent, (changed, at)))

    def without(self, squares: int) -> "Restless":
        """Return it without what is known of some squares."""
        return Restless(tuple((each, at) for each, at in self.felt if not each & squares))


def _expected(line: PlayedLine, story: Story, before: Sight, at: float) -> int:
    """Return the squares to which a piece may come; all of them while one is in a hand."""
    game = line.position.occupied
    in_hand = game & before.bare
    taken = any(d.at == AIR and at - d.since <= prices.LAID_S for d in story.dead)
    return -1 if in_hand or taken or story.upset else game
