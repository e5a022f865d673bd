"""The coach at the table: what threatens, good targets, hints, why a move was bad, and a review.

Off until somebody asks, and for the side that asks. What takes time is asked of the process that
thinks; an answer to a question that nobody has any more is dropped.
"""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from controller.assembly.brain import Brain
from controller.assembly.played_out import PlayedOut
from controller.assembly.review import Review
from controller.engine.coach import MISTAKE, Grade, Refutation, area_around
from controller.engine.search import Found, Limits
from controller.engine.thinking import GameSoFar, best, graded, refuted, seen_threats
from controller.events.command import Command
from controller.events.view import Advice
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.lines import Move
from controller.rules.moves import moves_from
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence

# What a hint and a judgement may take, on a small computer too.
THOROUGH = Limits(seconds=2.0, nodes=200_000)
# For each target of a lifted piece; people have it in their hand.
QUICK = Limits(seconds=0.25, nodes=20_000, depth=5)
_LONGEST_LINE = 5
_STEPS = 3

_Answer = TypeVar("_Answer")


@dataclass(slots=True)
class _Question(Generic[_Answer]):
    """Something that is asked of one game only; a newer question takes the place of an older."""

    key: object = None
    future: "Future[_Answer] | None" = None

    def ask(self, key: object, ask: "Callable[[], Future[_Answer]]") -> None:
        if self.key != key:
            self.key, self.future = key, ask()

    def answer(self, key: object) -> _Answer | None:
        """Return the answer to a question, if it is there."""
        if self.key != key or self.future is None or not self.future.done():
            return None
        try:
            return self.future.result()
        except BrokenExecutor:
            return None


