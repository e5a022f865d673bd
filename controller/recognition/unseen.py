"""What no sensor tells: pieces that leave or come to squares whose sensors are not trusted."""

from collections.abc import Iterator

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import is_captured_by_held
from controller.recognition.landing import landed
from controller.recognition.laying import laid
from controller.recognition.leaving import taken
from controller.recognition.moments import LONG_AGO
from controller.recognition.plies import resolved, returned
from controller.recognition.reaction import too_soon
from controller.recognition.story import (
    AIR,
    Away,
    Story,
    Straddle,
    buried,
    held,
    held_own,
    last_away,
    without_dead,
)
from controller.rules.geometry import BETWEEN, EDGE, bits_of, squares_of


def came_unseen(
    story: Story, seen: SquareChange, price: float, *, goes_on: bool = False, stirs: bool = True
) -> list[Story]:
    """Return the stories in which a piece in the air came to a square that does not tell.

    `goes_on`: the last ply's piece is not, or is no more, where it stood. `stirs`: the sensor of
    the square, or a person, says that something came.
    """
    if story.upset:
        return []
    story = without_dead(story, seen.square)
    there = story._replace(occupied=story.occupied | 1 << seen.square)
    seen = seen._replace(unseen=True)
    found = []
    for piece in held(story):
        if _may_come(story, piece, seen.square):
            captive = goes_on and _may_be_taken(story, piece)
            cost = price + (prices.RATHER_TAKEN if captive else 0.0)
            cost += 0.0 if stirs else _price_of_coming_soon(piece, seen)
            after = landed(there, piece, seen)
            found += [s.dearer(cost) for s in after if len(s.away) < len(story.away)]
    return found


def came_where_one_sticks(story: Story, at: float, unsure: int) -> list[Story]:
    """Return the stories in which a piece in the hand has come to where something lies about.

    Nothing does: the sensor there sticks, or a captive was pushed off just then. When the piece
    came there nobody knows.
    """
    if story.upset:
        return []
    found: list[Story] = []
    laid = bits_of(*(d.at for d in story.dead if d.taken and d.at != AIR))
    for piece in held_own(story):
        since = max(piece.since, at - durations.REACTION_S)
        for square in squares_of((story.foreign | laid) & ~unsure):
            if story.line.allows(piece.home, square):
                seen = SquareChange(square, since, unsure)
                found += came_unseen(story.unheard(1 << square), seen, prices.STICKS_THERE)
    return found


def _may_be_taken(story: Story, piece: Away) -> bool:
    """Say whether the last ply's piece may go on, and capture a piece that is in the air."""
    line, move = story.top.line, story.top.line.move
    return move is not None and bool(line.back().capturable(move.origin) >> piece.home & 1)


def _price_of_coming_soon(piece: Away, seen: SquareChange) -> float:
    """Return what it costs that a piece came so soon after its lift; a slide takes no time."""
    carried = not seen.is_beside(piece.last)
    return prices.CAME_SOON if carried and seen.at - piece.since < durations.SEEN_S else 0.0


def _may_come(story: Story, piece: Away, square: int) -> bool:
    if square == piece.home:
        return True
    if story.line.ends_on(piece.home):
        return story.line.might_end_on(square)
    return story.owns(piece)


def back_unseen(story: Story) -> Story | None:
    """Return the story in which the last ply's piece, long in the air, is back on its origin.

    One that the other side captures with what it has in the hand was rather taken early.
    """
    move = story.top.line.move
    piece = last_away(story)
    if piece is None or move is None:
        return None
    taken_early = is_captured_by_held(story, piece)
    story = without_dead(story, move.origin)
    there = story._replace(occupied=story.occupied | 1 << move.origin)
    back = resolved(returned(there, piece, piece.since))
    return back.dearer(prices.RATHER_TAKEN) if taken_early else back


