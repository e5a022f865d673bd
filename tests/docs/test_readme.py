"""The README shows what commands print."""

import pytest

from simulators.people.score import Score, print_score
from tests.docs.markdown import ROOT
from tests.hnefi import hnefi

README = (ROOT / "README.md").read_text(encoding="utf-8")


def shown(command: str) -> list[str]:
    """Return the lines that the README shows below a command."""
    return README.partition(f"$ {command}\n")[2].partition("```")[0].splitlines()


def test_a_game_with_a_move_that_is_refused() -> None:
    given = "d1-d3 e5-e2 a4-a1"
    ran = hnefi("replay", given=f"{given}\n")
    assert shown(f'echo "{given}" | hnefi replay') == ran.stdout.splitlines()


def test_the_columns_of_simulated_games(capsys: pytest.CaptureFixture[str]) -> None:
    print_score(Score(), as_json=False)
    printed = capsys.readouterr().out.splitlines()
    readme = shown("hnefi simulate --headless --games 3")
    assert [line.split() for line in printed if line.startswith(("games", "latency"))] == [
        line.split() for line in readme if line.startswith(("games", "latency"))
    ]
    assert len(readme) == len(printed)
