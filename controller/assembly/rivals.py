"""Who can sit down against people: a level by name, who adapts, or another program.

Knows no board and no session.
"""

from dataclasses import dataclass

from controller.assembly.opponent import Rival
from controller.engine.levels import ADAPTIVE, Adaptive
from controller.engine.participants import Participant, parse_participant
from controller.rules.pieces import Side


@dataclass(frozen=True, slots=True)
class Choosing:
    """What is the same whoever plays: the time for a move, threads, and the seed of all chance."""

    seconds: float | None = None
    threads: int = 1
    seed: int = 1


def rival_of(name: str, side: Side, choosing: Choosing) -> Rival:
    """Return who plays a side: a level by name, `adaptive`, or a program.

    Raises:
        LevelError: nobody of that name.
        WeightsError: it has weights of its own, and they cannot be read.
    """
    participant = None if name == ADAPTIVE else parse_participant(name, (ADAPTIVE,))
    return rival_who(participant, side, choosing)


def rival_who(participant: Participant | None, side: Side, choosing: Choosing) -> Rival:
    """Return who plays a side; None stands for who adapts."""
    adaptive = None if participant else Adaptive()
    playing = participant or Participant(Adaptive().level)
    return Rival(playing, side, choosing.seconds, adaptive, choosing.seed, choosing.threads)
