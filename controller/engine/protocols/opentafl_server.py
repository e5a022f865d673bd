"""OpenTafl's engine protocol, from the engine's side: `hnefi engine --protocol opentafl`."""

import re
from collections.abc import Iterable, Iterator

from controller.engine.protocols.serving import Thinker
from controller.engine.search import for_side
from controller.notation.errors import NotationError
from controller.notation.moves import parse_loose_move
from controller.notation.opentafl import parse_position, parse_rules, parse_start
from controller.rules.compiled import compiled
from controller.rules.errors import RulesError
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.pieces import Side

_CRITICAL = -1
_HARMLESS = 0
# A game of this length is planned for where a clock runs.
_MOVES_PLANNED = 40
_LEAST_S = 0.05
# Milliseconds of both sides, with a star in overtime; its seconds; the periods left to each.
_NUMBER = r"-?\d{1,9}(?:\.\d{1,9})?"
_CLOCK = re.compile(
    rf"(?P<attackers_ms>{_NUMBER})(?P<attackers_star>\*?)\s+"
    rf"(?P<defenders_ms>{_NUMBER})(?P<defenders_star>\*?)\s+"
    rf"(?P<overtime_s>{_NUMBER})\s+(?P<attackers_periods>\d{{1,9}})\s+"
    r"(?P<defenders_periods>\d{1,9})",
    re.ASCII,
)


class OpenTaflServer:
    """What an engine does that OpenTafl has started."""

    def __init__(self, thinker: Thinker) -> None:
        """Wait for rules."""
        self._thinker = thinker
        self._game: Game | None = None
        self._proposed: Move | None = None  # a move that OpenTafl has not accepted yet
        self._left: dict[Side, float] = {}  # seconds for the next move, by the clock
        self.ended = False

    def greeting(self) -> Iterable[str]:
        """Say hello."""
        return ("hello",)

    def interrupts(self, line: str) -> bool:
        """Say whether nobody waits any longer for what is thought about."""
        return line.partition(" ")[0] in {"finish", "goodbye", "rules"}

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answers to a line; what is unknown is passed over."""
        command, _, rest = line.partition(" ")
        try:
            yield from self._answer(command, rest.strip())
        except (NotationError, RulesError) as error:
            yield f"error {_CRITICAL} {' '.join(str(error).split())}"

    def _answer(self, command: str, rest: str) -> Iterator[str]:
        if command == "rules":
            start = parse_start(rest)
            self._game = Game(compiled(parse_rules(rest, "opentafl")), start)
            self._proposed, self._left = None, {}
        elif command == "goodbye":
            self.ended = True
        elif command == "finish":
            self._proposed = None
        elif command == "clock":
            self._left = _times(rest)
        elif self._game is None:
            if command in {"play", "analyze", "position", "side", "opponent-move", "move"}:
                yield f"error {_CRITICAL} expected rules before {command}"
        else:
            yield from self._answer_in_game(self._game, command, rest)

    def _answer_in_game(self, game: Game, command: str, rest: str) -> Iterator[str]:
        match command:
            case "position":
                self._game = Game(game.rules, parse_position(rest, game.position.to_move))
            case "side" | "play" if rest not in tuple(Side):
                yield f"error {_HARMLESS} expected attackers or defenders, got {rest[:40]!r}"
            case "side":
                self._game = _with_turn(game, Side(rest))
            case "play":
                yield from self._play(_with_turn(game, Side(rest)))
            case "analyze":
                yield from self._analyse(game, rest)
            case "move" if self._proposed is not None:
                self._game, self._proposed = game.play(self._proposed), None
            case "error":
                self._proposed = None
            case "opponent-move":
                self._game = _after_opponent(game, rest)

    def _play(self, game: Game) -> Iterator[str]:
        self._game = game
        if _is_over(game):
            yield f"error {_HARMLESS} the game is over"
            return
        choice = self._thinker.choose(game, self._left.get(game.position.to_move))
        # The protocol knows no resignation: the best move is played to the end.
        self._proposed = choice.move or (choice.line[0] if choice.line else None)
        yield f"status winning chance {choice.chance:.2f}"
        if self._proposed is not None:
            yield f"move {self._proposed}"

    def _analyse(self, game: Game, rest: str) -> Iterator[str]:
        words = rest.split()
        if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
            yield f"error {_HARMLESS} expected analyze NUMBER SECONDS, got {rest[:40]!r}"
            return
        if _is_over(game):
            yield f"error {_HARMLESS} the game is over"
            return
        lines, seconds = (int(word[:6]) for word in words)
        found = self._thinker.analyse(game, max(lines, 1), max(seconds, 1))
        parts = [f"analysis {len(found.lines)}"]
        for line in found.lines:
            # OpenTafl's own values are the attackers'.
            score = for_side(line.score, game.position.to_move, Side.ATTACKERS)
            parts.append(f"{'|'.join(map(str, line.moves))} {score}")
        yield " ".join(parts)


def _is_over(game: Game) -> bool:
    """Say whether the side to move has no move, also in a position that was only sent."""
    return game.outcome is not None or not game.legal_moves()


def _with_turn(game: Game, side: Side) -> Game:
    """Return a game in which a side is to move, whoever was."""
    if game.position.to_move is side:
        return game
    return Game(game.rules, game.position._replace(to_move=side))


def _after_opponent(game: Game, rest: str) -> Game:
    """Return a game after the other side's move; the position that comes with it decides."""
    moves, _, record = rest.partition(" ")
    turn = game.position.to_move
    now = parse_position(record, turn) if record else None
    if now == game.position:
        return game  # sent again, after an error
    move = parse_loose_move(moves.split("|")[-1])
    played = None if game.refusal(move) else game.play(move)
    if played and now in (None, played.position._replace(to_move=turn)):
        return played
    if now is None:
        raise NotationError(f"opponent-move: expected a legal move, got {moves[:40]!r}")
    return Game(game.rules, now._replace(to_move=turn.other))


def _times(rest: str) -> dict[Side, float]:
    """Return how many seconds each side has for its next move, by a clock's line."""
    found = _CLOCK.fullmatch(rest)
    if found is None:
        raise NotationError(f"clock: expected five numbers, got {rest[:60]!r}")
    overtime = float(found["overtime_s"])
    times = {}
    for side in Side:
        main, periods = float(found[f"{side}_ms"]) / 1000, int(found[f"{side}_periods"])
        if found[f"{side}_star"]:
            seconds = 0.8 * main
        else:
            seconds = main / _MOVES_PLANNED + (0.8 * overtime if periods else 0.0)
        times[side] = max(seconds, _LEAST_S)
    return times
