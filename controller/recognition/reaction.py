"""Whether a hand can have seen what it answers: people need a while to see a piece stand.

What comes sooner was a push, a slide that only went on, or lifted for another reason.
"""

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.moments import LONG_AGO, fading
from controller.recognition.story import Away, Made, Story
from controller.rules.geometry import NEIGHBOURS, PATHS, SIZE


def price_of_reaction(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a reply begins sooner than people see what it replies to."""
    if story.line.move is None or _is_still_held(story, piece):
        return 0.0
    haste = _haste(story, piece, seen)
    if _may_be_pushed(story, piece, seen.square, seen.at - piece.since):
        return prices.NO_REACTION * haste
    # Nobody knows when a piece left a square that does not tell.
    is_known = piece.left >= story.top.left and not seen.unsure >> piece.home & 1
    return prices.LIFTED_UNSEEING * haste if is_known else 0.0


def _haste(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return 1 for a reply whose hand cannot have seen the last ply stand, then less, to 0.

    Where nothing feels that, none has come there and been seen so soon after it was lifted.
    """
    top = story.top
    if seen.unsure & top.line.target_bit:
        return 1.0 if piece.left - top.left < durations.SEEN_S else 0.0
    return too_soon(piece.left - top.first)


def _may_be_pushed(story: Story, piece: Away, square: int, seconds: float) -> bool:
    """Say whether a reply is a step beside and under the mover's arm, which may have pushed it."""
    move, beside = story.line.move, NEIGHBOURS[piece.home] >> square & 1
    if move is None or not beside or seconds > durations.SLOW_SLIDE_S:
        return False
    return is_near(move.target, piece.home)


def paid_for_push(story: Story, piece: Away, made: Made, seen: SquareChange) -> float:
    """Return what a ply has cost because it may have been a push, which it is not if it goes on.

    Nothing after a ply was taken back: nobody had waited for a reply then.
    """
    move = made.line.move
    if move is None or seen.is_beside(move.origin) or story.top.reopened:
        return 0.0
    if story.line.move is None or _is_still_held(story, piece):
        return 0.0
    if not _may_be_pushed(story, piece, move.target, made.first - made.left):
        return 0.0
    return prices.NO_REACTION * _haste(story, piece, seen)


def price_of_overtaken(story: Story, piece: Away) -> float:
    """Return what it costs that the move goes on to which the last ply has replied already.

    A step to the next square under its arm began before anybody saw where that went, if the piece
    had only just left the square where it was seen.
    """
    top, before = story.top, story.top.back()
    move, step = before.line.move, top.line.move
    if not (move and step and top.is_step):
        return 0.0
    if top.since - top.left > durations.SLOW_SLIDE_S or not is_near(move.target, step.origin):
        return 0.0
    paid = too_soon(top.left - before.first)
    return prices.NO_REACTION * max(too_soon(top.left - piece.left) - paid, 0.0)


def too_soon(seconds: float) -> float:
    """Return 1 for a reply that begins before anybody can have seen the move, then less, to 0.

    After a restart nobody knows when either began; the seconds are no number then.
    """
    if not seconds < durations.REACTION_S:
        return 0.0
    return 1.0 if seconds < durations.SEEN_S else fading(seconds, durations.REACTION_S)


def price_of_moving_again(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece moves again, back or straight on, and one replied too soon.

    It was rather pushed and put right, or has slid on all the time, and the reply was none.
    """
    top, before = story.top, story.top.back()
    reply, move = top.line.move, before.line.move
    if not (_has_just_moved(story, piece) and reply and move):
        return 0.0
    if seen.unsure >> reply.origin & 1:
        return 0.0  # nobody knows when the reply began
    if piece.left == LONG_AGO and seen.at - top.left < durations.REACTION_S:
        return prices.HELD_THROUGH  # whenever it left, that was before the reply
    if piece.left == LONG_AGO and seen.at - top.first < durations.SEEN_S:
        return prices.LIFT_OTHER  # ... that was before anybody could see the reply stand
    if was_held_again(story, piece, seen):
        return prices.HELD_THROUGH
    straight_on = PATHS[move.origin][seen.square] >> piece.home & 1
    goes_back = PATHS[move.origin][piece.home] >> seen.square & 1
    if (straight_on or goes_back) and was_on_its_way(story, piece, seen):
        return prices.HELD_THROUGH
    takes_s, beside = seen.at - piece.since, seen.is_beside(piece.last)
    # What has changed at once was changed while nobody looked.
    if takes_s > durations.SLOW_SLIDE_S or (takes_s > durations.FLIES_S and not beside):
        return 0.0
    began, since_reply = too_soon(top.left - before.first), too_soon(piece.left - top.first)
    if seen.square == move.origin:
        # What was carried was pushed by nobody, but a reply that began at once may have been.
        carried = before.first - before.left >= durations.HELD_S
        began *= prices.CARRIED_THERE if carried else 1.0
        return prices.BACK_AGAIN * max(began, since_reply)
    haste = max(began, since_reply)
    return prices.STRAIGHT_ON_AGAIN * haste if straight_on else 0.0


def was_held_again(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece was in the hand again before its reply began, and only goes on.

    Nobody had seen it stand by then. Who has held it for long, with the reply in front of him,
    replies to that.
    """
    top, before = story.top, story.top.back()
    if before.reopened or seen.at - top.first >= durations.REACTION_S:
        return False
    if not before.first <= piece.left < min(top.left, before.first + durations.SEEN_S):
        return False
    return before.line.might_end_on(seen.square)


def was_on_its_way(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether the piece of the ply before the last left its square before anybody saw it there.

    One that left a square which does not tell may have stood there for any time, and so has one
    whose ply had been replied to before, by a ply that was taken back. A slide is felt on every
    square, so what comes farther off later on has stood between, where nothing felt it.
    """
    top = story.top
    before, replied = top.back(), top.first
    beside = seen.is_beside(piece.home)
    if before.reopened or not (beside or seen.at - replied < durations.SOON_S):
        return False
    passes_s = passes_within(before) if beside and seen.is_soon_after(piece) else durations.SEEN_S
    if beside and piece.left < top.left:
        passes_s = durations.EVENLY_S  # the reply began when it stood on the line already
    return before.first <= piece.left < min(replied, before.first + passes_s)


def passes_within(made: Made) -> float:
    """Return for how long a piece that slides on may have been felt where a ply seemed to end.

    No longer than people take to see it stand, or little longer than on the squares before.
    """
    return max(durations.SEEN_S, min(slides_within(made), durations.EVENLY_S))


def slides_within(made: Made) -> float:
    """Return for how long an even slide that goes on is felt where a ply seemed to end."""
    move = made.line.move
    between = PATHS[move.origin][move.target].bit_count() - 1 if move else 0
    if made.carried or not between:
        return 0.0
    return durations.EVENLY * (made.first - made.left) / between


def is_near(hand: int, square: int) -> bool:
    """Say whether the arm of a hand over a square may be over another, from whatever side."""
    (rank, file), (its_rank, its_file) = divmod(hand, SIZE), divmod(square, SIZE)
    return min(abs(rank - its_rank), abs(file - its_file)) <= prices.ARM


def _has_just_moved(story: Story, piece: Away) -> bool:
    """Say whether a piece made the last ply of its side."""
    return story.top.back().line.ends_on(piece.home)


def _is_still_held(story: Story, piece: Away) -> bool:
    """Say whether a piece moved so lately that its mover's hand is on it, and not only near."""
    lately = piece.left - story.top.back().since < durations.STILL_HELD_S
    return lately and _has_just_moved(story, piece)
