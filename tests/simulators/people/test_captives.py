"""Captured pieces are taken off the board, whoever else has a hand on them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import SQUARE_NAMES, parse_square, squares_of
from controller.rules.lines import MOVES, Move
from simulators.people.background import Activity
from simulators.people.habits import put_back
from simulators.people.ply_maker import PlyMaker
from simulators.people.profiles import PROFILES
from simulators.table.start import start_pieces
from simulators.table.tabletop import TRAY
from tests.board_driver import COPENHAGEN
from tests.simulators.people.at_the_table import AtTheTable, before_a_capture

START = start_pieces(COPENHAGEN)
ALL = COPENHAGEN.start.occupied

seeds = st.integers(0, 10_000)


@given(seeds, st.sets(st.sampled_from(sorted(START)), max_size=4))
def test_clearing_puts_those_pieces_in_the_tray_and_no_other(seed: int, away: set[int]) -> None:
    at = AtTheTable(seed)
    at.does(at.clear(tuple(away)))
    assert {square for square in START if at.table.at(square) is None} == away
    assert sum(piece.in_tray for piece in at.table.pieces) == len(away)


def test_captives_are_cleared_in_any_order() -> None:
    orders = set()
    for seed in range(50):
        at = AtTheTable(seed)
        at.does(at.clear(tuple(map(parse_square, ("d1", "e1", "f1")))))
        at.felt.append(at.table.occupied())
        gone = dict.fromkeys(square for felt in at.felt for square in squares_of(ALL & ~felt))
        orders.add(tuple(SQUARE_NAMES[square] for square in gone))
    assert len(orders) == 6


@given(seeds, st.floats(0, 0.8))
def test_a_captive_that_another_hand_puts_right_is_taken_after_that(
    seed: int, after_s: float
) -> None:
    at = AtTheTable(seed)
    captive = at.table.at(parse_square("d1"))
    assert captive
    at.table.nudge(captive.id, 0.2, 0.2)
    at.seat.background.add(after_s, at.seat.hand().put_right(captive.id))
    at.does(at.clear((parse_square("d1"),)))
    assert at.table.pieces[captive.id].in_tray


@pytest.mark.parametrize("seed", range(4))
def test_a_captive_in_another_hand_is_taken_when_it_stands_again(seed: int) -> None:
    game, move, square = before_a_capture(seed)
    at = AtTheTable(seed, game)
    captive = at.table.at(square)
    assert captive
    at.seat.background.add(0.0, at.seat.hand().carry(captive.id, square, 1.5))
    at.does(iter([0.1]))
    assert at.table.pieces[captive.id].held_by
    at.does(PlyMaker(at.seat, at.captives).make_ply(move, followed_at_once=True))
    at.does(at.seat.background.finish())
    assert at.seat.game == game.play(move)
    assert at.table.pieces[captive.id].in_tray


# With these seeds the captives are taken before anybody looks whether the move has counted.
@pytest.mark.parametrize("seed", [2, 8, 9, 22])
def test_a_captive_is_taken_although_a_sleeve_has_pushed_it_off_its_square(seed: int) -> None:
    game, move, square = before_a_capture(seed)
    at = AtTheTable(seed, game)
    captive = at.table.at(square)
    assert captive
    empty = next(s for s in range(121) if at.seat.has_room(s) and s != move.target)

    def push() -> Activity:
        at.table.grab("sleeve", captive.id)
        at.table.set_down("sleeve", empty % 11, empty // 11)
        yield 0.0

    at.seat.background.add(0.05, push())
    at.does(PlyMaker(at.seat, at.captives).make_ply(move, followed_at_once=False))
    assert at.table.pieces[captive.id].in_tray


def test_who_captures_waits_for_a_piece_that_is_not_back_on_its_square() -> None:
    at = AtTheTable(1)
    d1 = parse_square("d1")
    captive = at.table.at(d1)
    assert captive
    at.table.grab("sleeve", captive.id)
    at.table.drop("sleeve", 0.0, 0.0)
    at.seat.background.add(0.4, at.seat.hand().carry(captive.id, d1, 0.2))
    at.does(at.clear((d1,)))
    assert at.table.pieces[captive.id].in_tray


def test_a_piece_that_a_sleeve_has_pushed_comes_back_even_if_it_fell_off_the_board() -> None:
    at = AtTheTable(1)
    piece = at.table.at(parse_square("b6"))
    assert piece
    at.table.grab("hand", piece.id)
    at.table.drop("hand", *TRAY)
    at.does(put_back(at.seat, piece, 0))
    assert at.table.at(parse_square("b6")) == piece


def test_a_piece_that_has_moved_since_a_sleeve_pushed_it_stays_where_it_moved() -> None:
    """h6 goes to h7, and g6 after it, which is of its kind, to h6."""
    at = AtTheTable(1)
    pushed = at.table.at(parse_square("h6"))
    assert pushed
    for text in ("d1-d3", "h6-h7", "d3-d1", "g6-h6"):
        move = Move(*map(parse_square, text.split("-")))
        piece = at.table.at(move.origin)
        assert piece
        at.does(at.seat.hand().carry(piece.id, move.target, 0.2))
        at.seat.game = at.seat.game.play(move)
    at.does(put_back(at.seat, pushed, 0))
    assert at.table.at(parse_square("h7")) == at.table.pieces[pushed.id]


def test_a_captive_that_a_sleeve_has_pushed_before_it_was_taken_stays_off_the_board() -> None:
    at = AtTheTable(1)
    b6 = parse_square("b6")
    pushed = at.table.at(b6)
    assert pushed
    # The ply that captures it is not made yet, so the game still has it there.
    at.does(at.clear((b6,)))
    at.does(put_back(at.seat, pushed, 0))
    assert at.table.pieces[pushed.id].in_tray


def test_nobody_lays_a_captive_where_a_piece_belongs_that_somebody_holds() -> None:
    laid = set()
    for seed in range(100):
        at = AtTheTable(seed)
        at.seat.profile = PROFILES["friends"]
        held, captive = at.table.at(parse_square("a4")), at.table.at(parse_square("e5"))
        assert held is not None
        assert captive is not None
        at.table.grab("hand", held.id)
        at.captives.note({parse_square("e5"): captive.id})
        at.does(at.captives.take(captive.id))
        laid |= at.captives.squares
    assert len(laid) > 10
    assert parse_square("a4") not in laid


def test_a_captive_that_is_laid_where_a_piece_is_just_going_is_taken_away() -> None:
    at = AtTheTable(1)
    move, captive = MOVES[parse_square("d1")][parse_square("d3")], at.table.at(parse_square("k8"))
    assert captive is not None

    def lay() -> Activity:
        yield from at.seat.hand().carry(captive.id, move.target, 0.0)
        at.captives.note({move.target: captive.id})

    at.seat.background.add(0.05, lay())
    mover = at.table.at(move.origin)
    at.does(PlyMaker(at.seat, at.captives).make_ply(move, followed_at_once=True))
    assert (at.table.at(move.target), at.table.pieces[captive.id].in_tray) == (
        mover and replace(mover, y=2),
        True,
    )


def test_a_captive_that_was_not_taken_yet_stays_when_its_capture_is_taken_back() -> None:
    game, move, square = before_a_capture(0)
    at = AtTheTable(0, game)
    captive = at.table.at(square)
    assert captive is not None
    ply = game.play(move).plies[-1]
    at.captives.note({square: captive.id})
    at.does(at.captives.put_back(ply, game.position))
    assert (at.table.at(square), at.captives.squares, at.seat.captured) == (captive, set(), set())


def test_of_two_hands_that_reach_for_a_captive_one_comes_too_late() -> None:
    at = AtTheTable(1)
    captive = at.table.at(parse_square("d1"))
    assert captive is not None
    at.captives.note({parse_square("d1"): captive.id})
    at.captives.take_during_move(captive.id)
    at.does(at.captives.take_all())
    at.does(at.seat.background.finish())
    assert at.table.touched == 1 + at.touched_before
    assert at.table.pieces[captive.id].in_tray


def test_where_nothing_stands_and_no_hand_is_at_work_nobody_waits_for_a_captive() -> None:
    at = AtTheTable(1)
    with pytest.raises(LookupError, match="square 0: no piece to take"):
        at.does(at.clear((0,)))
