"""Games written a turn a line are put together; other lines stay games of their own."""

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.turns import LONGEST_GAME, games_of

SECOND = "2. e1-e3 f8-c8"


def put_together(*lines: str) -> list[tuple[int, str]]:
    """Return the games of lines: the number of the first line, and the words."""
    numbered = enumerate((f"{line}\n".encode() for line in lines), 1)
    return [
        (number, " ".join((line or b"").decode().split())) for number, line in games_of(numbered)
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("1. d1-d3 f4-c4", SECOND),
        ("1. d1-d3 f4-c4", SECOND, "3. d3-d4"),
        ("1. d1-d3 f4-c4 2. e1-e3 f8-c8", "3. d3-d4 c4-c5 4. d4-d5"),
        ("1) d1-d3 f4-c4", "2) e1-e3 f8-c8"),
        ("1. d1-d3", "1... f4-c4", SECOND),
        ("1. d1-d3", "2. f4-c4", "3. e1-e3", "4. f8-c8"),
        ("1.d1-d3 f4-c4", "  2.e1-e3 f8-c8,0,0,Black"),
        ("1. d1-d3 f4-c4", "2. e1-e3 timeout"),
        ("\ufeff1. d1-d3 f4-c4", f"{SECOND}\r"),
    ],
)
def test_lines_that_go_on_where_the_one_before_ended_are_one_game(lines: tuple[str, ...]) -> None:
    assert put_together(*lines) == [(1, " ".join(" ".join(lines).split()))]


@pytest.mark.parametrize(
    "lines",
    [
        ("d1-d3 f4-c4", "e1-e3 f8-c8"),
        ("1. d1-d3 f4-c4", "1. e1-e3 f8-c8"),
        ("1. d1-d3", "1. e1-e3"),
        ("1. d1-d3 f4-c4", "1... f8-c8"),
        ("1. d1-d3 f4-c4", "3. e1-e3"),
        ("1. d1-d3 f4-c4", "e1-e3 f8-c8"),
        ("1. d1-d3 f4-c4,0,0,Black", SECOND),
        ("1. d1-d3 timeout", "2. e1-e3"),
        ("1. d1-d3 f4-c4 e1-e3", SECOND),  # the number of a game in a list
        (SECOND, "1. d1-d3 f4-c4"),
    ],
)
def test_other_lines_are_games_of_their_own(lines: tuple[str, ...]) -> None:
    assert put_together(*lines) == [*enumerate(lines, 1)]


def test_a_game_after_another_has_the_number_of_its_first_line() -> None:
    assert put_together("1. d1-d3 f4-c4", SECOND, "d1-d4", "1. e1-e3", "2. f8-c8") == [
        (1, f"1. d1-d3 f4-c4 {SECOND}"),
        (3, "d1-d4"),
        (4, "1. e1-e3 2. f8-c8"),
    ]


def test_blank_lines_between_two_turns_are_no_end_and_after_the_last_they_stay() -> None:
    assert put_together("1. d1-d3 f4-c4", "", " ", SECOND, "", "", "d1-d3", "") == [
        (1, f"1. d1-d3 f4-c4 {SECOND}"),
        (5, ""),
        (6, ""),
        (7, "d1-d3"),
        (8, ""),
    ]


def test_a_line_without_numbers_waits_for_no_other() -> None:
    def lines() -> Iterator[tuple[int, bytes]]:
        yield 1, b"d1-d3\n"
        raise AssertionError("asked for a second line")

    assert next(games_of(lines())) == (1, b"d1-d3\n")


def turns(of: int) -> Iterable[tuple[int, bytes]]:
    return ((turn, f"{turn}. d1-d3{' ' * 1000} d3-d1\n".encode()) for turn in range(1, of))


def test_a_game_of_more_than_a_megabyte_is_none() -> None:
    assert [number for number, game in games_of(turns(1000)) if game] == [1]
    assert list(games_of([*turns(2000), (2000, b"d1-d3")])) == [(1, None), (2000, b"d1-d3")]


def test_a_line_that_is_too_long_ends_the_game_before() -> None:
    lines = [(1, b"1. d1-d3"), (2, None), (3, b"2. d3-d1")]
    assert list(games_of(lines)) == lines
    assert LONGEST_GAME == 1 << 20


@given(st.lists(st.binary(max_size=12)))
def test_of_lines_without_numbers_nothing_changes(lines: list[bytes]) -> None:
    bare = [line.translate(None, b".)") for line in lines]
    assert list(games_of(enumerate(bare, 1))) == [*enumerate(bare, 1)]
