"""What a board says that stands as it did before: plies were taken back, or were never made.

Knows no hands: the pieces may have come home in any order.
"""

from collections.abc import Iterator
from itertools import pairwise

from controller.recognition import durations
from controller.recognition.falling import as_seen
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO
from controller.recognition.rest import is_settled
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Made, Story, begun
from controller.recognition.tracker import Beam
from controller.rules.geometry import PATHS, bits_of, squares_of
from controller.rules.lines import MOVES
from controller.rules.moves import is_legal
from controller.rules.pieces import Side
from controller.rules.position import Position

# In plies: so long ago a board may have stood as it does again. A takeback of some sixteen that is
# read as play on its way makes the line twice as long.
_AGO = 40
# In plies: the most that may have been taken back as if they were played; and in seconds, the time
# in which each of them came after the one before.
_RETURNED = 16
_RETURNS_S = 1.5


def stands_again(beam: Beam, line: PlayedLine) -> Story | None:
    """Return the story of a board that stands as it did some plies ago, captives and all.

    None if it does not, or a story says so already. No play leads there: plies are taken back.
    """
    before, captured = _before_captures(beam, line)
    said = beam.best.line is before and is_settled(beam.best)
    if before is None or said or _has_returned(line, before, captured):
        return None
    return _again(beam, before)


def captives_stand_again(beam: Beam, line: PlayedLine) -> Story | None:
    """Return the story of a board at rest as it was before a capture, after play there and back.

    Somebody may only show where a captive stood. But whoever puts all of them back at once after
    all other pieces takes the moves back.
    """
    before, _ = _before_captures(beam, line)
    if before is None or beam.changed_at - beam.best.top.since > durations.PAUSE_S:
        return None
    return _again(beam, before)


def _before_captures(beam: Beam, line: PlayedLine) -> tuple[PlayedLine | None, int]:
    """Return the line some plies ago as which a board stands again, and what was captured since.

    None if nothing was. A captive that nobody has taken yet may stand there after play, too; and it
    is not back unless a sensor tells of a piece more than there should be.
    """
    untouched = (dead for dead in beam.best.dead if dead.at == dead.home and not dead.taken)
    owed = bits_of(*(dead.at for dead in untouched))
    lacking, surplus = beam.sight.differences(line.position, owed)
    if surplus.bit_count() <= lacking.bit_count():
        return None, 0
    found = (each for each in _stands_as_before(beam, line) if each[1])
    return next(found, (None, 0))


def _has_returned(line: PlayedLine, before: PlayedLine, captured: int) -> bool:
    """Say whether all pieces stand by a line as they did some plies before, but for captives."""
    return not before.position.occupied & ~line.position.occupied & ~captured


def stood_before(beam: Beam, line: PlayedLine) -> Story | None:
    """Return the story of a board that stands as it did a few plies ago, None if it does not.

    One move that is legal, or would be if the game had not ended, is no takeback of several plies.
    """
    before, _ = next(_stands_as_before(beam, line), (None, 0))
    if before is None:
        return None
    # What is only gone is in a hand: a sensor must tell of a piece that has come back.
    come = before.position.occupied & ~line.position.occupied & ~beam.sight.unsure
    if before is not line.back() and (not come or _is_one_move(beam, line)):
        return None
    return _again(beam, before)


def _stands_as_before(beam: Beam, line: PlayedLine) -> Iterator[tuple[PlayedLine, int]]:
    """Yield each line, some plies ago, as which a board stands, and what was captured since."""
    sight, untouched = beam.sight, _untouched(beam)
    lying = bits_of(*(dead.at for dead in beam.best.dead if dead.at != AIR))
    captured, before = 0, line
    for _ in range(min(_AGO, line.depth)):
        captured |= before.captured & ~sight.unsure
        before = before.back()
        # A piece that has not left its square since its ply is not one of the other side.
        if untouched & _turned(before.position, line.position):
            continue
        if _stands_as(before, sight, captured, lying) and not _is_start(before):
            yield before, captured


