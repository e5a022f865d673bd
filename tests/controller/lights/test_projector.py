"""Frames are sent when they say something new, and never too many."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.events.view import BoardView, Phase
from controller.lights.meaning import STYLES, Meaning
from controller.lights.projector import FRAMES_PER_SECOND, Projector, paint
from controller.lights.rhythm import brightness
from controller.lights.scene import compose
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.geometry import bits_of, parse_square
from controller.rules.lines import MOVES
from controller.rules.pieces import Side
from controller.rules.sentence import verbatim
from hal.board import DARK, Frame
from tests.board_driver import COPENHAGEN

START = COPENHAGEN.start
E2 = parse_square("e2")

COMPLETE = BoardView("copenhagen", "Copenhagen", Phase.SET_UP, START, (), START.occupied)
TURN = replace(COMPLETE, phase=Phase.PLAY)
MOVED = replace(TURN, last_move=MOVES[parse_square("d1")][parse_square("d3")])
OWED = replace(MOVED, owed=bits_of(E2))
WON = replace(
    COMPLETE,
    phase=Phase.OVER,
    outcome=Outcome(Side.ATTACKERS, OutcomeReason.KING_CAPTURED, (), "7"),
)
SAID_OTHERWISE = replace(TURN, sentences=(verbatim("Another sentence, the same lights."),))
VIEWS = (COMPLETE, TURN, SAID_OTHERWISE, MOVED, OWED, WON)
SHORTEST_S = 0.05  # as often as what moves is sent

# Pauses as of a loop that mostly keeps time, and of one that does not.
pauses = st.one_of(st.just(0.01), st.floats(0, 0.1), st.just(SHORTEST_S), st.floats(0, 10))
shows = st.lists(st.tuples(st.sampled_from(VIEWS), pauses), min_size=1, max_size=300)
starts = st.floats(0, 1e6)


def watch(
    showing: list[tuple[BoardView, float]], start: float
) -> list[tuple[float, BoardView, Frame | None]]:
    """Return for every view in turn when it was shown and the frame that was sent for it."""
    projector, at, seen = Projector(), start, []
    for view, pause in showing:
        at += pause
        seen.append((at, view, projector.frame(view, at)))
    return seen


def sent(view: BoardView, seconds: float) -> list[Frame]:
    showing = [(view, 0.01)] * round(100 * seconds)
    return [frame for _, _, frame in watch(showing, 0.0) if frame is not None]


def test_no_more_than_30_frames_a_second_are_promised() -> None:
    assert FRAMES_PER_SECOND == 30


@pytest.mark.parametrize("view", [COMPLETE, TURN, MOVED])
def test_a_steady_view_is_sent_once(view: BoardView) -> None:
    assert sent(view, 60) == [Frame(compose(view).steady)]


def test_a_dark_board_is_sent_too_for_pixels_may_still_shine_from_before() -> None:
    assert sent(COMPLETE, 1) == [DARK]


def test_a_wave_is_sent_often_enough_to_be_smooth() -> None:
    assert len(sent(WON, 1)) == 20


def test_a_blinking_view_is_sent_only_when_it_changes() -> None:
    """A lit captive blinks once a second: on and off, twice a second."""
    assert len(sent(OWED, 10)) in (20, 21)


def test_another_view_with_the_same_lights_is_not_sent() -> None:
    frames = [frame for _, _, frame in watch([(TURN, 0.1), (SAID_OTHERWISE, 0.1)], 0.0)]
    assert frames == [Frame(compose(TURN).steady), None]


def test_a_change_is_sent_at_once() -> None:
    seen = watch([(TURN, 0.0), (MOVED, 0.01), (TURN, 0.01)], 0.0)
    assert [frame for *_, frame in seen] == [
        Frame(compose(view).steady) for view in (TURN, MOVED, TURN)
    ]


def test_a_change_that_comes_too_soon_after_many_is_sent_as_soon_as_may_be() -> None:
    many = [(TURN, 0.0), *[(MOVED, 0.01), (TURN, 0.01)] * 2]
    seen = watch([*many, *[(MOVED, 0.01)] * 5], 0.0)
    steady = Frame(compose(MOVED).steady)
    assert [frame for *_, frame in seen[5:]] == [None, None, None, None, steady]


def test_a_change_that_is_gone_before_it_could_be_sent_is_not_sent() -> None:
    many = [(TURN, 0.0), *[(MOVED, 0.01), (TURN, 0.01)] * 2]
    seen = watch([*many, (MOVED, 0.01), (TURN, 0.01), (TURN, 0.1), (TURN, 0.1)], 0.0)
    assert [frame for *_, frame in seen[5:]] == [None] * 4


def test_a_frame_that_was_sent_is_sent_again_when_that_is_forgotten() -> None:
    projector = Projector()
    frames = [projector.frame(TURN, 0.0), projector.frame(TURN, 1.0)]
    projector.forget_sent()
    frames += [projector.frame(TURN, 2.0), projector.frame(TURN, 3.0)]
    steady = Frame(compose(TURN).steady)
    assert frames == [steady, None, steady, None]


@pytest.mark.parametrize("at", [0.0, 0.25, 0.5, 0.75, 12.3])
def test_what_moves_is_painted_over_what_is_steady(at: float) -> None:
    style = STYLES[Meaning.OWED]
    scale = brightness(style.rhythm, at)
    red, green, blue = (round(channel * scale) for channel in style.colour)
    expected = bytearray(compose(OWED).steady)
    expected[3 * E2 : 3 * E2 + 3] = (red, green, blue)
    assert paint(compose(OWED), at) == Frame(bytes(expected))


def test_painting_leaves_the_scene_as_it_is() -> None:
    scene = compose(OWED)
    before = bytes(scene.steady)
    assert paint(scene, 0.0) != paint(scene, 0.6)
    assert scene.steady == before


@given(shows, starts)
@example([(WON, 0.01)] * 300, 0.0)
@example([(WON, SHORTEST_S)] * 100, 0.0)
def test_whatever_is_shown_no_second_holds_more_than_30_frames(
    showing: list[tuple[BoardView, float]], start: float
) -> None:
    at = [time for time, _, frame in watch(showing, start) if frame is not None]
    # Times of a million seconds are exact to less than a nanosecond.
    assert all(later - at[n] >= 1 - 1e-6 for n, later in enumerate(at[30:]))


@given(shows, starts)
def test_whatever_is_shown_no_frame_is_sent_twice_in_a_row(
    showing: list[tuple[BoardView, float]], start: float
) -> None:
    frames = [frame for *_, frame in watch(showing, start) if frame is not None]
    assert all(one != other for one, other in pairwise(frames))


@given(shows, starts)
def test_whatever_is_shown_the_pixels_are_right_or_were_sent_a_moment_ago(
    showing: list[tuple[BoardView, float]], start: float
) -> None:
    shown, shown_at = None, float("-inf")
    for at, view, frame in watch(showing, start):
        if frame is not None:
            shown, shown_at = frame, at
        assert shown == paint(compose(view), at) or at - shown_at < SHORTEST_S
