"""Who is named on a command line: a level, chance, or another program by its protocol."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from controller.engine.errors import LevelError
from controller.engine.levels import CHANCE, Level, level_names, named_level
from controller.engine.players import Choice, LevelPlayer, Player
from controller.engine.protocols.dialects import DIALECTS
from controller.engine.protocols.peers import Peer
from controller.engine.protocols.process import GRACE_S
from controller.engine.searchers import new_searcher
from controller.engine.weights import Weights, parse_weights, read_weights
from controller.rules.compiled import Rules
from controller.rules.game import Game
from controller.rules.lines import Move


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who can play: a level, or a program with its protocol; neither is chance.

    `weights` (as TOML) and `network` are what a level plays with, if not with those that ship.
    """

    level: Level | None = None
    protocol: str | None = None
    command: str | None = None
    weights: str | None = None
    network: bytes = b""
    weights_file: str = ""
    grace_s: float = GRACE_S  # how much later than allowed a program's move may come

    @property
    def name(self) -> str:
        """What he is called in results."""
        if self.protocol:
            return f"{self.protocol}: {self.command}"
        name = self.level.name if self.level else CHANCE
        return f"{name}@{self.weights_file}" if self.weights else name


def parse_participant(text: str, also: tuple[str, ...] = ()) -> Participant:
    """Return who a text such as ``three-moves`` or ``htp: program --option`` stands for.

    ``club@FILE`` is a level that plays with the weights of a file. `also` is who else could have
    been named, for the error.

    Raises:
        LevelError: nobody of that name.
        WeightsError: no such weights.
    """
    protocol, colon, command = text.partition(":")
    if colon and protocol.strip() in DIALECTS and command.strip():
        return Participant(protocol=protocol.strip(), command=command.strip())
    if text == CHANCE:
        return Participant()
    name, at, file = text.partition("@")
    try:
        level = named_level(name)
    except LevelError:
        known = ", ".join((*level_names(), *also, CHANCE))
        programs = ", ".join(f'"{name}: COMMAND"' for name in DIALECTS)
        raise LevelError(
            f"expected a level ({known}) or a program ({programs}); got {text[:60]!r}"
        ) from None
    if not at:
        return Participant(level)
    weights = read_weights(Path(file))
    return Participant(level, weights=weights.as_toml(), network=weights.network, weights_file=file)


def seated(name: str, also: tuple[str, ...] = ()) -> Participant:
    """Return who plays at a level, or by chance: nobody who starts a program or reads a file.

    `also` is who else could have been named, for the error.

    Raises:
        LevelError: nobody of that name.
    """
    return Participant() if name == CHANCE else Participant(named_level(name, (*also, CHANCE)))


def open_player(participant: Participant, rules: Rules, seed: int, threads: int = 1) -> Player:
    """Return somebody at play under some rules; `seed` decides what is left to chance."""
    if participant.protocol and participant.command:
        dialect = DIALECTS[participant.protocol]
        return Peer(participant.command, dialect, participant.grace_s)
    if participant.level:
        searcher = new_searcher(rules, _weights_of(participant))
        return LevelPlayer(searcher, participant.level, seed, threads)
    return ChancePlayer(seed)


def _weights_of(participant: Participant) -> Weights | None:
    if participant.weights is None:
        return None
    weights = parse_weights(participant.weights, participant.weights_file)
    return replace(weights, network=participant.network)


class ChancePlayer:
    """Plays any legal move."""

    name = CHANCE

    def __init__(self, seed: int) -> None:
        """Throw dice that a seed decides."""
        self._random = Random(seed)

    def choose(
        self,
        game: Game,
        seconds: float | None = None,  # noqa: ARG002 - chance takes no time
        moves: tuple[Move, ...] = (),
    ) -> Choice:
        """Return any move that is wanted."""
        return Choice(self._random.choice(moves or game.legal_moves()), 0.5)

    def hurry(self) -> None:
        """Nothing takes time."""

    def close(self) -> None:
        """Nothing to let go."""
