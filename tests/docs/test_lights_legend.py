"""The legend of the lights shows what the code does: `make pictures` draws it."""

from pathlib import Path

import pytest

from controller.lights.meaning import STYLES, Meaning, Rhythm
from controller.lights.rhythm import brightness
from docs import draw_lights

_PAGE = Path(draw_lights.__file__).with_name("lights.md")


def test_the_picture_is_what_the_code_draws() -> None:
    drawn = draw_lights.PICTURE.read_text(encoding="utf-8")
    assert drawn == draw_lights.draw(), "run `make pictures`"


def test_every_meaning_has_one_row_in_the_picture_and_in_the_text() -> None:
    words = [text for group in draw_lights.GROUPS.values() for text in group.values()]
    meanings = [meaning for group in draw_lights.GROUPS.values() for meaning in group]
    assert sorted(meanings) == sorted(Meaning)
    picture = draw_lights.draw()
    page = _PAGE.read_text(encoding="utf-8")
    for meaning, text in zip(meanings, words, strict=True):
        style = draw_lights.described(STYLES[meaning])
        assert picture.count(f">{text}<") == 1
        assert f">{style}<" in picture
        assert page.count(f"| {text} | {style} |\n") == 1


@pytest.mark.parametrize("rhythm", list(Rhythm))
def test_a_rhythm_is_drawn_with_its_own_period(rhythm: Rhythm) -> None:
    period = draw_lights.period_of(rhythm)
    changes = len({brightness(rhythm, n / 100) for n in range(1200)}) > 1
    assert (period is not None) == changes
    if period is None:
        return
    # Between samples, and never on an edge.
    times = [n / 100 + 0.0037 for n in range(600)]
    once = [brightness(rhythm, at) for at in times]
    assert once == pytest.approx([brightness(rhythm, at + period) for at in times])
    for shorter in range(1, round(100 * period)):
        assert once != pytest.approx([brightness(rhythm, at + shorter / 100) for at in times])
