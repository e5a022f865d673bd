"""Runs hnefi with a button on GPIO 4 that is down while /run/board/pressed is there.

For a container, which has no pins: they are those of gpiozero's mock factory. All else is the
service's own.
"""

import sys
import threading
import time
from pathlib import Path

sys.path.insert(1, "/usr/lib/hnefi")

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from controller.cli.start import main

_PRESSED = Path("/run/board/pressed")


def press() -> None:
    """Press the button when it is time."""
    while not _PRESSED.exists():
        time.sleep(0.2)
    Device.pin_factory.pin(4).drive_low()


Device.pin_factory = MockFactory()
threading.Thread(target=press, daemon=True).start()
main()
