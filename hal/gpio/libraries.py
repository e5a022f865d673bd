"""The libraries behind a Raspberry Pi's pins, and what their errors mean.

The only module that imports gpiozero and lgpio: when pins are opened, so that no other computer
needs them.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

from hal.errors import DriverError

_FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
_CHIP = Path("/dev/gpiochip0")


def pin_factory() -> Any:
    """Return gpiozero's pins of this computer, by lgpio unless the environment names another way.

    Raises:
        DriverError: gpiozero or lgpio is not installed, or this is no Raspberry Pi.
    """
    gpiozero = _gpiozero()
    with explained():
        if os.environ.get(_FACTORY_VARIABLE):
            gpiozero.Device.ensure_pin_factory()
            return gpiozero.Device.pin_factory
        lgpio_module()
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()


def _gpiozero() -> Any:
    try:
        import gpiozero
    except ImportError as error:
        raise DriverError(
            "gpio: needs the Python package gpiozero, which is not installed: "
            "pip install '.[pi]' in the folder of hnefi's sources"
        ) from error
    return gpiozero


def lgpio_module() -> Any:
    """Return lgpio.

    Raises:
        DriverError: it is not installed, or only as the empty stub that pip takes where there is
            no build for this Python.
    """
    try:
        # It leaves a pipe in the working folder, wherever that is.
        with chdir(tempfile.gettempdir()):
            import lgpio
    except ImportError as error:
        raise _no_lgpio() from error
    if not hasattr(lgpio, "gpiochip_open"):
        raise _no_lgpio()
    return lgpio


def _no_lgpio() -> DriverError:
    return DriverError(
        "gpio: needs lgpio, which is not installed, or only as an empty stub; "
        "sudo apt install python3-lgpio, and make the venv by python3 -m venv "
        "--system-site-packages; or sudo apt install swig gcc python3-dev, then "
        "PYPI=1 pip install 'lgpio>=0.2.2.0'"
    )


@contextmanager
def explained() -> Iterator[None]:
    """Turn what goes wrong with pins into an error that names the cure."""
    gpiozero = _gpiozero()
    try:
        yield
    except DriverError:
        raise
    except gpiozero.PinUnknownPi as error:
        raise DriverError(
            f"gpio: expected a Raspberry Pi, got another computer ({error})"
        ) from error
    except _pin_errors(gpiozero) as error:
        if isinstance(error, PermissionError) or "open gpiochip" in str(error):
            raise DriverError(f"gpio: {_CHIP} {_chip_trouble()}") from error
        text = str(error).strip("'")
        raise DriverError(f"gpio: the pins cannot be used ({text})") from error


def _pin_errors(gpiozero: Any) -> tuple[type[Exception], ...]:
    """Return what the libraries raise; lgpio's own error is a plain Exception."""
    lgpio = sys.modules.get("lgpio")
    own = () if lgpio is None else (lgpio.error,)
    return (gpiozero.GPIOZeroError, OSError, *own)


def _chip_trouble() -> str:
    if not _CHIP.exists():
        return "is not there: this computer has no pins that the kernel knows"
    return "may not be opened; sudo usermod -aG gpio $USER, then log out and in"
