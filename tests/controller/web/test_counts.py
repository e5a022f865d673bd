"""The page of what an unattended board has counted, and the file behind it."""

import re
from importlib.resources import files
from pathlib import Path

from controller.assembly.visit_book import append
from controller.exhibition.counts import HEADER
from controller.web.counts import count_routes
from tests.controller.web.asking import Asking

LINE = "2026-05-17,65,da,1,1,1,0,14,lesson:welcome,left\n"


def client(visits: Path | None) -> Asking:
    return Asking(count_routes(visits))


def test_visits_are_shown_day_by_day_in_the_language_of_the_browser(tmp_path: Path) -> None:
    append(tmp_path / "visits.csv", LINE)
    asked = client(tmp_path / "visits.csv")
    text = asked.get("/counts", headers={"Accept-Language": "da"}).text.decode()
    assert '<html lang="da' in text
    assert '<th scope="row">2026-05-17</th><td>1</td><td>1</td><td>1</td><td>1</td>' in text
    assert "i en lektion: 1" in text
    english = asked.get("/counts", headers={"Accept-Language": "en"}).text.decode()
    assert "in a lesson: 1" in english


def test_lines_whose_day_nobody_can_know_are_named_below_the_days(tmp_path: Path) -> None:
    for line in (LINE, LINE.replace("2026-05-17", "5/6/2026")):
        append(tmp_path / "visits.csv", line)
    text = client(tmp_path / "visits.csv").get("/counts").text.decode()
    assert text.count('<th scope="row">') == 1
    assert "</table><p>Line 3 is not counted, because nobody can know its day: write it" in text


def test_the_page_has_an_icon_that_is_there(tmp_path: Path) -> None:
    text = client(tmp_path / "visits.csv").get("/counts").text.decode()
    icon = re.search(r'rel="icon" href="/(static/[^"]+)"', text)
    assert icon is not None
    assert files("controller.web").joinpath(icon[1]).is_file()


def test_the_file_can_be_downloaded(tmp_path: Path) -> None:
    append(tmp_path / "visits.csv", LINE)
    answer = client(tmp_path / "visits.csv").get("/counts.csv")
    assert answer.text.decode() == HEADER + LINE
    assert answer.headers["content-type"].startswith("text/csv")


def test_before_the_first_visit_there_is_nothing_but_a_header(tmp_path: Path) -> None:
    asked = client(tmp_path / "visits.csv")
    assert asked.get("/counts.csv").text.decode() == HEADER
    assert "Nobody has been here yet." in asked.get("/counts").text.decode()


def test_a_board_that_people_look_after_counts_nobody() -> None:
    assert client(None).get("/counts").status_code == 404
