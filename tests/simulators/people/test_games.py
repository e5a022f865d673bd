"""Games to replay: read from files that people made, and random ones."""

from pathlib import Path

import pytest

from controller.notation.moves import parse_move
from controller.rules.game import new_game
from controller.rules.lines import Move
from simulators.people.games import PlannedGame, RecordError, random_games, read_games
from tests.board_driver import COPENHAGEN

OPENING = "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2"
TWO_AT_ONCE = "h1-h3 g5-g2 h3-h2xg2 g6-g2 k4-i4 e5-e2xf2 d1-d2 f5-j5 f1-f2xe2xg2"
ESCAPED = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
# The start position comes for the third time with the eighth ply.
REPEATED = "d1-d2 e5-e4 d2-d1 e4-e5 d1-d2 e5-e4 d2-d1 e4-e5"


def planned(text: str) -> PlannedGame:
    return PlannedGame(tuple(parse_move(word).move for word in text.split()))


def read(path: Path, text: str | bytes) -> list[PlannedGame]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_games(COPENHAGEN, path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.csv"


# What is accepted ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        (OPENING, OPENING),
        (f"{OPENING},1,0,Ongoing", OPENING),
        (f"  {OPENING}  ", OPENING),
        (f"{OPENING} timeout,1,0,White", OPENING),
        ("d1-d3", "d1-d3"),
        ("D1-D3 E5-e2", "d1-d3 e5-e2"),
        (TWO_AT_ONCE, TWO_AT_ONCE),
        (TWO_AT_ONCE.replace("xe2xg2", "xg2xe2"), TWO_AT_ONCE),
        (TWO_AT_ONCE.replace("xe2xg2", "xe2/g2"), TWO_AT_ONCE),
        (OPENING.replace("xe2", ""), OPENING),
        (ESCAPED, ESCAPED),
        (REPEATED, REPEATED),
    ],
    ids=[
        "moves alone",
        "a csv line",
        "space around",
        "timeout",
        "one move",
        "capital letters",
        "several captures",
        "captures in any order",
        "captures joined by a slash",
        "captures unmarked",
        "to the end",
        "to a repetition",
    ],
)
def test_a_line_is_read_up_to_the_first_comma(path: Path, line: str, moves: str) -> None:
    assert read(path, line) == [planned(moves)]


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_each_line_is_a_game_and_empty_lines_are_none(path: Path, end: str) -> None:
    lines = ["", f"{OPENING},1,0,Ongoing", "", "   ", ESCAPED, ""]
    assert read(path, end.join(lines)) == [planned(OPENING), planned(ESCAPED)]


def test_plies_after_a_repetition_are_counted_and_not_played(path: Path) -> None:
    (game,) = read(path, f"{REPEATED} d1-d2 e5-e4,0,0,Ongoing")
    assert game == PlannedGame(planned(REPEATED).moves, beyond=2)


# What is refused, and how ----------------------------------------------------------------

_NO_MOVE = "expected a move such as d1-d4 or g3-e3xe2, got"
_NOT_LEGAL = "expected a legal move, got"
_NOT_STRAIGHT = (
    "A piece moves in a straight line, and d4 is neither in the row nor in the column of e5."
)
_OVER = "The game is over. The defenders win: the king has escaped to a11."
_NOT_THEIRS = "It is the defenders' turn, and the piece from d3 is not theirs."


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("d1-d3 e5-z2", f"ply 2: {_NO_MOVE} 'e5-z2'"),
        ("d1-d12", f"ply 1: {_NO_MOVE} 'd1-d12'"),
        ("d1-d0", f"ply 1: {_NO_MOVE} 'd1-d0'"),
        ("d1d3", f"ply 1: {_NO_MOVE} 'd1d3'"),
        ("d1-d3 e5-e2x", f"ply 2: {_NO_MOVE} 'e5-e2x'"),
        ("d1-d3 timeout e5-e2", f"ply 2: {_NO_MOVE} 'timeout'"),
        ("d1-d3\tqx\x1b[31m", f"ply 2: {_NO_MOVE} 'qx\\x1b[31m'"),
        ("x" * 5000, f"ply 1: {_NO_MOVE} '{'x' * 40}'"),
        (
            "d1-d3 e5-d4",
            f"ply 2: {_NOT_LEGAL} 'e5-d4': {_NOT_STRAIGHT}",
        ),
        (
            "d1-d3 d3-d4",
            f"ply 2: {_NOT_LEGAL} 'd3-d4': {_NOT_THEIRS}",
        ),
        ("b1-b2", f"ply 1: {_NOT_LEGAL} 'b1-b2': No piece stands on b1."),
        (
            f"{ESCAPED} d1-d2",
            f"ply 13: {_NOT_LEGAL} 'd1-d2': {_OVER}",
        ),
        (
            OPENING.replace("xe2", "xe4"),
            "ply 5: expected 'g3-e3xe2' by the captures, got 'g3-e3xe4'",
        ),
        ("d1-d3xd4", "ply 1: expected 'd1-d3' by the captures, got 'd1-d3xd4'"),
        (
            TWO_AT_ONCE.removesuffix("xg2"),
            "ply 9: expected 'f1-f2xe2xg2' by the captures, got 'f1-f2xe2'",
        ),
        (b"\xff\xfe\x00d1-d3", "expected text in UTF-8, got other bytes"),
        (b"\x7fELF\x02\x01\x01\x00", f"ply 1: {_NO_MOVE} '\\x7fELF\\x02\\x01\\x01\\x00'"),
        (",1,0,Ongoing", "expected moves such as d1-d4, got none"),
        ("timeout,1,0,White", "expected moves such as d1-d4, got none"),
    ],
)
def test_a_line_that_is_no_game_is_refused_by_file_line_and_ply(
    path: Path, line: str | bytes, complaint: str
) -> None:
    before = f"{OPENING}\n\n".encode()
    with pytest.raises(RecordError) as refused:
        read(path, before + (line if isinstance(line, bytes) else line.encode()))
    assert str(refused.value) == f"{path}:3: {complaint}"


