"""A press counts once, bounces never, and what must be held only when it was."""

import pytest

from hal.gpio.buttons import ButtonReader
from hal.gpio.lines import ButtonLines
from simulators.boards.pin_matrix import PinMatrix

LOOK_S = 0.01


def pressed(reader: ButtonReader, *phases: tuple[int, float], start: float = 0.0) -> list[str]:
    """Return what counted while buttons were down, in turn, for some seconds each."""
    counted = []
    at = start
    for down, seconds in phases:
        for _ in range(round(seconds / LOOK_S)):
            counted += reader.look(down, at)
            at += LOOK_S
    return counted


def test_a_press_counts_once_however_long_it_lasts() -> None:
    reader = ButtonReader(["undo"])
    assert pressed(reader, (0, 0.1), (1, 5.0), (0, 0.1)) == ["undo"]


def test_every_press_counts() -> None:
    reader = ButtonReader(["undo"])
    assert pressed(reader, (1, 0.1), (0, 0.1), (1, 0.1)) == ["undo", "undo"]


def test_a_spike_is_no_press() -> None:
    assert pressed(ButtonReader(["undo"]), (1, 0.02), (0, 0.5)) == []


def test_a_contact_that_bounces_counts_once() -> None:
    reader = ButtonReader(["undo"])
    bouncing = [(1, 0.01), (0, 0.01)] * 3
    assert pressed(reader, *bouncing, (1, 0.3), *bouncing, (0, 0.3)) == ["undo"]


@pytest.mark.parametrize(("seconds", "counted"), [(2.9, []), (3.1, ["shutdown"])])
def test_what_must_be_held_counts_only_when_it_was(seconds: float, counted: list[str]) -> None:
    reader = ButtonReader(["shutdown"], {"shutdown": 3.0})
    assert pressed(reader, (1, seconds), (0, 0.5)) == counted


def test_buttons_do_not_disturb_each_other() -> None:
    reader = ButtonReader(["undo", "clock"])
    assert pressed(reader, (0b01, 0.1), (0b11, 0.1), (0b10, 0.5)) == ["undo", "clock"]


def test_a_button_pulls_its_pin_to_ground() -> None:
    factory = PinMatrix((), (), lambda: 0).factory
    lines = ButtonLines([2, 4], factory)
    assert lines.read() == 0
    factory.pin(4).drive_low()
    assert lines.read() == 0b10
    lines.close()
