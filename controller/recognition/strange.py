"""Magnets that are no pieces: they come where a piece may have come, go by, and go on."""

from controller.recognition import durations, prices
from controller.recognition.change import SquareChange
from controller.recognition.circumstances import price_of_slide
from controller.recognition.down import ply, price_of_those_left_out
from controller.recognition.plies import unplayed
from controller.recognition.story import AIR, Story, held
from controller.rules.geometry import NEIGHBOURS, squares_of


def strange(story: Story, seen: SquareChange) -> Story:
    """Return the story in which a magnet of no game has come to a square."""
    foreign = story.foreign | 1 << seen.square
    price = story.price + _price_of_strange(story, seen)
    return story._replace(foreign=foreign, came_at=seen.at, price=price)


def _price_of_strange(story: Story, seen: SquareChange) -> float:
    """Return what it costs that a magnet of no game comes, or goes on from the next square."""
    gone_s = seen.at - story.went_at
    if NEIGHBOURS[seen.square] & story.went and gone_s <= durations.SWEEP_S:
        return prices.FOREIGN_GOES_ON + price_of_slide(gone_s)
    instead = prices.FOREIGN_INSTEAD if held(story) else price_of_instead(story, seen)
    return prices.FOREIGN + instead


def price_of_instead(story: Story, seen: SquareChange) -> float:
    """Return what it costs that it is not the last ply's piece that comes, which is just down."""
    just_down = seen.at - story.top.first < durations.DRAWN_BACK_S
    may_come = just_down and story.line.might_end_on(seen.square)
    return prices.FOREIGN_AS_WELL if may_come else 0.0


def gone_by(story: Story, square: int, at: float) -> Story:
    """Return the story in which a magnet of no game has left a square."""
    foreign = story.foreign & ~(1 << square)
    right = story._replace(foreign=foreign, went=1 << square, went_at=at)
    return right.dearer(_price_of_passing_by(story, at))


def _price_of_passing_by(story: Story, at: float) -> float:
    """Return what it costs that a magnet has only come past, as on a wrist, with a hand that moved.

    A captive that was in a hand by then has rather come past.
    """
    came_at, top = story.came_at, story.top
    made = not top.reopened and top.left <= came_at < top.first + durations.DRAWN_BACK_S
    moved = made or any(a.left <= came_at for a in story.away)
    captive = any(
        d.at == AIR and came_at - durations.LAID_S < d.since < came_at for d in story.dead
    )
    passes = at - came_at < durations.PASSES_BY_S
    return prices.PASSES_BY if passes and moved and not captive else 0.0


def price_of_leaving_strange(story: Story) -> float:
    """Return what it costs that the last ply's piece leaves, and a magnet stays where it may go.

    Both came with the same hand: the piece is what stands.
    """
    return prices.STANDS_THERE if _ends(story) else 0.0


def stood_there(story: Story, seen: SquareChange) -> list[Story]:
    """Return the stories in which the last ply ended where a magnet of no game seems to stand.

    It came with the piece that seems to leave its square: that is the magnet of no game.
    """
    move, square = story.line.move, seen.square
    if move is None or not story.line.ends_on(square) or any(a.home == square for a in story.away):
        return []
    found = []
    for target in _ends(story):
        earlier = unplayed(story._replace(foreign=story.foreign & ~(1 << target)))
        gone = earlier._replace(
            occupied=story.occupied & ~(1 << square), went=1 << square, went_at=seen.at
        )
        piece = next(a for a in gone.away if a.home == move.origin)
        price = prices.GO_ON - price_of_those_left_out(story)
        there = seen._replace(square=target, at=story.came_at)
        found.append(ply(gone.dearer(price), piece, there, carried=True))
    return found


def _ends(story: Story) -> list[int]:
    """Return the squares of magnets that came with the last ply's piece, which may go there.

    One that came just as another had left was in the same hand.
    """
    top, came_at = story.top, story.came_at
    if not story.foreign or came_at < top.left:
        return []
    together = came_at - top.first < durations.DRAWN_BACK_S
    if not (together or 0.0 <= came_at - story.went_at < durations.DRAWN_BACK_S):
        return []
    return [square for square in squares_of(story.foreign) if top.line.might_end_on(square)]
