"""Of two people who undo the same move, the second undoes nothing."""

from collections.abc import Callable

import pytest

from controller.bus.messages import CommandMessage, RequestMessage
from controller.daemon.late import without_late
from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import Phase
from controller.rules.pieces import Side
from tests.board_driver import OPENING, SETTLED, BoardDriver


def undo(leaves: int | None) -> CommandMessage:
    return CommandMessage(command=Command.UNDO, leaves=leaves)


def played() -> BoardDriver:
    board = BoardDriver()
    board.play(*OPENING)
    return board


def shown_to_count_soon() -> BoardDriver:
    board = played()
    board.lift("a4")
    board.put("a3")
    board.wait(SETTLED - 0.1)
    assert board.view.tentative is not None
    return board


def resigned() -> BoardDriver:
    board = played()
    board.say(Command.RESIGN, Side.ATTACKERS)
    return board


@pytest.mark.parametrize(
    ("board", "leaves"), [(played, 3), (shown_to_count_soon, 4), (resigned, 4)]
)
@pytest.mark.parametrize("turns", [1, 2], ids=["in one turn", "one after the other"])
def test_two_who_undo_the_same_undo_it_once(
    board: Callable[[], BoardDriver], leaves: int, turns: int
) -> None:
    both, messages = board(), [undo(leaves)] * (3 - turns)
    for _ in range(turns):
        for message in without_late(messages, both.view):
            assert isinstance(message, CommandMessage)
            both.say(message.command, message.about)
    assert (len(both.moves), both.view.outcome) == (leaves, None)


def test_who_does_not_say_what_he_saw_undoes_whatever_there_is() -> None:
    assert without_late([undo(None)] * 2, played().view) == [undo(None)] * 2


def test_an_undo_says_how_many_plies_it_leaves_also_after_another_one_in_the_same_turn() -> None:
    assert without_late([undo(None), undo(3)], played().view) == [undo(None)]


def test_nothing_else_comes_too_late() -> None:
    new_game = CommandMessage(command=Command.NEW_GAME)
    hint = RequestMessage(command=Request.HINT)
    assert without_late([undo(7), new_game, hint], played().view) == [new_game, hint]


def test_where_pieces_are_set_up_and_where_the_board_is_lost_all_are_answered() -> None:
    board = played()
    board.lose("unplugged")
    assert without_late([undo(7)], board.view) == [undo(7)]
    setting_up = BoardDriver(started=False)
    assert setting_up.view.phase is Phase.SET_UP
    assert without_late([undo(7)], setting_up.view) == [undo(7)]
