"""Any position can be set up: the lights lead to it, and play goes on from there."""

from dataclasses import replace

import pytest

from controller.events.command import Command, NewGame, Placement
from controller.events.event import CommandRefused, GameStarted
from controller.events.view import Phase
from controller.notation.control import parse_control
from controller.notation.moves import parse_move
from controller.notation.opentafl import parse_position
from controller.recognition.repair import RepairAction
from controller.rules.compiled import compiled
from controller.rules.game import new_game
from controller.rules.geometry import bits_of, parse_square
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.session.session import Session
from controller.words.catalogue import say
from tests.board_driver import COPENHAGEN, SETTLED, BoardDriver
from tests.controller.rules.fields import rules_with

# One attacker, and the king on his throne.
TWO = parse_position("/11/11/11/3t7/11/5K5/11/11/11/11/11/", Side.DEFENDERS)


def placed(placement: Placement) -> BoardDriver:
    board = BoardDriver()
    board.say(Command.SET_UP, placement)
    return board


def after(*moves: str) -> Position:
    game = new_game(COPENHAGEN)
    for move in moves:
        game = game.play(parse_move(move).move)
    return game.position


def test_a_position_is_set_up_by_the_lights_and_then_played_from() -> None:
    board = placed(Placement(TWO))
    assert board.view.phase is Phase.SET_UP
    assert RepairAction.PUT not in {step.action for step in board.view.repair}
    board.occupied = TWO.occupied
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen", placed=True)
    board.move("f6-f9")
    assert board.moves == ["f6-f9"]


def test_a_position_of_other_rules_is_played_by_them() -> None:
    board = placed(Placement(TWO, "hnefatafl-v1"))
    board.occupied = TWO.occupied
    board.wait(SETTLED)
    assert board.view.ruleset == "hnefatafl-v1"
    board.move("f6-f11")
    assert board.view.outcome is not None


def test_a_position_of_other_rules_changes_those_of_no_game_after_it() -> None:
    board = placed(Placement(TWO, "hnefatafl-v1"))
    assert (board.view.ruleset, board.view.next_ruleset) == ("hnefatafl-v1", "copenhagen")
    board.say(Command.NEW_GAME, NewGame("fetlar"))
    board.say(Command.SET_UP, Placement(TWO, "hnefatafl-v1"))
    assert (board.view.ruleset, board.view.next_ruleset) == ("hnefatafl-v1", "fetlar")


def test_nobody_takes_a_missing_piece_for_a_bad_sensor_however_long_it_takes() -> None:
    board = placed(Placement(TWO))
    board.occupied = TWO.occupied ^ TWO.king
    board.wait(30)
    assert (board.view.phase, board.view.faulty) == (Phase.SET_UP, 0)
    assert [step.square for step in board.view.repair] == [parse_square("f6")]


def test_a_new_game_is_one_of_the_start_position_again() -> None:
    board = placed(Placement(TWO, "hnefatafl-v1"))
    board.command(Command.NEW_GAME)
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen")


