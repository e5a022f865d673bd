"""Sentences and sets of squares as JSON, wherever an entry has some."""

from controller.bus.entries import JsonObject
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.sentence import Argument, Sentence


def write_sentences(*sentences: Sentence) -> list[JsonObject]:
    """Return sentences as keys with arguments, for a page that puts them into words itself."""
    return [
        {"key": each.key, "args": {name: _write_argument(value) for name, value in each.arguments}}
        for each in sentences
    ]


def _write_argument(value: Argument) -> object:
    match value:
        case Sentence():
            return write_sentences(value)[0]
        case int() | str():
            return value
    sentences = [each for each in value if isinstance(each, Sentence)]
    return write_sentences(*sentences) if sentences else list(value)


def write_squares(squares: int) -> list[str]:
    """Return a bitboard as the names of its squares."""
    return [SQUARE_NAMES[square] for square in squares_of(squares)]
