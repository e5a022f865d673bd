"""The acts of people: every way in which a story can explain that a square was left or filled."""

from collections.abc import Iterator

from controller.recognition import prices
from controller.recognition.plies import played, resolved, returned, unplayed
from controller.recognition.story import (
    AIR,
    LONG_AGO,
    Away,
    Dead,
    Story,
    Straddle,
    living,
    without_dead,
)
from controller.rules.geometry import EDGE, NEIGHBOURS, PATHS, THRONE, bits_of, squares_of
from controller.rules.lines import Move
from controller.rules.position import Position
from hal.board import Poles


class Square:
    """A square that a piece came to, at a time, and which kinds of pieces its pole allows."""

    __slots__ = ("at", "poles", "square", "unseen", "unsure")

    def __init__(
        self,
        square: int,
        at: float,
        unsure: int = 0,
        poles: Poles | None = None,
        *,
        unseen: bool = False,
    ) -> None:
        """Name a square, the squares that do not tell, and the poles that are felt.

        `unseen` says that nobody looked for a while before.
        """
        self.unseen = unseen
        self.square = square
        self.at = at
        self.unsure = unsure
        self.poles = poles

    def may_hold(self, story: Story, home: int) -> bool:
        """Say whether the piece of a home may stand here, by its pole."""
        if self.poles is None:
            return True
        bit, here = 1 << home, 1 << self.square
        position = story.top.line.position
        south, north, strong = self.poles
        if position.attackers & bit:
            return not (north | strong) & here
        if position.king & bit:
            return not south & here
        return not (south | strong) & here


# Leaving -------------------------------------------------------------------------------------


def lifted(story: Story, square: int, seen: Square) -> list[Story]:
    """Return every story in which a square that felt a piece does not any more."""
    straddle = story.straddle
    if straddle and square == straddle.target:
        return [story._replace(straddle=None, occupied=story.occupied & ~(1 << square))]
    if straddle and square == straddle.origin:
        return _slid_over(story, straddle, seen)
    found = taken(story, square, seen.at, lost=seen.unseen)
    return [found, *_fallen(found, seen.at)] if found else []


def taken(story: Story, square: int, at: float, *, lost: bool = False) -> Story | None:
    """Return the story in which whatever stands on a square was taken away from there."""
    bit = 1 << square
    bare = story._replace(occupied=story.occupied & ~bit)
    for away in story.away:
        if away.at == square:
            up = away._replace(
                at=AIR,
                since=at,
                last=square,
                slid=True,
                out=True,
                lost=lost,
                waits=False,
                barred=False,
            )
            return _changed(bare, away, up).dearer(prices.LIFT_WRONG)
    for dead in story.dead:
        if dead.at == square:
            up_dead = dead._replace(at=AIR, since=at, taken=True)
            return _buried(bare, dead, up_dead).dearer(prices.LIFT_WRONG)
    if story.foreign & bit:
        return bare._replace(foreign=story.foreign & ~bit)
    if not story.top.line.position.occupied & bit or any(a.home == square for a in story.away):
        return None
    move = story.top.line.move
    again = move is not None and square == move.target
    slid = again and at - story.top.since < prices.FALL_S
    up = Away(square, AIR, at, at, square, slid=slid or lost, lost=lost)
    price = prices.FALL if story.upset or lost else _price_of_lift(story, square, again=again)
    return bare._replace(away=(*story.away, up), price=story.price + price)


def _price_of_lift(story: Story, square: int, *, again: bool) -> float:
    own = story.own()
    if own >> square & 1:
        held = any(a.at == AIR and own >> a.home & 1 for a in story.away)
        return prices.LIFT_SECOND if held else prices.LIFT
    return prices.LIFT_AGAIN if again else prices.LIFT_OTHER


