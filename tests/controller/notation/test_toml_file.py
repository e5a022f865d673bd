"""TOML files that people write: a mistake is one line with key, what was expected, and the cure."""

from typing import Annotated

import pytest
from pydantic import BaseModel, ConfigDict, Field

from controller.notation.toml_file import MistakesError, parse_toml


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Hours(_Data):
    """A table in a list, or by itself."""

    opens: str


class File(_Data):
    """A file."""

    name: Annotated[str, Field(max_length=300)]
    hours: list[Hours] = []
    place: Hours | None = None


def test_what_is_written_is_read() -> None:
    text = 'name = "x"\n[[hours]]\nopens = "10:00"\n'
    assert parse_toml(text, File) == File(name="x", hours=[Hours(opens="10:00")])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name =", "expected TOML: Invalid value (at end of document)"),
        ("a = " + "[" * 5000, "expected TOML: "),
        ("", "name: expected this key, found none"),
        ("name = 3", "name: expected text in quotes, got 3"),
        (
            'nam = "x"\nname = "y"',
            "nam: expected one of name, hours, place, got 'nam'; did you mean name?",
        ),
        (
            'name = "x"\n[[hours]]\nopen = "1"\nopens = "2"',
            "hours, item 1, open: expected one of opens, got 'open'; did you mean opens?",
        ),
        (
            'name = "x"\n[place]\nclosed = "1"\nopens = "2"',
            "place.closed: expected one of opens, got 'closed'",
        ),
    ],
)
def test_a_mistake_is_one_line(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint[:4]) as found:
        parse_toml(text, File)
    assert str(found.value).startswith(complaint)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        (r"\u001b[31mred\u0007\u202e", r"\x1b[31mred\x07\u202e"),
        (r"\u009b2J\r", r"\x9b2J\r"),
        ("Zug für Zug", "Zug für Zug"),
        ("k" * 200, "k" * 60),
    ],
)
def test_a_key_is_named_as_values_are_harmless_and_no_longer_than_can_be_read(
    key: str, shown: str
) -> None:
    with pytest.raises(MistakesError) as found:
        parse_toml(f'name = "x"\n[[hours]]\nopens = "2"\n"{key}" = 1', File)
    (mistake,) = found.value.mistakes
    assert mistake.startswith(f"hours, item 1, {shown}: expected one of opens, got ")


def test_a_text_that_is_too_long_is_not_repeated_but_counted() -> None:
    with pytest.raises(MistakesError) as found:
        parse_toml(f'name = "{"x" * 900}"', File)
    assert found.value.mistakes == ("name: expected at most 300 characters, got 900",)


def test_a_long_text_in_the_place_of_something_else_ends_with_its_quote() -> None:
    with pytest.raises(MistakesError) as found:
        parse_toml(f'name = "x"\nhours = "{"x" * 900}"', File)
    assert found.value.mistakes == (f"hours: expected a list in brackets, got '{'x' * 60}'",)
