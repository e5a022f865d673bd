"""The board as bits: names, edges, steps and lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import (
    ALL,
    BETWEEN,
    CAPTURE_STEPS,
    CORNER_BITS,
    CORNERS,
    EDGE,
    NEIGHBOURS,
    OPPOSITES,
    PATHS,
    SQUARE_COUNT,
    SQUARE_NAMES,
    THRONE,
    bits_of,
    flood,
    in_line,
    parse_square,
    spread,
    square_name,
    squares_of,
)

squares = st.integers(0, SQUARE_COUNT - 1)
boards = st.frozensets(squares)


def place(square: int) -> tuple[int, int]:
    """Return file and rank of a square, from 0."""
    return square % 11, square // 11


def square_at(file: int, rank: int) -> int | None:
    """Return the square of a file and a rank, None off the board."""
    return 11 * rank + file if 0 <= file < 11 and 0 <= rank < 11 else None


def beside(square: int) -> set[int]:
    """Return the neighbours of a square, found by its coordinates."""
    file, rank = place(square)
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    found = (square_at(file + file_step, rank + rank_step) for file_step, rank_step in steps)
    return {neighbour for neighbour in found if neighbour is not None}


def test_squares_are_numbered_along_the_ranks_from_a1() -> None:
    names = [f"{file}{rank}" for rank in range(1, 12) for file in "abcdefghijk"]
    assert list(SQUARE_NAMES) == names


@pytest.mark.parametrize(
    ("name", "square"), [("a1", 0), ("k1", 10), ("a2", 11), ("f6", 60), ("a11", 110), ("k11", 120)]
)
def test_a_square_has_this_name(name: str, square: int) -> None:
    assert (parse_square(name), square_name(square)) == (square, name)


def test_the_throne_and_the_corners_have_these_names() -> None:
    assert square_name(THRONE) == "f6"
    assert [square_name(corner) for corner in CORNERS] == ["a1", "k1", "a11", "k11"]
    assert sorted(squares_of(CORNER_BITS)) == list(CORNERS)


@given(squares)
def test_a_name_is_read_back_in_small_and_capital_letters(square: int) -> None:
    name = square_name(square)
    assert (parse_square(name), parse_square(name.upper())) == (square, square)


@pytest.mark.parametrize(
    "text", ["", "a", "a0", "a12", "l1", "1a", "a1 ", " a1", "a-1", "a01", "é1"]
)
def test_a_text_that_names_no_square_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a square a1 to k11, got ") as raised:
        parse_square(text)
    assert str(raised.value) == f"expected a square a1 to k11, got {text!r}"


def test_the_edge_is_the_outermost_squares() -> None:
    outermost = {s for s in range(SQUARE_COUNT) if {0, 10} & set(place(s))}
    assert (set(squares_of(EDGE)), len(outermost)) == (outermost, 40)


@given(boards)
def test_a_board_gives_back_its_squares_in_order(board: frozenset[int]) -> None:
    assert list(squares_of(bits_of(*board))) == sorted(board)


@given(boards)
def test_a_board_spreads_to_the_neighbours_of_its_squares_and_round_no_edge(
    board: frozenset[int],
) -> None:
    expected = {neighbour for square in board for neighbour in beside(square)}
    assert set(squares_of(spread(bits_of(*board)))) == expected


@given(boards, boards)
def test_a_flood_reaches_what_steps_over_free_squares_reach(
    start: frozenset[int], free: frozenset[int]
) -> None:
    reached, waiting = set(start & free), list(start & free)
    while waiting:
        for neighbour in beside(waiting.pop()) & free - reached:
            reached.add(neighbour)
            waiting.append(neighbour)
    assert set(squares_of(flood(bits_of(*start), bits_of(*free)))) == reached


def test_a_flood_through_the_complement_of_a_board_stays_on_the_board() -> None:
    wall = bits_of(*(parse_square(f"f{rank}") for rank in range(1, 12)))
    expected = {s for s in range(SQUARE_COUNT) if place(s)[0] < 5}
    assert set(squares_of(flood(1, ~wall))) == expected


def test_neighbours_are_a_step_away() -> None:
    for square in range(SQUARE_COUNT):
        assert set(squares_of(NEIGHBOURS[square])) == beside(square)


def test_capture_steps_lead_to_a_neighbour_and_the_square_behind_it() -> None:
    for square in range(SQUARE_COUNT):
        pairs = {
            (near.bit_length() - 1, far.bit_length() - 1) for near, far in CAPTURE_STEPS[square]
        }
        expected = {
            (near, far)
            for near in beside(square)
            for far in beside(near)
            if far != square and (near - square) == (far - near)
        }
        assert pairs == expected


def test_opposites_are_the_two_neighbours_on_one_line() -> None:
    for square in range(SQUARE_COUNT):
        pairs = {frozenset(squares_of(one | other)) for one, other in OPPOSITES[square]}
        expected = {
            frozenset({one, other})
            for one in beside(square)
            for other in beside(square)
            if one < other and one + other == 2 * square
        }
        assert pairs == expected


@given(squares, squares)
def test_two_squares_are_in_line_on_one_rank_or_one_file(one: int, other: int) -> None:
    (file, rank), (other_file, other_rank) = place(one), place(other)
    assert in_line(one, other) == (file == other_file or rank == other_rank)


@given(squares, squares)
def test_between_two_squares_lie_those_of_their_line_strictly_within(one: int, other: int) -> None:
    (file, rank), (other_file, other_rank) = place(one), place(other)
    files = range(min(file, other_file), max(file, other_file) + 1)
    ranks = range(min(rank, other_rank), max(rank, other_rank) + 1)
    box = {11 * r + f for r in ranks for f in files} - {one, other}
    expected = box if file == other_file or rank == other_rank else set()
    assert set(squares_of(BETWEEN[one][other])) == expected


def test_all_squares_are_121() -> None:
    assert (ALL.bit_count(), ALL.bit_length()) == (121, 121)


@given(squares, squares)
def test_a_path_is_what_lies_between_and_its_end_and_nothing_out_of_line(
    one: int, other: int
) -> None:
    is_path = one != other and in_line(one, other)
    assert PATHS[one][other] == (BETWEEN[one][other] | 1 << other if is_path else 0)
