"""What engines of others are asked, and how they answer: a class for each protocol."""

import math
from collections.abc import Callable
from typing import Protocol

from controller.engine.errors import PeerError
from controller.engine.protocols.process import LineProcess
from controller.notation.errors import NotationError
from controller.notation.moves import parse_loose_move
from controller.notation.opentafl import write_position, write_rules
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.lines import Move
from controller.rules.pieces import Side

_HELLO_S = 15.0
_PLAIN_S = 10.0  # for answers that need no thinking
_LONGEST_S = 600.0  # for those that may take as long as they like
COPENHAGEN = "copenhagen"


class Dialect(Protocol):
    """One protocol, spoken to one program."""

    def begin(self, game: Game) -> None:
        """Bring the program to a game from its beginning."""

    def tell(self, game: Game) -> None:
        """Tell of the last ply of a game, the one before which is known."""

    def ask(self, game: Game, seconds: float | None) -> Move | None:
        """Return the move of the side to move, None where it resigns."""

    @property
    def farewell(self) -> str:
        """What ends the program."""


class OpenTaflDialect:
    """OpenTafl's engine protocol, which carries every ruleset.

    With a time for each move the program is asked to analyse each position: the one request of this
    protocol that has a fixed time, and the one that cannot come to another position than ours.
    Without a time it is asked to play, and takes the time that it is set to.
    """

    farewell = "goodbye"

    def __init__(self, process: LineProcess) -> None:
        """Wait until the program says hello."""
        self._process = process
        self._begun = False
        self._plies: list[str] = []  # to be sent before the program plays
        process.wait_for(
            lambda line: line.startswith("hello") or None, _HELLO_S + process.grace_s, "hello"
        )

    def begin(self, game: Game) -> None:
        """Send the rules, with the position that this game begins from."""
        if self._begun:
            self._process.write("finish 0")
        self._begun = True
        self._plies.clear()
        record, _ = write_rules(game.rules.ruleset, game.start)
        self._process.write(f"rules {record}")

    def tell(self, game: Game) -> None:
        """Remember the last ply, with the position after it."""
        record = write_position(game.position)
        self._plies.append(f"opponent-move {game.plies[-1].move} {record}")

    def ask(self, game: Game, seconds: float | None) -> Move | None:
        """Have it analyse the position for some seconds, or play."""
        side, plies = game.position.to_move, tuple(self._plies)
        self._plies.clear()
        if seconds is not None:
            self._process.write(f"position {write_position(game.position)}")
            self._process.write(f"side {side}")
            whole = max(round(seconds), 1)
            self._process.write(f"analyze 1 {whole}")
            return self._process.wait_for(
                self._analysed, whole + self._process.grace_s, "an analysis"
            )
        for ply in plies:
            self._process.write(ply)
        self._process.write(f"play {side}")
        move = self._process.wait_for(self._played, _LONGEST_S, "a move")
        if game.refusal(move) is None:
            self._process.write(f"move {write_position(game.play(move).position)}")
        return move

    def _played(self, line: str) -> Move | None:
        self._raise_error(line)
        return _read_move(line, self._process) if line.startswith("move ") else None

    def _analysed(self, line: str) -> Move | None:
        self._raise_error(line)
        words = line.split()
        if words[:1] != ["analysis"]:
            return None
        if len(words) < 3:
            raise PeerError(f"{self._process.command}: expected a line in {line[:80]!r}")
        return _read_move(f"move {words[2].partition('|')[0]}", self._process)

    def _raise_error(self, line: str) -> None:
        if line.startswith("error -1"):
            raise PeerError(f"{self._process.command}: expected a move, got {line[:200]!r}")


