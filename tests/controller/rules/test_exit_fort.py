"""Exit forts that hold: Copenhagen 6b.

In each drawing the last move of the defenders is still to be made; mostly the king only takes a
step inside his fort.
"""

from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.pieces import Side
from tests.symmetry import Symmetry, in_every_symmetry, named, played

pytestmark = in_every_symmetry


def fort(of: str) -> Outcome:
    """Return the win of the defenders who stand as a wall on these squares."""
    return Outcome(Side.DEFENDERS, OutcomeReason.EXIT_FORT, named(of), "6b")


def test_a_flat_fort_holds(symmetry: Symmetry) -> None:
    drawing = """
        ...AA......
        ..ADDA.....
        .AD.KDA...."""
    assert played(symmetry, drawing, "e1-d1").outcome == symmetry.outcome(fort("c1 f1 d2 e2"))


def test_a_fort_holds_that_a_defender_finishes(symmetry: Symmetry) -> None:
    drawing = """
        ...A.......
        ....D......
        ..AD.A.....
        .AD.KDA...."""
    assert played(symmetry, drawing, "e3-e2").outcome == symmetry.outcome(fort("c1 f1 d2 e2"))


def test_a_fort_holds_that_is_finished_by_a_capture_inside(symmetry: Symmetry) -> None:
    drawing = """
        ....A......
        ...DDDD....
        ..D...KD...
        ..DDA..D..."""
    expected = fort("d1 h1 c2 h2 d3 e3 f3 g3")
    assert played(symmetry, drawing, "g2-f2").outcome is None
    assert played(symmetry, drawing, "g2-g1", "e4-e5", "g1-f1").outcome == symmetry.outcome(
        expected
    )


def test_a_fort_up_two_diagonals_holds(symmetry: Symmetry) -> None:
    drawing = """
        ....AA.....
        ...ADDA....
        ..AD..DA...
        .AD.K..DA.."""
    expected = fort("c1 h1 d2 g2 e3 f3")
    assert played(symmetry, drawing, "e1-d1").outcome == symmetry.outcome(expected)


def test_a_long_fort_holds(symmetry: Symmetry) -> None:
    drawing = """
        ..AAAAAAA..
        .ADDDDDDDA.
        .D.K.....DA"""
    expected = fort("b1 j1 c2 d2 e2 f2 g2 h2 i2")
    assert played(symmetry, drawing, "d1-c1").outcome == symmetry.outcome(expected)


def test_an_empty_corner_keeps_attackers_out_like_a_wall(symmetry: Symmetry) -> None:
    drawing = """
        .AA........
        ADDA.......
        .K.DA......"""
    assert played(symmetry, drawing, "b1-c1").outcome == symmetry.outcome(fort("d1 b2 c2"))


def test_a_wall_piece_held_by_a_second_is_safe_from_the_corner(symmetry: Symmetry) -> None:
    # The corner is also the only square the king can move to.
    drawing = """
        A..........
        D.D........
        DD.........
        .K..A......"""
    assert played(symmetry, drawing, "c3-c1").outcome == symmetry.outcome(fort("c1 a2 b2"))


def test_a_fort_round_a_corner_holds(symmetry: Symmetry) -> None:
    drawing = """
        A..........
        DA.........
        KDA........
        ..DA.......
        .DDA......."""
    assert played(symmetry, drawing, "a3-a2").outcome == symmetry.outcome(fort("b1 c2 b3 a4"))


def test_no_shieldwall_takes_a_row_whose_inner_end_is_shut(symmetry: Symmetry) -> None:
    drawing = """
        ..AAAA.....
        ..AADDA....
        .ADDK.DA..."""
    assert played(symmetry, drawing, "e1-f1").outcome == symmetry.outcome(fort("d1 g1 e2 f2"))


def test_an_empty_chamber_in_the_wall_does_no_harm(symmetry: Symmetry) -> None:
    drawing = """
        .....A.....
        ..DDA......
        ..D.DA.....
        ..AD.DA....
        .AD.KDA...."""
    expected = fort("c1 f1 d2 f2 e3")
    assert played(symmetry, drawing, "e1-d1").outcome == symmetry.outcome(expected)


def test_an_attacker_shut_in_where_he_reaches_nothing_does_no_harm(symmetry: Symmetry) -> None:
    drawing = """
        ...AAAAA...
        ..ADDDDDA..
        .AD.KDADA.."""
    assert played(symmetry, drawing, "e1-d1").outcome == symmetry.outcome(fort("c1 f1 d2 e2"))


def test_a_wall_that_touches_the_throne_holds_where_nothing_faces_it(symmetry: Symmetry) -> None:
    # f7 stands between the throne and f8.
    drawing = """
        .....A.....
        DDDDDDA....
        .K...DA....
        DDDDD......
        A...A......
        ...........
        ...........
        ...........
        ..........."""
    expected = fort("a6 b6 c6 d6 e6 f7 a8 b8 c8 d8 e8")
    assert played(symmetry, drawing, "b7-a7").outcome == symmetry.outcome(expected)


def test_attackers_neither_stop_nor_turn_on_the_throne(symmetry: Symmetry) -> None:
    # From f5 and f7 they pass over it only to each other; g6 shuts the way along the rank.
    drawing = """
        ......A....
        DDDDDADD...
        .K....DD...
        DDDDDA.....
        ...........
        ...........
        ...........
        ..........."""
    outcome = played(symmetry, drawing, "b6-a6").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.DEFENDERS, OutcomeReason.EXIT_FORT)


def test_a_loose_defender_that_can_be_captured_does_not_matter(symmetry: Symmetry) -> None:
    drawing = """
        .......ADA.
        ...AA......
        ..ADDA.....
        .AD.KDA...."""
    assert played(symmetry, drawing, "e1-d1").outcome == symmetry.outcome(fort("c1 f1 d2 e2"))


def test_a_loose_row_that_a_shieldwall_can_take_does_not_matter(symmetry: Symmetry) -> None:
    drawing = """
        .......AA..
        ...AA......
        ..ADDA.AA..
        .AD.KDADD.."""
    assert played(symmetry, drawing, "e1-d1").outcome == symmetry.outcome(fort("c1 f1 d2 e2"))


def test_loose_defenders_that_nobody_can_take_are_not_named(symmetry: Symmetry) -> None:
    drawing = """
        ........DD.
        ...AA...DD.
        ..ADDA.....
        .AD.KDA...."""
    assert played(symmetry, drawing, "e1-d1").outcome == symmetry.outcome(fort("c1 f1 d2 e2"))


def test_loose_defenders_are_not_named_beside_a_fort_that_a_corner_shuts(
    symmetry: Symmetry,
) -> None:
    drawing = """
        ........DD.
        .AA.....DD.
        ADDA.......
        .K.DA......"""
    assert played(symmetry, drawing, "b1-c1").outcome == symmetry.outcome(fort("d1 b2 c2"))


def test_a_fort_that_stands_before_the_attackers_move_wins_after_the_next_of_the_defenders(
    symmetry: Symmetry,
) -> None:
    drawing = """
        ...A.A.....
        ...DD......
        .AD.KDA...."""
    game = played(symmetry, drawing, "f3-e3")
    assert game.outcome is None
    assert played(symmetry, drawing, "f3-e3", "e1-d1").outcome == symmetry.outcome(
        fort("c1 f1 d2 e2")
    )
