"""What the best story says: which plies count by now, who moves, and how the board stands.

Three unions, each a function of the stories and of the plies that have been counted:

the mover      idle, lifted, placed
the last ply   settled, amendable, in the air, returned
the board      right, refused, disturbed (knocked over and strays included)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from controller.recognition import prices
from controller.recognition.line import Line
from controller.recognition.repair import RepairStep, repair
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, LONG_AGO, Away, Made, Story, standing
from controller.recognition.tracker import Beam
from controller.rules.geometry import bits_of
from controller.rules.lines import MOVES, Move
from controller.rules.moves import Refusal
from controller.rules.position import Position

# Nobody holds a piece over the board for so long; it stands somewhere and is not seen.
UNSEEN_S = 10.0
# Two hands hold two pieces; what is more is no play.
_HANDS = 2
# Times are floats that were added up; a microsecond is nothing to a hand.
_ERROR_S = 1e-6


# The mover -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Idle:
    """Nobody holds a piece with which to move."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A piece that may move is in a hand; its move is counted from a line of play."""

    origin: int
    line: Line
    since: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A legal move stands on the board and does not count yet."""

    move: Move
    base: Line


Mover = Idle | Lifted | Placed


# The last ply --------------------------------------------------------------------------------


class LastPly(StrEnum):
    """What the board makes of the last ply that counts."""

    SETTLED = "settled"  # the other side has acted, or there is none
    AMENDABLE = "amendable"  # its piece may go on
    IN_THE_AIR = "in_the_air"
    RETURNED = "returned"  # its piece is back on its origin, which does not count yet


# The board -----------------------------------------------------------------------------------


class Cause(StrEnum):
    """What seems to have happened to a board that stands as it should not."""

    UNDONE = "undone"  # a move that was undone by command still stands
    TAKING_BACK = "taking_back"  # the piece is back, what it captured is not yet
    SLID_ON = "slid_on"  # the piece went on, what it captured before is not back yet
    OTHER_LIFTED = "other_lifted"  # a piece of the side that is not to move is off the board
    SEVERAL_LIFTED = "several_lifted"
    SURPLUS = "surplus"  # pieces stand where none belong
    DISPLACED = "displaced"
    WRONG_KIND = "wrong_kind"  # as many pieces as there should be, but not the right ones
    KNOCKED_OVER = "knocked_over"


@dataclass(frozen=True, slots=True)
class Right:
    """The board stands as the game does, but for what hands hold and for dead pieces."""


@dataclass(frozen=True, slots=True)
class Refused:
    """One piece was moved as the rules do not allow."""

    refusal: Refusal
    repair: tuple[RepairStep, ...]


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The board stands as no move explains; the repair leads to where it seems to be going."""

    cause: Cause
    repair: tuple[RepairStep, ...]


BoardState = Right | Refused | Disturbed
RIGHT = Right()
IDLE = Idle()


# From the counted plies to the best story ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """How the best story differs from the plies that count: some taken back, then some made."""

    back: int
    ahead: tuple[Made, ...]


def way_to(counted: Line, top: Made) -> Way:
    """Return the way from the plies that count to those of a story."""
    ahead = []
    made = top
    while made.line.depth > counted.depth:
        ahead.append(made)
        made = made.back()
    back, line = 0, counted
    while line.depth > made.line.depth:
        line = line.back()
        back += 1
    while line is not made.line and line.depth:
        line = line.back()
        back += 1
        ahead.append(made)
        made = made.back()
    return Way(back, tuple(reversed(ahead)))


def certainty(beam: Beam, line: Line) -> float:
    """Return by how much the best story without a line of play is dearer than the best with it."""
    best = beam.best.price
    rivals = (s.price for s in beam.stories if not s.line.contains(line))
    return min(rivals, default=prices.HOPELESS) - best


def certainty_of_return(beam: Beam, counted: Line) -> float:
    """Return by how much the best story that keeps a ply is dearer than the best without it."""
    rivals = (s.price for s in beam.stories if s.line.contains(counted))
    return min(rivals, default=prices.HOPELESS) - beam.best.price


# Pieces in hands -----------------------------------------------------------------------------


def mover_in_air(story: Story) -> Away | None:
    """Return the piece in the air with which somebody moves, None where there is none."""
    if story.upset:
        return None
    own = story.own()
    flying = [a for a in story.away if a.at == AIR and not a.lost and own >> a.home & 1]
    last = last_in_air(story)
    if last is not None and not story.top.closed:
        flying.append(last)
    return max(flying, key=lambda a: a.since, default=None)


def last_in_air(story: Story) -> Away | None:
    """Return the last ply's piece if it is in the air."""
    move = story.line.move
    if move is None:
        return None
    return next((a for a in story.away if a.home == move.target and a.at == AIR), None)


def begun_since(story: Story, since: float) -> bool:
    """Say whether the side to move has taken a piece since a time."""
    own = story.own()
    return any(
        a.at == AIR and not a.lost and own >> a.home & 1 and a.left > since for a in story.away
    )


