"""Raspberry Pis as trees of files, as far as the doctor looks at them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from controller.doctor.machine import Computer, Owner, User

BUILDER = User("astrid", 1000, frozenset({"astrid", "gpio", "spi", "dialout"}))
ROOT = User("root", 0, frozenset({"root"}))
MODELS = {
    "Pi 3": "Raspberry Pi 3 Model B Plus Rev 1.3",
    "Pi 4": "Raspberry Pi 4 Model B Rev 1.5",
    "Pi 5": "Raspberry Pi 5 Model B Rev 1.0",
    "Zero 2 W": "Raspberry Pi Zero 2 W Rev 1.0",
    "laptop": "",
}
GROUPS = {
    "gpiochip0": "gpio",
    "leds0": "gpio",
    "spidev0.0": "spi",
    "ttyUSB0": "dialout",
    "serial0": "dialout",
}


@dataclass(frozen=True)
class Tree:
    """The files of a computer that differ from case to case."""

    model: str
    config: str = ""
    devices: tuple[str, ...] = ("gpiochip0", "leds0", "spidev0.0", "ttyUSB0")
    command_line: str = "console=tty1 root=PARTUUID=1 rootwait"
    throttled: str = "0"
    mounts: str = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0"
    user: User = BUILDER
    owners: Mapping[str, Owner] = field(default_factory=dict)

    def computer(self, root: Path) -> Computer:
        """Write the files, and return the computer."""
        files = {
            "proc/device-tree/model": MODELS[self.model] + "\0",
            "proc/mounts": self.mounts,
            "boot/firmware/config.txt": self.config,
            "boot/firmware/cmdline.txt": self.command_line,
            "sys/devices/platform/soc/soc:firmware/get_throttled": self.throttled,
            "var/lib/hnefi/games.db": "",
            **{f"dev/{name}": "" for name in self.devices},
        }
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Computer(root, self.user, self._owner_of)

    def _owner_of(self, path: Path) -> Owner:
        usual = Owner(0, GROUPS[path.name], 0o660) if path.name in GROUPS else None
        return self.owners.get(path.name, usual or Owner(self.user.uid, "users", 0o755))
