"""What a scan costs is measured for each scan of a game, several times."""

import io

import pytest
from rich.console import Console

from benchmarks import scan_cost
from benchmarks.scan_cost import measure, print_costs
from controller.trace.entries import TraceCommand, TraceEntry
from hal.board import Scan
from tests.board_driver import COPENHAGEN


def test_each_scan_has_its_cost_and_commands_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = [Scan(COPENHAGEN.start.occupied, number / 100) for number in range(50)]
    game: list[TraceEntry] = [*scans, TraceCommand("new_game", 0.5)]
    monkeypatch.setattr(scan_cost, "felt", lambda _row, _seed: game)
    costs = measure(60, repeats=2)
    assert len(costs) == 100
    assert all(cost > 0 for cost in costs)


def test_the_table_has_the_mean_and_the_dearest() -> None:
    out = io.StringIO()
    print_costs([10.0] * 1999 + [2010.0], Console(file=out, width=80))
    assert out.getvalue().split("\n")[1].split() == ["2,000", "11.0", "10.0", "2,010.0"]
