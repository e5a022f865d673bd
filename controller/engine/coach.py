"""What a coach sees in a game: threats, good and bad targets, hints, refutations, turning points.

Winning chances are 0..1, and a move is measured by how much of them it gives away. The limits are
those of lichess' "learn from your mistakes": a mistake gives away more than 0.075, and another try
is accepted if it gives away no more than 0.035.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from controller.engine.search import SURELY_WON, Limits, Line, Searcher, chance_of
from controller.rules.captures import apply_move, captured_bits
from controller.rules.endings import outcome_of_move
from controller.rules.game import Game
from controller.rules.geometry import SIZE
from controller.rules.lines import Move
from controller.rules.moves import legal_moves, moves_from
from controller.rules.pieces import Side

MISTAKE = 0.075
ACCEPTED = 0.035
_FAIR = 0.12
# A hint begins with an area of five by five squares.
_AREA = 2
# A refutation is shown up to this many moves; its last ones are obvious.
_SHOWN = 5
_A_GLANCE = 2000


class Grade(StrEnum):
    """How good a move is."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply that gave much away: its number from 0, what was better, and how much it gave."""

    ply: int
    played: Move
    better: Move
    given_away: float


@dataclass(frozen=True, slots=True)
class Refutation:
    """What a move gave away, and the line that shows it; `better` is what was better."""

    given_away: float
    line: tuple[Move, ...]
    better: Move | None


def threats(game: Game, side: Side) -> int:
    """Return the pieces of a side that the other side would take if it were to move, as bits.

    The king is among them if he would be captured, or, for the attackers, if he would escape.
    """
    position = game.position._replace(to_move=side.other)
    if game.outcome:
        return 0
    threatened = 0
    for move in legal_moves(game.rules, position):
        after, captures = apply_move(game.rules, position, move)
        threatened |= captured_bits(captures)
        outcome = outcome_of_move(game.rules, after, move)
        if outcome and outcome.winner is side.other:
            threatened |= position.king
    return threatened


@dataclass(frozen=True, slots=True)
class Options:
    """What the side to move can do: moves that win, and that capture; and what threatens it."""

    winning: tuple[Move, ...]
    capturing: tuple[Move, ...]
    threatened: int


def options(game: Game) -> Options:
    """Return what the side to move can do at once, and its pieces in danger, as bits."""
    winning, capturing, rules = [], [], game.rules
    for move in game.legal_moves():
        after, captures = apply_move(rules, game.position, move)
        outcome = outcome_of_move(rules, after, move)
        if outcome and outcome.winner is game.position.to_move:
            winning.append(move)
        elif captures:
            capturing.append(move)
    threatened = threats(game, game.position.to_move)
    return Options(tuple(winning), tuple(capturing), threatened)


def grades(searcher: Searcher, game: Game, origin: int, limits: Limits) -> dict[int, Grade]:
    """Return how good each move of the piece on a square is, by its target."""
    moves = tuple(moves_from(game.rules, game.position, origin))
    if not moves:
        return {}
    best = searcher.search(game, limits).best
    lines = list(_each(searcher, game, tuple(dict.fromkeys((*best.moves[:1], *moves))), limits))
    chances = {line.moves[0]: chance_of(line.score) for line in lines}
    all_lose = max(line.score for line in lines) < -SURELY_WON
    # Looked at alone the best move may lose, too: then there may be others that do not.
    most = chance_of(best.score) if all_lose else max(chances.values())
    return {move.target: _grade(most - chances[move]) for move in moves}


def _grade(given_away: float) -> Grade:
    if given_away <= ACCEPTED:
        return Grade.GOOD
    return Grade.FAIR if given_away <= _FAIR else Grade.BAD


def _each(
    searcher: Searcher, game: Game, moves: tuple[Move, ...], limits: Limits
) -> Iterator[Line]:
    """Yield a line for each of some moves, looked at as far as all others.

    Whoever looks a ply further sees another side's move last, which alone changes a score.
    """
    found = [searcher.search(game, replace(limits, moves=(move,))) for move in moves]
    open_ends = [each.depth for each in found if abs(each.best.score) < SURELY_WON]
    least = min(open_ends, default=0)
    for move, each in zip(moves, found, strict=True):
        if each.depth > least > 0 and abs(each.best.score) < SURELY_WON:
            yield searcher.search(game, replace(limits, depth=least, moves=(move,))).best
        else:
            yield each.best


def area_around(square: int) -> int:
    """Return the five by five squares in whose middle a square is, or nearly, as bits."""
    file = min(max(square % SIZE, _AREA), SIZE - 1 - _AREA)
    rank = min(max(square // SIZE, _AREA), SIZE - 1 - _AREA)
    return sum(
        1 << (SIZE * (rank + up) + file + across)
        for up in range(-_AREA, _AREA + 1)
        for across in range(-_AREA, _AREA + 1)
    )


def refutation(searcher: Searcher, game: Game, limits: Limits) -> Refutation:
    """Return what the last ply of a game gave away."""
    before, last = game.undo(), game.plies[-1].move
    best = searcher.search(before, limits).best
    if game.outcome:
        won = game.outcome.winner is before.position.to_move
        chance = 1.0 if won else (0.5 if game.outcome.winner is None else 0.0)
        line: tuple[Move, ...] = ()
    else:
        reply = searcher.search(game, limits).best
        chance, line = 1 - chance_of(reply.score), _to_its_end(searcher, game, reply.moves)
    better = best.moves[0] if best.moves[0] != last else None
    given = max(chance_of(best.score) - chance, 0.0) if better else 0.0
    return Refutation(given, line, better)


def _to_its_end(searcher: Searcher, game: Game, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return a line with the moves that a search did not need to see that it is decided."""
    for move in line:
        game = game.play(move) if game.outcome is None else game
    while game.outcome is None and len(line) < _SHOWN:
        move = searcher.search(game, Limits(nodes=_A_GLANCE)).best.moves[0]
        game, line = game.play(move), (*line, move)
    return line


def turning_points(
    searcher: Searcher, game: Game, side: Side, limits: Limits
) -> list[TurningPoint]:
    """Return the mistakes of a side, in order."""
    found = []
    for number in range(len(game.plies)):
        before = Game(game.rules, game.start, game.plies[:number])
        if before.position.to_move is not side:
            continue
        outcome = game.outcome if number + 1 == len(game.plies) else None
        seen = refutation(
            searcher, Game(game.rules, game.start, game.plies[: number + 1], outcome), limits
        )
        if seen.better is not None and seen.given_away > MISTAKE:
            played = game.plies[number].move
            found.append(TurningPoint(number, played, seen.better, seen.given_away))
    return found
