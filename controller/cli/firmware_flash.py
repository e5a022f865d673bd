"""Building a firmware, and putting it on a microcontroller by its bootloader."""

import shutil
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from controller.cli.errors import UsageMistake
from hal.serial_board import AUTO
from hal.serial_port import SystemPorts
from hal.serial_words import NO_PORT

_SOURCES = Path(__file__).resolve().parents[2] / "firmware"
_BUILT = {"reed": "build/reed.hex", "hall": "build/hall.hex"}
# What avrdude says when nothing answers as a bootloader does.
_NOT_IN_SYNC = ("not in sync", "getsync", "programmer is not responding", "read(): timeout")


@dataclass(frozen=True, slots=True)
class Flash:
    """What to write where, at the rate of the bootloader."""

    port: str
    file: Path
    baud: int


def find_port(serial: str) -> str:
    """Return the port to flash: the one that is named, or the only one there is.

    Raises:
        UsageMistake: there is none, or more than one, and a wrong one must not be written to.
    """
    if serial != AUTO:
        if not Path(serial).exists():
            raise UsageMistake(f"--serial: expected a port, found nothing at {serial[:80]}")
        return serial
    found = SystemPorts().found()
    if not found:
        raise UsageMistake(NO_PORT)
    if len(found) > 1:
        raise UsageMistake(f"--serial: expected one of {', '.join(found)}, got none: name it")
    return found[0]


def find_hex(sensors: str, given: str | None, rate: str) -> Path:
    """Return the file that holds a firmware, built now for a rate unless one is given.

    Raises:
        UsageMistake: it is not there, or cannot be built.
    """
    if given is not None:
        if not Path(given).is_file():
            raise UsageMistake(f"--hex: expected a file, found none at {given[:80]}")
        return Path(given)
    if not (_SOURCES / "Makefile").is_file():
        raise UsageMistake("flash: expected hnefi's firmware/ to build from; name a file by --hex")
    _needs("avr-gcc", "gcc-avr avr-libc binutils-avr", "or name a built firmware by --hex")
    _needs("make", "make", "or name a built firmware by --hex")
    command = ["make", "-C", str(_SOURCES), _BUILT[sensors]]
    if rate != AUTO:
        command.append(f"BAUD={rate}")
    ran = _run(command, "building the firmware")
    if ran.returncode != 0:
        sys.stderr.write(ran.stdout)
        raise UsageMistake("flash: expected the firmware to build, see what make says above")
    return _SOURCES / _BUILT[sensors]


def write_flash(flash: Flash) -> None:
    """Write a firmware and read it back, by avrdude.

    Raises:
        UsageMistake: avrdude is not installed, or says that it went wrong.
    """
    _needs("avrdude", "avrdude", "")
    command = ["avrdude", "-q", "-c", "arduino", "-p", "m328p", "-P", flash.port]
    command += ["-b", str(flash.baud), "-D", "-U", f"flash:w:{flash.file}:i"]
    ran = _run(command, f"writing {flash.file.name} to {flash.port}")
    if ran.returncode == 0:
        sys.stdout.write(f"{flash.file.name} is on {flash.port}, and was read back.\n")
        return
    if any(sign in ran.stdout for sign in _NOT_IN_SYNC):
        other = "without" if flash.baud == 57_600 else "with"
        raise UsageMistake(
            f"flash: expected a bootloader on {flash.port}, and none answers at {flash.baud} baud;"
            f" try {other} --old-bootloader, or close what else uses the port"
        )
    last = [line for line in ran.stdout.splitlines() if line.strip()]
    sys.stderr.write("".join(f"{line}\n" for line in last[-10:]))
    raise UsageMistake("flash: expected avrdude to write the firmware, see what it says above")


def _needs(program: str, packages: str, otherwise: str) -> None:
    if shutil.which(program) is None:
        cure = f"sudo apt install {packages}{', ' + otherwise if otherwise else ''}"
        raise UsageMistake(f"flash: expected {program}, which is not installed: {cure}")


def _run(command: list[str], doing: str) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end; what it says is kept together."""
    console = Console(stderr=True)
    with console.status(doing) if sys.stderr.isatty() else nullcontext():
        return subprocess.run(  # noqa: S603 - a list of words, no shell
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
