"""`hnefi replay`, run as programs run it: what it says of games, and where they come from."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from subprocess import CompletedProcess
from typing import Any

import pytest

from controller.notation.opentafl import write_rules
from controller.rules.library import named_ruleset, ruleset_names
from tests.hnefi import hnefi, hnefi_bytes, the_line_of_a_mistake
from tests.recorded import GAMES, RECORDED, recorded_lines
from tests.reference.naive import NaiveGame

OPENING = "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2"
ESCAPED = "/K10/11/11/11/11/11/11/11/11/11/10t/"
Answer = dict[str, Any]

GOES_ON: Answer = {"plies": [], "outcome": None, "error": None}


def replay(*arguments: str, games: str = "") -> CompletedProcess[str]:
    return hnefi("replay", *arguments, given=games)


def answers(*arguments: str, games: str) -> list[Answer]:
    """Return the object of each line; the exit status tells whether any holds an error."""
    ran = replay("--json", *arguments, games=games)
    found: list[Answer] = [json.loads(line) for line in ran.stdout.splitlines()]
    faulty = any(answer["error"] for answer in found)
    assert (ran.returncode, ran.stderr) == (2 if faulty else 0, "")
    return found


def ply(move: str, legal_moves: int, *captures: str) -> Answer:
    return {"move": move, "captures": list(captures), "legal_moves": legal_moves}


def end(winner: str | None, reason: str, clause: str | None) -> Answer:
    return {"winner": winner, "draw": winner is None, "reason": reason, "clause": clause}


# One line, one object --------------------------------------------------------------------

OPENING_PLIES = [
    ply("d1-d3", 116),
    ply("e5-e2", 58),
    ply("g1-g3", 120),
    ply("f4-c4", 64),
    ply("g3-e3", 124, "e2"),
]


def test_a_game_is_told_ply_by_ply() -> None:
    (answer,) = answers(games=OPENING)
    assert answer == {"plies": OPENING_PLIES, "outcome": None, "error": None}


def test_capture_marks_and_fields_of_a_record_may_be_there_or_not() -> None:
    bare = OPENING.removesuffix("xe2")
    games = "\n".join([OPENING, bare, f"{OPENING},1,0,Ongoing", f"  {bare}  ,1,0,Ongoing  "])
    assert answers(games=games) == [{"plies": OPENING_PLIES, "outcome": None, "error": None}] * 4


def test_the_legal_moves_are_listed_in_order_where_they_are_asked_for() -> None:
    games = "d1-d2 f8-i8 d2-d1"
    naive, expected = NaiveGame("copenhagen"), []
    for move in games.split():
        legal = naive.legal_moves()
        expected.append({**ply(move, len(legal)), "moves": legal})
        naive.play(move)
    (answer,) = answers("--legal-moves", games=games)
    assert answer["plies"] == expected


ENDED_BY_PEOPLE = {
    "d1-d3,0,0,Black": end("attackers", "resignation", None),
    "d1-d3,0,0,White": end("defenders", "resignation", None),
    "d1-d3,0,0,Draw": end(None, "agreement", "10"),
    "d1-d3,0,0,Ongoing": None,
    "d1-d3 timeout": end("attackers", "time", None),
    "d1-d3 e5-e2 timeout": end("defenders", "time", None),
    "d1-d3 timeout,0,0,White": end("defenders", "time", None),
}


def test_people_and_clocks_end_a_game_as_its_record_says() -> None:
    found = answers(games="\n".join(ENDED_BY_PEOPLE))
    assert [answer["outcome"] for answer in found] == list(ENDED_BY_PEOPLE.values())
    assert [answer["error"] for answer in found] == [None] * len(ENDED_BY_PEOPLE)


ROUND = "d1-d2 f8-i8 d2-d1 i8-f8"


def test_a_ruleset_is_chosen_by_name() -> None:
    (answer,) = answers("--ruleset", "viking-chess", games=f"{ROUND} {ROUND}")
    assert answer["outcome"] == end(None, "repetition", "Final Notes 3")
    (answer,) = answers(games=f"{ROUND} {ROUND}")
    assert answer["outcome"] == end("attackers", "repetition", "8")


def test_a_ruleset_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house rules.toml"
    data = json.loads(hnefi("rules", "copenhagen", "--json").stdout)
    lines = [f"{key} = {json.dumps(data[key])}" for key in ("name", "title", "source", "start")]
    for section in ("movement", "capture", "king", "ending", "clauses"):
        values = data[section] | ({"repetition_count": 2} if section == "ending" else {})
        said = {key: value for key, value in values.items() if value is not None}
        lines += [f"[{section}]", *(f"{key} = {json.dumps(said[key])}" for key in said)]
    path.write_text("\n".join(lines), encoding="utf-8")
    (answer,) = answers("--ruleset", str(path), games=ROUND)
    assert answer["outcome"] == end("attackers", "repetition", "8")


# Where the games come from ---------------------------------------------------------------


def test_games_come_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("d1-d3\n\ne1-e2\n", encoding="utf-8")
    texts = [
        replay("--json", str(path)).stdout,
        replay("--json", "-", games=path.read_text(encoding="utf-8")).stdout,
    ]
    assert len(texts[0].splitlines()) == 3
    assert texts[0] == texts[1]


def test_no_line_gives_no_object() -> None:
    assert answers(games="") == []


# From a position -------------------------------------------------------------------------


def test_a_line_without_moves_judges_the_first_position_as_it_stands() -> None:
    assert answers(games="\n \n") == [GOES_ON] * 2


def test_a_position_is_won_by_who_has_just_moved_only() -> None:
    won = {**GOES_ON, "outcome": end("defenders", "king_escaped", "6a")}
    position = ("--position", ESCAPED, "--to-move")
    assert answers(*position[:2], games="\n") == [won]
    assert answers(*position, "defenders", games="\n") == [GOES_ON]


def test_a_side_that_cannot_move_has_lost_as_it_stands() -> None:
    position = ("--position", "/tKt8/1t9/11/11/11/11/11/11/11/11/11/", "--to-move", "defenders")
    lost = {**GOES_ON, "outcome": end("attackers", "no_moves", "9")}
    assert answers(*position, games="\n") == [lost]


def test_plies_follow_a_position() -> None:
    king = ("--position", "/11/K10/11/11/11/11/11/11/11/11/10t/", "--to-move", "defenders")
    assert answers(*king, games="a2-a1\na2-b2 k11-k9\n") == [
        {
            "plies": [ply("a2-a1", 20)],
            "outcome": end("defenders", "king_escaped", "6a"),
            "error": None,
        },
        {"plies": [ply("a2-b2", 20), ply("k11-k9", 18)], "outcome": None, "error": None},
    ]


# Errors ----------------------------------------------------------------------------------


REFUSED = [
    ("h8-h9", "no_piece", "3", "No piece stands on h8."),
    ("e5-e2", "not_your_piece", "2", "It is the attackers' turn, and the piece from e5 is not"),
    ("d1-d1", "stays", "3", "The piece on d1 has to go somewhere else."),
    ("d1-e2", "not_in_line", "3", "A piece moves in a straight line, and e2 is neither in"),
    ("f2-f9", "path_blocked", "3", "A piece cannot jump over another, and f4, f5, f6, f7 and f8"),
    ("d1-a1", "corner", "5", "Only the king may stop on a corner."),
    ("d1-d3xe2", "capture_mismatch", "4a", "expected 'd1-d3' by the captures, got 'd1-d3xe2'"),
    ("d1-d12", "notation", None, "expected a move such as d1-d4 or g3-e3xe2, got 'd1-d12'"),
]


def test_a_move_that_does_not_go_is_told() -> None:
    found = answers(games="".join(f"{move} e5-e2\n" for move, *_ in REFUSED))
    for answer, (move, reason, clause, beginning) in zip(found, REFUSED, strict=True):
        assert answer["error"].pop("message").startswith(beginning)
        error = {"ply": 1, "move": move, "reason": reason, "clause": clause}
        assert answer == {**GOES_ON, "error": error}


def test_the_plies_before_an_error_are_told_and_the_next_line_is_judged() -> None:
    broken, sound = answers(games=f"{OPENING.replace('xe2', 'xe4')},1,0,Ongoing\n{OPENING}\n")
    assert broken == {
        "plies": OPENING_PLIES[:4],
        "outcome": None,
        "error": {
            "ply": 5,
            "move": "g3-e3xe4",
            "reason": "capture_mismatch",
            "clause": "4a",
            "message": "expected 'g3-e3xe2' by the captures, got 'g3-e3xe4'",
        },
    }
    assert sound == {"plies": OPENING_PLIES, "outcome": None, "error": None}


def test_a_move_after_the_end_is_an_error_that_keeps_the_outcome() -> None:
    (answer,) = answers(games=f"{ROUND} {ROUND} d1-d2")
    assert (len(answer["plies"]), answer["outcome"]) == (8, end("attackers", "repetition", "8"))
    error = answer["error"]
    assert error.pop("message").startswith("The game is over.")
    assert error == {"ply": 9, "move": "d1-d2", "reason": "game_over", "clause": "8"}


# OpenTafl's game records ------------------------------------------------------------------

RECORD_RULES, _ = write_rules(named_ruleset("fetlar"))
OTG = f"[event:a game]\n[rules:{RECORD_RULES}]\n1. d1-d3 e5-e2\n2. g1-g3 f4-c4\n3. g3-e3xe2\n"


def test_a_game_record_is_judged_by_its_own_rules() -> None:
    (judged,) = answers(games=OTG)
    assert judged == {"plies": OPENING_PLIES, "outcome": None, "error": None}
    (by_name,) = answers("--ruleset", "copenhagen", games=OTG)
    assert by_name["plies"] == OPENING_PLIES


def test_a_game_record_may_be_a_file_that_begins_with_its_byte_order(tmp_path: Path) -> None:
    file = tmp_path / "game.otg"
    file.write_text(f"\ufeff{OTG}", encoding="utf-8")
    assert replay(str(file)).stdout == replay(games=OTG).stdout
    assert replay(str(file)).returncode == 0


@pytest.mark.parametrize(
    ("tags", "outcome", "said"),
    [
        (
            "[result:-1]\n[termination:resignation]\n",
            ("defenders", "resignation"),
            "the other side resigned",
        ),
        ("[result:1]\n[termination:time]\n", ("attackers", "time"), "the time ran out"),
        ("[result:1]\n", ("attackers", "resignation"), "the other side resigned"),
        ("[result:0]\n", (None, "agreement"), "both sides agreed"),
    ],
)
def test_a_game_record_says_how_people_ended_it(
    tags: str, outcome: tuple[str | None, str], said: str
) -> None:
    record = tags + OTG
    (judged,) = answers(games=record)
    assert (judged["outcome"]["winner"], judged["outcome"]["reason"]) == outcome
    assert f": {said}." in replay(games=record).stdout


def test_a_game_record_without_a_result_goes_on() -> None:
    (judged,) = answers(games="[result:?]\n[termination:unfinished]\n" + OTG)
    assert judged["outcome"] is None


def test_a_move_that_does_not_go_in_a_game_record_is_told() -> None:
    (judged,) = answers(games=OTG.replace("f4-c4", "f4-a1"))
    assert judged["plies"] == OPENING_PLIES[:3]
    assert (judged["error"]["move"], judged["error"]["reason"]) == ("f4-a1", "not_in_line")


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (OTG.replace("g1-g3", "g1-"), "line 4, ply 3: expected a move such as d1-d4"),
        (f"{OTG}[{'x' * 1_100_000}]\n", "expected a game record, got more than a megabyte"),
        (OTG + f"[{'x' * 10_000}]\n" * 110, "expected a game record, got more than a megabyte"),
    ],
)
def test_what_is_no_game_record_is_told(record: str, sentence: str) -> None:
    (judged,) = answers(games=record)
    assert (judged["plies"], judged["error"]["reason"]) == ([], "notation")
    assert sentence in judged["error"]["message"]


def test_a_game_record_of_a_megabyte_in_short_lines_is_still_read_and_no_byte_more() -> None:
    record = "\n" * ((1 << 20) - len(OTG)) + OTG
    (judged,) = answers(games=record)
    assert (judged["plies"], judged["error"]) == (OPENING_PLIES, None)
    (judged,) = answers(games="\n" + record)
    assert judged["error"]["message"] == "expected a game record, got more than a megabyte"


def test_a_game_record_in_other_bytes_than_utf_8_is_told() -> None:
    ran = hnefi_bytes("replay", "--json", given=OTG.encode().replace(b"a game", b"\xff"))
    assert ran.returncode == 2
    assert b"expected text in UTF-8, got other bytes" in ran.stdout


def test_a_game_record_has_its_own_start() -> None:
    ran = replay("--position", "/11/11/11/3t7/11/5K5/11/11/11/11/11/", games=OTG)
    line = "hnefi: --position: expected games, got a record with its own start"
    assert the_line_of_a_mistake(ran) == line


def test_a_result_that_the_last_move_did_not_give_is_told() -> None:
    start = "/1K9/11/11/11/5t5/11/11/11/11/11/11/"
    (judged,) = answers(*("--position", start, "--to-move", "defenders"), games="b1-a1,0,0,Black\n")
    assert judged["outcome"]["winner"] == "defenders"
    assert judged["error"]["reason"] == "result_mismatch"


def test_a_game_written_a_turn_a_line_is_one_game() -> None:
    ran = hnefi("replay", given="1. d1-d3 f4-c4\n2. e1-e3 f8-c8\n\n4. d3-d4\n")
    assert (ran.returncode, ran.stderr) == (2, "")
    assert " ".join(ran.stdout.split()) == (
        "1: 4 moves; the game goes on. 2: 0 moves; the game goes on. 3: 0 moves; the line: "
        "expected turn 1 of a game, or the turn that follows the line before; got turn 4"
    )


def test_from_a_position_the_turns_may_be_counted_on() -> None:
    record = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/5t5/11/3ttttt3/"
    ran = hnefi("replay", "--position", record, given="14. d1-d3 f4-c4\n15. e1-e3\n")
    assert (ran.returncode, ran.stdout) == (0, "1: 3 moves; the game goes on.\n")


def test_people_read_one_sentence_a_game() -> None:
    ran = replay(games=f"\nd1-d3\n{OPENING}\n{ROUND} {ROUND}\nd1-d3,0,0,Black\nd1-d3 d3-d4\nd1,0\n")
    assert (ran.returncode, ran.stderr) == (2, "")
    assert ran.stdout.splitlines()[:6] == [
        "1: 0 moves; the game goes on.",
        "2: 1 move; the game goes on.",
        "3: 5 moves; the game goes on.",
        "4: 8 moves; The attackers win: the same position has occurred too often. (rule 8)",
        "5: 1 move; The attackers win: the other side resigned.",
        "6: 1 move; move 2: It is the defenders' turn, and the piece from d3 is not theirs.",
    ]
    (last,) = ran.stdout.splitlines()[6:]
    assert last.startswith("7: 0 moves; the line: expected moves, or moves,captures,")


# Against others --------------------------------------------------------------------------


def naive_answer(ruleset: str, seed: int, plies: int) -> tuple[str, Answer]:
    """Return a random game and what the reference says of it."""
    random, naive = Random(f"{ruleset} {seed}"), NaiveGame(ruleset)
    heard: list[Answer] = []
    while naive.outcome is None and len(heard) < plies:
        legal = naive.legal_moves()
        move = random.choice(legal)
        heard.append({**ply(move, len(legal), *naive.play(move)), "moves": legal})
    outcome = naive.outcome and end(*naive.outcome, clause=None)
    moves = " ".join(ply["move"] for ply in heard)
    return moves, {"plies": heard, "outcome": outcome, "error": None}


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_random_games_are_judged_as_the_reference_judges_them(ruleset: str) -> None:
    games = [naive_answer(ruleset, seed, plies=90) for seed in range(5)]
    lines = "".join(f"{moves}\n" for moves, _ in games)
    found = answers("--ruleset", ruleset, "--legal-moves", games=lines)
    for answer in found:
        if answer["outcome"]:
            assert answer["outcome"]["clause"]
            answer["outcome"]["clause"] = None  # the reference cites no clause
    assert found == [expected for _, expected in games]


@pytest.mark.outside_data
def test_recorded_games_are_legal_and_end_as_recorded() -> None:
    winners = {"Black": "attackers", "White": "defenders"}
    lines = recorded_lines()
    found = answers(str(RECORDED), games="")
    # The site did not end games at a third repetition; some go on after it.
    errors = [(a["error"]["reason"], a["outcome"]["reason"]) for a in found if a["error"]]
    assert (len(found), errors) == (GAMES, [("game_over", "repetition")] * 5)
    for line, answer in zip(lines, found, strict=True):
        record, _, _, result = line.split(",")
        if answer["error"] is None:
            winner = answer["outcome"] and answer["outcome"]["winner"]
            assert (line, winner) == (line, winners.get(result))
            assert (result == "Ongoing") == (answer["outcome"] is None)
            captures = Counter(f"{p['move']}{'x' * bool(p['captures'])}" for p in answer["plies"])
            words = record.removesuffix("timeout").split()
            assert captures == Counter(f"{w.split('x')[0]}{'x' * ('x' in w)}" for w in words)
