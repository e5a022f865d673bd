"""`hnefi replay` and the judge behind it, fed with what is no game: a clear line, no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.cli.replay import judged_as_json
from controller.notation.judge import Judge, Judged, judge_otg
from controller.notation.opentafl import write_rules
from controller.rules.game import new_game
from controller.rules.moves import RefusalReason
from controller.words.catalogue import say
from tests.effort import examples
from tests.hnefi import HNEFI, hnefi_bytes, started, unmeasured
from tests.reference.naive import NaiveGame
from tests.symmetry import COPENHAGEN
from tests.waiting import PATIENCE_S

MEGABYTE = 1 << 20

JUDGE = Judge(new_game(COPENHAGEN), list_moves=True)
REASONS = {*RefusalReason, "notation", "capture_mismatch", "result_mismatch"}

NO_UTF8 = "expected text in UTF-8, got other bytes"
TOO_LONG = "expected a game on a line, got more than a megabyte"


def replay(*arguments: str, games: bytes = b"") -> CompletedProcess[bytes]:
    return hnefi_bytes("replay", *arguments, given=games)


def mistake(*arguments: str) -> str:
    """Return the one line that tells of a mistake on the command line."""
    ran = replay(*arguments)
    assert (ran.returncode, ran.stdout) == (2, b"")
    (line,) = ran.stderr.decode().splitlines()
    return line


# The judge, on any bytes -----------------------------------------------------------------


def check_soundness(judged: Judged) -> None:
    """Assert that a judgement is one line of JSON, and that its error can be understood."""
    written = json.dumps(judged_as_json(judged))
    assert written.isascii()
    assert "\n" not in written
    error = judged.error
    if error is None:
        return
    assert error.reason in REASONS
    assert say(error.message).isprintable()
    assert 0 < len(say(error.message)) < 300
    assert len(error.move) <= 40
    made = len(judged.plies)
    where = {"result_mismatch": made, "notation": error.ply and made + 1}
    assert error.ply == where.get(error.reason, made + 1)


@given(st.binary())
def test_any_bytes_are_judged(line: bytes) -> None:
    check_soundness(JUDGE.judge(line))


@given(st.text())
def test_any_text_is_judged(line: str) -> None:
    check_soundness(JUDGE.judge(line.encode("utf-8", "surrogatepass")))


squares = st.builds("{}{}".format, st.sampled_from("abdefghkl"), st.integers(0, 12))
words = st.one_of(
    st.builds("{}-{}".format, squares, squares),
    st.builds("{}-{}x{}".format, squares, squares, squares),
    st.sampled_from(["d1-d3", "d3-d1", "e5-e2", "e2-e5", "g1-g3", "f4-c4", "g3-e3xe2", "timeout"]),
    st.text(max_size=4),
)
ends = st.sampled_from(["", ",", ",,,", ",0,0,Black", ",0,0,White", ",0,0,Draw", ",0,Ongoing"])
line_ends = st.sampled_from(["", "\n", "\r\n", "\r", "\0"])


@given(st.lists(words, max_size=8), ends, line_ends)
@examples(100)
def test_anything_like_a_game_is_judged(game: list[str], end: str, line_end: str) -> None:
    line = f"{' '.join(game)}{end}{line_end}"
    check_soundness(JUDGE.judge(line.encode("utf-8", "surrogatepass")))


@given(st.integers(0, 2**32), st.integers(0, 40), st.binary(min_size=1, max_size=3))
@examples(60)
def test_a_game_with_some_bytes_spoiled_is_judged(seed: int, plies: int, spoiled: bytes) -> None:
    random, naive = Random(seed), NaiveGame("copenhagen")
    moves: list[str] = []
    while naive.outcome is None and len(moves) < plies:
        moves.append(random.choice(naive.legal_moves()))
        naive.play(moves[-1])
    line = " ".join(moves).encode()
    place = random.randrange(len(line) + 1)
    check_soundness(JUDGE.judge(line[:place] + spoiled + line[place + 1 :]))


RECORD = f"[event:a game]\n[rules:{write_rules(COPENHAGEN.ruleset)[0]}]\n1. d1-d3 f4-c4\n".encode()


@given(st.integers(0, len(RECORD)), st.binary(min_size=1, max_size=8), st.integers(0, 3))
@examples(100)
def test_a_record_with_some_bytes_spoiled_is_judged(place: int, spoiled: bytes, gone: int) -> None:
    check_soundness(judge_otg(RECORD[:place] + spoiled + RECORD[place + gone :]))


def test_no_field_of_a_record_commands_the_terminal() -> None:
    record = RECORD.replace(b"surf:", b"\x1b]0;owned\a:")
    ran = replay("-", games=record)
    said = rb"rules record: \x1b]0;owned\x07: expected no such field, got 'y'"
    assert (ran.returncode, ran.stdout) == (2, b"1: 0 moves; the line: " + said + b"\n")


@pytest.mark.parametrize(
    ("line", "ply", "message"),
    [
        (b"\xff\xfe", 0, NO_UTF8),
        (b"d1-d3 \xed\xa0\x80", 0, NO_UTF8),  # a lone surrogate
        ("d1-d3 e5-e2".encode("utf-16"), 0, NO_UTF8),
        (None, 0, TOO_LONG),
        (b"d1-d3\0e5-e2", 1, r"expected a move such as d1-d4 or g3-e3xe2, got 'd1-d3\x00e5-e2'"),
        (b"\0", 1, r"expected a move such as d1-d4 or g3-e3xe2, got '\x00'"),
        (b"d1-d3 " + b"x" * 999, 2, f"expected a move such as d1-d4 or g3-e3xe2, got '{'x' * 40}'"),
        (b"d1-d3 l1-l2", 2, "expected a move such as d1-d4 or g3-e3xe2, got 'l1-l2'"),
        (b"d1-d3\x1b[2J", 1, r"expected a move such as d1-d4 or g3-e3xe2, got 'd1-d3\x1b[2J'"),
    ],
    ids=["bytes", "surrogate", "utf-16", "long", "NUL inside", "NUL", "word", "square", "escape"],
)
def test_what_is_wrong_is_told(line: bytes | None, ply: int, message: str) -> None:
    judged = JUDGE.judge(line)
    check_soundness(judged)
    assert judged.error is not None
    assert (judged.error.ply, say(judged.error.message)) == (ply, message)


@pytest.mark.parametrize(
    "line", [b"\xef\xbb\xbfd1-d3 e5-e2", b"d1-d3 e5-e2\r\n", b"\td1-d3\te5-e2"]
)
def test_the_ways_of_windows_and_of_spreadsheets_are_no_error(line: bytes) -> None:
    assert JUDGE.judge(line) == JUDGE.judge(b"d1-d3 e5-e2")


# The command -----------------------------------------------------------------------------


def heard(games: bytes) -> list[str | None]:
    """Return the message of each line, None for the one ply d1-d3 that goes well."""
    ran = replay("--json", games=games)
    assert (ran.returncode, ran.stderr) == (2, b"")
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert all(a["error"] or [p["move"] for p in a["plies"]] == ["d1-d3"] for a in answers)
    return [answer["error"] and answer["error"]["message"] for answer in answers]


def test_a_line_of_garbage_spoils_no_other() -> None:
    garbage = [b"\xff\xfe\0", b"\x80" * 1000, b"d1-d3 \xed\xa0\x80", bytes(range(128, 256))]
    games = b"".join(b"d1-d3\r\n" + line + b"\r\n" for line in garbage)
    assert heard(games) == [None, NO_UTF8] * len(garbage)


def test_a_line_of_megabytes_is_told_and_left_behind() -> None:
    longs = {b" ": MEGABYTE + 1, b"\0": 2 * MEGABYTE, b"x": 2 * MEGABYTE + 1, b"-": 5 * MEGABYTE}
    lines = [byte * (length - 1) + b"\nd1-d3\n" for byte, length in longs.items()]
    unended = b"d1-d3 " * MEGABYTE
    assert heard(b"".join(lines) + unended) == [TOO_LONG, None] * len(longs) + [TOO_LONG]


def test_a_line_of_a_megabyte_is_still_read() -> None:
    games = b"d1-d3".ljust(MEGABYTE - 1) + b"\n" + b"d1-d3".ljust(MEGABYTE) + b"\nd1-d3"
    assert heard(games) == [None, TOO_LONG, None]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["no/such"], "no/such: expected games to read (No such file or directory)"),
        (["/"], "/: expected games to read (Is a directory)"),
        (["--position", "x" * 9999], "--position: position record: expected 11 ranks, got 1"),
        (
            ["--position", "/11/11/11/11/11/11/11/11/11/11/11/"],
            "--position: position record: expected one king, got 0",
        ),
        (
            ["--position", "/K10/11/11/11/11/11/11/11/11/11/5z5/"],
            "--position: position record: f11: expected t, T, K or a number 1 to 11, got 'z'",
        ),
    ],
)
def test_a_mistake_on_the_command_line_is_told_in_one_line(arguments: list[str], line: str) -> None:
    assert mistake(*arguments) == f"hnefi: {line}"


def test_a_side_that_nobody_knows_is_told_with_those_there_are() -> None:
    line = mistake("--to-move", "white")
    assert all(word in line for word in ("--to-move", "white", "attackers", "defenders"))


def test_a_file_that_breaks_off_while_it_is_read_is_a_mistake() -> None:
    # The memory of a process begins with addresses that nobody can read.
    assert mistake("/proc/self/mem").startswith("hnefi: /proc/self/mem: ")


# Real processes --------------------------------------------------------------------------


def test_standard_input_that_is_closed_is_a_mistake() -> None:
    script = f"exec {HNEFI} replay <&-"
    ran = subprocess.run(["sh", "-c", script], capture_output=True, timeout=PATIENCE_S, check=False)
    (line,) = ran.stderr.decode().splitlines()
    assert (ran.returncode, line[:7]) == (2, "hnefi: ")


def test_a_terminal_that_lacks_the_letters_is_no_reason_to_give_up(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text("d1-d3 l\u00e4\u00df\u2654-a1\nd1-d3\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(
        [HNEFI, "replay", str(path)],
        capture_output=True,
        env=environment,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (2, b"")
    assert len(ran.stdout.splitlines()) == 2


# A stream --------------------------------------------------------------------------------

# The peak of a process that is waited for here counts what tests took before it: a small one waits.
MEASURE = (
    "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)"
)


def lines_and_peak_kb(games: list[str]) -> tuple[int, int]:
    """Return how many lines a process answers with, and the most memory that it took."""
    ran = subprocess.run(
        [sys.executable, "-c", MEASURE, HNEFI, "replay", "--json"],
        input="".join(f"{game:1000}\n" for game in games),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
        env=unmeasured(),
    )
    return len(ran.stdout.splitlines()), int(ran.stderr)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    random, first = Random(1), NaiveGame("copenhagen").legal_moves()
    games = [random.choice(first) for _ in range(200)]
    lines, few_kb = lines_and_peak_kb(games)
    more_lines, many_kb = lines_and_peak_kb(games * 100)
    assert (lines, more_lines) == (200, 20_000)
    assert many_kb - few_kb < 4096


def test_the_first_games_are_answered_before_the_last_are_written() -> None:
    with started("replay", "--json") as replaying:
        # Output waits in a buffer of some kilobytes; these fill it.
        replaying.keys.write("d1-d3\n" * 2_000)
        replaying.keys.flush()
        assert json.loads(replaying.said.readline())["plies"][0]["move"] == "d1-d3"
        replaying.keys.write("e1-e2\n")
        replaying.keys.close()
        assert len(replaying.said.readlines()) == 2_000
        assert replaying.process.wait(PATIENCE_S) == 0
