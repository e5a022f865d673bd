"""TOML files that people write: a mistake is one line with key, what was expected, and the cure."""

import pytest
from pydantic import BaseModel, ConfigDict

from controller.notation.toml_file import parse_toml


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Hours(_Data):
    """A table in a list, or by itself."""

    opens: str


class File(_Data):
    """A file."""

    name: str
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
