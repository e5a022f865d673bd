"""A day counts as the day that it is, however a spreadsheet writes it; none is guessed."""

import pytest

from controller.exhibition.days import read_days

DAY = "2026-05-17"


@pytest.mark.parametrize(
    "text",
    [
        *("2026-05-17", "2026-5-17", "2026/05/17", "2026/5/17", "2026.05.17", "2026. 5. 17"),
        *("17.05.2026", "17.5.2026", "17.05.26", "17. 5. 2026"),
        *("17-05-2026", "17-5-2026", "17-05-26"),
        *("17/05/2026", "17/5/2026", "17/05/26", "5/17/2026", "05/17/26", "5-17-2026"),
        *(" 2026-05-17 ", "26/05/17", "26-05-17"),
    ],
)
def test_a_day_that_can_be_read_in_one_way_is_that_day(text: str) -> None:
    assert read_days([text]) == {text: DAY}


@pytest.mark.parametrize(
    ("others", "day"), [(["17/5/2026"], "2026-06-05"), (["5/17/2026"], "2026-05-06")]
)
def test_which_number_is_the_month_is_shown_by_another_line(others: list[str], day: str) -> None:
    assert read_days(["5/6/2026", *others])["5/6/2026"] == day


def test_with_dots_the_day_always_comes_before_the_month() -> None:
    assert read_days(["5.6.2026", "05.06.26", "25.06.26"]) == {
        "5.6.2026": "2026-06-05",
        "05.06.26": "2026-06-05",
        "25.06.26": "2026-06-25",
    }


def test_a_day_and_a_month_of_the_same_number_are_known() -> None:
    assert read_days(["5/5/2026"]) == {"5/5/2026": "2026-05-05"}


@pytest.mark.parametrize(
    "texts",
    [
        ["5/6/2026", "7/8/2026"],
        ["5/6/2026", "2026-05-17", "17-05-2026"],  # hands that write otherwise show nothing
        ["25/05/26"],  # nor whether the year comes first
    ],
)
def test_a_day_that_no_line_decides_is_not_guessed(texts: list[str]) -> None:
    assert texts[0] not in read_days(texts)


def test_where_both_orders_stand_only_what_can_be_read_in_one_way_is_known() -> None:
    assert read_days(["17/5/2026", "5/18/2026", "5/6/2026"]) == {
        "17/5/2026": DAY,
        "5/18/2026": "2026-05-18",
    }


@pytest.mark.parametrize(
    "text",
    [
        *("", "Sunday", "46159", "2026-05", "17-05/2026", "2026-02-29", "31/4/2026", "0/5/2026"),
        *("17.05.19", "17.05.126", "0000-05-17", "2026-005-17", "2026-05-1\u00b2"),
    ],
)
def test_what_is_no_day_is_not_known(text: str) -> None:
    assert read_days([text]) == {}
