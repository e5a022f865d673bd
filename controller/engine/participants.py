"""Who is named on a command line: a level, chance, or another program by its protocol."""

from dataclasses import dataclass
from random import Random

from controller.engine.errors import LevelError
from controller.engine.levels import Level, level_names, named_level
from controller.engine.players import Choice, LevelPlayer, Player
from controller.engine.protocols.dialects import DIALECTS
from controller.engine.protocols.peers import Peer
from controller.engine.searchers import new_searcher
from controller.rules.compiled import Rules
from controller.rules.game import Game

# Plays any move: what all ratings are measured from.
CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who can play: a level, or a program with its protocol; neither is chance."""

    level: Level | None = None
    protocol: str | None = None
    command: str | None = None

    @property
    def name(self) -> str:
        """What he is called in results."""
        if self.protocol:
            return f"{self.protocol}: {self.command}"
        return self.level.name if self.level else CHANCE


def parse_participant(text: str) -> Participant:
    """Return who a text such as ``three-moves`` or ``htp: program --option`` stands for.

    Raises:
        LevelError: nobody of that name.
    """
    protocol, colon, command = text.partition(":")
    if colon and protocol.strip() in DIALECTS and command.strip():
        return Participant(protocol=protocol.strip(), command=command.strip())
    if text == CHANCE:
        return Participant()
    try:
        return Participant(level=named_level(text))
    except LevelError:
        known = ", ".join((*level_names(), CHANCE))
        programs = ", ".join(f'"{name}: COMMAND"' for name in DIALECTS)
        raise LevelError(
            f"expected a level ({known}) or a program ({programs}); got {text[:60]!r}"
        ) from None


def open_player(participant: Participant, rules: Rules, seed: int, threads: int = 1) -> Player:
    """Return somebody at play under some rules; `seed` decides what is left to chance."""
    if participant.protocol and participant.command:
        return Peer(participant.command, DIALECTS[participant.protocol])
    if participant.level:
        return LevelPlayer(new_searcher(rules), participant.level, seed, threads)
    return ChancePlayer(seed)


class ChancePlayer:
    """Plays any legal move."""

    name = CHANCE

    def __init__(self, seed: int) -> None:
        """Throw dice that a seed decides."""
        self._random = Random(seed)

    def choose(self, game: Game, seconds: float | None = None) -> Choice:  # noqa: ARG002
        """Return any move."""
        return Choice(self._random.choice(game.legal_moves()), 0.5)

    def hurry(self) -> None:
        """Nothing takes time."""

    def close(self) -> None:
        """Nothing to let go."""
