"""Builds the harness and the firmware if their sources have changed; knows make, nothing else."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from hal.build_folder import build_folder
from simulators.avr.errors import AvrError, ToolsMissingError
from simulators.table.sensors import SensorName

_HERE = Path(__file__).parent
_FIRMWARE = _HERE.parent.parent / "firmware"
_HEADERS = ("/usr/include", "/usr/local/include")
_AVR_HEADERS = ("/usr/lib/avr/include", "/usr/avr/include")
# A program or header, and the Debian package that has it.
_FOR_HARNESS = {
    "make": "make",
    "gcc": "gcc",
    "simavr/sim_avr.h": "libsimavr-dev",
    "libelf.h": "libelf-dev",
}
_FOR_FIRMWARE = {"make": "make", "avr-gcc": "gcc-avr", "avr/io.h": "avr-libc"}


def harness() -> Path:
    """Return the harness, built if necessary.

    Raises:
        AvrError: it cannot be built; packages are missing if it is a `ToolsMissingError`.
    """
    _require("the simulated microcontroller", _FOR_HARNESS)
    folder = build_folder(_HERE)
    _make(_HERE, f"BUILD={folder}")
    return folder / "harness"


def firmware(sensors: SensorName, baud: int | None = None, watchdog: int | None = None) -> Path:
    """Return the firmware of a board, built if necessary; None stands for what is usual.

    Raises:
        AvrError: it cannot be built; packages are missing if it is a `ToolsMissingError`.
    """
    if not (_FIRMWARE / "Makefile").exists():
        raise AvrError(f"firmware: expected its sources in {_FIRMWARE}; install hnefi again")
    _require("the firmware", _FOR_FIRMWARE)
    settings = {"BAUD": baud, "WATCHDOG": watchdog}
    given = [f"{name}={value}" for name, value in settings.items() if value is not None]
    folder = build_folder(_FIRMWARE, "-".join(given).lower())
    _make(_FIRMWARE, f"BUILD={folder}", *given, str(folder / f"{sensors}.elf"))
    return folder / f"{sensors}.elf"


def missing_packages() -> list[str]:
    """Return the Debian packages that harness and firmware need and this machine lacks."""
    wanted = _FOR_HARNESS | _FOR_FIRMWARE
    return sorted({package for part, package in wanted.items() if not _is_installed(part)})


def _require(what: str, parts: dict[str, str]) -> None:
    missing = sorted({package for part, package in parts.items() if not _is_installed(part)})
    if missing:
        names = " ".join(missing)
        raise ToolsMissingError(f"{what} cannot be built: expected Debian packages {names}")


def _is_installed(part: str) -> bool:
    if not part.endswith(".h"):
        return shutil.which(part) is not None
    folders = _AVR_HEADERS if part.startswith("avr/") else _HEADERS
    return any(Path(folder, part).exists() for folder in folders)


# Nobody changes the sources while a program runs that simulates them.
@cache
def _make(sources: Path, *arguments: str) -> None:
    folder = next(Path(word[6:]) for word in arguments if word.startswith("BUILD="))
    with _only_builder(folder):
        made = subprocess.run(  # noqa: S603 - a program of this machine, arguments of ours
            ["make", "--silent", "-C", str(sources), *arguments],  # noqa: S607 - whichever is first
            capture_output=True,
            text=True,
            check=False,
            # A make that runs this program must not pass its options on.
            env={name: value for name, value in os.environ.items() if name not in _OF_MAKE},
        )
    if made.returncode:
        output = (made.stderr.strip() or made.stdout.strip() or "it printed nothing").splitlines()
        errors = [line for line in output if "error" in line.lower()] or output
        raise AvrError(f"make -C {sources}: {errors[0]}")


_OF_MAKE = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")


@contextmanager
def _only_builder(folder: Path) -> Iterator[None]:
    """Keep two programs from building in one folder at the same time."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise AvrError(f"{folder}: cannot be written ({error.strerror})") from error