def _fallen(story: Story, at: float) -> list[Story]:
    """Return the story in which the board was knocked over, if as many pieces are away by now."""
    if story.upset or len(story.away) != prices.FALLEN:
        return []
    begun = min(a.left for a in story.away)
    while story.top.since >= begun and at - story.top.since <= prices.FALL_S:
        # What lands after the fall has begun is no ply.
        story = unplayed(story)
    away = tuple(a._replace(waits=False) for a in story.away)
    upset = story._replace(upset=True, away=away)
    return [upset.dearer(prices.UPSET)]


def _slid_over(story: Story, straddle: Straddle, seen: Square) -> list[Story]:
    """Return the stories in which the piece that was felt on two squares is on the second."""
    there = Square(straddle.target, seen.at, seen.unsure, seen.poles)
    up = taken(story._replace(straddle=None), straddle.origin, seen.at)
    if up is None:
        return []
    # One that was felt twice for too long does not slide.
    price = prices.STRADDLE_ENDS if straddle.since <= seen.at else 0.0
    found = [s.dearer(price) for s in _landings_since(up, seen.at, there)]
    unknown = up._replace(foreign=up.foreign | 1 << straddle.target)
    return found or [unknown.dearer(prices.FOREIGN)]


def _landings_since(story: Story, since: float, seen: Square) -> Iterator[Story]:
    """Yield the landings of the piece that was taken at a time."""
    for away in story.away:
        if away.at == AIR and away.since == since and not away.lost:
            yield from landed(story, away, seen)
    for dead in story.dead:
        if dead.at == AIR and dead.since == since:
            yield laid(story, dead, seen)


# Coming --------------------------------------------------------------------------------------


def filled(story: Story, seen: Square) -> list[Story]:
    """Return every story in which a square that felt no piece feels one."""
    there = story._replace(occupied=story.occupied | 1 << seen.square)
    if story.upset:
        return [_put_up(there, seen)]
    found = [there._replace(foreign=story.foreign | 1 << seen.square).dearer(prices.FOREIGN)]
    for away in story.away:
        if away.at == AIR:
            found += landed(there, away, seen)
    found += _laid_aside(there, seen)
    found += _straddled(there, seen)
    found += _from_unsure(there, seen)
    return found


def landed(story: Story, piece: Away, seen: Square) -> list[Story]:
    """Return the stories in which a piece that is in the air has come to a square."""
    if not seen.may_hold(story, piece.home):
        return []
    slides = NEIGHBOURS[piece.last] >> seen.square & 1 and not piece.lost
    start = story
    if slides and (piece.out or seen.square != piece.home):
        start = story.dearer(_price_of_slide(seen.at - piece.since))
    if seen.square == piece.home:
        return [came_home(start, piece, seen.at)]
    if piece.lost and not seen.unseen:
        return [_out(start, piece, seen, prices.LOST_ELSEWHERE)]
    carried = not (slides or piece.slid)
    move = story.top.line.move
    if move and piece.home == move.target:
        return _again(start, piece, seen, move, carried=carried)
    if story.own() >> piece.home & 1:
        return _own(start, piece, seen, carried=carried)
    return _others(start, piece, seen)


def _price_of_slide(seconds: float) -> float:
    """Return what it costs that a piece was felt nowhere for so long, and then beside that."""
    if seconds <= prices.SLIDE_S:
        return prices.SLIDES
    return prices.SLIDES_SLOWLY if seconds <= prices.SLOW_SLIDE_S else 0.0


def came_home(story: Story, piece: Away, at: float) -> Story:
    """Return the story in which a piece is back where the game has it."""
    top, price = story.top, prices.REVIVED if piece.lost else prices.HOME
    move = top.line.move
    if move and piece.home == move.target:
        top = top._replace(since=at, carried=False)
    elif at - piece.left >= prices.HELD_S and not (piece.lost or story.upset):
        if story.own() >> piece.home & 1:
            top = top._replace(closed=True)
        else:
            price += prices.HELD_OUT_OF_TURN
    away = tuple(a for a in story.away if a is not piece)
    upset = story.upset and bool(away or story.foreign)
    if upset and len(away) == 1:
        price += prices.NOT_PUT_BACK
    if any(a.waits for a in away) and not _holds_own(story, piece):
        price += prices.WAITS_IN_VAIN
    home = story._replace(away=away, top=top, upset=upset, price=story.price + price)
    return resolved(home) if any(a.waits for a in away) else home


