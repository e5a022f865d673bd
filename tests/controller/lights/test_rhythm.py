"""A rhythm is brightness as time goes on, distinguished from the others without any colour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.lights.meaning import Rhythm
from controller.lights.rhythm import brightness
from controller.rules.geometry import SIZE

# Every rhythm but the wave comes round a whole number of times in this many seconds.
_ROUND_S = 12
_STEP_S = 0.01
_BRIGHT = 0.7
FLASHING = (Rhythm.BREATHE, Rhythm.BLINK, Rhythm.HURRY, Rhythm.DOUBLE)

times = st.floats(0, 1e7)
_TRAVELLING = (Rhythm.WAVE, Rhythm.RUN)
distances = st.integers(0, SIZE - 1)


def curve(rhythm: Rhythm, seconds: float = _ROUND_S) -> list[float]:
    # From the middle of each step, so that no sample meets an edge.
    return [brightness(rhythm, (n + 0.5) * _STEP_S) for n in range(round(seconds / _STEP_S))]


def flashes(samples: list[float]) -> list[int]:
    """Return where it becomes bright, coming round from the end to the beginning."""
    bright = [sample > _BRIGHT for sample in samples]
    return [n for n, now in enumerate(bright) if now and not bright[n - 1]]


@given(st.sampled_from(Rhythm), times, distances)
def test_what_is_lit_is_never_dark_and_never_too_bright(
    rhythm: Rhythm, at: float, distance: int
) -> None:
    assert 0.1 <= brightness(rhythm, at, distance) <= 1.0


@pytest.mark.parametrize("rhythm", Rhythm)
def test_every_rhythm_comes_to_full_brightness(rhythm: Rhythm) -> None:
    assert max(curve(rhythm)) == pytest.approx(1.0, abs=0.001)


@given(times, distances)
def test_steady_is_always_full(at: float, distance: int) -> None:
    assert brightness(Rhythm.STEADY, at, distance) == 1.0


@pytest.mark.parametrize("rhythm", FLASHING)
def test_what_flashes_goes_well_down_between(rhythm: Rhythm) -> None:
    assert min(curve(rhythm)) <= 0.35


def test_rhythms_are_told_apart_by_how_often_they_flash() -> None:
    assert {rhythm: len(flashes(curve(rhythm))) for rhythm in (Rhythm.STEADY, *FLASHING)} == {
        Rhythm.STEADY: 0,
        Rhythm.BREATHE: 5,
        Rhythm.BLINK: 12,
        Rhythm.DOUBLE: 20,
        Rhythm.HURRY: 30,
    }


def test_double_is_two_flashes_close_together_and_a_rest() -> None:
    first, second, third, *_ = flashes(curve(Rhythm.DOUBLE))
    assert third - second > 2 * (second - first)


def test_breathing_is_smooth_and_blinking_is_not() -> None:
    def largest_step(rhythm: Rhythm) -> float:
        samples = curve(rhythm)
        return max(abs(samples[n] - samples[n - 1]) for n in range(1, len(samples)))

    assert largest_step(Rhythm.BREATHE) < 0.02
    assert largest_step(Rhythm.BLINK) > 0.5


@pytest.mark.parametrize("rhythm", Rhythm)
def test_nothing_flashes_more_than_three_times_in_a_second(rhythm: Rhythm) -> None:
    """Faster flashes can bring on seizures (WCAG 2.2, success criterion 2.3.1)."""
    starts = flashes(curve(rhythm))
    per_second = round(1 / _STEP_S)
    assert max((sum(0 <= n - s < per_second for n in starts) for s in starts), default=0) <= 3


@given(st.floats(0, 1000), distances)
def test_a_wave_comes_to_farther_squares_later(at: float, distance: int) -> None:
    then = brightness(Rhythm.WAVE, at + distance / 4, distance)
    assert then == pytest.approx(brightness(Rhythm.WAVE, at), abs=1e-9)


@given(st.floats(0, 1000), distances)
def test_a_run_comes_to_each_square_of_its_way_in_turn(at: float, distance: int) -> None:
    then = brightness(Rhythm.RUN, at + distance / 10 + 1e-6, distance)
    assert then == brightness(Rhythm.RUN, at + 1e-6)


@given(st.sampled_from([r for r in Rhythm if r not in _TRAVELLING]), times, distances)
def test_all_else_goes_in_step_over_the_whole_board(
    rhythm: Rhythm, at: float, distance: int
) -> None:
    assert brightness(rhythm, at, distance) == brightness(rhythm, at)
