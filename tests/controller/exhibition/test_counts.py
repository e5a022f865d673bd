"""What was counted is a CSV file without names, and a torn line in it spoils nothing."""

from collections import Counter

import pytest

from controller.exhibition.counts import (
    COLUMNS,
    HEADER,
    DayCounts,
    day_counts,
    of_unknown_days,
    write_stay,
)
from controller.exhibition.stay import End, Stay
from controller.rules.sentence import sentence

STAY = Stay(
    10.0, 75.4, 9, "da", 1, 1, 1, 0, 14, place="lesson:welcome", end=End.LEFT
)  # fmt: skip


def test_a_stay_is_a_line_with_a_day_and_no_time() -> None:
    assert write_stay(STAY, "2026-05-17") == "2026-05-17,65,da,1,1,1,0,14,lesson:welcome,left\n"
    assert len(COLUMNS) == 10


def test_days_add_up_and_say_where_people_left() -> None:
    lines = [
        HEADER,
        write_stay(STAY, "2026-05-18"),
        write_stay(STAY, "2026-05-17"),
        write_stay(Stay(0, 5, 3, place="language", end=End.STAFF), "2026-05-17"),
        "2026-05-17,65,da,1,1",  # the power went
        "2026-05-17,x,da,a,b,c,d,0,game,left",
        "2026-05-17,65,da,1,1,1,0,14,cellar,left",  # somebody wrote in the file
    ]
    first, second = day_counts(lines)
    assert first == DayCounts("2026-05-17", 2, 1, 1, 1, 0, first.places)
    assert first.places == {"lesson": 1, "language": 1}
    assert (second.day, second.visits) == ("2026-05-18", 1)


def test_nothing_counted_is_no_day() -> None:
    assert day_counts([]) == day_counts([HEADER]) == []


VISIT = "2026-11-28,26,en,0,0,1,0,1,game_of_two,left\n"
ONE = [DayCounts("2026-11-28", visits=1, games_begun=1, places=Counter(game_of_two=1))]


@pytest.mark.parametrize(
    "lines",
    [
        [HEADER, VISIT],
        [f"\ufeff{HEADER}", VISIT.replace("\n", "\r\n")],
        [HEADER.replace(",", ";"), VISIT.replace(",", ";")],
        [HEADER.replace(",", "\t"), VISIT.replace(",", "\t")],
        [f"\ufeff{VISIT}"],
        [HEADER, VISIT.replace("2026-11-28", "28.11.2026")],
        [HEADER, VISIT.replace("26,en", '26,"en"')],
        [
            "place,end,day,seconds,language,plies,lessons_begun,lessons_done,games_begun,games_done",
            "game_of_two,left,2026-11-28,26,en,1,0,0,1,0",
        ],
    ],
    ids=["own", "mark", "semicolons", "tabs", "no header", "German day", "quotes", "moved columns"],
)
def test_what_a_spreadsheet_has_saved_is_read(lines: list[str]) -> None:
    assert day_counts(lines) == ONE


def test_the_next_visits_are_added_with_commas_whatever_was_saved() -> None:
    (day,) = day_counts([HEADER.replace(",", ";"), VISIT.replace(",", ";"), VISIT])
    assert day.visits == 2


@pytest.mark.parametrize(
    "broken",
    [
        VISIT.replace("en,0", "en,\u00b2"),
        VISIT.replace("en,0", f"en,{'9' * 5000}"),
        VISIT.replace("en,0", f"{'e' * 200_000},0"),
        VISIT.replace("26,en", '26,"en'),
        "\x00\n",
        "\n",
    ],
    ids=["no digit", "many digits", "long", "open quote", "NUL", "blank"],
)
def test_a_line_that_cannot_be_read_costs_no_other(broken: str) -> None:
    assert day_counts([HEADER, broken, VISIT]) == ONE


def test_one_day_is_one_day_however_its_lines_write_it() -> None:
    days = ["2026-11-28", "11/28/2026", "28.11.26", "28-11-2026", "11/28/26"]
    (day,) = day_counts([HEADER, *(VISIT.replace("2026-11-28", day) for day in days)])
    assert (day.day, day.visits) == ("2026-11-28", 5)


def test_days_come_in_the_order_of_the_calendar() -> None:
    days = ["2/11/2026", "28/10/2026", "1/12/2025"]
    found = day_counts([HEADER, *(VISIT.replace("2026-11-28", day) for day in days)])
    assert [day.day for day in found] == ["2025-12-01", "2026-10-28", "2026-11-02"]


def test_a_line_whose_day_nobody_can_know_is_left_out_and_named() -> None:
    lines = [HEADER, VISIT, VISIT.replace("2026-11-28", "5/6/2026"), "\n", "torn,"]
    assert day_counts(lines) == ONE
    assert of_unknown_days(lines) == sentence("page.counts.unknown_days", count=1, lines="3")
    assert of_unknown_days([HEADER, VISIT]) is None


def test_of_many_lines_the_first_dozen_is_named() -> None:
    assert of_unknown_days([VISIT.replace("2026-11-28", "soon")] * 14) == sentence(
        "page.counts.unknown_days", count=14, lines="1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ..."
    )
