"""Text that strangers write reaches no terminal as a command."""

import json

import pytest

from controller.notation.plain_text import plain_line, printable, printable_json


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Anna",
        "Björn Þór",
        'A "B" [c]',
        "薔薇 \U0001f600",
        "山田\u3000太郎",
        "\U0001f468\u200d\U0001f469",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "10\u202f000\u00a0m",
    ],
)
def test_a_plain_line_stays_as_it_is(text: str) -> None:
    assert plain_line(text) == printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2J", r"a\x1b[2J"),
        ("\x9b31m", r"\x9b31m"),
        ("a\r\nb", r"a\r\nb"),
        ("a\tb", r"a\tb"),
        ("\u202eevil", r"\u202eevil"),
        ("\udcff", r"\udcff"),
        ("\U000e0001", r"\U000e0001"),
    ],
)
def test_what_is_not_printable_is_no_plain_line_and_is_shown_as_an_escape(
    text: str, shown: str
) -> None:
    assert printable(text) == shown
    with pytest.raises(ValueError, match="expected one line of plain text"):
        plain_line(text)


@pytest.mark.parametrize("text", [" a", "a ", "a  b"])
def test_spaces_stand_between_words_alone(text: str) -> None:
    assert printable(text) == text
    with pytest.raises(ValueError, match="expected one line of plain text"):
        plain_line(text)


@pytest.mark.parametrize("value", ["a\x1b[2J\x9b", "\u202eevil", "\U000e0001", "Björn \u00a0\n\\"])
def test_json_says_the_same_in_printable_characters(value: str) -> None:
    shown = printable_json(json.dumps({"name": value}, ensure_ascii=False))
    assert json.loads(shown) == {"name": value}
    assert shown.isprintable()


def test_json_that_is_printable_stays_as_it_is() -> None:
    assert printable_json('{"name": "Björn"}') == '{"name": "Björn"}'
