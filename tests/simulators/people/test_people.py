"""People of every profile play whole games on the ideal board, and every ply is recognised."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.board import SQUARE_COUNT
from simulators.boards.virtual import VirtualBoard
from simulators.headless import Simulation, simulate_games
from simulators.people.games import PlannedGame, random_games
from simulators.people.profiles import PROFILES
from simulators.people.score import Score
from tests.board_driver import COPENHAGEN
from tests.effort import examples, long_or_short
from tests.simulators.some_games import some_games


def counts(report: Score) -> dict[str, int]:
    names = ("recognised", "wrong", "missed", "phantom")
    return {name: getattr(report, name) for name in names}


def faultless(plies: int) -> dict[str, int]:
    return {"recognised": plies, "wrong": 0, "missed": 0, "phantom": 0}


# Whose hands overlap is not always understood yet; `make bench` counts.
ONE_AT_A_TIME = ["careful", "child", "crowd", "quick", "slider", "steady"]


@pytest.mark.parametrize("seed", range(long_or_short(10, 1)))
@pytest.mark.parametrize("name", ONE_AT_A_TIME)
def test_every_ply_of_a_short_run_is_recognised(name: str, seed: int) -> None:
    games = some_games(long_or_short(3, 1), seed, plies=20)
    report = simulate_games(COPENHAGEN, games, seed, profile=PROFILES[name])
    assert report.plies > 0
    assert counts(report) == faultless(report.plies)


# Of some ten thousand plies by quick hands and children one still goes wrong; `make bench` counts.
@examples(10, always_the_same=True)
@given(st.integers(0, 10**9), st.sampled_from(ONE_AT_A_TIME), st.integers(1, 40))
def test_any_game_by_anybody_ends_in_the_right_position_with_the_right_moves(
    seed: int, name: str, length: int
) -> None:
    (game,) = random_games(COPENHAGEN, 1, seed)
    simulation = Simulation(COPENHAGEN, Random(seed), VirtualBoard, PROFILES[name])
    simulation.play(PlannedGame(game.moves[:length]))
    played = simulation.session.game
    assert tuple(ply.move for ply in played.plies) == simulation.scorer.moves
    assert counts(simulation.report) == faultless(simulation.report.plies)
    position = played.position
    found = [simulation.table.at(square) for square in range(SQUARE_COUNT)]
    kinds = [piece.kind if piece else None for piece in found]
    assert kinds == [position.piece_at(square) for square in range(SQUARE_COUNT)]
