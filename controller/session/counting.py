"""Which ply counts next, and when: what stands long enough, and is sure, becomes the game."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from controller.recognition import durations, prices
from controller.recognition.answer import (
    LastPly,
    Way,
    begun_since,
    certainty,
    last_ply_of,
    way_to,
)
from controller.recognition.board import UNSEEN_S
from controller.recognition.falling import flew
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO, reached
from controller.recognition.story import AIR, Made, Story, held, held_own
from controller.recognition.tracker import Beam
from controller.rules.captures import apply_move, captured_bits
from controller.rules.geometry import SIZE, bits_of
from controller.rules.lines import Move
from controller.rules.moves import moves_from
from controller.session.counted import Counted, changed_move, forced
from controller.session.strangers import is_amiss, lands_unseen
from controller.session.sureness import ends_unfelt, is_sure, surely_dropped
from controller.session.timing import Timing

# More pieces than this are not held at once, and this number is not taken within this time.
_HELD = 2
_CROWD, _CROWD_S = 4, 0.5
# Whoever puts a piece on a square, and looks what the board makes of that, leaves it for so long.
_PUT_THERE_S = 1.5


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What the game was before its last plies were taken back by hand, at a time in seconds."""

    line: PlayedLine
    at: float

    def returns(self, way: Way) -> bool:
        """Say whether a way makes a ply again that stood before it was taken back."""
        return any(m.since < self.at and self.line.contains(m.line) for m in way.ahead[:1])


class Past(NamedTuple):
    """What came before, as far as it matters for what counts; times are in seconds."""

    resumed_at: float = LONG_AGO  # what stood before that nobody watched
    believed_at: float = LONG_AGO  # since then the first ply that waits is the likeliest one
    withdrawn: Withdrawn | None = None


def counted_next(
    beam: Beam,
    line: PlayedLine,
    timing: Timing,
    at: float,
    past: Past,
) -> Counted | float | None:
    """Return what counts now; or when something may; or None where nothing waits."""
    story = beam.best
    way = way_to(line, story.top)
    if not (way.back or way.ahead) or (story.upset and way.ahead):
        return None
    if timing.apart_s and (held(story) or (way.ahead and is_amiss(story))):
        return None
    last = last_ply_of(story, way)
    if last is LastPly.RETURNED and any(a.lost for a in story.away):
        return None  # what the ply captured comes back first
    unseen_until = lands_unseen(beam, way) if timing.apart_s else None
    if unseen_until is not None:
        return unseen_until if not reached(at, unseen_until) else None
    due = _due(beam, way, timing, past)
    if not reached(at, due):
        return due
    if _is_moving(story, way) or _may_go_on(story, way):
        return None
    held_since = _may_be_pushed(beam, way)
    if held_since is not None and not reached(at, held_since + UNSEEN_S):
        return held_since + UNSEEN_S
    return _sure_next(beam, line, way, at, past, due)


def _sure_next(
    beam: Beam, line: PlayedLine, way: Way, at: float, past: Past, due: float
) -> Counted | float | None:
    """Return what counts now of what has stood since it was due; or when it may be sure enough."""
    story = beam.best
    returns = past.withdrawn is not None and past.withdrawn.returns(way)
    swept = _is_swept(story, way)
    newest = beam.changed_at if returns or swept else _newest(beam, way, past)
    later = max(due, newest) + (durations.PUSHED_OUT_S if swept else durations.LATER_S)
    waits = not reached(at, later)
    sure = prices.SURE_THAT_IT_IS_NONE if returns else prices.SURE
    quiet = max(later, beam.changed_at + 2 * durations.LATER_S)
    anyhow = min(later + durations.LATER_S, quiet)
    rests = reached(at, quiet)
    if not waits and (rests or not (way.back and way.ahead) or _has_gone_on(beam, line, way)):
        # A wrong guess is put right more easily than a game that stands still.
        stands_still = not story.stuck and (len(way.ahead) > 1 or reached(at, anyhow))
        sure = 0.0 if stands_still else prices.SURE_LATER
    # What stands is made another ply where nothing explains as well a board that rests.
    none = sure if way.ahead and rests else prices.SURE_THAT_IT_IS_NONE
    if not is_sure(beam, line, way, sure, none, waits=waits):
        return next((time for time in (later, anyhow, quiet) if not reached(at, time)), None)
    return forced(line, replace(way, back=surely_dropped(beam, line, way, sure)), at)


