"""Draws docs/build/: for each kit its matrix, its schematic by net labels, and the list of parts.

Everything comes from the kits' own build.toml, so drawings and kits cannot disagree; a test holds
the files against them. Prices are orders of magnitude from memory.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from hal.gpio.header import POSITIONS
from hal.kits import kit_build, kit_names
from hal.squares import SIDE, SQUARE_NAMES

FOLDER = Path(__file__).with_name("build")
# Euros for one, by the beginning of the part's type.
PRICES = {
    "Raspberry Pi": "15 to 80",
    "Arduino Nano": "5 to 25",
    "74HC4067": "0.5 to 2",
    "74HC595": "0.2 to 1",
    "74HC165": "0.2 to 1",
    "74AHCT125": "0.5 to 1",
    "reed": "0.1 to 0.5",
    "DRV5055": "0.5 to 1.5",
    "1N4148": "0.02",
    "WS2812B": "15 to 30",
    "push button": "0.5",
    "5 V": "10 to 20",
    "150 Ohm": "0.02",
    "270 Ohm": "0.02",
    "10 kOhm": "0.02",
    "100 nF": "0.05",
    "1000 uF": "0.3",
}
_INK, _PAPER, _ROW, _COLUMN, _GREY = "#222222", "#ffffff", "#b3392f", "#2f5fb3", "#888888"
_CELL, _LABEL = 46, 110
_LINE, _BOX, _GAP, _HEIGHT = 16, 300, 20, 900


def built_kits() -> list[str]:
    """Return the kits for which there is something to build."""
    return [name for name in kit_names() if kit_build(name).get("part")]


def price_of(part: dict[str, Any]) -> str:
    """Return what one of a part costs, as an order of magnitude.

    Raises:
        KeyError: nobody has said.
    """
    return next(price for start, price in PRICES.items() if part["type"].startswith(start))


def cost_of(kit: str) -> tuple[float, float]:
    """Return what all parts of a kit cost without a Raspberry Pi: at least, and at most."""
    parts = [part for part in kit_build(kit)["part"] if part["id"] != "PI"]
    named = {part["id"] for part in parts}
    prices = [(part.get("count", 1), price_of(part)) for part in parts]
    prices += [(1, _RESISTOR) for _ in _at_wires(kit)]
    for count, _, place, price, _ in _FOR_EVERY_KIT:
        if place not in named:
            prices.append((int(count.removesuffix(" m")), price.removesuffix(" a metre")))
    ranges = [(count, price.partition(" to ")) for count, price in prices]
    least = sum(count * float(low) for count, (low, _, _) in ranges)
    return least, sum(count * float(high or low) for count, (low, _, high) in ranges)


def _has_pi(build: dict[str, Any]) -> bool:
    return any(part["id"] == "PI" for part in build["part"])


def _without(build: dict[str, Any]) -> str:
    return ", without the Raspberry Pi, its supply and its card" if _has_pi(build) else ""


def _at_wires(kit: str) -> list[tuple[str, str]]:
    """Return each resistor that sits in a wire of a kit, and what it is for."""
    wires = [wire for wire in kit_build(kit)["wire"] if "Ohm" in wire.get("through", "")]
    return sorted((wire["through"], wire["note"]) for wire in wires)


_RESISTOR = "0.02"
_HEAD = (
    "| count | part | in the drawings | one costs | what for |",
    "|---|---|---|---|---|",
)
# What hangs on no wire of a kit, or stands before all of them.
_FOR_EVERY_KIT = (
    ("37", "disc magnet, 8 to 10 mm across, 3 mm thick", "", "0.1 to 0.5", "one in each piece"),
    ("1", "disc magnet, stronger or a second one", "", "0.1 to 0.5", "the king, on Hall sensors"),
    ("1", "5 V, 3 A", "SUPPLY", "10 to 20", "the strip; the list of a kit may have it already"),
    ("1", "fuse, 4 A, slow, with its holder", "", "1 to 2", "behind the supply"),
    ("1", "USB cable that carries data", "", "2 to 5", "a Nano"),
    ("1", "stripboard, 100 x 160 mm", "", "3 to 8", "chips, resistors, and where grounds meet"),
    ("10 m", "wire, 0.75 mm2", "", "0.5 a metre", "5 V and ground, to both ends of the strip"),
    ("30 m", "wire, 0.25 mm2", "", "0.1 a metre", "signals"),
)
# What a Raspberry Pi needs to run at all; nobody counts it to the board.
_FOR_A_PI = (
    ("1", "supply for that Raspberry Pi", "", "8 to 15",
     "5.1 V: 3 A by USB-C for a Pi 4, 5 A for a Pi 5, else 2.5 A by micro-USB"),
    ("1", "microSD card, 16 GB or more", "", "5 to 10", "its system, and the games"),
)  # fmt: skip


def parts_page() -> str:
    """Return the list of parts of all kits as a page."""
    lines = ["# Parts", "", "Made by `python -m docs.draw_wiring` from the [kits](../../hal/kits)."]
    lines.append("Prices are orders of magnitude for one, in euros, from memory.")
    lines += ["", "## For every kit", "", *_HEAD]
    lines += [f"| {' | '.join(row)} |" for row in _FOR_EVERY_KIT]
    for name in built_kits():
        build = kit_build(name)
        lines += ["", f"## {name}", "", f"{build['title']}.", ""]
        lines += _HEAD
        lines += [
            f"| {part.get('count', 1)} | {part['type']} | {part['id']} | {price_of(part)} | "
            f"{part.get('note', '')} |"
            for part in build["part"]
        ]
        lines += [
            f"| 1 | {each} | at its wire | {_RESISTOR} | {note} |" for each, note in _at_wires(name)
        ]
        if _has_pi(build):
            lines += [f"| {' | '.join(row)} |" for row in _FOR_A_PI]
        least, most = cost_of(name)
        lines += [
            "",
            f"With what every kit needs: {least:.0f} to {most:.0f} euros{_without(build)}.",
        ]
    return "\n".join(lines) + "\n"


# The matrix -----------------------------------------------------------------------------------


def matrix_drawing(name: str) -> Element:
    """Return the board from above: which wire goes to which square, as the kit wires it."""
    build = kit_build(name)
    matrix = build["matrix"]
    side = _LABEL + SIDE * _CELL + 30
    svg = _svg(side, side + 150, f"{build['title']}: the sensors")
    if "channels" in matrix:
        for square, channel in enumerate(matrix["channels"]):
            x, y = _place(square)
            _text(svg, x, y - 4, SQUARE_NAMES[square], size=12, anchor="middle")
            _text(svg, x, y + 12, channel, size=11, anchor="middle", fill=_COLUMN)
        _text(
            svg,
            20,
            side + 40,
            "Each sensor (S) goes to the channel that is named under its square.",
        )
        return svg
    for line, (row, column) in enumerate(zip(matrix["rows"], matrix["columns"], strict=True)):
        (left, y), (right, _) = _place(SIDE * line), _place(SIDE * line + SIDE - 1)
        _wire(svg, (left - 30, y), (right + 18, y), _ROW)
        _text(svg, left - 36, y + 4, _pin_name(row), size=11, anchor="end", fill=_ROW)
        (x, bottom), (_, top) = _place(line), _place(SIDE * (SIDE - 1) + line)
        _wire(svg, (x + 10, bottom + 30), (x + 10, top - 18), _COLUMN)
        label = _text(
            svg, x + 14, bottom + 36, _pin_name(column), size=11, anchor="end", fill=_COLUMN
        )
        label.set("transform", f"rotate(-90 {x + 14} {bottom + 36})")
    for square, square_name in enumerate(SQUARE_NAMES):
        x, y = _place(square)
        _wire(svg, (x - 8, y), (x + 10, y - 12), _INK)
        _text(svg, x - 10, y + 14, square_name, size=9, fill=_GREY)
    _crossing(svg, side + 100, matrix)
    return svg


def _crossing(svg: Element, y: int, matrix: dict[str, Any]) -> None:
    """Draw what lies between a row and a column, and at their ends."""
    parts = ["row", matrix["sensor"], matrix["diode"], "column"]
    _text(svg, 20, y - 30, "At each slanting line:")
    x = 40
    for part in parts:
        _text(svg, x + 40, y + 4, part, anchor="middle", size=12)
        if part not in ("row", "column"):
            box = {"x": x + 14, "y": y - 12, "width": 52, "height": 24, "fill": "none"}
            _shape(svg, "rect", {**box, "stroke": _INK})
        if part == matrix["diode"]:  # the ring is at the end towards the column
            _wire(svg, (x + 60, y - 12), (x + 60, y + 12), _INK, width=4)
        if part is not parts[-1]:
            _wire(svg, (x + 66, y), (x + 94, y), _INK)
        x += 80
    ends = f"{matrix['column_resistor']} from each column to ground"
    if "row_resistor" in matrix:
        ends = f"{matrix['row_resistor']} at the beginning of each row, {ends}"
    _text(svg, 20, y + 40, ends)


def _pin_name(pin: str) -> str:
    """Return a pin with its place on the header, if it is one of the Raspberry Pi's."""
    part, _, of_part = pin.partition(".")
    gpio = of_part.removeprefix("GPIO")
    return f"{of_part} (pin {POSITIONS[int(gpio)]})" if part == "PI" else pin


