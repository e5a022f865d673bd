"""Fuzzes the serial link with damaged lines, for 60 s: `python -m benchmarks.fuzz_link 60`.

The link must not crash, believe anything that no board can send, or use ever more memory. With
atheris installed, `python -m benchmarks.fuzz_link --atheris -max_total_time=60` lets it choose
the bytes.
"""

import importlib
import sys
import time
from random import Random

from hal.serial.link.framing import LONGEST_FRAME, Deframer, frame, frame_bytes
from hal.serial.link.link import Link
from hal.serial.link.messages import SENSORS, FromBoard, Occupancy, Shown, States, Statistics
from hal.serial.link.reading import read_from_board
from simulators.boards.device_halls import DeviceHalls
from simulators.boards.device_sensors import DeviceReeds

_SECONDS = 60.0
_STEPS = 200


def listen(data: bytes, chunk: int, step_s: float) -> None:
    """Feed bytes to a link in pieces, and check that it stays sound.

    Raises:
        AssertionError: the link is not sound.
    """
    link, at = Link(0.0), 0.0
    link.show(bytes(3 * SENSORS))
    deframer: Deframer[FromBoard] = Deframer(read_from_board)
    for start in range(0, len(data), chunk):
        at += step_s
        part = data[start : start + chunk]
        link.receive(part, at)
        sent = link.outgoing(at)
        deframer.feed(part)
        if len(sent) > 2 * LONGEST_FRAME or deframer.bytes_held > LONGEST_FRAME + 1:
            raise AssertionError(f"kept or sent too much: {len(sent)}, {deframer.bytes_held}")
        if link.scan is not None and link.scan.occupied >> SENSORS:
            raise AssertionError(f"believed what no board can feel: {link.scan}")


def _line(random: Random) -> bytes:
    """Return messages and noise, with damage here and there."""
    parts = [_part(random) for _ in range(random.randrange(1, _STEPS))]
    line = bytearray(b"".join(parts))
    for _ in range(random.randrange(10)):
        place = random.randrange(len(line) + 1)
        match random.randrange(3):
            case 0:
                line[place : place + random.randrange(20)] = b""
            case 1:
                line[place:place] = random.randbytes(random.randrange(20))
            case _:
                line[place : place + 1] = bytes([random.randrange(256)])
    return bytes(line)


def _part(random: Random) -> bytes:
    number, at_ms = random.randrange(256), random.randrange(1 << 32)
    bits = random.getrandbits(SENSORS)
    choices = (
        frame(random.choice((DeviceReeds.identity, DeviceHalls.identity))),
        frame(Occupancy(number, at_ms, bits)),
        frame(States(number, at_ms, bits, bits, 0, 0)),
        frame(Shown(number)),
        frame(Statistics(0, 0, 0, 0, 0, 0, 0, DeviceReeds.identity.cause, number)),
        frame_bytes(bytes([random.randrange(8)]) + random.randbytes(random.randrange(250))),
        random.randbytes(random.randrange(600)),
    )
    return random.choice(choices)


def main() -> None:
    """Fuzz for the given seconds, or with atheris."""
    if sys.argv[1:2] == ["--atheris"]:
        atheris = importlib.import_module("atheris")
        atheris.instrument_all()
        atheris.Setup(
            [sys.argv[0], *sys.argv[2:]], lambda data: listen(data, 1 + len(data) // 7, 0.1)
        )
        atheris.Fuzz()
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else _SECONDS
    begun, lines = time.monotonic(), 0
    while time.monotonic() < begun + seconds:
        random = Random(lines)
        listen(_line(random), random.randrange(1, 2000), random.choice((0.001, 0.01, 0.3, 2.0)))
        lines += 1
    print(f"{lines} lines in {seconds:g} s, and nothing broke")


if __name__ == "__main__":
    main()
