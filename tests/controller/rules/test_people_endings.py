"""Ends that no move makes: agreement, resignation, an arbiter's decision and the clock."""

import math
from collections.abc import Callable

import pytest

from controller.notation.moves import parse_move
from controller.rules.compiled import compiled
from controller.rules.endings import BY_PEOPLE, Outcome, OutcomeReason
from controller.rules.errors import GameOverError, RulesError
from controller.rules.game import Game, IllegalMoveError, new_game
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from tests.symmetry import SYMMETRIES, played

End = Callable[[Game], Game]

# Each end with its outcome by the rules of viking-chess, the only ones that know a time limit.
ENDS: dict[str, tuple[End, Outcome]] = {
    "agreed": (
        Game.agree_draw,
        Outcome(None, OutcomeReason.AGREEMENT, (), "Final Notes 3"),
    ),
    "attackers resign": (
        lambda game: game.resign(Side.ATTACKERS),
        Outcome(Side.DEFENDERS, OutcomeReason.RESIGNATION, (), None),
    ),
    "defenders resign": (
        lambda game: game.resign(Side.DEFENDERS),
        Outcome(Side.ATTACKERS, OutcomeReason.RESIGNATION, (), None),
    ),
    "decided for the attackers": (
        lambda game: game.decide(Side.ATTACKERS),
        Outcome(Side.ATTACKERS, OutcomeReason.ARBITER, (), None),
    ),
    "decided for the defenders": (
        lambda game: game.decide(Side.DEFENDERS),
        Outcome(Side.DEFENDERS, OutcomeReason.ARBITER, (), None),
    ),
    "decided a draw": (
        lambda game: game.decide(None),
        Outcome(None, OutcomeReason.ARBITER, (), "Final Notes 3"),
    ),
    "attackers out of time": (
        lambda game: game.run_out_of_time(Side.ATTACKERS),
        Outcome(Side.DEFENDERS, OutcomeReason.TIME, (), None),
    ),
    "defenders out of time": (
        lambda game: game.run_out_of_time(Side.DEFENDERS),
        Outcome(Side.ATTACKERS, OutcomeReason.TIME, (), None),
    ),
    "two hours": (
        lambda game: game.after(7200.0),
        Outcome(None, OutcomeReason.TIME, (), "Final Notes 2"),
    ),
}
# Time that passes after the end of a game is no mistake of anybody's.
ACTS = {name: act for name, (act, _) in ENDS.items() if name != "two hours"}

by_each_end = pytest.mark.parametrize(("act", "outcome"), ENDS.values(), ids=ENDS)


def game_of(name: str, moves: str = "") -> Game:
    """Return the game that some moves make under a ruleset."""
    game = new_game(compiled(named_ruleset(name)))
    for move in moves.split():
        game = game.play(parse_move(move).move)
    return game


def won() -> Game:
    """Return a game of Copenhagen that the defenders have won on the board."""
    return played(SYMMETRIES[0], "..........A\nK..........", "a1-k1")


def test_every_reason_that_is_no_moves_doing_is_brought_about_here() -> None:
    assert {outcome.reason for _, outcome in ENDS.values()} == BY_PEOPLE


@pytest.mark.parametrize("moves", ["", "d1-d3", "d1-d3 e5-e2"])
@by_each_end
def test_a_game_ends_so_whoever_is_to_move_and_keeps_its_plies(
    act: End, outcome: Outcome, moves: str
) -> None:
    game = game_of("viking-chess", moves)
    assert act(game) == Game(game.rules, game.start, game.plies, outcome)


@by_each_end
def test_undo_opens_the_game_again_before_it_drops_a_ply(act: End, outcome: Outcome) -> None:
    game = game_of("viking-chess", "d1-d3 e5-e2")
    over = act(game)
    assert over.outcome == outcome
    assert over.undo() == game
    assert over.undo().undo() == game_of("viking-chess", "d1-d3")


@by_each_end
def test_undo_opens_a_game_without_plies_too(act: End, outcome: Outcome) -> None:
    over = act(game_of("viking-chess"))
    assert over.outcome == outcome
    assert over.undo() == game_of("viking-chess")


@by_each_end
def test_a_game_that_ended_so_is_over_for_every_move(act: End, outcome: Outcome) -> None:
    over, move = act(game_of("viking-chess")), parse_move("d1-d3").move
    assert over.legal_moves() == []
    with pytest.raises(IllegalMoveError) as raised:
        over.play(move)
    assert raised.value.refusal == Refusal(move, RefusalReason.GAME_OVER, (), outcome.clause)


@pytest.mark.parametrize("again", ACTS.values(), ids=ACTS)
@by_each_end
def test_a_game_that_ended_so_cannot_be_ended_again(act: End, outcome: Outcome, again: End) -> None:
    over = act(game_of("viking-chess", "d1-d3"))
    expected = f"^game: expected a game that goes on, got {outcome.reason}$"
    with pytest.raises(GameOverError, match=expected) as raised:
        again(over)
    assert isinstance(raised.value, RulesError)
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("again", ACTS.values(), ids=ACTS)
def test_a_game_that_is_won_on_the_board_cannot_be_ended_again(again: End) -> None:
    with pytest.raises(GameOverError, match=r"^game: expected .*, got king_escaped$"):
        again(won())


@by_each_end
def test_a_game_opened_again_can_be_ended_otherwise(act: End, outcome: Outcome) -> None:
    again = act(game_of("viking-chess").resign(Side.DEFENDERS).undo())
    assert again.outcome == outcome


@pytest.mark.parametrize("elapsed_s", [0.0, 7199.0, 7199.999])
def test_before_two_hours_are_over_viking_chess_goes_on(elapsed_s: float) -> None:
    game = game_of("viking-chess", "d1-d3")
    assert game.after(elapsed_s) == game


@pytest.mark.parametrize("elapsed_s", [7200.0, 7200.001, 1e9, math.inf])
def test_after_two_hours_viking_chess_is_drawn(elapsed_s: float) -> None:
    game = game_of("viking-chess", "d1-d3")
    drawn = Outcome(None, OutcomeReason.TIME, (), "Final Notes 2")
    assert game.after(elapsed_s) == Game(game.rules, game.start, game.plies, drawn)


@pytest.mark.parametrize("name", sorted(set(ruleset_names()) - {"viking-chess"}))
def test_nobody_else_plays_against_the_clock(name: str) -> None:
    assert game_of(name).after(math.inf) == game_of(name)


def test_time_does_not_change_how_a_game_ended() -> None:
    resigned = game_of("viking-chess").resign(Side.ATTACKERS)
    assert resigned.after(7200.0) == resigned
    assert won().after(math.inf) == won()


def test_two_hours_that_are_undone_pass_again() -> None:
    game = game_of("viking-chess", "d1-d3")
    assert game.after(7200.0).undo().after(7200.0) == game.after(7200.0)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_draw_by_people_stands_on_what_the_text_says_of_agreement(name: str) -> None:
    clause = named_ruleset(name).clauses.agreement
    agreed, decided = game_of(name).agree_draw(), game_of(name).decide(None)
    assert agreed.outcome == Outcome(None, OutcomeReason.AGREEMENT, (), clause)
    assert decided.outcome == Outcome(None, OutcomeReason.ARBITER, (), clause)


def test_only_the_end_on_the_board_is_undone_with_its_ply() -> None:
    assert won().undo() == Game(won().rules, won().start)