def left_unseen(story: Story, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece came from a square that does not tell."""
    found: list[Story] = []
    hidden = story.occupied & seen.unsure & ~(1 << seen.square)
    instead = prices.LEFT_INSTEAD if held(story) else 0.0
    for square in squares_of(hidden):
        up = taken(story, square, LONG_AGO)
        if up:
            calm = prices.LEFT_CALM if seen.calm >> square & 1 else 0.0
            price = prices.LEFT_UNSEEN + instead + calm
            found += [s.dearer(price) for s in landings_since(up, LONG_AGO, seen)]
    return found


def left_stuck(story: Story, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece has moved from a square that feels it still.

    Only on a board that is right otherwise, or once what it captures has been taken. Where several
    may have come, what happens next shows which of them stands still.
    """
    if story.foreign or story.upset or story.straddle or story.stuck or seen.unseen:
        return []
    if not _lacks_only_captives(story):
        return []
    if story.price > prices.HOPELESS - prices.STICKS or _is_rather_captive(story, seen):
        return []  # too dear to be kept, or rather the captive
    soon = prices.NO_REACTION * too_soon(seen.at - story.top.first)
    return [s.dearer(soon) for s in _moved_unfelt(story, seen)]


def _lacks_only_captives(story: Story) -> bool:
    """Say whether all that is off its square are pieces in the air that may be captives."""
    own = story.own() if story.away else 0
    return all(away.at == AIR and not own >> away.home & 1 for away in story.away)


def _silent(story: Story, seen: SquareChange) -> list[int]:
    """Return the squares from which a piece may have come to one though no sensor felt it go."""
    line, home = story.top.line, story.own() & ~seen.unsure
    return [square for square in squares_of(home) if line.allows(square, seen.square)]


def _moved_unfelt(story: Story, seen: SquareChange) -> Iterator[Story]:
    """Yield the stories in which a piece has moved to a square, and its own feels it still.

    A sensor that has felt a piece go before is likelier to work than another, if there is one.
    """
    origins = _silent(story, seen)
    worked = seen.opened if any(not seen.opened >> square & 1 for square in origins) else 0
    for origin in origins:
        price = prices.STICKS_FROM_NOW_ON * (worked >> origin & 1)
        yield from (s.dearer(price) for s in _moved_from(story, origin, seen))


def _moved_from(story: Story, origin: int, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece has moved from a square that feels it still."""
    up = taken(story, origin, LONG_AGO)
    if up is None:
        return []
    bit = 1 << origin
    still = up._replace(occupied=up.occupied | bit, stuck=bit)
    after = landings_since(still, LONG_AGO, seen)
    return [s.dearer(prices.STICKS) for s in after if s.line is not story.line and not s.away]


def _is_rather_captive(story: Story, seen: SquareChange) -> bool:
    """Say whether a captive may lie on a square: one taken lately, or just captured there."""
    just = story.line.captured >> seen.square & 1
    lately = any(d.at == AIR and seen.at - d.since < durations.LAID_S for d in story.dead)
    return bool(just) or lately


def slid_on(story: Story, straddle: Straddle, at: float) -> list[Story]:
    """Return the story in which a piece slides on from a square that feels it still.

    It has left that for its move, or has only come past.
    """
    bit = 1 << straddle.origin
    passes = _passes(story, straddle)
    if story.stuck or not (passes or story.own() & bit):
        return []
    if not _lacks_only_captives(story):
        return []
    piece = Away(straddle.origin, AIR, at, straddle.since, straddle.target, slid=True)
    gone = story._replace(away=(*story.away, piece), stuck=bit)
    price = prices.STICKS_AS_IT_PASSES if passes else prices.STICKS
    return [gone.dearer(price - straddle.paid)]


def _passes(story: Story, straddle: Straddle) -> bool:
    """Say whether a piece that is felt on two squares has slid over the first in the last ply."""
    top, move = story.top, story.line.move
    if move is None or not top.line.ends_on(straddle.origin) or top.carried or top.closed:
        return False
    return bool(BETWEEN[move.origin][straddle.target] >> straddle.origin & 1)


def slid_past(story: Story, straddle: Straddle, seen: SquareChange) -> Iterator[Story]:
    """Yield the stories in which a piece slides past a square that sticks, and is felt on two more.

    Those are the second of the two that felt it, and one behind that.
    """
    if BETWEEN[straddle.origin][seen.square] != 1 << straddle.target:
        return
    for on in _gone_to_second(story, straddle, seen):
        yield on._replace(straddle=Straddle(straddle.target, seen.square, seen.at))


def stepped(story: Story, seen: SquareChange) -> Iterator[Story]:
    """Yield the stories in which a piece has moved to the second of two squares that feel one.

    The square that it left sticks: any from which it may have come. That shows when the other side
    takes a piece, as if it were its turn.
    """
    straddle = story.straddle
    if not (straddle and straddle.lasts and story.own() >> straddle.origin & 1):
        return
    if story.own() >> seen.square & 1:
        return
    there = seen._replace(square=straddle.target)
    apart = story.dearer(-straddle.paid)._replace(straddle=None)
    yield from _moved_unfelt(apart, there)


def seemed_laid(story: Story, seen: SquareChange) -> Iterator[Story]:
    """Yield the stories in which what seems a captive on the board is a piece that has moved.

    The square that it left feels it still. That shows when the other side takes a piece, as if it
    were its turn.
    """
    if story.own() >> seen.square & 1 or story.away or story.foreign or story.stuck:
        return
    stood = story.top.first
    laid = [d for d in story.dead if d.taken and d.at not in (AIR, d.home) and d.since > stood]
    if len(laid) != 1 or story.straddle or story.upset:
        return
    (captive,) = laid
    if EDGE >> captive.at & 1:
        return  # people lay them there
    off = buried(story, captive, captive._replace(at=AIR))
    yield from _moved_unfelt(off, seen._replace(square=captive.at, at=captive.since))


def _gone_to_second(story: Story, straddle: Straddle, seen: SquareChange) -> Iterator[Story]:
    """Yield the stories in which a piece has gone to the second square; the first one sticks."""
    there = seen._replace(square=straddle.target)
    for gone in slid_on(story._replace(straddle=None), straddle, seen.at):
        yield from landings_since(gone, seen.at, there)


def landings_since(story: Story, since: float, seen: SquareChange) -> Iterator[Story]:
    """Yield the landings of the piece that was taken at a time."""
    for away in held(story):
        if away.since == since:
            yield from landed(story, away, seen)
    for dead in story.dead:
        if dead.at == AIR and dead.since == since:
            yield laid(story, dead, seen)