@dataclass(slots=True)
class Coach:
    """One coach for both sides."""

    brain: Brain
    command: Callable[[Command], None]
    sides: frozenset[Side] = frozenset()
    review: Review = field(init=False)
    hints_by_itself: bool = False  # nobody there can ask for the next step
    avoided: int = 0  # squares to which, and from which, no hint leads
    _steps: int = 0  # of the hint that were asked for
    _hinted: Game | None = None
    _asked_why: Game | None = None
    _played_out: PlayedOut | None = None
    _threats: _Question[int] = field(default_factory=_Question)
    _grades: _Question[dict[int, Grade]] = field(default_factory=_Question)
    _best: _Question[Found] = field(default_factory=_Question)
    _why: _Question[Refutation] = field(default_factory=_Question)

    def __post_init__(self) -> None:
        """Begin without a review."""
        self.review = Review(self.brain, self.command)

    # Requests ----------------------------------------------------------------------------

    def switch(self, side: Side, *, on: bool) -> None:
        """Coach a side, or no longer."""
        self.sides = self.sides | {side} if on else self.sides - {side}

    def hint(self, game: Game) -> None:
        """Show one step more of the best move."""
        steps = min(self._steps + 1, _STEPS) if self._hinted is game else 1
        self.drop_answers()
        self._hinted, self._steps = game, steps

    def why(self, game: Game, side: Side | None) -> Sentence | None:
        """Show what was wrong with the last ply, of a side if one is named."""
        while game.plies and side is not None and game.position.to_move is side:
            game = game.undo()
        if not game.plies:
            return sentence("coach.no_move")
        self.drop_answers()
        self._asked_why = game
        return None

    def look_back(self, game: Game, side: Side) -> Sentence | None:
        """Begin a review of a side's moves, or go on with it; return why not."""
        refused = self.review.begin_or_go_on(game, side)
        if refused is None:
            self._drop_hint_and_why()
        return refused

    def drop_answers(self) -> None:
        """Say no longer what was answered: a second answer beside it would read as a part of it."""
        self._drop_hint_and_why()
        if not self.review.running:
            self.review.stop()

    def _drop_hint_and_why(self) -> None:
        self._hinted = self._asked_why = self._played_out = None
        self._steps = 0

    # Every turn --------------------------------------------------------------------------

    def advise(self, game: Game, lifted: int | None, at: float) -> Advice:
        """Return what there is to show in a game, of a piece that is lifted if one is."""
        if self._hinted is not None and self._hinted is not game:
            self._hinted, self._steps = None, 0
        if self._asked_why is not None and not _still_asks(self._asked_why, game):
            self._asked_why = self._played_out = None
        advice = Advice()
        if game.outcome is None:
            if game.position.to_move in self.sides:
                advice = self._watch(game, lifted)
            advice = self._with_hint(advice, game)
        return replace(advice, shown=self._shown(at))

    def _watch(self, game: Game, lifted: int | None) -> Advice:
        side = game.position.to_move
        if lifted is None:
            self._threats.ask(
                (game, side), lambda: self.brain.ask(seen_threats, GameSoFar.of(game), side)
            )
            return Advice(threatened=self._threats.answer((game, side)) or 0)
        if not moves_from(game.rules, game.position, lifted):
            return Advice()
        key = (game, lifted)
        self._grades.ask(key, lambda: self.brain.ask(graded, GameSoFar.of(game), lifted, QUICK))
        found = self._grades.answer(key) or {}
        by_grade = {
            grade: sum(1 << square for square, given in found.items() if given is grade)
            for grade in Grade
        }
        return Advice(good=by_grade[Grade.GOOD], fair=by_grade[Grade.FAIR], bad=by_grade[Grade.BAD])

    def _with_hint(self, advice: Advice, game: Game) -> Advice:
        move = self._hinted_move(game)
        if move is None:
            return advice
        if self._steps == 1:
            return replace(advice, hint_area=area_around(move.origin))
        if self._steps == 2:
            return replace(advice, hint_piece=move.origin)
        return replace(advice, hint=move)

    def _hinted_move(self, game: Game) -> Move | None:
        if not self._steps or self._hinted is not game:
            return None
        if self.review.better is not None:
            return self.review.better
        asked = GameSoFar.of(game, self.avoided)
        self._best.ask(game, lambda: self.brain.ask(best, asked, THOROUGH))
        found = self._best.answer(game)
        return found.best.moves[0] if found else None

    def _shown(self, at: float) -> Move | None:
        refuted_ = self._judgement()
        if refuted_ is not None and self._played_out is None and refuted_.given_away > MISTAKE:
            self._played_out = PlayedOut(refuted_.line[:_LONGEST_LINE], at)
        return self._played_out.move(at) if self._played_out else None

    def _judgement(self) -> Refutation | None:
        game = self._asked_why
        if game is None:
            return None
        self._why.ask(game, lambda: self.brain.ask(refuted, GameSoFar.of(game), THOROUGH))
        return self._why.answer(game)

    def forget(self) -> None:
        """Forget the game: another is being set up."""
        self._drop_hint_and_why()
        self.review.stop()

    # Words -------------------------------------------------------------------------------

    def sentences(self, game: Game) -> tuple[Sentence, ...]:
        """Return what it has to say."""
        return (*self._hint_sentences(game), *self._why_sentences(), *self.review.sentences())

    def _hint_sentences(self, game: Game) -> tuple[Sentence, ...]:
        if not self._steps or self._hinted is not game:
            return ()
        move = self._hinted_move(game)
        if move is None:
            return (sentence("coach.thinking"),)
        origin, target = (SQUARE_NAMES[square] for square in move)
        if self._steps == 1:
            return (
                sentence("coach.hint.area"),
                *self._where_asked(sentence("coach.hint.area.ask")),
            )
        if self._steps == 2:
            piece = sentence("coach.hint.piece", square=origin)
            return (piece, *self._where_asked(sentence("coach.hint.piece.ask")))
        return (sentence("coach.hint.move", origin=origin, target=target),)

    def _where_asked(self, how: Sentence) -> tuple[Sentence, ...]:
        return () if self.hints_by_itself else (how,)

    def _why_sentences(self) -> tuple[Sentence, ...]:
        game = self._asked_why
        if game is None:
            return ()
        seen = self._judgement()
        if seen is None:
            return (sentence("coach.thinking"),)
        return (judged(game, seen),)


def _still_asks(asked: Game, game: Game) -> bool:
    """Say whether a ply is still spoken of: it stands, and at most a reply has followed."""
    count = len(asked.plies)
    return game.plies[:count] == asked.plies and len(game.plies) <= count + 1


def judged(game: Game, seen: Refutation) -> Sentence:
    """Return what was wrong with the last ply of a game, or that nothing was."""
    played = str(game.plies[-1].move)
    if seen.better is None or seen.given_away <= MISTAKE:
        return sentence("coach.why.not_bad", move=played)
    percent = round(100 * seen.given_away)
    if not seen.line:
        return sentence("coach.why.ended", move=played, better=str(seen.better))
    reply = str(seen.line[0])
    return sentence(
        "coach.why.bad", move=played, reply=reply, better=str(seen.better), percent=percent
    )
