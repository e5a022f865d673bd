"""The same position for the third time: Copenhagen 8."""

from controller.notation.moves import parse_move
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.game import Game
from controller.rules.pieces import Side
from tests.symmetry import Symmetry, in_every_symmetry, named, played

pytestmark = in_every_symmetry

QUIET = """
    .....K.....
    ...........
    D..........
    ..........A
    ..........."""

# The piece of either side goes and comes back: after these four plies all is as before.
ROUND = ("k2-k3", "a3-a4", "k3-k2", "a4-a3")
REPEATED = Outcome(Side.ATTACKERS, OutcomeReason.REPETITION, (), "8")


def after(symmetry: Symmetry, *moves: str) -> Game:
    """Return the image of the quiet game after some moves."""
    return played(symmetry, QUIET, *moves)


def test_the_third_time_counts_the_start_position_and_loses_for_the_defenders(
    symmetry: Symmetry,
) -> None:
    game = after(symmetry, *ROUND, *ROUND)
    assert (game.times_seen(), game.outcome) == (3, REPEATED)


def test_the_second_time_does_not_end_the_game(symmetry: Symmetry) -> None:
    game = after(symmetry, *ROUND)
    assert (game.times_seen(), game.outcome) == (2, None)
    game = after(symmetry, *ROUND, *ROUND[:3])
    assert (game.times_seen(), game.outcome) == (2, None)


def test_the_defenders_lose_even_where_a_move_of_the_attackers_repeats(
    symmetry: Symmetry,
) -> None:
    once = ("k2-k3",)
    twice = ("a3-a4", "k3-k4", "a4-a3", "k4-k3")
    thrice = ("a3-a5", "k3-k5", "a5-a3", "k5-k3")
    game = after(symmetry, *once, *twice)
    assert (game.times_seen(), game.outcome) == (2, None)
    game = after(symmetry, *once, *twice, *thrice)
    assert (game.times_seen(), game.outcome) == (3, REPEATED)


def test_repetitions_need_not_follow_each_other(symmetry: Symmetry) -> None:
    aside = ("k2-k3", "a3-a4", "k3-k4", "a4-a5", "k4-k2", "a5-a3")
    another = ("k2-j2", "a3-b3", "j2-j3", "b3-b4", "j3-k3", "b4-a4", "k3-k2", "a4-a3")
    game = after(symmetry, *aside, *another)
    assert (game.times_seen(), game.outcome) == (3, REPEATED)


def test_the_same_pieces_with_the_other_side_to_move_are_another_position(
    symmetry: Symmetry,
) -> None:
    # The attacker takes three plies to come back, the defender two: the turn has changed over.
    lost_turn = ("k2-k4", "a3-a4", "k4-k3", "a4-a3", "k3-k2")
    game = after(symmetry, *ROUND, *lost_turn)
    assert game.position._replace(to_move=Side.ATTACKERS) == game.start
    assert (game.times_seen(), game.outcome) == (1, None)


def test_like_pieces_that_change_places_make_the_same_position(symmetry: Symmetry) -> None:
    drawing = """
        .....K.....
        D..........
        .........A.
        .........A.
        ...........
        ..........."""
    # j3 goes round j4 to the square above it, which then comes down to j3.
    swap = ("j3-k3", "a5-a6", "j4-j3", "a6-a5", "k3-k4", "a5-a6", "k4-j4", "a6-a5")
    game = played(symmetry, drawing, *swap)
    assert (game.times_seen(), game.outcome) == (2, None)
    assert played(symmetry, drawing, *swap, *swap).outcome == REPEATED


def test_undo_takes_the_count_back(symmetry: Symmetry) -> None:
    game = after(symmetry, *ROUND, *ROUND)
    before = game.undo()
    assert (before.times_seen(), before.outcome) == (2, None)
    assert before.undo().undo().undo().times_seen() == 2
    again = before.play(symmetry.move(parse_move("a4-a3").move))
    assert again == game
    elsewhere = before.play(symmetry.move(parse_move("a4-a5").move))
    assert (elsewhere.times_seen(), elsewhere.outcome) == (1, None)


def test_a_ply_undone_and_played_again_counts_once(symmetry: Symmetry) -> None:
    game = after(symmetry, *ROUND)
    for _ in range(5):
        game = game.undo().play(symmetry.move(parse_move("a4-a3").move))
    assert (game.times_seen(), game.outcome) == (2, None)


def test_a_king_captured_is_judged_before_the_repetition(symmetry: Symmetry) -> None:
    # The king stands among attackers that did not take him: he came there himself. The third
    # time an attacker steps away and beside him again.
    drawing = """
        ...........
        ....AKA....
        .....A.....
        D..........
        ..........A
        ..........."""
    start = ("a3-a4", "k2-k3", "a4-a3", "k3-k2")
    expected = Outcome(Side.ATTACKERS, OutcomeReason.KING_CAPTURED, named("f4 e5 g5 f6"), "7a")
    game = played(symmetry, drawing, *start)
    assert (game.times_seen(), game.outcome) == (2, None)
    game = played(symmetry, drawing, *start, "a3-a4", "f4-f3", "a4-a3", "f3-f4")
    assert (game.times_seen(), game.outcome) == (3, symmetry.outcome(expected))
