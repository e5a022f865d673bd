"""A command that is killed while it writes leaves the old configuration or the new one, whole."""

import json
import signal
import subprocess
import sys
from pathlib import Path

from controller.assembly.configuration import load
from tests.hnefi import unmeasured

OLD = '[board]\ndriver = "serial" # a Nano\n[board.hall]\noperate_mv = 200\n'
MODULE = "tests.controller.cli.killed_while_writing"


def test_calibrate_leaves_the_old_or_the_new_thresholds_at_whatever_step_it_is_killed(
    tmp_path: Path,
) -> None:
    file, lines = tmp_path / "board.toml", tmp_path / "deaths"
    file.write_text(OLD)
    calibrate = ("calibrate", "--simulated", "serial-hall", "--faults", "faint=f6")
    ran = subprocess.run(
        [sys.executable, "-m", MODULE, lines, file, *calibrate, "--config", file],
        capture_output=True,
        text=True,
        check=False,
        env=unmeasured(),
    )
    assert ran.returncode == 0, ran.stderr
    new = file.read_text()
    assert load(file).board.hall.operate_mv == 144
    *deaths, survived = map(json.loads, lines.read_text().splitlines())

    assert (survived["ended"], survived["file"]) == (0, new)
    assert {death["ended"] for death in deaths} == {-signal.SIGKILL}
    # The old one up to the step that puts the new one in its place, then the new one.
    last_old = max(n for n, death in enumerate(deaths) if death["step"] == "before replace")
    assert [death["file"] for death in deaths[: last_old + 1]] == [OLD] * (last_old + 1)
    assert [death["file"] for death in deaths[last_old + 1 :]] == [new] * (
        len(deaths) - last_old - 1
    )
    steps = {death["step"] for death in deaths}
    assert {"before write", "after write", "before fsync", "after fsync", "after replace"} <= steps
