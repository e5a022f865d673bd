"""What the configured drivers need of the computer: devices, groups, overlays, clocks."""

from collections.abc import Iterator

from controller.doctor.machine import Computer, Model
from hal.config import GPIO_MATRIX, SERIAL, BoardConfig
from hal.diagnosis.check import Check, Verdict
from hal.gpio.header import SERIAL_PINS, SERIAL_PORTS
from hal.gpio.pin_use import pin_uses

_CHIP = "/dev/gpiochip0"
_PORTS = ("/dev/ttyUSB*", "/dev/ttyACM*")
_I2C_PINS, _ONE_WIRE_PIN = {2, 3}, 4
_PWM_PINS, _PCM_PIN, _SPI_PIN = (12, 13, 18, 19), 21, 10
# What keeps the clock of the SPI line still, by model.
_CORE_FREQ = {
    Model.PI_3: "core_freq=250",
    Model.ZERO_2: "core_freq=250",
    Model.PI_4: "core_freq_min=500",
}


def wire_checks(computer: Computer, config: BoardConfig) -> Iterator[Check]:
    """Yield a check for each thing that the drivers of a configuration need."""
    drivers = {config.board.driver, config.strip_driver}
    if config.board.driver == GPIO_MATRIX or config.buttons.pins():
        yield _device(computer, "pins", _CHIP, "gpio", "start it on a Raspberry Pi")
        yield from _other_users_of_pins(computer, config)
    if SERIAL in drivers:
        yield from _port(computer, config)
    strips = {"spi": _spi, "ws281x": _ws281x, "leds0": _leds0}
    if config.strip_driver in strips:
        yield from strips[config.strip_driver](computer, config)


def _device(computer: Computer, part: str, path: str, group: str, otherwise: str) -> Check:
    """Return whether a device is there, and may be opened."""
    if not computer.exists(path):
        return Check(part, Verdict.FAIL, f"There is no {path}.", _sentence(otherwise))
    if not computer.may_open(path):
        finding = f"{path} may not be opened by {computer.user.name}."
        cure = f"sudo usermod -aG {group} {computer.user.name}, then log out and in."
        return Check(part, Verdict.FAIL, finding, cure)
    return Check(part, Verdict.OK, f"{path} is there and may be opened.")


def _port(computer: Computer, config: BoardConfig) -> Iterator[Check]:
    named = config.board.serial.port
    ports = [port for pattern in _PORTS for port in computer.matching(pattern)]
    if named != "auto":
        ports = [named] if computer.exists(named) else []
    if not ports:
        finding = (
            "There is no serial port of a board." if named == "auto" else f"There is no {named}."
        )
        cure = "Plug the board in; use a USB cable that carries data, and not only power."
        yield Check("port", Verdict.FAIL, finding, cure)
        return
    for port in ports:
        yield _device(computer, "port", port, "dialout", "plug it in")
    if named in SERIAL_PORTS and _has_console(computer):
        yield _console("the serial line")


def _other_users_of_pins(computer: Computer, config: BoardConfig) -> Iterator[Check]:
    """Yield what else the kernel uses the configured pins for."""
    used = {use.gpio: use.used_by for use in pin_uses(config)}
    parameters, overlays, file = (
        set(computer.parameters()),
        computer.overlays(),
        computer.config_file,
    )
    if used.keys() & set(SERIAL_PINS) and _has_console(computer):
        yield _console(used[next(pin for pin in SERIAL_PINS if pin in used)])
    if used.keys() & _I2C_PINS and {"i2c_arm=on", "i2c=on"} & parameters:
        finding = "I2C is switched on, and GPIO 2 or 3 is used for something else."
        yield Check(
            "pins", Verdict.FAIL, finding, f"Remove dtparam=i2c_arm=on from {file}, then reboot."
        )
    if _ONE_WIRE_PIN in used and "w1-gpio" in overlays:
        finding = f"1-Wire is switched on, and GPIO 4 is {used[_ONE_WIRE_PIN]}."
        yield Check(
            "pins", Verdict.FAIL, finding, f"Remove dtoverlay=w1-gpio from {file}, then reboot."
        )
    spi = {pin for pin in used if pin in (7, 8, 9, 10, 11)}
    if spi and config.strip_driver != "spi" and "spi=on" in parameters:
        finding = f"SPI is switched on, and GPIO {min(spi)} is {used[min(spi)]}."
        yield Check(
            "pins", Verdict.FAIL, finding, f"Remove dtparam=spi=on from {file}, then reboot."
        )