def test_a_word_after_a_repetition_that_is_no_move_is_refused_too(path: Path) -> None:
    with pytest.raises(RecordError, match=f"ply 9: {_NO_MOVE} 'nonsense'"):
        read(path, f"{REPEATED} nonsense")


def test_a_complaint_stays_short_however_long_the_word_is(path: Path) -> None:
    with pytest.raises(RecordError) as refused:
        read(path, "d1-d3" + "xe2" * 1000)
    assert len(str(refused.value)) < len(str(path)) + 200


def test_a_byte_order_mark_as_windows_writes_it_is_no_part_of_a_move(path: Path) -> None:
    assert read(path, b"\xef\xbb\xbf" + OPENING.encode()) == [planned(OPENING)]


@pytest.mark.parametrize("text", ["", "\n", " \r\n \n"])
def test_a_file_without_a_game_is_refused(path: Path, text: str) -> None:
    with pytest.raises(RecordError) as refused:
        read(path, text)
    assert str(refused.value) == f"{path}: expected a game on each line, got no line with text"


def test_a_file_that_is_not_there_is_refused(path: Path) -> None:
    with pytest.raises(RecordError) as refused:
        read_games(COPENHAGEN, path)
    assert str(refused.value) == f"{path}: expected a file of games (No such file or directory)"


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as refused:
        read_games(COPENHAGEN, tmp_path)
    assert str(refused.value) == f"{tmp_path}: expected a file of games (Is a directory)"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"\0" * 100, ": expected text in UTF-8, got something that is not text"),
        (b"\xff\xfed\0001\0", ": expected text in UTF-8, got text in UTF-16; save it as UTF-8"),
        (b"d1-d3 " * 400_000, ":1: expected a game, got a line of more than a megabyte"),
    ],
)
def test_what_can_be_no_game_is_refused_before_it_is_all_read(
    path: Path, text: bytes, complaint: str
) -> None:
    with pytest.raises(RecordError) as refused:
        read(path, text)
    assert str(refused.value) == f"{path}{complaint}"


# Random games ----------------------------------------------------------------------------


def finished_or_long(moves: tuple[Move, ...]) -> bool:
    game = new_game(COPENHAGEN)
    for move in moves:
        game = game.play(move)
    return game.outcome is not None or len(moves) == 400


@pytest.mark.parametrize("seed", range(5))
def test_random_games_are_legal_to_their_end_or_to_400_plies(seed: int) -> None:
    games = random_games(COPENHAGEN, 2, seed)
    assert [finished_or_long(game.moves) for game in games] == [True, True]


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    assert list(random_games(COPENHAGEN, 2, 7)) == list(random_games(COPENHAGEN, 2, 7))
    one, other = list(random_games(COPENHAGEN, 2, 7))
    assert one != other
    assert list(random_games(COPENHAGEN, 1, 8)) != [one]


def test_more_games_begin_with_the_same_ones() -> None:
    assert list(random_games(COPENHAGEN, 3, 7))[:1] == list(random_games(COPENHAGEN, 1, 7))


@pytest.mark.parametrize("count", [-1, 0, 1_000_001])
def test_no_games_are_too_few_and_millions_too_many(count: int) -> None:
    with pytest.raises(RecordError) as refused:
        random_games(COPENHAGEN, count, 7)
    assert str(refused.value) == (f"--games: expected a file or a number 1 to 1000000, got {count}")
