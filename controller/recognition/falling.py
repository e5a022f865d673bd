"""A board is knocked over and put up again."""

from itertools import pairwise

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.down import out
from controller.recognition.landing import came_home
from controller.recognition.plies import resolved, unplayed
from controller.recognition.story import AIR, Away, Dead, Made, Story, buried, changed
from controller.rules.geometry import bits_of, squares_of

# A board that is hit shakes at least this number of pieces.
_SHAKEN = 3


def fallen(story: Story, at: float) -> list[Story]:
    """Return the story in which the board was knocked over, if as many pieces are away by now."""
    fallen_now = _in_a_row([a.left for a in story.away if at - a.left <= durations.FALL_S])
    if story.upset or len(fallen_now) < prices.FALLEN:
        return []
    # The first piece that falls may land where it might have been played to.
    begun = min(fallen_now) - durations.FALLS_NEXT_S
    while story.line.move and at - story.top.since <= durations.FALL_S:
        # What lands after the fall has begun is no ply, and what flew there was its beginning.
        has_flown = flew(story.top)
        if story.top.since < begun and not has_flown:
            break
        story = unplayed(story).dearer(prices.FALL_ELSEWHERE - (prices.FLIES if has_flown else 0.0))
    away = tuple(a._replace(waits=False) for a in story.away)
    # In a fall each piece costs nothing; the hands that lift at the same time cost what they do.
    together = {
        later for later, one in pairwise(fallen_now) if later - one < durations.FALLS_NEXT_S
    }
    paid = sum(a.paid for a in story.away if a.left in together)
    return [story._replace(upset=True, away=away).dearer(prices.UPSET - paid)]


def _in_a_row(times: list[float]) -> list[float]:
    """Return the last of some times, the last first, up to a pause too long for a fall."""
    row: list[float] = []
    for time in sorted(times, reverse=True):
        if row and row[-1] - time > durations.FALL_PAUSE_S:
            break
        row.append(time)
    return row


def flew(made: Made) -> bool:
    """Say whether the piece of a ply came through the air in no time."""
    return made.carried and made.since - made.left <= durations.FLIES_S


def _falls_next(left: float, at: float) -> bool:
    """Say whether a piece may fall at a time because another did."""
    return at - left <= durations.FALL_PAUSE_S


def shaken(story: Story, differing: int, at: float) -> tuple[Story, int]:
    """Return a story in which the board was hit, and what differs from that.

    Several pieces that are felt again within moments were in no hand, and nobody put them up.
    """
    back = [a for a in story.away if differing >> a.home & 1 and a.at == AIR]
    back = [a for a in back if at - a.left <= durations.SHAKES_S]
    if len(back) < _SHAKEN:
        return story, differing
    away = tuple(a for a in story.away if a not in back)
    squares = bits_of(*(a.home for a in back))
    still = story._replace(away=away, occupied=story.occupied | squares)
    return only_hit(still, min(a.left for a in back)), differing & ~squares


def only_hit(story: Story, since: float) -> Story:
    """Return a story in which the board did not fall, if what left since then is felt again.

    What had left before was in a hand, and may have been put down meanwhile; what is still in the
    air was lifted at that moment.
    """
    gone = [a for a in story.away if a.left >= since - durations.FALLS_NEXT_S]
    fell = len(gone) > prices.HANDS or any(a.at != AIR for a in gone)
    if not story.upset or story.foreign or fell:
        return story
    own, allows = story.own(), story.line.allows
    away = tuple(
        a._replace(waits=True) if own >> a.home & 1 and a.at != AIR and allows(a.home, a.at) else a
        for a in story.away
    )
    return resolved(story._replace(away=away, upset=False))


def price_of_coming_back(story: Story, differing: int) -> float:
    """Return what it costs that a board fell, if several pieces are felt again at once.

    They all left together, and no other piece did: a row of sensors felt nothing for a while.
    """
    # Which piece came down elsewhere meanwhile, nobody knew.
    back = [a for a in story.away if differing >> a.home & 1]
    if not story.upset or len(back) < _SHAKEN:
        return 0.0
    first, last = min(a.left for a in back), max(a.left for a in back)
    others = [a for a in story.away if a not in back]
    together = last - first <= durations.SHAKES_S
    fell = any(
        first - durations.FALLS_NEXT_S <= a.left <= last + durations.FALLS_NEXT_S for a in others
    )
    return sum(a.paid for a in back) if together and others and not fell else 0.0


