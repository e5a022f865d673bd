"""Draws docs/lights.svg, the legend of the lights: `make pictures`.

Colours, levels and rhythms come from the code that lights the board; the plain words for each
meaning stand here. An animated square shows a light as people see it, and a strip shows its
brightness over time, for paper and for eyes that want no motion.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import sqrt
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from controller.lights.meaning import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY_BLUE,
    STYLES,
    VERMILLION,
    WHITE,
    YELLOW,
    Colour,
    Meaning,
    Rhythm,
    Style,
)
from controller.lights.rhythm import brightness

PICTURE = Path(__file__).with_name("lights.svg")

GROUPS: Mapping[str, Mapping[Meaning, str]] = {
    "While you play": {
        Meaning.TURN_ATTACKERS: "Corners: the attackers are to move",
        Meaning.TURN_DEFENDERS: "Corners: the defenders are to move",
        Meaning.TIME_ATTACKERS: "Edges: the attackers' last seconds",
        Meaning.TIME_DEFENDERS: "Edges: the defenders' last seconds",
        Meaning.LIFTED: "The lifted piece comes from here",
        Meaning.TARGET: "Squares open to the lifted piece",
        Meaning.CAPTURING: "A move to this square captures",
        Meaning.WINNING: "A move to this square wins",
        Meaning.REPEATING: "A move to this square repeats once too often",
        Meaning.TENTATIVE: "This move counts in a moment",
        Meaning.LAST_ORIGIN: "The last move came from here",
        Meaning.LAST_TARGET: "The last move went here",
        Meaning.OWED: "Captured: take this piece away",
    },
    "When you play against the computer, or have a coach": {
        Meaning.ASKED: "Make this move for the computer",
        Meaning.THREATENED: "The other side can take this piece",
        Meaning.TARGET_GOOD: "A good square for the lifted piece",
        Meaning.TARGET_FAIR: "A fair square for the lifted piece",
        Meaning.TARGET_BAD: "A bad square for the lifted piece",
        Meaning.HINT_AREA: "Hint: look here",
        Meaning.HINT_PIECE: "Hint: move this piece",
        Meaning.HINT: "Hint: make this move",
        Meaning.SHOWN: "This is what could follow",
    },
    "When the board explains": {
        Meaning.BECAUSE: "This square did it",
    },
    "In a lesson": {
        Meaning.VISIT: "Go to this square",
        Meaning.STAR: "Corners: the stars that you have earned",
    },
    "At an exhibition": {
        Meaning.SHOW_ATTACKER: "An attacker of a short game",
        Meaning.SHOW_DEFENDER: "A defender of a short game",
        Meaning.SHOW_KING: "The king of a short game",
        Meaning.OPTION_FIRST: "Choose: the first edge",
        Meaning.OPTION_SECOND: "Choose: the second edge",
        Meaning.OPTION_THIRD: "Choose: the third edge",
        Meaning.OPTION_FOURTH: "Choose: the fourth edge",
        Meaning.OPTION_MIDDLE: "Choose: the middle",
        Meaning.COUNTDOWN: "Edge: the time left to touch a piece",
        Meaning.PROPOSED: "Everywhere: the board begins again soon",
    },
    "When the board needs your hands": {
        Meaning.WRONG: "Wrong: take or move this piece",
        Meaning.PUT_ATTACKER: "Put an attacker here",
        Meaning.PUT_DEFENDER: "Put a defender here",
        Meaning.PUT_KING: "Put the king here",
    },
    "When play stops": {
        Meaning.WON_ATTACKERS: "The attackers have won",
        Meaning.WON_DEFENDERS: "The defenders have won",
        Meaning.DRAW: "The game is a draw",
        Meaning.PAUSED: "Edge: the board cannot be read",
    },
}
COLOURS: Mapping[Colour, str] = {
    WHITE: "white",
    ORANGE: "orange",
    SKY_BLUE: "sky blue",
    GREEN: "green",
    YELLOW: "yellow",
    VERMILLION: "red-orange",
    PURPLE: "pink",
    BLUE: "blue",
}
RHYTHMS: Mapping[Rhythm, str] = {
    Rhythm.STEADY: "steady",
    Rhythm.BREATHE: "breathes",
    Rhythm.BLINK: "blinks",
    Rhythm.HURRY: "blinks fast",
    Rhythm.DOUBLE: "flashes twice",
    Rhythm.TRIPLE: "flashes three times",
    Rhythm.WAVE: "rings spread",
    Rhythm.REST: "breathes slowly",
    Rhythm.TICK: "flashes each second",
    Rhythm.RUN: "runs along the way",
}

_WIDTH, _MARGIN, _ROW, _HEADING, _FOOTER = 560, 28, 78, 62, 54
_SIDE, _TEXT_X, _STRIP_WIDTH, _STRIP_HEIGHT = 54, 104, 190, 22
_STRIP_S = 6.0
_STEP_S = 0.01
_LONGEST_PERIOD_S = 6.0
_TOLERANCE = 0.01
_WAVE_SIDE = 5  # the squares of a wave in its picture
_STYLE = """
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans",
  sans-serif; fill: #f0e7d8; font-size: 21px }