class HtpDialect:
    """The Hnefatafl Text Protocol, which plays Copenhagen from its start."""

    farewell = "quit"
    _ROLES = {Side.ATTACKERS: "attacker", Side.DEFENDERS: "defender"}  # noqa: RUF012 - a constant

    def __init__(self, process: LineProcess) -> None:
        """Nothing is said yet."""
        self._process = process
        self._timed: float | None = None

    def begin(self, game: Game) -> None:
        """Set the start position up."""
        _check_copenhagen(game, "HTP")
        self._timed = None
        self._command("board_size 11")

    def tell(self, game: Game) -> None:
        """Make the last ply."""
        move, role = game.plies[-1].move, self._ROLES[game.position.to_move.other]
        self._command(f"play {role} {SQUARE_NAMES[move.origin]} {SQUARE_NAMES[move.target]}")

    def ask(self, game: Game, seconds: float | None) -> Move | None:  # noqa: ARG002 - it has it
        """Have it make its move."""
        if seconds is not None and seconds != self._timed:
            # The first number has been minutes and milliseconds in turn; the second is seconds.
            self._command(f"time_settings fischer 1 {max(math.ceil(seconds), 1)}")
            self._timed = seconds
        self._process.write("generate_move")
        patience = _LONGEST_S if seconds is None else seconds + self._process.grace_s
        answer = self._answer(patience, "a move")
        words = answer.split()
        if len(words) == 3 and words[2].startswith("resign"):
            return None
        if len(words) != 4 or words[0] != "play":
            raise PeerError(f"{self._process.command}: expected a move, got {answer[:80]!r}")
        return _read_move(f"move {words[2]}-{words[3]}", self._process)

    def _command(self, command: str) -> None:
        self._process.write(command)
        self._answer(_PLAIN_S + self._process.grace_s, f"an answer to {command!r}")

    def _answer(self, patience: float, what: str) -> str:
        def read(line: str) -> str | None:
            if line.startswith("?"):
                # Quoted: a program's text may hold what a terminal obeys.
                raise PeerError(f"{self._process.command}: expected {what}, got {line[:200]!r}")
            return line[1:].strip() if line.startswith("=") else None

        return self._process.wait_for(read, patience, what)


class UciDialect:
    """taflzero's dialect of UCI, which plays Copenhagen."""

    farewell = "quit"

    def __init__(self, process: LineProcess) -> None:
        """Wait until the program says that it speaks UCI."""
        self._process = process
        process.write("uci")
        process.wait_for(
            lambda line: line.startswith("uciok") or None, _HELLO_S + process.grace_s, "uciok"
        )

    def begin(self, game: Game) -> None:
        """Nothing to say: every question has the whole game."""
        _check_copenhagen(game, "UCI")

    def tell(self, game: Game) -> None:
        """Nothing to say."""

    def ask(self, game: Game, seconds: float | None) -> Move | None:
        """Send the game, and ask for the best move."""
        moves = " ".join(_joined(ply.move) for ply in game.plies)
        self._process.write(f"position startpos moves {moves}" if moves else "position startpos")
        milliseconds = round(1000 * (1.0 if seconds is None else seconds))
        self._process.write(f"go movetime {max(milliseconds, 1)}")
        patience = milliseconds / 1000 + self._process.grace_s
        return self._process.wait_for(self._best, patience, "bestmove")

    def _best(self, line: str) -> Move | None:
        words = line.split()
        if words[:1] != ["bestmove"] or len(words) < 2:
            return None
        return _read_move(f"move {words[1]}", self._process)


def _joined(move: Move) -> str:
    return f"{SQUARE_NAMES[move.origin]}{SQUARE_NAMES[move.target]}"


def _read_move(line: str, process: LineProcess) -> Move:
    """Return the move of a line such as ``move d1-d3``."""
    word = line.split()[1] if len(line.split()) > 1 else ""
    try:
        return parse_loose_move(word)
    except NotationError as error:
        raise PeerError(f"{process.command}: {error}") from error


def _check_copenhagen(game: Game, protocol: str) -> None:
    if game.rules.ruleset.name != COPENHAGEN or game.start != game.rules.start:
        raise PeerError(f"{protocol}: expected Copenhagen from its start, got another game")


DIALECTS: dict[str, Callable[[LineProcess], Dialect]] = {
    "opentafl": OpenTaflDialect,
    "htp": HtpDialect,
    "uci": UciDialect,
}
# The names of those that have no words for another ruleset.
ONLY_COPENHAGEN = ("htp", "uci")
