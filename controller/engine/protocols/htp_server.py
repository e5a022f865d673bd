"""The Hnefatafl Text Protocol, from the engine's side: `hnefi engine --protocol htp`."""

import re
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version

from controller.engine.protocols.serving import Thinker
from controller.notation.errors import NotationError
from controller.notation.moves import parse_loose_move
from controller.notation.opentafl import write_position
from controller.rules.captures import captured_squares
from controller.rules.compiled import Rules
from controller.rules.game import Game, new_game
from controller.rules.geometry import SIZE, SQUARE_NAMES, parse_square
from controller.rules.moves import moves_from
from controller.rules.pieces import Side
from controller.rules.sentences import refusal_sentence
from controller.words.catalogue import say

_ROLES = {
    "a": Side.ATTACKERS,
    "attacker": Side.ATTACKERS,
    "d": Side.DEFENDERS,
    "defender": Side.DEFENDERS,
}
_NAMES = {Side.ATTACKERS: "attacker", Side.DEFENDERS: "defender"}


class _RefusedError(Exception):
    """A command that is answered with a question mark, and why."""


class HtpServer:
    """What an engine answers to the commands of HTP."""

    def __init__(self, thinker: Thinker, rules: Rules) -> None:
        """Begin at the start position."""
        self._thinker = thinker
        self._rules = rules
        self._game = new_game(rules)
        self._seconds: float | None = None
        self.ended = False
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "board_size": self._board_size,
            "final_status": self._final_status,
            "first_move": self._first_move,
            "generate_move": self._generate_move,
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "name": lambda _: "hnefi",
            "play": self._play,
            "play_from": self._play_from,
            "play_to": self._play_to,
            "play_undo": self._play_undo,
            "protocol_version": lambda _: "1-beta",
            "quit": self._quit,
            "show_board": lambda _: self._game.position.diagram(),
            "show_board_open_tafl": lambda _: write_position(self._game.position),
            "time_settings": self._time_settings,
            "version": lambda _: version("hnefi"),
        }

    def greeting(self) -> Iterable[str]:
        """Nothing is said unasked."""
        return ()

    def interrupts(self, line: str) -> bool:
        """Say whether nobody waits any longer for what is thought about."""
        return line.split()[:1] == ["quit"]

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answer to a line, none to an empty one."""
        words = line.partition("#")[0].split()
        if not words:
            return
        command = self._commands.get(words[0])
        if command is None:
            yield f"? {words[0][:40]}: expected a command, see list_commands"
            return
        try:
            yield f"= {command(words[1:])}".rstrip()
        except (_RefusedError, NotationError) as error:
            yield f"? {words[0]}: {error}"

    # The game ----------------------------------------------------------------------------

    def _board_size(self, words: list[str]) -> str:
        if words != [str(SIZE)]:
            raise _RefusedError(f"expected {SIZE}, got {' '.join(words)[:40]!r}")
        self._game = new_game(self._rules)
        return ""

    def _first_move(self, words: list[str]) -> str:
        side = _side(words[:1])
        if self._game.plies:
            raise _RefusedError("expected a game without moves")
        start = self._rules.start._replace(to_move=side)
        self._game = Game(self._rules, start)
        return ""

    def _play(self, words: list[str]) -> str:
        side = _side(words[:1])
        if len(words) > 1 and words[1].startswith("resign"):
            if not self._game.outcome:
                self._game = self._game.resign(side)
            return ""
        if side is not self._game.position.to_move:
            raise _RefusedError(f"expected a move of the {self._game.position.to_move}")
        move = parse_loose_move("".join(words[1:]))
        refused = self._game.refusal(move)
        if refused:
            raise _RefusedError(say(refusal_sentence(refused, self._game)))
        self._game = self._game.play(move)
        captured = captured_squares(self._game.plies[-1].captures)
        return " ".join(SQUARE_NAMES[square] for square in captured)

    def _generate_move(self, _: list[str]) -> str:
        if self._game.outcome:
            raise _RefusedError("expected a game that goes on")
        choice = self._thinker.choose(self._game, self._seconds)
        role = _NAMES[self._game.position.to_move]
        if choice.move is None:
            self._game = self._game.resign(self._game.position.to_move)
            return f"play {role} resigns"
        self._game = self._game.play(choice.move)
        origin, target = (SQUARE_NAMES[square] for square in choice.move)
        return f"play {role} {origin} {target}"

    def _play_undo(self, _: list[str]) -> str:
        if not self._game.plies:
            raise _RefusedError("expected a move to take back")
        self._game = self._game.undo()
        return ""

    def _play_from(self, _: list[str]) -> str:
        origins = sorted({move.origin for move in self._game.legal_moves()})
        names = " ".join(SQUARE_NAMES[square] for square in origins)
        return f"{_NAMES[self._game.position.to_move]} {names}"

    def _play_to(self, words: list[str]) -> str:
        if _side(words[:1]) is not self._game.position.to_move or len(words) != 2:
            raise _RefusedError("expected the role to move, and a square")
        moves = moves_from(self._rules, self._game.position, _square(words[1]))
        return " ".join(SQUARE_NAMES[move.target] for move in moves)

    def _final_status(self, _: list[str]) -> str:
        outcome = self._game.outcome
        if outcome is None:
            return "ongoing"
        return f"{_NAMES[outcome.winner]}_wins" if outcome.winner else "draw"

    # Everything else ---------------------------------------------------------------------

    def _time_settings(self, words: list[str]) -> str:
        if words == ["un-timed"]:
            self._seconds = None
        elif words[:1] == ["fischer"] and len(words) == 3 and _are_numbers(words[1:]):
            # Versions differ in the unit of the first number; the second is always seconds.
            self._seconds = max(0.9 * float(words[2]), 0.05)
        else:
            got = " ".join(words)[:40]
            raise _RefusedError(f"expected un-timed or fischer TIME ADD_SECONDS, got {got!r}")
        return ""

    def _known_command(self, words: list[str]) -> str:
        return str(words[:1] != [] and words[0] in self._commands).lower()

    def _list_commands(self, _: list[str]) -> str:
        return "\n".join(self._commands)

    def _quit(self, _: list[str]) -> str:
        self.ended = True
        return ""


def _side(words: list[str]) -> Side:
    side = _ROLES.get(words[0].lower()) if words else None
    if side is None:
        raise _RefusedError("expected a role: attacker or defender")
    return side


def _square(name: str) -> int:
    try:
        return parse_square(name)
    except ValueError as error:
        raise _RefusedError(str(error)) from error


def _are_numbers(words: list[str]) -> bool:
    return all(re.fullmatch(r"\d{1,9}(\.\d{1,6})?", word, re.ASCII) for word in words)
