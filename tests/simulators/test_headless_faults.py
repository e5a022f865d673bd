"""What is recognised wrongly, not at all, or out of nothing, is counted: boards with faults."""

import pytest

from controller.notation.moves import parse_move
from controller.rules.geometry import parse_square
from controller.session.timing import Timing
from hal.board import Scan
from simulators.boards.virtual import VirtualBoard
from simulators.headless import simulate_games
from simulators.people.games import PlannedGame
from simulators.people.score import Score
from tests.board_driver import COPENHAGEN

D1, D2, D3, D4 = (1 << parse_square(name) for name in ("d1", "d2", "d3", "d4"))
GAME = PlannedGame(tuple(parse_move(text).move for text in ("d1-d3", "e5-e2", "g1-g3")))


class DeadSensor(VirtualBoard):
    """The sensor of d3 feels nothing."""

    def scan(self) -> Scan:
        """Feel for magnets."""
        scan = super().scan()
        return Scan(scan.occupied & ~D3, scan.at)


class Frozen(VirtualBoard):
    """The sensors of d1 to d3 repeat until the end what they said at first."""

    def scan(self) -> Scan:
        """Feel for magnets."""
        scan = super().scan()
        return Scan(scan.occupied & ~(D2 | D3) | D1, scan.at)


class CrossedWires(VirtualBoard):
    """What stands on d3 is felt on d2 and the other way round."""

    def scan(self) -> Scan:
        """Feel for magnets."""
        scan = super().scan()
        crossed = scan.occupied & ~(D2 | D3)
        crossed |= D3 if scan.occupied & D2 else 0
        crossed |= D2 if scan.occupied & D3 else 0
        return Scan(crossed, scan.at)


class RestlessPiece(VirtualBoard):
    """What comes to stand on d3 is felt on d4 after 350 ms, for a second."""

    came_at: float | None = None

    def scan(self) -> Scan:
        """Feel for magnets."""
        scan = super().scan()
        if not scan.occupied & D3:
            return scan
        self.came_at = scan.at if self.came_at is None else self.came_at
        if 0.35 <= scan.at - self.came_at < 1.35:
            return Scan(scan.occupied ^ D3 ^ D4, scan.at)
        return scan


def counts(report: Score) -> dict[str, int]:
    names = ("games", "plies", "recognised", "wrong", "missed", "phantom")
    return {name: getattr(report, name) for name in names}


def test_a_move_that_is_not_seen_counts_when_people_say_where_it_stands() -> None:
    heard: list[str] = []
    report = simulate_games(COPENHAGEN, [GAME], 1, DeadSensor, on_command=heard.append)
    assert (report.faultless, report.recognised, report.said) == (True, 3, 1)
    assert (report.undecidable, report.stuck, report.late) == (1, 0, 0)
    assert heard == ["new_game", "place d3"]
    # 2 s, once more lifted and put down, 2 s.
    assert max(report.place_to_commit_ms) == pytest.approx(4400, abs=50)


def test_a_saying_that_the_board_refuses_helps_nobody() -> None:
    report = simulate_games(COPENHAGEN, [GAME], 1, Frozen)
    assert counts(report) == {
        "games": 1,
        "plies": 1,
        "recognised": 0,
        "wrong": 0,
        "missed": 1,
        "phantom": 0,
    }
    assert not report.faultless


def test_a_move_that_is_seen_elsewhere_is_wrong_and_ends_its_game() -> None:
    report = simulate_games(COPENHAGEN, [GAME], 1, CrossedWires)
    assert counts(report) == {
        "games": 1,
        "plies": 1,
        "recognised": 0,
        "wrong": 1,
        "missed": 0,
        "phantom": 0,
    }
    assert report.place_to_commit_ms == []


def test_a_ply_that_nobody_made_is_a_phantom() -> None:
    report = simulate_games(COPENHAGEN, [GAME], 1, RestlessPiece)
    assert (report.recognised >= 1, report.phantom >= 1, report.wrong) == (True, True, 0)
    assert not report.faultless


@pytest.mark.parametrize(
    ("settle_s", "late", "stuck"),
    [(0.9, 0, 0), (1.2, 3, 0), (4.8, 3, 0), (5.5, 0, 3)],
)
def test_a_ply_that_is_felt_and_counts_after_a_second_is_late_and_after_five_it_is_stuck(
    settle_s: float, late: int, stuck: int
) -> None:
    timing = Timing(settle_s=settle_s, carried_s=settle_s)
    report = simulate_games(COPENHAGEN, [GAME], 1, timing=timing)
    assert (report.plies, report.late, report.stuck, report.undecidable) == (3, late, stuck, 0)


def test_the_slowest_scan_is_measured() -> None:
    report = simulate_games(COPENHAGEN, [GAME], 1)
    assert 0 < report.worst_step_ms < 1000
