"""Moves along lines are remembered; what is remembered is right and bounded."""

from itertools import product

from controller.rules.geometry import ALL, SIZE, parse_square
from controller.rules.lines import LineMoves, Move


def slow_slides(occupied: int, origin: int) -> set[Move]:
    """Return the moves of one piece along an open rank 1, a square at a time."""
    moves = set()
    for step in (1, -1):
        target = origin + step
        while 0 <= target < SIZE and not occupied >> target & 1:
            moves.add(Move(origin, target))
            target += step
    return moves


def test_a_line_is_right_before_and_after_more_states_than_are_remembered() -> None:
    lines = LineMoves(stop=ALL, impassable=0)
    above = (1 << 2 * SIZE) - (1 << SIZE)  # rank 2 is full: nobody leaves rank 1
    # 78 732 states of one rank, each of its squares empty, taken or taken by a mover.
    for states in product((0, 1, 2), repeat=SIZE):
        if states[:2] == (1, 1):
            break
        occupied = sum(1 << place for place, state in enumerate(states) if state)
        movers = sum(1 << place for place, state in enumerate(states) if state == 2)
        found = lines.moves(occupied | above, movers)
        origins = [place for place, state in enumerate(states) if state == 2]
        expected = set().union(*(slow_slides(occupied, origin) for origin in origins))
        assert (len(found), set(found)) == (len(expected), expected)


def test_an_impassable_square_ends_a_slide() -> None:
    throne = 1 << parse_square("f6")
    lines = LineMoves(stop=ALL & ~throne, impassable=throne)
    origin = parse_square("c6")
    rank = {str(move) for move in lines.moves(1 << origin, 1 << origin) if str(move)[-1] == "6"}
    assert rank == {"c6-a6", "c6-b6", "c6-d6", "c6-e6"}


def test_a_square_that_may_be_passed_and_not_stopped_on_is_left_out() -> None:
    throne = 1 << parse_square("f6")
    lines = LineMoves(stop=ALL & ~throne, impassable=0)
    origin, far = parse_square("d6"), parse_square("h6")
    moves = lines.moves(1 << origin | 1 << far, 1 << origin)
    assert {str(move) for move in moves if str(move)[-1] == "6"} == {
        *("d6-a6", "d6-b6", "d6-c6"),
        *("d6-e6", "d6-g6"),
    }


def test_a_move_reads_as_its_two_squares() -> None:
    assert str(Move(parse_square("d1"), parse_square("d10"))) == "d1-d10"


def test_who_plays_for_long_may_forget_what_is_remembered() -> None:
    lines = LineMoves(stop=ALL, impassable=0)
    states = [(1 << n) - 1 << SIZE for n in range(1, SIZE)]  # 10 occupancies of rank 2
    before = [lines.moves(state, state & -state) for state in states]
    size = sum(len(line.known) for line in lines._lines)
    assert size > 10
    lines.forget(size)
    assert sum(len(line.known) for line in lines._lines) == size
    lines.forget(size - 1)
    assert [len(line.known) + len(line.pieces) for line in lines._lines] == [0] * 2 * SIZE
    assert [lines.moves(state, state & -state) for state in states] == before


def test_a_move_undoes_the_one_that_it_goes_backwards() -> None:
    d1, d3, d4 = map(parse_square, ("d1", "d3", "d4"))
    assert Move(d3, d1).undoes(Move(d1, d3))
    assert not any(Move(d3, d1).undoes(other) for other in (None, Move(d3, d1), Move(d1, d4)))
