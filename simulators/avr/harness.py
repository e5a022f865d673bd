"""A harness process and what can be told to it; simulators/avr/harness has the C side.

SensorName are numbered as squares are. Time is the microcontroller's: it passes when it is told to,
or, `paced`, as on the clock. Knows neither the protocol nor the game.
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
_STOPPING_S = 5.0


class Harness:
    """A firmware that runs; a context manager that ends it. It also ends with this process."""

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
    ) -> None:
        """Start a firmware on a board with such sensors.

        `paced` runs in real time and makes a terminal, with a symbolic link at `link` that stays
        when the cable is unplugged and plugged in again; `eeprom` is a file that keeps what the
        firmware keeps. Faults of the line are decided by `seed`.

        Raises:
            AvrError: the harness cannot be built, or the file is no firmware.
        """
        self.sensors = sensors
        self.firmware = firmware
        self.cycle = 0
        self.resets = 0
        self.pty = ""
        self._one_at_a_time = Lock()  # whoever feeds sensors may do so in a thread
        options = ["--seed", str(seed)]
        options += ["--paced"] if paced else []
        options += ["--link", str(link)] if link else []
        options += ["--eeprom", str(eeprom)] if eeprom else []
        options += ["--resets-on-open"] if resets_on_open else []
        self._process = subprocess.Popen(  # noqa: S603 - built from this package's sources
            [build.harness(), *options, sensors, firmware],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._read()

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
        """End the process; the EEPROM is kept."""
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

    # SensorName -------------------------------------------------------------------------------

    def occupancy(self, closed: int) -> None:
        """Close these reeds, open all others."""
        self._tell(f"occupancy {closed:x}")

    def lack_diodes(self, squares: int) -> None:
        """Let the matrix have no diodes at these squares, and one at all others."""
        self._tell(f"diodes {squares:x}")

    def levels(self, millivolts: Sequence[float]) -> None:
        """Let the Hall sensors give so many millivolts."""
        levels = b"".join(round(level).to_bytes(2, "big") for level in millivolts)
        self._tell(f"levels {levels.hex()}")

    def noise(self, millivolts: int, seed: int) -> None:
        """Add noise of at most so much to every conversion."""
        self._tell(f"noise {millivolts} {seed}")

    # Time and line -------------------------------------------------------------------------

    def run(self, seconds: float, to_board: bytes = b"") -> bytes:
        """Send bytes, let time pass, and return what came from the board until then."""
        return self.run_cycles(round(seconds * CYCLES_PER_SECOND), to_board)

    def run_cycles(self, cycles: int, to_board: bytes = b"") -> bytes:
        """Send bytes, let cycles pass, and return what came from the board until then."""
        return bytes.fromhex(self._tell(f"run {cycles} {to_board.hex()}")["bytes"])

    def baud(self, baud: int) -> None:
        """Let the host talk and listen at another rate; 0 is always the board's."""
        self._tell(f"baud {baud}")

    def flip(self, direction: Direction, one_in: int) -> None:
        """Flip a bit in one of so many bytes, by chance; 0 in none."""
        self._tell(f"flip {direction} {one_in}")

    def drop(self, direction: Direction, one_in: int) -> None:
        """Lose one of so many bytes, by chance; 0 loses none."""
        self._tell(f"drop {direction} {one_in}")

    def cut(self, direction: Direction, after_bytes: int, seconds: float) -> None:
        """Lose everything for a while, after so many more bytes."""
        self._tell(f"cut {direction} {after_bytes} {round(1000 * seconds)}")

    def stall(self, seconds: float) -> None:
        """Hold everything up for a while, in both directions."""
        self._tell(f"stall {round(1000 * seconds)}")

    def unplug(self, *, power: bool = False) -> None:
        """Pull the cable; with `power`, the microcontroller goes out."""
        self._tell("unplug power" if power else "unplug")

    def replug(self) -> None:
        """Put the cable in again."""
        self._tell("replug")

    # Chip ----------------------------------------------------------------------------------

    def reset(self, cause: Reset) -> None:
        """Reset the microcontroller."""
        self._tell(f"reset {cause}")

    def hang(self) -> None:
        """Let the main program spin until something resets the microcontroller."""
        self._tell("hang")

    def save(self) -> None:
        """Write the EEPROM to its file."""
        self._tell("save")

    # Results -------------------------------------------------------------------------------

    def strip(self) -> bytes:
        """Return the bytes that the strip shows: green, red, blue for each pixel."""
        shown = bytes.fromhex(self._tell("frame")["frame"])
        if len(shown) != SQUARE_COUNT * CHANNELS:
            raise HarnessError(f"harness: expected a whole strip, got {len(shown)} bytes")
        return shown

    def stats(self) -> dict[str, Any]:
        """Return what was measured: sensors, strip and line."""
        return self._tell("stats")

    def _tell(self, command: str) -> dict[str, Any]:
        with self._one_at_a_time:
            stdin = self._process.stdin
            if stdin is None or stdin.closed:
                raise HarnessError("harness: it has been ended")
            try:
                stdin.write(command + "\n")
                stdin.flush()
            except BrokenPipeError as error:
                raise HarnessError("harness: it has stopped") from error
            answer = self._read()
        if not answer["done"]:
            raise HarnessError(f"harness: it did not take {command[:40]!r}")
        return answer

    def _read(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            self.close()
            raise HarnessError("harness: it has stopped")
        answer: dict[str, Any] = json.loads(line)
        if answer["crashed"]:
            raise HarnessError("harness: the firmware has crashed")
        self.cycle, self.resets, self.pty = answer["cycle"], answer["resets"], answer["pty"]
        return answer
