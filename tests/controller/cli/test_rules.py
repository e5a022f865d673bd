"""`hnefi rules`, run as people run it, and rulesets that are files of one's own."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from controller.assembly.errors import UsageMistake
from controller.cli.options.ruleset import find_ruleset
from controller.notation.opentafl import parse_rules, write_rules
from controller.rules.explain import explain
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.ruleset import Ruleset
from controller.words.catalogue import say
from tests.hnefi import hnefi, hnefi_process, the_line_of_a_mistake

DATA = files("controller.rules") / "data"
TEXT = (DATA / "copenhagen.toml").read_text(encoding="utf-8")
NAMES = (
    "copenhagen, fetlar, hnefatafl-corner, hnefatafl-v1, hnefatafl-v2, hnefatafl-v3, "
    "viking-chess, viking-game"
)

in_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def hnefi_rules(*arguments: str, columns: int = 500) -> CompletedProcess[str]:
    return hnefi("rules", *arguments, environment={"COLUMNS": str(columns)})


def printed(*arguments: str, columns: int = 500) -> str:
    """Return what is printed where nothing is wrong."""
    ran = hnefi_rules(*arguments, columns=columns)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def explained(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return what is said of a ruleset, in English."""
    return [(clause, say(sentence)) for clause, sentence in explain(ruleset)]


def words(text: str) -> str:
    """Return a text with single spaces for any space."""
    return " ".join(text.split())


