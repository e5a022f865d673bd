"""Games for simulated people to play: from a file, or random. Knows the rules, not the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from controller.assembly.errors import UsageMistake
from controller.assembly.written import game_lines
from controller.notation.errors import NotationError
from controller.notation.moves import parse_move
from controller.notation.record import CaptureMismatchError, parse_record, play_word
from controller.notation.turns import games_of
from controller.rules.compiled import Rules
from controller.rules.endings import OutcomeReason
from controller.rules.game import Game, IllegalMoveError, new_game
from controller.rules.lines import Move
from controller.rules.sentences import refusal_sentence
from controller.words.catalogue import say

# Random games can go on for very long; recognition has been tested enough by then.
_LONGEST_RANDOM = 400
_MOST_RANDOM = 1_000_000


class RecordError(ValueError):
    """A file of games cannot be played; the text names the place and what was expected there."""


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """The moves of one game; `beyond` counts those recorded after the rules had ended it."""

    moves: tuple[Move, ...]
    beyond: int = 0


def read_games(rules: Rules, path: Path) -> list[PlannedGame]:
    """Return the games of a file, one a line or a numbered turn a line, up to the first comma.

    Raises:
        RecordError: the file cannot be read, or a line is not a legal game.
    """
    games = [
        _read_game(rules, line, f"{path}:{number}")
        for number, line in games_of(enumerate(_lines(path), 1))
        if line is None or line.strip()
    ]
    if not games:
        raise RecordError(f"{path}: expected a game on each line, got no line with text")
    return games


def _lines(path: Path) -> Iterator[bytes | None]:
    """Yield the lines of a file, None for a line that is too long to be a game."""
    try:
        with path.open("rb") as stream:
            yield from game_lines(stream, str(path))
    except OSError as error:
        raise RecordError(f"{path}: expected a file of games ({error.strerror})") from error
    except UsageMistake as error:
        raise RecordError(str(error)) from error


def random_games(rules: Rules, count: int, seed: int) -> Iterator[PlannedGame]:
    """Return `count` games of random legal moves; the same seed gives the same games.

    Each game is made when it is needed.

    Raises:
        RecordError: the count is not 1 to a million.
    """
    if not 1 <= count <= _MOST_RANDOM:
        raise RecordError(f"--games: expected a file or a number 1 to {_MOST_RANDOM}, got {count}")
    return (PlannedGame(tuple(_random_moves(rules, Random(f"{seed}/{n}")))) for n in range(count))


def _random_moves(rules: Rules, random: Random) -> Iterator[Move]:
    game = new_game(rules)
    while not game.outcome and len(game.plies) < _LONGEST_RANDOM:
        move = random.choice(game.legal_moves())
        game = game.play(move)
        yield move


def _read_game(rules: Rules, line: bytes | None, where: str) -> PlannedGame:
    if line is None:
        raise RecordError(f"{where}: expected a game, got a line of more than a megabyte")
    try:
        record = parse_record(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError(f"{where}: expected text in UTF-8, got other bytes") from error
    except NotationError as error:
        raise RecordError(f"{where}: {error}") from error
    words = record.words
    if not words:
        raise RecordError(f"{where}: expected moves such as d1-d4, got none")
    game = new_game(rules)
    for ply, word in enumerate(words, 1):
        if game.outcome and game.outcome.reason is OutcomeReason.REPETITION:
            # Public records of games go on after a repetition.
            _check_words(words[ply - 1 :], ply, where)
            break
        game = _play(game, word, f"{where}: ply {ply}")
    moves = tuple(ply.move for ply in game.plies)
    return PlannedGame(moves, len(words) - len(moves))


def _check_words(words: tuple[str, ...], first_ply: int, where: str) -> None:
    """Check that words are moves, legal or not."""
    for ply, word in enumerate(words, first_ply):
        try:
            parse_move(word)
        except NotationError as error:
            raise RecordError(f"{where}: ply {ply}: {error}") from error


def _play(game: Game, word: str, where: str) -> Game:
    try:
        return play_word(game, word)
    except IllegalMoveError as error:
        sentence = say(refusal_sentence(error.refusal, game))
        message = f"{where}: expected a legal move, got {word[:40]!r}: {sentence}"
        raise RecordError(message) from error
    except (NotationError, CaptureMismatchError) as error:
        raise RecordError(f"{where}: {error}") from error
