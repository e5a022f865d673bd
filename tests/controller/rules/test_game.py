"""A game as its tuple of plies: playing, undoing, no legal move, and what is judged first."""

import pytest

from controller.notation.moves import parse_move
from controller.rules.captures import apply_move
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.game import Game, IllegalMoveError, Ply, judged_as_it_stands, new_game
from controller.rules.library import named_ruleset
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from tests.symmetry import COPENHAGEN, Symmetry, draw, in_every_symmetry, named, played


def test_a_new_game_starts_from_the_first_position_with_the_attackers_to_move() -> None:
    start = parse_diagram(named_ruleset("copenhagen").start, Side.ATTACKERS)
    assert new_game(COPENHAGEN) == Game(COPENHAGEN, start, (), None)
    assert new_game(COPENHAGEN).position == start


def test_the_sides_take_turns() -> None:
    game = new_game(COPENHAGEN)
    turns = [game.position.to_move]
    for move in ("d1-d3", "f4-c4", "d3-d2"):
        game = game.play(parse_move(move).move)
        turns.append(game.position.to_move)
    assert turns == [Side.ATTACKERS, Side.DEFENDERS, Side.ATTACKERS, Side.DEFENDERS]


def test_playing_adds_one_ply_and_leaves_the_game_before_as_it_was() -> None:
    before = new_game(COPENHAGEN)
    move = parse_move("d1-d3").move
    position, captured = apply_move(COPENHAGEN, before.start, move)
    after = before.play(move)
    assert after == Game(COPENHAGEN, before.start, (Ply(move, captured, position, quiet=1),), None)
    assert before == new_game(COPENHAGEN)


def test_a_move_that_is_refused_raises_with_its_refusal() -> None:
    move = parse_move("d1-e2").move
    refused = Refusal(move, RefusalReason.NOT_IN_LINE, named("e2"), "3")
    with pytest.raises(IllegalMoveError, match=r"^d1-e2: not_in_line$") as raised:
        new_game(COPENHAGEN).play(move)
    assert raised.value.refusal == refused


def test_undo_drops_the_last_ply() -> None:
    first = new_game(COPENHAGEN).play(parse_move("d1-d3").move)
    second = first.play(parse_move("f4-c4").move)
    assert second.undo() == first
    assert first.undo() == new_game(COPENHAGEN)


def test_undo_of_a_game_without_plies_is_the_same_game() -> None:
    assert new_game(COPENHAGEN).undo() == new_game(COPENHAGEN)


@in_every_symmetry
def test_undo_brings_the_captured_back(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ...AA......
        ..ADD...A.."""
    game = played(symmetry, drawing, "i1-f1")
    assert game.undo() == Game(COPENHAGEN, symmetry.position(draw(drawing)))


@in_every_symmetry
def test_a_game_that_is_over_goes_on_after_undo(symmetry: Symmetry) -> None:
    drawing = """
        ..........A
        K.........."""
    over = played(symmetry, drawing, "a1-k1")
    start = symmetry.position(draw(drawing, Side.DEFENDERS))
    assert over.undo() == Game(COPENHAGEN, start)
    other = over.undo().play(symmetry.move(parse_move("a1-b1").move))
    assert other == played(symmetry, drawing, "a1-b1")


@in_every_symmetry
def test_no_ply_follows_the_end(symmetry: Symmetry) -> None:
    over = played(symmetry, "..........A\nK..........", "a1-k1")
    move = symmetry.move(parse_move("k2-k3").move)
    with pytest.raises(IllegalMoveError) as raised:
        over.play(move)
    assert raised.value.refusal == Refusal(move, RefusalReason.GAME_OVER, (), "6a")


def no_moves(winner: Side) -> Outcome:
    """Return the win of a side whose opponent cannot move."""
    return Outcome(winner, OutcomeReason.NO_MOVES, (), "9")


@in_every_symmetry
def test_attackers_who_cannot_move_lose(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        .D.........
        ...........
        .AD........"""
    assert played(symmetry, drawing, "b3-b2").outcome == no_moves(Side.DEFENDERS)


@in_every_symmetry
def test_attackers_who_have_no_piece_left_lose(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        ...........
        ..DA...D..."""
    assert played(symmetry, drawing, "h1-e1").outcome == no_moves(Side.DEFENDERS)


@in_every_symmetry
def test_a_king_who_cannot_move_and_has_no_men_loses(symmetry: Symmetry) -> None:
    drawing = """
        ...A.......
        ...........
        ..AKA......"""
    assert played(symmetry, drawing, "d3-d2").outcome == no_moves(Side.ATTACKERS)


@in_every_symmetry
def test_a_king_and_men_who_cannot_move_lose(symmetry: Symmetry) -> None:
    drawing = """
        ...A.......
        ...........
        .AA.A......
        .DKDA......"""
    assert played(symmetry, drawing, "d4-d2").outcome == no_moves(Side.ATTACKERS)


@in_every_symmetry
def test_a_king_who_can_still_step_into_a_corner_has_a_move(symmetry: Symmetry) -> None:
    drawing = """
        .A.........
        ...........
        .KA........"""
    assert played(symmetry, drawing, "b3-b2").outcome is None


@in_every_symmetry
def test_the_king_captured_is_judged_before_encirclement(symmetry: Symmetry) -> None:
    drawing = """
        ...........
        ...A.......
        ..AKA......
        ...........
        ...A......."""
    expected = Outcome(Side.ATTACKERS, OutcomeReason.KING_CAPTURED, named("d2 c3 e3 d4"), "7a")
    assert played(symmetry, drawing, "d1-d2").outcome == symmetry.outcome(expected)


@in_every_symmetry
def test_encirclement_is_judged_before_a_side_without_moves(symmetry: Symmetry) -> None:
    drawing = """
        ...AA......
        ..ADKA.....
        ....A......
        ...A......."""
    expected = Outcome(Side.ATTACKERS, OutcomeReason.ENCIRCLED, named("d2 e2 c3 f3 d4 e4"), "7b")
    assert played(symmetry, drawing, "d1-d2").outcome == symmetry.outcome(expected)


@in_every_symmetry
def test_escape_is_judged_before_a_fort(symmetry: Symmetry) -> None:
    # Even in the corner the king stands on the edge, can step back and is walled in.
    drawing = """
        D..........
        DD.........
        .KDA......."""
    expected = Outcome(Side.DEFENDERS, OutcomeReason.KING_ESCAPED, named("a1"), "6a")
    assert played(symmetry, drawing, "b1-a1").outcome == symmetry.outcome(expected)


@in_every_symmetry
def test_captures_are_judged_before_the_side_without_moves(symmetry: Symmetry) -> None:
    # Without the capture of d1 the defenders could not move; the king takes its place.
    drawing = """
        ...A.......
        ...........
        .AAA.......
        .AKD..A...."""
    game = played(symmetry, drawing, "g1-e1")
    assert game.outcome is None


@pytest.mark.parametrize(
    ("drawing", "to_move", "winner"),
    [
        (".....K..... ........... ........... .D......... .AD........", "attackers", "defenders"),
        ("K....A.....", "attackers", "defenders"),
        (".....A..... ....AKA.... .....A..... ...........", "defenders", "attackers"),
        (".....A..... ....AK..... .....A..... ...........", "defenders", None),
    ],
    ids=["attackers without a move", "a king in his corner", "a king taken", "nothing yet"],
)
def test_a_start_may_be_over_as_it_stands(drawing: str, to_move: str, winner: str | None) -> None:
    outcome = judged_as_it_stands(Game(COPENHAGEN, draw(drawing, Side(to_move)))).outcome
    assert (outcome and outcome.winner) == winner
