"""Games that people played, one a line; they are no part of the project.

They are looked for beside the checkout. A test that needs them is marked `outside_data`, and
skipped where they are absent.
"""

from pathlib import Path

RECORDED = Path(__file__).resolve().parents[2] / "shared" / "games" / "copenhagen.csv"
GAMES = 876


def recorded_lines(every: int = 1) -> list[str]:
    """Return the lines of the games, or of one game in `every`."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    assert len(lines) == GAMES
    return lines[::every]
