"""Where two capture the king like any piece: hnefatafl, version 2."""

import pytest

from tests.controller.rules.rulesets import V2, captured, custodial, game_of, in_rulesets
from tests.symmetry import Symmetry, in_every_symmetry

pytestmark = in_every_symmetry

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

BETWEEN_TWO = """
    ...........
    ...........
    ..AK...A...
    ...........
    ..........."""


@in_rulesets(V2)
@pytest.mark.parametrize(
    ("drawing", "move", "by"),
    [
        (BETWEEN_TWO, "h3-e3", "c3 e3"),
        (IN_THE_OPEN, "d1-d2", "d2 d4"),
        (ON_THE_THRONE, "f4-f5", "f5 f7"),
        (ON_THE_EDGE.replace("..AKA.", "..AK.A"), "f1-e1", "c1 e1"),
    ],
    ids=["between two", "in the open", "on the throne", "on the edge"],
)
def test_the_king_is_captured_between_two_like_any_piece(
    symmetry: Symmetry, name: str, drawing: str, move: str, by: str
) -> None:
    game = game_of(name, symmetry, drawing, move)
    assert game.outcome == symmetry.outcome(captured(name, by))
    assert (game.plies[-1].captures, game.position.king) == ((), game.start.king)


@in_rulesets(V2)
def test_the_king_captured_between_two_does_not_save_the_man_captured_with_him(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        ...........
        ..AK...A...
        ....D......
        ....A......"""
    game = game_of(name, symmetry, drawing, "h3-e3")
    assert frozenset(game.plies[-1].captures) == symmetry.captures(
        [custodial(name, "e2", by="e3 e1")]
    )
    assert game.outcome == symmetry.outcome(captured(name, "c3 e3"))


@in_rulesets(V2)
def test_the_king_like_any_piece_moves_between_two_and_is_safe(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        ...K.......
        ...........
        ..A.A......
        ..........A
        ..........."""
    assert game_of(name, symmetry, drawing, "d5-d3").outcome is None
    assert game_of(name, symmetry, drawing, "d5-d3", "k2-j2").outcome is None


@in_rulesets(V2)
@pytest.mark.parametrize(
    ("drawing", "move"),
    [
        ("...........\n...A.......\n..DKA......\n...........\n......A....", "g1-d1"),
        ("...A.......\n...K.......\n......A....\n...........", "g2-e2"),
        ("......A....\n...AK......\n...........\n...........", "g4-e4"),
    ],
    ids=["a man beside him", "at a corner of him", "round a corner"],
)
def test_the_king_like_any_piece_is_captured_in_a_line_only(
    symmetry: Symmetry, name: str, drawing: str, move: str
) -> None:
    assert game_of(name, symmetry, drawing, move).outcome is None


@in_rulesets(V2)
def test_the_king_like_any_piece_is_not_captured_between_an_attacker_and_the_throne(
    symmetry: Symmetry, name: str
) -> None:
    for around in ("..K..", ".AKA."):
        drawing = BESIDE_THE_THRONE.replace(".AKA.", around)
        assert game_of(name, symmetry, drawing, "f3-f4").outcome is None
