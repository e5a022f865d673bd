"""Ends that people give a game: by resigning, by agreeing to a draw, by an arbiter's decision."""

import pytest

from controller.events.command import Command, Decision
from controller.events.event import (
    CommandRefused,
    Decided,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    EndTakenBack,
    Event,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveTakenBack,
)
from controller.events.view import Phase
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence
from tests.board_driver import OPENING, SETTLED, BoardDriver

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
AGREED = Outcome(None, OutcomeReason.AGREEMENT, (), "9")


def begun() -> BoardDriver:
    """Return a board after one ply: the defenders are to move."""
    board = BoardDriver()
    board.play("d1-d3")
    board.take_events()
    return board


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def refusals(board: BoardDriver) -> list[Sentence]:
    return [event.message for event in board.events if isinstance(event, CommandRefused)]


@pytest.mark.parametrize("side", Side)
def test_who_resigns_loses_on_either_turn(side: Side) -> None:
    board = begun()
    board.say(Command.RESIGN, side)
    assert kinds(board.events) == [GameEnded]
    assert board.view.outcome == Outcome(side.other, OutcomeReason.RESIGNATION, (), None)
    assert board.view.phase is Phase.OVER


@pytest.mark.parametrize("side", Side)
def test_a_draw_needs_both_sides(side: Side) -> None:
    board = begun()
    board.say(Command.DRAW, side)
    assert (board.view.draw_offer, board.view.outcome) == (side, None)
    assert sentence(f"offer.draw.{side}") in board.view.sentences
    board.say(Command.DRAW, side.other)
    assert kinds(board.events) == [DrawOffered, DrawAccepted, GameEnded]
    clause = board.session.game.rules.ruleset.clauses.agreement
    assert board.view.outcome == Outcome(None, OutcomeReason.AGREEMENT, (), clause)
    assert board.view.draw_offer is None


def test_nobody_accepts_his_own_offer() -> None:
    board = begun()
    board.say(Command.DRAW, ATTACKERS)
    board.say(Command.DRAW, ATTACKERS)
    assert refusals(board) == [sentence("command.offer_stands")]
    assert (board.view.draw_offer, board.view.outcome) == (ATTACKERS, None)


def test_an_offer_is_declined_by_the_other_side_and_withdrawn_by_its_own() -> None:
    board = begun()
    board.say(Command.DRAW, ATTACKERS)
    board.say(Command.NO_DRAW, DEFENDERS)
    board.say(Command.DRAW, DEFENDERS)
    board.say(Command.NO_DRAW, DEFENDERS)
    assert [(type(event), getattr(event, "side", None)) for event in board.events] == [
        (DrawOffered, ATTACKERS),
        (DrawDeclined, DEFENDERS),
        (DrawOffered, DEFENDERS),
        (DrawWithdrawn, DEFENDERS),
    ]
    assert board.view.draw_offer is None
    board.say(Command.NO_DRAW, ATTACKERS)
    assert refusals(board) == [sentence("command.no_offer")]


def test_who_plays_on_declines_and_who_offers_may_move_meanwhile() -> None:
    board = begun()
    board.say(Command.DRAW, DEFENDERS)
    board.move("e5-e2")
    assert board.view.draw_offer is DEFENDERS
    board.move("g1-g3")
    assert board.view.draw_offer is None
    assert [type(event) for event in board.events[-2:]] == [MoveCommitted, DrawDeclined]


def test_an_arbiter_decides_alone_and_says_why() -> None:
    board = begun()
    board.say(Command.DECIDE, Decision(None, "too few pieces"))
    assert kinds(board.events) == [Decided, GameEnded]
    assert board.view.outcome is not None
    assert (board.view.outcome.winner, board.view.outcome.reason) == (None, OutcomeReason.ARBITER)
    why = sentence("outcome.why", why="too few pieces")
    assert why in board.view.sentences
    board.command(Command.UNDO)
    assert why not in board.view.sentences


def test_an_arbiter_may_let_a_side_win() -> None:
    board = begun()
    board.say(Command.DECIDE, Decision(DEFENDERS))
    assert board.view.outcome == Outcome(DEFENDERS, OutcomeReason.ARBITER, (), None)


@pytest.mark.parametrize("command", [Command.RESIGN, Command.DRAW, Command.NO_DRAW])
def test_a_game_that_is_over_or_not_begun_cannot_be_ended(command: Command) -> None:
    board = BoardDriver(started=False)
    board.say(command, ATTACKERS)
    board.wait(SETTLED)
    board.say(Command.RESIGN, ATTACKERS)
    board.say(command, ATTACKERS)
    assert refusals(board) == 2 * [sentence("command.no_game_to_end")]


def test_undo_takes_back_the_end_and_then_the_ply() -> None:
    board = begun()
    board.say(Command.RESIGN, DEFENDERS)
    board.command(Command.UNDO)
    assert (kinds(board.events)[1:], board.moves) == ([EndTakenBack], ["d1-d3"])
    assert board.view.phase is Phase.PLAY
    board.take_events()
    board.move("e5-e2")
    assert board.moves == ["d1-d3", "e5-e2"]
    board.command(Command.UNDO)
    assert kinds(board.events)[-2:-1] + kinds(board.events)[-1:] != [EndTakenBack, EndTakenBack]
    assert board.moves == ["d1-d3"]


def test_who_looks_at_the_game_after_its_end_does_not_take_the_end_back() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.say(Command.RESIGN, ATTACKERS)
    board.take_events()
    board.move("c4-f4")
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)
    assert (board.view.phase, len(board.moves)) == (Phase.OVER, 4)


def test_the_start_position_begins_the_next_game_after_such_an_end() -> None:
    board = begun()
    board.say(Command.RESIGN, ATTACKERS)
    board.take_events()
    board.lift("d3")
    board.put("d1")
    board.wait(3 * SETTLED)
    assert GameStarted in kinds(board.events)
    assert (board.moves, board.view.phase) == ([], Phase.PLAY)


def test_an_offer_ends_with_its_game() -> None:
    board = begun()
    board.say(Command.DRAW, ATTACKERS)
    board.command(Command.NEW_GAME)
    assert board.view.draw_offer is None


def test_a_move_that_has_not_counted_yet_is_no_part_of_a_game_that_is_given_up() -> None:
    board = begun()
    board.lift("e5")
    board.put("e2")
    board.say(Command.RESIGN, DEFENDERS)
    board.wait(2 * SETTLED)
    assert (board.moves, board.view.tentative) == (["d1-d3"], None)
