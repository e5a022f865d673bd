"""What hands knocked over they set up again as the board asks, and as they see it themselves."""

from dataclasses import replace

import pytest

from controller.events.view import BoardView, Phase
from controller.recognition.repair import RepairAction, RepairStep, repair
from controller.rules.game import Game, new_game
from controller.rules.geometry import SIZE, SQUARE_COUNT, parse_square
from controller.rules.pieces import Piece
from simulators.people.mishaps import knock_over, set_up_again, set_up_by_hand
from simulators.people.profiles import STEADY
from simulators.table.tabletop import TRAY
from tests.board_driver import COPENHAGEN
from tests.simulators.people.at_the_table import START, AtTheTable, before_a_capture


class Asking:
    """A table whose board asks for what its sensors lack of a position."""

    def __init__(self, seed: int = 1, game: Game | None = None) -> None:
        self.position = (game or new_game(COPENHAGEN)).position
        self.at = AtTheTable(seed, game, self.view)
        self.stuck = 0  # squares that always feel a piece

    def view(self) -> BoardView:
        wanted, felt = self.position.occupied, self.at.table.occupied() | self.stuck
        steps = repair(self.position, wanted & ~felt, felt & ~wanted)
        return BoardView("copenhagen", "", Phase.PLAY, self.position, (), repair=steps)

    def standing(self) -> dict[int, Piece]:
        """Return what stands on each square."""
        found = {square: self.at.table.at(square) for square in range(SQUARE_COUNT)}
        return {square: piece.kind for square, piece in found.items() if piece}

    def lay(self, origin: str, x: float, y: float) -> None:
        """Put the piece of a square somewhere else, exactly there."""
        piece = self.at.table.at(parse_square(origin))
        assert piece is not None
        self.at.table.grab("somebody", piece.id)
        self.at.table.set_down("somebody", x, y)

    def set_up(self) -> dict[int, Piece]:
        """Let the players set up as the board asks; return what stands then."""
        self.at.does(set_up_again(self.at.seat))
        return self.standing()


def game_with_captives() -> Game:
    """Return a game in which something was captured."""
    game, move, _ = before_a_capture(1)
    return game.play(move)


def pieces_of(game: Game) -> dict[int, Piece]:
    found = {square: game.position.piece_at(square) for square in range(SQUARE_COUNT)}
    return {square: kind for square, kind in found.items() if kind}


@pytest.mark.parametrize("seed", range(5))
def test_after_a_knock_every_piece_stands_where_the_game_has_it(seed: int) -> None:
    asking = Asking(seed)
    asking.at.seat.profile = replace(STEADY, knocked_pieces=(10, 30))
    asking.at.does(knock_over(asking.at.seat))
    assert asking.standing() != START
    assert asking.set_up() == START


def test_a_captured_piece_that_fell_onto_the_board_is_taken_away_again() -> None:
    asking = Asking(game=(game := game_with_captives()))
    captive = next(piece for piece in asking.at.table.pieces if piece.in_tray)
    empty = next(square for square in range(SQUARE_COUNT) if asking.at.seat.has_room(square))
    asking.at.table.grab("somebody", captive.id)
    asking.at.table.drop("somebody", empty % SIZE, empty // SIZE)
    assert asking.set_up() == pieces_of(game)


def test_a_captured_piece_that_no_sensor_feels_is_seen_and_taken_away() -> None:
    asking = Asking(game=(game := game_with_captives()))
    captive = next(piece for piece in asking.at.table.pieces if piece.in_tray)
    asking.at.table.grab("somebody", captive.id)
    # A board that asks for anything at all makes people look at every square.
    asking.lay("d1", 2.55, 0.0)
    empty = next(square for square in range(SQUARE_COUNT) if asking.at.seat.has_room(square))
    asking.at.table.set_down("somebody", empty % SIZE - 0.45, empty // SIZE)
    assert asking.set_up() == pieces_of(game)


def test_a_piece_that_stands_askew_on_its_square_is_pushed_straight() -> None:
    asking = Asking()
    asking.lay("d1", 2.55, 0.0)
    askew = asking.at.table.at(parse_square("d1"))
    assert askew is not None
    assert asking.set_up() == START
    assert asking.at.table.pieces[askew.id] == replace(askew, x=3, y=0)


def test_people_see_that_two_pieces_of_other_kinds_were_exchanged() -> None:
    asking = Asking()
    asking.lay("f6", *TRAY)
    asking.lay("d1", 5.0, 5.0)
    # The board wants a piece on d1, and does not know which one it feels on f6.
    assert asking.set_up() == START


def test_two_pieces_that_jam_each_other_beside_a_square_are_taken_away_first() -> None:
    asking = Asking()
    beside = asking.at.table.at(parse_square("f1"))
    assert beside is not None
    asking.at.table.grab("another", beside.id)
    asking.lay("d1", *TRAY)
    asking.lay("e1", 4.4, 0.0)
    asking.at.table.set_down("another", 3.55, 0.0)
    assert asking.set_up() == START


def test_what_a_broken_sensor_asks_for_is_given_up_and_the_board_left_as_it_should_be() -> None:
    asking = Asking()
    asking.stuck = 1 << parse_square("a1")
    asking.lay("d1", 3.0, 2.0)
    assert asking.set_up() == START
    assert asking.view().repair == (RepairStep(RepairAction.TAKE, 0),)


def test_where_no_piece_of_a_kind_is_left_its_square_stays_empty() -> None:
    asking = Asking()
    king = asking.at.table.at(parse_square("f6"))
    assert king is not None
    asking.at.table.grab("thief", king.id)
    without_king = {square: kind for square, kind in START.items() if kind is not Piece.KING}
    assert asking.set_up() == without_king


def test_the_start_is_set_up_by_hand_after_any_game() -> None:
    asking = Asking(game=game_with_captives())
    asking.at.does(set_up_by_hand(asking.at.seat))
    assert asking.standing() == START