def put_up(story: Story, seen: SquareChange) -> Story:
    """Return the story in which a board that was knocked over has one more piece put up.

    Nobody can tell which piece that is: where one is lacking it is taken for the right one.
    """
    flying = [a for a in story.away if a.at == AIR]
    missing = next((a for a in story.away if a.home == seen.square), None)
    if missing is None:
        stray = next((d for d in story.dead if _lay_there(d, seen.square, seen.at)), None)
        if stray:
            again = buried(story, stray, stray._replace(at=seen.square, since=seen.at))
            return put_right(again, seen.unsure)
        if flying:
            price = _price_of_putting_elsewhere(story, flying[-1], seen.at)
            return out(story, flying[-1], seen, price + _price_of_landing(story, flying, seen))
        return story._replace(foreign=story.foreign | 1 << seen.square, came_at=seen.at)
    if missing.at != AIR:
        # It was taken for another one, which is still to be found, or is no piece of the game.
        elsewhere = 1 << missing.at & ~seen.unsure
        other = next((a for a in flying if a.home == missing.at), flying[-1] if flying else None)
        if other and other.home == missing.at:
            story = story._replace(away=tuple(a for a in story.away if a is not other))
        elif other:
            story = changed(story, other, other._replace(at=missing.at, since=missing.since))
        else:
            nothing = 1 << missing.at & seen.unsure
            occupied = story.occupied & ~nothing
            story = story._replace(
                foreign=story.foreign | elsewhere, came_at=missing.since, occupied=occupied
            )
        found = missing._replace(at=AIR)
        story = changed(story, missing, found)
        missing = found
    home = came_home(story, missing, seen)
    if seen.at - missing.left <= durations.SHAKES_S:
        home = only_hit(home, missing.left)
    return put_right(home, seen.unsure)


def _price_of_putting_elsewhere(story: Story, piece: Away, at: float) -> float:
    """Return what it costs that a piece comes to where it does not belong on a fallen board.

    One that had not fallen stood right, and nobody who puts a board up moves that.
    """
    lefts = [a.left for a in story.away if a is not piece and a.left <= piece.left]
    if any(_falls_next(a.left, at) for a in story.away):
        return 0.0
    stood = not piece.out and all(not _falls_next(left, piece.left) for left in lefts)
    return prices.OUT if stood else prices.PUT_ELSEWHERE


def _lay_there(dead: Dead, square: int, at: float) -> bool:
    """Say whether a captured piece lay on a square when the board was hit just before."""
    return dead.at == AIR and dead.last == square and at - dead.since <= durations.FALL_S


def _price_of_landing(story: Story, flying: list[Away], seen: SquareChange) -> float:
    """Return what it costs that a piece falls to where one may go that was in a hand before."""
    first, *others = sorted(flying, key=lambda a: a.left)
    held = others and first.left <= others[0].left - durations.FALLS_NEXT_S
    goes = story.owns(first) and story.line.allows(first.home, seen.square)
    return prices.FALL_ELSEWHERE if held and goes else 0.0


def put_right(story: Story, unsure: int) -> Story:
    """Return the story in which a fallen board is right, once only what does not tell is lacking.

    Whoever has put all the rest right has put that piece on its square, too, unless a magnet too
    many may be that. Where nothing is lacking it is no piece of the game.
    """
    if not story.upset or (story.foreign and story.away):
        return story
    if any(a.at != AIR or not unsure >> a.home & 1 for a in story.away):
        return story
    homes = bits_of(*(a.home for a in story.away))
    return story._replace(away=(), upset=False, occupied=story.occupied | homes)


def as_seen(story: Story, occupied: int, unsure: int, at: float) -> Story:
    """Return the story in which the board stands as it is seen, however it came to.

    Where a sensor does not tell, the game does. Dead pieces lie where a square is filled still.
    """
    game = story.line.position.occupied
    dead = tuple(_lying(d, occupied & ~game, at) for d in story.dead)
    lying = bits_of(*(d.at for d in dead if d.at != AIR))
    stands = occupied & ~unsure | (game | lying) & unsure
    lost = (Away(s, AIR, at, at, s, slid=True, lost=True) for s in squares_of(game & ~stands))
    foreign = stands & ~(game | lying)
    came_at = at if foreign & ~story.foreign else story.came_at
    now = story._replace(occupied=stands, away=tuple(lost), dead=dead, foreign=foreign)
    return now._replace(came_at=came_at, straddle=None, upset=bool(now.away), stuck=0)


def _lying(dead: Dead, strange: int, at: float) -> Dead:
    """Return where a captured piece lies, of squares on which something strange is felt."""
    square = dead.last if _lay_there(dead, dead.last, at) else dead.at
    if square != AIR and strange >> square & 1:
        return dead if dead.at == square else dead._replace(at=square, since=at)
    return dead._replace(at=AIR, taken=True)
