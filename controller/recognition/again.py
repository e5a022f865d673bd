"""The piece of the last ply comes to a square: it goes on, goes back, or makes the next ply."""

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import price_of_laying_aside
from controller.recognition.down import (
    goes_in_turn,
    out,
    ply,
    price_of_those_left_out,
    price_of_waiting,
)
from controller.recognition.moments import LONG_AGO, growing
from controller.recognition.plies import resolved, returned, unplayed
from controller.recognition.reaction import (
    paid_for_push,
    passes_within,
    price_of_overtaken,
    slides_within,
    was_held_again,
    was_on_its_way,
)
from controller.recognition.story import AIR, Away, Made, Story, changed, held_own
from controller.rules.geometry import PATHS, bits_of, squares_of
from controller.rules.lines import Move

# A piece that goes on has been in the air, or askew, for no more plies than this.
_MOST_SINCE = 3


def landed_again(story: Story, piece: Away, seen: SquareChange, move: Move) -> list[Story]:
    """Return the landings of the piece of the last ply: on, back, or where it may not go."""
    replying = _is_replied(story, piece, seen.square)
    # What came through the air has stood where it was put; only a slide pauses, and not for long.
    paused = not story.top.carried and piece.since - story.top.since <= durations.PAUSE_S
    straight = paused and goes_straight_on(move, seen.square)
    beside = seen.is_beside(piece.home)
    found = []
    if goes_in_turn(story, piece, seen):
        price = _price_of_next_ply(story, piece, seen, move, straight=straight)
        brushed = prices.ONLY_BRUSHED if straight and _has_only_brushed(story, piece) else 0.0
        found.append(out(story, piece, seen, price, waits=True).dearer(brushed))
    rests = story.top.closed or replying or _is_cleared(story, piece)
    if seen.square == move.origin:
        # People take back several in a row.
        price = 0.0 if story.top.reopened else prices.TAKE_BACK
        price += _price_of_closed(story) if replying else 0.0
        passes = not rests and seen.at - piece.left <= durations.REST_S
        found += _pushed_off(story, piece, seen) if passes else []
        return [*found, resolved(returned(story.dearer(price), piece, seen.at))]
    found += [] if rests else _pushed_off(story, piece, seen)
    if not story.line.might_end_on(seen.square):
        price = prices.NUDGE if beside else price_of_laying_aside(story, piece, seen)
        price += _price_of_going_beside_captor(story, piece, seen.square)
        return [*found, out(story, piece, seen, price)]
    on = _gone_on(story, piece, seen, move, paused=paused)
    if not rests:
        return [*found, on]
    # What was in the air for longer than a push takes was carried there.
    is_pushed = beside and not straight and seen.is_soon_after(piece)
    aside = prices.NUDGE if is_pushed else price_of_laying_aside(story, piece, seen)
    found.append(out(story, piece, seen, aside))
    if story.top.closed and seen.unseen:
        return found  # nobody saw it go, so nobody has put a move right
    goes_on = straight and not (_has_seen_a_reply(story, piece) or story.top.closed)
    return [*found, on if goes_on else on.dearer(prices.GO_ON_REPLIED)]


def _gone_on(story: Story, piece: Away, seen: SquareChange, move: Move, *, paused: bool) -> Story:
    """Return the story in which the last ply ends on another square."""
    straight = paused and goes_straight_on(move, seen.square)
    earlier = unplayed(story, paused=straight)
    again = next(a for a in earlier.away if a.home == move.origin)
    # What stood out of its place when the ply was made was paid for then.
    price = _price_of_change(story, move, seen, paused=paused) - price_of_those_left_out(story)
    price -= paid_for_push(earlier, again, story.top, seen)
    price += prices.GO_ON_INSTEAD if not straight and _reply_may_come(story, piece, seen) else 0.0
    price += prices.GO_ON_FROM_CAPTURE if not straight and _has_taken_captives(story) else 0.0
    return ply(earlier.dearer(price), again, seen, carried=seen.is_carried(piece))


