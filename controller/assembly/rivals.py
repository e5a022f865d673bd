"""Who can sit down against people: a level by name, who adapts, or another program.

Who sat down once comes back with the game that goes on. Knows no board and no session.
"""

from dataclasses import dataclass, replace
from math import floor, inf

from controller.daemon.beside import KeptSeat
from controller.engine.levels import ADAPTIVE, Adaptive, level_names, named_level
from controller.engine.participants import Participant, parse_participant, seated
from controller.rules.endings import Outcome
from controller.rules.pieces import Side


@dataclass(frozen=True, slots=True)
class Rival:
    """Who plays, which side, and how much time a move may take; `adaptive` changes its level."""

    participant: Participant
    side: Side
    seconds: float | None = None
    adaptive: Adaptive | None = None
    seed: int = 1
    threads: int = 1

    @property
    def playing(self) -> Participant:
        """Who plays now."""
        return Participant(self.adaptive.level) if self.adaptive else self.participant

    def seconds_of(self, affordable_s: float) -> float | None:
        """Return the most time that a move may take, given what a clock allows; None for any."""
        level = self.playing.level
        wanted_s = self.seconds or (level.seconds if level else None) or inf
        if wanted_s <= affordable_s:
            return self.seconds
        # Other programs are given whole seconds, of which a clock may not have one more.
        return affordable_s if level else max(floor(affordable_s), 1)

    def is_as(self, side: Side, name: str) -> bool:
        """Say whether it plays a side by a name."""
        return (self.side, self.playing.name) == (side, name)

    def after(self, outcome: Outcome) -> "Rival":
        """Return who plays after a game that ended so."""
        if self.adaptive is None:
            return self
        won = None if outcome.winner is None else outcome.winner is not self.side
        return replace(self, adaptive=self.adaptive.after_game(person_won=won))


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
