"""Pieces of wood on a table: none is lost, none is doubled, no two stand on one square."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.bus.messages import Arrange, Drop, Grab, HandMessage, LetGo, MoveHand
from controller.rules.geometry import SIZE, SQUARE_COUNT, SQUARE_NAMES, bits_of, parse_square
from controller.rules.pieces import Piece
from simulators.people.page_hands import act
from simulators.table.start import start_pieces
from simulators.table.tabletop import PhysicalPiece, Tabletop
from tests.board_driver import COPENHAGEN

START = start_pieces(COPENHAGEN)
KINDS = Counter(START.values())


def a_table(**pieces: Piece) -> Tabletop:
    return Tabletop({parse_square(name): kind for name, kind in pieces.items()})


def standing(table: Tabletop) -> dict[str, int]:
    """Return the squares that pieces stand on, and which."""
    pieces = ((name, table.at(square)) for square, name in enumerate(SQUARE_NAMES))
    return {name: piece.id for name, piece in pieces if piece}


def felt(table: Tabletop) -> set[str]:
    return {name for square, name in enumerate(SQUARE_NAMES) if table.occupied() >> square & 1}


# One piece and one hand ------------------------------------------------------------------


def test_the_start_position_has_37_pieces_that_all_stand() -> None:
    table = Tabletop(START)
    assert [piece.id for piece in table.pieces] == list(range(37))
    assert KINDS == {Piece.ATTACKER: 24, Piece.DEFENDER: 12, Piece.KING: 1}
    assert table.occupied() == COPENHAGEN.start.occupied


def test_a_lifted_piece_is_not_felt_until_it_is_put_down() -> None:
    table = a_table(d1=Piece.ATTACKER)
    table.grab("hand", 0)
    assert felt(table) == set()
    table.move("hand", 3.0, 2.0)
    assert felt(table) == set()
    table.drop("hand", 3.2, 2.4)
    assert table.pieces == (PhysicalPiece(0, Piece.ATTACKER, 3, 2, in_tray=False),)
    assert felt(table) == {"d3"}


def test_a_sliding_piece_is_felt_near_the_centres_it_passes_and_nowhere_between() -> None:
    table = a_table(d1=Piece.ATTACKER)
    table.grab("hand", 0, slide=True)
    passed = []
    for tenth in range(21):
        table.move("hand", 3.0, tenth / 10)
        passed.append(felt(table))
    near = [{"d1"}] * 5 + [set[str]()] + [{"d2"}] * 9 + [set[str]()] + [{"d3"}] * 5
    assert passed == near


def test_a_sliding_piece_stops_at_the_piece_in_its_way() -> None:
    table = a_table(d1=Piece.ATTACKER, d4=Piece.DEFENDER)
    table.grab("hand", 0, slide=True)
    table.drop("hand", 3.0, 9.0)
    assert standing(table) == {"d3": 0, "d4": 1}


def test_a_sliding_piece_stays_on_the_board() -> None:
    table = a_table(d1=Piece.ATTACKER)
    table.grab("hand", 0, slide=True)
    table.move("hand", -50.0, 50.0)
    assert felt(table) == {"a11"}


def test_a_lifted_piece_goes_over_others() -> None:
    table = a_table(d1=Piece.ATTACKER, d4=Piece.DEFENDER)
    table.grab("hand", 0)
    table.drop("hand", 3.0, 9.0)
    assert standing(table) == {"d4": 1, "d10": 0}


def test_a_piece_cannot_be_put_on_another_and_goes_back() -> None:
    table = a_table(d1=Piece.ATTACKER, d4=Piece.DEFENDER)
    table.grab("hand", 0)
    table.drop("hand", 3.0, 3.0)
    assert standing(table) == {"d1": 0, "d4": 1}


@pytest.mark.parametrize(("x", "y"), [(-0.6, 5), (10.6, 5), (5, -0.6), (5, 10.6), (-2, -2)])
def test_off_the_board_is_in_the_tray(x: float, y: float) -> None:
    table = a_table(d1=Piece.ATTACKER)
    table.grab("hand", 0)
    table.drop("hand", x, y)
    (piece,) = table.pieces
    assert (piece.in_tray, piece.held_by, piece.raised, felt(table)) == (True, None, False, set())


def test_a_piece_in_the_tray_cannot_slide_onto_the_board_but_is_lifted() -> None:
    table = a_table(d1=Piece.ATTACKER)
    table.arrange({})
    table.grab("hand", 0, slide=True)
    assert table.pieces[0].raised
    table.drop("hand", 4.0, 4.0)
    assert standing(table) == {"e5": 0}


# Hands that come at the wrong moment -----------------------------------------------------


@pytest.mark.parametrize("piece", [-1, 2, 99])
def test_a_piece_that_there_is_not_cannot_be_grabbed(piece: int) -> None:
    table = a_table(d1=Piece.ATTACKER, d4=Piece.DEFENDER)
    before = table.pieces
    table.grab("hand", piece)
    table.drop("hand", 5.0, 5.0)
    assert table.pieces == before


def test_a_hand_holds_one_piece_and_a_piece_is_held_by_one_hand() -> None:
    table = a_table(d1=Piece.ATTACKER, d4=Piece.DEFENDER)
    table.grab("left", 0)
    table.grab("left", 1)
    table.grab("right", 0)
    assert [piece.held_by for piece in table.pieces] == ["left", None]
    table.drop("right", 9.0, 9.0)
    assert [piece.held_by for piece in table.pieces] == ["left", None]


def test_an_empty_hand_moves_nothing() -> None:
    table = a_table(d1=Piece.ATTACKER)
    before = table.pieces
    table.move("hand", 5.0, 5.0)
    table.drop("hand", 5.0, 5.0)
    table.let_go("hand")
    assert table.pieces == before


def test_what_a_hand_lets_go_of_drops_where_it_is() -> None:
    table = a_table(d1=Piece.ATTACKER)
    table.grab("hand", 0)
    table.move("hand", 6.3, 6.8)
    table.let_go("hand")
    assert standing(table) == {"g8": 0}


def test_a_piece_let_go_of_over_the_tray_is_in_the_tray() -> None:
    table = a_table(a1=Piece.ATTACKER)
    table.arrange({})
    table.grab("hand", 0)
    table.let_go("hand")
    assert standing(table) == {}


def test_a_piece_cannot_go_back_to_where_another_stands_by_now() -> None:
    table = a_table(d1=Piece.ATTACKER, e1=Piece.ATTACKER, f1=Piece.ATTACKER)
    table.grab("left", 0)
    table.grab("right", 1)
    table.drop("right", 3.0, 0.0)
    table.drop("left", 5.0, 0.0)
    on_d1 = [piece.id for piece in table.pieces if piece.stands and (piece.x, piece.y) == (3, 0)]
    assert on_d1 == [1]


# Setting up ------------------------------------------------------------------------------


def test_setting_up_leaves_what_stands_right_and_puts_the_rest_in_the_tray() -> None:
    table = a_table(a2=Piece.ATTACKER, b2=Piece.ATTACKER, c2=Piece.KING)
    table.arrange({parse_square("b2"): Piece.ATTACKER, parse_square("f6"): Piece.KING})
    assert standing(table) == {"b2": 1, "f6": 2}
    assert [piece.in_tray for piece in table.pieces] == [True, False, False]


def test_setting_up_moves_a_piece_on_the_board_before_one_in_the_tray() -> None:
    table = a_table(d1=Piece.ATTACKER, e1=Piece.ATTACKER)
    table.arrange({parse_square("e1"): Piece.ATTACKER})
    table.arrange({parse_square("h1"): Piece.ATTACKER})
    assert standing(table) == {"h1": 1}


def test_setting_up_takes_pieces_out_of_all_hands() -> None:
    table = a_table(d1=Piece.ATTACKER, e1=Piece.ATTACKER)
    table.grab("left", 0)
    table.arrange({parse_square("d1"): Piece.ATTACKER})
    table.drop("left", 7.0, 7.0)
    assert standing(table) == {"d1": 0}
    assert [piece.held_by for piece in table.pieces] == [None, None]


# Whatever hands do -----------------------------------------------------------------------

# A few pieces, hands and places, so that hands get into each other's way.
hands = st.sampled_from(("left", "right", "third"))
ids = st.one_of(st.integers(0, 5), st.integers(0, 40))
places = st.one_of(st.integers(3, 7), st.integers(-2, 12), st.floats(-3, 13))
kinds = st.sampled_from(Piece)


@st.composite
def arrangements(draw: st.DrawFn) -> dict[str, Piece]:
    """Return pieces by square, no more of a kind than there are."""
    squares = draw(st.permutations(SQUARE_NAMES))
    pieces = [kind for kind, count in KINDS.items() for _ in range(draw(st.integers(0, count)))]
    return dict(zip(squares, pieces, strict=False))


actions: st.SearchStrategy[HandMessage] = st.one_of(
    st.builds(Grab, action=st.just("grab"), hand=hands, piece=ids, slide=st.booleans()),
    st.builds(MoveHand, action=st.just("move"), hand=hands, x=places, y=places),
    st.builds(Drop, action=st.just("drop"), hand=hands, x=places, y=places),
    st.builds(LetGo, action=st.just("let_go"), hand=hands),
)
arranging = st.builds(Arrange, action=st.just("arrange"), pieces=arrangements())
many_actions = st.lists(st.one_of(*[actions] * 20, arranging), max_size=40)

TWO_BACK_TO_ONE: list[HandMessage] = [
    Grab(action="grab", hand="left", piece=0),
    Grab(action="grab", hand="right", piece=1),
    Drop(action="drop", hand="right", x=3, y=0),
    Drop(action="drop", hand="left", x=5, y=0),
]


def after(done: list[HandMessage]) -> Tabletop:
    table = Tabletop(START)
    for message in done:
        table.occupied()  # what was felt before must not be remembered
        act(table, message)
    return table


@given(many_actions)
@example(TWO_BACK_TO_ONE)
def test_no_two_pieces_ever_stand_on_one_square(done: list[HandMessage]) -> None:
    standing_pieces = [piece for piece in after(done).pieces if piece.stands]
    for one, other in combinations(standing_pieces, 2):
        apart = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
        assert apart > 0.75, (one, other)


@given(many_actions)
def test_what_is_not_held_stands_in_the_middle_of_a_square_or_lies_in_the_tray(
    done: list[HandMessage],
) -> None:
    for piece in after(done).pieces:
        on_the_board = piece.x in range(SIZE) and piece.y in range(SIZE) and not piece.raised
        assert piece.held_by or piece.in_tray or on_the_board


@given(many_actions)
def test_pieces_are_never_lost_or_doubled(done: list[HandMessage]) -> None:
    pieces = after(done).pieces
    assert [piece.id for piece in pieces] == list(range(37))
    assert [piece.kind for piece in pieces] == [START[square] for square in sorted(START)]
    holding = [piece.held_by for piece in pieces if piece.held_by]
    assert len(holding) == len(set(holding))


@given(many_actions)
def test_the_sensors_feel_the_pieces_that_stand_near_a_centre(done: list[HandMessage]) -> None:
    table = after(done)
    under = {
        SIZE * round(piece.y) + round(piece.x)
        for piece in table.pieces
        if not piece.in_tray
        and not piece.raised
        and ((piece.x - round(piece.x)) ** 2 + (piece.y - round(piece.y)) ** 2) ** 0.5 <= 0.42
    }
    assert table.occupied() == bits_of(*under)


@given(many_actions, arrangements())
def test_setting_up_reaches_exactly_what_was_asked(
    done: list[HandMessage], wanted: dict[str, Piece]
) -> None:
    table = after(done)
    table.arrange({parse_square(name): kind for name, kind in wanted.items()})
    pieces = [table.at(square) for square in range(SQUARE_COUNT)]
    found = {name: p.kind for name, p in zip(SQUARE_NAMES, pieces, strict=True) if p}
    assert found == wanted
    assert felt(table) == set(wanted)
    assert {piece.id for piece in table.pieces if not piece.in_tray} == {p.id for p in pieces if p}
    assert all(piece.held_by is None for piece in table.pieces)
