"""What a board says that rests: the few plies that put every piece where it stands.

Hands that overlap may lead every story astray. But when they have gone, and one ply or two explain
the whole board, nobody needs to know which hand did what. Knows no hands, and of the order of
changes only what tells one reading from another.
"""

from collections.abc import Iterator, Sequence

from controller.recognition import durations
from controller.recognition.explanation import Explanation, RestingBoard
from controller.recognition.falling import as_seen
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO, NEVER
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Dead, Made, Story, begun
from controller.recognition.taken_again import taken_again
from controller.recognition.tracker import Beam
from controller.rules.geometry import bits_of, squares_of
from controller.rules.lines import MOVES, Move

# In plies: the most that are taken back, and the most that are made, to explain a board.
_BACK, _AHEAD = 3, 4
# In plies: the piece of the first may have made the last of them.
_MERGED = 3


def is_settled(story: Story) -> bool:
    """Say whether a story has every piece in its place, dead ones aside."""
    return not (story.away or story.foreign or story.straddle or story.upset)


def of_another_turn(story: Story, other: Story) -> bool:
    """Say whether every piece is in its place in two stories, which differ in whose turn it is.

    The same squares are felt, and nobody sees the turn on the board: who moves next shows it.
    """
    if not (is_settled(story) and is_settled(other) and story.occupied == other.occupied):
        return False
    return story.line.to_move is not other.line.to_move


def at_rest(beam: Beam, line: PlayedLine, *, watched: bool = True) -> Story | None:
    """Return the story of a board that rests, from the plies that count on.

    None if no few plies explain where every piece stands, or if as few others do, too. Of plies in
    several orders those are meant that fit to when each square became as it is. Where
    nobody `watched`, one of them may have captured the piece of the one before, and others that
    come to the same board are as good.
    """
    lines = [line]
    while len(lines) <= min(_BACK, line.depth):
        lines.append(lines[-1].back())
    begins = [_as_made(beam.best, each) for each in lines]
    seen = RestingBoard(beam.best, beam.sight, beam.changed_at, beam.stood_at, watched)
    captured = tuple(seen.without_slide(dead) for dead in beam.best.dead)
    for plies in range(len(begins) + _AHEAD):
        found = [
            reading
            for back, begin in enumerate(begins[: plies + 1])
            for reading in _readings(_explained_by(begin, captured, beam.best), plies - back, seen)
            if back in (0, plies) or _may_replace(reading, begins[:back], seen)
            if reading.plies or back <= 1 or _has_come_back(reading, line, seen)
            if not _stood_before_it_left(reading, begins[:back], seen)
            if not _came_home_late(reading, begins[:back], seen)
            if not _merges(reading, begins[:back])
        ]
        if len(found) > 1:
            found = [each for each in found if _is_in_order(each, seen)]
        if found:
            return _story_of(found[0], seen) if _is_known(found, watched=watched) else None
    return None


def _is_known(found: Sequence[Explanation], *, watched: bool) -> bool:
    """Say whether one reading is as good as all: it is the only one.

    Where nobody `watched` the play goes on from where all of them end, in whatever order the plies
    were made: nothing will ever show that.
    """
    ends = {reading.made.line.position for reading in found}
    return len(found) == 1 or (len(ends) == 1 and not watched)


def _has_come_back(reading: Explanation, line: PlayedLine, seen: RestingBoard) -> bool:
    """Say whether a piece is felt where it stood before several plies, and not after them.

    What is only gone is in a hand.
    """
    before = reading.made.line.position.occupied
    return bool(before & ~line.position.occupied & seen.sight.felt)


def _stood_before_it_left(
    reading: Explanation, dropped: Sequence[Made], seen: RestingBoard
) -> bool:
    """Say whether a ply ends on a square that was filled long before its piece left its own.

    Or before that left the square to which it was believed to have gone. One that slides slowly to
    the next square is felt on both for a while.
    """
    for made in reading.ahead():
        felt_on_both_s = durations.SWEEP_S if made.is_step else durations.SLOW_SLIDE_S
        move = made.line.move
        if move is None or seen.was_covered(move.origin):
            continue
        if _left_at(move, dropped, seen) - seen.filled_at(move.target) > felt_on_both_s:
            return True
    return False


