"""How games end other than by the king alone, by the seven other rulesets."""

import pytest

from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.pieces import Side
from tests.controller.rules.rulesets import (
    CLAUSES,
    CORNER,
    FETLAR_KIN,
    OTHERS,
    V1,
    V2,
    V3,
    VERSIONS,
    ended,
    escaped,
    game_of,
    in_rulesets,
)
from tests.symmetry import Symmetry, in_every_symmetry, named

pytestmark = in_every_symmetry

FORT = """
    ...AA......
    ..ADDA.....
    .AD.KDA...."""

RING = """
    ...........
    ...A.......
    ..A.A......
    .A.K.A.....
    ..ADA......
    ...........
    ...A......."""

# d1 has no square to go to once d2 is filled; nothing else of its side is on the board.
STUCK_ATTACKER = """
    .....K.....
    ...D.......
    ...........
    ..DAD......"""

# The last attacker falls.
LAST_ATTACKER = """
    .....K.....
    ...........
    ..DA...D..."""

# Neither e7 nor the king on e6 can move once g6 is filled, unless he may step onto the throne.
STUCK_BESIDE_THE_THRONE = """
    ....A......
    ...ADA.....
    ...AK.....A
    ....A......
    ...........
    ...........
    ...........
    ..........."""

STUCK_ON_THE_EDGE = """
    ...A.......
    ...........
    .AA.A......
    .DKDA......"""

QUIET = """
    .....K.....
    ...........
    D..........
    ..........A
    ..........."""

# The piece of either side goes and comes back: after these four plies all is as before.
ROUND = ("k2-k3", "a3-a4", "k3-k2", "a4-a3")


@in_rulesets(*FETLAR_KIN, V3, CORNER)
def test_an_exit_fort_does_not_win(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, FORT, "e1-d1")
    assert (game.plies[-1].captures, game.outcome) == ((), None)


@in_rulesets(V1, V2)
def test_a_king_in_a_fort_on_the_edge_has_escaped_there(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, FORT, "e1-d1")
    assert game.outcome == symmetry.outcome(escaped(name, "d1"))


@in_rulesets(*FETLAR_KIN)
def test_a_ring_round_the_king_and_every_defender_wins(symmetry: Symmetry, name: str) -> None:
    expected = ended(name, Side.ATTACKERS, OutcomeReason.ENCIRCLED, "d2 c3 e3 b4 f4 c5 e5 d6")
    assert game_of(name, symmetry, RING, "d1-d2").outcome == symmetry.outcome(expected)


@in_rulesets(*FETLAR_KIN)
def test_a_defender_outside_the_ring_breaks_it(symmetry: Symmetry, name: str) -> None:
    drawing = RING.replace("..ADA......", "..ADA...D..")
    assert game_of(name, symmetry, drawing, "d1-d2").outcome is None


@in_rulesets(*VERSIONS, CORNER)
def test_a_ring_round_the_king_and_every_defender_does_not_win(
    symmetry: Symmetry, name: str
) -> None:
    game = game_of(name, symmetry, RING, "d1-d2")
    assert (game.plies[-1].captures, game.outcome) == ((), None)


@in_rulesets(*FETLAR_KIN)
@pytest.mark.parametrize(
    ("drawing", "move", "winner"),
    [
        (STUCK_ATTACKER, "d3-d2", Side.DEFENDERS),
        (LAST_ATTACKER, "h1-e1", Side.DEFENDERS),
        (STUCK_ON_THE_EDGE, "d4-d2", Side.ATTACKERS),
    ],
    ids=["attackers", "attackers without pieces", "defenders"],
)
def test_a_side_that_cannot_move_loses(
    symmetry: Symmetry, name: str, drawing: str, move: str, winner: Side
) -> None:
    expected = ended(name, winner, OutcomeReason.NO_MOVES)
    assert game_of(name, symmetry, drawing, move).outcome == expected