def _has_console(computer: Computer) -> bool:
    words = computer.command_line().split()
    return any(
        word.startswith(("console=serial0", "console=ttyAMA0", "console=ttyS0")) for word in words
    )


def _console(used_by: str) -> Check:
    finding = f"The serial console is on GPIO 14 and 15, where {used_by} is."
    cure = "sudo raspi-config, Interface Options, Serial Port: no login shell; then reboot."
    return Check("pins", Verdict.FAIL, finding, cure)


def _spi(computer: Computer, config: BoardConfig) -> Iterator[Check]:
    add = f"add dtparam=spi=on to {computer.config_file}, then reboot"
    yield _device(computer, "strip", config.strip.spi.device, "spi", add)
    yield from _core_freq(computer)


def _core_freq(computer: Computer) -> Iterator[Check]:
    wanted = _CORE_FREQ.get(computer.model)
    if wanted is None:
        return
    if wanted in computer.settings():
        yield Check("clock", Verdict.OK, f"{wanted} keeps the clock of the strip still.")
        return
    finding = (
        f"The clock of the SPI line may change while the strip is lit, on a {computer.model.value}."
    )
    cure = f"Add {wanted} to {computer.config_file}, then reboot."
    yield Check("clock", Verdict.FAIL, finding, cure)


def _ws281x(computer: Computer, config: BoardConfig) -> Iterator[Check]:
    pin = config.strip.ws281x.pin
    if computer.model is Model.PI_5:
        cure = 'Write driver = "leds0" or "spi" under [strip].'
        yield Check("strip", Verdict.FAIL, "ws281x does not work on a Raspberry Pi 5.", cure)
        return
    if pin == _SPI_PIN:
        yield from _core_freq(computer)
    elif computer.user.uid != 0:
        finding = f"GPIO {pin} needs root, and this is {computer.user.name}."
        cure = 'Start hnefi with sudo, or write driver = "spi" under [strip].'
        yield Check("strip", Verdict.FAIL, finding, cure)
    if pin in _PWM_PINS:
        yield _audio(computer, pin)
    if pin == _PCM_PIN and "i2s=on" in computer.parameters():
        finding = "GPIO 21 is used for digital sound, too."
        cure = f"Remove dtparam=i2s=on from {computer.config_file}, then reboot."
        yield Check("sound", Verdict.FAIL, finding, cure)


def _audio(computer: Computer, pin: int) -> Check:
    if "audio=on" in computer.parameters():
        finding = f"The analogue sound uses the same hardware as the strip on GPIO {pin}."
        cure = f"Write dtparam=audio=off in {computer.config_file}, not audio=on; then reboot."
        return Check("sound", Verdict.FAIL, finding, cure)
    return Check("sound", Verdict.OK, "The analogue sound is off, as the strip needs.")


def _leds0(computer: Computer, config: BoardConfig) -> Iterator[Check]:
    if computer.model is not Model.PI_5:
        this = computer.name or "another computer"
        finding = f"leds0 works only on a Raspberry Pi 5, and this is {this}."
        yield Check(
            "strip", Verdict.FAIL, finding, 'Write driver = "ws281x" or "spi" under [strip].'
        )
        return
    pixels = len(config.wiring.pixels.pixels())
    wanted = {"gpio": str(config.strip.leds0.pin), "num_leds": str(pixels)}
    line = f"dtoverlay=ws2812-pio,gpio={wanted['gpio']},num_leds={pixels}"
    loaded = computer.overlays().get("ws2812-pio")
    if loaded is None or {key: loaded.get(key) for key in wanted} != wanted:
        finding = "The overlay of the strip is missing."
        if loaded is not None:
            said = f"{_joined(loaded)}, and the configuration {_joined(wanted)}"
            finding = f"The overlay of the strip says {said}."
        cure = f"Put {line} into {computer.config_file}, then reboot."
        yield Check("overlay", Verdict.FAIL, finding, cure)
        return
    yield Check("overlay", Verdict.OK, "The overlay of the strip is loaded, with the right pin.")
    device = config.strip.leds0.device
    if computer.exists(device) and not computer.may_open(device):
        rule = 'SUBSYSTEM=="ws2812-pio-rp1", MODE="0660", GROUP="gpio"'
        finding = f"{device} may not be opened by {computer.user.name}."
        cure = f"Write {rule} into /etc/udev/rules.d/60-hnefi.rules, then reboot."
        yield Check("strip", Verdict.FAIL, finding, cure)
        return
    yield _device(
        computer, "strip", device, "gpio", "reboot, and update the system if that changes nothing"
    )


def _joined(settings: dict[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in sorted(settings.items()))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