def complete(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a file with what it may leave out."""
    absent = dict.fromkeys(("agreement", "shieldwall", "exit_fort", "encircled", "time"))
    return {"readings": [], **data, "clauses": {**absent, **data["clauses"]}}


# The list --------------------------------------------------------------------------------


def test_all_rulesets_are_listed_with_their_titles() -> None:
    lines = [words(line) for line in printed(columns=80).splitlines()]
    titles = [f"{name} {named_ruleset(name).title}" for name in NAMES.split(", ")]
    assert lines == ["name title", *titles, "", "hnefi rules NAME prints one of them."]


def test_for_programs_the_list_holds_all_that_the_files_say() -> None:
    stored = [tomllib.loads((DATA / f"{n}.toml").read_text("utf-8")) for n in NAMES.split(", ")]
    assert json.loads(printed("--json")) == [complete(data) for data in stored]


# One ruleset -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["copenhagen", "hnefatafl-v2", "viking-chess"])
def test_a_ruleset_is_printed_with_clauses_and_readings(name: str) -> None:
    ruleset, text = named_ruleset(name), printed(name)
    board = [" ".join(row) for row in ruleset.start.split()]
    assert [line.strip() for line in text.splitlines()[3:14]] == board
    lines = [words(line) for line in text.splitlines()]
    assert lines[:2] == [f"{ruleset.title} ({name})", ruleset.source]
    points = [f"{clause} {sentence}" for clause, sentence in explained(ruleset)]
    readings = [f"{r.about.replace('_', ' ')} {r.text}" for r in ruleset.readings]
    # A clause of many words takes several lines of its own narrow column.
    rest = words(" ".join(lines[14:]))
    assert [sentence for _, sentence in explained(ruleset) if sentence not in rest] == []
    if all(len(clause) <= 18 for clause, _ in explained(ruleset)):
        assert lines[15 : 15 + len(points)] == points
    assert [reading for reading in readings if reading not in lines] == []


def test_80_columns_are_enough_and_nothing_is_cut() -> None:
    text = printed("hnefatafl-v2", columns=80)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert set(words(printed("hnefatafl-v2")).split()) == set(words(text).split())


def test_for_programs_one_ruleset_is_one_object() -> None:
    stored = tomllib.loads(TEXT)
    assert json.loads(printed("copenhagen", "--json")) == complete(stored)


# As OpenTafl says it ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["copenhagen", "viking-chess"])
def test_the_record_is_printed_and_what_it_cannot_say_is_told(name: str) -> None:
    record, unsaid = write_rules(named_ruleset(name))
    ran = hnefi_rules(name, "--otn")
    assert (ran.returncode, ran.stdout) == (0, f"{record}\n")
    assert ran.stderr.splitlines() == [f"hnefi: {name}: {sentence}" for sentence in unsaid]


@in_every_ruleset
def test_whatever_the_record_loses_is_told_by_name(name: str) -> None:
    ruleset = named_ruleset(name)
    record, unsaid = write_rules(ruleset)
    ours, theirs = ruleset.model_dump(), parse_rules(record, name).model_dump()
    sections = ("movement", "capture", "king", "ending")
    lost = {f"{s}.{key}" for s in sections for key in ours[s] if ours[s][key] != theirs[s][key]}
    named = {sentence.split(":")[0] for sentence in unsaid}
    assert lost - named == set()


# A file of one's own ---------------------------------------------------------------------


def own(tmp_path: Path, text: str | bytes) -> str:
    """Return the path of a file that holds a text."""
    path = tmp_path / "own.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def complaint(name: str) -> str:
    """Return the line that tells what is wrong with a ruleset; it is short enough to be read."""
    with pytest.raises(UsageMistake) as raised:
        find_ruleset(name)
    line = str(raised.value)
    assert "\n" not in line
    assert len(line) < 1000
    return line


def test_a_file_is_printed_like_those_that_ship(tmp_path: Path) -> None:
    path = own(tmp_path, TEXT.replace('name = "copenhagen"', 'name = "mine"').replace("4b", "[4]"))
    expected = printed("copenhagen").replace("(copenhagen)", "(mine)").replace("4b ", "[4]")
    assert [words(line) for line in printed(path).splitlines()] == [
        words(line) for line in expected.splitlines()
    ]


@pytest.mark.parametrize("title", ["[bold]loud[/] [/] back\\", "a :heart: for kings"])
def test_a_title_is_printed_as_it_is_written(tmp_path: Path, title: str) -> None:
    path = own(tmp_path, TEXT.replace("Copenhagen Hnefatafl 11x11", title.replace("\\", "\\\\"), 1))
    assert printed(path).splitlines()[0] == f"{title}  (copenhagen)"


def test_what_a_record_cannot_say_is_a_line_each_whatever_the_name(tmp_path: Path) -> None:
    path = own(tmp_path, TEXT.replace('"copenhagen"', '"two\\nlines"', 1))
    ran = hnefi_rules(path, "--otn")
    assert [line[:7] for line in ran.stderr.splitlines() if line[:7] != "hnefi: "] == []


def test_line_ends_of_windows_are_no_error(tmp_path: Path) -> None:
    crlf = own(tmp_path, TEXT.replace("\n", "\r\n"))
    assert find_ruleset(crlf) == named_ruleset("copenhagen")


def test_a_name_that_ships_goes_before_a_file_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fetlar").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert find_ruleset("fetlar") == named_ruleset("fetlar")
    assert find_ruleset("./fetlar") == named_ruleset("copenhagen")


# Mistakes --------------------------------------------------------------------------------


def with_value(old: str, new: str) -> str:
    """Return the text of Copenhagen with one value replaced."""
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


MUCH = 100_000
GARBAGE: dict[str, str | bytes] = {
    "empty": "",
    "binary": bytes(range(256)),
    "latin-1": with_value('"Copenhagen Hnefatafl 11x11"', '"K\u00f8benhavn"').encode("latin-1"),
    "utf-16": TEXT.encode("utf-16"),
    "lone surrogate": b'name = "\xed\xa0\x80"',
    "escaped surrogate": with_value('agreement = "10"', r'agreement = "\uD800"'),
    "NUL": with_value('agreement = "10"', 'agreement = "1\0"'),
    "JSON": json.dumps(named_ruleset("copenhagen").model_dump(mode="json")),
    "wrong square": with_value("AA.DDKDD.AA", "AA.DDKxD.AA"),
    "deep arrays": f"x = {'[' * MUCH}{']' * MUCH}",
    "deep inline tables": f"x = {'{a = ' * MUCH}1{'}' * MUCH}",
    "deep tables": f"[{'.'.join('a' * 3_000)}]",
    "deep keys": f"{'.'.join('a' * 3_000)} = 1",
    "a number of 5000 digits": with_value(
        "repetition_count = 3", f"repetition_count = {'9' * 5000}"
    ),
    "a long value": with_value('edge = "safe"', f'edge = "{"x" * MUCH}"'),
    "a long key": with_value("[king]\n", f"[king]\n{'x' * MUCH} = 1\n"),
    "a long row": with_value("AA.DDKDD.AA", "A" * MUCH),
}


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE)
def test_a_file_that_is_no_ruleset_is_told_by_name_in_one_line(
    tmp_path: Path, text: str | bytes
) -> None:
    path = own(tmp_path, text)
    assert complaint(path).startswith(f"{path}: ")


def test_a_byte_order_mark_is_read_over_or_named(tmp_path: Path) -> None:
    path = own(tmp_path, "\ufeff" + TEXT)
    try:
        assert find_ruleset(path) == named_ruleset("copenhagen")
    except UsageMistake as mistake:
        said = str(mistake)
    else:
        return
    assert "byte order mark" in said


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    loop, absent, folder = (tmp_path / f"{name}.toml" for name in ("loop", "absent", "folder"))
    loop.symlink_to(loop)
    folder.mkdir()
    expected = "expected a ruleset to read"
    assert complaint(str(loop)).startswith(f"{loop}: {expected} (Too many levels of symbolic links")
    assert complaint(str(absent)) == f"{absent}: {expected} (No such file or directory)"
    assert complaint(str(folder)) == f"{folder}: {expected} (Is a directory)"
    assert complaint(str(tmp_path)) == f"{tmp_path}: {expected} (Is a directory)"


@pytest.mark.parametrize(
    "name", ["nosuch", "Copenhagen", " ", "a\nb", "a\0b", "\udcff", "x" * 5000]
)
def test_a_name_that_is_none_is_told_with_those_there_are(name: str) -> None:
    line = complaint(name)
    assert NAMES in line
    assert repr(name)[1:30] in line


def test_an_empty_name_is_called_so() -> None:
    line = "--ruleset: expected something, got nothing; leave it out instead"
    assert complaint("") == line


def test_a_record_of_no_ruleset_in_particular_is_a_mistake() -> None:
    ran = hnefi_rules("--otn")
    line = "hnefi: rules: --otn needs the name of a ruleset\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", line)


def test_an_unknown_name_is_told_where_it_stands() -> None:
    line = the_line_of_a_mistake(hnefi_rules("nosuch"))
    assert "'nosuch'" in line
    assert "--ruleset" not in line, "there is no such option here"


def test_deep_nesting_ends_a_real_process_in_one_line_too(tmp_path: Path) -> None:
    path = own(tmp_path, GARBAGE["deep arrays"])
    assert path in the_line_of_a_mistake(hnefi_process("rules", path))


def test_every_ruleset_there_is_was_named_here() -> None:
    assert ", ".join(ruleset_names()) == NAMES
