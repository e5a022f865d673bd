"""Where the king escapes and how he is captured, by the seven other rulesets."""

import pytest

from controller.notation.moves import parse_move
from controller.rules.endings import OutcomeReason
from controller.rules.pieces import Side
from tests.controller.rules.rulesets import (
    CORNER,
    FETLAR_KIN,
    OTHERS,
    V1,
    V2,
    V3,
    captured,
    ended,
    escaped,
    game_of,
    in_rulesets,
)
from tests.symmetry import Symmetry, in_every_symmetry

pytestmark = in_every_symmetry

# He is in the open, on the throne and beside it, and on the edge; the last captor is to come.
IN_THE_OPEN = """
    ...........
    ...A.......
    ..AKA......
    ...........
    ...A......."""

ON_THE_THRONE = """
    .....A.....
    ....AKA....
    ...........
    .....A.....
    ...........
    ...........
    ..........D"""

BESIDE_THE_THRONE = """
    ...........
    ....AKA....
    ...........
    .....A.....
    ...........
    ..........."""

ON_THE_EDGE = """
    ..........D
    ...........
    ...A.......
    ...........
    ..AKA......"""


@in_rulesets(*OTHERS)
def test_the_king_escapes_at_every_corner(symmetry: Symmetry, name: str) -> None:
    for move, corner in (("d1-a1", "a1"), ("d1-k1", "k1")):
        game = game_of(name, symmetry, "..........A\n...K.......", move)
        assert game.outcome == symmetry.outcome(escaped(name, corner))


@in_rulesets(V1, V2)
@pytest.mark.parametrize(("move", "edge"), [("f3-f1", "f1"), ("f3-a3", "a3"), ("f3-f11", "f11")])
def test_the_king_escapes_at_any_edge_square(
    symmetry: Symmetry, name: str, move: str, edge: str
) -> None:
    drawing = """
        .....K.....
        ..A.......A
        ..........."""
    assert game_of(name, symmetry, drawing, move).outcome == symmetry.outcome(escaped(name, edge))


@in_rulesets(*FETLAR_KIN, V3, CORNER)
@pytest.mark.parametrize("move", ["f3-f1", "f3-a3", "f3-f11"])
def test_the_king_does_not_escape_at_the_edge(symmetry: Symmetry, name: str, move: str) -> None:
    drawing = """
        .....K.....
        ..A.......A
        ..........."""
    assert game_of(name, symmetry, drawing, move).outcome is None


@in_rulesets(*OTHERS)
def test_the_king_before_the_edge_has_not_escaped(symmetry: Symmetry, name: str) -> None:
    drawing = """
        ..A.......A
        .....K.....
        ..........."""
    assert game_of(name, symmetry, drawing, "f2-b2").outcome is None


@in_rulesets(*FETLAR_KIN, V1, V3, CORNER)
def test_the_king_is_captured_by_four(symmetry: Symmetry, name: str) -> None:
    expected = symmetry.outcome(captured(name, "d2 c3 e3 d4"))
    assert game_of(name, symmetry, IN_THE_OPEN, "d1-d2").outcome == expected


@in_rulesets(*FETLAR_KIN, V1, V3, CORNER)
def test_the_king_is_not_captured_by_three_in_the_open(symmetry: Symmetry, name: str) -> None:
    drawing = """
        ...........
        ...A.......
        ...KA......
        ...........
        ...A......."""
    assert game_of(name, symmetry, drawing, "d1-d2").outcome is None


@in_rulesets(*FETLAR_KIN, V1, V3, CORNER)
def test_the_king_is_not_captured_between_two(symmetry: Symmetry, name: str) -> None:
    assert game_of(name, symmetry, BETWEEN_TWO, "h3-e3").outcome is None


BETWEEN_TWO = """
    ...........
    ...........
    ..AK...A...
    ...........
    ..........."""


@in_rulesets(*FETLAR_KIN, V1, V3, CORNER)
def test_the_king_on_the_throne_is_captured_by_four(symmetry: Symmetry, name: str) -> None:
    expected = symmetry.outcome(captured(name, "f5 e6 g6 f7"))
    assert game_of(name, symmetry, ON_THE_THRONE, "f4-f5").outcome == expected
    three = ON_THE_THRONE.replace("AKA", ".KA")
    assert game_of(name, symmetry, three, "f4-f5").outcome is None


