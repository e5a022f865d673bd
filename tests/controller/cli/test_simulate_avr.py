"""`hnefi simulate --board avr-reed` and `avr-hall`: the real firmware under the page or none."""

from pathlib import Path

import pytest

from simulators.avr import build
from tests.controller.cli.test_simulate import mistake, report, simulate
from tests.hnefi import hnefi, started, the_line_of_a_mistake

OPENING = "d1-d3 e5-e2 g1-g3 f4-c4\n"


@pytest.fixture
def _tools() -> None:
    missing = build.missing_packages()
    if missing:
        pytest.skip(f"needs Debian packages {' '.join(missing)}")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["--board", "avr"],
            "hnefi: --board: expected one of virtual, avr-reed, avr-hall, gpio-matrix, got 'avr'",
        ),
        (
            ["--headless", "--games", "1", "--board", "avr-reed", "--sensors", "reed"],
            "hnefi: simulate: --sensors and --faults need --board virtual",
        ),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: list[str], line: str) -> None:
    assert mistake(*arguments) == line


def test_missing_tools_are_told_in_one_line(tmp_path: Path) -> None:
    # A PATH on which there is neither a compiler nor make.
    words = ("simulate", "--headless", "--games", "1", "--board", "avr-reed")
    line = the_line_of_a_mistake(hnefi(*words, environment={"PATH": str(tmp_path)}))
    assert line.startswith("hnefi: --board avr-reed: the firmware cannot be built: ")
    assert "gcc-avr" in line
    assert "make" in line


@pytest.mark.usefixtures("_tools")
@pytest.mark.parametrize("board", ["avr-reed", "avr-hall"])
def test_games_are_played_on_the_real_firmware(tmp_path: Path, board: str) -> None:
    games = tmp_path / "games"
    games.write_text(OPENING)
    ran = simulate("--headless", "--board", board, "--games", str(games), "--json")
    found = report(ran)
    counted = ("games", "plies", "recognised", "wrong", "missed", "phantom")
    assert [found[name] for name in counted] == [1, 4, 4, 0, 0, 0]


@pytest.mark.usefixtures("_tools")
def test_the_page_is_served_and_the_microcontroller_ends_with_it(tmp_path: Path) -> None:
    trace = tmp_path / "game.trace"
    options = ["--board", "avr-reed", "--no-browser", "--port", "0", "--record", str(trace)]
    with started("simulate", *options) as playing:
        playing.address()
        pid = playing.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        names = {child: Path(f"/proc/{child}/comm").read_text().strip() for child in children}
        assert "harness" in names.values()
        ended = playing.interrupt()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert not any(Path(f"/proc/{child}").exists() for child in children)
    assert "avr-reed" in trace.read_text()
