"""What there is to say, as data: a key, and what it is about.

The core says *what*; a catalogue (`controller.words`) puts it into the words of a language. Squares
are given by name, and numbers that decide between singular and plural as `count`.
"""

from dataclasses import dataclass
from typing import Union

Argument = Union[int, str, tuple[str, ...], "Sentence", tuple["Sentence", ...]]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a part of one: its key in the catalogues, and its arguments by name."""

    key: str
    arguments: tuple[tuple[str, Argument], ...] = ()

    def argument(self, name: str) -> Argument | None:
        """Return an argument, None where there is none of the name."""
        return next((value for key, value in self.arguments if key == name), None)


def sentence(key: str, **arguments: Argument) -> Sentence:
    """Return a sentence; the order of its arguments does not matter."""
    return Sentence(key, tuple(sorted(arguments.items())))


def verbatim(text: str) -> Sentence:
    """Return a sentence that is a text already, as from a program outside."""
    return sentence("verbatim", text=text)
