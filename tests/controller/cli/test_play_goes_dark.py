"""Whatever lights a board, it is dark once `hnefi play` has ended, and before the page is gone."""

import signal
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.campaign.slowness import slowness
from tests.controller.cli.playing import playing
from tests.waiting import PATIENCE_S, wait_until

DARK_WITHIN_S = 0.2
LONGEST_STEP_S = 0.005


@pytest.mark.parametrize(
    ("strip", "number"),
    [
        ("spi", signal.SIGTERM),
        pytest.param("spi", signal.SIGINT, marks=pytest.mark.nightly),
        ("spi", signal.SIGHUP),  # the terminal was closed
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
    # Only a busy machine makes it longer, so one good try of six is proof.
    longest_s, within_s = 1.0, DARK_WITHIN_S * slowness()
    for each in range(6):
        folder = tmp_path / str(each)
        folder.mkdir()
        longest_s = min(longest_s, seconds_until_dark(strip, number, folder))
        if longest_s <= within_s:
            break
    assert longest_s <= within_s


def seconds_until_dark(strip: str, number: signal.Signals, folder: Path) -> float:
    """Return how long it took, without what a busy machine made the program or this test wait."""
    took_s = 0.0
    with playing(strip, folder) as (game, light):
        # Before that, the program is still busy to start.
        game.until(lambda: "Stop it with" in game.said and any(light()))
        begun = last = time.monotonic()
        held_up_s = game.held_up_s
        game.signal(number)
        while any(light()):
            assert time.monotonic() < begun + PATIENCE_S, game.said
            time.sleep(0.002)
            now, held_until_now_s = time.monotonic(), game.held_up_s
            waited_s = max(held_until_now_s - held_up_s, 0.0)
            took_s += max(min(now - last, LONGEST_STEP_S) - waited_s, 0.0)
            last, held_up_s = now, held_until_now_s
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
        wait_until(lambda: not any(light()), "the dark")
        # By its own clock, to which a busy machine does nothing; a pass of its loop takes 10 ms.
        silence_ms = game.device.dark_after_ms
        assert silence_ms is not None
        assert 3000 <= silence_ms <= 3010