def mover_of(story: Story, way: Way) -> Mover:
    """Return what the mover does by the best story."""
    held = mover_in_air(story)
    last = last_in_air(story)
    if way.ahead and not (held is last and len(way.ahead) == 1 and last is not None):
        first = way.ahead[0]
        move = first.line.move
        if move is not None:
            return Placed(move, first.line.back())
    if held is None:
        return IDLE
    if held is last and story.line.move is not None:
        return Lifted(story.line.move.origin, story.line.back(), held.since)
    return Lifted(held.home, story.line, held.since)


def last_ply_of(story: Story, way: Way) -> LastPly:
    """Return what the best story makes of the last ply that counts."""
    if way.back:
        return LastPly.RETURNED
    if not way.ahead and last_in_air(story):
        return LastPly.IN_THE_AIR
    closed = story.top.closed or story.line.move is None or way.ahead
    return LastPly.SETTLED if closed else LastPly.AMENDABLE


# The board -----------------------------------------------------------------------------------


def board_of(beam: Beam, way: Way, at: float, since: float, *, wrong: bool) -> BoardState:
    """Return how the board stands by the best story.

    `since` is how long what is wrong must have stood by now, in seconds; `wrong` says that it
    was wrong already, and so it is until it is right.
    """
    story = beam.best
    held = mover_in_air(story)
    amiss = [a for a in story.away if a is not held]
    kinds = 0 if story.misfits == 0 else _wrong_kinds(story, beam.sight)
    if not (amiss or story.foreign or kinds):
        return RIGHT
    if not wrong and not _is_announced(beam, amiss, held, at, since):
        return RIGHT
    steps = steps_of(story, beam.sight, amiss, kinds)
    refused = _refused(story, amiss, held)
    if refused and not story.foreign:
        return Refused(refused, steps)
    return Disturbed(_cause(story, way, amiss, kinds), steps)


def _is_announced(
    beam: Beam, amiss: list[Away], held: Away | None, at: float, since: float
) -> bool:
    """Say whether what is amiss has stood for long enough, and is no deed of hands."""
    story = beam.best
    newest = max((a.since for a in amiss), default=beam.changed_at)
    if at - newest < since - _ERROR_S:
        return False
    flying = [a for a in story.away if a.at == AIR and not a.lost]
    down = len(story.away) - len(flying)
    if not flying or story.upset or any(a.lost for a in amiss):
        return True
    if len(flying) > _HANDS + 1 or (down and len(story.away) > _HANDS):
        return True
    return at - max(a.since for a in flying) >= UNSEEN_S and not (
        held and not down and len(flying) == 1
    )


def steps_of(
    story: Story, sight: Sight, amiss: list[Away], kinds: int = 0
) -> tuple[RepairStep, ...]:
    """Return what is to be done until the board stands as a story's game does."""
    lacking = bits_of(*(a.home for a in amiss)) | kinds
    surplus = bits_of(*(a.at for a in amiss if a.at != AIR)) | story.foreign | kinds
    position = story.line.position
    felt = lacking & surplus & ~kinds
    believed = None if story.upset else Position(*standing(story), position.to_move)
    unsure = sight.unsure & ~felt
    return repair(position, lacking & ~unsure, surplus & ~unsure, sight.kinds(believed))


def _wrong_kinds(story: Story, sight: Sight) -> int:
    lacking, surplus = sight.differences(story.line.position)
    return lacking & surplus


def _refused(story: Story, amiss: list[Away], held: Away | None) -> Refusal | None:
    """Return why the one piece that stands elsewhere may not stand there."""
    if len(amiss) != 1 or held is not None or amiss[0].barred:
        return None
    piece = amiss[0]
    if piece.at == AIR:
        return None
    move = story.line.move
    if move and piece.home == move.target and not story.top.closed:
        return story.line.back().game.refusal(MOVES[move.origin][piece.at])
    return story.line.game.refusal(MOVES[piece.home][piece.at])


def _cause(story: Story, way: Way, amiss: list[Away], kinds: int) -> Cause:
    if story.upset:
        return Cause.KNOCKED_OVER
    down = [a for a in amiss if a.at != AIR]
    if len(amiss) == 1 and amiss[0].barred:
        return Cause.UNDONE
    if way.back and not down and any(a.lost for a in amiss):
        return Cause.SLID_ON if way.ahead else Cause.TAKING_BACK
    if kinds and not amiss:
        return Cause.WRONG_KIND
    if story.foreign and not amiss:
        return Cause.SURPLUS
    if down or story.foreign:
        return Cause.DISPLACED
    return Cause.OTHER_LIFTED if len(amiss) == 1 else Cause.SEVERAL_LIFTED


def stand_times(way: Way, top: Made) -> Iterator[float]:
    """Yield since when the plies of a way stand."""
    for made in way.ahead or (top,):
        if made.since != LONG_AGO:
            yield made.since