def _place(square: int) -> tuple[int, int]:
    rank, file = divmod(square, SIDE)
    return _LABEL + 30 + _CELL * file, 50 + _CELL * (SIDE - 1 - rank)


# The schematic --------------------------------------------------------------------------------


def schematic(name: str) -> Element:
    """Return every part with its pins, and beside each pin where its wire goes."""
    build = kit_build(name)
    boxes = [
        (part, rows)
        for part in build["part"]
        if (rows := sorted(_pins(part["id"], build), key=_natural))
    ]
    places = list(_flow([_LINE * (len(rows) + 3) for _, rows in boxes]))
    width = max(x for x, _ in places) + _BOX + _GAP
    svg = _svg(width, _HEIGHT + 60, f"{build['title']}: every wire")
    for (part, rows), (x, y) in zip(boxes, places, strict=True):
        height = _LINE * (len(rows) + 2)
        _shape(svg, "rect", {"x": x, "y": y, "width": _BOX, "height": height, "fill": "none",
                             "stroke": _INK})  # fmt: skip
        _text(svg, x + 8, y + 16, f"{part['id']}: {part['type']}"[:46], size=12)
        for count, (pin, goes_to) in enumerate(rows, 1):
            _text(svg, x + 8, y + _LINE * (count + 1), pin, size=11, fill=_ROW)
            _text(svg, x + 80, y + _LINE * (count + 1), goes_to, size=11)
    return svg