def _has_gone_on(beam: Beam, line: PlayedLine, way: Way) -> bool:
    """Say whether a way only lets the last ply's piece go on, which has left its square.

    What counts is not what stands then, whatever else may explain that.
    """
    move = changed_move(line, way)
    if move is None or len(way.ahead) > 1:
        return False
    return not beam.sight.occupied >> move.target & 1


def _is_swept(story: Story, way: Way) -> bool:
    """Say whether a sleeve has rather pushed the first piece of a way, along with two others.

    People need a while to put all of them right.
    """
    if not way.ahead or not way.ahead[0].is_step:
        return False
    left = way.ahead[0].left
    out = [a.left for a in story.away if a.is_pushed]
    return sum(abs(each - left) < durations.SWEEP_S for each in out) > 1


def _due(beam: Beam, way: Way, timing: Timing, past: Past) -> float:
    """Return when the first step of a way has stood for long enough."""
    story = beam.best
    due = max(_stands_since(beam, way), past.resumed_at) + _patience(story, way, timing)
    if not way.ahead:
        return due
    # What a change has only just made the likeliest may be gone with the next one.
    firm_at = past.believed_at + timing.replied_s
    told_at = _told_at(beam, way) + timing.settle_s
    others = (_calm_at(story, way), _felt_once_at(story, way), _put_there_at(story, way))
    return max(due, firm_at, told_at, *others)


def _put_there_at(story: Story, way: Way) -> float:
    """Return when a piece has stood long enough though the square that it left feels it still.

    A sensor that feels something for nothing now and then looks as if one were put there again and
    again, but not for so long.
    """
    first = way.ahead[0]
    sticks = story.stuck & first.line.origin_bit
    return first.since + _PUT_THERE_S if sticks and len(way.ahead) == 1 else LONG_AGO


def _told_at(beam: Beam, way: Way) -> float:
    """Return since when the reply stands that tells where an unfelt piece went.

    One that stands askew between two squares, of which one does not tell, is put straight by then.
    """
    first, *replies = way.ahead
    return replies[0].since if replies and ends_unfelt(beam, first) else LONG_AGO


def _newest(beam: Beam, way: Way, past: Past) -> float:
    """Return since when the first plies of a way stand, and have been likely.

    A board that was knocked over comes to look like many a move while it is put right.
    """
    since = max(made.since for made in way.ahead[:2] or [beam.best.top])
    fell = any(story.upset for story in beam.stories)
    return max(since, past.believed_at) if fell else since


def _stands_since(beam: Beam, way: Way) -> float:
    story = beam.best
    if not way.ahead:
        # Of a piece that is home again, because its ply was none, nothing says when it came.
        return max(story.top.since, beam.changed_at)
    first = way.ahead[0]
    # Of a piece that has only touched its target, the reply says that it had moved there.
    shown = way.ahead[1] if len(way.ahead) > 1 and _is_gone(story, first) else first
    return shown.since


def _is_gone(story: Story, made: Made) -> bool:
    """Say whether the piece of a ply does not stand any more where that ends."""
    return any(made.line.ends_on(away.home) for away in story.away)


def _calm_at(story: Story, way: Way) -> float:
    """Return when a board that may be falling has come to rest.

    Two hands do not hold three pieces, and do not take four within half a second.
    """
    moving = [a for a in story.away if not (a.lost or a.waits or a.barred)]
    flying = [a.since for a in moving if a.at == AIR]
    if len(flying) > _HELD:
        return max(flying) + UNSEEN_S
    left = sorted([*(a.left for a in moving), *(made.left for made in way.ahead)])[-_CROWD:]
    return left[0] + _CROWD_S if len(left) == _CROWD and left[-1] - left[0] < _CROWD_S else LONG_AGO


