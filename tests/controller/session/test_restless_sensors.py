"""A sensor of an empty square that feels something now and then, too seldom to chatter."""

from itertools import pairwise
from random import Random

import pytest

from controller.events.event import SensorFailed
from controller.rules.geometry import parse_square
from tests.board_driver import BoardDriver
from tests.controller.session.hands import feel

MOVES = ["a4-a3", "f4-g4", "a3-a2"]
ENDS_S = 14.0


def restless(square: str, times: float, random: Random) -> list[tuple[float, str]]:
    """Return when a square changes, at `times` a second; at last it feels nothing."""
    changes = list[tuple[float, str]]()
    at = random.expovariate(times)
    while at < ENDS_S or len(changes) % 2:
        changes.append((at, square))
        at += random.expovariate(times)
    return changes


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("square", "times"), [("c4", 5.0), ("c4", 8.0), ("i6", 5.0), ("i6", 12.0), ("g8", 8.0)]
)
def test_an_empty_square_that_feels_something_now_and_then_makes_no_ply(
    square: str, times: float, seed: int
) -> None:
    """Nobody touches a piece for three seconds; then one is moved every three seconds."""
    board = BoardDriver()
    changes = restless(square, times, Random(seed))
    for number, move in enumerate(MOVES):
        lifted = 3.0 * (number + 1)
        changes += [(lifted, move[:2]), (lifted + 0.6, move[3:])]
    changes = [*sorted(changes), (20.0, "")]
    feel(board, " ".join(f"{name}:{after - at}" for (at, name), (after, _) in pairwise(changes)))
    assert board.moves == MOVES
    assert board.view.repair == ()
    failed = [event.square for event in board.events if isinstance(event, SensorFailed)]
    assert parse_square(square) in failed


@pytest.mark.parametrize("gaps_s", [(0.05, 0.2), (0.1, 0.4), (0.3, 1.2)])
@pytest.mark.parametrize("square", ["k11", "c3", "g9"])
def test_a_captive_in_the_box_excuses_no_square_that_comes_and_goes(
    square: str, gaps_s: tuple[float, float]
) -> None:
    """h6-h4 has captured g4, and nobody plays on for a minute."""
    board, random = BoardDriver(), Random(1)
    board.play("k4-g4", "h6-h4xg4")
    board.wait(4.0)
    for _ in range(40):
        feel(board, f"{square}:{random.uniform(*gaps_s):.2f}")
    failed = [event.square for event in board.events if isinstance(event, SensorFailed)]
    assert failed == [parse_square(square)]
    assert (board.view.strays, board.view.owed) == (0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_a_loose_contact_that_closes_for_a_second_at_most_makes_no_move(seed: int) -> None:
    """The piece of e5 may go to e3, and is felt on its square all along."""
    board, random = BoardDriver(), Random(seed)
    board.play("d1-d5")
    board.wait(2.0)
    for _ in range(5):
        feel(board, f"e3:{random.uniform(0.3, 1.2):.2f} e3:{random.uniform(0.5, 2.0):.2f}")
    failed = {event.square for event in board.events if isinstance(event, SensorFailed)}
    assert board.moves == ["d1-d5"]
    assert failed <= {parse_square("e3")}


@pytest.mark.parametrize("reply_s", [0.1, 1.5])
def test_a_piece_stays_where_it_is_felt_though_the_square_beside_its_start_closes_with_it(
    reply_s: float,
) -> None:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "k4-j4", "g5-g3")
    feel(board, "c3:0.1 c3:1.6 c3:0.1 c3:2.0 d3:0.02 c3:0.24 d4:0.06 c3:0.5 c3:0.05 c3:0.05")
    board.wait(reply_s)
    board.play("h6-h8", "a8-c8")
    assert (board.moves[4:], board.view.repair) == (["d3-d4", "h6-h8", "a8-c8"], ())
    assert board.view.faulty == 1 << parse_square("c3")
