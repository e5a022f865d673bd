"""Ends that people give a game: a resignation, a draw that both want, an arbiter's decision."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from controller.events.command import About, Command, Decision
from controller.events.event import (
    CommandRefused,
    Decided,
    Event,
    GameEnded,
    MoveCommitted,
    MoveRetargeted,
)
from controller.rules.endings import BY_PEOPLE
from controller.rules.game import Game
from controller.rules.pieces import Side
from controller.rules.sentences import outcome_sentence
from controller.session.agreement import (
    Act,
    Agreed,
    Agreement,
    NoOffer,
    Offered,
    followed,
    refusal_of,
)
from controller.session.sentences import NO_GAME_TO_END

_NO_OFFER = NoOffer()
_ACTS = {Command.DRAW: Act.DRAW, Command.NO_DRAW: Act.NO_DRAW}


@dataclass(frozen=True, slots=True)
class Settlement:
    """What people, or a clock, have said of a game beside the moves."""

    agreement: Agreement = _NO_OFFER
    ended: Game | None = None  # with the end that they gave it
    why: str = ""  # an arbiter's words

    @property
    def offer(self) -> Side | None:
        """The side that offers a draw."""
        return self.agreement.by if isinstance(self.agreement, Offered) else None

    def with_end(self, game: Game) -> "Settlement":
        """Return what stands when a game was given an end."""
        return Settlement(ended=game)

    def without_end(self) -> "Settlement":
        """Return what stands when that end was taken back."""
        return Settlement(self.agreement)

    def agreed(self, events: Iterable[Event]) -> tuple["Settlement", list[Event]]:
        """Return what stands after some events, and these with what a side says by playing on."""
        agreement, found = self.agreement, list[Event]()
        for event in events:
            found.append(event)
            match event:
                case MoveCommitted(at=at, side=side) | MoveRetargeted(at=at, side=side):
                    agreement, news = followed(agreement, Act.PLAY, side, at)
                    found += [news] if news else []
                case GameEnded():
                    agreement = _NO_OFFER
        if agreement is self.agreement:
            return self, found
        return replace(self, agreement=agreement), found


Settled = tuple[Settlement, tuple[Event, ...]]


def settled(before: Settlement, game: Game, command: Command, about: About, at: float) -> Settled:
    """Return what stands after a command that is about the end of a game, and the news of it."""
    if game.outcome:
        return before, (CommandRefused(at, NO_GAME_TO_END),)
    match command, about:
        case Command.RESIGN, Side():
            return _ended(game.resign(about), at)
        case Command.DECIDE, Decision(winner=winner, why=why):
            return _ended(game.decide(winner), at, Decided(at, about), why=why)
        case ((Command.DRAW | Command.NO_DRAW), Side()):
            return _answered(before, game, _ACTS[command], about, at)
    raise ValueError(f"{command}: expected who says so, or a decision; got {about!r}")


def _answered(before: Settlement, game: Game, act: Act, side: Side, at: float) -> Settled:
    refused = refusal_of(before.agreement, act, side)
    if refused:
        return before, (CommandRefused(at, refused),)
    after, news = followed(before.agreement, act, side, at)
    events = (news,) if news else ()
    if isinstance(after, Agreed):
        return _ended(game.agree_draw(), at, *events)
    return replace(before, agreement=after), events


def _ended(game: Game, at: float, *before: Event, why: str = "") -> Settled:
    return Settlement(ended=game, why=why), (*before, *end_news(game, at))


def end_news(game: Game, at: float) -> tuple[Event, ...]:
    """Return the news that a game is over, nothing as long as it is not."""
    outcome = game.outcome
    return (GameEnded(at, outcome, outcome_sentence(outcome)),) if outcome else ()


def is_ended_by_people(game: Game) -> bool:
    """Say whether people, an arbiter or a clock have ended a game, and not a move."""
    return game.outcome is not None and game.outcome.reason in BY_PEOPLE
