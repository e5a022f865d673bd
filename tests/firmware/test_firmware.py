"""The firmware holds on the host, and builds for the chip at all baud rates."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import needs
from tests.effort import long_or_short

FIRMWARE = Path(__file__).parents[2] / "firmware"


def make(*arguments: str) -> str:
    done = subprocess.run(
        ["make", "--no-print-directory", "-C", str(FIRMWARE), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_without_the_rest_of_hnefi_one_line_says_what_is_missing(tmp_path: Path) -> None:
    needs("make", "make")
    alone = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, alone, ignore=shutil.ignore_patterns("build"))
    done = subprocess.run(["make", "-C", alone, "all"], capture_output=True, text=True, check=False)
    (line,) = [line for line in done.stderr.splitlines() if "***" in line]
    assert done.returncode == 2
    assert line.endswith(
        "*** firmware: expected ../hal/hall_thresholds.toml, found none: build it beside hal/, as "
        "in hnefi's sources, or name that file by THRESHOLDS_FILE.  Stop."
    )
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def avr_gcc() -> None:
    needs("make", "make")
    needs("avr-gcc", "gcc-avr")
    if not Path("/usr/lib/avr/include/avr/io.h").exists():
        pytest.skip("needs avr/io.h: install Debian's package avr-libc")


def test_the_tests_in_c_hold(tmp_path: Path) -> None:
    needs("make", "make")
    needs("gcc", "gcc")
    said = make("check", f"BUILD={tmp_path}")
    assert re.findall(r"(reed|hall): \d+ tests", said) == ["reed", "hall"]


# By day the lowest; what is simulated is built at the usual one.
@pytest.mark.parametrize("baud", [115_200, 250_000, 500_000][: long_or_short(3, 1)])
@pytest.mark.usefixtures("avr_gcc")
def test_both_build_at_every_baud_rate(baud: int, tmp_path: Path) -> None:
    said = make(f"BAUD={baud}", f"BUILD={tmp_path}")
    assert re.findall(rf"(\w+) at {baud} baud: flash", said) == ["reed", "hall"]
    for sensors in ("reed", "hall"):
        assert (tmp_path / f"{sensors}.hex").read_text(encoding="ascii").endswith(":00000001FF\n")


@pytest.mark.usefixtures("avr_gcc")
def test_another_baud_rate_builds_anew_and_the_same_one_does_not(tmp_path: Path) -> None:
    program = tmp_path / "reed.hex"
    make(f"BUILD={tmp_path}", str(program))
    first = program.read_bytes()
    built_at = program.stat().st_mtime_ns
    make(f"BUILD={tmp_path}", str(program))
    assert program.stat().st_mtime_ns == built_at
    make("BAUD=115200", f"BUILD={tmp_path}", str(program))
    assert program.read_bytes() != first


def test_a_firmware_that_leaves_no_stack_is_refused() -> None:
    needs("awk", "mawk")
    done = subprocess.run(
        ["awk", "-v", "name=reed", "-v", "baud=500000", "-f", str(FIRMWARE / "size.awk")],
        input="text data bss dec hex filename\n3000 100 1700 0 0 reed.elf\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "reed is too large" in done.stderr


def test_a_missing_compiler_is_told_in_one_line(tmp_path: Path) -> None:
    needs("make", "make")
    # A path with nothing on it but what make itself needs.
    for program in ("make", "sh", "echo", "mkdir", "cmp", "sed", "cat", "sha256sum", "cut"):
        (tmp_path / program).symlink_to(needs(program, program))
    done = subprocess.run(
        [shutil.which("make") or "make", "-s", "-C", str(FIRMWARE), f"BUILD={tmp_path}/build"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    line, *rest = done.stderr.splitlines()
    assert line.startswith("firmware: needs avr-gcc with avr-libc: apt install gcc-avr")
    assert all(one.startswith("make") for one in rest)
