"""The drawings and lists of parts are those of the kits."""

from pathlib import Path

import pytest

from docs.draw_wiring import FOLDER, built_kits, drawings, price_of
from hal.kits import kit_build
from hal.squares import SQUARE_NAMES

DRAWN = drawings()


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
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [kit for kit in built_kits() if f"({kit}-matrix.svg)" not in page] == []


@pytest.mark.parametrize("kit", built_kits())
def test_all_grounds_meet_and_no_data_wire_floats_until_hnefi_starts(kit: str) -> None:
    build = kit_build(kit)
    ground = {wire["from"] for wire in build["wire"] if wire["to"] == "GND"}
    parts = {part["id"] for part in build["part"]}
    assert {f"{each}.GND" for each in ("PI", "NANO", "STRIP") if each in parts} <= ground
    assert "SHIFT" not in parts or "SHIFT.1A" in ground
