"""A sensor that comes and goes for nothing: no piece was in the air, and none else has stirred.

One that chatters quickly shows that by itself. A slow one looks like a piece that comes and goes,
so that it takes the game to tell: pieces come from somewhere.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from controller.recognition import durations
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Story
from controller.rules.geometry import bits_of

# So often within this time, in seconds, nobody holds a magnet over a square and takes it away ...
_TIMES, _WINDOW_S = 3, 5.0
# ... nor so often the captive that has been taken, though people do play with that.
_TIMES_OF_CAPTIVE, _LONG_WINDOW_S = 6, 15.0


class Felt(NamedTuple):
    """A square, as a bit, felt something for nothing until a time, or the captive just taken."""

    square: int
    at: float
    captive: bool = False


@dataclass(frozen=True, slots=True)
class Restless:
    """Which squares have felt something for nothing of late, each a bit, and which one does now."""

    felt: tuple[Felt, ...] = ()
    feels: int = 0

    @property
    def squares(self) -> int:
        """The squares that have felt something for nothing so often that they are at fault."""
        newest = max((each.at for each in self.felt), default=0.0)
        lately = [f.square for f in self.felt if not f.captive and newest - f.at <= _WINDOW_S]
        laid = [f.square for f in self.felt if f.captive]
        restless = {square for square in lately if lately.count(square) >= _TIMES}
        restless |= {square for square in laid if laid.count(square) >= _TIMES_OF_CAPTIVE}
        return sum(restless)

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
        recent = tuple(each for each in self.felt if at - each.at <= _LONG_WINDOW_S)
        captive = any(1 << d.at == changed for d in story.dead if d.at != AIR)
        return Restless((*recent, Felt(changed, at, captive)))

    def without(self, squares: int) -> "Restless":
        """Return it without what is known of some squares."""
        return Restless(tuple(each for each in self.felt if not each.square & squares))


def _expected(line: PlayedLine, story: Story, before: Sight, at: float) -> int:
    """Return the squares to which a piece may come; all of them while one is in a hand.

    A captive that has been laid down, and is gone again, may come anywhere but there.
    """
    game = line.position.occupied
    in_hand = game & ~(before.occupied | before.unsure)
    if in_hand or story.upset:
        return -1
    taken = [d for d in story.dead if d.at == AIR and at - d.since <= durations.LAID_S]
    laid = bits_of(*(d.last for d in taken if d.last != d.home))
    return ~laid | game if taken else game
