"""What was counted is a CSV file without names, and a torn line in it spoils nothing."""

from controller.exhibition.counts import COLUMNS, HEADER, DayCounts, day_counts, write_stay
from controller.exhibition.stay import End, Stay

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
