"""The lights really say it: who sees nothing but frames and knows the legend does the lessons."""

from itertools import cycle
from random import Random

import pytest

from controller.lessons.library import ladder
from controller.lessons.puzzles import puzzle_of_day
from controller.lights.meaning import STYLES, Meaning, Rhythm
from controller.lights.rhythm import brightness
from controller.rules.pieces import Piece
from hal.board import CHANNELS, Frame
from simulators.classroom import Classroom
from simulators.people.legend import GLANCE_S, STEP_S, Glance, read_legend
from simulators.people.visitor import Visitor
from simulators.table.tabletop import TRAY, Tabletop
from tests.effort import long_or_short

# A rest is longer than a glance; nobody who plays has to know one.
READABLE = [meaning for meaning in Meaning if STYLES[meaning].rhythm is not Rhythm.REST]


def glance_at(meaning: Meaning, squares: tuple[int, ...], since: float) -> Glance:
    """Return what is seen of squares lit with one meaning, the first as the origin of a run."""
    style, glance = STYLES[meaning], Glance()
    for sample in range(round(GLANCE_S / STEP_S)):
        pixels = bytearray(121 * CHANNELS)
        for distance, square in enumerate(squares):
            level = style.level * brightness(style.rhythm, since + sample * STEP_S, distance)
            start = CHANNELS * square
            pixels[start : start + CHANNELS] = bytes(round(c * level) for c in style.colour)
        glance.frames.append(Frame(bytes(pixels)))
    return glance


@pytest.mark.parametrize("meaning", READABLE)
@pytest.mark.parametrize("since", [0.0, 0.4, 1.3])
def test_a_light_is_read_as_what_it_means_whenever_one_looks(
    meaning: Meaning, since: float
) -> None:
    assert read_legend(glance_at(meaning, (60,), since)).squares == {meaning: (60,)}


@pytest.mark.parametrize("way", [(3, 4, 5, 6), (6, 5, 4, 3), (104, 93, 82), (60, 61), (0, 11, 22)])
@pytest.mark.parametrize("since", [0.0, 0.7])
def test_a_run_is_read_from_its_beginning_to_its_end(way: tuple[int, ...], since: float) -> None:
    assert read_legend(glance_at(Meaning.ASKED, way, since)).of(Meaning.ASKED) == way


@pytest.mark.parametrize("seed", range(long_or_short(20, 1)))
def test_a_visitor_who_sees_only_frames_solves_the_first_six_lessons(seed: int) -> None:
    room = Classroom(seed)
    visits = [room.visit(lesson, 180.0) for lesson in ladder()[:6]]
    assert [visit.lesson for visit in visits if not visit.stars] == []
    # Whoever needs no hint needs less than a minute.
    assert visits[0].seconds < 30


@pytest.mark.nightly  # by day the first six lessons, by the same lights
@pytest.mark.parametrize("day", range(1, 367))
def test_a_visitor_who_follows_the_hints_and_remembers_what_was_wrong_solves_every_puzzle(
    day: int,
) -> None:
    visit = Classroom().visit(puzzle_of_day(day), 600.0)
    assert visit.stars > 0


@pytest.mark.nightly  # by day the first six lessons
@pytest.mark.parametrize("seed", range(6, 12))
def test_a_visitor_makes_the_moves_of_a_first_game_until_three_are_captured(seed: int) -> None:
    (lesson,) = (each for each in ladder() if each.name == "first_game")
    visit = Classroom(seed).visit(lesson, 1800.0)
    assert visit.stars > 0


@pytest.mark.parametrize("elsewhere", [TRAY, (5, 5)])
@pytest.mark.parametrize(("kind", "comes_to"), [(Piece.ATTACKER, (3, 0)), (Piece.DEFENDER, TRAY)])
def test_who_is_to_put_a_piece_where_one_stands_askew_begins_with_that_one(
    kind: Piece, comes_to: tuple[float, float], elsewhere: tuple[float, float]
) -> None:
    table = Tabletop({3: kind, 60: Piece.ATTACKER})
    table.nudge(0, -0.45, 0.0)
    table.grab("somebody", 1)
    table.drop("somebody", *elsewhere)
    put = glance_at(Meaning.PUT_ATTACKER, (3,), 0.0).frames
    wrong = glance_at(Meaning.WRONG, (60,), 0.0).frames
    both = [
        Frame(bytes(map(max, one.pixels, other.pixels)))
        for one, other in zip(put, wrong, strict=True)
    ]
    frames = cycle(both if table.occupied() else put)
    pauses = Visitor(table, lambda: next(frames), Random(1)).play()
    for _ in range(round(GLANCE_S / STEP_S) + 2):
        next(pauses)
    assert (table.pieces[0].x, table.pieces[0].y) == comes_to


@pytest.mark.parametrize("by", [(-0.24,), (-0.24, -0.23, -0.22)])
def test_who_is_to_put_a_piece_beside_one_that_leans_over_pushes_that_one_straight(
    by: tuple[float, ...],
) -> None:
    beside = {4 + number: Piece.ATTACKER for number in range(len(by))}
    table = Tabletop({3: Piece.KING, **beside})
    table.grab("somebody", 0)
    table.drop("somebody", *TRAY)
    for number, dx in enumerate(by, 1):
        table.nudge(number, dx, 0.0)
    frames = cycle(glance_at(Meaning.PUT_KING, (3,), 0.0).frames)
    pauses = Visitor(table, lambda: next(frames), Random(1), steps_a_look=4).play()
    for _ in range(round(GLANCE_S / STEP_S) + 8):
        next(pauses)
    assert [(piece.x, piece.y) for piece in table.pieces] == [
        (3 + n, 0) for n in range(len(by) + 1)
    ]


def test_a_captured_piece_that_is_lit_is_taken_off_the_board() -> None:
    table = Tabletop({3: Piece.ATTACKER, 60: Piece.DEFENDER})
    owed = cycle(glance_at(Meaning.OWED, (60,), 0.0).frames)
    pauses = Visitor(table, lambda: next(owed), Random(1)).play()
    for _ in range(round(GLANCE_S / STEP_S) + 2):
        next(pauses)
    assert [piece.in_tray for piece in table.pieces] == [False, True]


@pytest.mark.parametrize("meaning", [Meaning.STAR, Meaning.SHOWN])
def test_where_something_is_only_shown_nobody_touches_anything(meaning: Meaning) -> None:
    table = Tabletop({3: Piece.ATTACKER, 60: Piece.DEFENDER})
    shown = cycle(glance_at(meaning, (60,), 0.0).frames)
    pauses = Visitor(table, lambda: next(shown), Random(1)).play()
    for _ in range(3 * round(GLANCE_S / STEP_S)):
        next(pauses)
    assert table.touched == 0
