"""Who may stop on, and pass over, the throne and the corners, by the seven other rulesets."""

from controller.notation.moves import parse_move
from controller.rules.moves import Refusal, RefusalReason
from tests.controller.rules.rulesets import (
    CLAUSES,
    CORNER,
    FETLAR_KIN,
    OTHERS,
    V1,
    V2,
    V3,
    VERSIONS,
    game_of,
    in_rulesets,
    refused,
    restricted,
)
from tests.symmetry import NO_CAPTURE, Symmetry, in_every_symmetry, named

pytestmark = in_every_symmetry

MEN_AND_THRONE = """
    D..........
    ...........
    .K.........
    ...........
    .....A.....
    ..........."""

KING_AND_THRONE = """
    ...K.......
    ...........
    ...........
    ...........
    ...........
    ..........A"""

MEN_AND_CORNERS = """
    .....K.....
    ...........
    ...........
    D..........
    ...........
    ...A......."""


@in_rulesets(*OTHERS)
def test_no_man_stops_on_the_throne(symmetry: Symmetry, name: str) -> None:
    for move in ("f2-f6", "a6-f6"):
        expected = restricted(name, move, RefusalReason.THRONE, "f6")
        assert refused(name, symmetry, MEN_AND_THRONE, move) == symmetry.refusal(expected)


@in_rulesets(*OTHERS)
def test_every_man_passes_over_the_empty_throne(symmetry: Symmetry, name: str) -> None:
    for move in ("f2-f7", "f2-f11", "a6-g6", "a6-k6"):
        assert refused(name, symmetry, MEN_AND_THRONE, move) is None


@in_rulesets(*OTHERS)
def test_the_king_passes_over_the_empty_throne(symmetry: Symmetry, name: str) -> None:
    for move in ("d6-g6", "d6-k6"):
        assert refused(name, symmetry, KING_AND_THRONE, move) is None


@in_rulesets(*OTHERS)
def test_nobody_passes_over_the_king_on_the_throne(symmetry: Symmetry, name: str) -> None:
    drawing = """
        D....K.....
        ...........
        ...........
        ...........
        .....A.....
        ..........."""
    for move in ("f2-f7", "a6-g6"):
        expected = Refusal(
            parse_move(move).move,
            RefusalReason.PATH_BLOCKED,
            named("f6"),
            CLAUSES[name]["movement"],
        )
        assert refused(name, symmetry, drawing, move) == symmetry.refusal(expected)


@in_rulesets(*FETLAR_KIN, CORNER)
def test_the_king_stops_on_the_throne_again(symmetry: Symmetry, name: str) -> None:
    assert refused(name, symmetry, KING_AND_THRONE, "d6-f6") is None
    drawing = """
        .....K....A
        ...........
        ...........
        ...........
        ...........
        ..........."""
    game = game_of(name, symmetry, drawing, "f6-f4", "k6-k7", "f4-f6")
    assert (game.position.king, game.outcome) == (game.start.king, None)


