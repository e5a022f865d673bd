"""OpenTafl's position records and rules records, in and out.

`docs/notation.md` describes them. Knows no moves, no game records and not the meaning of fields.
"""

import re

from pydantic import ValidationError

from controller.notation.errors import NotationError
from controller.notation.opentafl_fields import (
    CLAUSES,
    DEFAULTS,
    YES_NO,
    fields_of,
    filled,
    meaning,
    readings_of,
    sections_of,
    unsaid_of,
)
from controller.notation.plain_text import printable
from controller.rules.geometry import FILES, SIZE, SQUARE_COUNT
from controller.rules.pieces import Piece, Side
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset

_PIECES = {"t": Piece.ATTACKER, "T": Piece.DEFENDER, "K": Piece.KING}
_LETTERS: dict[Piece | None, str] = {None: ".", **{p: letter for letter, p in _PIECES.items()}}
_RUN_OR_LETTER = re.compile(r"[0-9]+|.", re.DOTALL)
_COUNT = re.compile(r"1[01]|[1-9]")


def write_position(position: Position) -> str:
    """Return the record of a position, which does not say who moves next."""
    letters = [_LETTERS[position.piece_at(square)] for square in range(SQUARE_COUNT)]
    rows = ("".join(letters[start : start + SIZE]) for start in range(0, SQUARE_COUNT, SIZE))
    counted = (re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows)
    return f"/{'/'.join(counted)}/"


def parse_position(text: str, to_move: Side) -> Position:
    """Return the position of a position record, rank 1 first, with the side to move.

    The slashes at both ends are optional. A run of digits is one number of empty squares.

    Raises:
        NotationError: not 11 ranks of 11 squares, an unknown letter, or not exactly one king.
    """
    ranks = text.removeprefix("/").removesuffix("/").split("/")
    if len(ranks) != SIZE:
        raise NotationError(f"position record: expected {SIZE} ranks, got {len(ranks)}")
    boards = dict.fromkeys(Piece, 0)
    for rank, row in enumerate(ranks):
        for file, piece in _pieces_of(row, rank + 1):
            boards[piece] |= 1 << (SIZE * rank + file)
    kings = boards[Piece.KING].bit_count()
    if kings != 1:
        raise NotationError(f"position record: expected one king, got {kings}")
    return Position(boards[Piece.ATTACKER], boards[Piece.DEFENDER], boards[Piece.KING], to_move)


def _pieces_of(row: str, rank: int) -> list[tuple[int, Piece]]:
    """Return the pieces of a written rank, each with its file from 0."""
    pieces, file = [], 0
    for part in _RUN_OR_LETTER.findall(row):
        if part in _PIECES:
            pieces.append((file, _PIECES[part]))
            file += 1
        elif _COUNT.fullmatch(part):
            file += int(part)
        else:
            where = f"{FILES[file]}{rank}" if file < SIZE else f"rank {rank}"
            expected = f"t, T, K or a number 1 to {SIZE}"
            raise NotationError(f"position record: {where}: expected {expected}, {_got(part)}")
    if file != SIZE:
        raise NotationError(f"position record: rank {rank}: expected {SIZE} squares, got {file}")
    return pieces


def write_rules(ruleset: Ruleset, start: Position | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the rules record of a ruleset, and a sentence for everything that it cannot say.

    A `start` replaces the ruleset's start, and its side to move goes first.
    """
    first = ruleset.start_position() if start is None else start
    fields = {"dim": str(SIZE), **fields_of(ruleset), "start": write_position(first)}
    fields["atkf"] = "y" if first.to_move is Side.ATTACKERS else "n"
    return " ".join(f"{key}:{value}" for key, value in fields.items()), unsaid_of(ruleset)


def parse_rules(text: str, name: str) -> Ruleset:
    """Return the ruleset of a rules record, under a name.

    Its clauses are the fields of the record; its readings fill the gaps of the record.

    Raises:
        NotationError: the text is not a rules record, or asks for a rule that hnefi does not play.
    """
    given = _split(text)
    title = given.get("name") or name
    for word in (name, title):
        if not word or not word.isprintable():
            raise NotationError(f"rules record: name: expected printable text, {_got(word)}")
    for key, value in given.items():
        if key not in DEFAULTS and key not in {"dim", "name", "start"}:
            where = f"rules record: {printable(key[:40])}"
            raise NotationError(f"{where}: expected no such field, {_got(value)}")
    fields = filled(given)
    start = parse_position(given["start"], Side.ATTACKERS)
    sections = sections_of(fields, start)
    try:
        return Ruleset.model_validate(
            {
                "name": name,
                "title": title,
                "source": f"OpenTafl rules record {' '.join(text.split())}",
                "start": start.diagram(),
                **sections,
                "clauses": CLAUSES,
                "readings": readings_of(given, fields),
            }
        )
    except ValidationError as error:
        complaint = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise NotationError(f"rules record: {complaint}") from error


def parse_start(text: str) -> Position:
    """Return the start position of a rules record, whatever its other fields say.

    Raises:
        NotationError: the text is not a rules record, or its start does not fit this board.
    """
    fields = DEFAULTS | _split(text)
    attackers_first = meaning(fields, "atkf", YES_NO)
    return parse_position(fields["start"], Side.ATTACKERS if attackers_first else Side.DEFENDERS)


def _split(text: str) -> dict[str, str]:
    """Return the fields of a rules record in its order."""
    fields: dict[str, str] = {}
    for part in text.split():
        key, colon, value = part.partition(":")
        if not colon:
            raise NotationError(f"rules record: expected fields such as esc:c, {_got(part)}")
        if key in fields:
            where = f"rules record: {printable(key[:40])}"
            raise NotationError(f"{where}: expected it once, {_got(value)} again")
        fields[key] = value
    keys = list(fields)
    if not keys or keys[0] != "dim" or fields["dim"] != str(SIZE):
        first = " ".join(text.split()[:1])
        raise NotationError(f"rules record: expected dim:{SIZE} first, {_got(first)}")
    if keys[-1] != "start":
        raise NotationError(f"rules record: expected start last, got {keys[-1][:40]!r}")
    return fields


def _got(text: str) -> str:
    return f"got {text[:40]!r}"
