"""The search kernel plays by the same rules as the rules core, which is the judge."""

import csv
from pathlib import Path
from random import Random

import pytest

from controller.engine.binding import Kernel
from controller.engine.searchers import KernelSearcher
from controller.engine.weights import named_weights, weights_name
from controller.notation.moves import parse_move
from controller.rules.compiled import compiled
from controller.rules.endings import OutcomeReason
from controller.rules.game import Game, new_game
from controller.rules.library import named_ruleset
from controller.rules.lines import MOVES, Move
from controller.rules.perft import perft
from controller.rules.ruleset import Ruleset
from tests.controller.engine.kernels import (
    crowded,
    in_every_ruleset,
    kernel_of,
    rules_of,
    said_by_core,
)

RECORDED = Path(__file__).resolve().parents[4] / "shared" / "games" / "copenhagen.csv"
GAMES = 6
PLIES = 150
POSITIONS = 100


def follow(kernel: Kernel, game: Game, move: Move) -> Game:
    """Play a move in both, which must say the same of it."""
    after = game.play(move)
    played = kernel.play(move)
    assert played == said_by_core(after), f"{move}\n{game.position.diagram()}"
    assert kernel.position() == after.position
    return after


@in_every_ruleset
def test_sequences_of_moves_are_as_many_as_the_core_counts(name: str) -> None:
    rules = rules_of(name)
    kernel = kernel_of(rules)
    assert [kernel.perft(depth) for depth in (1, 2, 3)] == [
        perft(rules, rules.start, depth) for depth in (1, 2, 3)
    ]
    assert kernel.position() == rules.start


@in_every_ruleset
def test_random_games_go_as_in_the_core_to_their_end(name: str) -> None:
    rules = rules_of(name)
    kernel = kernel_of(rules)
    for seed in range(GAMES):
        random, game = Random(f"{name}/{seed}"), new_game(rules)
        kernel.set(rules.start)
        while not game.outcome and len(game.plies) < PLIES:
            moves = game.legal_moves()
            assert sorted(kernel.moves()) == sorted(moves)
            game = follow(kernel, game, random.choice(moves))


@in_every_ruleset
def test_every_move_of_a_crowded_board_captures_and_ends_as_in_the_core(name: str) -> None:
    rules, random = rules_of(name), Random(name)
    kernel = kernel_of(rules)
    endings = set()
    for _ in range(POSITIONS):
        start = crowded(rules, random)
        game = Game(rules, start)
        kernel.set(start)
        moves = game.legal_moves()
        assert sorted(kernel.moves()) == sorted(moves)
        for move in moves:
            after = follow(kernel, game, move)
            endings.add(after.outcome and after.outcome.reason)
            kernel.undo()
        assert kernel.position() == start
    assert OutcomeReason.KING_CAPTURED in endings
    if rules.ruleset.ending.exit_fort:
        assert OutcomeReason.EXIT_FORT in endings
    if rules.ruleset.ending.encirclement:
        assert OutcomeReason.ENCIRCLED in endings


@in_every_ruleset
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    rules, random = rules_of(name), Random(name)
    kernel = kernel_of(rules)
    for _ in range(20):
        start = crowded(rules, random)
        kernel.set(start)
        legal = set(Game(rules, start).legal_moves())
        for move in random.sample([move for moves in MOVES for move in moves], 500):
            if move not in legal:
                assert kernel.play(move) is None
        assert kernel.position() == start


@in_every_ruleset
def test_a_position_that_comes_back_is_counted_as_the_core_counts(name: str) -> None:
    rules = rules_of(name)
    kernel, game = kernel_of(rules), new_game(rules)
    there_and_back = ("d1-d2", "f4-g4", "d2-d1", "g4-f4")
    for text in there_and_back * 3:
        if game.outcome is None:
            game = follow(kernel, game, parse_move(text).move)
    assert game.outcome is not None
    assert (game.outcome.reason, len(game.plies)) == (OutcomeReason.REPETITION, 8)


def test_a_ruleset_of_ones_own_is_played_by_its_own_options() -> None:
    data = named_ruleset("copenhagen").model_dump()
    data["movement"] = {"throne_stop": "king", "throne_pass": "nobody", "corner_stop": "all"}
    data["capture"] |= {"corners_hostile": False, "throne_hostile_to_defenders": "always"}
    data["king"] |= {"edge": "capturable"}
    data["ending"] |= {"escape": "edge", "exit_fort": False, "repetition_count": 2}
    rules, random = compiled(Ruleset.model_validate(data)), Random(1)
    kernel = kernel_of(rules)
    for _ in range(POSITIONS):
        start = crowded(rules, random)
        kernel.set(start)
        for move in Game(rules, start).legal_moves():
            follow(kernel, Game(rules, start), move)
            kernel.undo()


def test_a_searcher_knows_what_may_still_be_repeated() -> None:
    rules = rules_of("copenhagen")
    kernel_of(rules)
    searcher = KernelSearcher(rules, named_weights(weights_name(rules.ruleset)))
    game = new_game(rules)
    opening = ("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3", "g5-g4")
    for text in (*opening, *("a4-a3", "g4-g5", "a3-a4", "g5-g4") * 2):
        game = game.play(parse_move(text).move) if game.outcome is None else game
    searcher.follow(game)
    assert searcher.kernel.position() == game.position
    assert game.outcome is not None
    searcher.follow(game.undo())
    assert searcher.kernel.play(game.plies[-1].move) == said_by_core(game)


@pytest.mark.outside_data
@pytest.mark.skipif(not RECORDED.is_file(), reason=f"no recorded games at {RECORDED}")
def test_recorded_games_go_as_in_the_core() -> None:
    rules = rules_of("copenhagen")
    kernel = kernel_of(rules)
    with RECORDED.open(encoding="utf-8", newline="") as file:
        records = [row[0] for row in csv.reader(file)]
    for record in records[::4]:
        game = new_game(rules)
        kernel.set(rules.start)
        for word in record.removesuffix("timeout").split():
            if game.outcome:
                break
            assert sorted(kernel.moves()) == sorted(game.legal_moves())
            game = follow(kernel, game, parse_move(word).move)
