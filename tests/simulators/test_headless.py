"""Games played by a simulated hand are recognised ply by ply, in virtual time."""

import gc
from collections.abc import Callable
from random import Random

import pytest

from controller.notation.moves import parse_move
from controller.rules.game import IllegalMoveError
from simulators.boards.virtual import VirtualBoard
from simulators.headless import Simulation, simulate_games
from simulators.people.games import PlannedGame, random_games
from simulators.people.score import Score
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.effort import long_or_short
from tests.simulators.some_games import some_games

OPENING = "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2 f8-i8"
ESCAPED = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
# A piece to and fro: the board stands as it did two and four plies ago.
TO_AND_FRO = "d1-d2 e5-e4 d2-d1 e4-e5 d1-d2 e5-e4 d2-d1 e4-e5"
TWO_AT_ONCE = "h1-h3 g5-g2 h3-h2xg2 g6-g2 k4-i4 e5-e2xf2 d1-d2 f5-j5 f1-f2xe2xg2 e7-e8"

# Pixels answer a lifted piece after two scans that agree, at most one frame later.
LIGHT_MS = 60
# A move counts when it has stood for 200 ms, or 300 ms after a slide; the slowest slide is felt on
# its target for 70 ms before the hand lets go.
EARLIEST_MS, LATEST_MS = 200, 350


def planned(text: str) -> PlannedGame:
    return PlannedGame(tuple(parse_move(word).move for word in text.split()))


def counts(report: Score) -> tuple[int, ...]:
    return (
        report.games,
        report.plies,
        report.recognised,
        report.wrong,
        report.missed,
        report.phantom,
    )


def test_no_games_give_an_empty_report() -> None:
    assert simulate_games(COPENHAGEN, [], seed=1) == Score()


def test_no_scan_waits_for_garbage_to_be_collected() -> None:
    collects_by_itself = set[bool]()
    gc.enable()
    simulate_games(
        COPENHAGEN,
        [planned("d1-d2")],
        seed=1,
        keep=lambda _: collects_by_itself.add(gc.isenabled()),
    )
    assert (collects_by_itself, gc.isenabled()) == ({False}, True)


@pytest.mark.parametrize("seed", range(long_or_short(10, 5)))
@pytest.mark.parametrize("text", [OPENING, ESCAPED, TO_AND_FRO, TWO_AT_ONCE])
def test_every_hand_is_understood(text: str, seed: int) -> None:
    plies = len(text.split())
    report = simulate_games(COPENHAGEN, [planned(text)], seed)
    assert counts(report) == (1, plies, plies, 0, 0, 0)


@pytest.mark.parametrize("seed", range(long_or_short(6, 3)))
def test_random_games_are_recognised_without_fault(seed: int) -> None:
    games = some_games(1, seed)
    plies = sum(len(game.moves) for game in games)
    report = simulate_games(COPENHAGEN, games, seed)
    assert counts(report) == (1, plies, plies, 0, 0, 0)


def test_one_game_after_another_is_set_up_and_played() -> None:
    games = [planned(text) for text in (ESCAPED, OPENING, ESCAPED, "d1-d2")]
    plies = sum(len(game.moves) for game in games)
    assert counts(simulate_games(COPENHAGEN, games, seed=3)) == (4, plies, plies, 0, 0, 0)


def test_plies_beyond_the_end_are_counted_over_all_games() -> None:
    opening = planned(OPENING).moves
    games = [PlannedGame(opening, beyond=2), PlannedGame(opening, beyond=5)]
    assert simulate_games(COPENHAGEN, games, seed=3).beyond == 7


def test_the_same_seed_gives_the_same_report_to_the_last_sample() -> None:
    games = some_games(1, 4, plies=20)
    assert simulate_games(COPENHAGEN, games, 4) == simulate_games(COPENHAGEN, games, 4)


def test_another_seed_moves_the_same_game_by_another_hand() -> None:
    game = planned(OPENING)
    samples = {
        tuple(simulate_games(COPENHAGEN, [game], seed).place_to_commit_ms) for seed in range(5)
    }
    assert len(samples) > 1


def test_latencies_are_those_of_a_board_in_virtual_time() -> None:
    report = simulate_games(COPENHAGEN, some_games(1, 5, plies=30), 5)
    assert len(report.place_to_commit_ms) == report.plies
    # Half of the moves or so are slides, which no lifting begins.
    assert report.plies / 3 < len(report.lift_to_light_ms) < report.plies
    assert 0 < min(report.lift_to_light_ms) <= max(report.lift_to_light_ms) <= LIGHT_MS
    assert min(report.place_to_commit_ms) >= EARLIEST_MS
    assert max(report.place_to_commit_ms) <= LATEST_MS


def test_a_plan_that_the_rules_refuse_is_not_played() -> None:
    with pytest.raises(IllegalMoveError, match=r"^d1-e2: not_in_line$"):
        simulate_games(COPENHAGEN, [planned("d1-e2")], seed=1)


def test_a_game_whose_start_no_sensor_feels_is_not_played() -> None:
    def board_without_sensors(_: Tabletop, clock: Callable[[], float]) -> VirtualBoard:
        return VirtualBoard(Tabletop({}), clock)

    simulation = Simulation(COPENHAGEN, Random(1), board_without_sensors)
    simulation.play(PlannedGame(next(random_games(COPENHAGEN, 1, 1)).moves))
    assert (simulation.report.unstarted, simulation.report.plies) == (1, 0)
