"""Follows the pieces: keeps the few most likely stories, and extends each by what is seen.

Evidence is whole occupancies: a story is extended by where it differs from what is seen, so a
change that was missed heals itself. Knows no durations of the game and no answers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

from controller.recognition import prices
from controller.recognition.acts import filled, lifted
from controller.recognition.change import SquareChange
from controller.recognition.falling import as_seen, price_of_coming_back, shaken
from controller.recognition.lasting import aged, dearer_since, next_due
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO, NEVER, reached
from controller.recognition.plies import unplayed
from controller.recognition.sight import Sight, stood_since
from controller.recognition.story import Story, begun, held, living, standing
from controller.recognition.unseen import came_unseen, came_where_one_sticks
from controller.rules.geometry import SIZE, bits_of, squares_of

# More squares than this at once are no deed of hands: nobody saw what happened.
_MANY = 10
_MANY_UNSEEN = 4
# Of all that may go on from the stories, the likeliest are looked at, some more than are kept:
# the others cost as much, and changed no game that was tried (docs/recognition-history.md).
_MOST_OPEN = 14
# So many, and every piece in its place.
_PUT_RIGHT = 3


@dataclass(frozen=True, slots=True)
class Beam:
    """The stories that are kept, the best one first, and what was seen last."""

    stories: tuple[Story, ...]
    sight: Sight
    changed_at: float  # when what tells changed last, in seconds
    priced_at: float = 0.0  # until when holding is priced
    due: float = NEVER  # when stories become dearer though nothing changes
    stood_at: tuple[float, ...] = (LONG_AGO,) * SIZE**2  # since when each square is as it is

    def seeing(self, sight: Sight) -> "Beam":
        """Return the same stories, of a board on which fewer sensors are trusted."""
        return replace(
            self, sight=sight, stories=tuple(s.unheard(sight.unsure) for s in self.stories)
        )

    @property
    def best(self) -> Story:
        """The most likely story."""
        return self.stories[0]


def beginning(line: PlayedLine, sight: Sight, at: float) -> Beam:
    """Return the one story of a board that is believed to stand as a line of play says."""
    return Beam((begun(line),), sight, at, at)


def tracked(beam: Beam, sight: Sight, at: float, *, unseen: bool = False) -> Beam:
    """Return the stories after one more look; `unseen`: nobody looked for a while before."""
    if sight is beam.sight and not reached(at, beam.due) and not unseen:
        return beam
    stories: Iterable[Story] = [dearer_since(story, beam.priced_at, at) for story in beam.stories]
    if reached(at, beam.due):
        stories = [s for story in stories for s in aged(story, beam.sight, beam.due, at)]
    doubtful = sight.unsure & ~beam.sight.unsure
    if doubtful:
        stories = _without_hearsay(list(stories), sight, doubtful, at)
    changed_at = beam.changed_at
    if sight is not beam.sight or unseen:
        if unseen or _trusted(sight) != _trusted(beam.sight):
            changed_at = at
        stirred = sight.stirring & ~beam.sight.stirring
        found = [o for s in stories for o in _explained(s, sight, at, stirred, unseen=unseen)]
        # What happened where no sensor tells can make every story impossible.
        stories = _completed(found, sight, at) or [
            as_seen(beam.best, sight.occupied, sight.unsure, at)
        ]
        stories = [_weighed(story, sight) for story in stories]
    kept = sifted(stories)
    stood_at = stood_since(beam.stood_at, sight.occupied ^ beam.sight.occupied, at)
    return Beam(kept, sight, changed_at, at, next_due(kept, sight, at), stood_at)


def _without_hearsay(stories: list[Story], sight: Sight, doubtful: int, at: float) -> list[Story]:
    """Return the stories without what only sensors say that are trusted no longer.

    That is a magnet of no game, or a ply whose piece has not been felt to go.
    """
    known = [story for story in stories if not _is_hearsay(story, doubtful)]
    if not known:
        # The likeliest ply that only they tell of was none.
        before = stories[0]._replace(top=stories[0].top.back(), away=(), stuck=0)
        known = [as_seen(before, sight.occupied, sight.unsure, at)]
    return [story.unheard(doubtful) for story in known]


def _is_hearsay(story: Story, doubtful: int) -> bool:
    """Say whether a piece has come to a square, though others tell that it is elsewhere.

    The one that it left feels it still, or another one to which it might have gone.
    """
    line = story.line
    if not doubtful & line.target_bit:
        return False
    elsewhere = squares_of(story.foreign & ~doubtful)
    return bool(story.stuck & line.origin_bit) or any(map(line.might_end_on, elsewhere))


def _trusted(sight: Sight) -> tuple[int, int]:
    """Return what the sensors tell that are trusted.

    Without the poles: one that flickers between two readings says of no piece that it has moved.
    """
    return sight.felt, sight.unsure


def sifted(stories: Iterable[Story]) -> tuple[Story, ...]:
    """Return the most likely stories, each once, the best at no price.

    The likeliest in which the board was knocked over is one of them: as long as pieces fall, every
    pair of them may have made a move, and so many stories would drive it out.
    """
    ordered = sorted(stories, key=lambda story: story.price)
    least = ordered[0].price
    likely = [story for story in ordered if story.price - least <= prices.HOPELESS]
    kept: dict[tuple[object, ...], Story] = {}
    for story in likely:
        if len(kept) == prices.KEPT:
            break
        kept.setdefault(story.key(), story)
    found = list(kept.values())
    if not any(story.upset for story in found):
        found += islice((s for s in likely if s.upset and not s.straddle), 1)
    return tuple(story.dearer(-least) for story in found)


class _Open(NamedTuple):
    """A story that does not explain yet that some squares, which it takes in turn, are filled."""

    story: Story
    squares: tuple[int, ...] = ()
    unseen: bool = False


def _explained(story: Story, sight: Sight, at: float, stirred: int, *, unseen: bool) -> list[_Open]:
    """Return every story that goes on from one and fits what is seen, but for filled squares."""
    found: list[_Open] = []
    for one in _with_unseen(story, sight, at, stirred):
        differing = (one.occupied ^ sight.occupied) & ~sight.unsure
        found += _opened(one, differing, sight, at, unseen=unseen) if differing else [_Open(one)]
    return found


def _opened(story: Story, differing: int, sight: Sight, at: float, *, unseen: bool) -> list[_Open]:
    story, differing = shaken(story, differing, at)
    if not differing:
        return [_Open(story)]
    many = differing.bit_count() > (_MANY_UNSEEN if unseen else _MANY)
    if (
        differing & ~_hands(story)
        and differing.bit_count() >= _PUT_RIGHT
        and not _differs(story, sight)
    ):
        # Whoever changes this much at once, and leaves every piece in its place, puts it right.
        price = 0.0 if many or story.upset else prices.UPSET
        return [_Open(as_seen(story, sight.occupied, sight.unsure, at).dearer(price))]
    before = unplayed(story) if many else story
    if before is not story and not _differs(before, sight):
        # ... as it was before a ply that was none.
        before = before.dearer(prices.TAKE_BACK)
        return [_Open(as_seen(before, sight.occupied, sight.unsure, at))]
    gone, come = differing & story.occupied, differing & ~story.occupied
    story = story.dearer(price_of_coming_back(story, come))
    unseen = unseen or many
    stories = [story]
    for square in squares_of(gone):
        seen = SquareChange.of(sight, square, at, unseen=unseen)
        stories = [s for one in stories for s in lifted(one, seen)]
        # Each magnet of no game may be a piece that slides: many of them make no end of stories.
        stories = nsmallest(_MOST_OPEN, stories, key=lambda each: each.price)
    if many:
        stories = [s._replace(upset=True) for s in stories[:1]]
    squares = tuple(squares_of(come))
    # What comes at the same moment has no order that is known.
    orders = [squares, squares[::-1]] if len(squares) > 1 and not many else [squares]
    return [_Open(one, order, unseen) for order in orders for one in stories]


def _hands(story: Story) -> int:
    """Return the homes of the pieces that are in hands, of a board that was not knocked over."""
    return 0 if story.upset else bits_of(*(a.home for a in held(story)))


def _differs(story: Story, sight: Sight) -> int:
    """Return the squares that do not stand as a story's game does, dead pieces aside."""
    dead = story.occupied & ~living(story)
    return (story.line.position.occupied ^ sight.occupied) & ~(sight.unsure | dead)


