"""Players whose board does not follow them ask it once, and then give the game up."""

from dataclasses import replace

from controller.events.command import Command
from controller.rules.game import Game, new_game
from controller.rules.lines import Move
from simulators.people.games import random_games
from simulators.people.players import Players
from simulators.people.profiles import STEADY
from simulators.people.script import Planned
from tests.board_driver import COPENHAGEN
from tests.simulators.people.at_the_table import AtTheTable

MOVES = next(random_games(COPENHAGEN, 1, 1)).moves


class Ending(Planned):
    """A plan that nobody goes on with, after all."""

    def move(self, game: Game) -> None:  # type: ignore[override] # a script may
        """Return none."""


class Wrong(Planned):
    """A plan in which people make another move first."""

    def wrong_move(self, game: Game) -> Move:  # type: ignore[override] # a script may
        """Return the move after the next."""
        return self._moves[len(game.plies) + 2]


def test_a_board_that_shows_no_start_is_asked_for_a_new_game_and_then_given_up() -> None:
    at = AtTheTable(1)
    at.does(Players(at.seat).set_up())
    assert [message.command for message in at.sent] == [Command.NEW_GAME]
    assert at.seat.lost


def after_one_ply() -> AtTheTable:
    """Return a table after one ply, whose board has seen none."""
    return AtTheTable(1, new_game(COPENHAGEN).play(MOVES[0]))


def test_before_a_mishap_players_look_whether_the_board_still_follows() -> None:
    at = after_one_ply()
    at.seat.profile = replace(STEADY, takes_back=1.0)
    at.does(Players(at.seat).play(Planned(MOVES)))
    assert at.seat.lost
    assert len(at.seat.game.plies) == 1, "nothing was taken back"


def test_nobody_makes_a_wrong_move_on_a_board_that_no_longer_follows() -> None:
    at = after_one_ply()
    before = at.table.pieces
    at.does(Players(at.seat).play(Wrong(MOVES)))
    assert at.seat.lost
    assert at.table.occupied() == at.seat.game.position.occupied
    assert len(before) == len(at.table.pieces)


def test_a_script_that_has_no_move_ends_the_play() -> None:
    at = AtTheTable(1)
    at.does(Players(at.seat).play(Ending(MOVES)))
    assert at.seat.game.plies == ()
    assert at.table.touched == at.touched_before
