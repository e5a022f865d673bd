"""`hnefi puzzles`: make them, and play the one of a day."""

import json
from pathlib import Path

import pytest

from controller.engine.binding import kernel_complaint
from controller.lessons.puzzles import parse_puzzle
from tests.controller.engine.kernels import needs_kernel
from tests.hnefi import hnefi, started, the_line_of_a_mistake
from tests.waiting import wait_until


def test_puzzles_are_made_into_a_file_that_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    ran = hnefi("puzzles", "make", "1", "--seed", "1", "--out", str(file))
    if kernel_complaint():
        assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
        return
    assert ran.returncode == 0, ran.stderr
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [parse_puzzle(line, "mine").ruleset for line in lines] == ["copenhagen"]


def test_a_file_that_cannot_be_written_is_a_mistake_in_one_line(tmp_path: Path) -> None:
    ran = hnefi("puzzles", "make", "2", "--out", str(tmp_path))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)


@needs_kernel
def test_who_stops_early_keeps_what_is_found_and_hears_that_it_is_not_all(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    with started("puzzles", "make", "500", "--out", str(file)) as making:
        wait_until(lambda: file.exists() and file.stat().st_size > 0, "the first puzzle")
        ended = making.interrupt()
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [parse_puzzle(line, "mine").ruleset for line in lines] == ["copenhagen"] * len(lines)
    said = f"{file} holds {len(lines)} of 500 puzzles.\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", said)


@pytest.mark.nightly  # without knowing the rules that takes long
def test_a_visitor_tries_the_puzzle_of_a_day() -> None:
    ran = hnefi("puzzles", "play", "2", "--headless", "--json")
    found = json.loads(ran.stdout)
    assert found["lesson"] == "puzzle_2"
    assert ran.returncode == (0 if found["stars"] else 1)


def test_a_day_that_there_is_not_is_a_mistake_in_one_line() -> None:
    ran = hnefi("puzzles", "play", "400", "--headless")
    assert ran.returncode == 2
    assert "expected a day from 1 to 366, got 400" in ran.stderr


def test_only_a_simulated_visitor_gives_an_object() -> None:
    line = "hnefi: --json: expected --headless with it"
    assert the_line_of_a_mistake(hnefi("puzzles", "play", "2", "--json")) == line