.heading { font-weight: 600; font-size: 23px; fill: #e3b577 }
.small { font-size: 17px; fill: #b5a693 }
@media (prefers-reduced-motion: reduce) { rect, g { animation: none !important } }
"""


def draw() -> str:
    """Return the legend as SVG."""
    rows = sum(map(len, GROUPS.values()))
    height = _MARGIN + _HEADING * len(GROUPS) + _ROW * rows + _FOOTER
    svg = _element(
        None,
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {height}",
        width=_WIDTH,
        height=height,
        role="img",
        aria_labelledby="title",
    )
    _element(svg, "title", "The lights of the board and their meanings", id="title")
    _element(svg, "style", _STYLE + "".join(_keyframes()))
    _element(svg, "rect", width=_WIDTH, height=height, rx=18, fill="#211b15")
    y = _MARGIN
    for heading, words in GROUPS.items():
        _element(svg, "text", heading, class_="heading", x=_MARGIN, y=y + 30)
        y += _HEADING
        for meaning, text in words.items():
            _draw_row(svg, y, STYLES[meaning], text)
            y += _ROW
    footer = f"Each strip shows the brightness over {_STRIP_S:g} seconds."
    _element(svg, "text", footer, class_="small", x=_MARGIN, y=y + 12)
    indent(svg)
    return tostring(svg, encoding="unicode") + "\n"


def described(style: Style) -> str:
    """Return a style in plain words, such as ``dim orange, steady``."""
    level = "very dim " if style.level < 0.2 else "dim " if style.level < 0.45 else ""
    return f"{level}{COLOURS[style.colour]}, {RHYTHMS[style.rhythm]}"


def _draw_row(svg: Element, y: int, style: Style, text: str) -> None:
    _draw_light(svg, _MARGIN, y, style)
    _element(svg, "text", text, x=_TEXT_X, y=y + 20)
    strip_y = y + _SIDE - _STRIP_HEIGHT
    _draw_strip(svg, _TEXT_X, strip_y, style)
    x = _TEXT_X + _STRIP_WIDTH + 16
    _element(svg, "text", described(style), class_="small", x=x, y=strip_y + 17)


def _draw_light(svg: Element, x: int, y: int, style: Style) -> None:
    """Draw a lit square as the page does: light from the slit around a square of wood."""
    at = f"translate({x} {y})"
    # The eye sees an eighth of the light as about a third, so light becomes opacity by its root.
    strength = sqrt(style.level * max(style.colour) / 255)
    group = _element(svg, "g", transform=at, color=_hue(style))
    _element(group, "rect", width=_SIDE, height=_SIDE, rx=5, fill="#5f4630")
    light = _element(group, "g", opacity=f"{strength:.3f}")
    if style.rhythm is Rhythm.WAVE:
        _draw_wave(light)
        return
    glow = _element(light, "g", class_=style.rhythm.value)
    _element(glow, "rect", width=_SIDE, height=_SIDE, rx=5, fill="currentColor", opacity=0.2)
    for width, opacity in ((13, 0.22), (8, 0.45), (4, 1)):
        ring = {"x": 8, "y": 8, "width": _SIDE - 16, "height": _SIDE - 16, "rx": 7}
        stroke = {"stroke": "currentColor", "stroke_width": width, "opacity": opacity}
        _element(glow, "rect", fill="none", **ring, **stroke)


def _draw_wave(light: Element) -> None:
    side = (_SIDE - 4) / _WAVE_SIDE
    middle = _WAVE_SIDE // 2
    for row in range(_WAVE_SIDE):
        for column in range(_WAVE_SIDE):
            distance = max(abs(row - middle), abs(column - middle))
            _element(
                light,
                "rect",
                class_=f"wave{distance}",
                x=f"{3 + side * column:g}",
                y=f"{3 + side * row:g}",
                width=f"{side - 2:g}",
                height=f"{side - 2:g}",
                rx=2,
                fill="currentColor",
            )


def _draw_strip(svg: Element, x: int, y: int, style: Style) -> None:
    """Draw the brightness over time, as high as the light is bright."""
    samples = [
        (_STRIP_WIDTH * at / _STRIP_S, _STRIP_HEIGHT * (1 - style.level * value))
        for at, value in _corners(_sampled(style.rhythm, _STRIP_S)[:-1])
    ]
    samples.append((_STRIP_WIDTH, samples[-1][1]))
    line = " ".join(f"{across:.1f},{down:.1f}" for across, down in samples)
    group = _element(svg, "g", transform=f"translate({x} {y})", color=_hue(style))
    _element(
        group, "rect", width=_STRIP_WIDTH, height=_STRIP_HEIGHT, rx=3, fill="#000", opacity=0.35
    )
    bottom = f"0,{_STRIP_HEIGHT} {line} {_STRIP_WIDTH},{_STRIP_HEIGHT}"
    _element(group, "polygon", points=bottom, fill="currentColor", opacity=0.55)
    _element(group, "polyline", points=line, fill="none", stroke="currentColor", stroke_width=1.5)


def _keyframes() -> Iterable[str]:
    """Yield the CSS that animates each rhythm, and each ring of a wave."""
    for rhythm in Rhythm:
        period = period_of(rhythm)
        if period is None:
            continue
        rings = range(_WAVE_SIDE // 2 + 1) if rhythm is Rhythm.WAVE else [0]
        for distance in rings:
            name = f"{rhythm}{distance}" if rhythm is Rhythm.WAVE else str(rhythm)
            stops = " ".join(
                f"{100 * at / period:.4g}% {{ opacity: {sqrt(value):.3f} }}"
                for at, value in _corners(_sampled(rhythm, period, distance))
            )
            yield f".{name} {{ animation: {name} {period:g}s linear infinite }}\n"
            yield f"@keyframes {name} {{ {stops} }}\n"


def _sampled(rhythm: Rhythm, seconds: float, distance: int = 0) -> list[tuple[float, float]]:
    steps = round(seconds / _STEP_S)
    times = [step * _STEP_S for step in range(steps + 1)]
    # A hair later, so that no sample falls on an edge, where rounding decides.
    return [(at, brightness(rhythm, at + _STEP_S / 10, distance)) for at in times]


def _corners(samples: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the samples where the line bends; straight lines between them lose nothing visible."""
    kept, since = samples[:1], samples[:0]
    for sample, after in pairwise(samples[1:]):
        since.append(sample)
        (start, low), (end, high) = kept[-1], after
        slope = (high - low) / (end - start)
        if any(abs(value - low - slope * (at - start)) > _TOLERANCE for at, value in since):
            kept.append(sample)
            since = []
    return [*kept, samples[-1]]


def period_of(rhythm: Rhythm) -> float | None:
    """Return the time after which a rhythm repeats, in seconds; None if it never changes.

    Raises:
        ValueError: it does not repeat soon enough to be drawn.
    """
    values = [value for _, value in _sampled(rhythm, 2 * _LONGEST_PERIOD_S)]
    if len(set(values)) == 1:
        return None
    for steps in range(1, round(_LONGEST_PERIOD_S / _STEP_S) + 1):
        pairs = zip(values, values[steps:], strict=False)
        if all(abs(one - other) < 1e-6 for one, other in pairs):
            return steps * _STEP_S
    raise ValueError(f"{rhythm}: expected a period of at most {_LONGEST_PERIOD_S} s, got a longer")


def _hue(style: Style) -> str:
    most = max(style.colour)
    return "#" + "".join(f"{round(channel * 255 / most):02x}" for channel in style.colour)


def _element(parent: Element | None, name: str, text: str = "", /, **attributes: object) -> Element:
    """Add an element; `_` in the name of an attribute stands for `-`, at its end for nothing."""
    named = {
        key.rstrip("_").replace("_", "-"): str(value) for key, value in sorted(attributes.items())
    }
    element = Element(name, named) if parent is None else SubElement(parent, name, named)
    element.text = text or None
    return element


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
