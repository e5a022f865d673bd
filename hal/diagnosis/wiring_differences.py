"""Says how a board is wired otherwise than was believed. Knows not how the wiring was learnt."""

from collections.abc import Iterator

from hal.board import SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.wiring_search import SettledWiring
from hal.notice import Notice, notice
from hal.squares import SIDE, SQUARE_NAMES
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring


def differences(
    found: SettledWiring, sensors: SensorWiring, pixels: PixelWiring
) -> Iterator[Check]:
    """Yield how a board is wired otherwise than it was believed to be, or that it is not."""
    is_turned, *lines = _lines(found.sensors)
    was_turned, *believed = _lines(sensors)
    if is_turned != was_turned:
        yield _differs("wiring", notice("check.wiring.turned"))
    else:
        for name, now, before in zip(("rows", "columns"), lines, believed, strict=True):
            finding = _difference(name, now, before)
            if finding is not None:
                yield _differs(name, finding)
    if found.sensors.order() == sensors.order():
        yield Check("wiring", Verdict.OK, notice("check.wiring.same"))
    if found.pixels is not None:
        size = len(found.pixels.pixels())
        if found.pixels.pixels() != pixels.pixels()[:size]:
            yield _differs("strip", notice("check.strip.other_way"))
        if found.pixels.order != pixels.order:
            finding = notice("check.order.wrong", order=found.pixels.order, believed=pixels.order)
            yield _differs("strip", finding)


def each_differences(found: SensorWiring, believed: SensorWiring) -> Iterator[Check]:
    """Yield which squares have another sensor than was believed."""
    now = {square: sensor for sensor, square in enumerate(found.order())}
    before = {square: sensor for sensor, square in enumerate(believed.order())}
    for square in range(SQUARE_COUNT):
        if now[square] != before[square]:
            where = SQUARE_NAMES[believed.order()[now[square]]]
            finding = notice("check.sensor.crossed", squares=(where,), count=1)
            yield Check("sensor", Verdict.WARN, finding, notice("cure.wiring.learnt"), square)
    if now == before:
        yield Check("wiring", Verdict.OK, notice("check.wiring.same"))


def _differs(part: str, finding: Notice) -> Check:
    return Check(part, Verdict.WARN, finding, notice("cure.wiring.learnt"))


def _difference(name: str, now: tuple[int, ...], before: tuple[int, ...]) -> Notice | None:
    """Return how eleven wires differ from what was believed of them."""
    if now == before:
        return None
    if now == before[::-1]:
        return notice(f"check.{name}.reversed")
    other = [n for n, (is_, was) in enumerate(zip(now, before, strict=True), 1) if is_ != was]
    wires = tuple(str(n) for n in other)
    return notice(f"check.{name}.crossed", wires=wires)


def _lines(wiring: SensorWiring) -> tuple[bool, tuple[int, ...], tuple[int, ...]]:
    """Return whether rows feel files, and the line of the board that each row and column feels."""
    order = wiring.order()
    turned = order[0] // SIDE != order[1] // SIDE
    rows, columns = order[::SIDE], order[:SIDE]
    if turned:
        return True, tuple(s % SIDE for s in rows), tuple(s // SIDE for s in columns)
    return False, tuple(s // SIDE for s in rows), tuple(s % SIDE for s in columns)
