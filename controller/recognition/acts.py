"""The acts of people: every way in which a story can explain that a square was left or filled."""

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.falling import fallen, put_right, put_up
from controller.recognition.landing import landed
from controller.recognition.laying import laid
from controller.recognition.leaving import taken
from controller.recognition.reaction import too_soon
from controller.recognition.story import AIR, Away, Dead, Story, Straddle, buried, held_own
from controller.recognition.strange import price_of_instead, stood_there, strange
from controller.recognition.unseen import (
    landings_since,
    left_stuck,
    left_unseen,
    seemed_laid,
    slid_on,
    slid_past,
    stepped,
)
from controller.rules.geometry import NEIGHBOURS, bits_of, squares_of


def lifted(story: Story, seen: SquareChange) -> list[Story]:
    """Return every story in which a square that felt a piece does not any more."""
    straddle, square = story.straddle, seen.square
    if straddle and square == straddle.target:
        back = story._replace(straddle=None, occupied=story.occupied & ~(1 << square))
        return [back, *slid_on(back, straddle, seen.at)]
    if straddle and square == straddle.origin:
        return _slid_over(story._replace(straddle=None), straddle, seen)
    found = taken(story, square, seen.at, lost=seen.unseen)
    if found and found.upset:
        return [put_right(found, seen.unsure)]
    if found is None:
        return []
    there = stood_there(story, seen)
    beside = [*there, *_slid_beside(story, seen), *_slid_to_captive(found, seen)]
    unfelt = (*stepped(story, seen), *seemed_laid(story, seen))
    beside += [reply for moved in unfelt for reply in lifted(moved, seen)]
    return [found, *fallen(found, seen.at), *beside]


def _slid_over(story: Story, straddle: Straddle, seen: SquareChange) -> list[Story]:
    """Return the stories in which the piece that was felt on two squares is on the second."""
    there = SquareChange(straddle.target, seen.at, seen.unsure, seen.poles)
    up = taken(story, straddle.origin, seen.at)
    if up is None:
        return []
    price = _price_of_lasting(seen.at - straddle.since)
    if _may_have_landed(story, straddle, seen.at):
        price = -prices.SLIDES
    if straddle.lasts:
        # It has moved on at last: some sensors feel a piece from far. But no piece moves for long.
        lasting = prices.STRADDLE_LASTS + durations.PAUSE_S * prices.STANDS_OUT
        price += prices.STRADDLE_ENDS - min(straddle.paid, lasting)
    if seen.at - straddle.since > durations.SLOW_SLIDE_S:
        price += _price_of_sliding_before(story, straddle)
    price -= prices.RATHER_PUT_BACK * _came_down_since(story, straddle)
    found = [s.dearer(price) for s in landings_since(up, seen.at, there)]
    unknown = up._replace(foreign=up.foreign | 1 << straddle.target)
    return found or [unknown.dearer(prices.FOREIGN)]


