"""A board that rests, and one explanation of it: plies, and when each square became as it is.

Knows nothing of which plies explain it; `rest` does.
"""

from collections.abc import Sequence
from typing import NamedTuple

from controller.recognition import durations
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Dead, Made, Story
from controller.rules.geometry import BETWEEN, NEIGHBOURS, squares_of

# A piece that was pushed is lifted and put back within this time, in seconds.
_PUT_RIGHT_S = 1.0


class Explanation(NamedTuple):
    """Plies made after a line of play, and what has been captured, which may stand yet.

    `later`: the squares, each a bit, of pieces that only later plies of the story captured; each of
    them lives unless one of these plies captures it, too.
    """

    made: Made
    plies: int = 0
    captured: tuple[Dead, ...] = ()
    later: int = 0

    def ahead(self) -> list[Made]:
        """Return the plies that are made, the last first."""
        return self.made.latest(self.plies)

    def dead(self) -> tuple[Dead, ...]:
        """Return what has been captured by these plies and those before them."""
        newest = {dead.home: dead for dead in self.captured if self.later >> dead.home & 1}
        return tuple(dead for dead in self.captured if newest.get(dead.home) is not dead)


class RestingBoard(NamedTuple):
    """A board that rests since a time, and since when each square is as it is."""

    story: Story
    sight: Sight
    since: float
    stood_at: Sequence[float]
    watched: bool

    def filled_at(self, target: int) -> float:
        """Return when a piece came to a square; not before the last look if it was taken again."""
        return self.stood_at[target] if self.sight.occupied >> target & 1 else self.since

    def times(self, depth: int, origin: int, target: int) -> tuple[float, float]:
        """Return when a piece left a square and came to another, after a depth of plies."""
        for away in self.story.away:
            if (away.home, away.at) == (origin, target):
                return away.left, away.since
        made: Made | None = self.story.top
        while made is not None and made.line.depth > depth:
            if made.line.move == (origin, target):
                return made.left, made.first
            made = made.before
        left, came = self.stood_at[origin], self.filled_at(target)
        return (min(left, came) if self.was_covered(origin) else left), came

    def was_covered(self, origin: int) -> bool:
        """Say whether a square opened only as a piece on the next one was put right.

        An arm had pushed that half on to it as its own piece left, so that it felt one all along.
        """
        beside = NEIGHBOURS[origin] & self.story.line.position.occupied & self.sight.felt
        came = (self.stood_at[square] - self.stood_at[origin] for square in squares_of(beside))
        return any(-durations.HELD_S < seconds < _PUT_RIGHT_S for seconds in came)

    def without_slide(self, dead: Dead) -> Dead:
        """Return a captive, off the board if a piece that seems to be in a hand came in its place.

        As that piece left, or just before, every square on its way was felt: it has slid there over
        a sensor that opened late. Nobody lays a captive down so that was in the hand; one that is
        shoved away from its own square is felt on the way, too.
        """
        if dead.at in (AIR, dead.home):
            return dead
        for away in self.story.away:
            way = BETWEEN[away.home][dead.at] if away.at == AIR else 0
            slid_at = away.left - durations.SWEEP_S
            was_taken = dead.late or self.stood_at[dead.home] < slid_at
            felt = way and all(self.stood_at[square] >= slid_at for square in squares_of(way))
            if was_taken and felt:
                return dead._replace(at=AIR, taken=True)
        return dead
