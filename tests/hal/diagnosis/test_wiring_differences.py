"""Of a board that was learnt, what differs from what was believed is said, and nothing else."""

import pytest

from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.wiring_differences import differences, each_differences
from hal.diagnosis.wiring_search import SettledWiring
from hal.notice import Notice, notice
from hal.squares import SQUARE_NAMES, SQUARES_BY_NAME
from hal.wiring.pixels import PixelWiring
from hal.wiring.sensors import SensorWiring

SAME = Check("wiring", Verdict.OK, notice("check.wiring.same"))
TWO_SWAPPED = (2, 1, *range(3, 12))


def differs(part: str, finding: Notice, square: int | None = None) -> Check:
    return Check(part, Verdict.WARN, finding, notice("cure.wiring.learnt"), square)


def of_sensors(found: SensorWiring, believed: SensorWiring) -> list[Check]:
    return list(differences(SettledWiring(found, None), believed, PixelWiring()))


def of_pixels(found: PixelWiring, believed: PixelWiring) -> list[Check]:
    return list(differences(SettledWiring(SensorWiring(), found), SensorWiring(), believed))


@pytest.mark.parametrize(
    "wiring", [SensorWiring(), SensorWiring(along="files"), SensorWiring(first="k11")]
)
def test_a_board_that_is_wired_as_believed_is_said_to_be_so(wiring: SensorWiring) -> None:
    assert of_sensors(wiring, wiring) == [SAME]


def test_of_rows_that_feel_files_only_that_is_said() -> None:
    turned = [differs("wiring", notice("check.wiring.turned"))]
    assert of_sensors(SensorWiring(along="files", first="k1"), SensorWiring()) == turned
    assert of_sensors(SensorWiring(), SensorWiring(along="files")) == turned


@pytest.mark.parametrize(
    ("first", "reversed_"),
    [("k1", ["columns"]), ("a11", ["rows"]), ("k11", ["rows", "columns"])],
)
def test_wires_in_the_opposite_order_are_said_to_be_reversed(
    first: str, reversed_: list[str]
) -> None:
    found = SensorWiring.model_validate({"first": first})
    expected = [differs(name, notice(f"check.{name}.reversed")) for name in reversed_]
    assert of_sensors(found, SensorWiring()) == expected


@pytest.mark.parametrize("name", ["rows", "columns"])
def test_wires_that_changed_places_are_named_as_they_are_counted(name: str) -> None:
    found = SensorWiring.model_validate({name: TWO_SWAPPED})
    crossed = [differs(name, notice(f"check.{name}.crossed", wires=("1", "2")))]
    assert of_sensors(found, SensorWiring()) == crossed


def test_a_strip_that_runs_as_believed_may_have_spare_pixels_at_its_end() -> None:
    assert of_pixels(PixelWiring(), PixelWiring(after=3)) == [SAME]


def test_a_strip_that_runs_another_way_is_said_to() -> None:
    other_way = differs("strip", notice("check.strip.other_way"))
    assert of_pixels(PixelWiring(serpentine=True), PixelWiring()) == [SAME, other_way]


def test_another_order_of_colours_is_said_with_the_one_that_was_believed() -> None:
    order = differs("strip", notice("check.order.wrong", order="RGB", believed="GRB"))
    assert of_pixels(PixelWiring(order="RGB"), PixelWiring()) == [SAME, order]


def test_each_square_that_has_another_sensor_is_named_with_the_square_that_had_it() -> None:
    assert list(each_differences(SensorWiring(), SensorWiring())) == [SAME]
    names = ("b1", "a1", *SQUARE_NAMES[2:])
    assert list(each_differences(SensorWiring(squares=names), SensorWiring())) == [
        differs(
            "sensor", notice("check.sensor.crossed", squares=(had,), count=1), SQUARES_BY_NAME[has]
        )
        for has, had in (("a1", "b1"), ("b1", "a1"))
    ]
