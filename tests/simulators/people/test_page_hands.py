"""What comes in from the hands at the page is done on the tabletop, and reported back."""

import pytest

from controller.bus.messages import parse_hand
from controller.rules.geometry import parse_square
from controller.rules.pieces import Piece
from simulators.people.page_hands import act, write_table
from simulators.table.tabletop import Tabletop


def piece(number: int, kind: str, **state: object) -> dict[str, object]:
    at_rest = {"raised": False, "held": False, "hand": None, "in_tray": False}
    return {"id": number, "kind": kind, **at_rest, **state}


D1 = piece(0, "attacker", x=3, y=0)
IN_HAND = {"held": True, "hand": "one"}
F6 = piece(1, "king", x=5, y=5)


def said(*messages: dict[str, object]) -> object:
    """Return what the page hears after hands have done something."""
    table = Tabletop({parse_square("d1"): Piece.ATTACKER, parse_square("f6"): Piece.KING})
    for message in messages:
        act(table, parse_hand(message))
    return write_table(table.pieces, table.touched)


GRAB: dict[str, object] = {"action": "grab", "hand": "one", "piece": 0}
MOVE: dict[str, object] = {"action": "move", "hand": "one", "x": 3.12345, "y": 1.5}


def test_a_table_is_told_piece_by_piece() -> None:
    assert said() == {"pieces": [D1, F6], "touched": 0}


def test_a_grabbed_piece_is_held_and_raised() -> None:
    assert said(GRAB) == {"pieces": [{**D1, **IN_HAND, "raised": True}, F6], "touched": 1}


def test_a_piece_that_slides_is_held_and_not_raised() -> None:
    assert said({**GRAB, "slide": True}) == {"pieces": [{**D1, **IN_HAND}, F6], "touched": 1}


def test_a_moved_piece_is_told_to_a_thousandth_of_a_square() -> None:
    moved = {**D1, **IN_HAND, "x": 3.123, "y": 1.5, "raised": True}
    assert said(GRAB, MOVE) == {"pieces": [moved, F6], "touched": 1}


@pytest.mark.parametrize(
    "release",
    [
        {"action": "drop", "hand": "one", "x": 3.1, "y": 1.6},
        {"action": "let_go", "hand": "one"},
    ],
    ids=["drop", "let go"],
)
def test_a_released_piece_stands_on_the_nearest_square(release: dict[str, object]) -> None:
    moves = ({**MOVE, "y": 1.8}, release)
    assert said(GRAB, *moves) == {"pieces": [{**D1, "x": 3, "y": 2}, F6], "touched": 1}


def test_a_piece_dropped_off_the_board_is_in_the_tray() -> None:
    drop: dict[str, object] = {"action": "drop", "hand": "one", "x": -2.0, "y": 5.0}
    in_tray = {**D1, "x": -2.0, "y": 5.0, "in_tray": True}
    assert said(GRAB, drop) == {"pieces": [in_tray, F6], "touched": 1}


def test_pieces_are_arranged_by_the_names_of_squares() -> None:
    arrange: dict[str, object] = {"action": "arrange", "pieces": {"k11": "attacker", "f6": "king"}}
    assert said(arrange) == {"pieces": [{**D1, "x": 10, "y": 10}, F6], "touched": 1}


def test_a_square_for_which_no_piece_is_left_stays_empty() -> None:
    kings: dict[str, object] = {"action": "arrange", "pieces": {"a1": "king", "f6": "king"}}
    in_tray = {**D1, "x": -2.0, "y": 5.0, "in_tray": True}
    assert said(kings) == {"pieces": [in_tray, F6], "touched": 1}


def test_another_hand_does_nothing_to_a_held_piece() -> None:
    other: dict[str, object] = {"action": "drop", "hand": "two", "x": 9, "y": 9}
    assert said(GRAB, {**GRAB, "hand": "two"}, other) == said(GRAB)


def test_what_comes_after_another_has_touched_a_piece_does_nothing() -> None:
    drop: dict[str, object] = {"action": "drop", "hand": "one", "x": 3, "y": 2}
    moved = said(GRAB, drop)
    seen_before: dict[str, object] = {"touched": 0}
    arrange: dict[str, object] = {"action": "arrange", "pieces": {"d1": "attacker"}}
    for late in (arrange, {**GRAB, "hand": "two", "piece": 1}):
        assert said(GRAB, drop, late | seen_before) == moved
    assert said(GRAB, drop, arrange | {"touched": 1}) == said(GRAB, drop, arrange)
    assert said(GRAB | seen_before, drop) == moved


def test_a_piece_that_makes_room_for_one_of_another_kind_leaves_its_square_first() -> None:
    table = Tabletop({parse_square("d1"): Piece.ATTACKER, parse_square("f6"): Piece.KING})
    swapped = {"d1": "king", "f6": "attacker"}
    later = act(table, parse_hand({"action": "arrange", "pieces": swapped}))
    assert table.occupied() == 0
    assert later == parse_hand({"action": "arrange", "pieces": swapped, "touched": 1})
    assert act(table, later) is None
    kinds = {(piece.x, piece.y): piece.kind for piece in table.pieces}
    assert kinds == {(3, 0): Piece.KING, (5, 5): Piece.ATTACKER}


def test_where_somebody_takes_a_piece_before_the_other_kind_comes_that_stays_away() -> None:
    table = Tabletop({parse_square("d1"): Piece.ATTACKER, parse_square("f6"): Piece.KING})
    swapped = {"d1": "king"}
    later = act(table, parse_hand({"action": "arrange", "pieces": swapped}))
    assert later is not None
    act(table, parse_hand(GRAB))
    assert act(table, later) is None
    assert table.occupied() == 0
