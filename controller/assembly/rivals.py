"""Who can sit down against people: a level by name, who adapts, or another program.

Who sat down once comes back with the game that goes on. Knows no board and no session.
"""

from dataclasses import dataclass, replace

from controller.assembly.opponent import Rival
from controller.daemon.beside import KeptSeat
from controller.engine.levels import ADAPTIVE, Adaptive, level_names, named_level
from controller.engine.participants import Participant, parse_participant, seated
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


def rival_again(seat: KeptSeat, choosing: Choosing) -> Rival:
    """Return who played a side, to play on as then: by the same seed, and as strong, if it adapts.

    Raises:
        LevelError: it is a program, or reads a file. A file of games, which may come from anywhere,
            must start none; only the command line does.
    """
    if seat.seed is not None:
        choosing = replace(choosing, seed=seat.seed)
    if not seat.adaptive:
        return rival_who(seated(seat.name), seat.side, choosing)
    adaptive = Adaptive(level_names().index(named_level(seat.name).name))
    return rival_who(None, seat.side, choosing, adaptive)


def rival_who(
    participant: Participant | None,
    side: Side,
    choosing: Choosing,
    adapting: Adaptive | None = None,
) -> Rival:
    """Return who plays a side; None stands for who adapts, from a level that is `adapting`."""
    adaptive = None if participant else adapting or Adaptive()
    playing = participant or Participant((adaptive or Adaptive()).level)
    return Rival(playing, side, choosing.seconds, adaptive, choosing.seed, choosing.threads)
