"""Position records, in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.errors import NotationError
from controller.notation.opentafl import parse_position, write_position
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_COUNT, bits_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.position import Position
from tests.controller.notation.records import START_RECORD, any_positions, mutations, playouts
from tests.effort import examples
from tests.symmetry import named

LONE_KING = "/11/11/11/11/11/5K5/11/11/11/11/11/"


def complaint(text: str) -> str:
    """Return what is said of a text that is no position record."""
    with pytest.raises(NotationError) as raised:
        parse_position(text, Side.ATTACKERS)
    return str(raised.value)


@pytest.mark.parametrize("name", ruleset_names())
def test_the_start_of_every_ruleset_is_this_record(name: str) -> None:
    start = named_ruleset(name).start_position()
    assert write_position(start) == START_RECORD
    assert parse_position(START_RECORD, Side.ATTACKERS) == start


def test_the_first_rank_is_written_first_and_its_a_file_first() -> None:
    position = Position(
        bits_of(*named("a1 k11")),
        bits_of(*named("b1 j11")),
        bits_of(*named("c2")),
        Side.DEFENDERS,
    )
    record = "/tT9/2K8/11/11/11/11/11/11/11/11/9Tt/"
    assert write_position(position) == record
    assert parse_position(record, Side.DEFENDERS) == position


def test_a_king_alone_is_read_back_from_every_square() -> None:
    alone = [Position(0, 0, 1 << square, Side.DEFENDERS) for square in range(SQUARE_COUNT)]
    assert [parse_position(write_position(each), Side.DEFENDERS) for each in alone] == alone


@pytest.mark.parametrize(
    "text", [START_RECORD, START_RECORD[1:], START_RECORD[:-1], START_RECORD[1:-1]]
)
def test_the_slashes_at_the_ends_may_be_missing(text: str) -> None:
    expected = named_ruleset("copenhagen").start_position()
    assert parse_position(text, Side.ATTACKERS) == expected


@pytest.mark.parametrize("side", Side)
def test_the_side_to_move_is_the_reader_s_to_say(side: Side) -> None:
    expected = named_ruleset("copenhagen").start_position()._replace(to_move=side)
    assert parse_position(START_RECORD, side) == expected


@given(any_positions())
def test_a_position_that_is_written_reads_back_as_the_same(position: Position) -> None:
    record = write_position(position)
    assert (record[0], record[-1], record.count("/")) == ("/", "/", 12)
    assert parse_position(record, position.to_move) == position


@given(playouts())
@examples(60)
def test_every_position_of_a_game_reads_back_as_the_same(game: Game) -> None:
    for position in (game.start, *(ply.position for ply in game.plies)):
        assert parse_position(write_position(position), position.to_move) == position


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "position record: expected 11 ranks, got 1"),
        ("/", "position record: expected 11 ranks, got 1"),
        ("/11" * 10 + "/", "position record: expected 11 ranks, got 10"),
        ("/11" * 12 + "/", "position record: expected 11 ranks, got 12"),
        (f"/{START_RECORD}", "position record: expected 11 ranks, got 12"),
        (f" {START_RECORD}", "position record: expected 11 ranks, got 12"),
        ("/11" * 11 + "/", "position record: expected one king, got 0"),
        (LONE_KING.replace("5K5", "4KK5"), "position record: expected one king, got 2"),
        (LONE_KING.replace("5K5", "5K4"), "position record: rank 6: expected 11 squares, got 10"),
        (LONE_KING.replace("5K5", "5K6"), "position record: rank 6: expected 11 squares, got 12"),
        (LONE_KING.replace("5K5", ""), "position record: rank 6: expected 11 squares, got 0"),
        (
            LONE_KING.replace("5K5", "5k5"),
            "position record: f6: expected t, T, K or a number 1 to 11, got 'k'",
        ),
        (
            LONE_KING.replace("5K5", "5K5 "),
            "position record: rank 6: expected t, T, K or a number 1 to 11, got ' '",
        ),
        (
            LONE_KING.replace("5K5", "5K\u0665"),
            "position record: g6: expected t, T, K or a number 1 to 11, got '\u0665'",
        ),
        (
            LONE_KING.replace("5K5", "5K05"),
            "position record: g6: expected t, T, K or a number 1 to 11, got '05'",
        ),
        (
            LONE_KING.replace("5K5", "0K10"),
            "position record: a6: expected t, T, K or a number 1 to 11, got '0'",
        ),
    ],
)
def test_a_text_that_is_no_position_record_is_refused(text: str, expected: str) -> None:
    assert complaint(text) == expected


@pytest.mark.parametrize("digits", ["110", "55", "1010", "12", "9" * 10_000])
def test_a_run_of_digits_is_one_number(digits: str) -> None:
    expected = "a1: expected t, T, K or a number 1 to 11"
    assert complaint(LONE_KING.replace("/11", f"/{digits}", 1)) == (
        f"position record: {expected}, got {digits[:40]!r}"
    )


def position_or_complaint(text: str) -> Position | str:
    """Return the position of a text, or what is said of it."""
    try:
        return parse_position(text, Side.DEFENDERS)
    except NotationError as error:
        return str(error)


@given(st.text() | st.text("/tTK123450") | mutations(START_RECORD, "/tTK0159"))
@examples(150)
def test_any_text_is_a_position_or_refused_as_notation(text: str) -> None:
    position = position_or_complaint(text)
    if isinstance(position, str):
        assert position.startswith("position record: ")
    else:
        assert write_position(position).strip("/") == text.strip("/")
