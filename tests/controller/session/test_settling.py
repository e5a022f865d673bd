"""Ends that people give a game, and what they agree on before."""

import pytest

from controller.events.command import Command, Decision
from controller.events.event import (
    CommandRefused,
    Decided,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    MoveCommitted,
)
from controller.rules.endings import OutcomeReason
from controller.rules.game import new_game
from controller.rules.geometry import parse_square
from controller.rules.lines import MOVES
from controller.rules.pieces import Side
from controller.session.agreement import NoOffer, Offered
from controller.session.sentences import NO_GAME_TO_END
from controller.session.settling import Settlement, end_news, is_ended_by_people, settled
from tests.board_driver import COPENHAGEN

GAME = new_game(COPENHAGEN)
OFFERED = Settlement(Offered(Side.ATTACKERS))


def test_who_resigns_ends_the_game() -> None:
    after, events = settled(OFFERED, GAME, Command.RESIGN, Side.DEFENDERS, 3.0)
    resigned = GAME.resign(Side.DEFENDERS)
    assert after == Settlement(ended=resigned)
    assert events == end_news(resigned, 3.0)
    assert is_ended_by_people(resigned)


def test_an_arbiters_words_are_kept() -> None:
    decision = Decision(Side.ATTACKERS, "the king was taken away")
    after, events = settled(Settlement(), GAME, Command.DECIDE, decision, 3.0)
    assert after == Settlement(ended=GAME.decide(Side.ATTACKERS), why="the king was taken away")
    assert events[0] == Decided(3.0, decision)


def test_a_draw_needs_both_sides() -> None:
    offered, news = settled(Settlement(), GAME, Command.DRAW, Side.ATTACKERS, 1.0)
    assert (offered, offered.offer) == (OFFERED, Side.ATTACKERS)
    assert news == (DrawOffered(1.0, Side.ATTACKERS),)
    agreed, news = settled(offered, GAME, Command.DRAW, Side.DEFENDERS, 2.0)
    assert agreed.ended is not None
    assert agreed.ended.outcome is not None
    assert agreed.ended.outcome.reason is OutcomeReason.AGREEMENT
    assert news == (DrawAccepted(2.0, Side.DEFENDERS), *end_news(agreed.ended, 2.0))


def test_nothing_ends_a_game_that_is_over() -> None:
    over = GAME.resign(Side.DEFENDERS)
    refused = (CommandRefused(1.0, NO_GAME_TO_END),)
    assert settled(OFFERED, over, Command.DRAW, Side.ATTACKERS, 1.0) == (OFFERED, refused)


def test_a_command_without_a_side_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="expected who says so"):
        settled(Settlement(), GAME, Command.RESIGN, None, 1.0)


def test_who_plays_on_declines() -> None:
    move = MOVES[parse_square("e5")][parse_square("e4")]
    counted = MoveCommitted(2.0, 2, Side.DEFENDERS, move, 0)
    after, events = OFFERED.agreed([counted])
    assert after == Settlement(NoOffer())
    assert events == [counted, DrawDeclined(2.0, Side.DEFENDERS)]


def test_an_offer_ends_with_the_game() -> None:
    won = end_news(GAME.resign(Side.DEFENDERS), 2.0)
    assert OFFERED.agreed(won) == (Settlement(NoOffer()), list(won))


def test_an_end_that_is_taken_back_leaves_no_words() -> None:
    ended = Settlement(ended=GAME.resign(Side.DEFENDERS), why="late")
    assert ended.without_end() == Settlement()
