"""Makes puzzles: positions of games between weak players in which one move alone does it.

Exhaustive search proves that the move does it and that no other does; the levels, the easiest
first, say how hard it is to find.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count
from random import Random

from controller.engine.binding import Kernel
from controller.engine.levels import CHANCE, Level, levels
from controller.engine.participants import open_player, parse_participant
from controller.engine.players import LevelPlayer
from controller.engine.search import Searcher
from controller.engine.searchers import new_searcher
from controller.engine.weights import named_weights, weights_name
from controller.lessons.puzzles import Puzzle, PuzzleKind
from controller.notation.opentafl import write_position
from controller.rules.captures import apply_move
from controller.rules.compiled import Rules
from controller.rules.endings import outcome_of_move
from controller.rules.game import Game, new_game
from controller.rules.lines import Move
from controller.rules.moves import is_legal, legal_moves
from controller.rules.pieces import Side
from controller.rules.position import Position

_PLAYERS = (CHANCE, "one-move", "two-moves")
_LONGEST = 120
_LAST = 14  # plies of a game whose positions are looked at
_TABLE = 1 << 16
# What a proof may cost; a position that needs more is left alone.
_MOST_NODES = 4_000
_PLIES = (1, 3)
# A level finds a move if it plays it whatever chance says.
_SEEDS = (1, 2)
_WON = {Side.ATTACKERS: 1, Side.DEFENDERS: 2}
_KINDS = {Side.ATTACKERS: PuzzleKind.CAPTURE, Side.DEFENDERS: PuzzleKind.ESCAPE}


class Puzzler:
    """Makes puzzles of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        """Prepare.

        Raises:
            KernelMissingError: the kernel is not compiled.
        """
        self._rules = rules
        self._kernel = Kernel(rules, named_weights(weights_name(rules.ruleset)), _TABLE)
        self._searcher: Searcher = new_searcher(rules)

    def make(self, seed: int) -> Iterator[Puzzle]:
        """Yield puzzles until somebody has enough; a seed gives the same ones.

        None of the kinds, as long as it takes, is more than a third of them.
        """
        made: Counter[tuple[PuzzleKind, int]] = Counter()
        seen: set[str] = set()
        for number in count():
            for position in self._positions(seed, number):
                puzzle = self.puzzle_in(position)
                if puzzle is None or puzzle.position in seen:
                    continue
                kind = (puzzle.kind, puzzle.moves)
                if made[kind] <= made.total() / 3:
                    made[kind] += 1
                    seen.add(puzzle.position)
                    yield puzzle
                    break

    def puzzle_in(self, position: Position) -> Puzzle | None:
        """Return the puzzle that a position is, None if it is none."""
        found = self._win_in(position) or self._rescue_in(position)
        if found is None:
            return None
        kind, moves, solution = found
        level = self._weakest(position, solution)
        if level is None:
            return None
        record, side = write_position(position), position.to_move
        name = self._rules.ruleset.name
        return Puzzle(name, kind, moves, record, side, str(solution), level.name)

    def _win_in(self, position: Position) -> tuple[PuzzleKind, int, Move] | None:
        """Return a forced win with only one way to begin it."""
        self._kernel.set(position)
        for plies in _PLIES:
            proved = self._kernel.proves_win(plies, _MOST_NODES)
            if proved is None:
                return None
            if proved:
                winning = self.winning_moves(position, plies)
                only = winning is not None and len(winning) == 1
                side = position.to_move
                return (_KINDS[side], (plies + 1) // 2, winning[0]) if winning and only else None
        return None

    def winning_moves(self, position: Position, plies: int) -> list[Move] | None:
        """Return the moves that force a win within some plies, None where that is unknown."""
        kernel, found = self._kernel, []
        kernel.set(position)
        for move in kernel.moves():
            played = kernel.play(move)
            if played is None:
                continue
            wins: bool | None = played.standing == _WON[position.to_move]
            if not played.standing and plies > 1:
                wins = self._every_reply_loses(plies - 2)
            kernel.undo()
            if wins is None:
                return None
            if wins:
                found.append(move)
        return found

    def _every_reply_loses(self, plies: int) -> bool | None:
        kernel = self._kernel
        for reply in kernel.moves():
            played = kernel.play(reply)
            loses: bool | None = False
            if played is not None and not played.standing:
                loses = kernel.proves_win(plies, _MOST_NODES)
            kernel.undo()
            if not loses:
                return loses
        return True

    def _rescue_in(self, position: Position) -> tuple[PuzzleKind, int, Move] | None:
        """Return the only move after which nothing of a side that is in danger can be taken."""
        side, rules = position.to_move, self._rules
        danger = _danger(rules, position._replace(to_move=side.other), ())
        if danger is None:
            return None
        known, saving = [danger], []
        for move in legal_moves(rules, position):
            after, _ = apply_move(rules, position, move)
            if outcome_of_move(rules, after, move):
                continue
            danger = _danger(rules, after, known)
            if danger is None:
                saving.append(move)
                if len(saving) > 1:
                    return None
            elif danger not in known:
                known.append(danger)
        return (PuzzleKind.SAVE, 1, saving[0]) if saving else None

    def _weakest(self, position: Position, solution: Move) -> Level | None:
        game = Game(self._rules, position)
        return next((level for level in levels() if self._finds(level, game, solution)), None)

    def _finds(self, level: Level, game: Game, solution: Move) -> bool:
        if level.depth is None or level.overlooks:
            return False  # it looks far, or finds by luck, so its answer says little
        for seed in _SEEDS:
            self._searcher.forget()
            if LevelPlayer(self._searcher, level, seed).choose(game).move != solution:
                return False
        return True

    def _positions(self, seed: int, number: int) -> list[Position]:
        """Return the last positions of a game in random order."""
        random = Random(f"{seed}/{number}")  # noqa: S311 - seeded randomness, not secrets
        players = [
            open_player(parse_participant(random.choice(_PLAYERS)), self._rules, number)
            for _ in range(2)
        ]
        game = new_game(self._rules)
        while game.outcome is None and len(game.plies) < _LONGEST:
            move = players[len(game.plies) % 2].choose(game).move
            game = game.play(move) if move else game.resign(game.position.to_move)
        last = [ply.position for ply in game.plies[-_LAST:-1]]
        return random.sample(last, len(last))


def _danger(rules: Rules, position: Position, known: Sequence[Move]) -> Move | None:
    """Return a move that captures something or wins, None without one; looks at `known` first."""
    side = position.to_move
    likely = (move for move in known if is_legal(rules, position, move))
    for move in chain(likely, legal_moves(rules, position)):
        after, captures = apply_move(rules, position, move)
        if captures:
            return move
        outcome = outcome_of_move(rules, after, move)
        if outcome and outcome.winner is side:
            return move
    return None
