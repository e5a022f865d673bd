"""Who may come in from the network: code, devices and links of a hnefi that runs, in real time."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

from controller.rules.sentence import sentence
from controller.supervision.tally import Tally
from controller.web.lan.addresses import in_url, own_addresses
from controller.web.lan.devices import LIVES_S, Devices, PairedDevice, Register, Role
from controller.web.lan.pairing import CodePairing
from controller.web.lan.register_file import read_register, write_register

# A clock that is set jumps by more than this, in seconds; what it gains or loses is less.
_JUMP_S = 60.0


@dataclass(frozen=True, slots=True)
class LanOptions:
    """How the page is open to the network."""

    role: Role = Role.PLAY  # what a code allows
    names: tuple[str, ...] = ()  # names of this machine that a request may use, beside addresses
    certificate: Path | None = None  # with its key: the page is served by HTTPS
    key: Path | None = None
    register: Path | None = None  # the file with the devices, None to forget them at the end


class Access:
    """Pairing and devices of a page that is open to the network."""

    def __init__(
        self,
        options: LanOptions,
        port: int,
        tally: Tally,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Read the devices that are known; `clock` runs evenly, `wall` knows the date.

        Raises:
            RegisterError: the file of devices holds something else.
        """
        self.options, self.port = options, port
        self.clock, self._wall = clock, wall
        self._began = wall()
        self._ahead = self._began - clock()  # of the wall's clock before the one that runs evenly
        self._tally = tally
        self._leaving: dict[str, set[asyncio.Event]] = {}
        register = read_register(options.register) if options.register else Register()
        self.pairing = CodePairing()
        self.devices = Devices(register, self._keep, self._leave)
        self.cookie = f"hnefi-{port}"  # browsers do not keep the cookies of ports apart

    @property
    def addresses(self) -> list[str]:
        """Where other devices find the page, the likeliest first."""
        scheme = "https" if self.options.certificate else "http"
        return [
            f"{scheme}://{in_url(each)}:{self.port}"
            for each in (*self.options.names, *own_addresses())
        ]

    @property
    def is_secure(self) -> bool:
        """Whether nobody else in the network can read what is sent."""
        return self.options.certificate is not None

    def now(self) -> float:
        """Return the seconds since 1970; once the clock was set, move what it had dated before.

        A computer without a battery for its clock begins in 1970, and learns the day later.
        """
        now = self._wall()
        jump = now - self.clock() - self._ahead
        if abs(jump) > _JUMP_S:
            self.devices.move_dates(self._began, now - jump, jump)
            self._began, self._ahead = self._began + jump, self._ahead + jump
        return now

    def device_of(self, cookies: str) -> PairedDevice | None:
        """Return the device that the header `Cookie` names, None where it names none of ours."""
        try:
            found = SimpleCookie(cookies).get(self.cookie)
        except CookieError:
            return None
        return self.devices.known(found.value, self.now()) if found else None

    def cookie_header(self, cookie: str) -> str:
        """Return the header `Set-Cookie` that gives a device its cookie."""
        secure = "; Secure" if self.is_secure else ""
        return (
            f"{self.cookie}={cookie}; Path=/; Max-Age={LIVES_S}; HttpOnly; SameSite=Strict{secure}"
        )

    def new_code(self) -> str:
        """Return the digits of a new code."""
        return self.pairing.new_code(self.clock()).digits

    @contextmanager
    def staying(self, device: str) -> Iterator[asyncio.Event]:
        """Give an event that is set when a device has to go, as long as it has something open."""
        leaving = asyncio.Event()
        self._leaving.setdefault(device, set()).add(leaving)
        try:
            yield leaving
        finally:
            self._leaving[device].discard(leaving)
            if not self._leaving[device]:
                del self._leaving[device]

    def is_here(self, device: str) -> bool:
        """Say whether a device has the page open."""
        return device in self._leaving

    def _leave(self, device: str) -> None:
        for leaving in self._leaving.get(device, ()):
            leaving.set()

    def _keep(self, register: Register) -> None:
        if self.options.register is None:
            return
        try:
            write_register(self.options.register, register)
        except OSError as error:
            self._tally.note(sentence("lan.not_kept", error=error.strerror or "?"))