def _own(story: Story, piece: Away, seen: Square, *, carried: bool) -> list[Story]:
    """Return the landings of a piece of the side to move away from its home."""
    beside = NEIGHBOURS[piece.home] >> seen.square & 1
    if not story.top.line.allows(piece.home, seen.square):
        return [_out(story, piece, seen, _price_of_through(piece, seen.square))]
    found = [_out(story, piece, seen, prices.NUDGE_OWN if beside else prices.OUT)]
    if any(a.waits for a in story.away) and _holds_own(story, piece):
        found.append(_out(story, piece, seen, prices.EARLY, waits=True))
    made = ply(
        story.dearer(prices.PLY + _price_of_haste(story, piece, seen)), piece, seen, carried=carried
    )
    found.append(made)
    return found


def _price_of_haste(story: Story, piece: Away, seen: Square) -> float:
    """Return what it costs that a move is made while the last ply's piece is in the air."""
    top = story.top
    last = next((a for a in story.away if top.line.move and a.home == top.line.move.target), None)
    if last is None or last.at != AIR:
        return 0.0
    if top.line.after(piece.home, seen.square).captured >> last.home & 1:
        return 0.0  # it was taken early
    brushed = last.since - top.first < prices.BRUSH_S
    return prices.NOT_DOWN + (prices.ONLY_BRUSHED if brushed else 0.0)


def _price_of_through(piece: Away, square: int) -> float:
    if not PATHS[piece.home][square]:
        return prices.OUT
    if square == THRONE:
        return prices.ON_THE_WAY
    return prices.NUDGE_OWN if NEIGHBOURS[piece.home] >> square & 1 else prices.THROUGH


def ply(story: Story, piece: Away, seen: Square, *, carried: bool) -> Story:
    """Return the story in which a piece made a legal move, at the price of its captives."""
    after = played(story, piece, seen.square, seen.at, carried=carried)
    early = len(story.away) - len(after.away) - 1
    if early:
        after = after.dearer(early * prices.CAPTIVE_WAS_TAKEN)
    for away in after.away:
        if away.at != AIR and not away.waits:
            beside = NEIGHBOURS[away.home] >> away.at & 1
            after = after.dearer(prices.LEFT_BESIDE if beside else prices.LEFT_OUT)
    return resolved(after) if any(a.waits for a in after.away) else after


def _again(story: Story, piece: Away, seen: Square, move: Move, *, carried: bool) -> list[Story]:
    """Return the landings of the piece of the last ply: on, back, or where it may not go."""
    found = []
    replying = _is_replied(story, piece)
    if replying and _goes_in_turn(story, piece, seen):
        found.append(_out(story, piece, seen, prices.EARLY, waits=True))
    if seen.square == move.origin:
        price = prices.TAKE_BACK + (prices.TAKE_BACK_CLOSED if replying else 0.0)
        return [*found, resolved(returned(story.dearer(price), piece, seen.at))]
    before = story.top.line.back()
    if not before.allows(move.origin, seen.square):
        on_the_way = seen.square == THRONE and PATHS[move.origin][THRONE]
        price = prices.ON_THE_WAY if on_the_way else prices.OUT
        return [*found, _out(story, piece, seen, price)]
    earlier = unplayed(story)
    again = next(a for a in earlier.away if a.home == move.origin)
    on = ply(earlier.dearer(prices.GO_ON), again, seen, carried=carried)
    if story.top.closed:
        price = prices.GO_ON_CLOSED
    elif _is_replied(story, piece, on):
        price = prices.GO_ON_REPLIED
    else:
        return [*found, on]
    return [*found, on.dearer(price), _out(story, piece, seen, prices.OUT)]


