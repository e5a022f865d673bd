"""The drawings and lists of parts are those of the kits."""

import re
from pathlib import Path

import pytest

from docs.draw_wiring import FOLDER, built_kits, cost_of, drawings, price_of
from hal.kits import kit_build, kit_text
from hal.squares import SQUARE_NAMES
from tests.docs.markdown import ROOT

DRAWN = drawings()
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.name)
def test_a_drawing_is_that_of_its_kit(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == DRAWN[path], "python -m docs.draw_wiring"


def test_there_are_no_other_drawings() -> None:
    written = {FOLDER / name for name in ("README.md", "faults.md", "user-data")}
    assert set(FOLDER.iterdir()) - written == set(DRAWN)


@pytest.mark.parametrize("kit", built_kits())
def test_every_wire_and_every_square_of_a_kit_is_drawn(kit: str) -> None:
    build = kit_build(kit)
    matrix, wires = (DRAWN[FOLDER / f"{kit}-{what}.svg"] for what in ("matrix", "wires"))
    assert all(f">{name}<" in matrix for name in SQUARE_NAMES)
    # A wire has a label at each end that is a part.
    ends = [end for wire in build["wire"] for end in (wire["from"], wire["to"]) if "." in end]
    assert wires.count("<text") >= len(ends)
    assert all(price_of(part) for part in build["part"])


def test_the_page_shows_every_kit() -> None:
    assert [kit for kit in built_kits() if f"({kit}-matrix.svg)" not in PAGE] == []


def rows_of(table: str) -> dict[str, list[str]]:
    """Return the cells of a table of the page, by what stands in the first one."""
    lines = PAGE.split(table)[1].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip(" `") for cell in line.strip("|").split(" | ")] for line in lines]
    return {first: rest for first, *rest in rows}


def test_the_page_names_the_firmware_of_each_kit() -> None:
    firmware = {}
    for kit in built_kits():
        build = kit_build(kit)
        has_nano = any(part["id"] == "NANO" for part in build["part"])
        kind = "hall" if "channels" in build["matrix"] else "reed"
        firmware[kit] = kind if has_nano else "none"
    assert {kit: cells[1] for kit, cells in rows_of("| kit | choose").items()} == firmware
    commands = [step for step in rows_of("| do this") if "firmware flash" in step]
    assert commands == ["hnefi firmware flash reed`, or `hall` for `nano-hall` (with a Nano)"]


def test_a_nano_that_only_shines_reads_no_reeds_in_place_of_a_loose_pin() -> None:
    wires = kit_build("gpio-matrix-nano")["wire"]
    assert [wire["to"] for wire in wires if wire["from"] == "NANO.D7"] == ["GND"]


def test_the_page_has_the_sums_of_the_parts_in_tens_of_euros() -> None:
    sums: dict[str, list[tuple[float, float]]] = {"reed": [], "hall": []}
    for kit in built_kits():
        kind = "hall" if "channels" in kit_build(kit)["matrix"] else "reed"
        sums[kind].append(cost_of(kit))
    reed, hall = (
        f"{round(min(low for low, _ in found), -1):.0f} to "
        f"{round(max(high for _, high in found), -1):.0f} euros"
        for found in sums.values()
    )
    assert (
        f"A board of reeds costs some {reed} without wood and computer, one of Hall sensors some "
        f"{hall}."
    ) in PAGE


def test_every_resistor_at_a_wire_says_what_it_is_for() -> None:
    parts = (FOLDER / "parts.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in parts if "at its wire" in line and line.endswith("| |")] == []


@pytest.mark.parametrize("kit", built_kits())
def test_all_grounds_meet_and_no_data_wire_floats_until_hnefi_starts(kit: str) -> None:
    build = kit_build(kit)
    ground = {wire["from"] for wire in build["wire"] if wire["to"] == "GND"}
    parts = {part["id"] for part in build["part"]}
    assert {f"{each}.GND" for each in ("PI", "NANO", "STRIP") if each in parts} <= ground
    assert "SHIFT" not in parts or "SHIFT.1A" in ground


@pytest.mark.parametrize("kit", built_kits())
def test_the_steps_for_a_card_name_every_line_that_a_kit_needs_in_config_txt(kit: str) -> None:
    steps = (ROOT / "docs/package.md").read_text(encoding="utf-8")
    needed = re.findall(r"dt(?:param|overlay)=[\w,=-]+\w", kit_text(kit))
    assert [line for line in needed if f"`{line}`" not in steps] == []


def test_the_file_for_a_card_names_the_page_that_has_its_steps() -> None:
    named = re.findall(r"docs/\S+\.md", (FOLDER / "user-data").read_text(encoding="utf-8"))
    pages = [(ROOT / page).read_text(encoding="utf-8") for page in named]
    assert ["user-data" in page for page in pages] == [True]
