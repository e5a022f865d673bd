"""What the best story says of the mover and of the last ply, and how sure that is.

Two unions, each a function of the stories and of the plies that count; the third is `board`.
"""

from dataclasses import dataclass
from enum import StrEnum

from controller.recognition import prices
from controller.recognition.circumstances import is_captured_by_held
from controller.recognition.line import PlayedLine
from controller.recognition.story import AIR, Away, Made, Story, held, held_own
from controller.recognition.tracker import Beam
from controller.rules.lines import Move


@dataclass(frozen=True, slots=True)
class Idle:
    """Nobody holds a piece with which to move."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A piece that may move is in a hand; its move is counted from a line of play."""

    origin: int
    line: PlayedLine
    since: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A legal move stands on the board and does not count yet."""

    move: Move
    base: PlayedLine


Mover = Idle | Lifted | Placed
IDLE = Idle()


class LastPly(StrEnum):
    """What becomes of the last ply."""

    SETTLED = "settled"  # the other side has acted, or there is none
    AMENDABLE = "amendable"  # its piece may go on
    IN_THE_AIR = "in_the_air"  # its piece may land anywhere
    RETURNED = "returned"  # one that counts is taken back, or changes, which does not count yet
    COUNTED_EARLY = "counted_early"  # one that counts was part of a fall


@dataclass(frozen=True, slots=True)
class Way:
    """How the best story differs from the plies that count: some taken back, then some made."""

    back: int
    ahead: tuple[Made, ...]


_NO_WAY = Way(0, ())


def way_to(counted: PlayedLine, top: Made) -> Way:
    """Return the way from the plies that count to those of a story."""
    if top.line is counted:
        return _NO_WAY
    back, line, ahead, made = 0, counted, list[Made](), top
    while line is not made.line and max(line.depth, made.line.depth):
        longer = made.line.depth - line.depth
        if longer >= 0:
            ahead.append(made)
            made = made.back()
        if longer <= 0:
            back += 1
            line = line.back()
    return Way(back, tuple(reversed(ahead)))


def certainty(beam: Beam, line: PlayedLine) -> float:
    """Return by how much the best story without a line of play is dearer than the best with it."""
    best = beam.best.price
    rivals = (s.price for s in beam.stories if not s.line.contains(line))
    return min(rivals, default=prices.HOPELESS) - best


def certainty_of_return(beam: Beam, counted: PlayedLine) -> float:
    """Return by how much the best story that keeps a ply is dearer than the best without it."""
    rivals = (s.price for s in beam.stories if s.line.contains(counted))
    return min(rivals, default=prices.HOPELESS) - beam.best.price


def mover_in_air(story: Story) -> Away | None:
    """Return the piece in the air with which somebody moves, None where there is none."""
    if story.upset:
        return None
    flying = held_own(story)
    last = last_in_air(story)
    # What the piece in another hand may capture was taken early.
    if last is not None and not (story.top.closed or is_captured_by_held(story, last)):
        flying.append(last)
    return max(flying, key=lambda a: a.since, default=None)


def last_in_air(story: Story) -> Away | None:
    """Return the last ply's piece if it is in a hand, and not off the board."""
    return next((a for a in held(story) if story.line.ends_on(a.home)), None)


def begun_since(story: Story, since: float) -> bool:
    """Say whether the side to move has taken a piece since a time."""
    return any(a.left >= since for a in held_own(story))


def last_ply_of(story: Story, way: Way) -> LastPly:
    """Return what becomes of the last ply by the best story."""
    if way.back:
        return LastPly.COUNTED_EARLY if story.upset else LastPly.RETURNED
    if last_in_air(story) is not None:
        return LastPly.IN_THE_AIR
    return LastPly.SETTLED if story.top.closed or story.line.move is None else LastPly.AMENDABLE


def mover_of(story: Story, way: Way) -> Mover:
    """Return what the mover does by the best story."""
    piece = mover_in_air(story)
    goes_on = piece is not None and story.line.ends_on(piece.home)
    if way.ahead and not (goes_on and len(way.ahead) == 1):
        first = way.ahead[0]
        if first.line.move is not None:
            return Placed(first.line.move, first.line.back())
    if piece is None:
        return IDLE
    if goes_on and story.line.move is not None:
        return Lifted(story.line.move.origin, story.line.back(), piece.since)
    return Lifted(piece.home, story.line, piece.since)


def captives_of(story: Story, way: Way, unsure: int) -> tuple[int, int]:
    """Return the squares of captives that nobody has taken, and of those that were put back on.

    What a ply captures that does not count yet is no captive. On an `unsure` square nothing shows
    that one is gone: whoever has replied by now has taken it.
    """
    owed = strays = pending = 0
    for made in way.ahead:
        pending |= made.line.captured
    for dead in story.dead:
        if dead.at == AIR or (unsure >> dead.at & 1 and dead.since < story.top.first):
            continue
        if dead.taken:
            strays |= 1 << dead.at
        elif not pending >> dead.at & 1:
            owed |= 1 << dead.at
    return owed, strays
