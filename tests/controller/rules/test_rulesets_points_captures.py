"""What captures, and with whose help, by the seven other rulesets."""

from tests.controller.rules.rulesets import (
    CORNER,
    FETLAR_KIN,
    OTHERS,
    V1,
    V2,
    V3,
    VERSIONS,
    custodial,
    game_of,
    in_rulesets,
    taken,
)
from tests.symmetry import NO_CAPTURE, Symmetry, in_every_symmetry

pytestmark = in_every_symmetry

KING_MOVES = """
    ...........
    ...........
    ...........
    ..DA...K...
    ..........A
    ..........."""

KING_STANDS = """
    ...........
    ...........
    ...........
    ..KA...D...
    ..........A
    ..........."""


@in_rulesets(*OTHERS)
def test_a_man_is_captured_between_two_enemies(symmetry: Symmetry, name: str) -> None:
    defender = """
        .....K.....
        ..AD...A...
        ...........
        ..........."""
    attacker = """
        .....K.....
        ..DA...D...
        ..........A
        ..........."""
    expected = symmetry.captures([custodial(name, "d3", by="e3 c3")])
    assert taken(name, symmetry, defender, "h3-e3") == expected
    assert taken(name, symmetry, attacker, "h3-e3") == expected


@in_rulesets(*OTHERS)
def test_a_man_that_moves_between_two_enemies_is_safe(symmetry: Symmetry, name: str) -> None:
    defender = """
        .....K.....
        ..A.A......
        ...........
        ...D......."""
    attacker = """
        .....K.....
        ..D.D......
        ...........
        ...A......."""
    assert taken(name, symmetry, defender, "d1-d3") == NO_CAPTURE
    assert taken(name, symmetry, attacker, "d1-d3") == NO_CAPTURE


@in_rulesets(*OTHERS)
def test_a_move_captures_three_ways_at_once(symmetry: Symmetry, name: str) -> None:
    drawing = """
        .....K.....
        ....A......
        ....D......
        ..AD.DA....
        ...........
        ....A......"""
    three = [("d3", "e3 c3"), ("e4", "e3 e5"), ("f3", "e3 g3")]
    expected = symmetry.captures(custodial(name, victim, by) for victim, by in three)
    assert taken(name, symmetry, drawing, "e1-e3") == expected


@in_rulesets(*OTHERS)
def test_the_edge_is_not_hostile(symmetry: Symmetry, name: str) -> None:
    drawing = """
        ...........
        .....K.....
        .....A.....
        ...........
        .....D....."""
    assert taken(name, symmetry, drawing, "f3-f2") == NO_CAPTURE


@in_rulesets(*FETLAR_KIN, V2, V3, CORNER)
def test_the_king_captures_by_moving(symmetry: Symmetry, name: str) -> None:
    expected = symmetry.captures([custodial(name, "d3", by="e3 c3")])
    assert taken(name, symmetry, KING_MOVES, "h3-e3") == expected


