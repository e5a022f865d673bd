"""What a builder can choose of a board, as values that are checked. Reads no file.

Sections as in a file of configuration: which driver senses, which one shines, how both are wired,
what the supply gives, and which buttons there are.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from hal.gpio.header import POSITIONS, RESERVED, SPI_DATA, SPI_PINS
from hal.hall_thresholds import HallThresholds
from hal.section import Section
from hal.serial.bauds import BAUDS
from hal.squares import SIDE
from hal.strips import leds0, spi
from hal.strips.power import PowerSection
from hal.strips.spi_code import CODES
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring

SERIAL = "serial"
GPIO_MATRIX = "gpio-matrix"
NO_STRIP = "none"
AUTO = "auto"
_FIRST_SPI = "/dev/spidev0."


def _usable(gpio: int) -> int:
    if gpio in RESERVED:
        raise ValueError(f"expected a free pin, got GPIO {gpio}, which is for {RESERVED[gpio]}")
    if gpio not in POSITIONS:
        raise ValueError(f"expected a GPIO number from 2 to 27, got {gpio}")
    return gpio


def _rate(baud: str | int) -> str | int:
    if baud != AUTO and baud not in BAUDS:
        *most, last = map(str, BAUDS)
        raise ValueError(f'expected "auto", {", ".join(most)} or {last}, got {str(baud)[:20]!r}')
    return baud


Gpio = Annotated[int, AfterValidator(_usable)]


class SerialSection(Section):
    """A microcontroller behind a port: where it is, and what it is to send.

    `port` and `baud` "auto" look for it. `states` lets the firmware of Hall sensors apply the
    thresholds, instead of sending levels.
    """

    port: Annotated[str, Field(min_length=1)] = AUTO
    baud: Annotated[str | int, AfterValidator(_rate)] = AUTO
    states: bool = False

    @property
    def rate(self) -> int | None:
        """The baud rate; None where it is to be found out."""
        return self.baud if isinstance(self.baud, int) else None


class MatrixSection(Section):
    """A matrix of reeds on the pins of a Raspberry Pi, by GPIO numbers.

    `settle_us` is how long a row is driven before the columns are read: 50 is enough for the
    Pi's own resistors and a metre of wire. `find_ghosts` looks for missing diodes.
    """

    rows: tuple[Gpio, ...] = ()
    columns: tuple[Gpio, ...] = ()
    settle_us: Annotated[float, Field(ge=0, le=5000)] = 50.0
    find_ghosts: bool = True

    @field_validator("rows", "columns")
    @classmethod
    def _of_eleven(cls, gpios: tuple[int, ...]) -> tuple[int, ...]:
        if gpios and len(gpios) != SIDE:
            raise ValueError(f"expected {SIDE} GPIO numbers, got {len(gpios)}")
        return gpios


class BoardSection(Section):
    """What senses the pieces."""

    driver: str = SERIAL
    serial: SerialSection = Field(default_factory=SerialSection)
    matrix: MatrixSection = Field(default_factory=MatrixSection)
    hall: HallThresholds = Field(default_factory=HallThresholds)


class Ws281xSection(Section):
    """Pixels by rpi_ws281x, on a Raspberry Pi 1 to 4."""

    pin: Literal[10, 12, 13, 18, 19, 21] = 18
    dma: Annotated[int, Field(ge=0, le=15)] = 10


class SpiSection(Section):
    """Pixels on the SPI line, on any Raspberry Pi.

    `bits` are those on the line for one bit of a pixel, 8 or 4. `pins` are the pins that the
    kernel takes for SPI; with dtoverlay=spi0-0cs,no_miso only 10 and 11.
    """

    device: str = spi.DEVICE
    bits: Literal[4, 8] = 8
    speed_hz: int = 0
    pins: tuple[Gpio, ...] = SPI_PINS

    @property
    def clock_hz(self) -> int:
        """The clock of the line: the one that is named, or the one that suits the code."""
        return self.speed_hz or {8: 7_200_000, 4: 3_200_000}[self.bits]

    @model_validator(mode="after")
    def _has_its_data(self) -> "SpiSection":
        # Other lines have their data elsewhere, each kind of Raspberry Pi in another way.
        if self.device.startswith(_FIRST_SPI) and SPI_DATA not in self.pins:
            raise ValueError(
                f"pins: expected GPIO {SPI_DATA} among them, where {self.device} has its data, "
                f"got {', '.join(map(str, self.pins)) or 'none'}"
            )
        return self

    @model_validator(mode="after")
    def _has_right_pulses(self) -> "SpiSection":
        if not CODES[self.bits].fits(self.clock_hz):
            expected = {8: "7000000 to 7690000", 4: "3160000 to 3330000"}[self.bits]
            raise ValueError(
                f"speed_hz: expected {expected} for {self.bits} bits, got {self.speed_hz}"
            )
        return self


class KernelSection(Section):
    """Pixels by the kernel of a Raspberry Pi 5; `pin` is the one that its dtoverlay line names."""

    device: str = leds0.DEVICE
    pin: Gpio = 18


class StripSection(Section):
    """What lights the pixels; no driver means the sensors' own, if those have pixels."""

    driver: str | None = None
    ws281x: Ws281xSection = Field(default_factory=Ws281xSection)
    spi: SpiSection = Field(default_factory=SpiSection)
    leds0: KernelSection = Field(default_factory=KernelSection)


