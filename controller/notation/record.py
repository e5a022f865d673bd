"""Games as records give them: moves separated by spaces, and how people ended them.

A line may go on after a comma, as the public records of played games do: with the number of
captures of each side, and with the result as ``Black`` (the attackers), ``White``, ``Draw`` or
``Ongoing``. A last word ``timeout`` says that time ended the game.
"""

from dataclasses import dataclass

from controller.notation.errors import NotationError
from controller.notation.moves import parse_move, write_move
from controller.rules.captures import captured_bits
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.errors import RulesError
from controller.rules.game import Game
from controller.rules.pieces import Side

_TIMEOUT = "timeout"
_WINNERS = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS, "Draw": None}
_RESULTS = (*_WINNERS, "Ongoing")


class CaptureMismatchError(RulesError, ValueError):
    """A move whose written capture marks are not what it captures."""


class ResultMismatchError(RulesError, ValueError):
    """A written result that is not how the game ended."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game as written: its moves as words, and how it ended, where the record says so."""

    words: tuple[str, ...]
    timeout: bool = False
    result: str | None = None


def parse_record(line: str) -> Record:
    """Return the record that a line of text holds; its words are not looked at yet.

    Raises:
        NotationError: fields that no record has.
    """
    moves, *fields = line.strip().split(",")
    words = moves.split()
    timeout = bool(words) and words[-1] == _TIMEOUT
    result = fields[-1].strip() if fields else None
    if fields and (len(fields) != 3 or result not in _RESULTS):
        raise NotationError(
            "expected moves, or moves,captures,captures,result with a result of "
            f"{', '.join(_RESULTS)}; got {','.join(fields)[:40]!r} after the moves"
        )
    return Record(tuple(words[:-1] if timeout else words), timeout, result)


def play_word(game: Game, word: str) -> Game:
    """Return the game after the move that a word stands for.

    Raises:
        NotationError: the word is no move.
        IllegalMoveError: the rules refuse the move.
        CaptureMismatchError: the word marks captures that are not what the move captures.
    """
    written = parse_move(word)
    played = game.play(written.move)
    captured = captured_bits(played.plies[-1].captures)
    if played.outcome and played.outcome.reason is OutcomeReason.KING_CAPTURED:
        # Some records mark the king's capture; to the rules it is an ending.
        captured |= written.captured & played.position.king
    if written.captured and written.captured != captured:
        right = write_move(written.move, captured)
        raise CaptureMismatchError(f"expected {right!r} by the captures, got {word[:40]!r}")
    return played


def end_as_recorded(game: Game, record: Record) -> Game:
    """Return the game ended as its record says, where the rules have not ended it.

    Raises:
        ResultMismatchError: the rules ended it otherwise.
    """
    if game.outcome:
        if record.result in _WINNERS and game.outcome.winner is not _WINNERS[record.result]:
            raise ResultMismatchError(
                f"expected the result {_result_of(game.outcome)!r} by the last move, "
                f"got {record.result!r}"
            )
        return game
    winner = _WINNERS.get(record.result or "")
    if record.timeout and record.result == "Draw":
        return game.run_out_of_time(None)
    if record.timeout:
        return game.run_out_of_time(winner.other if winner else game.position.to_move)
    if winner:
        return game.resign(winner.other)
    return game.agree_draw() if record.result == "Draw" else game


def _result_of(outcome: Outcome) -> str:
    return next(name for name, winner in _WINNERS.items() if winner is outcome.winner)
