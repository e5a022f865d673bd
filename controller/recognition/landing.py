"""A piece in the air comes to a square: every act of people that explains it."""

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import (
    price_of_early,
    price_of_falling,
    price_of_flight,
    price_of_going_on,
    price_of_nudge,
    price_of_ply,
    price_of_push,
    price_of_slide,
    price_of_through,
)
from controller.recognition.plies import played, resolved, returned, unplayed
from controller.recognition.story import (
    AIR,
    Away,
    Dead,
    Story,
    buried,
    changed,
    holds_own,
    last_is_in_air,
)
from controller.rules.geometry import EDGE, NEIGHBOURS, PATHS, THRONE, bits_of
from controller.rules.lines import Move
from controller.rules.position import Position


def landed(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece that is in the air has come to a square."""
    if not seen.may_hold(story, piece.home):
        return []
    slides = bool(NEIGHBOURS[piece.last] >> seen.square & 1) and not piece.lost
    start = story
    if slides and not seen.unseen and (piece.out or seen.square != piece.home):
        start = story.dearer(price_of_slide(seen.at - piece.since))
    if seen.square == piece.home:
        return [came_home(start, piece, seen.at)]
    flies = 0.0 if NEIGHBOURS[piece.last] >> seen.square & 1 else price_of_flight(piece.since, seen)
    put = _put(start.dearer(flies), piece, seen, slides=slides)
    if not flies or piece.lost:
        return put
    return [out(start, piece, seen, price_of_falling(story, piece, seen)), *put]


def _put(story: Story, piece: Away, seen: SquareChange, *, slides: bool) -> list[Story]:
    """Return the stories in which somebody has put a piece away from its home."""
    if piece.lost and not (seen.unseen or seen.at - piece.since < prices.IN_HAND_S):
        return [out(story, piece, seen, prices.LOST_ELSEWHERE)]
    carried = not (slides or piece.slid)
    move = story.top.line.move
    if move and piece.home == move.target:
        return _again(story, piece, seen, move, carried=carried)
    if story.own() >> piece.home & 1:
        return _own(story, piece, seen, carried=carried)
    return _others(story, piece, seen)


def came_home(story: Story, piece: Away, at: float) -> Story:
    """Return the story in which a piece is back where the game has it."""
    top, price = story.top, prices.REVIVED if piece.lost else prices.HOME
    move = top.line.move
    if move and piece.home == move.target:
        top = top._replace(since=at, carried=False)
    elif at - piece.left >= prices.HELD_S and not (piece.lost or story.upset):
        if story.own() >> piece.home & 1:
            # One that was in the air before the last ply stood was only pushed right.
            in_turn = piece.left >= top.first
            top = top._replace(closed=top.closed or in_turn)
            for_nothing = in_turn and _is_pushed_beside(story, piece)
            price += prices.HELD_FOR_NOTHING if for_nothing else 0.0
        elif piece.left >= top.first:
            price += prices.HELD_OUT_OF_TURN
    away = tuple(a for a in story.away if a is not piece)
    upset = story.upset and bool(away or story.foreign)
    if upset and len(away) == 1:
        price += prices.NOT_PUT_BACK
    if any(a.waits for a in away) and not holds_own(story, piece):
        price += prices.WAITS_IN_VAIN
    home = story._replace(away=away, top=top, upset=upset, price=story.price + price)
    return resolved(home) if any(a.waits for a in away) else home


def _is_pushed_beside(story: Story, piece: Away) -> bool:
    """Say whether another piece of the side to move was pushed while this one was held."""
    own = story.own()
    pushed = (a for a in story.away if a.at != AIR and NEIGHBOURS[a.home] >> a.at & 1)
    return any(own >> a.home & 1 and a.left >= piece.left and not a.waits for a in pushed)


def _own(story: Story, piece: Away, seen: SquareChange, *, carried: bool) -> list[Story]:
    """Return the landings of a piece of the side to move away from its home."""
    beside = NEIGHBOURS[piece.home] >> seen.square & 1
    if not story.top.line.allows(piece.home, seen.square):
        return [out(story, piece, seen, price_of_through(piece, seen.square))]
    price = price_of_nudge(story, piece, seen) if beside else prices.OUT
    found = [out(story, piece, seen, price)]
    if any(a.waits for a in story.away) and holds_own(story, piece):
        found.append(out(story, piece, seen, prices.EARLY, waits=True))
    price = price_of_ply(story, piece, seen)
    found.append(ply(story.dearer(price), piece, seen, carried=carried))
    return found


def ply(story: Story, piece: Away, seen: SquareChange, *, carried: bool) -> Story:
    """Return the story in which a piece made a legal move, at the price of its captives."""
    after = played(story, piece, seen.square, seen.at, carried=carried)
    for victim in story.away:
        if victim is not piece and after.top.line.captured >> victim.home & 1:
            just = seen.at - victim.since <= prices.SLOW_SLIDE_S
            early = prices.CAPTIVE_JUST_TAKEN if just else prices.CAPTIVE_WAS_TAKEN
            after = after.dearer(early)
    for away in after.away:
        if away.at != AIR and not away.waits:
            beside = NEIGHBOURS[away.home] >> away.at & 1
            after = after.dearer(prices.LEFT_BESIDE if beside else prices.LEFT_OUT)
    return resolved(after) if any(a.waits for a in after.away) else after


def _again(
    story: Story, piece: Away, seen: SquareChange, move: Move, *, carried: bool
) -> list[Story]:
    """Return the landings of the piece of the last ply: on, back, or where it may not go."""
    found = []
    replying = _is_replied(story, piece)
    # What came through the air has stood where it was put; only a slide pauses, and not for long.
    paused = not story.top.carried and piece.since - story.top.since <= prices.PAUSE_S
    straight = paused and _goes_straight_on(move, seen.square)
    beside = NEIGHBOURS[piece.home] >> seen.square & 1
    if _goes_in_turn(story, piece, seen):
        aside = bool(beside) and not straight and seen.square != move.origin
        price = _price_of_waiting(story, piece, seen, beside=aside)
        price += prices.EARLY_STRAIGHT_ON if straight else 0.0
        if seen.square == move.origin:
            price += _price_of_early_back(story, piece, seen)
        if straight and piece.since - story.top.first < prices.BRUSH_S:
            price += prices.ONLY_BRUSHED
        found.append(out(story, piece, seen, price, waits=True))
    if seen.square == move.origin:
        price = prices.TAKE_BACK_NEXT if story.top.reopened else prices.TAKE_BACK
        price += _price_of_closed(story) if replying else 0.0
        return [*found, resolved(returned(story.dearer(price), piece, seen.at))]
    before = story.top.line.back()
    if not before.allows(move.origin, seen.square):
        on_the_way = seen.square == THRONE and PATHS[move.origin][THRONE]
        pushed = prices.NUDGE if beside else prices.OUT
        price = prices.ON_THE_WAY if on_the_way else pushed
        return [*found, out(story, piece, seen, price)]
    earlier = unplayed(story)
    again = next(a for a in earlier.away if a.home == move.origin)
    price = prices.GO_ON + (prices.GO_ON_CAPTURED if _has_captured(story) else 0.0)
    on = ply(earlier.dearer(price), again, seen, carried=carried)
    slides = beside and seen.at - piece.since <= prices.SLOW_SLIDE_S
    if story.top.closed:
        price = prices.GO_ON_REPLIED if straight and slides else prices.GO_ON_CLOSED
    elif replying:
        price = prices.GO_ON_STRAIGHT if straight else prices.GO_ON_REPLIED
    else:
        return [*found, on]
    return [*found, on.dearer(price), out(story, piece, seen, prices.OUT)]


def _price_of_closed(story: Story) -> float:
    """Return what it costs to take a ply back whose reply is in the hand of the other side.

    One that was lifted before anybody saw the ply stand was only early, and says nothing of it.
    """
    own, stood = story.own(), story.top.first
    replies = (a.left for a in story.away if a.at == AIR and own >> a.home & 1 and not a.lost)
    waited = min(left for left in replies if left >= stood) - stood
    return prices.TAKE_BACK_CLOSED * min(waited / prices.REACTION_S, 1.0)


def _price_of_early_back(story: Story, piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece goes back with its next ply: it is rather taken back."""
    slides = seen.at - piece.since <= prices.SLOW_SLIDE_S
    rested = piece.since - story.top.first
    has_slid_on = slides and rested < prices.REACTION_S
    return prices.EARLY_BACK + (prices.HELD_THROUGH if has_slid_on else 0.0)


def _has_captured(story: Story) -> bool:
    """Say whether a captive of the last ply was taken when its piece had stood for a while."""
    top = story.top
    return any(
        top.line.captured >> dead.home & 1
        and dead.taken
        and dead.at == AIR
        and dead.since - top.first >= prices.HELD_S
        for dead in story.dead
    )


def _goes_straight_on(move: Move, square: int) -> bool:
    """Say whether a square lies on the line of a move, beyond its target or before it."""
    return bool(
        PATHS[move.origin][square] & 1 << move.target
        or PATHS[move.origin][move.target] & 1 << square
    )


def _is_replied(story: Story, piece: Away) -> bool:
    """Say whether the other side had begun its move before the last piece was lifted again.

    Whoever lifts before the last piece stood has not seen where it went, and so has not replied
    to that. What the piece may go on to capture was rather taken early.
    """
    own, stood = story.own(), story.top.first
    held = [a for a in story.away if a.at == AIR and own >> a.home & 1 and not a.lost]
    # Beside a hand that has only just let go a piece may be nudged; later on it is lifted.
    touched_s = prices.HELD_S if piece.left - stood < prices.PAUSE_S else 0.0
    replies = [a.home for a in held if stood <= a.left <= piece.left - touched_s]
    if not replies or story.top.line.move is None:
        return False
    early = story.top.line.back().capturable(story.top.line.move.origin)
    return any(not early >> home & 1 for home in replies)


def _others(story: Story, piece: Away, seen: SquareChange) -> list[Story]:
    """Return the landings of a piece of the side that is not to move."""
    beside = NEIGHBOURS[piece.home] >> seen.square & 1
    pushed = price_of_push(story, piece, prices.NUDGE)
    found = [out(story, piece, seen, pushed if beside else prices.OUT)]
    if _goes_in_turn(story, piece, seen):
        price = _price_of_waiting(story, piece, seen, beside=bool(beside))
        found.append(out(story, piece, seen, price, waits=True))
    return found


def _price_of_waiting(story: Story, piece: Away, seen: SquareChange, *, beside: bool) -> float:
    """Return what it costs that a piece makes a ply whose turn comes later."""
    sure = not beside or _is_held_long(story, seen.at)
    price = prices.EARLY if sure else prices.EARLY_BESIDE
    return price + price_of_early(story, piece, seen.at)


def _goes_in_turn(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece may have made a ply, or taken one back, whose turn comes later."""
    before = story.top.back().line.move if story.top.line.move else None
    if before and (piece.home, seen.square) == (before.target, before.origin):
        return last_is_in_air(story)
    position = story.top.line.position
    gone = bits_of(*(a.home for a in story.away))
    path = PATHS[piece.home][seen.square]
    free = bool(path) and not path & position.occupied & ~gone
    return free and holds_own(story, piece)


def _is_held_long(story: Story, at: float) -> bool:
    """Say whether a piece of the side to move has been in the air for long."""
    own = story.own()
    return any(
        a.at == AIR and own >> a.home & 1 and at - a.since >= prices.HELD_S for a in story.away
    )


def out(
    story: Story, piece: Away, seen: SquareChange, price: float, *, waits: bool = False
) -> Story:
    """Return the story in which a piece stands where the game does not have it."""
    if piece.out:
        price = price_of_going_on(piece, seen.square, waits=waits)
    position = story.top.line.position
    if waits and any(a.waits and _are_of_one_side(position, a, piece) for a in story.away):
        price += prices.EARLY_TWICE
    for other in story.away:
        if other.home == seen.square and other is not piece:
            if not _are_alike(position, other.home, piece.home):
                break
            # Nobody can tell two of a kind apart: the other one is at home, this is where it was.
            moved = piece._replace(at=other.at, since=other.since, last=other.last, out=True)
            story = story._replace(away=tuple(a for a in story.away if a is not other))
            return changed(story, piece, moved).dearer(price)
    down = piece._replace(at=seen.square, since=seen.at, waits=waits, lost=False)
    return changed(story, piece, down).dearer(price)


def _are_of_one_side(position: Position, one: Away, other: Away) -> bool:
    return bool(position.attackers >> one.home & 1) is bool(position.attackers >> other.home & 1)


def _are_alike(position: Position, one: int, other: int) -> bool:
    """Say whether the pieces of two squares are of one kind."""
    return any(board >> one & board >> other & 1 for board in position[:3])


def laid(story: Story, piece: Dead, seen: SquareChange) -> Story:
    """Return the story in which a dead piece is put on a square."""
    if seen.square == piece.home:
        price = prices.PUT_BACK + (prices.PUT_BACK_AFTER_LIFT if _may_move_to(story, seen) else 0.0)
    else:
        edge = EDGE >> seen.square & 1
        price = prices.LAID_ON_EDGE if edge else prices.LAID
        if any(a.at == AIR and a.left > piece.since and not a.lost for a in story.away):
            price += prices.LAID_ON_EDGE_AFTER_LIFT if edge else prices.LAID_AFTER_LIFT
    if seen.at - piece.since > prices.IN_HAND_S and not _is_taken_back(story, piece, seen.square):
        price += prices.LAID_LATE
    if not NEIGHBOURS[piece.home] >> seen.square & 1:
        price += price_of_flight(piece.since, seen)
    down = piece._replace(at=seen.square, since=seen.at)
    return buried(story, piece, down).dearer(price)


def _is_taken_back(story: Story, piece: Dead, square: int) -> bool:
    """Say whether a captive of the last ply comes back to its square, as when that is undone."""
    return square == piece.home and bool(story.top.line.captured >> square & 1)


def _may_move_to(story: Story, seen: SquareChange) -> bool:
    """Say whether a piece of the side to move is in the air, and may be played to a square."""
    own, allows = story.own(), story.top.line.allows
    held = (a.home for a in story.away if a.at == AIR and not a.lost and own >> a.home & 1)
    return any(allows(home, seen.square) for home in held)
