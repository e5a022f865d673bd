"""Whatever lights a board, it is dark once `hnefi play` has ended, and before the page is gone."""

import signal
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.controller.cli.playing import playing
from tests.waiting import PATIENCE_S

DARK_WITHIN_S = 0.2
LONGEST_STEP_S = 0.005


@pytest.mark.parametrize(
    ("strip", "number"),
    [
        ("leds0", signal.SIGTERM),
        ("leds0", signal.SIGINT),
        ("spi", signal.SIGTERM),
        ("ws281x", signal.SIGTERM),
        ("serial", signal.SIGTERM),
        ("serial", signal.SIGINT),
    ],
)
def test_a_board_is_dark_soon_after_the_program_was_ended_and_stays_dark(
    strip: str, number: signal.Signals, tmp_path: Path
) -> None:
    if strip == "ws281x" and find_spec("rpi_ws281x") is None:
        pytest.skip("needs rpi_ws281x: apt install gcc python3-dev, then make pi-libraries")
    # Only a loaded machine makes it longer, so one good try of six is proof.
    longest_s = 1.0
    for each in range(6):
        folder = tmp_path / str(each)
        folder.mkdir()
        longest_s = min(longest_s, seconds_until_dark(strip, number, folder))
        if longest_s <= DARK_WITHIN_S:
            break
    assert longest_s <= DARK_WITHIN_S


def seconds_until_dark(strip: str, number: signal.Signals, folder: Path) -> float:
    """Return how long it took; a step that a busy machine held up counts as `LONGEST_STEP_S`."""
    took_s = 0.0
    with playing(strip, folder) as (game, light):
        # Before that, the program is still busy to start.
        game.until(lambda: "Stop it with" in game.said and any(light()))
        begun = last = time.monotonic()
        game.signal(number)
        while any(light()):
            assert time.monotonic() < begun + PATIENCE_S, game.said
            time.sleep(0.002)
            now = time.monotonic()
            took_s += min(now - last, LONGEST_STEP_S)
            last = now
        assert game.wait() == 0
        assert light()
        assert not any(light())
    return took_s


def test_the_microcontroller_goes_dark_three_seconds_after_its_controller_was_killed(
    tmp_path: Path,
) -> None:
    with playing("serial", tmp_path) as (game, light):
        game.until(lambda: any(light()))
        game.kill()
        begun = time.monotonic()
        while any(light()):
            assert time.monotonic() < begun + PATIENCE_S
            time.sleep(0.01)
        # It last spoke up to 0.7 s before it was killed.
        assert 2.0 < time.monotonic() - begun < 4.0