def _came_home_late(reading: Explanation, dropped: Sequence[Made], seen: RestingBoard) -> bool:
    """Say whether a piece came home long after plies that are made instead of its own and others.

    Whoever takes a ply back does so before the others go on: what has stood on the next square
    until then was rather pushed home. Where no fewer are made than are dropped, none was taken
    back.
    """
    if not 0 < reading.plies < len(dropped):
        return False
    targets = [made.line.move.target for made in reading.ahead() if made.line.move]
    steps = bits_of(*(made.line.move.origin for made in dropped if made.line.move and made.is_step))
    homes = steps & seen.sight.felt & ~bits_of(*targets)
    first = min(seen.stood_at[target] for target in targets)
    return any(seen.stood_at[home] - first > durations.IN_HAND_S for home in squares_of(homes))


def _merges(reading: Explanation, dropped: Sequence[Made]) -> bool:
    """Say whether two plies of one piece become one, though the first had been replied to.

    What goes on then is the next move of its side, unless it goes back to where it stood before.
    """
    if len(dropped) < _MERGED or not reading.plies:
        return False
    on, reply, old = dropped[-_MERGED:]
    move, last, first = old.line.move, on.line.move, reading.ahead()[-1]
    if not (move and last) or first.line.move != MOVES[move.origin][last.target]:
        return False
    goes_home = _goes_home(old.line, last.target)
    return last.origin == move.target and on.left > reply.first and not goes_home


def _goes_home(line: PlayedLine, square: int) -> bool:
    """Say whether a square is where the piece of the last ply of its side stood before."""
    before = line.back().back().move
    return before is not None and before.origin == square


def _left_at(move: Move, dropped: Sequence[Made], seen: RestingBoard) -> float:
    """Return since when nothing feels the piece of a move where it stood, or was believed to."""
    moves = (made.line.move for made in dropped)
    old = bits_of(*(each.target for each in moves if each and each.origin == move.origin))
    left = [seen.stood_at[square] for square in squares_of(old & seen.sight.bare)]
    return max(seen.stood_at[move.origin], *left, LONG_AGO)


def _is_in_order(reading: Explanation, seen: RestingBoard) -> bool:
    """Say whether each reply came to stand after the piece was lifted to whose move it replies."""
    replied_at = NEVER
    for made in reading.ahead():
        move = made.line.move
        if move is None or seen.stood_at[move.origin] > replied_at:
            return False
        replied_at = seen.filled_at(move.target)
    return True


def _may_replace(reading: Explanation, dropped: Sequence[Made], seen: RestingBoard) -> bool:
    """Say whether plies may be made instead of some that count.

    The last shows nothing, or something stands where one of the others came from; or nothing had
    felt where the piece of the first went. What was played before anybody looked stays as it is.
    """
    if any(made.first == LONG_AGO for made in dropped):
        return False
    last = dropped[0].line
    come = seen.sight.felt & ~last.position.occupied
    if any(made.line.origin_bit & come for made in dropped):
        return True
    return _shows_nothing(last, seen.sight) or _went_unfelt(reading, dropped, seen)


def _went_unfelt(reading: Explanation, dropped: Sequence[Made], seen: RestingBoard) -> bool:
    """Say whether the piece of an old ply has made another one than it seemed to make.

    Another piece stands now where it was believed to be, or it came elsewhere just then.
    """
    *later, made = reading.ahead()
    old, first = dropped[-1].line.move, made.line.move
    if first is None or old is None or first.origin != old.origin:
        return False
    if any(each.line.ends_on(old.target) for each in later):
        return True
    left, came = (seen.stood_at[square] for square in first)
    if not seen.sight.bare >> old.target & 1 or abs(came - left) >= durations.IN_HAND_S:
        return False
    # What left there after the reply was lifted had been seen to stand; it may only go home.
    stood = any(seen.stood_at[old.target] > reply.left for reply in dropped[-2:-1])
    return not stood or _goes_home(dropped[-1].line, first.target)


