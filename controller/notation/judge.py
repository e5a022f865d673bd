"""Judges written games: a line of moves, or an OpenTafl game record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.notation.errors import NotationError
from controller.notation.moves import WrittenMove, write_move
from controller.notation.otg import OtgGame, parse_otg, ruleset_of
from controller.notation.people_end import ended_as_tagged
from controller.notation.record import (
    CaptureMismatchError,
    ResultMismatchError,
    end_as_recorded,
    parse_record,
    play_word,
)
from controller.rules.captures import captured_squares
from controller.rules.compiled import compiled
from controller.rules.endings import Outcome
from controller.rules.game import Game, IllegalMoveError, Ply, judged_as_it_stands, new_game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.ruleset import Ruleset
from controller.rules.sentence import Sentence, verbatim
from controller.rules.sentences import refusal_sentence


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """A legal ply: its text, its captures, the number of legal moves before it, and their list."""

    move: str
    captures: tuple[str, ...]
    legal_moves: int
    moves: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """The mistake in a written game; `ply` counts from 1, and is 0 for the whole line."""

    ply: int
    move: str
    reason: str
    clause: str | None
    message: Sentence


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of a written game: its legal plies, and its outcome or mistake, if any."""

    plies: tuple[JudgedPly, ...]
    outcome: Outcome | None = None
    error: Mistake | None = None


class Judge:
    """Judges written games that start from the same position."""

    def __init__(self, start: Game, *, list_moves: bool = False) -> None:
        """Take the game before its first ply; `list_moves` lists the legal moves of each ply."""
        self._start = start
        # From another position, somebody may go on counting where that stood in a game.
        self._from_first_turn = start == new_game(start.rules)
        self._list_moves = list_moves

    def judge_record(self, otg: OtgGame) -> Judged:
        """Return the judgement of a game record, whose start must be this judge's."""
        words = [_word_of(written) for written in otg.moves]
        return self._judge_words(words, lambda game: ended_as_tagged(game, otg.tags))

    def judge(self, line: bytes | None) -> Judged:
        """Return the judgement of a line; None stands for a line that is too long."""
        if line is None:
            return unreadable("expected a game on a line, got more than a megabyte")
        try:
            record = parse_record(line.decode("utf-8-sig"), from_first_turn=self._from_first_turn)
        except UnicodeDecodeError:
            return unreadable("expected text in UTF-8, got other bytes")
        except NotationError as error:
            return unreadable(str(error))
        return self._judge_words(record.words, lambda game: end_as_recorded(game, record))

    def _judge_words(self, words: Sequence[str], end: Callable[[Game], Game]) -> Judged:
        """Return the judgement of moves; `end` ends a game as its record says."""
        game = self._start if words else judged_as_it_stands(self._start)
        plies: list[JudgedPly] = []
        for number, word in enumerate(words, 1):
            played = self._play(game, number, word)
            if isinstance(played, Mistake):
                return Judged(tuple(plies), game.outcome, played)
            plies.append(self._judged_ply(game, played.plies[-1]))
            game = played
        try:
            game = end(game)
        except ResultMismatchError as error:
            last = words[-1][:40] if words else ""
            mistake = Mistake(len(plies), last, "result_mismatch", None, verbatim(str(error)))
            return Judged(tuple(plies), game.outcome, mistake)
        return Judged(tuple(plies), game.outcome)

    def _play(self, game: Game, ply: int, word: str) -> Game | Mistake:
        try:
            return play_word(game, word)
        except NotationError as error:
            return Mistake(ply, word[:40], "notation", None, verbatim(str(error)))
        except IllegalMoveError as error:
            refused = error.refusal
            sentence = refusal_sentence(refused, game)
            return Mistake(ply, word[:40], refused.reason, refused.clause, sentence)
        except CaptureMismatchError as error:
            clause = game.rules.ruleset.clauses.custodial
            return Mistake(ply, word[:40], "capture_mismatch", clause, verbatim(str(error)))

    def _judged_ply(self, before: Game, ply: Ply) -> JudgedPly:
        legal = before.legal_moves()
        captures = tuple(SQUARE_NAMES[square] for square in captured_squares(ply.captures))
        moves = tuple(sorted(str(move) for move in legal)) if self._list_moves else None
        return JudgedPly(str(ply.move), captures, len(legal), moves)


def judge_otg(data: bytes, ruleset: Ruleset | None = None, *, list_moves: bool = False) -> Judged:
    """Return the judgement of an OpenTafl game record.

    Without a `ruleset` the record's own rules apply: the ruleset of hnefi that says the same, or
    one made from the record.
    """
    try:
        otg = parse_otg(data.decode("utf-8-sig"))
        rules = compiled(ruleset or ruleset_of(otg))
    except UnicodeDecodeError:
        return unreadable("expected text in UTF-8, got other bytes")
    except NotationError as error:
        return unreadable(str(error))
    return Judge(Game(rules, otg.start), list_moves=list_moves).judge_record(otg)


def unreadable(message: str) -> Judged:
    """Return the judgement of a text that is not a game."""
    return Judged((), None, Mistake(0, "", "notation", None, verbatim(message)))


def _word_of(written: WrittenMove) -> str:
    return write_move(written.move, written.captured)
