"""A captive comes back to the board: it is laid aside, put back, or pushed on."""

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import price_of_flight, price_of_laying, price_of_slide
from controller.recognition.plies import resolved
from controller.recognition.story import AIR, Away, Dead, Story, buried, held
from controller.rules.geometry import EDGE, PATHS


def laid(story: Story, piece: Dead, seen: SquareChange) -> Story:
    """Return the story in which a dead piece is put on a square."""
    other = _lying_for(story, piece, seen.square)
    if other:
        # It takes the place of the one that stood there, and that lies where it was laid.
        instead = piece._replace(at=other.at, since=other.since, taken=True, last=other.last)
        away = tuple(a for a in story.away if a is not other)
        return resolved(buried(story._replace(away=away), piece, instead, prices.PUT_BACK))
    slides = seen.is_beside(piece.last) and not seen.unseen
    slide = price_of_slide(seen.at - piece.since) if slides else 0.0
    price = slide + _price_of_laid(story, piece, seen, slides=bool(slide))
    # One that lay about already, and was lifted from there, is only in somebody's way.
    in_hand_s = durations.IN_HAND_S if piece.last == piece.home else durations.LAID_S
    late = seen.at - piece.since > in_hand_s
    if late and not _is_taken_back(story, piece, seen.square):
        price += _price_of_late(piece, seen)
    if not slides and seen.square != piece.last and not seen.late:
        # Whoever takes a captive off does not play it: that takes longer than the fastest ply.
        price += prices.FLIES if seen.at - piece.since <= durations.CAPTIVE_FLIES_S else 0.0
    if any(a.home == seen.square for a in held(story)):
        price += prices.RATHER_HOME
    down = piece._replace(at=seen.square, since=seen.at, late=late)
    return buried(story, piece, down, price)


def _lying_for(story: Story, piece: Dead, square: int) -> Away | None:
    """Return the live piece of a square that lies elsewhere, if a dead one is like it.

    A capture was taken back, and any captive may be put up again.
    """
    position = story.line.position
    if not (position.of(piece.side) & ~position.king) >> square & 1:
        return None
    return next((a for a in story.away if a.home == square and a.at != AIR), None)


def _price_of_late(piece: Dead, seen: SquareChange) -> float:
    """Return what it costs that a captive is laid down a while after it was taken off."""
    soon = seen.at - piece.since <= durations.LAID_S
    return prices.LAID_SLOWLY if soon and EDGE >> seen.square & 1 else prices.LAID_LATE


def _price_of_laid(story: Story, piece: Dead, seen: SquareChange, *, slides: bool) -> float:
    """Return what it costs that a captive comes to its own square, or to another one."""
    gone_s = seen.at - piece.since
    if seen.square == piece.last and gone_s <= durations.SHAKES_S:
        # It was only shaken, unless another one may have come; then what follows shows which.
        came = any(_may_play_to(story, a, seen) for a in held(story))
        return prices.PLY if came else 0.0
    if seen.square == piece.home:
        if not _holds_others(story):
            return prices.PUT_BACK
        in_hand = seen.at - piece.since < durations.IN_HAND_S
        rather = prices.PUT_BACK_AFTER_LIFT if in_hand else prices.PUT_BACK_LATE
        return prices.PUT_BACK + rather
    hovers = piece.last != piece.home and seen.at - piece.since < durations.IN_HAND_S
    # Nobody pushes it round a corner.
    if hovers and slides and PATHS[piece.home][seen.square] >> piece.last & 1:
        return prices.PUSHED_OFF
    price = price_of_laying(seen.square)
    price += prices.LAID_BEFORE_SLIDE if _lies_before_slide(story, seen) else 0.0
    if hovers and seen.is_beside(piece.last):
        return price
    edge = EDGE >> seen.square & 1
    was_in_the_way = piece.last != piece.home and gone_s < durations.LAID_S
    price += prices.MOVED_INWARDS if was_in_the_way and not edge else 0.0
    soon = gone_s < durations.LAID_SOON_S and not slides
    if not (
        _has_come_unfelt(story, piece, seen) or _has_rather_come(story, piece, seen, soon=soon)
    ):
        return price
    if not edge:
        return price + prices.LAID_AFTER_LIFT
    after_lift = prices.MOVED_ON_AFTER_LIFT if was_in_the_way else prices.LAID_ON_EDGE_AFTER_LIFT
    return price + after_lift


def _lies_before_slide(story: Story, seen: SquareChange) -> bool:
    """Say whether a square is the next one on the way of a piece that slides just now."""
    top, move = story.top, story.line.move
    if move is None or top.carried or seen.at - top.since > durations.EVENLY_S:
        return False
    straight_on = PATHS[move.origin][seen.square] >> move.target & 1
    return bool(straight_on) and seen.is_beside(move.target)


def _has_rather_come(story: Story, piece: Dead, seen: SquareChange, *, soon: bool) -> bool:
    """Say whether a piece in the air has rather come to a square than a captive.

    It was lifted later, or has a move there, so soon that nobody has carried the captive away.
    """
    later = any(
        a.left > piece.since and _may_have_come(a, seen) and not _is_out_of_line(a, seen)
        for a in held(story)
    )
    if later or (soon and any(_may_play_to(story, a, seen) for a in held(story))):
        return True
    lately = (a for a in story.away if a.left > piece.since and _seems_elsewhere(story, a, seen))
    return any(story.line.allows(a.home, seen.square) for a in lately)


def _is_out_of_line(piece: Away, seen: SquareChange) -> bool:
    """Say whether a square of the edge, where people lay captives, is in no line with a piece."""
    return bool(EDGE >> seen.square & 1) and not PATHS[piece.home][seen.square]


def _seems_elsewhere(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece of the side to move has just come to where it may not go.

    Perhaps only another magnet comes past there, and the piece is still in the hand.
    """
    just_now = piece.at != AIR and seen.at - piece.since < durations.IN_HAND_S
    return just_now and story.owns(piece) and not story.line.allows(piece.home, piece.at)


def _has_come_unfelt(story: Story, piece: Dead, seen: SquareChange) -> bool:
    """Say whether a piece seems to have come just now to a square that does not tell.

    It was lifted after a captive was, so that it has rather come to the square that is filled.
    """
    made = story.top
    unfelt = bool(seen.unsure & made.line.target_bit)
    return unfelt and made.first == seen.at and made.left > piece.since


def _may_play_to(story: Story, piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece in the air may have come to a square with a ply."""
    return story.line.allows(piece.home, seen.square) and _may_have_come(piece, seen)


def _may_have_come(piece: Away, seen: SquareChange) -> bool:
    """Say whether a piece in the air has been there for long enough to come to a square."""
    return seen.is_beside(piece.last) or not price_of_flight(piece, seen)


def _is_taken_back(story: Story, piece: Dead, square: int) -> bool:
    """Say whether a captive of the last ply comes back to its square, as when that is undone.

    Whoever undoes that holds no other piece than the captor.
    """
    is_home = square == piece.home and story.top.line.captured >> square & 1
    return bool(is_home) and not _holds_others(story)


def _holds_others(story: Story) -> bool:
    """Say whether a hand holds a live piece which did not make the last ply."""
    return any(not story.line.ends_on(a.home) for a in held(story))
