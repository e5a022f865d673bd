"""Judging one written game after the other."""

from dataclasses import dataclass
from typing import Any

from controller.rules.captures import captured_squares
from controller.rules.endings import Outcome
from controller.rules.errors import NotationError
from controller.rules.game import Game, IllegalMoveError, Ply, judged_as_it_stands
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.record import (
    CaptureMismatchError,
    ResultMismatchError,
    end_as_recorded,
    parse_record,
    play_word,
)
from controller.rules.wording import describe_outcome, describe_refusal


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """A ply that was made: its text, what it captured, and the legal moves there were."""

    move: str
    captures: tuple[str, ...]
    legal_moves: int
    moves: tuple[str, ...] | None

    def as_json(self) -> dict[str, Any]:
        """Return the ply as a JSON object."""
        found = {"move": self.move, "captures": self.captures, "legal_moves": self.legal_moves}
        return found if self.moves is None else found | {"moves": self.moves}


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a written game; `ply` counts from 1, and is 0 for the whole line."""

    ply: int
    move: str
    reason: str
    clause: str | None
    message: str

    def as_json(self) -> dict[str, Any]:
        """Return the mistake as a JSON object."""
        return {
            "ply": self.ply,
            "move": self.move,
            "reason": self.reason,
            "clause": self.clause,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules make of a written game."""

    plies: tuple[JudgedPly, ...]
    outcome: Outcome | None = None
    error: Mistake | None = None

    @property
    def sentence(self) -> str:
        """How the game ended, in words."""
        return describe_outcome(self.outcome) if self.outcome else ""

    def as_json(self) -> dict[str, Any]:
        """Return the judgement as a JSON object."""
        return {
            "plies": [ply.as_json() for ply in self.plies],
            "outcome": self.outcome and _write_outcome(self.outcome),
            "error": self.error and self.error.as_json(),
        }


class Judge:
    """Judges written games that begin from one position."""

    def __init__(self, start: Game, *, list_moves: bool = False) -> None:
        """Take the game before its first ply; `list_moves` keeps all legal moves of each ply."""
        self._start = start
        self._list_moves = list_moves

    def judge(self, line: bytes | None) -> Judged:
        """Return what the rules make of a line; None stands for one that is too long."""
        if line is None:
            return _unreadable("expected a game on a line, got more than a megabyte")
        try:
            record = parse_record(line.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return _unreadable("expected text in UTF-8, got other bytes")
        except NotationError as error:
            return _unreadable(str(error))
        if not record.words:
            game = judged_as_it_stands(self._start)
            return Judged((), game.outcome)
        game = self._start
        plies: list[JudgedPly] = []
        for number, word in enumerate(record.words, 1):
            played = self._play(game, number, word)
            if isinstance(played, Mistake):
                return Judged(tuple(plies), game.outcome, played)
            plies.append(self._judged_ply(game, played.plies[-1]))
            game = played
        try:
            game = end_as_recorded(game, record)
        except ResultMismatchError as error:
            mistake = Mistake(
                len(plies), record.words[-1][:40], "result_mismatch", None, str(error)
            )
            return Judged(tuple(plies), game.outcome, mistake)
        return Judged(tuple(plies), game.outcome)

    def _play(self, game: Game, ply: int, word: str) -> Game | Mistake:
        try:
            return play_word(game, word)
        except NotationError as error:
            return Mistake(ply, word[:40], "notation", None, str(error))
        except IllegalMoveError as error:
            refused = error.refusal
            sentence = describe_refusal(refused, game)
            return Mistake(ply, word[:40], refused.reason, refused.clause, sentence)
        except CaptureMismatchError as error:
            clause = game.rules.ruleset.clauses.custodial
            return Mistake(ply, word[:40], "capture_mismatch", clause, str(error))

    def _judged_ply(self, before: Game, ply: Ply) -> JudgedPly:
        legal = before.legal_moves()
        captures = tuple(SQUARE_NAMES[square] for square in captured_squares(ply.captures))
        moves = tuple(sorted(str(move) for move in legal)) if self._list_moves else None
        return JudgedPly(str(ply.move), captures, len(legal), moves)


def _unreadable(message: str) -> Judged:
    return Judged((), None, Mistake(0, "", "notation", None, message))


def _write_outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner": outcome.winner,
        "draw": outcome.winner is None,
        "reason": outcome.reason,
        "clause": outcome.clause,
    }
