"""What pixels are to be sent for a frame: gain, gamma, brightness, the current limit, the wiring.

Knows no driver and no clock.
"""

from collections.abc import Callable, Sequence

from hal.board import CHANNELS, Draw, Frame
from hal.squares import SQUARES_BY_NAME
from hal.strips.layout import StripLayout
from hal.strips.power import FULL, CurrentLimit, PowerSection, inverse
from hal.wiring.pixels import PixelWiring

# For pixels that are fed by anything and shine as they are asked to: those of simulations.
BOUNDLESS = PowerSection(supply_ma=65_000, gamma=1.0)


def _always() -> float:
    return 1.0


class Painter:
    """Turns frames into the bytes for a strip that draw no more than its supply gives.

    `brightness` returns the share of full light that is wanted now. `device_curve` is what the
    strip's own driver makes of each value it is sent, where that is not the value itself.
    """

    def __init__(
        self,
        power: PowerSection | None = None,
        wiring: PixelWiring | None = None,
        brightness: Callable[[], float] = _always,
        device_curve: Sequence[int] = range(256),
    ) -> None:
        """Take supply and wiring.

        Raises:
            SupplyTooSmallError: the supply leaves nothing for light.
        """
        self._power = power or PowerSection()
        self.layout = StripLayout(wiring or PixelWiring())
        self.limit = CurrentLimit(self._power, self.layout.pixel_count, self.layout.per_square)
        self._brightness = brightness
        self._device_curve = bytes(device_curve)
        self._to_device = inverse(device_curve)
        self._painted_at: float | None = None  # with which brightness
        self.draw: Draw = self.limit.draw(b"")
        self._set_tables(brightness())

    @property
    def is_stale(self) -> bool:
        """Whether the last frame would look otherwise now, because night fell or day broke."""
        return self._painted_at is not None and self._brightness() != self._painted_at

    def paint(self, frame: Frame) -> bytes:
        """Return what to send for a frame, in the order of the wire; `draw` is what it draws."""
        brightness = self._brightness()
        if brightness != self._painted_at:
            self._set_tables(brightness)
        values = frame.pixels.translate(self._table)
        if self._own_tables:
            values = self._with_gains(frame.pixels, values)
        sent = self.limit.limited(values).translate(self._to_device)
        self.draw = self.limit.draw(sent.translate(self._device_curve))
        return self.layout.to_wire(Frame(sent))

    def _set_tables(self, brightness: float) -> None:
        self._painted_at = brightness
        self._table = self._curve(brightness)
        self._own_tables = {
            SQUARES_BY_NAME[name]: self._curve(brightness * gain)
            for name, gain in self._power.gain.items()
        }

    def _curve(self, share: float) -> bytes:
        """Return what becomes of each value; what is lit stays lit."""
        curve = (round(FULL * share * (value / FULL) ** self._power.gamma) for value in range(256))
        return bytes(max(value, n > 0 and share > 0) for n, value in enumerate(curve))

    def _with_gains(self, pixels: bytes, values: bytes) -> bytes:
        dimmed = bytearray(values)
        for square, table in self._own_tables.items():
            place = slice(CHANNELS * square, CHANNELS * (square + 1))
            dimmed[place] = pixels[place].translate(table)
        return bytes(dimmed)
