"""A piece in the air comes to a square: every act of people that explains it."""

from controller.recognition import durations, prices
from controller.recognition.again import gone_on_before_reply, landed_again
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import (
    price_of_falling,
    price_of_flight,
    price_of_laying_aside,
    price_of_nudge,
    price_of_ply,
    price_of_push,
    price_of_slide,
    price_of_through,
)
from controller.recognition.down import goes_in_turn, out, ply, price_of_waiting
from controller.recognition.plies import resolved
from controller.recognition.reaction import passes_within
from controller.recognition.story import (
    Away,
    Story,
    changed,
    held,
    held_own,
    last_is_in_air,
)
from controller.rules.geometry import NEIGHBOURS, PATHS, SIZE, squares_of


def landed(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece that is in the air has come to a square."""
    beside = seen.is_beside(piece.last)
    start = story if seen.may_hold(story, piece.home) else story.dearer(prices.TURNED_OVER)
    slides = beside and not (piece.lost or seen.unseen)
    # One that is missing here has rather been put back than another one has slid here.
    lacks = any(a.home == seen.square and a.lost and a is not piece for a in story.away)
    if slides and (piece.out or seen.square != piece.home) and not lacks:
        start = start.dearer(price_of_slide(seen.at - piece.since))
    if seen.square == piece.home:
        return [came_home(start, piece, seen)]
    flies = 0.0 if beside else price_of_flight(piece, seen)
    put = _put(start.dearer(flies), piece, seen)
    if not flies or piece.lost:
        return put
    return [out(start, piece, seen, price_of_falling(story, piece, seen)), *put]


def _put(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the stories in which somebody has put a piece away from its home."""
    if piece.lost and not (seen.unseen or seen.at - piece.since < durations.IN_HAND_S):
        return _found_again(story, piece, seen)
    move = story.line.move
    if move and piece.home == move.target:
        return landed_again(story, piece, seen, move)
    found = (_own if story.owns(piece) else _others)(story, piece, seen)
    return found + gone_on_before_reply(story, piece, seen)


def _found_again(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece that was thought to be off the board is put on it.

    What seemed to be a captive may have been in the hand for its own move.
    """
    found = [out(story, piece, seen, prices.OUT)]
    if story.owns(piece) and story.top.line.allows(piece.home, seen.square):
        late = story.dearer(prices.PLY + prices.LAID_LATE)
        found.append(ply(late, piece, seen, carried=True))
    elif goes_in_turn(story, piece, seen):
        found.append(out(story, piece, seen, prices.EARLY + prices.LAID_LATE, waits=True))
    return found


def came_home(story: Story, piece: Away, seen: SquareChange) -> Story:
    """Return the story in which a piece is back where the game has it."""
    top, at, price = story.top, seen.at, -piece.paid
    if top.line.ends_on(piece.home):
        price += prices.FOREIGN if _only_stirs(story, piece) else 0.0
        top = top._replace(since=at, carried=False)
    elif _is_held(story, piece, at):
        # One that was in the air before the last ply stood was only pushed right.
        in_turn = piece.left >= top.first
        # Whoever holds a piece while the last one goes on has not seen where that stands.
        top = top._replace(closed=top.closed or (in_turn and not last_is_in_air(story)))
        for_nothing = in_turn and _is_pushed_beside(story, piece)
        price += prices.HELD_FOR_NOTHING if for_nothing else 0.0
        price += prices.HELD_OVER_REPLY if _has_rather_slid_on(story, piece, seen) else 0.0
    away = tuple(a for a in story.away if a is not piece)
    upset = story.upset and bool(away or story.foreign)
    home = story._replace(away=away, top=top, upset=upset, price=story.price + price)
    return resolved(_unblocked(home, piece.home))


def _unblocked(story: Story, square: int) -> Story:
    """Return the story in which no ply waits for its turn that would lead over a filled square."""
    blocked = [a for a in story.away if a.waits and PATHS[a.home][a.at] >> square & 1]
    for away in blocked:
        story = changed(story, away, away._replace(waits=False), prices.OUT - prices.EARLY)
    return story


def _only_stirs(story: Story, piece: Away) -> bool:
    """Say whether a piece that came from a square which feels it still was gone again in no time.

    Then no piece has come: the sensor of its target chatters.
    """
    sticks = bool(story.stuck & story.line.origin_bit)
    return sticks and piece.since - story.top.since < durations.SEEN_S


def _is_held(story: Story, piece: Away, at: float) -> bool:
    """Say whether a piece of the side to move was in a hand, and not only touched."""
    held = at - piece.left >= durations.HELD_S and not (piece.lost or story.upset)
    return held and story.owns(piece)


def _has_rather_slid_on(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece has only passed its square before the reply, and the next does not tell.

    It had slid on to that, and comes back from there with its next ply.
    """
    before = story.top.back()
    move = before.line.move
    if move is None or before.carried or not before.line.ends_on(piece.home):
        return False
    beyond = squares_of(NEIGHBOURS[piece.home] & seen.unsure)
    if not any(PATHS[move.origin][square] >> piece.home & 1 for square in beyond):
        return False
    return before.first <= piece.left < min(story.top.left, before.first + passes_within(before))


def _is_pushed_beside(story: Story, piece: Away) -> bool:
    """Say whether another piece of the side to move was pushed while this one was held."""
    own = story.own()
    pushed = (a for a in story.away if a.is_pushed and own >> a.home & 1)
    return any(a.left >= piece.left and not a.waits for a in pushed)


def _own(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the landings of a piece of the side to move away from its home."""
    beside = seen.is_beside(piece.home)
    found = []
    if any(a.waits for a in story.away) and goes_in_turn(story, piece, seen):
        found.append(out(story, piece, seen, prices.EARLY, waits=True))
    if not story.top.line.allows(piece.home, seen.square):
        off = _without_jumped(story, piece, seen.square)
        price = prices.JUMPS if off else price_of_through(piece, seen)
        found.append(out(off or story, piece, seen, price))
        return found + (_pushed_after(story, piece, seen) if beside else [])
    price = price_of_nudge(story, piece, seen) if beside else prices.OUT_OWN
    found.append(out(story, piece, seen, price))
    price = price_of_ply(story, piece, seen)
    found.append(ply(story.dearer(price), piece, seen, carried=seen.is_carried(piece)))
    return found


def _pushed_after(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the story in which a piece is pushed to where another one was lifted just before.

    They are of one kind, but which of them is in the hand matters: it makes the move.
    """
    if all(a.home != seen.square for a in held_own(story, but=piece)):
        return []
    pushed = piece._replace(at=seen.square, since=seen.at)
    return [changed(story, piece, pushed, price_of_nudge(story, piece, seen))]


def _without_jumped(story: Story, piece: Away, square: int) -> Story | None:
    """Return the story in which what a piece has jumped over is off the board, if it has jumped.

    So people capture in draughts, straight on or slantwise, in their turn.
    """
    (rank, file), (to_rank, to_file) = divmod(piece.home, SIZE), divmod(square, SIZE)
    if {abs(to_rank - rank), abs(to_file - file)} - {0, 2}:
        return None
    between = (piece.home + square) // 2
    jumped = next((a for a in held(story) if a.home == between), None)
    if jumped is None or story.own() >> between & 1:
        return None
    if max(piece.left, jumped.left) < story.top.first:
        return None  # two hands were busy before that ply stood
    return changed(story, jumped, jumped._replace(lost=True))


def _others(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the landings of a piece of the side that is not to move."""
    beside = seen.is_beside(piece.home)
    if beside:
        price = price_of_push(story, piece, prices.NUDGE)
    else:
        price = price_of_laying_aside(story, piece, seen)
    found = [out(story, piece, seen, price)]
    if goes_in_turn(story, piece, seen):
        price = price_of_waiting(story, piece, seen, beside=beside)
        found.append(out(story, piece, seen, price, waits=True))
    return found