def _felt_once_at(story: Story, way: Way) -> float:
    """Return until when a piece may be felt on two squares after one has flown: both may fall."""
    straddle = story.straddle
    if straddle is None or not flew(way.ahead[0]):
        return LONG_AGO
    return straddle.since + durations.STRADDLE_S


def _patience(story: Story, way: Way, timing: Timing) -> float:
    first = way.ahead[0] if way.ahead else story.top
    if _is_answered(way) or begun_since(story, first.first):
        return timing.replied_s
    return timing.carried_s if way.ahead and first.carried else timing.settle_s


def _is_answered(way: Way) -> bool:
    """Say whether a reply shows that the first ply stands: who lifts before, sees it slide yet."""
    if len(way.ahead) <= 1:
        return False
    first, *replies = way.ahead
    return first.carried or any(reply.left >= first.since for reply in replies)


def _is_moving(story: Story, way: Way) -> bool:
    """Say whether the piece that moved is about to go on, or does not stand there any more."""
    if len(way.ahead) > 1:
        return not _is_answered(way) and _is_gone(story, way.ahead[0])
    straddles = story.straddle is not None and story.line.ends_on(story.straddle.origin)
    return straddles or (bool(way.ahead) and _is_gone(story, way.ahead[0]))


def _may_go_on(story: Story, way: Way) -> bool:
    """Say whether the last ply's piece may go on to capture what has been lifted."""
    if len(way.ahead) != 1:
        return False
    first = way.ahead[0]
    flying = [a.home for a in held_own(story)]
    return bool(flying) and goes_on_to_capture(first.line, bits_of(*flying))


def _may_be_pushed(beam: Beam, way: Way) -> float | None:
    """Return since when the side that moved by one square has had another piece in the hand.

    None where it has none. Which of the two was moved, and which was pushed, shows when that one
    is put down.
    """
    if not way.ahead or way.back:
        return None
    story, made = beam.best, way.ahead[0]
    if not made.is_step or (len(way.ahead) > 1 and _was_in_a_hand(beam, made)):
        return None
    mine = made.line.position.of(made.line.to_move.other)
    until = _reaching_until(story, way)
    lifted = (a.left for a in held(story) if mine >> a.home & 1)
    return max((left for left in lifted if left <= until), default=None)


def _was_in_a_hand(beam: Beam, made: Made) -> bool:
    """Say whether a step took longer than a push, and no other story explains it nearly as well."""
    carried = made.first - made.left > durations.SLOW_SLIDE_S
    return carried and certainty(beam, made.line) >= prices.SURE_PUSHED


def _reaching_until(story: Story, way: Way) -> float:
    """Return when the hand whose arm may have pushed the first piece of a way has lifted its own.

    That may be a little later, as long as nobody replies: an arm pushes before its hand is there.
    """
    made = way.ahead[0]
    if len(way.ahead) > 1:
        return made.left if all(each.is_step for each in way.ahead) else LONG_AGO
    is_slid = not (made.carried or begun_since(story, made.first))
    return made.since + (durations.SWEEP_S if is_slid else 0.0)


def goes_on_to_capture(line: PlayedLine, victims: int) -> bool:
    """Say whether the last ply's piece, going on along its line, captures all of some squares."""
    if line.move is None:
        return False
    before, origin = line.back(), line.move.origin
    rules = line.game.rules
    return any(
        not victims & ~captured_bits(apply_move(rules, before.position, further)[1])
        for further in moves_from(rules, before.position, origin)
        if _goes_on(line.move, further)
    )


def _goes_on(move: Move, further: Move) -> bool:
    """Say whether a move of the same piece goes the same way, at most one square less far."""
    (ranks, files), (more_ranks, more_files) = _steps(move), _steps(further)
    forwards = ranks * more_ranks + files * more_files
    squares = abs(ranks + files)
    return further != move and forwards >= max(squares * (squares - 1), 1)


def _steps(move: Move) -> tuple[int, int]:
    """Return how many ranks and files a move goes, one of which is 0."""
    return move.target // SIZE - move.origin // SIZE, move.target % SIZE - move.origin % SIZE
