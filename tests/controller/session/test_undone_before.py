"""A move is undone by command, the program stops, and is started again: it stays undone."""

import pytest

from controller.events.command import Command
from controller.events.event import BoardRestored, GameStarted
from controller.events.view import Phase
from controller.rules.game import Game, new_game
from controller.rules.geometry import bits_of, parse_square
from controller.store.replay import replayed
from tests.board_driver import COPENHAGEN, OPENING, SETTLED, BoardDriver
from tests.controller.store.kept import plies

_CAPTURE = (*OPENING, "g3-e3xe2")


def after(*played: str) -> Game:
    return replayed(new_game(COPENHAGEN), plies(*played))


def squares(names: str) -> int:
    return bits_of(*map(parse_square, names.split()))


def resumed(left: Game, undone: int, occupied: int) -> BoardDriver:
    """Start again with a game of which the last plies were undone, on a board as it stands."""
    game = left
    for _ in range(undone):
        game = game.undo()
    board = BoardDriver(started=False)
    board.session.take_up(game, left=left)
    board.occupied = occupied
    board.wait(3.0)
    return board


@pytest.mark.parametrize("played", [("d1-d3",), ("d1-d3", "e5-e2"), OPENING])
def test_the_move_that_still_stands_does_not_count_and_is_to_be_put_back(
    played: tuple[str, ...],
) -> None:
    board = resumed(after(*played), 1, after(*played).position.occupied)
    origin, target = played[-1].split("-")
    assert board.session.game == after(*played[:-1])
    assert board.view.sentence == (
        f"The last move was undone. Move the piece on {target} to {origin}."
    )
    board.wait(10.0)
    board.move(f"{target}-{origin}")
    board.wait(1.0)
    assert isinstance(board.events[-1], BoardRestored)
    assert (board.session.game, board.view.repair) == (after(*played[:-1]), ())


def test_the_next_move_counts_once_it_is_put_back() -> None:
    board = resumed(after(*OPENING), 1, after(*OPENING).position.occupied)
    board.move("c4-f4")
    board.play("e6-e4", "g3-g2")
    assert board.session.game == after(*OPENING[:3], "e6-e4", "g3-g2")


@pytest.mark.parametrize("target", ["c4", "d4"])
def test_its_piece_may_go_elsewhere_or_back_to_the_same_square(target: str) -> None:
    board = resumed(after(*OPENING), 1, after(*OPENING).position.occupied)
    board.lift("c4")
    board.put(target)
    board.wait(SETTLED)
    assert board.session.game == after(*OPENING[:3], f"f4-{target}")


def test_what_was_put_back_while_the_program_was_stopped_is_right() -> None:
    board = resumed(after(*OPENING), 1, after(*OPENING[:3]).position.occupied)
    assert (board.view.phase, board.view.repair, board.events) == (Phase.PLAY, (), [])
    board.play("f4-c4")
    assert board.session.game == after(*OPENING)


def test_so_it_is_where_a_piece_had_moved_to_where_another_one_belongs() -> None:
    """An attacker was on c4, where the defender is again: to the sensors nothing has changed."""
    left = after(*OPENING, "a4-b4", "c4-c5", "b4-c4")
    game = left.undo().undo()
    board = resumed(left, 2, game.position.occupied)
    assert (board.session.game, board.view.repair, board.events) == (game, (), [])


@pytest.mark.parametrize("moved", ["f4-d4", "e6-e4"])
def test_another_legal_move_that_was_made_while_the_program_was_stopped_counts(moved: str) -> None:
    stands = after(*OPENING[:3], moved)
    board = resumed(after(*OPENING), 1, stands.position.occupied)
    assert (board.session.game, board.view.repair) == (stands, ())


def test_the_piece_may_be_in_a_hand_at_the_start() -> None:
    board = resumed(after(*OPENING), 1, after(*OPENING).position.occupied & ~squares("c4"))
    board.put("f4")
    board.wait(2.0)
    assert (board.session.game, board.view.repair) == (after(*OPENING[:3]), ())


@pytest.mark.parametrize("captive", ["", "e2"], ids=["taken", "not taken"])
def test_an_undone_capture_is_to_be_put_back_with_its_captive(captive: str) -> None:
    left = after(*_CAPTURE)
    board = resumed(left, 1, left.position.occupied | squares(captive))
    lacks = "" if captive else " Put a defender on e2."
    assert board.session.game == after(*OPENING)
    assert board.view.sentence == (f"The last move was undone. Move the piece on e3 to g3.{lacks}")
    board.move("e3-g3")
    if not captive:
        assert board.view.sentence == "The last move was undone. Put a defender on e2."
        board.put("e2")
    board.wait(2.0)
    assert (board.session.game, board.view.repair) == (after(*OPENING), ())
    board.play("g3-e3xe2")
    assert board.session.game == left