def _is_replied(story: Story, piece: Away, after: Story | None = None) -> bool:
    """Say whether the other side had begun its move before the last piece was lifted again.

    What is captured `after` that was no reply.
    """
    own = story.own()
    return any(
        a.at == AIR
        and own >> a.home & 1
        and not a.lost
        and story.top.first <= a.left <= piece.left - prices.HELD_S
        and (after is None or a in after.away)
        for a in story.away
    )


def _others(story: Story, piece: Away, seen: Square) -> list[Story]:
    """Return the landings of a piece of the side that is not to move."""
    beside = NEIGHBOURS[piece.home] >> seen.square & 1
    found = [_out(story, piece, seen, prices.NUDGE if beside else prices.OUT)]
    if _goes_in_turn(story, piece, seen):
        sure = not beside or _is_held_long(story, seen.at)
        price = prices.EARLY if sure else prices.EARLY_BESIDE
        found.append(_out(story, piece, seen, price, waits=True))
    return found


def _goes_in_turn(story: Story, piece: Away, seen: Square) -> bool:
    """Say whether a piece may have made a ply, or taken one back, whose turn comes later."""
    before = story.top.back().line.move if story.top.line.move else None
    if before and (piece.home, seen.square) == (before.target, before.origin):
        return _last_in_air(story)
    position = story.top.line.position
    gone = bits_of(*(a.home for a in story.away))
    path = PATHS[piece.home][seen.square]
    free = bool(path) and not path & position.occupied & ~gone
    return free and _holds_own(story, piece)


def _out(story: Story, piece: Away, seen: Square, price: float, *, waits: bool = False) -> Story:
    """Return the story in which a piece stands where the game does not have it."""
    if piece.out:
        price = prices.EARLY_AGAIN if waits else prices.OUT_AGAIN
    position = story.top.line.position
    for other in story.away:
        if other.home == seen.square and other is not piece:
            if not _are_alike(position, other.home, piece.home):
                break
            # Nobody can tell two of a kind apart: the other one is at home, this is where it was.
            moved = piece._replace(at=other.at, since=other.since, last=other.last, out=True)
            story = story._replace(away=tuple(a for a in story.away if a is not other))
            return _changed(story, piece, moved).dearer(price)
    down = piece._replace(at=seen.square, since=seen.at, waits=waits, lost=False)
    return _changed(story, piece, down).dearer(price)


def laid(story: Story, piece: Dead, seen: Square) -> Story:
    """Return the story in which a dead piece is put on a square."""
    if seen.square == piece.home:
        price = prices.PUT_BACK
    else:
        price = prices.LAID_ON_EDGE if EDGE >> seen.square & 1 else prices.LAID
    if seen.at - piece.since > prices.IN_HAND_S:
        price += prices.LAID_LATE
    down = piece._replace(at=seen.square, since=seen.at)
    return _buried(story, piece, down).dearer(price)


def _laid_aside(story: Story, seen: Square) -> list[Story]:
    """Return the stories in which a captive comes back to the board: the last of each side."""
    last: dict[object, Dead] = {}
    for dead in story.dead:
        if dead.at == AIR and (dead.side not in last or last[dead.side].since < dead.since):
            last[dead.side] = dead
    return [laid(story, dead, seen) for dead in last.values()]


def _straddled(story: Story, seen: Square) -> list[Story]:
    """Return the stories in which a piece on the next square is felt here, too."""
    if story.straddle or seen.unseen:
        return []
    own = story.own()
    move = story.top.line.move
    mine = own | (1 << move.target if move else 0)
    found = []
    near = NEIGHBOURS[seen.square] & story.occupied & ~seen.unsure
    for square in squares_of(near):
        price = prices.STRADDLE if mine >> square & 1 else prices.STRADDLE_OTHER
        straddle = Straddle(square, seen.square, seen.at)
        found.append(story._replace(straddle=straddle, price=story.price + price))
    return found


