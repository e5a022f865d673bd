"""Matches: pairs of games from one random opening with sides swapped, and what they say.

A pair is a plain function on plain values, so that any executor can play it: a pool of processes
on this machine, or a cluster's.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, TypeVar

from controller.engine.errors import PeerError
from controller.engine.openings import random_opening
from controller.engine.participants import Participant, open_player
from controller.engine.players import Player
from controller.engine.rating import difference, log_likelihood_ratio, sprt_bounds
from controller.notation.moves import write_ply
from controller.rules.compiled import Rules, compiled
from controller.rules.game import Game
from controller.rules.pieces import Side
from controller.rules.ruleset import Ruleset

# A game that nobody has won by then is drawn, whoever plays.
LONGEST = 400
_SIDES = (Side.ATTACKERS, Side.DEFENDERS)
_Given = TypeVar("_Given")
_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two games to play: who against whom, from an opening that the seed decides."""

    ruleset: str  # as JSON
    first: Participant
    second: Participant
    seed: int
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played: whether the first had the attackers, who won, why, the moves."""

    first_attacks: bool
    winner: Side | None
    reason: str
    moves: tuple[str, ...]
    fault: str | None = None  # what a program did that lost it the game

    @property
    def points(self) -> float:
        """The points of the first: 1, 1/2 or 0."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Side.ATTACKERS) == self.first_attacks)


def play_pair(pairing: Pairing) -> tuple[Result, Result]:
    """Play both games of a pairing."""
    rules = compiled(Ruleset.model_validate_json(pairing.ruleset))
    opening = random_opening(rules, Random(pairing.seed))
    players = [
        open_player(participant, rules, pairing.seed)
        for participant in (pairing.first, pairing.second)
    ]
    try:
        one = play_game(opening, *players, first_attacks=True, seconds=pairing.seconds)
        other = play_game(opening, *players, first_attacks=False, seconds=pairing.seconds)
    finally:
        for player in players:
            player.close()
    return one, other


def play_game(
    opening: Game, first: Player, second: Player, *, first_attacks: bool, seconds: float | None
) -> Result:
    """Play a game to its end; who fails has lost it."""
    game = opening
    attacker, defender = (first, second) if first_attacks else (second, first)
    by_side = {Side.ATTACKERS: attacker, Side.DEFENDERS: defender}
    fault = None
    while game.outcome is None and len(game.plies) < LONGEST:
        side = game.position.to_move
        try:
            move = by_side[side].choose(game, seconds).move
        except PeerError as error:
            move, fault = None, str(error)
        game = game.resign(side) if move is None else game.play(move)
    moves = tuple(write_ply(ply) for ply in game.plies)
    if game.outcome is None:
        return Result(first_attacks, None, "too_long", moves)
    reason = "fault" if fault else str(game.outcome.reason)
    return Result(first_attacks, game.outcome.winner, reason, moves, fault)


@dataclass(slots=True)
class MatchTally:
    """What the games of a match say so far, for the first against the second."""

    pairs: list[float] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)

    def add(self, pair: tuple[Result, Result]) -> None:
        """Count a pair."""
        self.results += pair
        self.pairs.append(pair[0].points + pair[1].points)

    def wins(self, *, first: bool, side: Side) -> int:
        """Return how many games one of the two has won with a side."""
        has_side = first == (side is Side.ATTACKERS)
        return sum(
            result.winner is side and result.first_attacks == has_side for result in self.results
        )

    def as_json(self) -> dict[str, Any]:
        """Return what `hnefi match --json` prints of the games."""
        found = difference(self.pairs)
        low, high = sprt_bounds()
        ratio = log_likelihood_ratio(self.pairs, 0.0, 50.0)
        verdict = "stronger" if ratio > high else ("not stronger" if ratio < low else "open")
        return {
            "games": len(self.results),
            "points": sum(self.pairs),
            "wins": {
                name: {str(side): self.wins(first=first, side=side) for side in _SIDES}
                for name, first in (("first", True), ("second", False))
            },
            "draws": sum(result.winner is None for result in self.results),
            "elo": round(found.elo, 1),
            "bar": round(found.bar, 1) if found.bar < 10_000 else None,
            "sprt": {"elo0": 0, "elo1": 50, "llr": round(ratio, 2), "verdict": verdict},
            "faults": [result.fault for result in self.results if result.fault],
        }


def pairings(
    rules: Rules, first: Participant, second: Participant, seed: int, seconds: float | None
) -> Iterator[Pairing]:
    """Yield pairings for ever, each from an opening of its own."""
    ruleset, number = rules.ruleset.model_dump_json(), 0
    while True:
        yield Pairing(ruleset, first, second, seed * 1_000_003 + number, seconds)
        number += 1


def play_pairs(
    executor: Executor, wanted: Iterable[Pairing], at_once: int
) -> Iterator[tuple[Result, Result]]:
    """Yield the results of pairings in their order, `at_once` of them being played at a time."""
    return in_order(executor, play_pair, wanted, at_once)


def in_order(
    executor: Executor,
    work: Callable[[_Given], _Done],
    given: Iterable[_Given],
    at_once: int,
) -> Iterator[_Done]:
    """Yield the results of work in its order, however much of it there is."""
    rest = iter(given)
    running: list[Future[_Done]] = [executor.submit(work, each) for each in islice(rest, at_once)]
    while running:
        yield running.pop(0).result()
        running += [executor.submit(work, each) for each in islice(rest, 1)]