def test_a_captive_of_the_move_before_is_still_to_be_taken_off() -> None:
    left = after(*_CAPTURE, "c4-c5")
    board = resumed(left, 1, left.position.occupied | squares("e2"))
    assert (board.session.game, board.view.owed) == (after(*_CAPTURE), squares("e2"))
    assert board.view.sentence == (
        "The last move was undone. Move the piece on c5 to c4. "
        "Take the captured piece on e2 off the board."
    )
    board.move("c5-c4")
    board.wait(1.0)
    assert (board.view.owed, board.view.repair) == (squares("e2"), ())


def test_a_captive_that_is_still_to_be_put_back_is_asked_for() -> None:
    left = after(*_CAPTURE)
    board = resumed(left, 1, after(*OPENING).position.occupied & ~squares("e2"))
    assert [step.square for step in board.view.repair] == [parse_square("e2")]
    board.put("e2")
    board.wait(2.0)
    assert (board.session.game, board.view.repair) == (after(*OPENING), ())


def test_two_moves_that_were_undone_are_both_to_be_put_back() -> None:
    board = resumed(after(*OPENING), 2, after(*OPENING).position.occupied)
    assert board.session.game == after(*OPENING[:2])
    assert board.view.sentence == (
        "The last move was undone. Move the piece on g3 to g1. Move the piece on c4 to f4."
    )
    board.play("c4-f4", "g3-g1")
    board.wait(1.0)
    assert (board.session.game, board.view.repair) == (after(*OPENING[:2]), ())


@pytest.mark.parametrize(
    ("back", "forth", "wanted"), [("c4", "f4", ("g3", "g1")), ("g3", "g1", ("c4", "f4"))]
)
def test_of_two_that_were_undone_one_may_have_been_put_back(
    back: str, forth: str, wanted: tuple[str, str]
) -> None:
    board = resumed(
        after(*OPENING), 2, after(*OPENING).position.occupied ^ squares(f"{back} {forth}")
    )
    assert board.session.game == after(*OPENING[:2])
    assert [(step.origin, step.square) for step in board.view.repair] == [
        tuple(map(parse_square, wanted))
    ]
    board.move("-".join(wanted))
    board.wait(1.0)
    assert (board.session.game, board.view.repair) == (after(*OPENING[:2]), ())


def test_on_a_board_that_was_cleared_every_piece_is_put_up_as_the_game_stands() -> None:
    game = after(*OPENING[:3])
    board = resumed(after(*OPENING), 1, 0)
    assert board.view.sentences[0].key == "cause.taken_up"
    assert len(board.view.repair) == game.position.occupied.bit_count()
    board.occupied = game.position.occupied
    board.wait(3.0)
    assert (board.session.game, board.view.repair) == (game, ())


def test_a_new_game_may_be_set_up_instead() -> None:
    board = resumed(after(*OPENING), 1, COPENHAGEN.start.occupied)
    assert isinstance(board.events[-1], GameStarted)
    assert (board.moves, board.view.repair) == ([], ())


def test_a_ply_that_ended_the_game_does_not_end_it_again() -> None:
    moves = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
    left = after(*moves.split())
    assert left.outcome is not None
    board = resumed(left, 1, left.position.occupied)
    assert (board.view.outcome, board.session.game) == (None, left.undo())
    assert board.view.sentence == "The last move was undone. Move the piece on a11 to b11."


def test_another_undo_goes_on_from_there() -> None:
    board = resumed(after(*OPENING), 1, after(*OPENING).position.occupied)
    board.command(Command.UNDO)
    board.wait(1.0)
    assert board.session.game == after(*OPENING[:2])
    assert {(step.origin, step.square) for step in board.view.repair} == {
        tuple(map(parse_square, pair)) for pair in (("g3", "g1"), ("c4", "f4"))
    }


def test_what_nobody_undid_is_played_on_from_as_ever() -> None:
    stands = after(*OPENING)
    board = resumed(after(*OPENING[:3]), 0, stands.position.occupied)
    assert (board.session.game, board.view.repair) == (stands, ())