def _shows_nothing(line: PlayedLine, sight: Sight) -> bool:
    """Say whether a board shows nothing of the last ply that counts.

    Its piece has left, or is back where it stood three plies ago, as if only pushed and put right.
    """
    move, before = line.move, line.back().back().move
    return move is not None and (move.undoes(before) or bool(sight.bare >> move.target & 1))


def _as_made(story: Story, line: PlayedLine) -> Made:
    """Return how the last ply of a line was made by a story, if that goes on from it."""
    made = story.top
    while made.before is not None and made.line.depth > line.depth:
        made = made.before
    return made if made.line is line else begun(line).top


def _explained_by(begin: Made, captured: tuple[Dead, ...], story: Story) -> Explanation:
    """Return the explanation with no ply since a line, while a story has made some that capture."""
    later = 0
    for made in story.top.latest(max(story.top.line.depth - begin.line.depth, 0)):
        later |= made.line.captured
    return Explanation(begin, captured=captured, later=later)


def _readings(reading: Explanation, plies: int, seen: RestingBoard) -> Iterator[Explanation]:
    """Yield every way to make this number of plies more after which the board stands as it does."""
    line = reading.made.line
    owed = bits_of(*(dead.at for dead in reading.captured if dead.at != AIR))
    lacking, surplus = seen.sight.differences(line.position, owed)
    if not plies:
        if not (lacking or surplus):
            yield reading
        return
    if reading.plies + plies > _AHEAD or not 0 < surplus.bit_count() <= plies:
        return
    for origin in squares_of(lacking):
        for target in squares_of(surplus):
            after = _after(reading, origin, target, seen)
            if after:
                yield from _readings(after, plies - 1, seen)
    if surplus.bit_count() < plies and not seen.watched:
        yield from _taken_readings(reading, plies, seen, lacking, surplus)


def _taken_readings(
    reading: Explanation, plies: int, seen: RestingBoard, lacking: int, surplus: int
) -> Iterator[Explanation]:
    """Yield the ways that begin with a ply whose piece the next one has captured.

    Somebody would have felt it stand. So all of that happened before the last look, and since the
    one before nobody looked.
    """
    changed = bits_of(*(s for s, at in enumerate(seen.stood_at) if at in (LONG_AGO, seen.since)))
    free = seen.sight.bare & ~reading.made.line.position.occupied
    pairs = taken_again(reading.made.line, lacking & changed, surplus & changed, free)
    for ply, reply in pairs:
        after = _after(reading, *ply, seen)
        after = after and _after(after, *reply, seen)
        if after:
            yield from _readings(after, plies - 2, seen)


def _after(
    reading: Explanation, origin: int, target: int, seen: RestingBoard
) -> Explanation | None:
    """Return a reading with one more ply, None if that is illegal, or stood before its turn.

    A reply cannot stand before the piece was lifted to whose move it replies.
    """
    before = reading.made
    if not before.line.allows(origin, target):
        return None
    left, first = seen.times(before.line.depth - reading.plies, origin, target)
    if first < _begun_at(before, seen):
        return None
    line = before.line.after(origin, target)
    made = Made(line, seen.since, left=left, before=before, first=first)
    squares = squares_of(line.captured & ~reading.later)
    captured = tuple(Dead(s, line.to_move, seen.since, home=s, last=s) for s in squares)
    later = reading.later & ~line.captured
    return Explanation(made, reading.plies + 1, reading.captured + captured, later)


def _begun_at(made: Made, seen: RestingBoard) -> float:
    """Return when a ply began: its piece may be felt on both squares until it has long come."""
    move = made.line.move
    return made.left if move is None else min(made.left, seen.stood_at[move.target])


def _story_of(reading: Explanation, seen: RestingBoard) -> Story:
    """Return the story of a reading; what was captured lies where a square is filled still."""
    story = begun(reading.made.line)._replace(top=reading.made, dead=reading.dead())
    return as_seen(story, seen.sight.occupied, seen.sight.unsure, seen.since)