@in_rulesets(*FETLAR_KIN, V1, V3, CORNER)
def test_the_king_beside_the_empty_throne_is_captured_by_three(
    symmetry: Symmetry, name: str
) -> None:
    expected = symmetry.outcome(captured(name, "f4 e5 g5 f6"))
    assert game_of(name, symmetry, BESIDE_THE_THRONE, "f3-f4").outcome == expected


@in_rulesets(*OTHERS)
def test_the_king_beside_the_throne_is_not_captured_by_two_and_it(
    symmetry: Symmetry, name: str
) -> None:
    drawing = BESIDE_THE_THRONE.replace("AKA", ".KA")
    assert game_of(name, symmetry, drawing, "f3-f4").outcome is None


@in_rulesets(*FETLAR_KIN, CORNER)
def test_the_king_on_the_edge_is_captured_neither_by_three_nor_by_two(
    symmetry: Symmetry, name: str
) -> None:
    assert game_of(name, symmetry, ON_THE_EDGE, "d3-d2").outcome is None


# From above, and along the edge from either side.
AROUND_HIM_ON_THE_EDGE = (
    (ON_THE_EDGE, "d3-d2"),
    ("..........D\n...A.......\n..AK....A..", "i1-e1"),
    ("..........D\n...A.......\nA..KA......", "a1-c1"),
)


@in_rulesets(V3)
@pytest.mark.parametrize(("drawing", "move"), AROUND_HIM_ON_THE_EDGE)
def test_the_king_on_the_edge_is_captured_by_three(
    symmetry: Symmetry, name: str, drawing: str, move: str
) -> None:
    expected = symmetry.outcome(captured(name, "c1 e1 d2"))
    assert game_of(name, symmetry, drawing, move).outcome == expected


@in_rulesets(V3)
@pytest.mark.parametrize("around", ["..AK.", "...KA", "..AKD", "..DKA"])
def test_the_king_on_the_edge_is_not_captured_by_two(
    symmetry: Symmetry, name: str, around: str
) -> None:
    drawing = ON_THE_EDGE.replace("..AKA", around)
    assert game_of(name, symmetry, drawing, "d3-d2").outcome is None


@in_rulesets(*FETLAR_KIN, V3, CORNER)
def test_the_king_beside_a_corner_is_not_captured_against_it(symmetry: Symmetry, name: str) -> None:
    drawing = """
        ..........D
        ...........
        .A.........
        ...........
        .KA........"""
    game = game_of(name, symmetry, drawing, "b3-b2")
    assert game.outcome is None
    assert symmetry.move(parse_move("b1-a1").move) in game.legal_moves()


@in_rulesets(*FETLAR_KIN)
def test_a_lone_king_shut_in_on_the_edge_cannot_move_and_loses(
    symmetry: Symmetry, name: str
) -> None:
    alone = ON_THE_EDGE.replace("D", ".")
    expected = ended(name, Side.ATTACKERS, OutcomeReason.NO_MOVES)
    assert game_of(name, symmetry, alone, "d3-d2").outcome == expected


@in_rulesets(CORNER)
def test_a_lone_king_shut_in_on_the_edge_cannot_move_and_the_game_is_a_draw(
    symmetry: Symmetry, name: str
) -> None:
    alone = ON_THE_EDGE.replace("D", ".")
    expected = ended(name, None, OutcomeReason.NO_MOVES)
    assert game_of(name, symmetry, alone, "d3-d2").outcome == expected


@in_rulesets(V3)
def test_a_lone_king_shut_in_on_the_edge_is_captured(symmetry: Symmetry, name: str) -> None:
    alone = ON_THE_EDGE.replace("D", ".")
    expected = symmetry.outcome(captured(name, "c1 e1 d2"))
    assert game_of(name, symmetry, alone, "d3-d2").outcome == expected


@in_rulesets(*OTHERS)
def test_the_king_among_attackers_is_captured_only_when_one_comes_beside_him(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        .....K.....
        ....A.A....
        .....A.....
        ..........D
        ..........A
        ..........."""
    # He steps off the throne into three attackers; whichever way he is captured, not so.
    assert game_of(name, symmetry, drawing, "f6-f5").outcome is None
    assert game_of(name, symmetry, drawing, "f6-f5", "k2-j2").outcome is None