@in_rulesets(*VERSIONS)
def test_the_king_who_has_left_the_throne_does_not_stop_on_it_again(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        .....K....A
        ...........
        ...........
        ...........
        ...........
        ..........."""
    expected = symmetry.refusal(restricted(name, "f4-f6", RefusalReason.THRONE, "f6"))
    game = game_of(name, symmetry, drawing, "f6-f4", "k6-k7")
    assert game.refusal(expected.move) == expected
    assert expected.move not in game.legal_moves()


@in_rulesets(*VERSIONS)
def test_no_king_stops_on_the_throne(symmetry: Symmetry, name: str) -> None:
    expected = restricted(name, "d6-f6", RefusalReason.THRONE, "f6")
    assert refused(name, symmetry, KING_AND_THRONE, "d6-f6") == symmetry.refusal(expected)


@in_rulesets(*FETLAR_KIN, V3, CORNER)
def test_no_man_stops_on_a_corner(symmetry: Symmetry, name: str) -> None:
    for move, corner in (("d1-a1", "a1"), ("d1-k1", "k1"), ("a3-a1", "a1"), ("a3-a11", "a11")):
        expected = restricted(name, move, RefusalReason.CORNER, corner)
        assert refused(name, symmetry, MEN_AND_CORNERS, move) == symmetry.refusal(expected)


@in_rulesets(V1, V2)
def test_every_man_stops_on_a_corner(symmetry: Symmetry, name: str) -> None:
    for move in ("d1-a1", "d1-k1", "a3-a1", "a3-a11"):
        assert refused(name, symmetry, MEN_AND_CORNERS, move) is None


@in_rulesets(V1, V2)
def test_a_man_who_stopped_on_a_corner_leaves_it_again(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, MEN_AND_CORNERS, "d1-a1", "a3-a4", "a1-d1", "a4-a3")
    assert (game.position, game.times_seen()) == (game.start, 2)


@in_rulesets(V1, V2)
def test_a_man_on_a_corner_is_in_the_way(symmetry: Symmetry, name: str) -> None:
    drawing = """
        .....K.....
        D..........
        ...........
        A..D......."""
    for move, clause in (("d1-a1", "movement"), ("a3-a1", "movement")):
        expected = Refusal(
            parse_move(move).move, RefusalReason.PATH_BLOCKED, named("a1"), CLAUSES[name][clause]
        )
        assert refused(name, symmetry, drawing, move) == symmetry.refusal(expected)


@in_rulesets(*OTHERS)
def test_the_king_stops_on_every_corner(symmetry: Symmetry, name: str) -> None:
    for move in ("a3-a1", "a3-a11"):
        assert refused(name, symmetry, "K..........\n" + "...........\n" * 2, move) is None


@in_rulesets(V1, V2)
def test_a_man_whose_only_free_neighbour_is_a_corner_moves_there(
    symmetry: Symmetry, name: str
) -> None:
    drawing = """
        .....K.....
        ...........
        .D.........
        ...........
        .AD........"""
    game = game_of(name, symmetry, drawing, "b3-b2")
    assert game.outcome is None
    assert game.legal_moves() == [symmetry.move(parse_move("b1-a1").move)]


@in_rulesets(*FETLAR_KIN, CORNER)
def test_a_king_whose_only_free_neighbour_is_the_throne_moves_there(
    symmetry: Symmetry, name: str
) -> None:
    game = game_of(name, symmetry, SHUT_IN_BESIDE_THE_THRONE, "k6-g6")
    assert game.outcome is None
    assert symmetry.move(parse_move("e6-f6").move) in game.legal_moves()


SHUT_IN_BESIDE_THE_THRONE = """
    ....A......
    ...ADA.....
    ...AK.....A
    ....A......
    ...........
    ..........D
    ...........
    ..........."""


@in_rulesets(*VERSIONS)
def test_a_king_beside_the_throne_moves_over_it_or_not_at_all(
    symmetry: Symmetry, name: str
) -> None:
    king = symmetry.images[named("e6")[0]]
    game = game_of(name, symmetry, SHUT_IN_BESIDE_THE_THRONE, "k6-h6")
    passing = symmetry.move(parse_move("e6-g6").move)
    assert [move for move in game.legal_moves() if move.origin == king] == [passing]
    game = game_of(name, symmetry, SHUT_IN_BESIDE_THE_THRONE, "k6-g6")
    assert [move for move in game.legal_moves() if move.origin == king] == []


@in_rulesets(*OTHERS)
def test_nobody_captures_by_passing(symmetry: Symmetry, name: str) -> None:
    drawing = """
        .....D.....
        .....A.....
        ..........D
        ...........
        ...K.......
        ...........
        ...........
        ..........."""
    assert frozenset(game_of(name, symmetry, drawing, "k6-b6").plies[-1].captures) == NO_CAPTURE
