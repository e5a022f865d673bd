"""Games on one line: moves separated by spaces, and how people ended them.

As in public records of played games, a line may go on after a comma with the number of captures
of each side and the result: ``Black`` (the attackers), ``White``, ``Draw`` or ``Ongoing``. A last
word ``timeout`` says that time ended the game. Turns may be numbered; of the numbers only the first
is looked at, as no game begins in its middle.
"""

import re
from dataclasses import dataclass

from controller.notation.errors import NotationError
from controller.notation.moves import parse_move, write_move
from controller.rules.captures import captured_bits
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.errors import RulesError
from controller.rules.game import Game
from controller.rules.pieces import Side

# Before a move: 1. or 1... or 1) and perhaps a space.
NUMBER = re.compile(r"(?<!\S)(?P<turn>[0-9]{1,4})(?P<marks>\.{1,3}|\))\s*(?=\S)")
TIMEOUT = "timeout"
_WINNERS = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS, "Draw": None}
_RESULTS = (*_WINNERS, "Ongoing")


class CaptureMismatchError(RulesError, ValueError):
    """The capture marks of a written move are not the pieces it captures."""


class ResultMismatchError(RulesError, ValueError):
    """A written result is not how the game ended."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game as written: its moves as words, and its end, if the record gives one."""

    words: tuple[str, ...]
    timeout: bool = False
    result: str | None = None


def parse_record(line: str, *, from_first_turn: bool = True) -> Record:
    """Return the record in a line of text; its words are not checked yet.

    Raises:
        NotationError: the first number is not that of the first turn, where it must be, or the
            fields after the moves are not those of a record.
    """
    moves, *fields = line.strip().split(",")
    begun = NUMBER.match(moves)
    if from_first_turn and begun and int(begun["turn"]) != 1:
        raise NotationError(
            "expected turn 1 of a game, or the turn that follows the line before; "
            f"got turn {begun['turn']}"
        )
    words = NUMBER.sub("", moves).split()
    timeout = bool(words) and words[-1] == TIMEOUT
    result = fields[-1].strip() if fields else None
    if fields and (len(fields) != 3 or result not in _RESULTS):
        raise NotationError(
            "expected moves, or moves,captures,captures,result with a result of "
            f"{', '.join(_RESULTS)}; got {','.join(fields)[:40]!r} after the moves"
        )
    return Record(tuple(words[:-1] if timeout else words), timeout, result)


def play_word(game: Game, word: str) -> Game:
    """Return the game after a written move.

    Raises:
        NotationError: the word is not a move.
        IllegalMoveError: the rules refuse the move.
        CaptureMismatchError: the word marks other captures than the move makes.
    """
    written = parse_move(word)
    played = game.play(written.move)
    captured = captured_bits(played.plies[-1].captures)
    if played.outcome and played.outcome.reason is OutcomeReason.KING_CAPTURED:
        # Some records mark the capture of the king; the rules call it an ending.
        captured |= written.captured & played.position.king
    if written.captured and written.captured != captured:
        right = write_move(written.move, captured)
        raise CaptureMismatchError(f"expected {right!r} by the captures, got {word[:40]!r}")
    return played


def end_as_recorded(game: Game, record: Record) -> Game:
    """Return the game, ended as its record says if the rules have not ended it.

    Raises:
        ResultMismatchError: the rules ended it with another result.
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
