"""What people saw of a strip in three colours becomes a check for each pixel."""

from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.pixel_examination import pixel_checks
from hal.notice import notice


def test_a_pixel_is_dark_if_it_misses_all_colours_and_otherwise_lacks_those_it_misses() -> None:
    wrong = {"red": 0b110, "green": 0b010, "blue": 0b011}
    no_blue, dark, no_red, *others = pixel_checks(wrong)
    colours = "check.pixel.colours"
    cure, cure_dark = notice("cure.pixel.colours"), notice("cure.pixel.dark")
    assert no_blue == Check("pixel", Verdict.FAIL, notice(colours, colours=("blue",)), cure, 0)
    assert dark == Check("pixel", Verdict.FAIL, notice("check.pixel.dark"), cure_dark, 1)
    assert no_red == Check("pixel", Verdict.FAIL, notice(colours, colours=("red",)), cure, 2)
    assert {check.verdict for check in others} == {Verdict.OK}
