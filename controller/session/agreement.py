"""What two sides agree on: a draw. One state at a time, and one table of what brings the next.

A draw needs both sides. Whoever offers it waits for the other side, who accepts, declines, or just
plays on, which declines too. The side that offers may withdraw as long as nobody has answered; a
move of its own leaves the offer as it is, because people offer a draw with a move. Two sides that
offer at the same moment agree: the second offer is the answer to the first. Nothing times out.

| what stands         | the side says draw | the side says no   | the side plays |
|---------------------|--------------------|--------------------|----------------|
| no offer            | offered            | refused: no offer  |                |
| its own offer       | refused: it stands | withdrawn          | its offer stays|
| the other's offer   | agreed             | declined           | declined       |
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from controller.events.event import DrawAccepted, DrawDeclined, DrawOffered, DrawWithdrawn, Event
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence
from controller.session.sentences import NO_OFFER, OFFER_STANDS


@dataclass(frozen=True, slots=True)
class NoOffer:
    """Nobody offers a draw."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A side offers a draw, and waits for the other."""

    by: Side


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both sides want a draw."""


Agreement = NoOffer | Offered | Agreed


class Act(Enum):
    """What a side says or does."""

    DRAW = auto()
    NO_DRAW = auto()
    PLAY = auto()


class _Standing(Enum):
    """What stands, as the side that acts sees it."""

    NOTHING = auto()
    OWN = auto()
    OTHERS = auto()


News = Callable[[float, Side], Event]
_DECLINED = (NoOffer(), DrawDeclined)
# The next state and the news of it, or why nothing comes of it.
_NEXT: Mapping[tuple[_Standing, Act], tuple[Agreement | None, News] | Sentence] = {
    (_Standing.NOTHING, Act.DRAW): (None, DrawOffered),  # by the side that acts
    (_Standing.NOTHING, Act.NO_DRAW): NO_OFFER,
    (_Standing.OWN, Act.DRAW): OFFER_STANDS,
    (_Standing.OWN, Act.NO_DRAW): (NoOffer(), DrawWithdrawn),
    (_Standing.OTHERS, Act.DRAW): (Agreed(), DrawAccepted),
    (_Standing.OTHERS, Act.NO_DRAW): _DECLINED,
    (_Standing.OTHERS, Act.PLAY): _DECLINED,
}


def followed(before: Agreement, act: Act, side: Side, at: float) -> tuple[Agreement, Event | None]:
    """Return what stands after a side has said or done something, and the news of it, if any."""
    found = _NEXT.get((_seen(before, side), act))
    if found is None or isinstance(found, Sentence):
        return before, None
    after, news = found
    return after or Offered(side), news(at, side)


def refusal_of(before: Agreement, act: Act, side: Side) -> Sentence | None:
    """Return why nothing comes of what a side says, None if something does."""
    found = _NEXT.get((_seen(before, side), act))
    return found if isinstance(found, Sentence) else None


def _seen(before: Agreement, side: Side) -> _Standing:
    match before:
        case Offered(by=by):
            return _Standing.OWN if by is side else _Standing.OTHERS
    return _Standing.NOTHING