def _untouched(beam: Beam) -> int:
    """Return the squares that have felt a piece all the time since a late ply ended there."""
    found = 0
    for made in beam.best.top.latest(_AGO):
        target = made.line.move.target if made.line.move else None
        if target is not None and beam.stood_at[target] <= made.first:
            found |= 1 << target
    return found & beam.sight.felt


def _turned(before: Position, now: Position) -> int:
    """Return the squares where one position has an attacker and the other one a defender."""
    ours, theirs = before.of(Side.ATTACKERS), before.of(Side.DEFENDERS)
    return ours & now.of(Side.DEFENDERS) | theirs & now.of(Side.ATTACKERS)


def _is_one_move(beam: Beam, line: PlayedLine) -> bool:
    """Say whether a board stands as it would after one more move, though the game may have ended.

    An end is not part of a position. What came before the last ply stood is no move after it.
    """
    lacking, surplus = beam.sight.differences(line.position)
    if not lacking.bit_count() == surplus.bit_count() == 1:
        return False
    (origin,), (target,) = squares_of(lacking), squares_of(surplus)
    if line.move is not None and beam.stood_at[target] < beam.stood_at[line.move.target]:
        return False
    return is_legal(line.game.rules, line.position, MOVES[origin][target])


def moved_after_return(beam: Beam) -> Story | None:
    """Return the story of a board on which one move was made after plies had been taken back.

    Those that came back one soon after the other may look like play, of an odd number of plies. It
    shows when a piece moves whose turn it is not, but was when the board stood so before.
    """
    line, top, sight = beam.best.line, beam.best.top, beam.sight
    lacking, surplus = sight.differences(line.position)
    if surplus.bit_count() != 1:
        return None
    (target,) = squares_of(surplus)
    before = line
    for plies in range(1, min(_RETURNED, line.depth) + 1):
        before = before.back()
        same = before.position._replace(to_move=line.to_move) == line.position
        if not same or before.to_move is line.to_move or not _came_soon(top, plies // 2 - 1):
            continue
        for origin in squares_of(lacking):
            moved = before.allows(origin, target) and before.after(origin, target)
            if moved and sight.fits(moved.position):
                left, at = beam.stood_at[origin], beam.stood_at[target]
                made = Made(moved, at, left=left, before=Made(before), first=at)
                return _seen(begun(moved)._replace(top=made), beam)
    return None


def _came_soon(made: Made, plies: int) -> bool:
    """Say whether each of the last few plies came soon after the one before: people play slower."""
    latest = pairwise(made.latest(plies + 1))
    return all(after.first - before.first <= _RETURNS_S for after, before in latest)


def _stands_as(line: PlayedLine, sight: Sight, turned: int, lying: int) -> bool:
    """Say whether a board stands as a line does; most do not, which the occupancy says at once.

    A captive may come back upside down, so that its pole is wrong on some squares. Older ones may
    be `lying` on others.
    """
    besides = lying & ~line.position.occupied
    if (line.position.occupied ^ sight.occupied) & ~(sight.unsure | besides):
        return False
    wrong, _ = sight.differences(line.position, besides)
    return not wrong & ~turned


def _is_start(line: PlayedLine) -> bool:
    """Say whether a line has the start position: who sets that up begins a new game."""
    return not line.depth and line.position == line.game.rules.start


def _again(beam: Beam, line: PlayedLine) -> Story:
    """Return the story of a board that stands as a line does; older captives lie where they lay."""
    occupied = line.position.occupied
    lying = tuple(d for d in beam.best.dead if d.at != AIR and not occupied >> d.at & 1)
    return _seen(begun(line)._replace(dead=lying), beam)


def _seen(story: Story, beam: Beam) -> Story:
    return as_seen(story, beam.sight.occupied, beam.sight.unsure, beam.changed_at)


def pushes_put_right(beam: Beam) -> Made | None:
    """Return what stood before two pieces were pushed which have just been put right, if so.

    Both went to the next square, the second one before anybody could reply to the first, or both
    left at the same moment. One after the other they came back, as if each side had made a move and
    taken it back. Nobody knows when a piece leaves a square that does not tell.
    """
    _, back, reply, first, begins = beam.best.top.latest(5)
    if not _is_there_and_back(beam):
        return None
    if not first.first - durations.SWEEP_S < reply.left < first.first + durations.SEEN_S:
        return None
    if back.left - reply.first > durations.PUSHED_OUT_S:
        return None
    together = abs(reply.left - first.left) <= durations.FALLS_NEXT_S
    # Neither side lifts so soon after the move before, both at once: an arm has tilted them.
    steps = first.is_step and reply.is_step
    brief = max(made.first - made.left for made in (first, reply)) <= durations.REACTION_S
    tilted = together and steps and brief and first.left - begins.first < durations.REACTION_S
    pushed = (together or steps) and _was_pushed(first) and _was_pushed(reply)
    return begins if tilted or pushed else None


def _was_pushed(made: Made) -> bool:
    """Say whether a piece came to its square faster than a hand carries it, or slid farther."""
    slid = not (made.carried or made.is_step)
    return slid or made.first - made.left <= durations.GRASPED_S


def swept_back(beam: Beam) -> Made | None:
    """Return what stood before two plies which two hands have just taken back at once, if so.

    The piece of the second was lifted first, just before the other one, and came home no later than
    anybody could have seen that. It seems to have replied to the return of the other one.
    """
    last, third, _, _, begins = beam.best.top.latest(5)
    lifted_s, home_s = third.left - last.left, last.first - third.first
    swept = 0 < lifted_s < durations.SWEEP_S and home_s < durations.HELD_S
    return begins if swept and _is_there_and_back(beam) else None


def slid_past_push(beam: Beam) -> Made | None:
    """Return the one ply of a piece that slid on while its arm pushed another one there and back.

    None unless it looks as if that had replied with a step, had been replied to by going straight
    on, each before people can react, and had stepped back before anybody leaves what has counted.
    """
    back, on, push, start, begins = beam.best.top.latest(5)
    slid, went_on = start.line.move, on.line.move
    if not (slid and went_on and push.is_step and _undoes(back, push)):
        return None
    if any(each.carried for each in (start, push, on)) or _is_unsure(beam):
        return None
    if start.first == LONG_AGO:
        return None  # nobody saw how long it took
    if push.first - push.left > durations.GRASPED_S:
        return None  # no push takes so long: it was carried to the next square
    replied_s, on_s = push.left - start.first, on.left - push.first
    if back.left - push.first > durations.LATER_S:
        return None
    if max(replied_s, on_s) >= durations.REACTION_S or slid.target != went_on.origin:
        return None
    if not PATHS[slid.origin][went_on.target] >> slid.target & 1:
        return None
    line = begins.line.after(slid.origin, went_on.target)
    if line.position[:3] != beam.best.line.position[:3]:
        return None
    return on._replace(line=line, left=start.left, before=begins)


def _is_there_and_back(beam: Beam) -> bool:
    """Say whether each side has made a ply and then undone it, all where sensors tell of it."""
    last, third, second, first = beam.best.top.latest(4)
    return _undoes(third, first) and _undoes(last, second) and not _is_unsure(beam)


def _undoes(back: Made, made: Made) -> bool:
    """Say whether a ply is another one backwards."""
    return back.line.move is not None and back.line.move.undoes(made.line.move)


def _is_unsure(beam: Beam) -> bool:
    """Say whether one of the last four plies came from a square that does not tell."""
    return any(made.line.origin_bit & beam.sight.unsure for made in beam.best.top.latest(4))
