"""What it means for a story that a piece is put down: a ply now or later, or out of its place."""

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import (
    is_near_held,
    price_of_early,
    price_of_going_on,
    price_of_slide,
)
from controller.recognition.moments import LONG_AGO
from controller.recognition.plies import played, resolved
from controller.recognition.story import AIR, Away, Story, changed, held_own, last_is_in_air
from controller.rules.geometry import NEIGHBOURS, PATHS, bits_of
from controller.rules.position import Position


def ply(story: Story, piece: Away, seen: SquareChange, *, carried: bool) -> Story:
    """Return the story in which a piece made a legal move, at the price of its captives."""
    after = played(story, piece, seen.square, seen.at, carried=carried)
    for victim in story.away:
        if victim is not piece and after.top.line.captured >> victim.home & 1:
            after = after.dearer(_price_of_captive(story, victim, seen.square, seen.at))
    return resolved(after.dearer(price_of_those_left_out(after)))


def _price_of_captive(story: Story, victim: Away, square: int, at: float) -> float:
    """Return what it is worth that a ply to a square captures what has been lifted before.

    What had only just come beside that square when it left has slid there itself, if it may. What
    has slid, after a pause, to where its own move might have ended says nothing of a capture.
    """
    line, slide = story.line, price_of_slide(at - victim.since)
    price = slide + prices.CAPTIVE_JUST_TAKEN if slide else prices.CAPTIVE_WAS_TAKEN
    if not line.ends_on(victim.home):
        return price
    if _has_gone_on(story, victim):
        return 0.0
    brushed = slide and victim.left - story.top.first < durations.SEEN_S
    goes_on = NEIGHBOURS[victim.home] >> square & 1 and line.might_end_on(square)
    return prices.ONLY_BRUSHED if brushed and goes_on else price


def _has_gone_on(story: Story, victim: Away) -> bool:
    """Say whether the last ply's piece stands where that may have gone on to after a pause."""
    if victim.at == AIR or victim.since - victim.left > durations.SLOW_SLIDE_S:
        return False
    soon = victim.left - story.top.since <= durations.PAUSE_S
    return soon and story.line.might_end_on(victim.at)


def price_of_those_left_out(story: Story) -> float:
    """Return what it costs that a ply is made while others stand out of their places.

    One beside its square may have been pushed. One that has made its ply early may stand there, but
    not while its own side makes another ply.
    """
    line = story.top.line
    just_moved = line.position.of(line.to_move.other)
    down = (a for a in story.away if a.at != AIR)
    return prices.LEFT_OUT * sum(_is_left_out(a, just_moved) for a in down)


def _is_left_out(away: Away, just_moved: int) -> bool:
    """Say whether a piece out of its place hinders a ply of the side on some squares."""
    if away.waits:
        return bool(just_moved >> away.home & 1)
    return not away.is_pushed


def out(
    story: Story, piece: Away, seen: SquareChange, price: float, *, waits: bool = False
) -> Story:
    """Return the story in which a piece stands where the game does not have it."""
    if piece.out:
        price = price_of_going_on(piece, seen, waits=waits)
    position, own = story.line.position, story.own()
    its_own = own >> piece.home & 1
    if waits and any(a.waits and own >> a.home & 1 == its_own for a in story.away):
        price += prices.EARLY_TWICE
    for other in story.away:
        if other.home == seen.square and other is not piece:
            if not _are_alike(position, other.home, piece.home):
                break
            # Nobody can tell two of a kind apart: the other one is at home, this is where it was.
            moved = piece._replace(at=other.at, since=other.since, last=other.last, out=True)
            story = story._replace(away=tuple(a for a in story.away if a is not other))
            return changed(story, piece, moved, price)
    down = piece._replace(at=seen.square, since=seen.at, waits=waits, lost=False)
    return changed(story, piece, down, price)


def goes_in_turn(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece may have made a ply, or taken one back, whose turn comes later."""
    before = story.top.back().line.move
    if before and (piece.home, seen.square) == (before.target, before.origin):
        return last_is_in_air(story)
    position = story.top.line.position
    gone = bits_of(*(a.home for a in story.away))
    path = PATHS[piece.home][seen.square]
    free = bool(path) and not path & position.occupied & ~gone
    return free and (bool(held_own(story, but=piece)) or _is_to_be_put_right(story))


def _is_to_be_put_right(story: Story) -> bool:
    """Say whether the side to move has put its piece where it may not go: it will be pushed on."""
    if not story.away:
        return False
    own, allows = story.own(), story.line.allows
    down = [a for a in story.away if a.at != AIR and own >> a.home & 1]
    return any(not (a.waits or a.barred or allows(a.home, a.at)) for a in down)


def price_of_waiting(story: Story, piece: Away, seen: SquareChange, *, beside: bool) -> float:
    """Return what it costs that a piece makes a ply whose turn comes later."""
    slid = seen.is_soon_after(piece) and is_near_held(story, piece)
    is_held_long = any(seen.at - a.since >= durations.HELD_S for a in held_own(story))
    sure = not beside or (is_held_long and not slid)
    price = prices.EARLY if sure else prices.EARLY_BESIDE
    # One that left its square before the last ply of its side stood was in no hand for the next.
    held = LONG_AGO < piece.left <= story.top.first and not story.top.reopened
    return price + price_of_early(story, piece, seen.at) + (prices.HELD_THROUGH if held else 0.0)


def _are_alike(position: Position, one: int, other: int) -> bool:
    """Say whether the pieces of two squares are of one kind."""
    return any(board >> one & board >> other & 1 for board in position[:3])
