"""The page about exhibitions has the programme that works, every key, and the table of states."""

import json
import re
from pathlib import Path

import pytest

from controller.exhibition.programme import Patience
from controller.exhibition.reading import PatienceTable, ProgrammeFile
from controller.exhibition.showing import state_name
from controller.exhibition.states import TABLE
from tests.docs.markdown import ROOT
from tests.hnefi import hnefi

_PAGE = (ROOT / "docs/exhibition.md").read_text(encoding="utf-8")


def rows(section: str) -> list[list[str]]:
    """Return the rows of the table that begins with a line."""
    lines = _PAGE.split(section)[1].splitlines()[2:]
    cells = (line.strip("| ").split(" | ") for line in lines)
    found = []
    for row in cells:
        if len(row) == 1:
            break
        found.append([cell.strip("` ") for cell in row])
    return found


@pytest.fixture
def museum(tmp_path: Path) -> str:
    """Return the file of the programme of the page."""
    (toml,) = re.findall(r"```toml\n(.*?)```", _PAGE, re.DOTALL)
    file = tmp_path / "museum.toml"
    file.write_text(toml, encoding="utf-8")
    return str(file)


def test_the_programme_of_the_page_has_nothing_to_complain_about(museum: str) -> None:
    ran = hnefi("exhibition", "check", museum)
    assert (ran.returncode, ran.stdout) == (0, f"{museum}: nothing to complain about.\n")


def test_the_programme_of_the_page_passes_its_rehearsal(museum: str) -> None:
    ran = hnefi("exhibition", "rehearse", "--programme", museum, "--hours", "0.03", "--json")
    assert (ran.returncode, json.loads(ran.stdout)["ready"]) == (0, True)


def test_the_page_explains_every_key() -> None:
    assert [row[0] for row in rows("| key | value |")] == list(ProgrammeFile.model_fields)


def test_the_page_has_every_patience_with_its_usual_seconds() -> None:
    found = {
        row[0]: float(row[2]) for row in rows("| in `patience` | how long the board waits | s |")
    }
    usual = {name: getattr(Patience(), name) for name in PatienceTable.model_fields}
    assert found == usual


def test_the_table_of_the_page_is_the_table_of_the_code() -> None:
    shown = {(row[0], row[1], row[2]) for row in rows("| from | by | to |")}
    coded = {
        (state_name(state), str(signal), "where it was" if isinstance(to, str) else state_name(to))
        for (state, signal), to in TABLE.items()
    }
    assert shown == coded