class WiringSection(Section):
    """Which sensor and which pixel lies under which square."""

    sensors: SensorWiring = Field(default_factory=SensorWiring)
    pixels: PixelWiring = Field(default_factory=PixelWiring)


# Keys of the section that are no buttons.
_OF_SHUTDOWN = ("hold_s", "shutdown_command")


class ButtonsSection(Section):
    """Buttons between pins of the Raspberry Pi and ground, by GPIO numbers; none unless named.

    `clock` counts for whoever is to move, the other two only for their own side. `shutdown` must
    be held for `hold_s` seconds; then the lights go out, and the command is run. What ends a game
    without the other side's word, resigning and an arbiter's decision, must be held as long.
    """

    undo: Gpio | None = None
    new_game: Gpio | None = None
    clock: Gpio | None = None
    clock_attackers: Gpio | None = None
    clock_defenders: Gpio | None = None
    draw_attackers: Gpio | None = None
    draw_defenders: Gpio | None = None
    no_draw: Gpio | None = None
    resign_attackers: Gpio | None = None
    resign_defenders: Gpio | None = None
    decide_attackers: Gpio | None = None
    decide_defenders: Gpio | None = None
    decide_draw: Gpio | None = None
    shutdown: Gpio | None = None
    hold_s: Annotated[float, Field(ge=0.5, le=30)] = 3.0
    shutdown_command: tuple[str, ...] = ("systemctl", "poweroff")

    def pins(self) -> dict[str, int]:
        """Return the GPIO number of each button that there is, by its name."""
        names = [name for name in type(self).model_fields if name not in _OF_SHUTDOWN]
        return {name: pin for name in names if (pin := getattr(self, name)) is not None}


class BoardConfig(Section):
    """All that is to know of a board before it is opened."""

    board: BoardSection = Field(default_factory=BoardSection)
    strip: StripSection = Field(default_factory=StripSection)
    wiring: WiringSection = Field(default_factory=WiringSection)
    power: PowerSection = Field(default_factory=PowerSection)
    buttons: ButtonsSection = Field(default_factory=ButtonsSection)

    @property
    def strip_driver(self) -> str:
        """What lights the pixels: the driver that is named, or the sensors' own."""
        # The drivers are opened with a configuration, and are built upon this module.
        from hal.boards import SENSORS

        if self.strip.driver is not None:
            return self.strip.driver
        return NO_STRIP if self.board.driver in SENSORS else self.board.driver
