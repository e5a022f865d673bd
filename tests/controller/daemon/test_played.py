"""Which game is played, and what of it is kept."""

from dataclasses import replace

from controller.daemon.controller import Tick
from controller.daemon.played import PlayedGame
from controller.events.event import Event, GameEnded, GameStarted, MoveTakenBack
from controller.events.view import OpponentSeat, Phase
from controller.notation.moves import parse_move
from controller.rules.pieces import Side
from controller.rules.sentence import verbatim
from controller.session.session import Session
from controller.store.records import Kind
from tests.board_driver import COPENHAGEN
from tests.controller.daemon.test_keeper import WON, Desk, committed

VIEW = replace(Session(COPENHAGEN).view, phase=Phase.PLAY)
OVER = replace(VIEW, phase=Phase.OVER)


def played(desk: Desk) -> PlayedGame:
    """Return a game in which the attackers have made one ply and won."""
    game = PlayedGame(desk.keeper, "game")
    ended = GameEnded(12.0, WON, verbatim("won"))
    game.follow(Tick(10.0, (GameStarted(10.0, "copenhagen"),), VIEW, None))
    game.follow(Tick(12.0, (committed(11.0, 1, "d1-d3"), ended), OVER, None))
    return game


def taken_back(at: float) -> tuple[Event, ...]:
    return (MoveTakenBack(at, 1, Side.ATTACKERS, parse_move("d1-d3").move),)


def test_who_looks_back_at_a_game_that_is_over_does_not_open_it_again() -> None:
    desk = Desk()
    game = played(desk)
    game.follow(Tick(13.0, (), replace(OVER, reviewed=True), None))
    another, events = game.follow(Tick(14.0, taken_back(14.0), replace(VIEW, reviewed=True), None))
    assert (another, events, game.saved) == (False, taken_back(14.0), None)
    game.follow(Tick(15.0, (committed(15.0, 1, "d1-d4"),), VIEW, None))
    assert [entry.kind for entry in desk.entries] == [Kind.PLY, Kind.END]


def test_the_next_game_after_a_look_back_is_kept_again() -> None:
    desk = Desk()
    game = played(desk)
    game.follow(Tick(13.0, (), replace(OVER, reviewed=True), None))
    game.follow(Tick(14.0, (GameStarted(14.0, "copenhagen"),), VIEW, None))
    game.follow(Tick(15.0, (committed(15.0, 1, "d1-d4"),), VIEW, None))
    assert [entry.what for entry in desk.entries][-1] == "d1-d4"
    assert game.id != "game"


def test_who_is_seen_beside_a_game_is_kept_with_it() -> None:
    desk = Desk()
    game = PlayedGame(desk.keeper, "game")
    seat = OpponentSeat(Side.DEFENDERS, "club", thinking=True)
    view = replace(VIEW, opponent=seat, coached=(Side.ATTACKERS,))
    game.follow(Tick(10.0, (GameStarted(10.0, "copenhagen"),), view, None))
    game.follow(Tick(11.0, (committed(11.0, 1, "d1-d3"),), view, None))
    game.follow(Tick(12.0, (), replace(view, opponent=replace(seat, thinking=False)), None))
    game.follow(Tick(13.0, (), VIEW, None))
    assert [(entry.kind, entry.what) for entry in desk.entries] == [
        (Kind.OPPONENT, "defenders club #1"),
        (Kind.HELP, "attackers"),
        (Kind.PLY, "d1-d3"),
        (Kind.OPPONENT, ""),
        (Kind.HELP, ""),
    ]


def test_a_takeback_without_a_look_back_opens_the_game_again() -> None:
    desk = Desk()
    game = played(desk)
    game.follow(Tick(14.0, taken_back(14.0), VIEW, None))
    assert desk.entries[-1].kind is Kind.TAKEBACK
