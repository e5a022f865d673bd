"""Pieces are taken from their squares."""

from controller.recognition import durations, prices
from controller.recognition.story import (
    AIR,
    Away,
    Made,
    Story,
    buried,
    changed,
    held_own,
    last_away,
)
from controller.recognition.strange import gone_by, price_of_leaving_strange
from controller.rules.geometry import APART, NEIGHBOURS, squares_of
from controller.rules.lines import Move

# A hand takes a piece or two at a time; of more, the others were swept along.
_TOGETHER = 2
# ... and no sleeve covers more squares than this in any direction.
_REACH = 3


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
            return changed(bare, away, up)
    for dead in story.dead:
        if dead.at == square:
            up_dead = dead._replace(at=AIR, since=at, taken=True, last=square)
            return buried(bare, dead, up_dead, _price_of_seeming_stuck(story, square, at))
    if story.stuck & bit:
        return bare._replace(stuck=story.stuck & ~bit).dearer(
            _price_of_letting_go(story, square, at)
        )
    if story.foreign & bit:
        return gone_by(bare, square, at)
    if not story.top.line.position.occupied & bit or any(a.home == square for a in story.away):
        return None
    again = story.line.ends_on(square)
    slid = again and at - story.top.since < durations.FALL_S
    falls = lost or (story.upset and _is_falling(story, at))
    price = 0.0 if falls else _price_of_lift(story, square, at, again=again)
    price += _price_of_seeming_stuck(story, square, at) + _price_of_seeming_laid(story, square, at)
    price += prices.LIFT_OF_CAPTOR if _has_rather_captured(story, square, at) else 0.0
    up = Away(square, AIR, at, at, square, slid=slid or lost, lost=lost, paid=price)
    return bare._replace(away=(*story.away, up), price=story.price + price)


def _price_of_letting_go(story: Story, square: int, at: float) -> float:
    """Return what it costs that a sensor feels nothing any more, which seemed to stick."""
    for made, move in _seeming_stuck(story):
        if move.origin == square and at - made.first < durations.OPENS_LATE_S:
            return prices.OPENS_LATE
    return prices.LETS_GO


def _price_of_seeming_stuck(story: Story, square: int, at: float) -> float:
    """Return what it costs that a piece has moved from a square that feels it still.

    What leaves the next square just then has rather slid to where that ply ended.
    """
    for made, move in _seeming_stuck(story):
        if NEIGHBOURS[square] >> move.target & 1 and at - made.since < durations.STRADDLE_S:
            return -prices.SLIDES
    return 0.0


def _seeming_stuck(story: Story) -> list[tuple[Made, Move]]:
    """Return the last ply of each side whose piece has left a square that feels it still."""
    moves = [(made, made.line.move) for made in story.top.latest(2)] if story.stuck else []
    return [(made, move) for made, move in moves if move and story.stuck >> move.origin & 1]


def _price_of_seeming_laid(story: Story, square: int, at: float) -> float:
    """Return what it costs that a captive came from the box just before, where a piece may go.

    One that slides slowly, or over a sensor that opens late, is felt on two squares for a while.
    """
    laid = [d.at for d in story.dead if d.late and at - d.since < durations.SWEEP_S and d.at != AIR]
    beside, allows = NEIGHBOURS[square], story.top.line.allows
    return -prices.SLIDES if any(beside >> to & 1 or allows(square, to) for to in laid) else 0.0


def _has_rather_captured(story: Story, square: int, at: float) -> bool:
    """Say whether something came just now to where a piece would capture another, as one is lifted.

    The captor has rather come there, though its sensor opens late, and the other one was taken.
    """
    if not (story.away or story.foreign):
        return False
    own, captures = story.own(), story.line.would_capture
    came = squares_of(story.foreign) if at - story.came_at < durations.IN_HAND_S else ()
    if not own >> square & 1:
        return any(captures(a.home, to, square) for a in held_own(story) for to in came)
    victims = [a for a in story.away if at - a.left < durations.IN_HAND_S]
    return any(
        captures(square, to, victim.home)
        for victim in victims
        for to in (came if victim.at == AIR else (victim.at,))
    )


def _is_falling(story: Story, at: float) -> bool:
    """Say whether a board that was knocked over has not come to rest yet."""
    return sum(at - a.left <= durations.FALL_S for a in story.away) >= prices.FALLEN - 1


def _price_of_lift(story: Story, square: int, at: float, *, again: bool) -> float:
    if _is_swept_along(story, square, at):
        return 0.0
    if story.own() >> square & 1:
        price = prices.LIFT_SECOND if held_own(story) else prices.LIFT
        price += prices.LIFT_BEFORE_PUT_RIGHT if _has_stood_pushed(story, at) else 0.0
        price += prices.LIFT_AS_IT_COMES if _seems_to_go_on(story, square, at) else 0.0
        return price + (prices.NOT_DOWN if _last_flies(story, at) else 0.0)
    if again:
        return prices.LIFT_AGAIN + price_of_leaving_strange(story)
    return prices.LIFT_OTHER - (prices.SLEEVE if _is_swept(story, at) else 0.0)


def _last_flies(story: Story, at: float) -> bool:
    """Say whether the last ply's piece is in the air, and does not only slide on just then."""
    last = last_away(story)
    return last is not None and last.at == AIR and at != last.since


def _seems_to_go_on(story: Story, square: int, at: float) -> bool:
    """Say whether the piece of the ply before the last leaves as the reply comes beside it.

    Where two squares feel a piece that slides, the reply was rather that piece.
    """
    top, move = story.top, story.line.move
    if move is None or not top.back().line.ends_on(square):
        return False
    beside = NEIGHBOURS[square] >> move.target & 1
    slid = top.since - top.left <= durations.SLOW_SLIDE_S
    return bool(beside) and not slid and at - top.since <= durations.STRADDLE_S


def _has_stood_pushed(story: Story, at: float) -> bool:
    """Say whether a piece of the side to move was pushed a while ago, where it may have moved."""
    own = story.own()
    return any(
        own >> a.home & 1
        and not (a.waits or a.barred)
        and at - a.since >= durations.SEEN_S
        and story.line.allows(a.home, a.at)
        for a in story.away
        if a.is_pushed
    )


def _is_swept_along(story: Story, square: int, at: float) -> bool:
    """Say whether pieces nearby have left their places one after the other, as under a sleeve."""
    again = last_away(story)  # a hand takes that to go on, or to put it straight
    lately = [
        a
        for a in story.away
        if a is not again and a.at == AIR and 0 < at - a.left < durations.SWEEP_S
    ]
    return len(lately) >= _TOGETHER and any(APART[a.home][square] <= _REACH for a in lately)


def _is_swept(story: Story, at: float) -> bool:
    """Say whether another piece was pushed to the next square just before."""
    return any(a.is_pushed and at - a.left < durations.SWEEP_S for a in story.away)