def _pins(part: str, build: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the pins of a part, and where each goes."""
    for wire in build["wire"]:
        through = f" through {wire['through']}" if "through" in wire else ""
        for pin, other in ((wire["from"], wire["to"]), (wire["to"], wire["from"])):
            if pin.startswith(f"{part}."):
                yield pin.partition(".")[2], f"{other}{through}"
    for key, what in (("rows", "row"), ("columns", "column"), ("channels", "S of")):
        for count, pin in enumerate(build["matrix"].get(key, ())):
            if pin.startswith(f"{part}."):
                which = SQUARE_NAMES[count] if key == "channels" else str(count + 1)
                yield pin.partition(".")[2], f"{what} {which}"


def _natural(row: tuple[str, str]) -> tuple[str, int, str]:
    letters = row[0].rstrip("0123456789")
    digits = row[0][len(letters) :]
    return letters, int(digits or 0), row[1]


def _flow(heights: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the places of boxes that are put below each other, in columns."""
    x, y = _GAP, 50
    for height in heights:
        if y + height > _HEIGHT and y > 50:
            x, y = x + _BOX + _GAP, 50
        yield x, y
        y += height


# Pencils --------------------------------------------------------------------------------------


def _svg(width: int, height: int, title: str) -> Element:
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}"}
    svg = Element("svg", {**box, "font-family": "sans-serif"})
    _shape(svg, "rect", {"width": width, "height": height, "fill": _PAPER})
    _text(svg, 20, 26, title, size=16)
    return svg


def _shape(svg: Element, kind: str, attributes: dict[str, object]) -> Element:
    return SubElement(svg, kind, {key: str(value) for key, value in attributes.items()})


def _wire(
    svg: Element, start: tuple[int, int], end: tuple[int, int], colour: str, *, width: float = 1.5
) -> None:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    _shape(svg, "line", {**ends, "stroke": colour, "stroke-width": width})


def _text(  # noqa: PLR0913 - a place, a text and how it looks
    svg: Element, x: int, y: int, words: str, *, size: int = 13, anchor: str = "start",
    fill: str = _INK,
) -> Element:  # fmt: skip
    look = {"font-size": size, "text-anchor": anchor, "fill": fill}
    text = _shape(svg, "text", {"x": x, "y": y, **look})
    text.text = words
    return text


def drawings() -> dict[Path, str]:
    """Return the text of every file that is drawn."""
    texts = {FOLDER / "parts.md": parts_page()}
    for name in built_kits():
        for what, svg in (("matrix", matrix_drawing(name)), ("wires", schematic(name))):
            indent(svg)
            texts[FOLDER / f"{name}-{what}.svg"] = tostring(svg, encoding="unicode") + "\n"
    return texts


def main() -> None:
    """Draw everything."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in drawings().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
