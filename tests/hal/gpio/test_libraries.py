"""What is missing for a Raspberry Pi's pins is said with its cure, and nothing else needs it."""

import subprocess
import sys
from pathlib import Path

import pytest

from hal.errors import DriverError
from hal.gpio.libraries import explained

# Nothing of these is installed, and importing them fails, in a process of its own.
_WITHOUT = """
import sys
for name in {names!r}:
    sys.modules[name] = None
{program}
"""
LIBRARIES = ("gpiozero", "lgpio", "spidev", "rpi_ws281x")


def without(names: tuple[str, ...], program: str, **stubs: str) -> str:
    """Return what a program prints without some libraries, or with an empty one of a name."""
    text = _WITHOUT.format(names=names, program=program)
    for name in stubs:
        text = f"import sys, types; sys.modules[{name!r}] = types.ModuleType({name!r})\n{text}"
    ran = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.stderr == ""
    return ran.stdout.strip()


def test_a_laptop_needs_none_of_the_libraries() -> None:
    program = (
        "import hal.boards, hal.config, hal.strips.spi, hal.strips.ws281x, hal.gpio.matrix, "
        "controller.cli.main, controller.assembly.buttons, simulators.drivers; print('well')"
    )
    assert without(LIBRARIES, program) == "well"


@pytest.mark.parametrize(
    ("name", "program", "cure"),
    [
        (
            "gpiozero",
            "from hal.gpio.libraries import pin_factory; pin_factory()",
            "pip install '.[pi]'",
        ),
        (
            "lgpio",
            "from hal.gpio.libraries import pin_factory; pin_factory()",
            "sudo apt install python3-lgpio",
        ),
        (
            "spidev",
            "from hal.strips.spi import SpiStrip; SpiStrip()",
            "sudo apt install python3-spidev",
        ),
        (
            "rpi_ws281x",
            "from hal.strips.ws281x import Ws281xStrip; Ws281xStrip()",
            "sudo apt install gcc python3-dev",
        ),
    ],
)
def test_a_missing_library_names_the_cure(name: str, program: str, cure: str) -> None:
    said = without(
        (name,),
        f"from hal.errors import DriverError\ntry:\n    {program}\n"
        "except DriverError as error:\n    print(error)",
    )
    assert name in said
    assert cure in said


def test_the_empty_lgpio_that_pip_takes_on_newer_pythons_is_told_from_the_real_one() -> None:
    said = without(
        (),
        "from hal.gpio.libraries import lgpio_module\nfrom hal.errors import DriverError\n"
        "try:\n    lgpio_module()\nexcept DriverError as error:\n    print(error)",
        lgpio="",
    )
    assert "only as an empty stub" in said


def test_a_computer_without_pins_is_no_raspberry_pi() -> None:
    gpiozero = pytest.importorskip("gpiozero")
    with pytest.raises(DriverError) as refused, explained():
        raise gpiozero.PinUnknownPi("unable to locate Pi revision")
    assert str(refused.value).startswith("gpio: expected a Raspberry Pi, got another computer")


def test_a_forbidden_pin_names_the_group() -> None:
    with pytest.raises(DriverError) as refused, explained():
        raise PermissionError(13, "Permission denied")
    expected = (
        "usermod -aG gpio" if Path("/dev/gpiochip0").exists() else "has no pins that the kernel"
    )
    assert expected in str(refused.value)