def _pushed_off(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the story in which a piece is slid off the board before its captor comes.

    It had stood for long enough to be replied to. Until the captor comes, it seems to go on.
    """
    if not (seen.is_beside(piece.last) and seen.is_soon_after(piece)):
        return []
    down = piece._replace(at=seen.square, since=seen.at)
    if piece.out and not _slides_on(story, piece, seen.square):
        return [changed(story, piece, down, prices.PUSHED_OFF)]
    if piece.left - story.top.since < durations.SOON_S:
        return []
    capturable = story.line.capturable
    if not any(capturable(own) >> piece.home & 1 for own in squares_of(story.own())):
        return []
    return [changed(story, piece, down, prices.PUSHED_FIRST)]


def _slides_on(story: Story, piece: Away, square: int) -> bool:
    """Say whether the last ply's piece comes straight on to where that may have ended.

    It was out of its place on the way because none may stop there, as on the throne.
    """
    line = story.line
    straight = line.move is not None and goes_straight_on(line.move, square)
    return straight and line.might_end_on(square) and not line.might_end_on(piece.last)


def _is_cleared(story: Story, piece: Away) -> bool:
    """Say whether a board is cleared after the end of a game, which nobody replies to."""
    over = story.line.game.outcome is not None
    return over and piece.left - story.top.since > durations.PAUSE_S


def _price_of_change(story: Story, move: Move, seen: SquareChange, *, paused: bool) -> float:
    """Return what it costs that the last ply ends on another square; aside, if it has slid."""
    goes_back = bool(PATHS[move.target][seen.square] & 1 << move.origin)
    in_line = goes_back or goes_straight_on(move, seen.square)
    aside = paused and not (in_line or story.line.captured)
    return prices.GO_ON + (prices.GO_ON_ASIDE if aside else 0.0)


def _has_taken_captives(story: Story) -> bool:
    """Say whether somebody has taken off what the last ply has captured."""
    captured = bits_of(*(d.home for d in story.dead if d.taken)) & story.line.captured
    return bool(captured & ~story.occupied)


def _price_of_going_beside_captor(story: Story, piece: Away, square: int) -> float:
    """Return what it costs that the last ply's piece goes where its captor may come just then.

    It was rather taken early by the hand that has the captor in the other.
    """
    captures = story.line.would_capture
    comes = any(captures(a.home, square, piece.home) for a in held_own(story))
    return prices.RATHER_TAKEN if comes else 0.0


def _price_of_next_ply(
    story: Story, piece: Away, seen: SquareChange, move: Move, *, straight: bool
) -> float:
    """Return what it costs that a piece makes its side's next ply before the reply is down."""
    back = seen.square == move.origin
    beside = seen.is_beside(piece.home) and not (straight or back)
    price = price_of_waiting(story, piece, seen, beside=beside)
    price += _price_of_early_back(story, piece, seen) if back else 0.0
    # A piece that has not stood for long might have gone there with the last ply, too.
    soon = piece.since - story.top.since <= durations.PAUSE_S
    amends = straight or (soon and story.line.might_end_on(seen.square))
    price += prices.EARLY_INSTEAD if amends and not _has_seen_a_reply(story, piece) else 0.0
    return price + _price_of_going_beside_captor(story, piece, seen.square)


def _has_only_brushed(story: Story, piece: Away) -> bool:
    """Say whether the last ply's piece left its square sooner than a slide, or a finger, rests."""
    return piece.left - story.top.first < max(durations.BRUSH_S, slides_within(story.top))


def _has_seen_a_reply(story: Story, piece: Away) -> bool:
    """Say whether the last mover's hand took its piece again long after the reply was lifted.

    Whoever lifts before people can react has not replied, and the slide before may go on. One that
    has rested for long is over, and whoever goes on from there has seen a reply that is held.
    """
    seen = story.top.first + durations.REACTION_S
    rested = piece.left - story.top.since > durations.REST_S
    noticed = piece.left - (durations.HELD_S if rested else durations.REST_S)
    return any(seen <= a.left < noticed for a in held_own(story))


def _price_of_closed(story: Story) -> float:
    """Return what it costs to take a ply back whose reply is in the hand of the other side.

    One that was lifted before anybody saw the ply stand was only early, and says nothing of it.
    """
    stood = story.top.first
    waited = min(a.left for a in held_own(story) if a.left >= stood) - stood
    return prices.TAKE_BACK_CLOSED * growing(waited, durations.REACTION_S)


def _price_of_early_back(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece goes back with its next ply: it is rather taken back."""
    rested = piece.since - story.top.first
    has_slid_on = seen.is_soon_after(piece) and rested < durations.REACTION_S
    return prices.EARLY_BACK + (prices.HELD_THROUGH if has_slid_on else 0.0)


def _reply_may_come(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece that was lifted between may have replied with a move to the square."""
    stood = story.top.first
    replies = [a.home for a in held_own(story) if stood + durations.HELD_S <= a.left < piece.left]
    return any(story.top.line.allows(home, seen.square) for home in replies)


def goes_straight_on(move: Move, square: int) -> bool:
    """Say whether a square lies on the line of a move, beyond its target or before it."""
    return bool(
        PATHS[move.origin][square] & 1 << move.target
        or PATHS[move.origin][move.target] & 1 << square
    )


def _is_replied(story: Story, piece: Away, square: int) -> bool:
    """Say whether the other side had begun its move before the last piece was lifted again.

    Whoever lifts before the last piece stood has not seen where it went, and so has not replied
    to that. What the piece captures there, or may go on to capture, was rather taken early.
    """
    stood = story.top.first
    # Beside a hand that has only just let go a piece may be nudged; later on it is lifted.
    touched_s = durations.HELD_S if piece.left - stood < durations.PAUSE_S else 0.0
    replies = [a.home for a in held_own(story) if stood <= a.left <= piece.left - touched_s]
    if not replies or story.top.line.move is None:
        return False
    early = story.top.line.back().capturable_past(story.top.line.move.origin, square)
    return any(not early >> home & 1 for home in replies)


def gone_on_before_reply(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the story in which an earlier ply goes on, and those after it reply to that.

    A piece that was in the air before the reply was lifted has only not been felt since. A slide
    that nobody saw pause may also go on before its hand can have seen a reply.
    """
    later = _plies_since(story, piece)
    if not later:
        return []
    reply = later[-1]
    made = reply.back()
    move = made.line.move
    earlier = story
    for _ in range(len(later) + 1):
        earlier = unplayed(earlier)
    if move is None or not earlier.top.line.allows(move.origin, seen.square):
        return []
    price = _price_of_going_on(story, piece, seen, reply)
    if price is None:
        return []
    homes = [each.line.move.origin for each in later if each.line.move]
    # A reply that is in the hand again was none yet.
    away = tuple(
        a._replace(waits=True) if a.home in homes and a.at != AIR else a for a in earlier.away
    )
    waiting = earlier._replace(away=away).dearer(price)
    again = next(a for a in waiting.away if a.home == move.origin)
    on = ply(waiting, again, seen, carried=seen.is_carried(piece))
    return [] if any(a.waits for a in on.away) else [on]


def _plies_since(story: Story, piece: Away) -> list[Made]:
    """Return the plies since the last one of a piece, the last first; none if that was long ago."""
    made, later = story.top, list[Made]()
    while made.line.move and not made.line.ends_on(piece.home):
        later.append(made)
        if len(later) > _MOST_SINCE or made.before is None:
            return []
        made = made.before
    return later if made.line.move else []


def _price_of_going_on(story: Story, piece: Away, seen: SquareChange, reply: Made) -> float | None:
    """Return what it costs that a ply goes on which was replied to; None if it cannot."""
    before = reply.back()
    move = before.line.move
    is_last = reply is story.top
    if move is None or reply.line.move is None:
        return None
    straight = PATHS[move.origin][seen.square] >> piece.home & 1
    # Where something is unfelt, the reply or a square on the way, another story has the piece do
    # the same without a reply, or as a ply after it: going on costs no less than there.
    on_the_way = PATHS[move.origin][piece.home] | bits_of(reply.line.move.target)
    goes_on = prices.GO_ON + max(prices.LIFT_AGAIN - piece.paid, 0.0)
    goes_on = goes_on if on_the_way & seen.unsure else 0.0
    if straight and is_last and was_on_its_way(story, piece, seen):
        return goes_on + price_of_overtaken(story, piece)
    in_turn = is_last and story.top.line.allows(piece.home, seen.square)
    # What has stood elsewhere since was not in the air when the reply was lifted.
    in_the_air = before.first <= piece.left < reply.left and not (
        piece.out and piece.since > reply.left
    )
    if in_the_air and (not in_turn or was_held_again(story, piece, seen)):
        return prices.GO_ON
    if is_last and piece.left == LONG_AGO and seen.unsure >> move.target & 1:
        # It has not ended there: it was in the hand all the time.
        return prices.EARLY + prices.HOLDS * min(seen.at - before.left, durations.HOLDS_S)
    if straight and is_last and _is_unseeing(story, piece, seen):
        # Once it has come somewhere after the reply, it only goes on.
        price = prices.GO_ON_AFTER_REPLY if before.first < reply.first else 0.0
        return goes_on + price + price_of_overtaken(story, piece)
    return None


def _is_unseeing(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a slide hardly rested, or went on before its hand can have seen a reply begin."""
    rested, since_reply = piece.left - story.top.back().first, piece.left - story.top.left
    unseen = rested < durations.REST_S and since_reply < durations.SEEN_S
    return seen.is_soon_after(piece) and (rested < passes_within(story.top.back()) or unseen)
