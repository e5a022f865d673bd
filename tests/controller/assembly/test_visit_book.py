"""Visits are on disk before the next one comes, whatever the power did to the file."""

from pathlib import Path

from controller.assembly.visit_book import VisitBook, append, read_lines
from controller.exhibition.counts import HEADER, day_counts
from controller.rules.sentence import Sentence
from tests.controller.exhibition.test_counts import STAY


def test_a_book_writes_its_header_once_and_a_line_for_each_stay(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "visits.csv"
    for _ in range(2):
        book = VisitBook(path, lambda: "2026-05-17", lambda _: None)
        book.add(STAY)
        book.close()
    lines = read_lines(path)
    assert lines[0] == HEADER.strip()
    assert [day.visits for day in day_counts(lines)] == [2]


def test_a_line_that_was_torn_spoils_none_after_it(tmp_path: Path) -> None:
    path = tmp_path / "visits.csv"
    append(path, "2026-05-17,65,da,1,1,1,0,14,game,left\n")
    path.write_bytes(path.read_bytes()[:-20])
    append(path, "2026-05-17,65,da,1,1,1,0,14,game,left\n")
    assert [day.visits for day in day_counts(read_lines(path))] == [1]


def test_what_cannot_be_written_is_said_and_stops_nothing(tmp_path: Path) -> None:
    said: list[Sentence] = []
    (tmp_path / "file").write_text("")
    book = VisitBook(tmp_path / "file" / "visits.csv", lambda: "2026-05-17", said.append)
    book.add(STAY)
    book.close()
    assert [each.key for each in said] == ["exhibition.uncounted"]


def test_no_file_is_no_visit(tmp_path: Path) -> None:
    assert read_lines(tmp_path / "visits.csv") == []
