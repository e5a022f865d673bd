"""Strangers at one board: what nobody can be sure of does not count, and is put back.

Several hands lift pieces of both sides at once, and sensors cannot tell which of the pieces came
down where. Friends sort that out among themselves; strangers play on with two pieces exchanged.
So a ply stands only if its piece was the only one on its way, on a board that was otherwise right,
and what has counted stays unless its own piece is touched again. Nobody can tell what happens on a
square whose sensor fails, so no ply begins or ends there either.
"""

from dataclasses import dataclass, replace

from controller.recognition.answer import Way, way_to
from controller.recognition.board import BoardState, Disturbed
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO, reached
from controller.recognition.plies import put_back
from controller.recognition.story import AIR, Made, Story
from controller.recognition.tracker import Beam, narrowed
from controller.rules.geometry import bits_of

# A piece that nobody has seen land is still in somebody's hand until this has passed.
_LANDS_S = 6.0
# This number of pieces that are off their squares at once may be exchanged.
_CROWD = 2
_REMEMBERED = 8
# Two squares feel a piece that slides for no longer than this: it is no stray on the second.
_SLIDES_S = 0.5


def faithful(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories that keep the plies that count, if the best one makes others of them."""
    beam = _felt(beam)
    way = way_to(line, beam.best.top)
    if not way.back or not way.ahead or _is_same_piece(line, way):
        return beam
    kept = [story for story in beam.stories if story.line.contains(line)]
    return narrowed(beam, kept) if kept else beam


def _felt(beam: Beam) -> Beam:
    """Return the stories in which every piece that has gone was felt to go, if there are any."""
    kept = [story for story in beam.stories if not story.stuck]
    return narrowed(beam, kept) if kept and beam.best.stuck else beam


@dataclass(frozen=True, slots=True)
class Crowds:
    """The last times in which several pieces were off their squares: from when to when.

    `strays` are squares without a piece of the game where one stood, and since when, as they were
    while nothing was off its square.
    """

    times: tuple[tuple[float, float], ...] = ()
    now: bool = False
    strays: tuple[tuple[float, int], ...] = ((LONG_AGO, 0),)

    def after(self, beam: Beam, at: float) -> "Crowds":
        """Return them after one more look at the board."""
        sight = beam.sight
        position = beam.best.line.position.occupied
        off = position & sight.bare
        if off.bit_count() < _CROWD:
            calm = self if off else self._noting(sight.felt & ~position, at)
            return replace(calm, now=False) if calm.now else calm
        begun = self.times[-1][0] if self.now else at
        kept = self.times[:-1] if self.now else self.times[1 - _REMEMBERED :]
        return replace(self, times=(*kept, (begun, at)), now=True)

    def met(self, made: Made) -> bool:
        """Say whether a piece was not the only one that was off its square while it moved.

        Nor was it where a stray stood as it was lifted: that may just have been put down again.
        """
        before = [squares for since, squares in self.strays if since < made.left - _SLIDES_S]
        move = made.line.move
        if before and move is not None and before[-1] >> move.target & 1:
            return True
        return any(begun < made.since and made.left <= until for begun, until in self.times)

    def _noting(self, strays: int, at: float) -> "Crowds":
        if strays == self.strays[-1][1]:
            return self
        return replace(self, strays=(*self.strays[1 - _REMEMBERED :], (at, strays)))


def withdrawn(
    beam: Beam, line: PlayedLine, board: BoardState, at: float, settle_s: float, crowds: Crowds
) -> Beam:
    """Return the one story in which plies that nobody can be sure of have to be put back.

    It is the same beam if there are none. `board` is how the board stood before: once the lights
    lead back to the game, what stands elsewhere is put back too. A piece that is felt on two
    squares for `settle_s` stands on one of them, and another piece on the other.
    """
    story = _without_blind(beam)
    way = way_to(line, story.top)
    unsure = isinstance(board, Disturbed) or _cross(story, way) or _is_replaced(story, way)
    unsure = unsure or any(crowds.met(made) for made in way.ahead)
    if way.ahead and (unsure or _is_unseen(beam, way, at)):
        back = _upright(put_back(story, way.ahead[0].line.back()))
        story = _in_hand(back, beam.sight.unsure)
    elif story.straddle and reached(at - beam.changed_at, settle_s):
        story = _upright(story)
    return beam if story is beam.best else narrowed(beam, [story])


def _without_blind(beam: Beam) -> Story:
    """Return the best story without what a sensor has shown before it was known to fail."""
    story, blind = beam.best, beam.best.foreign & beam.sight.unsure
    if not blind:
        return story
    return story._replace(foreign=story.foreign & ~blind, occupied=story.occupied & ~blind)


def _upright(story: Story) -> Story:
    """Return a story in which what was felt on two squares are two pieces, one of them unknown."""
    if story.straddle is None:
        return story
    return story._replace(straddle=None, foreign=story.foreign | 1 << story.straddle.target)


def _in_hand(story: Story, unsure: int) -> Story:
    """Return a story in which nothing was put on squares that do not tell: it is in a hand yet."""
    there = {a for a in story.away if a.at != AIR and unsure >> a.at & 1}
    away = tuple(a._replace(at=AIR, barred=False) if a in there else a for a in story.away)
    return story._replace(away=away, occupied=story.occupied & ~bits_of(*(a.at for a in there)))


def is_amiss(story: Story) -> bool:
    """Say whether a piece stands where the game does not have it, dead ones aside."""
    return bool(story.foreign) or any(a.at != AIR for a in story.away)


def lands_unseen(beam: Beam, way: Way) -> float | None:
    """Return until when the next ply may still turn out another, None where it is seen to end.

    It ends where no sensor tells, so its piece may as well be in somebody's hand.
    """
    first = way.ahead[0] if way.ahead else None
    move = first.line.move if first else None
    if first is None or move is None or not beam.sight.unsure >> move.target & 1:
        return None
    return first.since + _LANDS_S


def _is_unseen(beam: Beam, way: Way, at: float) -> bool:
    """Say whether a ply begins where no sensor tells, or has long ended there."""
    moves = [made.line.move for made in way.ahead if made.line.move]
    if any(beam.sight.unsure >> move.origin & 1 for move in moves):
        return True
    until = lands_unseen(beam, way)
    return until is not None and reached(at, until)


def _is_same_piece(line: PlayedLine, way: Way) -> bool:
    move, other = line.move, way.ahead[0].line.move
    alike = move is not None and other is not None and move.origin == other.origin
    return alike and way.back == len(way.ahead) == 1


def _cross(story: Story, way: Way) -> bool:
    """Say whether another piece was on its way to elsewhere while one that has moved was."""
    moved = [(made.left, made.first) for made in way.ahead]
    # A piece in the air may still come home; until it does, nothing counts.
    down = [(a.left, a.since) for a in story.away if a.at != AIR and not a.lost]
    return any(
        max(left, other_left) < min(lands, other_lands)
        for number, (left, lands) in enumerate(moved)
        for other_left, other_lands in (*moved[number + 1 :], *down)
    )


def _is_replaced(story: Story, way: Way) -> bool:
    """Say whether another piece stands where one that has moved is said to have stood."""
    moves = [made.line.move for made in way.ahead if made.line.move]
    targets = {move.target for move in moves}
    return any(story.occupied >> move.origin & 1 and move.origin not in targets for move in moves)
