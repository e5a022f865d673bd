"""How sure it is that the best story is true: sure enough for what it says to count."""

from itertools import islice, zip_longest

from controller.recognition import durations, prices
from controller.recognition.again import goes_straight_on
from controller.recognition.answer import (
    LastPly,
    Way,
    begun_since,
    certainty,
    certainty_of_return,
    last_ply_of,
)
from controller.recognition.line import PlayedLine
from controller.recognition.rest import is_settled
from controller.recognition.story import AIR, Made, Story, held
from controller.recognition.tracker import Beam
from controller.rules.geometry import bits_of
from controller.rules.lines import Move


def is_sure(
    beam: Beam, line: PlayedLine, way: Way, sure: float, none: float, *, waits: bool
) -> bool:
    """Say whether the best story is sure enough; the more plies it drops, the surer at first.

    `none`: so sure it must be that a ply which still stands was none.
    """
    story = beam.best
    if way.back:
        dropped = _dropped(line, way)
        stands = any(_still_stands(story, way) >> each.target & 1 for each in dropped[-1:])
        fell = last_ply_of(story, way) is LastPly.COUNTED_EARLY
        needed = none if stands and not fell else sure
        if not way.ahead and _comes_to_the_same(beam, line):
            return certainty_of_return(beam, line) >= prices.SURE_LATER
        held = any(line.origin_bit >> a.home & 1 and a.at == AIR for a in story.away)
        needed = min((len(dropped) if waits else 1) * needed, prices.HOPELESS)
        if held or certainty_of_return(beam, line) < needed:
            return False
    if not way.ahead:
        kept = [s for s in beam.stories if s.line.contains(line)]
        sure = prices.SURE_WHO if waits and _hand_tells(story, kept) else sure
        return certainty_of_return(beam, line) >= sure
    first = way.ahead[0]
    if waits and len(way.ahead) == 1 and _is_guessed(beam, first):
        return False
    # What stood there before its piece was lifted waits for another ply than this.
    if any(a.waits and a.at != AIR and a.since < first.left for a in story.away):
        return False
    if not waits and _shows_soon(beam):
        return False
    if way.back + len(way.ahead) > 1 and _differ_in_pauses(beam, first):
        return True
    return certainty(beam, first.line) >= (_sure_at_first(beam, line, way, sure) if waits else sure)


def _sure_at_first(beam: Beam, line: PlayedLine, way: Way, sure: float) -> float:
    """Return how sure a ply must be until it has stood for so long that nothing more is to come."""
    story, first = beam.best, way.ahead[0]
    if _might_have_been_played(story, first):
        return prices.SURE_PUSHED
    rivals = _without(beam, first)
    if _hand_tells(story, rivals):
        return prices.SURE_WHO
    if _may_be_laid(first, rivals):
        return prices.SURE_LAID
    another = prices.SURE_WHICH if _may_be_another(story, first) else sure
    return max(another, _sure_unfelt(beam, line, way))


def _shows_soon(beam: Beam) -> bool:
    """Say whether a hand holds a piece by the best story, and none by one that is hardly dearer.

    Whoever holds a piece for nothing becomes less likely each second.
    """
    costs = any(beam.priced_at - a.since < durations.HOLDS_S for a in held(beam.best))
    return costs and any(s.price < prices.SURE and is_settled(s) for s in beam.stories[1:])


def _without(beam: Beam, made: Made) -> list[Story]:
    """Return the stories in which a ply was not made."""
    return [story for story in beam.stories if not story.line.contains(made.line)]


def _hand_tells(best: Story, rivals: list[Story]) -> bool:
    """Say whether a piece is in a hand by the best story that stands by the likeliest other one.

    Two were in the air, one came down, and both may have: where the other one goes shows which.
    Of a board that was knocked over no hand tells.
    """
    rival = next((story for story in rivals if not story.upset), None)
    if rival is None:
        return False
    flying = {away.home for away in held(rival)}
    return any(away.home not in flying for away in held(best))


def _may_be_laid(made: Made, rivals: list[Story]) -> bool:
    """Say whether a stray lies where a ply ended, and its piece is in a hand, by a likely story.

    Somebody has moved it out of the way; where the piece comes down shows which of the two it is.
    """
    move = made.line.move
    if move is None or not rivals:
        return False
    held_there = any(away.home == move.origin for away in held(rivals[0]))
    moved = (d for d in rivals[0].dead if d.home not in (d.at, d.last) and not d.late)
    return held_there and any(dead.at == move.target for dead in moved)


