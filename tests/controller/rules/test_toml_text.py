"""A TOML text of a stranger becomes tables, or one sentence that says why it does not."""

import tomllib

import pytest

from controller.rules.toml_text import parse_tables


def test_tables_are_read_as_they_are_written() -> None:
    deepest = "[" * 19 + "]" * 19
    text = f"a = {(1 << 63) - 1}\nb.c = [1.5, true]\nd = {deepest}\ne = -{(1 << 63) - 1}\n"
    found = parse_tables(text)
    assert repr(found.pop("d")) == deepest
    assert found == {"a": (1 << 63) - 1, "b": {"c": [1.5, True]}, "e": 1 - (1 << 63)}


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 20 + "]" * 20,
        "a = " + "[" * 60_000,
        "a = " + "[" * 2000 + "]" * 2000,
        "a = " + "{b = " * 20_000,
        ".".join(["a"] * 30_000) + " = 1",
        "[" + ".".join(["a"] * 21) + "]",
        "a = [{" + " . ".join(['"a"', "'.'", "a"] * 7) + " = 1}]",
        'a = "\\"" # "\n' + ".".join(["a"] * 21) + " = 1",
    ],
    ids=["just", "open", "closed", "tables", "dotted", "section", "quoted", "after a string"],
)
def test_what_is_too_deep_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected tables and lists at most 20 deep"):
        parse_tables(text)


def test_a_key_of_many_parts_is_refused_before_it_takes_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For tomllib that grows with the square of the parts: minutes for a hundred kilobytes."""
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("it was read"))
    with pytest.raises(ValueError, match="expected tables and lists at most 20 deep"):
        parse_tables("a" + ".a" * 30_000 + " = 1\n")


@pytest.mark.parametrize(
    "text",
    [
        '"""\n' + ".a" * 30 + '\n"""',
        '"""\n\\""" ' + ".a" * 30 + '"""',
        "'''\n" + ".a" * 30 + "\n'''",
        '"' + ".a" * 30 + '"',
        '"\\"' + ".a" * 30 + '"',
        "'\"" + ".a" * 30 + "'",
        "1 # " + ".a" * 30,
        "[" + "1.5, " * 30 + "]",
        "[" + "1.5,\n" * 30 + "]",
    ],
)
def test_dots_in_text_and_in_numbers_are_no_keys(text: str) -> None:
    assert list(parse_tables(f"a = {text}\n")) == ["a"]


@pytest.mark.parametrize("number", ["9" * 10_000, "9" * 19, "0x" + "f" * 10_000, "-" + "9" * 20])
def test_a_number_that_is_too_long_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="expected whole numbers of at most 64 bits"):
        parse_tables(f"a = [{number}]")


@pytest.mark.parametrize("line", ["name = “Harbour”", 'name = "Harbour”', "days = [“tue”]"])
def test_quotes_of_a_word_processor_are_named_with_the_cure(line: str) -> None:
    cure = r"\(at line 2, column \d+\); write plain quotes, \", in place of [“”]$"
    with pytest.raises(ValueError, match=cure):
        parse_tables(f"a = 1\n{line}\n")


def test_such_quotes_on_another_line_are_no_mistake() -> None:
    with pytest.raises(ValueError, match=r"\(at line 2, column 5\)$"):
        parse_tables('a = "“Harbour”"\nb = \n')


def test_what_is_no_toml_is_refused_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"Invalid value \(at line 1, column 5\)"):
        parse_tables("a = \n")
