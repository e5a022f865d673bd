"""Lines of recorded games: what a line says, its capture marks, and how people ended the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.errors import NotationError
from controller.notation.record import (
    CaptureMismatchError,
    Record,
    ResultMismatchError,
    end_as_recorded,
    parse_record,
    play_word,
)
from controller.rules.compiled import compiled
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.errors import RulesError
from controller.rules.game import Game, IllegalMoveError, new_game
from controller.rules.library import named_ruleset
from controller.rules.moves import RefusalReason
from controller.rules.pieces import Side
from tests.symmetry import COPENHAGEN, draw

RESULTS = ("Black", "White", "Draw", "Ongoing")
WINNERS = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS, "Draw": None}

CAPTURING = """
    .....K.....
    .....A.....
    ...AA.AA...
    ..ADD.DDA.."""
KING_TAKEN = """
    ...A.......
    ..AKA......
    ...........
    ...A......."""
ESCAPE = """
    ..........A
    K.........."""


def started(drawing: str, to_move: Side = Side.ATTACKERS) -> Game:
    """Return the game of Copenhagen that starts as drawn."""
    return Game(COPENHAGEN, draw(drawing, to_move))


def after(*words: str) -> Game:
    """Return the game of Copenhagen after some words from its first position."""
    game = new_game(COPENHAGEN)
    for word in words:
        game = play_word(game, word)
    return game


# What a line says ------------------------------------------------------------------------


NUMBERED = [
    "1. d1-d3 e5-e2 2. g1-g3",
    "1.d1-d3 e5-e2 2.g1-g3",
    "1) d1-d3 1) e5-e2 2)g1-g3",
    "1. d1-d3 1... e5-e2 2. g1-g3",
    "1. d1-d3 2. e5-e2 3. g1-g3",
]


@pytest.mark.parametrize("line", NUMBERED)
def test_turns_may_be_numbered(line: str) -> None:
    assert parse_record(line) == Record(("d1-d3", "e5-e2", "g1-g3"))
    assert parse_record(f"{line} timeout,0,0,Black") == Record(
        ("d1-d3", "e5-e2", "g1-g3"), timeout=True, result="Black"
    )


def test_no_game_begins_with_another_turn_than_the_first_unless_it_begins_elsewhere() -> None:
    with pytest.raises(NotationError) as refused:
        parse_record("2. e1-e3 f8-c8")
    assert str(refused.value) == (
        "expected turn 1 of a game, or the turn that follows the line before; got turn 2"
    )
    elsewhere = parse_record("2. e1-e3 f8-c8", from_first_turn=False)
    assert elsewhere == Record(("e1-e3", "f8-c8"))


@pytest.mark.parametrize("line", ["1", "1.", "1 d1-d3", "1: d1-d3", "d1-d3 2.", "1.... d1-d3"])
def test_what_is_no_number_before_a_move_stays_a_word_and_is_no_move(line: str) -> None:
    with pytest.raises(NotationError, match="expected a move such as"):
        after(*parse_record(line).words)


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("", Record(())),
        (" \t \r\n", Record(())),
        ("d1-d3", Record(("d1-d3",))),
        ("  d1-d3\t e5-e2  \r\n", Record(("d1-d3", "e5-e2"))),
        ("d1-d3 timeout", Record(("d1-d3",), timeout=True)),
        ("timeout", Record((), timeout=True)),
        ("timeout d1-d3", Record(("timeout", "d1-d3"))),
        ("d1-d3 Timeout", Record(("d1-d3", "Timeout"))),
        ("d1-d3,1,0,Ongoing", Record(("d1-d3",), result="Ongoing")),
        ("d1-d3 timeout,0,0,White\r\n", Record(("d1-d3",), timeout=True, result="White")),
        ("d1-d3 , 1 , 0 , Black ", Record(("d1-d3",), result="Black")),
        (",0,0,Draw", Record((), result="Draw")),
        ("any words at all", Record(("any", "words", "at", "all"))),
    ],
)
def test_this_line_says_this(line: str, record: Record) -> None:
    assert parse_record(line) == record


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("d1-d3,", "''"),
        ("d1-d3,1", "'1'"),
        ("d1-d3,1,0", "'1,0'"),
        ("d1-d3,1,0,", "'1,0,'"),
        ("d1-d3,1,0,black", "'1,0,black'"),
        ("d1-d3,1,0,Black,White", "'1,0,Black,White'"),
        ("d1-d3,Black", "'Black'"),
        ("d1-d3,1,0,Berserk", "'1,0,Berserk'"),
        ("d1-d3,1,0,\0", r"'1,0,\x00'"),
    ],
)
def test_fields_that_no_record_has_are_told(line: str, found: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_record(line)
    assert str(raised.value) == (
        "expected moves, or moves,captures,captures,result with a result of "
        f"Black, White, Draw, Ongoing; got {found} after the moves"
    )


def test_long_fields_are_quoted_in_part() -> None:
    with pytest.raises(NotationError, match=r"got 'x{40}' after the moves$"):
        parse_record("d1-d3," + "x" * 1_000_000)


def said_of(line: str) -> Record | str:
    """Return the record of a line, or what is said where it is none."""
    try:
        return parse_record(line)
    except NotationError as error:
        return str(error)


@given(st.text())
def test_every_text_is_a_record_or_no_notation(text: str) -> None:
    said = said_of(text)
    if isinstance(said, str):
        assert said.isprintable()
    else:
        assert said.result in {None, *RESULTS}
        assert all(word == word.strip() != "" for word in said.words)


# Words and their capture marks -----------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["f3-f1", "f3-f1xd1xe1xg1xh1", "f3-f1xh1xd1xg1xe1", "f3-f1xd1/e1/g1/h1xd1", "F3-F1"]
)
def test_captures_are_marked_all_or_not_at_all(word: str) -> None:
    game = started(CAPTURING)
    assert play_word(game, word) == play_word(game, "f3-f1")


@pytest.mark.parametrize("marks", ["xd1", "xd1xe1xg1", "xd1xe1xg1xh1xi1", "xf1", "xf4"])
def test_marks_that_are_not_what_is_captured_are_told(marks: str) -> None:
    with pytest.raises(CaptureMismatchError) as raised:
        play_word(started(CAPTURING), f"f3-f1{marks}")
    expected = f"expected 'f3-f1xd1xe1xg1xh1' by the captures, got 'f3-f1{marks}'"
    assert str(raised.value) == expected
    assert isinstance(raised.value, RulesError)
    assert isinstance(raised.value, ValueError)


def test_marks_where_nothing_is_captured_are_told() -> None:
    with pytest.raises(CaptureMismatchError, match=r"^expected 'd1-d3' by the captures, got "):
        after("d1-d3xd4")


def test_many_marks_are_quoted_in_part() -> None:
    with pytest.raises(CaptureMismatchError, match=r"got 'd1-d3(xd4){11}xd'$"):
        after("d1-d3" + "xd4" * 1_000)


@pytest.mark.parametrize("word", ["d1-d2", "d1-d2xd3"])
def test_the_king_who_is_captured_may_be_marked(word: str) -> None:
    captured = OutcomeReason.KING_CAPTURED
    outcome = play_word(started(KING_TAKEN), word).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.ATTACKERS, captured)


def test_the_king_may_not_be_marked_where_he_is_not_captured() -> None:
    with pytest.raises(CaptureMismatchError, match=r"^expected 'd1-e1' by the captures"):
        play_word(started(KING_TAKEN), "d1-e1xd3")


def test_another_man_may_not_be_marked_with_the_king() -> None:
    with pytest.raises(CaptureMismatchError):
        play_word(started(KING_TAKEN), "d1-d2xd3xc3")


def test_a_word_that_is_no_move_is_told() -> None:
    with pytest.raises(NotationError, match=r"^expected a move such as .*, got 'd1'$"):
        after("d1")


def test_a_move_that_the_rules_refuse_is_told_whatever_its_marks() -> None:
    with pytest.raises(IllegalMoveError) as raised:
        after("d1-a1xe2")
    assert raised.value.refusal.reason is RefusalReason.CORNER


# How the game ended ----------------------------------------------------------------------


def by(winner: Side | None, reason: OutcomeReason, clause: str | None = None) -> Outcome:
    """Return an end that people or a clock made."""
    return Outcome(winner, reason, (), clause)


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ("", None),
        (",0,0,Ongoing", None),
        (",0,0,Black", by(Side.ATTACKERS, OutcomeReason.RESIGNATION)),
        (",0,0,White", by(Side.DEFENDERS, OutcomeReason.RESIGNATION)),
        (",0,0,Draw", by(None, OutcomeReason.AGREEMENT, "10")),
        (" timeout", by(Side.ATTACKERS, OutcomeReason.TIME)),
        (" timeout,0,0,Black", by(Side.ATTACKERS, OutcomeReason.TIME)),
        (" timeout,0,0,White", by(Side.DEFENDERS, OutcomeReason.TIME)),
    ],
)
def test_a_game_that_goes_on_by_the_rules_ends_as_recorded(
    fields: str, outcome: Outcome | None
) -> None:
    game = after("d1-d3")  # the defenders are to move
    ended = end_as_recorded(game, parse_record(f"d1-d3{fields}"))
    assert ended == Game(game.rules, game.start, game.plies, outcome)


def test_who_is_to_move_runs_out_of_time_where_no_result_is_given() -> None:
    for moves, winner in (("d1-d3", Side.ATTACKERS), ("d1-d3 e5-e2", Side.DEFENDERS)):
        ended = end_as_recorded(after(*moves.split()), parse_record(f"{moves} timeout"))
        assert ended.outcome == by(winner, OutcomeReason.TIME)


@pytest.mark.parametrize("result", WINNERS)
@pytest.mark.parametrize("time", ["", " timeout"])
def test_no_game_ends_otherwise_than_its_recorded_result(result: str, time: str) -> None:
    ended = end_as_recorded(after("d1-d3"), parse_record(f"d1-d3{time},0,0,{result}"))
    assert ended.outcome is not None
    assert ended.outcome.winner is WINNERS[result]


def test_a_draw_stands_on_no_clause_where_the_text_is_silent() -> None:
    game = new_game(compiled(named_ruleset("hnefatafl-v1")))
    ended = end_as_recorded(game, parse_record(",0,0,Draw"))
    assert ended.outcome == by(None, OutcomeReason.AGREEMENT)


@pytest.mark.parametrize(
    "fields", ["", ",0,0,White", ",0,0,Ongoing", " timeout", " timeout,,,White"]
)
def test_a_game_that_the_rules_have_ended_stays_as_it_is(fields: str) -> None:
    won = play_word(started(ESCAPE, Side.DEFENDERS), "a1-k1")
    assert end_as_recorded(won, parse_record(f"a1-k1{fields}")) == won


@pytest.mark.parametrize("result", ["Black", "Draw"])
def test_a_result_that_the_rules_contradict_is_told(result: str) -> None:
    won = play_word(started(ESCAPE, Side.DEFENDERS), "a1-k1")
    with pytest.raises(ResultMismatchError) as raised:
        end_as_recorded(won, parse_record(f"a1-k1,0,0,{result}"))
    expected = f"expected the result 'White' by the last move, got '{result}'"
    assert str(raised.value) == expected
    assert isinstance(raised.value, RulesError)
    assert isinstance(raised.value, ValueError)


def test_a_draw_by_the_rules_contradicts_a_winner() -> None:
    game = new_game(compiled(named_ruleset("fetlar")))
    for word in ["d1-d2", "f8-i8", "d2-d1", "i8-f8"] * 2:
        game = play_word(game, word)
    assert end_as_recorded(game, Record((), result="Draw")) == game
    with pytest.raises(ResultMismatchError, match=r"^expected the result 'Draw' by .*'Black'$"):
        end_as_recorded(game, Record((), result="Black"))
