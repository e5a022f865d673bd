"""The computer as its files show it, under any root folder; and who is asking.

Paths are those of a Raspberry Pi with Raspberry Pi OS, from its documentation and from memory.
"""

import grp
import os
import pwd
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple

_CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
_CMDLINES = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")
_MODEL = "/proc/device-tree/model"
_LARGEST = 256 * 1024


class Model(Enum):
    """The kinds of Raspberry Pi that differ in what they can do for a board."""

    PI_3 = "Raspberry Pi 3"
    PI_4 = "Raspberry Pi 4"
    PI_5 = "Raspberry Pi 5"
    ZERO_2 = "Raspberry Pi Zero 2"
    OTHER_PI = "Raspberry Pi"
    NO_PI = ""


class Owner(NamedTuple):
    """Whom a file belongs to, and who may do what with it."""

    uid: int
    group: str
    mode: int


def owner_of(path: Path) -> Owner:
    """Return the owner of a file.

    Raises:
        OSError: there is no such file.
    """
    found = path.stat()
    try:
        group = grp.getgrgid(found.st_gid).gr_name
    except KeyError:
        group = str(found.st_gid)
    return Owner(found.st_uid, group, found.st_mode & 0o7777)


@dataclass(frozen=True, slots=True)
class User:
    """Who is asking: name, number and groups."""

    name: str
    uid: int
    groups: frozenset[str]

    @classmethod
    def present(cls) -> "User":
        """Return who runs this process."""
        uid = os.geteuid()
        try:
            name = pwd.getpwuid(uid).pw_name
        except KeyError:
            name = str(uid)
        return cls(name, uid, frozenset(map(_group_name, {os.getegid(), *os.getgroups()})))


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer under a root folder; `owner` is asked for the owner of its files."""

    root: Path = Path("/")
    user: User = field(default_factory=User.present)
    owner: Callable[[Path], Owner] = owner_of

    def path(self, path: str) -> Path:
        """Return where a path of this computer lies."""
        return self.root / path.lstrip("/")

    def exists(self, path: str) -> bool:
        """Say whether there is something at a path."""
        return self.path(path).exists()

    def text(self, *paths: str) -> str:
        """Return the text of the first file that can be read; nothing if none can."""
        for path in paths:
            try:
                with self.path(path).open("rb") as stream:
                    return stream.read(_LARGEST).decode("utf-8", "replace").strip("\0\n ")
            except OSError:
                continue
        return ""

    def matching(self, pattern: str) -> list[str]:
        """Return the paths that match a pattern such as /dev/ttyUSB*."""
        found = self.root.glob(pattern.lstrip("/"))
        return sorted("/" + str(path.relative_to(self.root)) for path in found)

    def may_open(self, path: str) -> bool:
        """Say whether the user may read and write a file that is there."""
        owner = self.owner(self.path(path))
        if self.user.uid == 0:
            return True
        if owner.uid == self.user.uid:
            return owner.mode & 0o600 == 0o600
        if owner.group in self.user.groups:
            return owner.mode & 0o060 == 0o060
        return owner.mode & 0o006 == 0o006

    @property
    def name(self) -> str:
        """What the computer calls itself; nothing if it does not."""
        return self.text(_MODEL)

    @property
    def model(self) -> Model:
        """Which Raspberry Pi it is."""
        return next(model for model in Model if self.name.startswith(model.value))

    @property
    def config_file(self) -> str:
        """The file that the firmware of the Raspberry Pi reads when it starts."""
        return next((path for path in _CONFIGS if self.exists(path)), _CONFIGS[0])

    def settings(self) -> list[str]:
        """Return the lines of that file that count for this model, without spaces and comments."""
        lines = []
        counts = True
        for line in self.text(*_CONFIGS).splitlines():
            setting = line.split("#")[0].replace(" ", "")
            if section := re.fullmatch(r"\[(.*)\]", setting):
                counts = section[1].lower() in self._sections()
            elif setting and counts:
                lines.append(setting)
        return lines

    def parameters(self) -> Iterator[str]:
        """Yield the parameters of the device tree that are set, such as spi=on."""
        for line in self.settings():
            key, _, value = line.partition("=")
            if key in ("dtparam", "device_tree_param"):
                yield from value.split(",")

    def overlays(self) -> dict[str, dict[str, str]]:
        """Return the overlays that are loaded, with their parameters."""
        found = {}
        for line in self.settings():
            key, _, value = line.partition("=")
            if key in ("dtoverlay", "device_tree_overlay"):
                name, *rest = value.split(",")
                found[name] = dict(part.partition("=")[::2] for part in rest)
        return found

    def command_line(self) -> str:
        """Return what the kernel was started with."""
        return self.text(*_CMDLINES)

    def _sections(self) -> set[str]:
        usual = {"all"}
        names = {
            Model.PI_3: {"pi3"},
            Model.PI_4: {"pi4"},
            Model.PI_5: {"pi5"},
            Model.ZERO_2: {"pi02", "pi0"},
        }
        return usual | names.get(self.model, set())


def _group_name(gid: int) -> str:
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)
