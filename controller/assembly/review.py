"""The review of a game: its turning points are set up again, and tried again, the last first.

Moves are taken back on the board by the session's own command, so that the lights lead to the
position; what is tried there is judged, and taken back if something clearly better was there.
"""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, replace
from typing import TypeVar

from controller.assembly.brain import Brain
from controller.engine.coach import ACCEPTED, Refutation, TurningPoint
from controller.engine.search import Limits
from controller.engine.thinking import GameSoFar, refuted, reviewed
from controller.events.command import Command
from controller.rules.endings import BY_PEOPLE
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence

# For each ply of the game, and for what is tried.
_EACH = Limits(seconds=0.5, nodes=40_000)
_TRY = Limits(seconds=2.0, nodes=200_000)

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Looking:
    """The game is being looked through for turning points."""

    answer: "Future[list[TurningPoint]]"


@dataclass(frozen=True, slots=True)
class GoingBack:
    """Moves are taken back to a turning point; `left` is what remained when one was asked for."""

    number: int
    left: int = -1


@dataclass(frozen=True, slots=True)
class Trying:
    """The position stands, or is being put up, and something better is sought."""

    number: int
    failed: str | None = None  # what was tried in vain


@dataclass(frozen=True, slots=True)
class Judging:
    """Something was tried, and is being judged."""

    number: int
    game: Game
    answer: "Future[Refutation]"


@dataclass(frozen=True, slots=True)
class FoundBetter:
    """Something good was found."""

    number: int
    move: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """There were no turning points, or no more."""

    at_all: bool


State = Looking | GoingBack | Trying | Judging | FoundBetter | Nothing


class Review:
    """One review at a time, or none."""

    def __init__(self, brain: Brain, command: Callable[[Command], None]) -> None:
        """Begin without one; `command` reaches the session."""
        self.state: State | None = None
        self._brain = brain
        self._command = command
        self._points: list[TurningPoint] = []

    @property
    def running(self) -> bool:
        """Whether moves on the board belong to a review, and not to a game."""
        return self.state is not None and not isinstance(self.state, Nothing)

    @property
    def better(self) -> Move | None:
        """The move that was better at the turning point that is tried, None while none is."""
        match self.state:
            case Trying(number=number):
                return self._points[number].better
        return None

    def stop(self) -> None:
        """Let the game be a game again."""
        self.state = None

    def begin_or_go_on(self, game: Game, side: Side) -> Sentence | None:
        """Begin with a game that is over, or go to the turning point before; return why not."""
        match self.state:
            case GoingBack(number=number) | Trying(number=number) | FoundBetter(number=number):
                self._go_to(number - 1)
            case Looking() | Judging():
                pass
            case _ if not game.outcome and not game.plies:
                return sentence("review.no_game")
            case _:
                answer = self._brain.ask(reviewed, GameSoFar.of(_of_moves(game)), side, _EACH)
                self.state = Looking(answer)
        return None

    def follow(self, game: Game) -> None:
        """Do what there is to do in a game as the session has it now."""
        match self.state:
            case Looking(answer=answer) if answer.done():
                self._points = _result(answer) or []
                self._go_to(len(self._points) - 1)
            case GoingBack(number=number, left=left) if left != _to_take_back(game):
                if len(game.plies) <= self._points[number].ply:
                    self.state = Trying(number)
                else:
                    self.state = replace(self.state, left=_to_take_back(game))
                    self._command(Command.UNDO)
            case Trying(number=number) if len(game.plies) > self._points[number].ply:
                if game.plies[-1].move == self.better:
                    # Another search, of a second or two, may see it otherwise on a busy computer.
                    self.state = FoundBetter(number, str(self.better))
                    return
                answer_ = self._brain.ask(refuted, GameSoFar.of(game), _TRY)
                self.state = Judging(number, game, answer_)
            case Judging(number=number, game=judged, answer=answer_) if answer_.done():
                self._judge(number, judged, _result(answer_))

    def _judge(self, number: int, game: Game, seen: Refutation | None) -> None:
        move = str(game.plies[-1].move)
        if seen is None or seen.given_away <= ACCEPTED:
            self.state = FoundBetter(number, move)
            return
        self.state = Trying(number, failed=move)
        self._command(Command.UNDO)

    def _go_to(self, number: int) -> None:
        if number < 0:
            self.state = Nothing(at_all=not self._points)
        else:
            self.state = GoingBack(number)

    def sentences(self) -> tuple[Sentence, ...]:
        """Return what it has to say."""
        match self.state:
            case Looking():
                return (sentence("review.looking"),)
            case GoingBack(number=number) | Trying(number=number, failed=None):
                return (self._at(number),)
            case Trying(number=number, failed=failed) if failed is not None:
                return (sentence("review.try_again", move=failed), self._at(number))
            case Judging(game=judged):
                return (sentence("review.judging", move=str(judged.plies[-1].move)),)
            case FoundBetter(number=number, move=move):
                return (sentence("review.found" if number else "review.found.last", move=move),)
            case Nothing(at_all=at_all):
                return (sentence("review.nothing" if at_all else "review.no_more"),)
        return ()

    def _at(self, number: int) -> Sentence:
        point = self._points[number]
        return sentence(
            "review.at",
            number=number + 1,
            total=len(self._points),
            ply=point.ply + 1,
            move=str(point.played),
            percent=round(100 * point.given_away),
        )


def _result(answer: "Future[_Answer]") -> _Answer | None:
    try:
        return answer.result()
    except BrokenExecutor:
        return None


def _to_take_back(game: Game) -> int:
    """Return how often something can be taken back: each ply, and an end that people gave."""
    return len(game.plies) + bool(game.outcome and game.outcome.reason in BY_PEOPLE)


def _of_moves(game: Game) -> Game:
    """Return a game as its moves alone have it: who resigned has made no other moves."""
    return Game(game.rules, game.start, game.plies)
