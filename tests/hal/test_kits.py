"""Every kit works as it is: its configuration is right, and its wires go where that says."""

from pathlib import Path
from typing import Any

import pytest

from controller.assembly.configuration import Configuration, load
from hal.boards import problems_of
from hal.config import GPIO_MATRIX
from hal.errors import ConfigError
from hal.gpio.pin_use import free_pins, pin_uses
from hal.kits import kit_build, kit_names, kit_text

KITS = kit_names()
ON_PINS = [kit for kit in KITS if kit.startswith("gpio")]


def configuration(kit: str, folder: Path) -> Configuration:
    file = folder / "board.toml"
    file.write_text(kit_text(kit))
    return load(file)


def wires_of(build: dict[str, Any]) -> set[tuple[str, str]]:
    wires = {(wire["from"], wire["to"]) for wire in build.get("wire", ())}
    return wires | {(end, start) for start, end in wires}


def test_there_are_the_kits_that_the_manual_names() -> None:
    assert {"nano-reed", "nano-hall", "gpio-matrix", "simulator"} <= set(KITS)


@pytest.mark.parametrize("kit", KITS)
def test_a_kit_is_right_as_it_is(kit: str, tmp_path: Path) -> None:
    assert problems_of(configuration(kit, tmp_path), ("virtual",)) == []
    assert kit_build(kit)["title"]


@pytest.mark.parametrize("kit", ON_PINS)
def test_kits_on_the_pins_use_all_of_them_once(kit: str, tmp_path: Path) -> None:
    config = configuration(kit, tmp_path)
    assert config.board.driver == GPIO_MATRIX
    assert (len(pin_uses(config)), free_pins(config)) == (26, [])


@pytest.mark.parametrize("kit", ON_PINS)
def test_the_wires_of_a_kit_on_the_pins_are_those_of_its_configuration(
    kit: str, tmp_path: Path
) -> None:
    config, build = configuration(kit, tmp_path), kit_build(kit)
    matrix = config.board.matrix
    assert build["matrix"]["rows"] == [f"PI.GPIO{gpio}" for gpio in matrix.rows]
    assert build["matrix"]["columns"] == [f"PI.GPIO{gpio}" for gpio in matrix.columns]
    wired = {start for start, _ in wires_of(build) if start.startswith("PI.GPIO")}
    others = {
        f"PI.GPIO{use.gpio}"
        for use in pin_uses(config)
        if use.gpio not in (*matrix.rows, *matrix.columns)
    }
    # SPI's clock has no wire, but its pin is taken all the same.
    assert wired == others - {"PI.GPIO11"}


@pytest.mark.parametrize("kit", KITS)
def test_every_part_of_a_kit_is_wired_and_every_wire_ends_at_a_part(kit: str) -> None:
    build = kit_build(kit)
    parts = {part["id"] for part in build.get("part", ())}
    ends = {end.split(".")[0] for wire in wires_of(build) for end in wire if "." in end}
    for named in build.get("matrix", {}).values():
        ends |= {name.split(".")[0] for name in ([named] if isinstance(named, str) else named)}
    if any("button" in wire.get("through", "") for wire in build.get("wire", ())):
        ends.add("B")
    assert ends == parts


@pytest.mark.parametrize("kit", KITS)
def test_no_pin_of_a_chip_is_wired_to_two_supplies(kit: str) -> None:
    supplies: dict[str, set[str]] = {}
    for start, end in wires_of(kit_build(kit)):
        if end in ("5V", "GND"):
            supplies.setdefault(start, set()).add(end)
    assert {pin: ends for pin, ends in supplies.items() if len(ends) > 1} == {}


@pytest.mark.parametrize("kit", KITS)
def test_a_nano_that_usb_feeds_and_its_chips_never_meet_the_supply_of_the_strip(kit: str) -> None:
    build = kit_build(kit)
    parts = {part["id"] for part in build.get("part", ())}
    if "NANO" not in parts or "SUPPLY" in parts:
        return
    of_supply = {start for start, end in wires_of(build) if end == "5V"}
    assert of_supply - {"5V"} == {"STRIP.5V", "C1.+"}


@pytest.mark.parametrize("kit", KITS)
def test_every_chip_that_shifts_levels_has_a_capacitor(kit: str) -> None:
    parts = {part["id"]: part for part in kit_build(kit).get("part", ())}
    if "SHIFT" in parts:
        assert (parts["CU"]["type"], parts["CU"].get("count", 1)) == ("100 nF", 1)


# Of a part by the beginning of its type: volts of a high output, volts that an input wants to be
# read as high, milliamperes that an output bears.
LIMITS = {"Raspberry Pi": (3.3, 2.0, 16), "74HC595": (5.0, 3.5, 35)}
DIODE_V = 0.6
OF_REEDS = [kit for kit in KITS if "diode" in kit_build(kit).get("matrix", {})]


def ohms_of(build: dict[str, Any], resistor: str) -> float:
    name = build["matrix"][resistor]
    (kind,) = (part["type"] for part in build["part"] if part["id"] == name)
    number, unit = kind.split()
    return float(number) * {"Ohm": 1, "kOhm": 1000}[unit]


@pytest.mark.parametrize("kit", OF_REEDS)
def test_a_full_row_is_read_and_a_missing_diode_overloads_no_pin(kit: str) -> None:
    build = kit_build(kit)
    driver = build["matrix"]["rows"][0].split(".")[0]
    (kind,) = (part["type"] for part in build["part"] if part["id"] == driver)
    high, wanted, bears_ma = next(of for start, of in LIMITS.items() if kind.startswith(start))
    row, column = ohms_of(build, "row_resistor"), ohms_of(build, "column_resistor")
    # Eleven closed reeds join eleven columns, and all their resistors, to one row.
    all_columns = column / 11
    assert (high - DIODE_V) * all_columns / (all_columns + row) >= wanted
    # Many rows that are low pull at one that is high; only its own resistor is between.
    assert 1000 * (high - DIODE_V) / row <= bears_ma


@pytest.mark.parametrize("kit", KITS)
def test_until_somebody_says_what_the_supply_gives_a_strip_draws_850_ma_at_most(
    kit: str, tmp_path: Path
) -> None:
    power = configuration(kit, tmp_path).power
    assert power.supply_ma - power.other_ma <= 850


def test_the_free_inputs_of_a_kit_are_wired_as_the_firmware_expects_its_signature() -> None:
    reeds, halls = (dict(sorted(wires_of(kit_build(kit)))) for kit in ("nano-reed", "nano-hall"))
    own = "NANO.5V"
    assert [reeds[f"U4.{pin}"] for pin in "HGFED"] == [own, "GND", own, own, "GND"]
    free = [halls[f"U8.C{channel}"] for channel in range(9, 16)]
    assert free == ["5V", "GND", "5V", "5V", "GND", "GND", "5V"]


def test_an_unknown_kit_names_those_that_there_are() -> None:
    with pytest.raises(ConfigError, match=f"^kit: expected one of {', '.join(KITS)}, got 'x'$"):
        kit_text("x")
