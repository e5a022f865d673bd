"""The program is started when people have begun to play: nothing of their game is lost.

Nor is it where a magnet or two are upside down.
"""

import pytest

from controller.events.command import Command, NewGame
from controller.events.event import GameStarted
from controller.events.view import Phase
from controller.rules.game import new_game
from controller.rules.geometry import bits_of, parse_square
from controller.store.replay import replayed
from hal.board import Poles
from tests.board_driver import COPENHAGEN, BoardDriver
from tests.controller.session.faulty import PolarDriver
from tests.controller.session.hands import asked, carry, counted, feel, slide
from tests.controller.store.kept import plies
from tests.squares import squares

MOVES = ["d1-d3", "e5-e2", "h1-h3", "f4-c4"]
# What hands do before the first look at the board, and what they do after it.
STARTED = {
    "with the first piece in the hand": ("d1", "d3:0.8 e5:0.4 e2:0.8 h1:0.4 h3:0.8 f4:0.4 c4"),
    "as the first piece slides": ("d1 d2", "d2+d3:0.8 e5:0.4 e2:0.8 h1:0.4 h3:0.8 f4:0.4 c4"),
    "after one ply": ("d1 d3", "e5:0.4 e2:0.8 h1:0.4 h3:0.8 f4:0.4 c4"),
    "with the reply in the hand": ("d1 d3 e5", "e2:0.8 h1:0.4 h3:0.8 f4:0.4 c4"),
    "after two plies": ("d1 d3 e5 e2", "h1:0.4 h3:0.8 f4:0.4 c4"),
    "with the third piece in the hand": ("d1 d3 e5 e2 h1", "h3:0.8 f4:0.4 c4"),
}


def seen_late(before: str, *played: str) -> BoardDriver:
    """Return a board that nobody has looked at, with a game that was stopped, if it was played."""
    board = BoardDriver(started=False)
    if played:
        board.session.take_up(replayed(new_game(COPENHAGEN), plies(*played)))
    feel(board, " ".join(f"{name}:0" for name in before.split()))
    return board


@pytest.mark.parametrize(("before", "after"), STARTED.values(), ids=STARTED)
@pytest.mark.parametrize("looked_s", [0.01, 0.1, 2.0])
@pytest.mark.parametrize(
    "stopped", [(), ("k4-h4", "d6-d10", "k5-j5", "f8-i8")], ids=["no game", "another game"]
)
def test_what_was_begun_before_the_first_look_counts_once_people_go_on(
    before: str, after: str, looked_s: float, stopped: tuple[str, ...]
) -> None:
    board = seen_late(before, *stopped)
    board.wait(looked_s)
    feel(board, f"{after}:2.0")
    started = [event for event in board.events if isinstance(event, GameStarted)]
    assert (board.moves, len(started)) == (MOVES, 1)
    assert board.view.repair == ()


def test_the_piece_that_moved_before_the_first_look_may_be_the_one_that_goes_on() -> None:
    board = seen_late("d1 d3 e5 e2")
    board.wait(1.0)
    feel(board, "d3:0.4 c3:0.8 f4:0.4 c4:2.0")
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-e2", "d3-c3", "f4-c4"], ())


@pytest.mark.parametrize("before", ["d1", "d1 d3", "d1 d3 e5"])
def test_nor_is_it_lost_where_somebody_asks_for_a_new_game_meanwhile(before: str) -> None:
    board = seen_late(before)
    board.wait(1.0)
    board.command(Command.NEW_GAME)
    board.wait(0.5)
    missing = [name for name in ("d1", "d3", "e5", "e2", "h1", "h3") if name not in before.split()]
    feel(board, ":0.5 ".join(missing) + ":2.0")
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-e2", "h1-h3"], ())


def test_a_new_game_by_other_rules_goes_by_them_though_it_has_begun() -> None:
    board = seen_late("d1 d3")
    board.wait(1.0)
    board.say(Command.NEW_GAME, NewGame("fetlar"))
    feel(board, "e5:0.5 e2:2.0")
    game = board.session.game
    assert (board.moves, game.rules.ruleset.name) == (["d1-d3", "e5-e2"], "fetlar")


def test_until_they_do_a_piece_that_is_found_elsewhere_goes_to_its_place() -> None:
    board = seen_late("d1 d3")
    board.wait(3.0)
    assert (board.view.phase, asked(board.view)) == (Phase.SET_UP, {("d3", "d1")})
    feel(board, "d3:0.4 d1:1.0")
    assert (board.view.phase, board.moves) == (Phase.PLAY, [])


def test_the_last_piece_of_a_set_up_that_is_found_unfinished_has_not_moved() -> None:
    """d1 comes to its square and is pushed off again; then it is put right."""
    board = seen_late("d1")
    board.wait(0.5)
    feel(board, "d1:0.1 d1+c1:2.0")
    assert (board.view.phase, asked(board.view)) == (Phase.SET_UP, {("c1", "d1")})
    feel(board, "d1+c1:1.0")
    assert (board.view.phase, board.moves) == (Phase.PLAY, [])