def _sure_unfelt(beam: Beam, line: PlayedLine, way: Way) -> float:
    """Return how sure it must be that a ply ended where only its reply tells, or another square."""
    made = way.ahead[0]
    move, changed = made.line.move, line.move if way.back else None
    if move is None or not ends_unfelt(beam, made) or (len(way.ahead) == 1 and not way.back):
        return prices.SURE
    in_hand = {away.home for away in held(beam.best)}
    for rival in _without(beam, made):
        flying = {away.home for away in held(rival)} - in_hand
        theirs = _ply_instead(rival, made)
        slid = None if theirs is None or theirs.carried else theirs.line.move
        instead = (changed, theirs and theirs.line.move)
        believed = {move.origin, *(each.target for each in instead if each)}
        slides_on = any(each and goes_straight_on(each, move.target) for each in (changed, slid))
        sure = _sure_against(flying, believed, slides_on=slides_on) if flying else prices.SURE
        if rival.price < sure:
            return sure
    return prices.SURE


def _ply_instead(rival: Story, made: Made) -> Made | None:
    """Return the ply that another story has instead of one, if it is one of the same piece."""
    theirs = rival.top
    while theirs.line.depth > made.line.depth:
        theirs = theirs.back()
    ours, move = made.line.move, theirs.line.move
    same = ours and move and move.origin == ours.origin and theirs.line.depth == made.line.depth
    return theirs if same else None


def _sure_against(flying: set[int], believed: set[int], *, slides_on: bool) -> float:
    """Return how sure an unfelt move must be against a story in which pieces are in hands yet.

    If its piece is none of them, which is `believed` on some squares by the two, that is where a
    sensor feels it, and what seemed to reply is in a hand. Where that, or the piece itself, comes
    down shows which is true. One that slides on has hardly been lifted.
    """
    if believed.isdisjoint(flying):
        return prices.SURE_WHICH if slides_on else prices.SURE_WHO
    return prices.SURE if slides_on else prices.SURE_WHICH


def ends_unfelt(beam: Beam, made: Made) -> bool:
    """Say whether the piece of a ply came to a square whose sensor is not trusted."""
    return bool(made.line.target_bit & beam.sight.unsure)


def _comes_to_the_same(beam: Beam, line: PlayedLine) -> bool:
    """Say whether all stands right, and who made the plies that count has undone them by others.

    Then nobody has to put anything right, whichever is true.
    """
    rival = next((story for story in beam.stories if story.line.contains(line)), None)
    if rival is None or not (is_settled(rival) and is_settled(beam.best)):
        return False
    return rival.line.position == beam.best.line.position


def _differ_in_pauses(beam: Beam, made: Made) -> bool:
    """Say whether all likely stories come to the same, with every piece in its place.

    Then a piece has moved twice, and they differ in where it was between: nothing shows that later.
    """
    best = beam.best
    rivals = [s for s in _without(beam, made) if s.price < prices.SURE_THAT_IT_IS_NONE]
    return all(is_settled(s) and s.line.position == best.line.position for s in [best, *rivals])


def _still_stands(story: Story, way: Way) -> int:
    """Return the squares on which a piece stands that may show that a dropped ply was made.

    A piece whose own place it is, with no ply in the place of the dropped ones, shows nothing.
    """
    if way.ahead:
        return story.occupied
    out = bits_of(*(a.at for a in story.away if a.at != AIR))
    return story.occupied & ~story.line.position.occupied | out


def surely_dropped(beam: Beam, line: PlayedLine, way: Way, sure: float) -> int:
    """Return how many plies are taken back for sure; the last one is, the one before may stand."""
    if way.ahead:
        return way.back
    dropped, kept = min(way.back, 1), line.back()
    while dropped < way.back and certainty_of_return(beam, kept) >= sure:
        dropped, kept = dropped + 1, kept.back()
    return dropped


def _may_be_another(story: Story, made: Made) -> bool:
    """Say whether the side that moved has another piece off its place, which it may have moved.

    One in the air may come to show it; of two that stand, a step is rather a push.
    """
    mine = made.line.position.of(made.line.to_move.other)
    others = [a for a in story.away if mine >> a.home & 1 and not (a.lost or a.barred)]
    return any(a.at == AIR or made.is_step for a in others)


def _might_have_been_played(story: Story, made: Made) -> bool:
    """Say whether a piece that seems pushed stands where it may have been played to.

    If it was pushed, somebody puts it right soon.
    """
    lines = made.line.back(), made.line
    pushed = (a for a in story.away if a.is_pushed)
    return any(line.allows(a.home, a.at) for a in pushed if not a.barred for line in lines)


def _is_guessed(beam: Beam, made: Made) -> bool:
    """Say whether a ply ends where no sensor tells, and only a hand that takes a piece says so.

    That hand may as well be ahead of the game; once its piece stands, or is long held, it is not.
    """
    return ends_unfelt(beam, made) and begun_since(beam.best, made.first)


def _dropped(line: PlayedLine, way: Way) -> list[Move]:
    """Return the moves that count and are not made again by a way, the oldest first."""
    counted: list[Move | None] = []
    for _ in range(way.back):
        counted.append(line.move)
        line = line.back()
    again = (made.line.move for made in way.ahead)
    pairs = zip_longest(reversed(counted), islice(again, way.back))
    return [old for old, new in pairs if old is not None and old != new]
