"""Whoever has no gpiozero reads one line, whichever command wants mock pins."""

import sys
from pathlib import Path

import pytest

from tests.hnefi import hnefi

MISSING = "mock pins need the Python package gpiozero, which is not installed: pip install gpiozero"


@pytest.fixture(autouse=True)
def _no_gpiozero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "simulators.boards.pin_matrix", raising=False)
    for name in ("gpiozero", "gpiozero.pins.mock"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("command", "line"),
    [
        *(
            ((name, "--simulated", "gpio-matrix"), MISSING)
            for name in ("doctor", "map", "calibrate", "selftest")
        ),
        (
            ("simulate", "--board", "gpio-matrix", "--no-browser", "--port", "0"),
            f"--board gpio-matrix: {MISSING}",
        ),
    ],
)
def test_without_gpiozero_mock_pins_are_refused_in_one_line(
    command: tuple[str, ...], line: str, tmp_path: Path
) -> None:
    ran = hnefi(*command, environment={"XDG_CONFIG_HOME": str(tmp_path)})
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == f"hnefi: {line}"
