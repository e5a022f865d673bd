"""What an act costs in its circumstances: how soon it came, after what, beside which others."""

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.moments import LONG_AGO, fading, growing
from controller.recognition.reaction import is_near, price_of_moving_again, price_of_reaction
from controller.recognition.story import AIR, Away, Made, Story, held, held_own, last_away
from controller.rules.geometry import APART, EDGE, NEIGHBOURS, PATHS


def price_of_slide(seconds: float) -> float:
    """Return what it costs that a piece was felt nowhere for so long, and then beside that."""
    if seconds <= durations.SLIDE_S:
        return prices.SLIDES
    return prices.SLIDES_SLOWLY if seconds <= durations.SLOW_SLIDE_S else 0.0


def price_of_ply(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece of the side to move makes a legal move."""
    price = prices.PLY + _price_of_haste(story, piece, seen) + _price_of_tempo(story, piece)
    price += price_of_reaction(story, piece, seen) + price_of_moving_again(story, piece, seen)
    price += prices.RATHER_CAPTURED if _is_rather_captured(story, piece, seen) else 0.0
    price += prices.RATHER_SLID if _has_rather_slid(story, piece, seen) else 0.0
    return price + (prices.HOLDS_ANOTHER if _holds_another(story, piece, seen.at) else 0.0)


def _holds_another(story: Story, piece: Away, at: float) -> bool:
    """Say whether the side to move had a piece in the hand when it lifted another.

    One that left its square before the last ply stood was rather pushed then, if it waits still.
    """
    first = story.top.first
    until = (at if piece.left < first else piece.left) - durations.GRASPED_S
    return any(first <= a.left <= until for a in held_own(story, but=piece))


def _is_rather_captured(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a reply ends where the move, which nothing has felt, would capture its piece."""
    move = story.line.move
    if move is None or not seen.unsure >> move.target & 1 or move.target == seen.square:
        return False
    return story.line.back().would_capture(move.origin, seen.square, piece.home)


def _has_rather_slid(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether another piece that has just left the next square has rather slid to this one."""
    if seen.is_beside(piece.last):
        return False
    slides = [
        a
        for a in held(story)
        if a is not piece and seen.is_beside(a.last) and seen.at - a.since <= durations.SLIDE_S
    ]
    if not slides:
        return False
    captured = story.line.after(piece.home, seen.square).captured
    return any(not captured >> a.home & 1 for a in slides)


def price_of_nudge(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece of the side to move was pushed to the next square."""
    takes_s = seen.at - piece.since
    another = seen.is_soon_after(piece) and _holds_another(story, piece, seen.at)
    price = prices.NUDGE_WHILE_HOLDING if another else prices.NUDGE_OWN
    carried = takes_s > durations.GRASPED_S and piece.last == piece.home
    return price_of_push(story, piece, price) + (prices.NUDGE_CARRIED if carried else 0.0)


def price_of_push(story: Story, piece: Away, price: float) -> float:
    """Return what a push to the next square costs if alone it costs a price."""
    return max(price - prices.SLEEVE, 0.0) if _is_swept(story, piece) else price


def is_near_held(story: Story, piece: Away) -> bool:
    """Say whether the arm of a hand that has just lifted its own piece may be over another."""
    return any(is_near(a.home, piece.home) for a in held_own(story))


def _is_swept(story: Story, piece: Away) -> bool:
    """Say whether other pieces were pushed from their places about when one was."""
    near = [a for a in story.away if a is not piece and not a.waits]
    near = [a for a in near if abs(a.left - piece.left) < durations.SWEEP_S]
    return len(near) > 1 or any(_is_pushed(story, a) for a in near)


def _is_pushed(story: Story, away: Away) -> bool:
    """Say whether a piece was pushed from its place, and is in no hand.

    One in the air is in a hand, rather; but not of the side that has just moved, whose arm is
    over it.
    """
    if away.at != AIR:
        return away.is_pushed
    soon = 0 <= away.left - story.top.first < durations.SEEN_S
    return soon and not story.owns(away)


def _price_of_haste(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a move is made while the last ply's piece is in the air."""
    top = story.top
    if LONG_AGO < piece.left < top.back().left:
        return 0.0 if _left_when_it_came(top, piece) else prices.HELD_THROUGH
    before, last = price_of_lifting_before(piece, top.left), last_away(story)
    if last is None or last.at != AIR:
        return before
    brushed = prices.ONLY_BRUSHED if last.since - top.first < durations.BRUSH_S else 0.0
    if top.line.after(piece.home, seen.square).captured >> last.home & 1:
        return before + brushed  # it was taken early
    if last.since - top.first >= durations.HELD_S and piece.left <= last.since:
        return before + prices.LIFTS_NEXT
    if before and (not seen.unsure or seen.at - last.since < durations.SEEN_S):
        return before  # it is only put straight, or nobody has seen that it is in the air
    paid = prices.NOT_DOWN if piece.left > last.since else 0.0
    return before + prices.NOT_DOWN - paid + brushed


def _left_when_it_came(top: Made, piece: Away) -> bool:
    """Say whether a piece left its square just after its own ply: it was put beside, or touched."""
    made = top
    while made.before is not None and made.first > piece.left:
        made = made.before
    return made.line.ends_on(piece.home) and piece.left - made.first < durations.SWEEP_S


def price_of_through(piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece is put where it may not go."""
    if not PATHS[piece.home][seen.square]:
        return prices.OUT
    return prices.NUDGE_OWN if seen.is_beside(piece.home) else prices.THROUGH


def price_of_early(story: Story, piece: Away, at: float) -> float:
    """Return what it costs that a reply stands before the move, whose piece was lifted lately.

    A piece may be in the hand since before that lift where it was to reply to a move that has been
    taken back since.
    """
    lifted = max((a.left for a in held_own(story)), default=0.0)
    soon = prices.EARLY_SOON * fading(at - lifted, durations.SOON_S)
    return soon + (0.0 if story.top.reopened else price_of_lifting_before(piece, lifted))


def _price_of_tempo(story: Story, piece: Away) -> float:
    """Return what it costs that a piece was lifted so soon after the last two plies.

    Not where they were seen in another order than they were made in.
    """
    top = story.top
    if top.before is None or not LONG_AGO < top.before.first <= top.first <= piece.left:
        return 0.0
    return prices.TWO_REPLIES * fading(piece.left - top.before.first, durations.TEMPO_S)


def price_of_flight(piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece came so far so soon after it was lifted."""
    takes_s = durations.FLIES_S + durations.FLIES_FAR_S * (APART[piece.last][seen.square] - 2)
    in_no_time = seen.at - piece.since <= takes_s and not seen.late
    return prices.FLIES if in_no_time else 0.0


def price_of_laying(square: int) -> float:
    """Return what it costs that a captive is laid on a square."""
    return prices.LAID_ON_EDGE if EDGE >> square & 1 else prices.LAID


def price_of_laying_aside(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece whose turn it is not is put far from its place."""
    if not is_captured_by_held(story, piece):
        return prices.OUT
    square, price = seen.square, price_of_laying(seen.square)
    flying = [a for a in held(story) if not price_of_flight(a, seen)]
    own, allows = story.own(), story.line.allows
    if any(own >> a.home & 1 and allows(a.home, square) for a in flying):
        return price + prices.LAID_WHERE_IT_GOES
    later = (a for a in flying if a.left > piece.left and not own >> a.home & 1)
    replies = any(PATHS[a.home][square] for a in later)
    return price + (prices.LAID_AFTER_LIFT if replies else 0.0)


def is_captured_by_held(story: Story, piece: Away) -> bool:
    """Say whether the side to move has lifted what may capture a piece: that was taken early."""
    capturable = story.top.line.capturable
    return any(capturable(a.home) >> piece.home & 1 for a in held_own(story))


def price_of_falling(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece fell from its place to another, in no time."""
    lately = [
        a for a in story.away if seen.at - a.since < durations.FALLS_NEXT_S and a is not piece
    ]
    # One from the next square has slid here, rather.
    slid = any(seen.is_beside(a.last) for a in lately)
    together = any(seen.at - a.left < durations.FALLS_NEXT_S for a in lately)
    return 0.0 if together and not slid else prices.FLUNG


def price_of_lifting_before(piece: Away, lifted: float) -> float:
    """Return what it costs that a reply was lifted before the piece to whose move it replies."""
    if not LONG_AGO < piece.left < lifted:
        return 0.0
    return prices.LIFTED_BEFORE * growing(lifted - piece.left, durations.LEAVES_S)


def price_of_going_on(piece: Away, seen: SquareChange, *, waits: bool) -> float:
    """Return what it costs that a piece which was out of its place comes to another square."""
    if seen.is_beside(piece.home):
        # It was pushed, and is felt now and then.
        if seen.square == piece.last and not waits:
            return 0.0
        return prices.OUT_AGAIN + (prices.EARLY_BESIDE - prices.EARLY if waits else 0.0)
    if NEIGHBOURS[piece.home] >> piece.last & 1:
        return prices.PUSHED_FARTHER + (prices.EARLY_AGAIN if waits else prices.OUT_AGAIN)
    slides = seen.is_beside(piece.last) and seen.is_soon_after(piece)
    return prices.EARLY_AGAIN if waits or slides else prices.OUT_AGAIN
