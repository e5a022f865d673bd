"""The least that makes a board right."""

from hypothesis import given
from hypothesis import strategies as st

from controller.recognition.repair import RepairAction, RepairStep
from controller.recognition.repair import repair as repair_differences
from controller.recognition.sight import Sight
from controller.rules.geometry import ALL, SQUARE_COUNT, parse_square
from controller.rules.pieces import Piece
from controller.rules.position import Position
from hal.board import Poles
from tests.board_driver import COPENHAGEN
from tests.squares import squares

START = COPENHAGEN.start


def repair(
    position: Position, occupied: int, owed: int = 0, believed: Position | None = None
) -> tuple[RepairStep, ...]:
    """Return the repair of what a board without poles shows."""
    return repair_differences(position, *Sight(occupied).differences(position, owed), believed)


def test_a_right_board_needs_nothing() -> None:
    assert repair(START, START.occupied) == ()


def test_a_missing_piece_is_put_back_by_its_kind() -> None:
    steps = repair(START, START.occupied & ~squares("f6", "d1"))
    assert steps == (
        RepairStep(RepairAction.PUT, parse_square("d1"), Piece.ATTACKER),
        RepairStep(RepairAction.PUT, parse_square("f6"), Piece.KING),
    )


def test_a_piece_too_many_is_taken_away() -> None:
    steps = repair(START, START.occupied | squares("b2"))
    assert steps == (RepairStep(RepairAction.TAKE, parse_square("b2")),)


def test_a_displaced_piece_is_shifted_to_the_nearest_square_that_lacks_one() -> None:
    occupied = START.occupied & ~squares("d1", "k8") | squares("d2", "i8")
    assert repair(START, occupied) == (
        RepairStep(RepairAction.SHIFT, parse_square("d1"), Piece.ATTACKER, parse_square("d2")),
        RepairStep(RepairAction.SHIFT, parse_square("k8"), Piece.ATTACKER, parse_square("i8")),
    )


def test_a_piece_goes_to_a_square_once_that_is_free() -> None:
    """f8 stands on a8, and the attacker of a8 on b9; poles say so."""
    stands = START.occupied & ~squares("f8") | squares("b9")
    attackers = START.attackers & ~squares("a8") | squares("b9")
    defenders = START.defenders & ~squares("f8") | squares("a8")
    known = START._replace(attackers=attackers, defenders=defenders)
    lacking, surplus = squares("a8", "f8"), squares("a8", "b9")
    assert Sight(stands, poles=Poles(attackers, defenders, START.king)).differences(START) == (
        lacking,
        surplus,
    )
    assert repair_differences(START, lacking, surplus, known) == (
        RepairStep(RepairAction.SHIFT, parse_square("f8"), Piece.DEFENDER, parse_square("a8")),
        RepairStep(RepairAction.SHIFT, parse_square("a8"), Piece.ATTACKER, parse_square("b9")),
    )


def test_a_piece_whose_kind_is_known_goes_only_where_its_kind_belongs() -> None:
    believed = START.masked(0)._replace(attackers=squares("e4"))
    occupied = START.occupied & ~squares("e5", "d1") | squares("e4")
    assert repair(START, occupied) == (
        RepairStep(RepairAction.SHIFT, parse_square("e5"), Piece.DEFENDER, parse_square("e4")),
        RepairStep(RepairAction.PUT, parse_square("d1"), Piece.ATTACKER),
    )
    assert repair(START, occupied, believed=believed) == (
        RepairStep(RepairAction.SHIFT, parse_square("d1"), Piece.ATTACKER, parse_square("e4")),
        RepairStep(RepairAction.PUT, parse_square("e5"), Piece.DEFENDER),
    )


def test_captured_pieces_may_stand_or_not() -> None:
    owed = squares("e2")
    assert repair(START, START.occupied | owed, owed) == ()
    assert repair(START, START.occupied, owed) == ()


@given(st.integers(0, ALL), st.integers(0, ALL))
def test_doing_every_step_makes_any_board_right_in_the_fewest_steps(
    occupied: int, tolerated: int
) -> None:
    tolerated &= ~START.occupied
    steps = repair(START, occupied, tolerated)
    surplus = (occupied & ~START.occupied & ~tolerated).bit_count()
    lacking = (START.occupied & ~occupied).bit_count()
    assert len(steps) == max(surplus, lacking)
    for step in steps:
        assert 0 <= step.square < SQUARE_COUNT
        if step.action is not RepairAction.PUT:
            gone = step.square if step.origin is None else step.origin
            assert occupied >> gone & 1
            occupied ^= 1 << gone
        if step.action is not RepairAction.TAKE:
            assert not occupied >> step.square & 1
            assert step.piece is START.piece_at(step.square)
            occupied ^= 1 << step.square
    assert occupied & ~tolerated == START.occupied
