"""A board behind a pseudo terminal, for the proof of the service: its strip is shown in a file.

Arguments: the link to make for the port, the file for the number of lit pixels.
"""

import os
import sys
import time
from pathlib import Path

from simulators.boards.device_sensors import DeviceReeds
from simulators.boards.pty_line import PtyLine
from simulators.boards.serial_device import SerialDevice

link, shown = map(Path, sys.argv[1:])
device = SerialDevice(DeviceReeds(lambda: 0), time.monotonic)
line = PtyLine(device, link)
with line.running():
    Path(os.path.realpath(link)).chmod(0o666)
    while True:
        beside = shown.with_suffix(".new")
        beside.write_text(str(sum(1 for value in device.strip if value)))
        beside.replace(shown)
        time.sleep(0.2)
