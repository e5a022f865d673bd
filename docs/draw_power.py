"""Draws docs/won-game.svg: a won game as the lights want it, and as 850 mA can show it.

Light is drawn as on the page: what is sent half as bright is less light, not a darker paint.
"""

from dataclasses import replace
from math import sqrt
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from controller.events.view import BoardView
from controller.lights.projector import paint
from controller.lights.scene import compose
from controller.rules.compiled import compiled
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.geometry import parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.session.session import Session
from hal.board import SQUARE_COUNT, Draw, Frame
from hal.squares import SIDE
from hal.strips.painter import BOUNDLESS, Painter
from hal.strips.power import PowerSection

PICTURE = Path(__file__).with_name("won-game.svg")
_UNIT, _GAP, _HEAD = 20, 40, 26


def won_game() -> Frame:
    """Return the light of a game that the defenders have won, when most of it is lit."""
    view: BoardView = Session(compiled(named_ruleset("copenhagen"))).view
    outcome = Outcome(Side.DEFENDERS, OutcomeReason.KING_ESCAPED, (parse_square("k11"),), None)
    scene = compose(replace(view, outcome=outcome, repair=(), lifted=None))
    return max((paint(scene, tenth / 10) for tenth in range(40)), key=lambda each: sum(each.pixels))


def shown(frame: Frame, power: PowerSection) -> tuple[Frame, Draw]:
    """Return what pixels show of a frame on a supply, and what they draw."""
    painter = Painter(power)
    return painter.layout.from_wire(painter.paint(frame)), painter.draw


def main() -> None:
    """Draw the picture."""
    side = SIDE * _UNIT
    size = {"width": str(2 * side + _GAP), "height": str(side + _HEAD)}
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size})
    SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": "#1b1410"})
    supplies = (("as the lights want it", BOUNDLESS), ("with 850 mA", PowerSection()))
    for place, (words, power) in enumerate(supplies):
        light, draw = shown(won_game(), power)
        board = SubElement(svg, "g", {"transform": f"translate({place * (side + _GAP)} {_HEAD})"})
        text = SubElement(board, "text", {"y": "-8", "fill": "#e8dcc8", "font-size": "13"})
        text.text = f"{words}: {draw.current_ma / 1000:.2f} A"
        for square in range(SQUARE_COUNT):
            _add_square(board, square, light.pixel(square))
    indent(svg)
    PICTURE.write_text(tostring(svg, encoding="unicode") + "\n")


def _add_square(board: Element, square: int, pixel: tuple[int, int, int]) -> None:
    rank, file = divmod(square, SIDE)
    x, y = file * _UNIT, (SIDE - 1 - rank) * _UNIT
    most = max(pixel)
    hue = [round(channel * 255 / most) if most else 0 for channel in pixel]
    box = {"x": str(x + 1), "y": str(y + 1), "width": str(_UNIT - 2), "height": str(_UNIT - 2)}
    SubElement(board, "rect", {**box, "fill": "#3a2c22"})
    light = {"fill": f"rgb({','.join(map(str, hue))})", "opacity": f"{sqrt(most / 255):.3f}"}
    SubElement(board, "rect", {**box, **light})


if __name__ == "__main__":
    main()