def _from_unsure(story: Story, seen: Square) -> list[Story]:
    """Return the stories in which a piece came from a square that does not tell."""
    found: list[Story] = []
    hidden = story.occupied & seen.unsure & ~(1 << seen.square)
    for square in squares_of(hidden):
        up = taken(story, square, LONG_AGO)
        if up:
            found += [s.dearer(prices.LEFT_UNSEEN) for s in _landings_since(up, LONG_AGO, seen)]
    return found


def _put_up(story: Story, seen: Square) -> Story:
    """Return the story in which a board that was knocked over has one more piece put up.

    Nobody can tell which piece that is: where one is lacking it is taken for the right one.
    """
    flying = [a for a in story.away if a.at == AIR]
    missing = next((a for a in story.away if a.home == seen.square), None)
    if missing is None:
        if flying:
            return _out(story, flying[-1], seen, prices.FALL)
        return story._replace(foreign=story.foreign | 1 << seen.square)
    if missing.at != AIR:
        # It was taken for another one, which is still to be found, or is no piece of the game.
        elsewhere = 1 << missing.at & ~seen.unsure
        if flying:
            other = flying[-1]
            story = _changed(story, other, other._replace(at=missing.at, since=missing.since))
        else:
            story = story._replace(foreign=story.foreign | elsewhere)
        found = missing._replace(at=AIR)
        story = _changed(story, missing, found)
        missing = found
    return came_home(story, missing, seen.at)


# What nobody sees ----------------------------------------------------------------------------


def came_unseen(story: Story, seen: Square, price: float) -> list[Story]:
    """Return the stories in which a piece in the air came to a square that does not tell."""
    if story.upset or living(story) >> seen.square & 1:
        return []
    story = without_dead(story, seen.square)
    there = story._replace(occupied=story.occupied | 1 << seen.square)
    found = []
    for piece in story.away:
        if piece.at == AIR and not piece.lost and _may_come(story, piece, seen.square):
            found += [
                s.dearer(price) for s in landed(there, piece, seen) if len(s.away) < len(story.away)
            ]
    return found


def _may_come(story: Story, piece: Away, square: int) -> bool:
    move = story.top.line.move
    if square == piece.home:
        return True
    if move and piece.home == move.target:
        return square != move.origin and story.top.line.back().allows(move.origin, square)
    return bool(story.own() >> piece.home & 1)


def back_unseen(story: Story) -> Story | None:
    """Return the story in which the last ply's piece, long in the air, is back on its origin."""
    move = story.top.line.move
    piece = next((a for a in story.away if move and a.home == move.target), None)
    if piece is None or move is None or piece.at != AIR:
        return None
    story = without_dead(story, move.origin)
    there = story._replace(occupied=story.occupied | 1 << move.origin)
    return resolved(returned(there, piece, piece.since))


# ---------------------------------------------------------------------------------------------


def _are_alike(position: Position, one: int, other: int) -> bool:
    """Say whether the pieces of two squares are of one kind."""
    return any(board >> one & board >> other & 1 for board in position[:3])


def _holds_own(story: Story, but: Away) -> bool:
    """Say whether a piece of the side to move is in the air, besides one."""
    own = story.own()
    return any(a.at == AIR and a is not but and own >> a.home & 1 for a in story.away)


def _is_held_long(story: Story, at: float) -> bool:
    """Say whether a piece of the side to move has been in the air for long."""
    own = story.own()
    return any(
        a.at == AIR and own >> a.home & 1 and at - a.since >= prices.HELD_S for a in story.away
    )


def _last_in_air(story: Story) -> bool:
    move = story.top.line.move
    return move is not None and any(a.home == move.target and a.at == AIR for a in story.away)


def _changed(story: Story, piece: Away, now: Away) -> Story:
    return story._replace(away=tuple(now if a is piece else a for a in story.away))


def _buried(story: Story, piece: Dead, now: Dead) -> Story:
    return story._replace(dead=tuple(now if d is piece else d for d in story.dead))
