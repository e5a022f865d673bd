"""The weights of the evaluation: what pieces are worth by their squares, and what else counts.

Read from TOML files, one for each family of rulesets. The squares of an eighth of the board stand
for all others, so an evaluation is equal in all eight symmetries. Positive is good for the
attackers, and a hundred is about one man.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from controller.engine.errors import WeightsError
from controller.rules.geometry import SIZE, SQUARE_COUNT, SQUARE_NAMES
from controller.rules.pieces import Piece
from controller.rules.ruleset import Ruleset
from controller.rules.toml_text import LARGEST_FILE, parse_tables

_DATA = files("controller.engine") / "data"

# As controller/engine/kernel/terms.h counts them: a name, and how many classes it has.
TERMS = {
    "turn": 1,
    "king_in_line": 1,
    "king_threatened": 1,
    "few_attackers": 1,
    "few_defenders": 1,
    "attackers_moves": 1,
    "defenders_moves": 1,
    "region": 1,
    "closed_region": 1,
    "closed_moves": 1,
    "king_targets": 6,
    "king_threats": 5,
    "king_held": 4,
    "guards": 4,
    "corners_open": 5,
    "edge_open": 6,
}
TERM_COUNT = sum(TERMS.values())
_PIECES = (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)
_LARGEST = 10_000
# As controller/engine/kernel/network.h counts them, two bytes each: what 32 filters see by piece
# and square, their bias, and by side and stage of the game how they count, with a bias.
_NETWORK_BYTES = 2 * (3 * SQUARE_COUNT * 32 + 32 + 2 * 4 * 32 + 2 * 4)


def _eighth(square: int) -> int:
    """Return the square of the first eighth that a square falls on when the board is folded."""
    rank, file = divmod(square, SIZE)
    near, far = sorted((min(rank, SIZE - 1 - rank), min(file, SIZE - 1 - file)))
    return SIZE * near + far


# EIGHTH[square]: its image in the eighth a1, b1 ... f1, b2 ... f2 ... f6.
EIGHTH = tuple(_eighth(square) for square in range(SQUARE_COUNT))
EIGHTH_SQUARES = tuple(sorted(set(EIGHTH)))


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights by piece and square of the first eighth, and by term in the order of `TERMS`.

    `network` is the small network whose score is added, as its file has it; empty for none.
    """

    squares: dict[Piece, dict[int, int]]
    terms: tuple[int, ...]
    network: bytes = b""

    def by_piece(self) -> Iterator[list[int]]:
        """Yield the values of an attacker, a defender, the king on each of the 121 squares."""
        for piece in _PIECES:
            values = self.squares[piece]
            yield [values[EIGHTH[square]] for square in range(SQUARE_COUNT)]

    def as_toml(self) -> str:
        """Return the text of a file of these weights."""
        lines = []
        for piece in _PIECES:
            lines.append(f"[{piece}]")
            values = self.squares[piece].items()
            lines += [f"{SQUARE_NAMES[square]} = {value}" for square, value in values]
            lines.append("")
        lines.append("[terms]")
        start = 0
        for name, count in TERMS.items():
            found = list(self.terms[start : start + count])
            lines.append(f"{name} = {found[0] if count == 1 else found}")
            start += count
        return "\n".join(lines) + "\n"


def parse_weights(text: str, where: str) -> Weights:
    """Return the weights of a TOML text; `where` names the text in errors.

    Raises:
        WeightsError: not TOML, or a weight that is unknown, missing or no number.
    """
    try:
        data = parse_tables(text)
    except ValueError as error:
        raise WeightsError(f"{where}: expected TOML: {error}") from error
    tables = {*_PIECES, "terms"}
    if data.keys() != tables:
        raise WeightsError(f"{where}: expected the tables {', '.join(sorted(tables))}")
    names = {SQUARE_NAMES[square]: square for square in EIGHTH_SQUARES}
    squares = {}
    for piece in _PIECES:
        values = _table(data[piece], dict.fromkeys(names, 1), f"{where}: {piece}")
        squares[piece] = {square: values[name][0] for name, square in names.items()}
    terms = _table(data["terms"], TERMS, f"{where}: terms")
    return Weights(squares, tuple(weight for name in TERMS for weight in terms[name]))


def _table(table: object, counts: dict[str, int], where: str) -> dict[str, list[int]]:
    """Return the numbers of a table; `counts` says how many there are by name."""
    if not isinstance(table, dict) or table.keys() != counts.keys():
        raise WeightsError(f"{where}: expected the keys {', '.join(counts)}")
    found = {}
    for name, count in counts.items():
        values = table[name] if isinstance(table[name], list) else [table[name]]
        fits = all(isinstance(value, int) and abs(value) <= _LARGEST for value in values)
        if not fits or len(values) != count:
            expected = "a whole number" if count == 1 else f"{count} whole numbers"
            got = repr(table[name])[:40]
            raise WeightsError(f"{where}: {name}: expected {expected}, got {got}")
        found[name] = values
    return found


def read_weights(file: Path) -> Weights:
    """Return the weights of a TOML file; a network beside it (`.net`) belongs to them.

    Raises:
        WeightsError: the file cannot be read, or has no weights.
    """
    beside = file.with_suffix(".net")
    try:
        data = _begun(file, LARGEST_FILE)
        if len(data) > LARGEST_FILE:
            raise WeightsError(f"{file}: expected weights of at most {LARGEST_FILE} bytes")
        weights = parse_weights(data.decode("utf-8"), str(file))
        network = _begun(beside, _NETWORK_BYTES) if beside.is_file() else b""
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise WeightsError(f"{file}: expected a file of weights ({why})") from error
    # The kernel would read past the end of a shorter one.
    if beside.is_file() and len(network) != _NETWORK_BYTES:
        raise WeightsError(f"{beside}: expected a network of {_NETWORK_BYTES} bytes")
    return replace(weights, network=network)


def _begun(file: Path, most: int) -> bytes:
    """Return the bytes of a file; of one that is larger than the most, one byte more."""
    with file.open("rb") as stream:
        return stream.read(most + 1)


def weights_name(ruleset: Ruleset) -> str:
    """Return the name of the weights that a ruleset is played with."""
    if ruleset.ending.escape == "corner":
        return "corner"
    return "edge-by-two" if ruleset.king.captured_by == "custodial" else "edge"


@cache
def named_weights(name: str) -> Weights:
    """Return weights that ship with the project."""
    file = _DATA / f"{name}.toml"
    return parse_weights(file.read_text(encoding="utf-8"), f"{name}.toml")
