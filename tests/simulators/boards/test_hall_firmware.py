"""What the model of the firmware computes is what the firmware's own C code computes."""

import ctypes
import subprocess
from pathlib import Path
from random import Random

import pytest

from hal.hall_thresholds import HallThresholds
from hal.serial.link.messages import SENSORS, Occupancy
from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.hall_firmware import Thresholds
from tests.conftest import needs

FIRMWARE = Path(__file__).parents[3] / "firmware"
BITBOARD = ctypes.c_uint8 * 16


class States(ctypes.Structure):
    """`struct states` of firmware/message.h."""

    _fields_ = tuple((name, BITBOARD) for name in ("felt", "south", "north", "strong"))


class Debounce(ctypes.Structure):
    """`struct debounce` of firmware/debounce.h."""

    _fields_ = tuple((name, BITBOARD) for name in ("ones", "twos", "fours", "closed"))


@pytest.fixture(scope="module")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Build the parts of the firmware that only compute, for this machine."""
    library = tmp_path_factory.mktemp("firmware") / "firmware.so"
    sources = [FIRMWARE / name for name in ("thresholds.c", "debounce.c")]
    usual = [f"-D{name.upper()}={value}" for name, value in HallThresholds()]
    options = ["-std=gnu11", "-shared", "-fPIC", "-O1", *usual, "-o", str(library)]
    subprocess.run([needs("gcc", "gcc"), *options, *sources], check=True)
    built = ctypes.CDLL(str(library))
    built.thresholds_begin()
    return built


def bits(board: ctypes.Array[ctypes.c_uint8]) -> int:
    return int.from_bytes(bytes(board), "little")


def test_thresholds_are_those_of_the_firmware(firmware: ctypes.CDLL) -> None:
    random, states, model = Random(1), States(), Thresholds()
    edges = (0, 92, 118, 760, 839, 2000)
    for _ in range(20_000):
        sensor = random.randrange(SENSORS)
        height = random.choice((-1, 1)) * (random.choice(edges) + random.randrange(-2, 3))
        firmware.thresholds_update(ctypes.byref(states), sensor, height)
        model.update(sensor, height)
        found = tuple(map(bits, (states.felt, states.south, states.north, states.strong)))
        assert found == (model.felt, model.south, model.north, model.strong)


def test_reeds_are_debounced_as_by_the_firmware(firmware: ctypes.CDLL) -> None:
    random, debounce, closed = Random(2), Debounce(), 0
    reeds = DeviceReeds(lambda: closed)
    for scan in range(2000):
        one, two = random.getrandbits(SENSORS), random.getrandbits(SENSORS)
        closed = one | two if scan // 8 % 2 else one & two  # so that counters reach both ends
        firmware.debounce_update(ctypes.byref(debounce), closed.to_bytes(16, "little"))
        reeds.finish_scan(0.0)
        assert reeds.report(0, 0) == Occupancy(0, 0, bits(debounce.closed))
