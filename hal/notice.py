"""What there is to say of a board, as data: why it cannot be read, or what people should know.

Whoever shows it puts it into words; the physical side composes no sentences.
"""

from dataclasses import dataclass
from typing import Union

Particular = Union[int, str, tuple[str, ...], "Notice", tuple["Notice", ...]]


@dataclass(frozen=True, slots=True)
class Notice:
    """A key that names what is to be said, and its particulars by name."""

    key: str
    particulars: tuple[tuple[str, Particular], ...] = ()

    def __str__(self) -> str:
        """Return key and particulars, for logs of programs that have no words for them."""
        particulars = [f"{name}={value}" for name, value in self.particulars]
        return " ".join([self.key, *particulars])


def notice(key: str, **particulars: Particular) -> Notice:
    """Return a notice; the order of its particulars does not matter."""
    return Notice(key, tuple(sorted(particulars.items())))
