"""A sentence as data: a key and its arguments. Knows no language.

A catalogue (`controller.words`) puts it into words. Squares are named in arguments; the number
that decides between singular and plural is called `count`.
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
    """Return a sentence; the order of the arguments does not matter."""
    return Sentence(key, tuple(sorted(arguments.items())))


def verbatim(text: str) -> Sentence:
    """Return a sentence that is text already, as from another program."""
    return sentence("verbatim", text=text)
