"""Building a firmware, and writing it to a microcontroller through its bootloader."""

import errno
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hal.build_folder import build_folder
from hal.errors import HalError
from hal.notice import Notice
from hal.serial.board import AUTO
from hal.serial.port import Ports, SystemPorts, user_of
from hal.serial.words import cannot_open
from hal.wiring.strip_length import USUALLY_DRIVEN

SOURCES = Path(__file__).resolve().parents[2] / "firmware"
Firmware = Literal["reed", "hall"]
# Of the bootloader: the usual one, and that of a Nano from before 2018.
USUAL_BAUD, OLD_BAUD = 115_200, 57_600
# What avrdude prints if no bootloader answers.
_NOT_IN_SYNC = ("not in sync", "getsync", "programmer is not responding", "read(): timeout")


class FlashError(HalError, RuntimeError):
    """A firmware cannot be built or written; `output` is what the failed program printed."""

    def __init__(self, message: str, output: str = "") -> None:
        """Say what was expected, and keep what the program printed."""
        super().__init__(message)
        self.output = output


@dataclass(frozen=True, slots=True)
class Flash:
    """Which file to write to which port, at the bootloader's baud rate."""

    port: str
    file: Path
    baud: int


def find_port(serial: str, found_ports: Callable[[], Sequence[str]] | None = None) -> str:
    """Return the port to flash: the named one, or the only one that is found.

    Raises:
        FlashError: there is none; or there are several, and a wrong one must not be written to.
    """
    if serial != AUTO:
        if not Path(serial).exists():
            raise FlashError(f"--serial: expected a port, found nothing at {serial[:80]}")
        return serial
    found = (found_ports or SystemPorts().found)()
    if not found:
        raise FlashError("--serial: expected a USB port, found none: plug the board in, or name it")
    if len(found) > 1:
        raise FlashError(f"--serial: expected one of {', '.join(found)}, got none: name it")
    return found[0]


def in_use(port: str, ports: Ports | None = None) -> Notice | None:
    """Return that another program has a port, None if none has.

    avrdude asks nobody: it would change the rate of a port that is being played on, and write.
    """
    try:
        (ports or SystemPorts()).open(port, USUAL_BAUD).close()
    except OSError as error:
        if error.errno in (errno.EBUSY, errno.EAGAIN):
            return cannot_open(port, error, user_of(port))
    return None


def built_file(given: str) -> Path:
    """Return the file of a firmware that is already built.

    Raises:
        FlashError: it does not exist.
    """
    if not Path(given).is_file():
        raise FlashError(f"--hex: expected a file, found none at {given[:80]}")
    return Path(given)


def build_hash(file: Path) -> int | None:
    """Return what a firmware will name as its build, None where the file was not built here.

    The Makefile leaves the flags of the compiler beside what it builds.
    """
    flags = file.with_name("flags")
    found = (
        re.search(r"-DBUILD_HASH=0x([0-9a-f]{1,8})u", flags.read_text())
        if flags.is_file()
        else None
    )
    return int(found[1], 16) if found else None


def build(
    firmware: Firmware,
    baud: int | None = None,
    *,
    pixels: int = USUALLY_DRIVEN,
    old_bootloader: bool = False,
    sources: Path = SOURCES,
) -> Path:
    """Build a firmware for a baud rate and a number of pixels, and return its file.

    A Debian package brings it built for the usual rate and number. With an old bootloader, the
    watchdog never resets the chip: that would lock it up for good.

    Raises:
        FlashError: the sources or a tool are missing, or it does not build.
    """
    is_usual = baud is None and pixels == USUALLY_DRIVEN
    built = sources / "built" / ("old-bootloader" if old_bootloader else "usual")
    if is_usual and built.is_dir():
        return built / f"{firmware}.hex"
    if not (sources / "Makefile").is_file():
        raise FlashError(
            f"flash: expected the firmware's sources in {sources}, found none: install hnefi again,"
            " or run make firmware in hnefi's folder and name firmware/build/"
            f"{firmware}.hex by --hex"
        )
    _require("avr-gcc", "gcc-avr avr-libc binutils-avr", "or name a built firmware by --hex")
    _require("make", "make", "or name a built firmware by --hex")
    # Apart from what a simulated board runs meanwhile, perhaps at another rate.
    folder = build_folder(sources, f"flash-{baud or AUTO}")
    # As a path from there: make bears no space in a name, and it may lie below one that has some.
    beside = folder.relative_to(sources) if folder.is_relative_to(sources) else folder
    target = beside / f"{firmware}.hex"
    command = ["make", "-C", str(sources), f"BUILD={beside}", str(target)]
    if baud is not None:
        command.append(f"BAUD={baud}")
    if pixels != USUALLY_DRIVEN:
        command.append(f"PIXELS={pixels}")
    if old_bootloader:
        command.append("WATCHDOG=2")
    ran = _run(command)
    if ran.returncode != 0:
        message = "flash: expected the firmware to build, see what make says above"
        raise FlashError(message, ran.stdout)
    return sources / target


def write(flash: Flash) -> None:
    """Write a firmware with avrdude, and read it back.

    Raises:
        FlashError: avrdude is not installed, or it failed.
    """
    _require("avrdude", "avrdude", "")
    command = ["avrdude", "-q", "-c", "arduino", "-p", "m328p", "-P", flash.port]
    command += ["-b", str(flash.baud), "-D", "-U", f"flash:w:{flash.file}:i"]
    ran = _run(command)
    if ran.returncode == 0:
        return
    if any(sign in ran.stdout for sign in _NOT_IN_SYNC):
        other = "without" if flash.baud == OLD_BAUD else "with"
        raise FlashError(
            f"flash: expected a bootloader on {flash.port}, and none answers at {flash.baud} baud;"
            f" try {other} --old-bootloader, or close what else uses the port"
        )
    last = [line for line in ran.stdout.splitlines() if line.strip()]
    message = "flash: expected avrdude to write the firmware, see what it says above"
    raise FlashError(message, "".join(f"{line}\n" for line in last[-10:]))


def _require(program: str, packages: str, otherwise: str) -> None:
    if shutil.which(program) is None:
        cure = f"sudo apt install {packages}{', ' + otherwise if otherwise else ''}"
        raise FlashError(f"flash: expected {program}, which is not installed: {cure}")


def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end; errors and output are kept together."""
    return subprocess.run(  # noqa: S603 - a list of words, no shell
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