def _completed(stories: list[_Open], sight: Sight, at: float) -> list[Story]:
    """Return every story that explains all filled squares; on the way the dearest drop out."""
    found: list[Story] = []
    stories = nsmallest(_MOST_OPEN, stories, key=lambda one: one.story.price)
    while stories:
        further: list[_Open] = []
        for story, squares, unseen in stories:
            if not squares:
                found.append(story)
                continue
            seen = SquareChange.of(sight, squares[0], at, unseen=unseen)
            after = filled(story, seen)
            if len(squares) > 1:
                further += [_Open(one, squares[1:], unseen) for one in after]
            else:
                found += after
        stories = nsmallest(prices.KEPT, further, key=lambda one: one.story.price)
    return found


def _with_unseen(story: Story, sight: Sight, at: float, stirred: int) -> list[Story]:
    """Return a story, and those in which a piece in the air came to where no sensor tells."""
    if not held(story):
        return [story]
    hidden = sight.unsure & ~living(story)
    found = [story, *came_where_one_sticks(story, at, sight.unsure)]
    goes_on = bool(story.line.target_bit & ~sight.occupied)
    for square in squares_of(hidden):
        seen = SquareChange(square, at, sight.unsure)
        stirs = bool(stirred >> square & 1)
        came = came_unseen(story, seen, prices.CAME_UNSEEN, goes_on=goes_on, stirs=stirs)
        if came and stirs:
            found = [s.dearer(prices.STIRS_FOR_NOTHING) for s in found]
        found += came
    return found


def _weighed(story: Story, sight: Sight) -> Story:
    """Return a story at the price of the poles that it does not explain.

    While a board that was knocked over is put right, nobody knows which piece stands where.
    """
    if sight.poles is None:
        return story
    attackers, defenders, king = _felt(story)
    south, north, strong = sight.poles
    wrong = attackers & (north | strong) | defenders & (south | strong) | king & south
    misfits = (wrong & ~sight.unsure & ~story.foreign).bit_count()
    if misfits == story.misfits:
        return story
    price = 0.0 if story.upset else (misfits - story.misfits) * prices.WRONG_POLE
    return story._replace(misfits=misfits, price=story.price + price)


def _felt(story: Story) -> Sequence[int]:
    """Return where attackers, defenders and the king are felt: one may be on two squares."""
    boards = standing(story)
    if story.straddle is None:
        return boards
    origin, target, *_ = story.straddle
    return [board | (board >> origin & 1) << target for board in boards]


def narrowed(beam: Beam, stories: Iterable[Story]) -> Beam:
    """Return a beam with only some stories: those that people, or what counts, leave."""
    weighed = (_weighed(story, beam.sight) for story in stories)
    return replace(beam, stories=sifted(weighed))


def resumed(beam: Beam) -> Beam:
    """Return the stories after a time in which nobody looked: a piece may have been slid."""
    stories = tuple(
        s._replace(away=tuple(a._replace(slid=True) for a in s.away)) for s in beam.stories
    )
    return replace(beam, stories=stories)
