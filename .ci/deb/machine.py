"""Boots a disk on an emulated ARM computer: the whole computer, not only its processor.

    python machine.py ARCH KERNEL INITRD DISK CONSOLE SECONDS

The computer is QEMU's `virt`, with the processor of a Raspberry Pi 3 and Zero 2 W (arm64), and says
in its device tree that it is a Raspberry Pi 3, because gpiozero asks for that. Its pins are those
of a PL061. A button hangs on GPIO 4: it is up, and pressed from outside once the console says
"Press the button.", until the computer is off. Exit status 1 if it is not off in time.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

_PROGRAMS = {
    "arm64": ["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a53"],
    "armhf": ["qemu-system-arm", "-machine", "virt,highmem=off", "-cpu", "cortex-a15"],
}
_LIKE_A_PI = ["-smp", "1", "-m", "1024", "-display", "none", "-no-reboot", "-nic", "none"]
# Two nanoseconds for each instruction, however long it takes to emulate it.
_TIME = ["-icount", "shift=1,sleep=on,align=off"]
_MODEL, _REVISION = "Raspberry Pi 3 Model B Rev 1.2", "a02082"
_BUTTON = 4
_PRESS = b"Press the button."
_UP, _DOWN = 1, 0


def device_tree(program: Sequence[str], folder: Path) -> Path:
    """Write the device tree of the computer, as that of a Raspberry Pi, and return where it is."""
    tree = folder / "tree.dtb"
    machine = [*program]
    machine[2] += f",dumpdtb={tree}"
    subprocess.run([*machine, *_LIKE_A_PI], check=True, capture_output=True)
    for kind, node, name, value in (
        ("s", "/", "model", _MODEL),
        ("x", "/system", "linux,revision", _REVISION),
    ):
        subprocess.run(["fdtput", "-p", "-t", kind, tree, node, name, value], check=True)
    return tree


class Machine:
    """A computer that stands still until it is let go; its chips can be reached from outside."""

    def __init__(self, opened: ExitStack, command: Sequence[str], folder: Path) -> None:
        """Start it."""
        ask, touch = folder / "ask", folder / "touch"
        listening = [
            *("-S", "-qmp", f"unix:{ask},server=on,wait=off"),
            *("-qtest", f"unix:{touch},server=on,wait=off", "-qtest-log", "/dev/null"),
        ]
        self.process = opened.enter_context(subprocess.Popen([*command, *listening]))
        opened.callback(self.process.kill)
        self._ask = opened.enter_context(self._connected(ask).makefile("rwb"))
        self._touch = opened.enter_context(self._connected(touch).makefile("rwb"))
        self._ask.readline()
        self._asked("qmp_capabilities")
        devices = self._asked("qom-list", path="/machine/unattached")
        (pins,) = [each["name"] for each in devices if each["type"] == "child<pl061>"]
        self._pins = f"/machine/unattached/{pins}"

    def let_go(self) -> None:
        """Let it run."""
        self._asked("cont")

    def pull(self, pin: int, level: int) -> None:
        """Pull one of its pins up or down."""
        self._touch.write(f"set_irq_in {self._pins} unnamed-gpio-in {pin} {level}\n".encode())
        self._touch.flush()
        if not self._touch.readline().startswith(b"OK"):
            raise SystemExit("machine: the pin cannot be reached")

    def _connected(self, path: Path) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        while self.process.poll() is None:
            try:
                connection.connect(str(path))
            except OSError:
                time.sleep(0.1)
            else:
                return connection
        raise SystemExit("machine: the computer did not start")

    def _asked(self, what: str, **how: str) -> list[dict[str, str]]:
        question = {"execute": what, "arguments": how}
        self._ask.write(json.dumps(question).encode() + b"\n")
        self._ask.flush()
        while True:
            answer = json.loads(self._ask.readline())
            if "error" in answer:
                raise SystemExit(f"machine: {answer['error']['desc']}")
            if "return" in answer:
                found: list[dict[str, str]] = answer["return"]
                return found


def main(arch: str, kernel: str, initrd: str, disk: str, console: str, seconds: str) -> int:
    """Run it until it is off; return the exit status."""
    program = _PROGRAMS[arch]
    with tempfile.TemporaryDirectory() as name, ExitStack() as opened:
        folder = Path(name)
        command = [
            *program,
            *_LIKE_A_PI,
            *_TIME,
            *("-dtb", str(device_tree(program, folder)), "-kernel", kernel, "-initrd", initrd),
            *("-append", "root=/dev/vda rw console=ttyAMA0 systemd.journald.forward_to_console=1"),
            *("-drive", f"file={disk},format=raw,if=virtio,cache=unsafe"),
            *("-serial", f"file:{console}"),
        ]
        machine = Machine(opened, command, folder)
        machine.pull(_BUTTON, _UP)
        machine.let_go()
        # The computer makes this file, too, but not before it runs.
        Path(console).touch()
        deadline = time.monotonic() + float(seconds)
        is_pressed = False
        while machine.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.5)
            if not is_pressed and _PRESS in Path(console).read_bytes():
                is_pressed = True
                machine.pull(_BUTTON, _DOWN)
        return 0 if machine.process.poll() == 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
