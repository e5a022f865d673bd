"""Measures the processor time of a poll of a board behind a serial port."""

import time
from random import Random

from hal.board import SQUARE_COUNT, Frame
from hal.errors import BoardLostError
from simulators.boards.device_halls import DeviceHalls
from simulators.boards.device_sensors import DeviceReeds, DeviceSensors
from simulators.boards.over_serial import BoardOverSerial
from simulators.clock import VirtualClock

_POLLS = 2000
_PERIOD_S = 0.01


def measure() -> list[tuple[str, float]]:
    """Return (name, microseconds of a poll): bytes in, scan out, light out."""
    noise = Random(1)
    levels = [2500.0 + noise.gauss(0, 4) for _ in range(SQUARE_COUNT)]
    sensors: list[tuple[str, DeviceSensors]] = [
        ("reeds", DeviceReeds(lambda: 1)),
        ("Hall sensors, levels", DeviceHalls(lambda: levels)),
    ]
    return [(name, _microseconds(each)) for name, each in sensors]


def _microseconds(sensors: DeviceSensors) -> float:
    clock = VirtualClock()
    board = BoardOverSerial(sensors, clock)
    taken = 0.0
    for poll in range(_POLLS):
        clock.advance(_PERIOD_S)
        board.line.fill()  # the device's own work is not counted
        begun = time.process_time()
        try:
            board.scan()
        except BoardLostError:
            continue
        if poll % 4 == 0:
            board.show(Frame(bytes([poll % 256]) * 3 * SQUARE_COUNT))
        taken += time.process_time() - begun
    return 1e6 * taken / _POLLS


if __name__ == "__main__":
    for what, microseconds in measure():
        print(f"a poll of {what}: {microseconds:.0f} us")
