"""Each predicate says what stands and was done, and combines with the others."""

import pytest

from controller.lessons.goals import GOAL_KEYS, is_met, parse_goal
from controller.lessons.progress import Base, Progress, progress_of
from controller.notation.moves import parse_move
from controller.rules.game import Game
from controller.rules.pieces import Side
from controller.rules.position import Position
from tests.board_driver import COPENHAGEN
from tests.squares import squares


def after(
    attackers: str, defenders: str, king: str, moves: str = "", side: Side = Side.ATTACKERS
) -> Progress:
    """Return the progress of a side that moves first, after some moves of both."""
    start = Position(squares(attackers), squares(defenders), squares(king), side)
    game = Game(COPENHAGEN, start)
    for move in moves.split():
        game = game.play(parse_move(move).move)
    return progress_of(side, Base(start), game, frozenset())


TAKEN = after("h6 h3", "h4", "f9", "h6-h5")
STANDS = after("h6 h3", "h4", "f9", "h6-i6")
WON = after("k9", "", "f11", "f11-a11", Side.DEFENDERS)
GUARDED = after("i1 j2 k3", "", "d8")
HOLE = after("i1 j2", "", "d8")
IN_DANGER = after("d5 h5", "e5", "d8")
SAFE = after("d5 h6", "e9", "d8")


@pytest.mark.parametrize(
    ("goal", "now", "met"),
    [
        ({"captured": ["h4"]}, TAKEN, True),
        ({"captured": ["h4"]}, STANDS, False),
        ({"captured_count": 1}, TAKEN, True),
        ({"captured_count": 2}, TAKEN, False),
        ({"piece_on": {"h5": "attacker", "f9": "king"}}, TAKEN, True),
        ({"piece_on": {"h4": "defender"}}, TAKEN, False),
        ({"ended": "king_escaped"}, WON, True),
        ({"ended": "king_captured"}, WON, False),
        ({"ended": "king_escaped"}, TAKEN, False),
        ({"won": "defenders"}, WON, True),
        ({"won": "attackers"}, WON, False),
        ({"corners_guarded": ["k1"]}, GUARDED, True),
        ({"corners_guarded": ["k1"]}, HOLE, False),
        ({"corners_guarded": ["k1", "a1"]}, GUARDED, False),
        ({"not_capturable": "defenders"}, IN_DANGER, False),
        ({"not_capturable": "defenders"}, SAFE, True),
        ({"visited": ["h5"]}, TAKEN, True),
        ({"visited": ["h5", "i6"]}, TAKEN, False),
        ({"scenario_done": True}, TAKEN, True),
        ({"not": {"captured": ["h4"]}}, STANDS, True),
        ({"all": [{"captured": ["h4"]}, {"visited": ["h5"]}]}, TAKEN, True),
        ({"all": [{"captured": ["h4"]}, {"visited": ["a1"]}]}, TAKEN, False),
        ({"any": [{"captured": ["a1"]}, {"visited": ["h5"]}]}, TAKEN, True),
        ({"any": [{"captured": ["a1"]}, {"visited": ["a1"]}]}, TAKEN, False),
    ],
)
def test_a_goal_is_met_or_not(goal: dict[str, object], now: Progress, *, met: bool) -> None:
    assert is_met(parse_goal(goal), now) is met


def test_a_king_who_can_be_taken_or_escape_next_is_capturable_too() -> None:
    around = after("j5 k4 h4 j3", "", "j4")
    assert not is_met(parse_goal({"not_capturable": "defenders"}), around)
    on_his_way = after("k9", "", "f11")
    assert not is_met(parse_goal({"not_capturable": "attackers"}), on_his_way)


def test_a_scenario_is_done_once_every_reply_was_made() -> None:
    start = Position(squares("k2"), squares("a3"), squares("f3"), Side.ATTACKERS)
    game = Game(COPENHAGEN, start).play(parse_move("k2-k3").move)
    reply = parse_move("a3-a4").move
    goal = parse_goal({"scenario_done": True})
    for now, met in ((game, False), (game.play(reply), True)):
        progress = progress_of(Side.ATTACKERS, Base(start), now, frozenset({reply}))
        assert is_met(goal, progress) is met


def test_moves_squares_and_captives_of_an_earlier_base_count() -> None:
    later = progress_of(
        Side.ATTACKERS, TAKEN.base, Game(COPENHAGEN, TAKEN.base.position), frozenset()
    )
    assert (later.moves, later.visited, later.taken) == (1, squares("h5"), squares("h4"))
    assert TAKEN.base.position.to_move is Side.ATTACKERS


@pytest.mark.parametrize(
    ("goal", "complaint"),
    [
        ("h4", "expected a table with one key, got 'h4'"),
        ({}, "expected a table with one key, got {}"),
        (
            {"capture": ["h4"]},
            f"capture: expected one of {', '.join(GOAL_KEYS)}; did you mean captured?",
        ),
        ({"captured": "h4"}, "captured: expected a list of squares such as ['e4'], got 'h4'"),
        ({"captured": ["l4"]}, "captured: expected a square a1 to k11, got 'l4'"),
        ({"captured_count": 0}, "captured_count: expected a number from 1, got 0"),
        (
            {"won": "attacker"},
            "won: expected one of attackers, defenders, got 'attacker'; did you mean attackers?",
        ),
        (
            {"corners_guarded": ["b1"]},
            "corners_guarded: expected corners of a1, k1, a11, k11, got ['b1']",
        ),
        ({"scenario_done": False}, "scenario_done: expected true, got False"),
        ({"not": {"won": 1}}, "not: won: expected one of attackers, defenders, got 1"),
        ({"all": []}, "all: expected a list of goals, got []"),
        (
            {"piece_on": ["h4"]},
            "piece_on: expected squares with pieces such as { e4 = 'king' }, got ['h4']",
        ),
    ],
)
def test_a_goal_that_cannot_be_read_says_which_key_and_what_was_expected(
    goal: object, complaint: str
) -> None:
    with pytest.raises(ValueError, match="expected") as found:
        parse_goal(goal)
    assert str(found.value) == complaint
