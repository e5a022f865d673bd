"""Which USB ports may have a board behind them: by the kind of adapter, and by what was there last.

Opening a port resets an Arduino, whoever it belongs to, and a printer or a modem may do worse. So
ports with other adapters are left alone unless they are named. Opens nothing.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hal.state_folder import state_folder

# Vendors and products of what stands on Arduinos and Nanos and their copies; None is any product.
_ADAPTERS: dict[int, frozenset[int] | None] = {
    0x2341: None,  # Arduino
    0x2A03: None,  # Arduino, once
    0x1A86: frozenset({0x7523, 0x5523, 0x7522}),  # CH340, CH341
    0x0403: frozenset({0x6001, 0x6015}),  # FTDI FT232, FT231X
    0x10C4: frozenset({0xEA60}),  # CP2102
    0x067B: frozenset({0x2303, 0x23A3}),  # PL2303
}


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A port and its adapter: `serial` where that has a number of its own, `place` on the bus."""

    name: str
    vendor: int
    product: int
    serial: str = ""
    place: str = ""

    @property
    def key(self) -> str:
        """What stays the same when the adapter is plugged in again."""
        return f"{self.vendor:04x}:{self.product:04x}:{self.serial or self.place}"

    @property
    def may_be_a_board(self) -> bool:
        """Whether boards have such an adapter."""
        products = _ADAPTERS.get(self.vendor, frozenset())
        return products is None or self.product in products


def likely_ports(ports: Iterable[UsbPort], remembered: str) -> list[str]:
    """Return the ports behind which a board may be; where one was last comes first."""
    likely = [port for port in ports if port.may_be_a_board or port.key == remembered]
    return [port.name for port in sorted(likely, key=lambda p: (p.key != remembered, p.name))]


def state_file() -> Path:
    """Return the file that remembers where a board was last."""
    return state_folder() / "port"


def remembered_key() -> str:
    """Return the key of the adapter that had a board last; nothing if none is known."""
    with suppress(OSError, UnicodeDecodeError):
        return state_file().read_text(encoding="utf-8").strip()
    return ""


def remember(ports: Sequence[UsbPort], name: str) -> None:
    """Remember the adapter of a port; what cannot be written is not remembered."""
    keys = [port.key for port in ports if port.name == name]
    if keys and keys[0] != remembered_key():
        with suppress(OSError):
            state_file().parent.mkdir(parents=True, exist_ok=True)
            state_file().write_text(f"{keys[0]}\n", encoding="utf-8")
