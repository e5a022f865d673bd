"""`hnefi review` finds the turning points of written games."""

import json
from pathlib import Path

from tests.controller.assembly.test_coach import LOST
from tests.hnefi import hnefi, the_line_of_a_mistake

QUICKLY = ("--nodes", "3000", "--jobs", "1")


def test_the_move_that_lost_a_game_is_named_with_a_better_one(tmp_path: Path) -> None:
    games = tmp_path / "games.csv"
    games.write_text(f"{' '.join(LOST)}\nd1-d3\n")
    ran = hnefi("review", str(games), *QUICKLY, "--json")
    assert ran.returncode == 0
    lost, short = map(json.loads, ran.stdout.splitlines())
    assert short == {"plies": 1, "turning_points": [], "error": None}
    assert (lost["plies"], lost["error"]) == (len(LOST), None)
    by_ply = {each["ply"]: each for each in lost["turning_points"]}
    assert (by_ply[7]["side"], by_ply[7]["move"]) == ("attackers", "h3-h1")
    assert by_ply[7]["better"] != "h3-h1"
    assert all(0.075 < each["given_away"] <= 1 for each in lost["turning_points"])


def test_a_line_with_a_mistake_is_looked_at_as_far_as_it_goes_and_the_others_whole(
    tmp_path: Path,
) -> None:
    games = tmp_path / "games.csv"
    games.write_text("d1-d3 d3-d9\nd1-d3\n")
    ran = hnefi("review", str(games), *QUICKLY)
    broken, whole = ran.stdout.splitlines()
    assert ran.returncode == 2
    assert broken == (
        "1: 1 move; no turning points; move 2: "
        "It is the defenders' turn, and the piece from d3 is not theirs."
    )
    assert whole == "2: 1 move; no turning points"


def test_a_game_written_a_turn_a_line_is_one_game(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("1. d1-d3 f4-c4\n2. e1-e3 f8-c8\n3. d3-d9\n")
    ran = hnefi("review", str(games), *QUICKLY)
    assert (ran.returncode, ran.stdout.splitlines()[0][:10]) == (2, "1: 4 moves")
    assert len(ran.stdout.splitlines()) == 1


def test_an_opentafl_record_is_refused_in_one_line(tmp_path: Path) -> None:
    record = tmp_path / "game.otg"
    record.write_text("[rules: dim:11]\n")
    assert the_line_of_a_mistake(hnefi("review", str(record), *QUICKLY)) == (
        "hnefi: review: expected games, one a line, got an OpenTafl record"
    )
