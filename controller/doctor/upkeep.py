"""What every installation needs: Python, packages, supply, disk and the games on it."""

import shutil
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from controller.doctor.machine import Computer
from controller.store.folder import DAMAGED, Folder
from hal.config import GPIO_MATRIX, BoardConfig
from hal.diagnosis.check import Check, Verdict

_OLDEST_PYTHON = (3, 11)
_THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
_TOO_LOW_NOW, _WAS_TOO_LOW = 1 << 0, 1 << 16
_LEAST_MB, _LITTLE_MB = 50, 200

# Returns a module that is installed; raises ImportError for one that is not.
Importer = Callable[[str], object]


def python_check(version: tuple[int, ...] = sys.version_info[:3]) -> Check:
    """Return whether Python is new enough."""
    name = ".".join(map(str, version))
    if version[:2] >= _OLDEST_PYTHON:
        return Check("python", Verdict.OK, f"Python {name}.")
    wanted = ".".join(map(str, _OLDEST_PYTHON))
    finding = f"Python {name} is older than {wanted}."
    return Check("python", Verdict.FAIL, finding, "Use Raspberry Pi OS bookworm or newer.")


def package_checks(config: BoardConfig, importer: Importer = import_module) -> Iterator[Check]:
    """Yield whether the packages are there that the configured drivers need."""
    pip = "pip install '.[pi]' in the folder of hnefi's sources"
    needs = {
        "gpiozero": config.board.driver == GPIO_MATRIX or bool(config.buttons.pins()),
        "lgpio": config.board.driver == GPIO_MATRIX or bool(config.buttons.pins()),
        "rpi_ws281x": config.strip_driver == "ws281x",
        "spidev": config.strip_driver == "spi",
    }
    cures = {
        "lgpio": "sudo apt install python3-lgpio, in a venv made with --system-site-packages.",
        "rpi_ws281x": f"sudo apt install gcc python3-dev, then {pip}.",
        "spidev": f"sudo apt install python3-spidev, or gcc and python3-dev, then {pip}.",
    }
    for name in (name for name, is_needed in needs.items() if is_needed):
        cure = cures.get(name, f"{pip}.")
        try:
            module = importer(name)
        except ImportError:
            yield Check("packages", Verdict.FAIL, f"{name} is not installed.", cure)
            continue
        if name == "lgpio" and not hasattr(module, "gpiochip_open"):
            finding = (
                "lgpio is only an empty stub, which pip takes where there is none for this Python."
            )
            yield Check("packages", Verdict.FAIL, finding, cure)
        else:
            yield Check("packages", Verdict.OK, f"{name} is installed.")


def supply_checks(computer: Computer) -> Iterator[Check]:
    """Yield whether the Raspberry Pi gets enough, as far as it measures that."""
    text = computer.text(_THROTTLED)
    try:
        flags = int(text, 16)
    except ValueError:
        alarms = computer.matching("/sys/class/hwmon/hwmon*/in0_lcrit_alarm")
        if not alarms:
            return
        flags = _WAS_TOO_LOW if any(computer.text(alarm) == "1" for alarm in alarms) else 0
    cure = (
        "Use the Raspberry Pi's own supply and a short cable, and feed the strip from another one."
    )
    if flags & _TOO_LOW_NOW:
        yield Check("supply", Verdict.FAIL, "The voltage of the Raspberry Pi is too low now.", cure)
    elif flags & _WAS_TOO_LOW:
        finding = "The voltage of the Raspberry Pi was too low at least once since it started."
        yield Check("supply", Verdict.WARN, finding, cure)
    else:
        yield Check("supply", Verdict.OK, "The voltage of the Raspberry Pi was never too low.")


def store_checks(
    computer: Computer, folder: Path | None, free_mb: Callable[[Path], float] | None = None
) -> Iterator[Check]:
    """Yield how games are kept: whether their folder can be written, and how much room there is."""
    if folder is None:
        finding = 'The configuration says folder = "none", so no game is kept.'
        yield Check("store", Verdict.WARN, finding, "Remove it from [store] to keep games.")
        return
    place = computer.path(str(folder))
    nearest = next(path for path in (place, *place.parents) if path.exists())
    if not computer.may_open("/" + str(nearest.relative_to(computer.root))):
        finding = f"{folder} cannot be written by {computer.user.name}."
        yield Check("store", Verdict.FAIL, finding, f"sudo chown -R {computer.user.name} {folder}")
    else:
        yield Check("store", Verdict.OK, f"Games are kept in {folder}.")
    if damaged := sorted(place.glob(f"{Folder(place).store.name}.{DAMAGED}-*")):
        finding = f"A damaged file of games was set aside: {damaged[0].name}."
        yield Check("store", Verdict.WARN, finding, "Run hnefi games repair.")
    yield from _disk(computer, nearest, free_mb or _free_mb)


def _disk(computer: Computer, place: Path, free_mb: Callable[[Path], float]) -> Iterator[Check]:
    for line in computer.text("/proc/mounts").splitlines():
        _, mounted, _, options, *_ = [*line.split(), "", "", "", ""]
        if mounted == "/" and "ro" in options.split(","):
            finding = "The file system is read-only, perhaps because the card is worn out."
            yield Check("disk", Verdict.FAIL, finding, "Save what is on the card, then replace it.")
    free = free_mb(place)
    text = f"{free:.0f} MB are free where games are kept."
    if free < _LITTLE_MB:
        verdict = Verdict.FAIL if free < _LEAST_MB else Verdict.WARN
        yield Check("disk", verdict, text, "Make room: sudo apt clean, or a larger card.")
    else:
        yield Check("disk", Verdict.OK, text)


def _free_mb(place: Path) -> float:
    return shutil.disk_usage(place).free / 1e6