def _slid_beside(story: Story, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece is where a magnet of no game has just come beside it.

    While one piece is felt on two squares, another one is so, too: two hands slide at once.
    """
    if seen.at - story.came_at > durations.STRADDLE_S:
        return []
    found: list[Story] = []
    for target in squares_of(story.foreign & NEIGHBOURS[seen.square]):
        one = story._replace(foreign=story.foreign & ~(1 << target))
        price = prices.STRADDLE_OTHER - prices.FOREIGN
        found += _slid_over(one.dearer(price), Straddle(seen.square, target, story.came_at), seen)
    return found


def _slid_to_captive(story: Story, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece slides to where a captive was taken just before.

    So soon before that the sensor there has not opened between the two. Only that a piece slid up
    to the captive just before speaks for it; without that it is worth no more than a guess.
    """
    found: list[Story] = []
    price = prices.REPLACES - (0.0 if story.line.ends_on(seen.square) else prices.SLIDES)
    owed = [d for d in story.dead if d.at == d.home and not d.taken]
    for captive in (d for d in owed if NEIGHBOURS[seen.square] >> d.at & 1):
        gone = buried(story, captive, captive._replace(at=AIR, since=seen.at, taken=True))
        there = seen._replace(square=captive.at)
        found += [s.dearer(price) for s in landings_since(gone, seen.at, there)]
    return [s for s in found if s.line is not story.line]


def _price_of_lasting(seconds: float) -> float:
    """Return what it costs that a piece that slides was felt on two squares for so long.

    The longer that is, the less it slides: it may as well be two pieces.
    """
    if seconds > durations.STRADDLE_S:
        return -prices.SLIDES
    return 0.0 if seconds <= durations.SLOW_SLIDE_S else prices.SLIDES_SLOWLY - prices.SLIDES


def _price_of_sliding_before(story: Story, straddle: Straddle) -> float:
    """Return what it costs that a reply had begun to slide before the move stood, or was seen.

    One that was on the line before that move was begun has only stood there.
    """
    if straddle.since < story.top.left or not story.own() >> straddle.origin & 1:
        return 0.0
    if straddle.since < story.top.first:
        return prices.EARLY_BESIDE
    return prices.NO_REACTION * too_soon(straddle.since - story.top.first)


def _may_have_landed(story: Story, straddle: Straddle, at: float) -> bool:
    """Say whether a piece in a hand may have come to where a slide seems to have gone."""
    if story.own() >> straddle.origin & 1:
        return False
    captures = story.line.would_capture
    if any(captures(a.home, straddle.target, straddle.origin) for a in held_own(story)):
        return True
    # The last ply's piece, which rests and has been replied to.
    rests = at - story.top.since >= durations.REST_S
    seen = story.top.first + durations.REACTION_S
    others = [a for a in held_own(story) if rests and seen <= a.left <= at - durations.HELD_S]
    return any(story.top.line.allows(a.home, straddle.target) for a in others)


def filled(story: Story, seen: SquareChange) -> list[Story]:
    """Return every story in which a square that felt no piece feels one."""
    there = story._replace(occupied=story.occupied | 1 << seen.square)
    if story.upset:
        return [put_up(there, seen)]
    # Of two that are as likely the first is kept: what lies about is a captive rather.
    found = _laid_aside(there, seen)
    found.append(_exchanged(strange(there, seen), seen))
    for away in story.away:
        if away.at == AIR:
            rather = prices.RATHER_PUT_BACK * _seems_put_back(story, away)
            found += [s.dearer(rather) for s in landed(there, away, seen)]
    found += _straddled(there, seen)
    found += left_unseen(there, seen)
    price = price_of_instead(story, seen)
    found += [s.dearer(price) for s in left_stuck(there, seen)]
    return found


def _seems_put_back(story: Story, piece: Away) -> bool:
    """Say whether something is felt on the square of a piece in a hand, and beside that.

    By the story it is the piece beside it, which is felt on both.
    """
    return story.straddle is not None and story.straddle.target == piece.home


def _came_down_since(story: Story, straddle: Straddle) -> bool:
    """Say whether the piece of the second of two squares was put elsewhere while both were felt."""
    top, square, since = story.top, straddle.target, straddle.since
    moved = bool(story.line.origin_bit >> square & 1) and top.left < since < top.first
    return moved or any(a.home == square and a.left < since < a.since for a in story.away)


def _exchanged(story: Story, seen: SquareChange) -> Story:
    """Return the story in which a magnet of no game takes the place of a piece that is elsewhere.

    Nobody can tell them apart: that piece is where it may be taken off the board.
    """
    home = 1 << seen.square
    gone = next((a for a in story.away if a.home == seen.square and a.at != AIR), None)
    if gone is None or not seen.may_hold(story, gone.home):
        return story
    away = tuple(a for a in story.away if a is not gone)
    return story._replace(away=away, foreign=story.foreign & ~home | 1 << gone.at)


def _laid_aside(story: Story, seen: SquareChange) -> list[Story]:
    """Return the stories in which a captive comes back to the board.

    That is the last one of each side, or the one that stood there.
    """
    last: dict[object, Dead] = {}
    home: list[Dead] = []
    for dead in story.dead:
        if dead.at != AIR:
            continue
        if dead.home == seen.square:
            home.append(dead)
        if dead.side not in last or last[dead.side].since < dead.since:
            last[dead.side] = dead
    others = (dead for dead in last.values() if dead not in home)
    return [laid(story, dead, seen) for dead in (*home[-1:], *others)]


def _slides_on(story: Story, at: float) -> bool:
    """Say whether the last ply has slid, may go on, and nothing has been lifted since it stood."""
    top = story.top
    paused = not top.carried and at - top.since <= durations.PAUSE_S
    quiet = all(away.left < top.first for away in story.away)
    return paused and quiet


def _straddled(story: Story, seen: SquareChange) -> list[Story]:
    """Return the stories in which a piece on the next square is felt here, too."""
    if seen.unseen:
        return []
    if story.straddle:
        return list(slid_past(story, story.straddle, seen))
    own = story.own()
    last = story.line.target_bit
    mine = own | last
    found = []
    near = NEIGHBOURS[seen.square] & story.occupied & ~seen.unsure
    moving = bits_of(*(a.at for a in story.away if a.at != AIR and not own >> a.home & 1))
    moving |= last if _slides_on(story, seen.at) else 0
    for square in squares_of(near):
        price = prices.STRADDLE if mine >> square & 1 else prices.STRADDLE_OTHER
        price = prices.STRADDLE_AGAIN if moving >> square & 1 else price
        straddle = Straddle(square, seen.square, seen.at)
        found.append(story._replace(straddle=straddle, price=story.price + price))
    return found
