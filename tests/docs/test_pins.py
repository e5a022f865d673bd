"""The pins in docs/firmware.md are those of the firmware's code and of the kits' wires."""

import re

import pytest

from hal.kits import kit_build
from tests.docs.markdown import ROOT

_PAGE = (ROOT / "docs/firmware.md").read_text(encoding="utf-8")
_CODE = (ROOT / "firmware/port/atmega328p.c").read_text(encoding="utf-8")
# What the page and the kits call as their chips do, and the code by what it is for.
_IN_CODE = {"SH/LD": "LOAD", "data of the strip": "STRIP", "the LED": "LAMP"}


def rows(heading: str) -> dict[str, tuple[str, str]]:
    """Return chip pin and what it goes to, by the Nano's pin, of the table under a heading."""
    section = _PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| ([AD]\d[^|]*) \| ((?:P|ADC)[^|]*) \| ([^|]*) \|$", section, re.M)
    return {nano: (chip, goes_to) for nano, chip, goes_to in found}


def chip_pin(nano: str) -> str:
    number = int(nano[1:])
    if nano[0] == "A":
        return f"ADC{number}"
    return f"PD{number}" if number < 8 else f"PB{number - 8}"


def defined(name: str) -> str:
    (pin,) = re.findall(rf"^#define {_IN_CODE.get(name, name)} (?:_BV\()?(P[BD]\d)", _CODE, re.M)
    return str(pin)


def wired(kit: str, chip: str) -> set[tuple[str, str]]:
    """Return the Nano's pins that a kit wires to chips, each with the pin of the chip."""
    found = set()
    for wire in kit_build(kit)["wire"]:
        ends = sorted((wire["from"], wire["to"]))
        if ends[0].startswith("NANO.") and ends[1].startswith(chip):
            found.add((ends[0].partition(".")[2], ends[1].partition(".")[2]))
    return found


@pytest.mark.parametrize("heading", ["Pins for both kinds", "Reeds", "Hall sensors"])
def test_a_pin_of_the_nano_is_that_pin_of_the_chip(heading: str) -> None:
    names = {
        nano: chip
        for nanos, (chips, _) in rows(heading).items()
        if "to" not in chips
        for nano, chip in zip(nanos.split(", "), chips.split(", "), strict=True)
    }
    assert names or heading == "Hall sensors"  # whose pins stand in ranges
    assert names == {nano: chip_pin(nano) for nano in names}


@pytest.mark.parametrize("name", ["data of the strip", "the LED"])
def test_strip_and_lamp_are_where_the_code_has_them(name: str) -> None:
    (chip,) = (chip for chip, to in rows("Pins for both kinds").values() if to.startswith(name))
    assert chip == defined(name)


def test_the_pins_for_reeds_are_those_of_the_code_and_of_the_kit() -> None:
    page = {nano: goes_to.split(" of ")[0] for nano, (_, goes_to) in rows("Reeds").items()}
    assert {chip_pin(nano): name for nano, name in page.items()} == {
        defined(name): name for name in ("SER", "SRCLK", "RCLK", "SH/LD", "CLK", "QH")
    }
    assert {(nano, pin) for nano, pin in wired("nano-reed", "U") if nano[0] == "D"} == {
        *page.items()
    }


def test_the_pins_for_hall_sensors_are_those_of_the_code_and_of_the_kit() -> None:
    first = int(re.findall(r"#define SELECT_SHIFT PD(\d)", _CODE)[0])
    selects = {(f"D{first + bit}", f"S{bit}") for bit in range(4)}
    assert wired("nano-hall", "U") == selects | {(f"A{number}", "SIG") for number in range(8)}
    assert ", ".join(nano for nano, _ in sorted(selects)) in rows("Hall sensors")
    assert "A0 to A7" in rows("Hall sensors")
