"""The levels: how far each looks ahead, and how near the best a move must be that it plays.

No level blunders on purpose. It sees what it sees, and among moves that look about equal to it any
may be played. The easiest overlook moves, good and bad ones alike, as beginners do.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from controller.engine.errors import LevelError
from controller.engine.search import Limits

# Plays any move: what all ratings are measured from, and an opponent for a first game.
CHANCE = "chance"
# Goes up after a win of the other side and down after a loss; this is where it begins.
ADAPTIVE = "adaptive"
_FIRST_ADAPTIVE = "two-moves"
# So many moves are weighed where any of them may be played.
_CHOSEN_AMONG = 6


class Level(BaseModel):
    """One level; limits that it does not have are None.

    `near` is in hundredths of a man, `overlooks` is of a hundred moves.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    depth: int | None = Field(default=None, ge=1)
    nodes: int | None = Field(default=None, ge=1)
    seconds: float | None = Field(default=None, gt=0)
    near: int = Field(ge=0)
    overlooks: int = Field(default=0, ge=0, lt=100)
    resigns: bool = True  # once it is sure to lose

    def limits(self, seconds: float | None = None, threads: int = 1) -> Limits:
        """Return how far it looks; `seconds` is the most time that it may take."""
        return Limits(
            seconds=seconds or self.seconds,
            nodes=self.nodes,
            depth=self.depth,
            lines=_CHOSEN_AMONG if self.near else 1,
            threads=threads if self.seconds else 1,
        )


@cache
def levels() -> tuple[Level, ...]:
    """Return all levels, the easiest first."""
    file = files("controller.engine") / "data" / "levels.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(Level.model_validate(level) for level in data["level"])


def level_names() -> tuple[str, ...]:
    """Return the names of all levels, the easiest first."""
    return tuple(level.name for level in levels())


def _first_adaptive() -> int:
    return level_names().index(_FIRST_ADAPTIVE)


def named_level(name: str, also: tuple[str, ...] = ()) -> Level:
    """Return a level; `also` is who else could have been named, for the error.

    Raises:
        LevelError: there is none of that name.
    """
    for level in levels():
        if level.name == name:
            return level
    expected = ", ".join((*level_names(), *also))
    raise LevelError(f"level: expected one of {expected}, got {name[:40]!r}")


@dataclass(frozen=True, slots=True)
class Adaptive:
    """The level of somebody who goes up after a win of the other side, and down after a loss."""

    number: int = field(default_factory=_first_adaptive)

    @property
    def level(self) -> Level:
        """The level to play at."""
        return levels()[self.number]

    def after_game(self, *, person_won: bool | None) -> "Adaptive":
        """Return what is played next; None stands for a draw."""
        step = 0 if person_won is None else (1 if person_won else -1)
        return Adaptive(max(0, min(self.number + step, len(levels()) - 1)))
