"""Visits are on disk before the next one comes, whatever the power did to the file."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.assembly.visit_book import (
    LOST,
    MOST_WAITING,
    VisitBook,
    append,
    check_room,
    read_lines,
)
from controller.exhibition.counts import HEADER, day_counts
from controller.rules.sentence import sentence
from tests.controller.exhibition.test_counts import STAY
from tests.controller.supervision.test_tally import Heard
from tests.waiting import wait_until

FULL = sentence("exhibition.uncounted", error="No space left on device")
LINE = "2026-05-17,65,da,1,1,1,0,14,game,left\n"


def test_a_book_writes_its_header_once_and_a_line_for_each_stay(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "visits.csv"
    for _ in range(2):
        book = VisitBook(path, lambda: "2026-05-17", Heard().tally)
        book.add(STAY)
        book.close()
    lines = read_lines(path)
    assert lines[0] == HEADER.strip()
    assert [day.visits for day in day_counts(lines)] == [2]


def test_a_line_that_was_torn_spoils_none_after_it(tmp_path: Path) -> None:
    path = tmp_path / "visits.csv"
    append(path, LINE)
    path.write_bytes(path.read_bytes()[:-20])
    append(path, LINE)
    assert [day.visits for day in day_counts(read_lines(path))] == [1]


def test_visits_wait_while_the_disk_is_full_and_all_are_written_once_there_is_room(
    tmp_path: Path,
) -> None:
    heard, path = Heard(), tmp_path / "visits.csv"
    path.symlink_to("/dev/full")
    book = VisitBook(path, lambda: "2026-05-17", heard.tally)
    for _ in range(3):
        book.add(STAY)
    wait_until(lambda: heard.tally.troubles == (FULL,), "a disk that is full")
    path.unlink()
    book.add(STAY)
    wait_until(lambda: heard.tally.troubles == (), "room on the disk")
    book.close()
    assert [day.visits for day in day_counts(read_lines(path))] == [4]
    assert heard.said == [FULL]


def test_what_waits_is_written_though_nobody_comes_any_more(tmp_path: Path) -> None:
    heard, path = Heard(), tmp_path / "visits.csv"
    path.symlink_to("/dev/full")
    book = VisitBook(path, lambda: "2026-05-17", heard.tally, again_s=0.01)
    book.add(STAY)
    wait_until(lambda: heard.tally.troubles == (FULL,), "a disk that is full")
    path.unlink()
    wait_until(lambda: heard.tally.troubles == (), "room on the disk")
    assert [day.visits for day in day_counts(read_lines(path))] == [1]
    book.close()


def test_a_full_disk_is_known_before_the_first_visit_ends(tmp_path: Path) -> None:
    heard, path = Heard(), tmp_path / "visits.csv"
    path.symlink_to("/dev/full")
    book = VisitBook(path, lambda: "2026-05-17", heard.tally)
    wait_until(lambda: heard.tally.troubles == (FULL,), "a disk that is full")
    book.close()
    assert heard.said == [FULL]  # no visit is lost


def test_visits_that_still_wait_at_the_end_are_said_to_be_lost(tmp_path: Path) -> None:
    heard = Heard()
    (tmp_path / "file").write_text("")
    book = VisitBook(tmp_path / "file" / "visits.csv", lambda: "2026-05-17", heard.tally)
    for _ in range(2):
        book.add(STAY)
    book.close()
    assert heard.said == [
        sentence("exhibition.uncounted", error="File exists"),
        sentence("exhibition.lost", count=2),
    ]


def test_no_more_visits_wait_than_some_days_bring(tmp_path: Path) -> None:
    heard, path = Heard(), tmp_path / "visits.csv"
    path.symlink_to("/dev/full")
    book = VisitBook(path, lambda: "2026-05-17", heard.tally)
    for _ in range(MOST_WAITING + 2):
        book.add(STAY)
    wait_until(lambda: heard.tally.counts[LOST] == 2, "visits that do not wait")
    path.unlink()
    book.close()
    assert [day.visits for day in day_counts(read_lines(path))] == [MOST_WAITING]
    assert heard.said == [FULL, sentence("exhibition.lost", count=2)]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size, as if the disk were full then."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("fits", range(len(LINE)))
def test_a_line_that_does_not_fit_leaves_no_part_of_it_and_counts_once(
    fits: int, tmp_path: Path
) -> None:
    path = tmp_path / "visits.csv"
    append(path, LINE)
    with room_for(len(HEADER + LINE) + fits), pytest.raises(OSError, match="too large"):
        append(path, LINE)
    assert path.read_text() == HEADER + LINE
    append(path, LINE)
    assert path.read_text() == HEADER + LINE + LINE


def test_to_look_for_room_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "visits.csv"
    append(path, LINE)
    check_room(path)
    assert path.read_text() == HEADER + LINE
    with room_for(len(HEADER + LINE) + 1), pytest.raises(OSError, match="too large"):
        check_room(path)
    assert path.read_text() == HEADER + LINE


def test_no_file_is_no_visit(tmp_path: Path) -> None:
    assert read_lines(tmp_path / "visits.csv") == []
