"""Games from text: OpenTafl records, lines of moves, and JSON of our own. Each is judged.

Reads game by game, so that an archive of any size takes the memory of one game.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain

from controller.notation.errors import NotationError
from controller.notation.moves import write_ply
from controller.notation.otg import (
    IllegalPlyError,
    OtgGame,
    RecordLineError,
    game_of,
    parse_otg,
    ruleset_of,
)
from controller.notation.people_end import ended_as_tagged
from controller.notation.plain_text import bare, plain_line
from controller.notation.record import end_as_recorded, parse_record, play_word
from controller.notation.turns import games_of
from controller.rules.compiled import Rules
from controller.rules.errors import RulesError
from controller.rules.game import Game, IllegalMoveError, new_game
from controller.rules.ruleset import Ruleset
from controller.rules.sentences import refusal_sentence
from controller.store.errors import EntryError
from controller.store.exporting import ID_TAG, Kept
from controller.store.json_line import from_json
from controller.store.records import Entry, Header, Kind
from controller.store.replay import end_of, write_start
from controller.words.catalogue import say

# No game is longer, and a stranger's file must not fill the memory.
_LONGEST = 1 << 20
_LONGEST_NAME = 100
_MARK = f"[{ID_TAG}:".encode()


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A text that is not a game, or not a legal one; `line` is where it is wrong, or begins."""

    line: int
    why: str


def games_in(lines: Iterable[bytes], rules: Rules) -> Iterator[Kept | RefusedGame]:
    """Yield the games of a file, whichever of the formats it has; `rules` are for lines of moves.

    Lines may be cut off at a megabyte; then they are refused.
    """
    numbered = enumerate(lines, 1)
    first = next((each for each in numbered if bare(each[1])), None)
    if first is None:
        return
    begin = bare(first[1])[0]
    rest = chain([first], numbered)
    if begin == "[":
        yield from _records(rest)
        return
    for number, line in rest if begin == "{" else games_of(rest):
        if line is not None and not bare(line):
            continue
        try:
            text = _decoded(line)
            yield from_json(text) if begin == "{" else _from_moves(text, rules)
        except (RulesError, EntryError, ValueError) as error:
            yield RefusedGame(number, _why(error))


def _decoded(data: bytes | None) -> str:
    if data is None or len(data) >= _LONGEST:
        raise NotationError("expected a game, got more than a megabyte")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError("expected text in UTF-8, got other bytes") from None


def _why(error: Exception) -> str:
    refused = error.__cause__ if isinstance(error.__cause__, IllegalMoveError) else error
    if isinstance(refused, _IllegalWordError):
        return str(refused)
    return " ".join(str(error).split())[:300]


# Lines of moves ---------------------------------------------------------------------------


class _IllegalWordError(RulesError, ValueError):
    """The rules refuse a written move; the message names the ply."""


def _from_moves(text: str, rules: Rules) -> Kept:
    record = parse_record(text)
    game = new_game(rules)
    for ply, word in enumerate(record.words, 1):
        game = _played(game, ply, word)
    game = end_as_recorded(game, record)
    # Not the text: the same game may be written with other spaces, or without its captures.
    words = [*map(write_ply, game.plies), end_of(game) if game.outcome else ""]
    return _kept(_id_of(rules.ruleset, " ".join(words)), None, game, {})


def _played(game: Game, ply: int, word: str) -> Game:
    try:
        return play_word(game, word)
    except IllegalMoveError as error:
        said = say(refusal_sentence(error.refusal, game))
        raise _IllegalWordError(f"ply {ply}, {word[:40]}: {said}") from error
    except RulesError as error:
        raise _IllegalWordError(f"ply {ply}: {error}") from error


def _id_of(ruleset: Ruleset, text: str) -> str:
    """Return the id of a game that has none: the same whenever the same text comes again."""
    return hashlib.sha256(f"{ruleset.name} {text}".encode()).hexdigest()[:12]


def _kept(game_id: str, started_ms: int | None, game: Game, names: dict[str, str]) -> Kept:
    """Return a game that was not played here, of which no times are known."""
    named = [Entry(0, Kind.NAMES, f"{side} {name}") for side, name in names.items() if name]
    plies = [Entry(0, Kind.PLY, write_ply(ply)) for ply in game.plies]
    # A game that nobody ended here will not be played on here.
    end = Entry(0, Kind.END, end_of(game)) if game.outcome else Entry(0, Kind.ABANDONED)
    rules = game.rules
    header = Header(
        game_id, rules.ruleset.model_dump_json(), started_ms, write_start(game.start, rules)
    )
    return Kept(header, (*named, *plies, end))


# OpenTafl records -------------------------------------------------------------------------


def _records(lines: Iterable[tuple[int, bytes]]) -> Iterator[Kept | RefusedGame]:
    """Yield the records of a file; one of hnefi's own begins at each of its tags."""
    begun, size = 0, 0
    gathered: list[bytes] = []
    for number, line in lines:
        if gathered and line.startswith(_MARK):
            yield _record(begun, gathered)
            gathered.clear()
            size = 0
        if not gathered:
            begun = number
        size += len(line)
        # One line more than a record may have is enough to refuse it.
        if size < 2 * _LONGEST:
            gathered.append(line)
    if gathered:
        yield _record(begun, gathered)


def _record(number: int, lines: list[bytes]) -> Kept | RefusedGame:
    try:
        text = _decoded(b"".join(lines))
        otg = parse_otg(text)
        game = ended_as_tagged(game_of(otg, ruleset_of(otg)), otg.tags)
        names = {side: _name(side, otg) for side in ("attackers", "defenders")}
    except RecordLineError as error:
        return RefusedGame(number + error.line - 1, error.why)
    except IllegalPlyError as error:
        return RefusedGame(number, _refused(otg, error))
    except (RulesError, ValueError) as error:
        return RefusedGame(number, _why(error))
    tags = otg.tags
    given = tags.get(ID_TAG, "")
    # Empty lines make no other game of it, nor does another kind of line end.
    ended = (line.replace(b"\r\n", b"\n") for line in lines if bare(line))
    written = b"".join(ended).decode("utf-8-sig")
    game_id = given if _is_id(given) else _id_of(game.rules.ruleset, written)
    return _kept(game_id, _day(tags.get("date", "")), game, names)


def _refused(otg: OtgGame, refused: IllegalPlyError) -> str:
    """Return in words why the rules refuse a move of a record."""
    before = replace(otg, moves=otg.moves[: refused.ply - 1])
    game = game_of(before, ruleset_of(otg))
    said = say(refusal_sentence(refused.refusal, game))
    return f"ply {refused.ply}, {refused.refusal.move}: {said}"


def _name(side: str, otg: OtgGame) -> str:
    """Return who played a side by the tags; how they are spaced is the other program's affair."""
    name = " ".join(otg.tags.get(side, "").split())[:_LONGEST_NAME].rstrip()
    try:
        return plain_line(name)
    except ValueError as error:
        raise NotationError(f"{side}: {error}, got {name[:40]!r}") from error


def _day(text: str) -> int | None:
    try:
        day = datetime.strptime(text.replace(".", "-")[:10], "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(day.timestamp()) * 1000


def _is_id(text: str) -> bool:
    return 4 <= len(text) <= 64 and text.isascii() and text.replace("-", "").isalnum()
