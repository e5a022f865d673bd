"""A programme is read whole, or refused in one line that says where, what and how to mend it."""

import pytest

from controller.exhibition.errors import ProgrammeError
from controller.exhibition.programme import MINUTES_OF_DAY, Hours, Patience, Programme, Sound
from controller.exhibition.reading import Known, parse_programme, usual_programme

KNOWN = Known({"en": "English", "da": "Dansk"}, ("welcome", "take_one"), ("one-move", "two-moves"))
GOOD = """
languages = ["da", "en"]
lessons = ["take_one"]
level = "two-moves"

[patience]
game = 120

[[hours]]
days = ["mon", "sun"]
opens = "09:30"
closes = "24:00"

[sound]
cues = true
"""


def test_a_programme_without_keys_is_the_usual_one() -> None:
    assert usual_programme(KNOWN) == Programme(
        ("en", "da"), ("welcome",), "one-move", names=("English", "Dansk")
    )


def test_a_programme_has_all_that_its_file_says() -> None:
    assert parse_programme(GOOD, "day.toml", KNOWN) == Programme(
        ("da", "en"),
        ("take_one",),
        "two-moves",
        patience=Patience(game=120),
        hours=(Hours(0, 570, 1440), Hours(6, 570, 1440)),
        sound=Sound(cues=True),
        names=("Dansk", "English"),
    )


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('["da", "en"]', '["da", "da"]', "languages: expected each language once, got da, da"),
        ('["da", "en"]', "[]", "languages: expected a list of at least 1, got an empty list"),
        (
            '"take_one"',
            '"take_on"',
            "lessons, item 1: expected one of welcome, take_one, got 'take_on'",
        ),
        ('"take_one"', '"take_on"', "; did you mean take_one?"),
        ('"two-moves"', '"club"', "level: expected one of one-move, two-moves, got 'club'"),
        ("game = 120", "game = 0", "patience.game: expected at least 1, got 0"),
        ("game = 120", "gane = 9", "patience.gane: expected one of set_up, language, first_time"),
        ("game = 120", "gane = 9", "did you mean game?"),
        ('"mon"', '"Monday"', "hours, item 1, days, item 1: expected 'mon', 'tue', 'wed'"),
        ('"24:00"', '"08:00"', "hours, item 1, closes: expected a time after 09:30, got 08:00"),
        ('"24:00"', '"25:00"', "hours, item 1, closes: expected a time such as 09:30, got '25:00'"),
        ('"mon", "sun"', '"mon", "mon"', "hours: expected hours that do not overlap, got item 1, "),
        ("cues = true", "cue = true", "sound.cue: expected one of cues, speech, got 'cue'"),
        ("[patience]", "[patience", "expected TOML"),
        ("languages =", 'name = "a\\u001b"\nlanguages =', "name: expected one line of plain text"),
    ],
)
def test_what_is_wrong_is_one_line(old: str, new: str, complaint: str) -> None:
    with pytest.raises(ProgrammeError) as found:
        parse_programme(GOOD.replace(old, new), "day.toml", KNOWN)
    assert str(found.value).startswith("day.toml: ")
    assert complaint in str(found.value)
    assert "\n" not in str(found.value)


AT_NIGHT = (
    'to stay open past midnight, write "24:00" here and add [[hours]] with '
    'days = ["tue", "mon"], opens = "00:00", closes = "03:00"'
)


@pytest.mark.parametrize(
    ("closes", "cure"), [("03:00", AT_NIGHT), ("00:00", 'write midnight as "24:00"')]
)
def test_hours_past_midnight_are_refused_with_how_to_write_them(closes: str, cure: str) -> None:
    with pytest.raises(ProgrammeError) as found:
        parse_programme(GOOD.replace("24:00", closes), "day.toml", KNOWN)
    assert str(found.value) == (
        f"day.toml: hours, item 1, closes: expected a time after 09:30, got {closes}; {cure}"
    )


def test_hours_past_midnight_are_two_tables_and_the_board_stays_open_between_them() -> None:
    text = """
[[hours]]
days = ["sun"]
opens = "22:00"
closes = "24:00"
[[hours]]
days = ["mon"]
opens = "00:00"
closes = "03:00"
"""
    programme = parse_programme(text, "night.toml", KNOWN)
    sunday = 6 * MINUTES_OF_DAY
    asked = (sunday + 1319, sunday + 1320, sunday + 1439, 0, 179, 180)
    assert [programme.is_open(minute) for minute in asked] == [False, *4 * [True], False]


def test_each_mistake_has_its_line() -> None:
    text = """
languages = ["en", "xx"]
lessons = ["take_one", "take_on"]
level = "best"

[[hours]]
days = ["mon", "Tuesday"]
opens = "25:00"
closes = "17:00"
"""
    with pytest.raises(ProgrammeError) as found:
        parse_programme(text, "day.toml", KNOWN)
    places = [line.split(": ")[:2] for line in found.value.mistakes]
    assert places == [
        ["day.toml", "languages, item 2"],
        ["day.toml", "lessons, item 2"],
        ["day.toml", "level"],
        ["day.toml", "hours, item 1, days, item 2"],
        ["day.toml", "hours, item 1, opens"],
    ]
    assert str(found.value) == found.value.mistakes[0]
