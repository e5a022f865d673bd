"""A look back at a game of an archive: plain values in and out, so that any executor can do it."""

from dataclasses import dataclass

from controller.engine.coach import TurningPoint
from controller.engine.search import Limits
from controller.engine.thinking import GameSoFar, reviewed
from controller.rules.pieces import Side


@dataclass(frozen=True, slots=True)
class Archived:
    """A game to look back at, and how many positions to look at for each of its plies."""

    game: GameSoFar
    nodes: int


def look_back(archived: Archived) -> list[tuple[Side, TurningPoint]]:
    """Return the mistakes of both sides, in their order."""
    limits = Limits(nodes=archived.nodes)
    found = [(side, point) for side in Side for point in reviewed(archived.game, side, limits)]
    return sorted(found, key=lambda each: each[1].ply)
