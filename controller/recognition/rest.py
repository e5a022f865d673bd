"""What a board says that rests: the few plies that put every piece where it stands.

Hands that overlap may lead every story astray. But when they have gone, and one ply or two explain
the whole board, nobody needs to know which hand did what. Knows no hands and no order of changes.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.recognition import prices
from controller.recognition.falling import as_seen
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, LONG_AGO, Dead, Made, Story, begun
from controller.rules.geometry import NEIGHBOURS, bits_of, squares_of
from controller.rules.lines import Move

# In plies: the most that are taken back, and the most that are made, to explain a board.
_BACK, _AHEAD = 3, 4
# In plies: two pushes, and both put right.
_PUT_RIGHT = 4
# In plies: so long ago a board may have stood as it does again, with what was captured since.
_AGO = 8


class _Reading(NamedTuple):
    """Plies made after a line of play, and what they captured, which may stand yet."""

    made: Made
    plies: int = 0
    captured: tuple[Dead, ...] = ()


def is_settled(story: Story) -> bool:
    """Say whether a story has every piece in its place, dead ones aside."""
    return not (story.away or story.foreign or story.straddle or story.upset)


def at_rest(
    story: Story,
    line: PlayedLine,
    sight: Sight,
    since: float,
    stood_at: Sequence[float] = (),
) -> Story | None:
    """Return the story of a board that rests since a time, from the plies that count on.

    None if no few plies explain where every piece stands, or if as few others do, too. Of plies in
    several orders those are meant that fit to when each square became as it is, in seconds.
    """
    begins = [line]
    while len(begins) <= min(_BACK, line.depth):
        begins.append(begins[-1].back())
    for plies in range(len(begins) + _AHEAD):
        found = [
            reading
            for back, begin in enumerate(begins[: plies + 1])
            if back in (0, plies) or _shows_nothing(story, line, sight)
            for reading in _readings(_begun(story, begin), plies - back, story, sight, since)
        ]
        if stood_at:
            found = [each for each in found if not _stood_before_it_left(each, stood_at)]
        if len(found) > 1 and stood_at:
            found = [each for each in found if _is_in_order(each, stood_at)]
        if found:
            return _story_of(found[0], sight, since) if len(found) == 1 else None
    return None


def _stood_before_it_left(reading: _Reading, stood_at: Sequence[float]) -> bool:
    """Say whether a ply ends on a square that was filled long before its piece left its own.

    One that slides slowly is felt on both for a while.
    """
    made = reading.made
    for _ in range(reading.plies):
        move, made = made.line.move, made.back()
        if move and stood_at[move.origin] - stood_at[move.target] > prices.SWEEP_S:
            return True
    return False


def _is_in_order(reading: _Reading, stood_at: Sequence[float]) -> bool:
    """Say whether each reply came to stand after the piece was lifted to whose move it replies."""
    made, replied_at = reading.made, float("inf")
    for _ in range(reading.plies):
        move, made = made.line.move, made.back()
        if move is None or stood_at[move.origin] > replied_at:
            return False
        replied_at = stood_at[move.target]
    return True


def stands_again(story: Story, line: PlayedLine, sight: Sight, since: float) -> Story | None:
    """Return the story of a board that stands as it did some plies ago, captives and all.

    None if it does not, or a story says so already. No play leads there: plies are taken back.
    """
    before, captured = _before_captures(story, line, sight)
    said = story.line is before and is_settled(story)
    if before is None or said or _has_returned(line, before, captured):
        return None
    return _again(before, sight, since)


def captives_stand_again(
    story: Story, line: PlayedLine, sight: Sight, since: float
) -> Story | None:
    """Return the story of a board at rest as it was before a capture, after play there and back.

    Somebody may only show where a captive stood. But whoever puts all of them back at once after
    all other pieces takes the moves back.
    """
    before, _ = _before_captures(story, line, sight)
    if before is None or since - story.top.since > prices.PAUSE_S:
        return None
    return _again(before, sight, since)


def _before_captures(story: Story, line: PlayedLine, sight: Sight) -> tuple[PlayedLine | None, int]:
    """Return the line some plies ago as which a board stands again, and what was captured since.

    None if nothing was. A captive that nobody has taken yet may stand there after play, too.
    """
    untouched = (dead for dead in story.dead if dead.at == dead.home and not dead.taken)
    _, surplus = sight.differences(line.position, bits_of(*(dead.at for dead in untouched)))
    captured, before = 0, line
    for _ in range(min(_AGO, line.depth) if surplus else 0):
        captured |= before.captured & ~sight.unsure
        before = before.back()
        if captured and sight.fits(before.position) and not _is_start(before):
            return before, captured
    return None, 0


def _has_returned(line: PlayedLine, before: PlayedLine, captured: int) -> bool:
    """Say whether all pieces stand by a line as they did some plies before, but for captives."""
    return not before.position.occupied & ~line.position.occupied & ~captured


def stood_before(line: PlayedLine, sight: Sight, since: float) -> Story | None:
    """Return the story of a board that stands as it did a few plies ago, None if it does not."""
    before = line
    for _ in range(min(_AGO, line.depth)):
        before = before.back()
        if sight.fits(before.position) and not _is_start(before):
            return _again(before, sight, since)
    return None


def _is_start(line: PlayedLine) -> bool:
    """Say whether a line has the start position: who sets that up begins a new game."""
    return not line.depth and line.position == line.game.rules.start


def _again(line: PlayedLine, sight: Sight, since: float) -> Story:
    return as_seen(begun(line), sight.occupied, sight.unsure, since)


def pushes_put_right(story: Story, sight: Sight) -> Made | None:
    """Return what stood before two pieces were pushed which have just been put right, if so.

    Both went to the next square, the second one before anybody could reply to the first. One after
    the other they came back, as if each side had made a move and taken it back. Nobody knows when
    a piece leaves a square that does not tell.
    """
    made, begins = [], story.top
    for _ in range(_PUT_RIGHT):
        made.append(begins)
        begins = begins.back()
    if begins.line.depth + _PUT_RIGHT != story.line.depth:
        return None
    first, reply = made[-1], made[-2]
    if not first.first - prices.SWEEP_S < reply.left < first.first + prices.SEEN_S:
        return None
    moves = [each.line.move for each in reversed(made)]
    if any(move and sight.unsure >> move.origin & 1 for move in moves):
        return None
    there_and_back = zip(moves[:2], moves[2:], strict=True)
    return begins if all(_is_pushed_back(*each) for each in there_and_back) else None


def _is_pushed_back(there: Move | None, back: Move | None) -> bool:
    """Say whether one move undoes another, which went to the next square."""
    if there is None or back is None or (there.origin, there.target) != (back.target, back.origin):
        return False
    return bool(NEIGHBOURS[there.origin] >> there.target & 1)


def _shows_nothing(story: Story, line: PlayedLine, sight: Sight) -> bool:
    """Say whether a board shows nothing of the last ply that counts, which somebody saw stand.

    Its piece has left, or something stands where it came from; or it is back where it stood three
    plies ago, as if only pushed and put right.
    """
    move, before = line.move, line.back().back().move
    if move is None or _begun(story, line).made.first == LONG_AGO:
        return False
    if before is not None and (move.origin, move.target) == (before.target, before.origin):
        return True
    felt = sight.occupied & ~sight.unsure & ~line.position.occupied
    return bool(felt >> move.origin & 1) or not (sight.occupied | sight.unsure) >> move.target & 1


def _begun(story: Story, line: PlayedLine) -> _Reading:
    """Return no plies after a line, which was made as a story has it, if that goes on from it."""
    made = story.top
    while made.before is not None and made.line.depth > line.depth:
        made = made.before
    return _Reading(made if made.line is line else begun(line).top, captured=story.dead)


def _readings(
    reading: _Reading, plies: int, story: Story, sight: Sight, since: float
) -> Iterator[_Reading]:
    """Yield every way to make this number of plies more after which the board stands as it does."""
    line = reading.made.line
    owed = bits_of(*(dead.at for dead in reading.captured if dead.at != AIR))
    lacking, surplus = sight.differences(line.position, owed)
    if not plies:
        if not (lacking or surplus):
            yield reading
        return
    if reading.plies + plies > _AHEAD or not 0 < surplus.bit_count() <= plies:
        return
    for origin in squares_of(lacking):
        for target in squares_of(surplus):
            after = _after(reading, origin, target, story, since)
            if after:
                yield from _readings(after, plies - 1, story, sight, since)


def _after(
    reading: _Reading, origin: int, target: int, story: Story, since: float
) -> _Reading | None:
    """Return a reading with one more ply, None if that is illegal, or stood before its turn.

    A reply cannot stand before the piece was lifted to whose move it replies.
    """
    before = reading.made
    if not before.line.allows(origin, target):
        return None
    depth = before.line.depth - reading.plies
    left, first = _times(story, depth, origin, target) or (since, since)
    if first < before.left:
        return None
    line = before.line.after(origin, target)
    made = Made(line, since, left=left, before=before, first=first)
    squares = squares_of(line.captured)
    captured = tuple(Dead(s, line.to_move, since, home=s, last=s) for s in squares)
    return _Reading(made, reading.plies + 1, reading.captured + captured)


def _times(story: Story, depth: int, origin: int, target: int) -> tuple[float, float] | None:
    """Return when a piece left a square and came to another by a story, after a depth of plies."""
    for away in story.away:
        if (away.home, away.at) == (origin, target):
            return away.left, away.since
    made: Made | None = story.top
    while made is not None and made.line.depth > depth:
        if made.line.move == (origin, target):
            return made.left, made.first
        made = made.before
    return None


def _story_of(reading: _Reading, sight: Sight, at: float) -> Story:
    """Return the story of a reading; what was captured lies where a square is filled still."""
    story = begun(reading.made.line)._replace(top=reading.made, dead=reading.captured)
    return as_seen(story, sight.occupied, sight.unsure, at)