@pytest.mark.parametrize(
    "placement",
    [
        Placement(parse_position("/K10/11/11/3t7/11/11/11/11/11/11/11/", Side.ATTACKERS)),
        Placement(TWO, "chess"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused_and_the_game_stays(
    placement: Placement,
) -> None:
    board = placed(placement)
    assert [type(event) for event in board.events] == [CommandRefused]
    assert board.view.phase is Phase.PLAY


def test_no_clock_runs_in_a_position() -> None:
    board = BoardDriver(started=False)
    board.session = Session(board.session.game.rules, control=parse_control("fischer:1+0"))
    board.wait(SETTLED)
    board.say(Command.SET_UP, Placement(TWO))
    board.occupied = TWO.occupied
    board.wait(SETTLED)
    board.lift("f6")
    board.wait(65)
    assert board.view.outcome is None


def test_without_a_position_nothing_can_be_set_up() -> None:
    with pytest.raises(ValueError, match="expected a position"):
        BoardDriver().say(Command.SET_UP, None)


def test_a_new_game_goes_by_the_ruleset_and_the_clocks_that_it_names_and_so_do_those_after_it() -> (
    None
):
    board = BoardDriver()
    board.say(Command.NEW_GAME, NewGame("hnefatafl-v1", "fischer:15+10"))
    board.wait(SETTLED)
    started = GameStarted(board.events[-2].at, "hnefatafl-v1", clock="fischer:15+10")
    assert board.events[-2] == started
    assert (board.view.ruleset, board.view.clock and board.view.clock.control) == (
        "hnefatafl-v1",
        "fischer:15+10",
    )
    board.command(Command.NEW_GAME)
    board.wait(SETTLED)
    assert board.events[-2] == replace(started, at=board.events[-2].at)
    board.say(Command.NEW_GAME, NewGame("copenhagen", "none"))
    board.wait(SETTLED)
    assert GameStarted(board.at, "copenhagen") in [
        replace(event, at=board.at) for event in board.events[-2:]
    ]
    assert board.view.clock is None


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_can_be_chosen_while_another_is_played(name: str) -> None:
    board = BoardDriver()
    board.say(Command.NEW_GAME, NewGame(name))
    board.occupied = compiled(named_ruleset(name)).start.occupied
    board.wait(2 * SETTLED)
    assert board.view.phase is Phase.PLAY
    assert board.session.game == new_game(compiled(named_ruleset(name)))


@pytest.mark.parametrize(
    ("about", "why"),
    [
        (NewGame("chess"), "ruleset: expected one of"),
        (NewGame("fetlar", "sundial"), "clock: expected none, fischer:"),
    ],
)
def test_what_nobody_knows_is_refused_and_the_game_goes_on(about: NewGame, why: str) -> None:
    board = BoardDriver()
    board.move("d1-d3")
    board.say(Command.NEW_GAME, about)
    refused = board.events[-1]
    assert isinstance(refused, CommandRefused)
    assert why in say(refused.message)
    assert (board.view.ruleset, board.moves) == ("copenhagen", ["d1-d3"])


def test_a_ruleset_of_ones_own_is_found_again_after_others_were_played() -> None:
    own = rules_with({"name": "ours"})
    board = BoardDriver(rules=own)
    for name in ("fetlar", "ours"):
        board.say(Command.NEW_GAME, NewGame(name))
        board.wait(SETTLED)
        assert board.view.ruleset == name
    assert board.session.game == new_game(own)


def test_a_start_position_that_somebody_sets_up_is_no_game_either() -> None:
    board = BoardDriver()
    board.say(Command.SET_UP, Placement(COPENHAGEN.start))
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen", placed=True)
    board.command(Command.NEW_GAME)
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen")


def test_people_can_say_in_a_set_up_that_a_piece_stands_where_no_sensor_feels_it() -> None:
    board = placed(Placement(TWO))
    board.occupied = TWO.occupied ^ TWO.king
    board.wait(SETTLED)
    board.command(Command.PLACE, "f6")
    board.wait(SETTLED)
    assert (board.view.phase, board.view.faulty) == (Phase.PLAY, TWO.king)
    assert board.view.position.king == TWO.king


def test_no_piece_is_believed_where_a_set_up_wants_none() -> None:
    board = placed(Placement(TWO))
    board.occupied = TWO.occupied ^ TWO.king
    board.wait(SETTLED)
    board.command(Command.PLACE, "a1")
    assert isinstance(board.events[-1], CommandRefused)
    board.wait(SETTLED)
    assert board.view.phase is Phase.SET_UP


def test_who_sets_up_the_start_instead_of_what_was_played_before_begins_a_new_game() -> None:
    asked = after("d1-d4", "f4-i4")
    board = placed(Placement(asked))
    board.occupied = asked.occupied
    board.wait(SETTLED)
    board.move("h1-h4")
    board.say(Command.SET_UP, Placement(asked))
    board.lift("d4", "i4", "h4")
    board.put("d1", "f4", "h1")
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen")
    board.move("d1-d4")
    assert (board.moves[-1], board.session.game.start) == ("d1-d4", COPENHAGEN.start)


def test_who_moves_the_pieces_of_a_set_up_elsewhere_begins_no_game() -> None:
    asked = after("d1-d4", "f4-i4")
    board = placed(Placement(asked))
    board.occupied = asked.occupied
    board.wait(SETTLED)
    board.say(Command.SET_UP, Placement(asked))
    board.lift("h1", "e5", "k4")
    board.put("h3", "c5", "k2")
    board.wait(3.0)
    assert (board.view.phase, board.session.game.start) == (Phase.SET_UP, asked)


def test_who_gives_up_a_set_up_half_way_and_sets_up_the_start_begins_a_new_game() -> None:
    board = placed(Placement(TWO))
    board.occupied = TWO.occupied | 1
    board.wait(SETTLED)
    board.occupied = COPENHAGEN.start.occupied
    board.wait(SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen")


def test_the_start_from_which_a_position_is_set_up_begins_no_game() -> None:
    """It is asked for twice, a piece is lifted and put back, and so is the king."""
    board = placed(Placement(TWO))
    board.say(Command.SET_UP, Placement(TWO))
    for away in (bits_of(parse_square("d1")), COPENHAGEN.start.king):
        board.occupied ^= away
        board.wait(1)
        board.occupied ^= away
        board.wait(2)
    assert board.view.phase is Phase.SET_UP


def test_the_start_on_the_way_from_one_position_to_the_next_begins_no_game() -> None:
    one, other = after("d1-d4"), after("h1-h2", "f4-i4")
    board = placed(Placement(one))
    board.occupied = one.occupied
    board.wait(SETTLED)
    board.say(Command.SET_UP, Placement(other))
    board.occupied = COPENHAGEN.start.occupied
    board.wait(3)
    assert board.view.phase is Phase.SET_UP
    board.occupied = other.occupied
    board.wait(SETTLED)
    assert board.session.game.start == other