@in_rulesets(*VERSIONS, CORNER)
@pytest.mark.parametrize(
    ("drawing", "move"),
    [(STUCK_ATTACKER, "d3-d2"), (LAST_ATTACKER, "h1-e1")],
    ids=["stuck", "without pieces"],
)
def test_attackers_who_cannot_move_draw(
    symmetry: Symmetry, name: str, drawing: str, move: str
) -> None:
    expected = ended(name, None, OutcomeReason.NO_MOVES)
    assert game_of(name, symmetry, drawing, move).outcome == expected


@in_rulesets(V3, CORNER)
def test_defenders_who_cannot_move_on_the_edge_draw(symmetry: Symmetry, name: str) -> None:
    expected = ended(name, None, OutcomeReason.NO_MOVES)
    assert game_of(name, symmetry, STUCK_ON_THE_EDGE, "d4-d2").outcome == expected


@in_rulesets(*VERSIONS)
def test_defenders_who_could_move_to_the_throne_alone_draw(symmetry: Symmetry, name: str) -> None:
    expected = ended(name, None, OutcomeReason.NO_MOVES)
    assert game_of(name, symmetry, STUCK_BESIDE_THE_THRONE, "k6-g6").outcome == expected


@in_rulesets(*OTHERS)
def test_the_third_time_of_a_position_is_a_draw(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, QUIET, *ROUND, *ROUND)
    expected = ended(name, None, OutcomeReason.REPETITION)
    assert (game.times_seen(), game.outcome) == (3, expected)


@in_rulesets(*OTHERS)
def test_the_second_time_of_a_position_goes_on(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, QUIET, *ROUND)
    assert (game.times_seen(), game.outcome) == (2, None)
    game = game_of(name, symmetry, QUIET, *ROUND, *ROUND).undo()
    assert (game.times_seen(), game.outcome) == (2, None)


@in_rulesets(*OTHERS)
def test_repetitions_need_not_follow_each_other(symmetry: Symmetry, name: str) -> None:
    aside = ("k2-k3", "a3-a4", "k3-k4", "a4-a5", "k4-k2", "a5-a3")
    another = ("k2-j2", "a3-b3", "j2-j3", "b3-b4", "j3-k3", "b4-a4", "k3-k2", "a4-a3")
    game = game_of(name, symmetry, QUIET, *aside, *another)
    expected = ended(name, None, OutcomeReason.REPETITION)
    assert (game.times_seen(), game.outcome) == (3, expected)


@in_rulesets("viking-chess")
def test_two_hours_are_a_draw(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, QUIET, "k2-k3")
    expected = Outcome(None, OutcomeReason.TIME, (), CLAUSES[name]["time"])
    assert game.after(7199.9) == game
    assert game.after(7200.0).outcome == expected
    assert game.after(9000.0).outcome == expected


@in_rulesets("viking-chess")
def test_two_hours_change_nothing_about_a_game_that_is_over(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, RING, "d1-d2")
    squares = named("d2 c3 e3 b4 f4 c5 e5 d6")
    clause = "Attackers win, last paragraph"
    won = Outcome(Side.ATTACKERS, OutcomeReason.ENCIRCLED, squares, clause)
    assert game.after(7200.0).outcome == symmetry.outcome(won)


@in_rulesets(*(name for name in OTHERS if name != "viking-chess"))
def test_no_time_ends_a_game(symmetry: Symmetry, name: str) -> None:
    game = game_of(name, symmetry, QUIET, "k2-k3")
    assert game.after(7200.0) == game
    assert game.after(1e9) == game


@in_rulesets(*OTHERS)
def test_a_draw_by_agreement_or_by_an_arbiter_stands_on_the_paragraph_of_the_text(
    symmetry: Symmetry, name: str
) -> None:
    game = game_of(name, symmetry, QUIET, "k2-k3")
    clause = CLAUSES[name].get("agreement")
    assert game.agree_draw().outcome == Outcome(None, OutcomeReason.AGREEMENT, (), clause)
    assert game.decide(None).outcome == Outcome(None, OutcomeReason.ARBITER, (), clause)


@in_rulesets(*OTHERS)
def test_no_game_with_too_few_pieces_is_drawn_unasked(symmetry: Symmetry, name: str) -> None:
    drawing = """
        .....K.....
        ...........
        ..........A
        ..........."""
    assert game_of(name, symmetry, drawing, "k2-k3", "f4-g4").outcome is None
