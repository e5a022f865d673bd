"""The devices that have paired, the links to watch, and the cookies by which they are known. Pure.

A cookie names a device and is signed with the key, so nobody can make one up; and the device must
be on the list, so taking it off the list ends its cookie wherever that was copied to.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from secrets import token_hex, token_urlsafe

# A device that has not paired for so long has to pair again, in seconds.
LIVES_S = 90 * 24 * 3600
# Whoever came first leaves when one more comes.
MOST_DEVICES, MOST_LINKS = 64, 16
_LONGEST_NAME = 80


class Role(StrEnum):
    """What a device may do."""

    PLAY = "play"
    WATCH = "watch"


@dataclass(frozen=True, slots=True)
class PairedDevice:
    """A device that has paired: its id, what it may do, its browser, since when, by which link."""

    id: str
    role: Role
    name: str
    since: float  # in seconds since 1970
    link: str | None = None


@dataclass(frozen=True, slots=True)
class WatchLink:
    """A link for whoever should only watch; `token` is the secret in its address."""

    id: str
    token: str
    since: float


@dataclass(frozen=True, slots=True)
class Register:
    """What is kept of devices from one start to the next."""

    key: str = field(default_factory=lambda: token_hex(32))
    devices: tuple[PairedDevice, ...] = ()
    links: tuple[WatchLink, ...] = ()


class Devices:
    """The list of devices and links; whoever is taken off it is reported, and every change kept."""

    def __init__(
        self, register: Register, keep: Callable[[Register], None], leave: Callable[[str], None]
    ) -> None:
        """Begin with a list; `keep` gets each new one, `leave` the id of a device that must go."""
        self._key = register.key
        self._devices = {device.id: device for device in register.devices}
        self._links = {link.id: link for link in register.links}
        self._keep, self._leave = keep, leave

    @property
    def all(self) -> tuple[PairedDevice, ...]:
        """All devices, the oldest first."""
        return tuple(self._devices.values())

    @property
    def links(self) -> tuple[WatchLink, ...]:
        """All links, the oldest first."""
        return tuple(self._links.values())

    def admit(self, role: Role, name: str, at: float, link: str | None = None) -> str:
        """Add a device and return its cookie."""
        fellows = [each.id for each in self._devices.values() if each.link == link]
        if len(fellows) >= MOST_DEVICES:
            self._remove(fellows[0])
        device = PairedDevice(token_hex(8), role, name[:_LONGEST_NAME], at, link)
        self._devices[device.id] = device
        self._changed()
        return f"{device.id}.{self._signature(device.id)}"

    def known(self, cookie: str, at: float) -> PairedDevice | None:
        """Return the device of a cookie, None where it is no cookie of ours, or not any more."""
        id_, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(id_).encode()):
            return None
        device = self._devices.get(id_)
        return device if device is not None and at < device.since + LIVES_S else None

    def new_link(self, at: float) -> WatchLink:
        """Return a new link to watch by."""
        if len(self._links) >= MOST_LINKS:
            self._remove_link(next(iter(self._links)))
        link = WatchLink(token_hex(8), token_urlsafe(16), at)
        self._links[link.id] = link
        self._changed()
        return link

    def link(self, token: str) -> WatchLink | None:
        """Return the link with a token."""
        given = token.encode()
        found = [
            link for link in self._links.values() if hmac.compare_digest(link.token.encode(), given)
        ]
        return found[0] if found else None

    def move_dates(self, since: float, until: float, later: float) -> None:
        """Move what was dated between two times, as by a clock that has been set meanwhile."""
        for device in self.all:
            if since <= device.since <= until:
                self._devices[device.id] = replace(device, since=device.since + later)
        for link in self.links:
            if since <= link.since <= until:
                self._links[link.id] = replace(link, since=link.since + later)
        self._changed()

    def revoke(self, id_: str) -> bool:
        """Send a device away, or a link and all that came by it; False where there is neither."""
        if id_ in self._links:
            self._remove_link(id_)
        elif id_ in self._devices:
            self._remove(id_)
        else:
            return False
        self._changed()
        return True

    def revoke_all(self) -> None:
        """Send all devices away, end all links, and sign with a new key from now on."""
        for id_ in list(self._devices):
            self._remove(id_)
        self._links.clear()
        self._key = token_hex(32)
        self._changed()

    def _remove_link(self, id_: str) -> None:
        del self._links[id_]
        for device in [each for each in self._devices.values() if each.link == id_]:
            self._remove(device.id)

    def _remove(self, id_: str) -> None:
        del self._devices[id_]
        self._leave(id_)

    def _changed(self) -> None:
        self._keep(Register(self._key, self.all, self.links))

    def _signature(self, id_: str) -> str:
        return hmac.new(bytes.fromhex(self._key), id_.encode(), "sha256").hexdigest()
