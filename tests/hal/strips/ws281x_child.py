"""The ws281x driver in a process of its own, with the real library over a compiled stand-in."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import pytest

_STAND_IN = Path(__file__).parent / "stand_in"
_REPOSITORY = Path(__file__).parents[3]
# Shows what comes in, a frame of the wire a line, and says what went wrong.
_PROGRAM = """
import sys
from hal.errors import DriverError
from hal.strips.ws281x import Ws281xStrip
try:
    strip = Ws281xStrip(int(sys.argv[1]), pixel_count=int(sys.argv[2]))
    for line in sys.stdin:
        strip.send(bytes.fromhex(line))
    strip.close()
except DriverError as error:
    print("error", error, flush=True)
"""


class Ws281xChild:
    """A driver of pixels whose calls to the compiled library can be read; a context manager."""

    def __init__(self, pin: int = 18, pixel_count: int = 121, **environment: str) -> None:
        """Start the process; skip the test where the library is not installed."""
        if find_spec("rpi_ws281x") is None:
            pytest.skip("needs rpi_ws281x: apt install gcc python3-dev, then make pi-libraries")
        self.shown = b""
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(pin), str(pixel_count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": f"{_STAND_IN}:{_REPOSITORY}", **environment},
            text=True,
        )

    def __enter__(self) -> Self:
        """Go on."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def send(self, pixels: bytes) -> None:
        """Send a frame, and wait until the library has rendered it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{pixels.hex()}\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("render "):
                self.shown = bytes.fromhex(line.removeprefix("render "))
                return

    def close(self) -> None:
        """Let the process end by itself."""
        assert self.ended([]) == ["fini", "delete"]

    def ended(self, frames: list[bytes]) -> list[str]:
        """Send frames, let the process end, and return the calls that nobody has read yet."""
        said, complained = self._process.communicate("".join(f"{each.hex()}\n" for each in frames))
        assert (self._process.returncode, complained) == (0, "")
        return said.splitlines()


def ws281x_child(frames: list[bytes], pin: int = 18, **environment: str) -> list[str]:
    """Return the calls to the compiled library, in order, until the process has ended well."""
    with Ws281xChild(pin, 121, **environment) as child:
        return child.ended(frames)