@pytest.mark.parametrize(
    "way", ["d2:0.3 d1:0.5 e3:0.3 e5:1.0", "d2+d1:0.5 e3:0.3 e5:1.0", "e3:0.3 e5:0.5 d2+d1:1.0"]
)
def test_pieces_that_were_found_elsewhere_are_put_right_in_any_order(way: str) -> None:
    """One of each side stands a move away; the attackers' is lifted first, or slides home."""
    board = seen_late("d1 d2 e5 e3")
    board.wait(1.0)
    feel(board, way)
    assert (board.view.phase, board.moves, counted(board)) == (Phase.PLAY, [], [])


@pytest.mark.parametrize("last", ["e5:1.0", "h6:0.4 h6:1.0"], ids=["put", "straightened"])
def test_a_piece_that_was_found_elsewhere_has_not_moved_when_others_are_put_right(
    last: str,
) -> None:
    """a4 stands on b4; the last defender is put in its place, or another one is straightened."""
    board = seen_late("a4 b4 e5" if last.startswith("e5") else "a4 b4")
    board.wait(1.0)
    feel(board, last)
    assert (board.view.phase, asked(board.view)) == (Phase.SET_UP, {("b4", "a4")})


def test_a_set_up_over_another_game_whose_last_piece_is_missing_is_no_game_yet() -> None:
    """a4 stands on b4, and the king is put in its place last."""
    board = seen_late("a4 b4 f6", "k4-h4", "d6-d10", "k5-j5", "f8-i8")
    board.wait(1.0)
    feel(board, "f6:1.0")
    assert (board.view.phase, asked(board.view)) == (Phase.SET_UP, {(None, "a4"), (None, "b4")})
    feel(board, "b4:0.3 a4:1.0")
    assert (board.view.phase, board.moves) == (Phase.PLAY, [])


TURNED = ["a4", "d6", "a4 k8", "d6 h6", "a4 d6", "d1", "d1 a4"]
ALL = (1 << 121) - 1


def upside_down(names: str, *, reply: str = "e4") -> PolarDriver:
    """Return a board that feels poles, on which the magnets of some pieces are upside down.

    The attacker of d1 may go anywhere, and a defender to the square of the reply.
    """
    board = PolarDriver()
    start, turned = COPENHAGEN.start, squares(names)
    if "d1" in names.split():
        turned |= squares("d2 d3")
    north = (start.defenders | bits_of(parse_square(reply))) ^ turned
    board.poles = Poles(ALL & ~(north | start.king), north, start.king)
    return board


@pytest.mark.parametrize("turned", TURNED)
@pytest.mark.parametrize("stands_s", [0.1, 3.0, 12.0])
@pytest.mark.parametrize("replies_s", [0.1, 2.0])
def test_a_first_move_that_slides_begins_a_game_though_a_magnet_or_two_are_upside_down(
    turned: str, stands_s: float, replies_s: float
) -> None:
    """For a moment, two squares feel the piece."""
    board = upside_down(turned)
    board.wait(stands_s)
    slide(board, "d1", "d2", "d3", each=0.1, overlap=0.03)
    board.wait(replies_s)
    carry(board, "e5>e4")
    assert (board.moves, board.view.phase, board.view.faulty) == (["d1-d3", "e5-e4"], Phase.PLAY, 0)


@pytest.mark.parametrize("turned", TURNED)
@pytest.mark.parametrize("before", ["d1", "d1 d3", "d1 d3 e5", "d1 d3 e5 e4"])
def test_nor_do_they_hide_what_was_begun_before_the_first_look(turned: str, before: str) -> None:
    board = upside_down(turned)
    feel(board, " ".join(f"{name}:0" for name in before.split()))
    board.wait(1.0)
    missing = [name for name in ("d1", "d3", "e5", "e4", "h1", "h3") if name not in before.split()]
    feel(board, ":0.5 ".join(missing) + ":1.0")
    assert (board.moves, board.view.faulty) == (["d1-d3", "e5-e4", "h1-h3"], 0)


@pytest.mark.parametrize("turned", TURNED)
def test_after_ten_seconds_it_begins_by_itself_and_names_no_sensor(turned: str) -> None:
    board = upside_down(turned)
    board.wait(9.9)
    before = board.view.phase
    board.wait(0.2)
    assert (before, board.view.phase, board.view.faulty) == (Phase.SET_UP, Phase.PLAY, 0)


def test_of_a_dead_sensor_and_a_magnet_that_is_upside_down_only_the_sensor_is_named() -> None:
    board = upside_down("d6")
    board.occupied ^= bits_of(parse_square("a4"))
    board.wait(10.1)
    assert (board.view.phase, board.view.faulty) == (Phase.PLAY, bits_of(parse_square("a4")))


@pytest.mark.parametrize("way", ["d1 d3 k8 j8", "d1 d3 k8"])
def test_no_game_begins_by_itself_with_more_than_two_squares_that_read_wrong(way: str) -> None:
    board = seen_late(way)
    board.wait(20.0)
    assert (board.view.phase, board.view.faulty) == (Phase.SET_UP, 0)


def test_nor_with_a_first_move_where_more_magnets_are_upside_down() -> None:
    board = upside_down("a4 d6 h6")
    board.wait(3.0)
    slide(board, "d1", "d2", "d3", each=0.1)
    board.wait(12.0)
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])