@in_rulesets(V2, V3)
def test_a_king_who_captures_only_by_moving_captures_three_ways_at_once(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        ....D......
        ....A......
        ..DA.AD....
        ..........A
        ....K......
        ..........."""
    three = [("d4", "e4 c4"), ("e5", "e4 e6"), ("f4", "e4 g4")]
    expected = symmetry.captures(custodial(name, victim, by) for victim, by in three)
    assert taken(name, symmetry, drawing, "e2-e4") == expected


@in_rulesets(V1)
def test_a_king_without_a_part_in_captures_captures_nothing_by_moving(
    symmetry: Symmetry, name: str
) -> None:
    game = game_of(name, symmetry, KING_MOVES, "h3-e3")
    assert (game.plies[-1].captures, game.position.attackers) == ((), game.start.attackers)


@in_rulesets(*FETLAR_KIN, CORNER)
def test_the_king_captures_by_standing(symmetry: Symmetry, name: str) -> None:
    expected = symmetry.captures([custodial(name, "d3", by="e3 c3")])
    assert taken(name, symmetry, KING_STANDS, "h3-e3") == expected


@in_rulesets(*VERSIONS)
def test_the_king_does_not_capture_by_standing(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, KING_STANDS, "h3-e3")
    assert (game.plies[-1].captures, game.position.attackers) == ((), game.start.attackers)


@in_rulesets(*VERSIONS)
def test_a_defender_beside_a_king_who_does_not_help_still_captures_the_other_way(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        ...........
        ...........
        ..KA.AD....
        ..........A
        ....D......"""
    expected = symmetry.captures([custodial(name, "f3", by="e3 g3")])
    assert taken(name, symmetry, drawing, "e1-e3") == expected


BESIDE_A_CORNER = {
    "defender": """
        .....K.....
        ...........
        .D.....A...""",
    "attacker": """
        .....K....A
        ...........
        .A.....D...""",
}


@in_rulesets(*FETLAR_KIN, CORNER)
def test_a_corner_is_hostile_to_both_sides(symmetry: Symmetry, name: str) -> None:
    expected = symmetry.captures([custodial(name, "b1", by="c1 a1")])
    assert taken(name, symmetry, BESIDE_A_CORNER["defender"], "h1-c1") == expected
    assert taken(name, symmetry, BESIDE_A_CORNER["attacker"], "h1-c1") == expected


@in_rulesets(*VERSIONS)
def test_a_corner_is_hostile_to_nobody(symmetry: Symmetry, name: str) -> None:
    assert taken(name, symmetry, BESIDE_A_CORNER["defender"], "h1-c1") == NO_CAPTURE
    assert taken(name, symmetry, BESIDE_A_CORNER["attacker"], "h1-c1") == NO_CAPTURE


@in_rulesets(V1, V2)
def test_a_man_on_a_corner_captures_like_any_other(symmetry: Symmetry, name: str) -> None:
    stands = """
        .....K.....
        ...........
        AD.....A..."""
    comes = """
        .....K....A
        D..........
        ...........
        .AD........"""
    expected = symmetry.captures([custodial(name, "b1", by="c1 a1")])
    assert taken(name, symmetry, stands, "h1-c1") == expected
    expected = symmetry.captures([custodial(name, "b1", by="a1 c1")])
    assert taken(name, symmetry, comes, "a3-a1") == expected


# g6, beside the throne f6, with the piece that comes on its other side.
EMPTY_THRONE = {
    "defender": """
        ......D...A
        ...........
        .K.........
        ...........
        ...........
        ...........""",
    "attacker": """
        ......A...D
        ...........
        .K.........
        ..........A
        ...........
        ...........""",
}

TAKEN_THRONE = {
    "defender": """
        .....KD...A
        ...........
        ...........
        ...........
        ...........
        ...........""",
    "attacker": """
        .....KA...D
        ...........
        ...........
        ..........A
        ...........
        ...........""",
}


@in_rulesets(*FETLAR_KIN, CORNER)
def test_the_empty_throne_is_hostile_to_both_sides(symmetry: Symmetry, name: str) -> None:
    expected = symmetry.captures([custodial(name, "g6", by="h6 f6")])
    assert taken(name, symmetry, EMPTY_THRONE["defender"], "k6-h6") == expected
    assert taken(name, symmetry, EMPTY_THRONE["attacker"], "k6-h6") == expected


@in_rulesets(*FETLAR_KIN, CORNER)
def test_the_throne_with_the_king_on_it_is_hostile_to_attackers_only(
    symmetry: Symmetry, name: str
) -> None:
    expected = symmetry.captures([custodial(name, "g6", by="h6 f6")])
    assert taken(name, symmetry, TAKEN_THRONE["attacker"], "k6-h6") == expected
    assert taken(name, symmetry, TAKEN_THRONE["defender"], "k6-h6") == NO_CAPTURE


@in_rulesets(*VERSIONS)
def test_the_throne_is_hostile_to_nobody_empty_or_taken(symmetry: Symmetry, name: str) -> None:
    for drawing in (*EMPTY_THRONE.values(), *TAKEN_THRONE.values()):
        assert taken(name, symmetry, drawing, "k6-h6") == NO_CAPTURE


@in_rulesets(*OTHERS)
def test_a_row_on_the_edge_is_not_captured_by_a_shieldwall(symmetry: Symmetry, name: str) -> None:
    defenders = """
        .....K.....
        ...........
        ...AA......
        ..ADD...A.."""
    attackers = """
        .....K....A
        ...........
        ...DD......
        ..DAA...D.."""
    for drawing in (defenders, attackers):
        game = game_of(name, symmetry, drawing, "i1-f1")
        assert (game.plies[-1].captures, game.outcome) == ((), None)
        assert game.position.occupied.bit_count() == game.start.occupied.bit_count()


@in_rulesets(*OTHERS)
def test_a_row_between_a_corner_and_a_bracket_is_not_captured_by_a_shieldwall(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        .....K.....
        ...........
        .AA........
        .DD....A..."""
    assert taken(name, symmetry, drawing, "h1-d1") == NO_CAPTURE
