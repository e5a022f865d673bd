"""Ends that people give a game: a resignation, a draw that both want, an arbiter's decision."""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.events.command import About, Command, Decision
from controller.events.event import CommandRefused, Decided, Event, GameEnded
from controller.rules.endings import BY_PEOPLE
from controller.rules.game import Game
from controller.rules.pieces import Side
from controller.rules.sentences import outcome_sentence
from controller.session.agreement import Act, Agreed, Agreement, NoOffer, followed, refusal_of
from controller.session.sentences import NO_GAME_TO_END

_ACTS = {Command.DRAW: Act.DRAW, Command.NO_DRAW: Act.NO_DRAW}


@dataclass(frozen=True, slots=True)
class Settled:
    """What people have brought about: where their agreement stands, the game, and the news."""

    agreement: Agreement
    game: Game
    events: tuple[Event, ...]


def settled(before: Agreement, game: Game, command: Command, about: About, at: float) -> Settled:
    """Return what comes of a command that is about the end of a game."""
    if game.outcome:
        return Settled(before, game, (CommandRefused(at, NO_GAME_TO_END),))
    match command, about:
        case Command.RESIGN, Side():
            return _ended(game.resign(about), (), at)
        case Command.DECIDE, Decision(winner=winner):
            return _ended(game.decide(winner), (Decided(at, about),), at)
        case ((Command.DRAW | Command.NO_DRAW), Side()):
            return _answered(before, game, _ACTS[command], about, at)
    raise ValueError(f"{command}: expected who says so, or a decision; got {about!r}")


def _answered(before: Agreement, game: Game, act: Act, side: Side, at: float) -> Settled:
    refused = refusal_of(before, act, side)
    if refused:
        return Settled(before, game, (CommandRefused(at, refused),))
    after, news = followed(before, act, side, at)
    events = (news,) if news else ()
    if isinstance(after, Agreed):
        return _ended(game.agree_draw(), events, at)
    return Settled(after, game, events)


def _ended(game: Game, before: Sequence[Event], at: float) -> Settled:
    return Settled(NoOffer(), game, (*before, *end_news(game, at)))


def end_news(game: Game, at: float) -> tuple[Event, ...]:
    """Return the news that a game is over, nothing as long as it is not."""
    outcome = game.outcome
    return (GameEnded(at, outcome, outcome_sentence(outcome)),) if outcome else ()


def is_ended_by_people(game: Game) -> bool:
    """Say whether people, an arbiter or a clock have ended a game, and not a move."""
    return game.outcome is not None and game.outcome.reason in BY_PEOPLE
