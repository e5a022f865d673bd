"""A harness process and its commands; simulators/avr/harness is the C side.

Sensors are numbered as squares are. Time is the microcontroller's: it passes by `run`, or, if
`paced`, as on the clock. Knows neither the protocol nor the game.
"""

import json
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Literal, Self

from hal.board import CHANNELS, SQUARE_COUNT
from simulators.avr import build
from simulators.avr.errors import HarnessError
from simulators.table.sensors import SensorName

CYCLES_PER_SECOND = 16_000_000
Direction = Literal["in", "out"]  # to the board, from the board
Reset = Literal["power", "external", "brownout"]
Fault = Literal[
    "none", "unsigned", "unplugged", "low", "high", "shifted", "swapped", "turned", "half"
]
_STOPPING_S = 5.0


class Harness:
    """A running firmware; a context manager that ends it. It ends with this process, too."""

    def __init__(  # noqa: PLR0913 - a choice each
        self,
        sensors: SensorName,
        firmware: Path,
        *,
        paced: bool = False,
        link: Path | None = None,
        eeprom: Path | None = None,
        seed: int = 0,
        resets_on_open: bool = False,
        bootloader: Path | None = None,
    ) -> None:
        """Start a firmware on a board with these sensors.

        `paced` runs in real time and makes a terminal, with a symbolic link at `link` that stays
        when the cable is unplugged and plugged in again; `eeprom` is a file that holds the EEPROM
        from run to run. `seed` decides the faults of the line. Every reset starts a `bootloader`
        first, if there is one.

        Raises:
            AvrError: the harness cannot be built, or the file is no firmware.
        """
        self.sensors = sensors
        self.firmware = firmware
        self.cycle = 0
        self.resets = 0
        self.pty = ""
        self._one_at_a_time = Lock()  # sensors may be set from another thread
        options = ["--seed", str(seed)]
        options += ["--paced"] if paced else []
        options += ["--link", str(link)] if link else []
        options += ["--eeprom", str(eeprom)] if eeprom else []
        options += ["--resets-on-open"] if resets_on_open else []
        options += ["--bootloader", str(bootloader)] if bootloader else []
        self._process = subprocess.Popen(  # noqa: S603 - built from this package's sources
            [build.harness(), *options, sensors, firmware],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._read_answer()

    def __enter__(self) -> Self:
        """Go on."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        self.close()

    def close(self) -> None:
        """End the process; the EEPROM is written to its file."""
        process = self._process
        if process.stdin and not process.stdin.closed:
            with suppress(BrokenPipeError):  # it may have ended already
                process.stdin.close()
        try:
            process.wait(_STOPPING_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def seconds(self) -> float:
        """How long the microcontroller has run, all its resets together."""
        return self.cycle / CYCLES_PER_SECOND

    # Sensors -------------------------------------------------------------------------------

    def occupancy(self, closed: int) -> None:
        """Close these reeds and open all others."""
        self._command(f"occupancy {closed:x}")

    def lack_diodes(self, squares: int) -> None:
        """Take the diodes out at these squares, and put one in at all others."""
        self._command(f"diodes {squares:x}")

    def levels(self, millivolts: Sequence[float]) -> None:
        """Set the output of all Hall sensors."""
        levels = b"".join(round(level).to_bytes(2, "big") for level in millivolts)
        self._command(f"levels {levels.hex()}")

    def noise(self, millivolts: int, seed: int) -> None:
        """Add noise to every conversion, at most this much."""
        self._command(f"noise {millivolts} {seed}")

    def break_chain(self, fault: Fault) -> None:
        """Break the chips between sensors and microcontroller in a way, or mend them."""
        self._command(f"chain {fault}")

    # Time and line -------------------------------------------------------------------------

    def run(self, seconds: float, to_board: bytes = b"") -> bytes:
        """Send bytes, let time pass, and return the bytes that came from the board."""
        return self.run_cycles(round(seconds * CYCLES_PER_SECOND), to_board)

    def run_cycles(self, cycles: int, to_board: bytes) -> bytes:
        """Send bytes, let cycles pass, and return the bytes that came from the board."""
        return bytes.fromhex(self._command(f"run {cycles} {to_board.hex()}")["bytes"])

    def baud(self, baud: int) -> None:
        """Set the host's rate; 0 is always the same as the board's."""
        self._command(f"baud {baud}")

    def flip(self, direction: Direction, one_in: int) -> None:
        """Flip a bit in one byte of `one_in`, by chance; 0 flips none."""
        self._command(f"flip {direction} {one_in}")

    def drop(self, direction: Direction, one_in: int) -> None:
        """Lose one byte of `one_in`, by chance; 0 loses none."""
        self._command(f"drop {direction} {one_in}")

    def cut(self, direction: Direction, after_bytes: int, seconds: float) -> None:
        """Lose everything for a while, after some more bytes."""
        self._command(f"cut {direction} {after_bytes} {round(1000 * seconds)}")

    def stall(self, seconds: float) -> None:
        """Hold everything up for a while, in both directions."""
        self._command(f"stall {round(1000 * seconds)}")

    def unplug(self, *, power: bool = False) -> None:
        """Pull the cable; with `power`, the microcontroller loses its supply."""
        self._command("unplug power" if power else "unplug")

    def replug(self) -> None:
        """Put the cable in again."""
        self._command("replug")

    # Chip ----------------------------------------------------------------------------------

    def reset(self, cause: Reset) -> None:
        """Reset the microcontroller."""
        self._command(f"reset {cause}")

    def hang(self, *, interrupts: bool = True) -> None:
        """Let the main program spin, with interrupts on or off, until something starts it again."""
        self._command("hang" if interrupts else "hang interrupts-off")

    def save(self) -> None:
        """Write the EEPROM to its file."""
        self._command("save")

    # Results -------------------------------------------------------------------------------

    def strip(self) -> bytes:
        """Return the bytes that the strip shows: green, red, blue for each pixel."""
        shown = bytes.fromhex(self._command("frame")["frame"])
        if len(shown) != SQUARE_COUNT * CHANNELS:
            raise HarnessError(f"harness: expected a whole strip, got {len(shown)} bytes")
        return shown

    def stats(self) -> dict[str, Any]:
        """Return what was measured of sensors, strip and line."""
        return self._command("stats")

    def _command(self, command: str) -> dict[str, Any]:
        with self._one_at_a_time:
            stdin = self._process.stdin
            if stdin is None or stdin.closed:
                raise HarnessError("harness: it has been ended")
            try:
                stdin.write(command + "\n")
                stdin.flush()
            except BrokenPipeError as error:
                raise HarnessError("harness: it has stopped") from error
            answer = self._read_answer()
        if not answer["done"]:
            raise HarnessError(f"harness: it did not take {command[:40]!r}")
        return answer

    def _read_answer(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            self.close()
            raise HarnessError("harness: it has stopped")
        answer: dict[str, Any] = json.loads(line)
        if answer["crashed"]:
            raise HarnessError("harness: the firmware has crashed")
        self.cycle, self.resets, self.pty = answer["cycle"], answer["resets"], answer["pty"]
        return answer
