"""Firmware and harness are built when they are needed, and end when nobody needs them."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from simulators.avr import build
from simulators.avr.errors import AvrError, ToolsMissingError
from tests.waiting import wait_until

ORPHAN = """
import sys, time
from simulators.avr import build
from simulators.avr.harness import Harness
harness = Harness("reed", build.firmware("reed"), paced=sys.argv[1] == "paced")
print(harness.pid, flush=True)
time.sleep(60)
"""


def test_what_is_built_already_is_not_built_again() -> None:
    firmware, harness = build.firmware("reed"), build.harness()
    before = firmware.stat().st_mtime_ns, harness.stat().st_mtime_ns
    build._make.cache_clear()  # as in another process
    assert (build.firmware("reed"), build.harness()) == (firmware, harness)
    assert (firmware.stat().st_mtime_ns, harness.stat().st_mtime_ns) == before


def test_another_baud_rate_is_built_beside_the_usual_one() -> None:
    assert build.firmware("reed", 115_200) != build.firmware("reed")


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make = shutil.which("make")
    assert make is not None
    (tmp_path / "make").symlink_to(make)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolsMissingError, match=r"expected Debian packages gcc$"):
        build.harness()
    with pytest.raises(ToolsMissingError, match=r"expected Debian packages gcc-avr$"):
        build.firmware("hall")


def test_what_the_compiler_says_is_told_in_one_line() -> None:
    with pytest.raises(AvrError, match=r"expected 500000, 250000 or 115200") as said:
        build.firmware("reed", 9600)
    shutil.rmtree(Path(build.__file__).parents[2] / "firmware" / "build" / "baud=9600")
    assert len(str(said.value).splitlines()) == 1


@pytest.mark.parametrize("mode", ["paced", "lockstep"])
def test_a_harness_ends_when_its_parent_was_killed(mode: str) -> None:
    parent = subprocess.Popen([sys.executable, "-c", ORPHAN, mode], stdout=subprocess.PIPE)
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_running(child), "the end of the harness")


def is_running(pid: int) -> bool:
    try:
        return "(harness) Z" not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
