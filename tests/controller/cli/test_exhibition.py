"""`hnefi exhibition`: check, rehearse, counts and card."""

import json
import re
from pathlib import Path

import pytest

from controller.assembly.visit_book import VISITS, append
from controller.words.catalogue import languages
from tests.hnefi import hnefi, the_line_of_a_mistake


def test_a_mistake_in_a_programme_is_one_line_and_status_1(tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_text('level = "best"\n', encoding="utf-8")
    ran = hnefi("exhibition", "check", str(file), "--json")
    found = json.loads(ran.stdout)
    assert (ran.returncode, found["file"], len(found["complaints"])) == (1, str(file), 1)
    assert found["complaints"][0].startswith(f"{file}: level: expected one of overlooks-most, ")


def test_each_mistake_in_a_programme_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_text('level = "best"\n[patience]\ngame = 0\n', encoding="utf-8")
    ran = hnefi("exhibition", "check", str(file))
    places = [line.split(": ")[1] for line in ran.stdout.splitlines()]
    assert (ran.returncode, places) == (1, ["level", "patience.game"])


@pytest.mark.parametrize("command", ["exhibition", "lessons"])
def test_a_file_that_is_no_text_is_wrong_as_any_other(command: str, tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_bytes(b'name = "\xff"\n')
    ran = hnefi(command, "check", str(file))
    line = f"{file}: expected text in UTF-8, got other bytes in its line 1\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, line, "")


def test_no_file_is_a_mistake_of_the_user() -> None:
    ran = hnefi("exhibition", "check", "/nowhere/day.toml")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_programme_is_for_an_exhibition(command: str) -> None:
    ran = hnefi(command, "--programme", "day.toml", "--no-browser")
    assert ran.returncode == 2
    assert "--exhibition" in ran.stderr or command == "play"


@pytest.mark.parametrize("also", [(), ("--exhibition",)])
def test_a_file_is_no_folder_for_visits_or_games(also: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    ran = hnefi("simulate", *also, "--no-browser", "--port", "0", "--data", str(file))
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        2,
        "",
        f"hnefi: --data: expected a folder, got the file {file}\n",
    )


def test_an_exhibition_decides_itself_who_plays() -> None:
    ran = hnefi("simulate", "--exhibition", "--opponent", "one-move", "--no-browser")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "the programme decides" in ran.stderr


def test_counts_are_shown_day_by_day(tmp_path: Path) -> None:
    assert (
        "Nobody has been counted yet"
        in hnefi("exhibition", "counts", "--data", str(tmp_path)).stdout
    )
    append(tmp_path / VISITS, "2026-05-17,65,da,1,1,1,0,14,game,left\n")
    ran = hnefi("exhibition", "counts", "--data", str(tmp_path))
    assert ran.stdout == (
        "2026-05-17: visits 1, lessons solved 1 of 1, games ended 0 of 1\n"
        "  left in a game with the computer: 1\n"
    )
    (day,) = json.loads(hnefi("exhibition", "counts", "--data", str(tmp_path), "--json").stdout)
    assert (day["day"], day["visits"], day["places"]) == ("2026-05-17", 1, {"game": 1})


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_lines_whose_day_nobody_can_know_are_named_beside_the_counts(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    for day in ("5/6/2026", "5/7/2026"):
        append(tmp_path / VISITS, f"{day},65,da,1,1,1,0,14,game,left\n")
    ran = hnefi("exhibition", "counts", "--data", str(tmp_path), *options)
    assert (ran.returncode, ran.stdout) == (0, "[]\n" if options else "")
    assert ran.stderr == (
        f"{tmp_path / VISITS}: 2 lines are not counted, because nobody can know their days "
        "(2, 3): write them as in 2026-05-17.\n"
    )


def test_counts_lie_beside_the_games_of_the_board_that_is_configured(tmp_path: Path) -> None:
    folder, data = tmp_path / "kept", tmp_path / "data"
    append_in(folder, data / "hnefi" / "boards" / "Astrid")
    config = tmp_path / "board.toml"
    for setting in (f'[store]\nfolder = "{folder}"\n', '[bus]\nboard_name = "Astrid"\n'):
        config.write_text(setting, encoding="utf-8")
        ran = hnefi(
            *("exhibition", "counts", "--config", str(config)),
            environment={"XDG_DATA_HOME": str(data)},
        )
        assert ran.stdout.startswith("2026-05-17: visits 1,"), setting


def append_in(*folders: Path) -> None:
    for folder in folders:
        folder.mkdir(parents=True)
        append(folder / VISITS, "2026-05-17,65,da,1,1,1,0,14,game,left\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("counts", "--data", "none"), "--data: expected a folder, got none"),
        (("rehearse", "--hours", "0"), "--hours: expected 0.01 to "),
        (("card", "--out", "/"), "--out: expected a new file, and / is there; choose another"),
        (
            ("rehearse", "--hours", "0.01", "--report", "/"),
            "--report: expected a new file, and / is there; choose another name",
        ),
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: tuple[str, ...], complaint: str) -> None:
    line = the_line_of_a_mistake(hnefi("exhibition", *arguments))
    assert line.startswith(f"hnefi: {complaint}")


def test_counts_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / VISITS).mkdir()
    ran = hnefi("exhibition", "counts", "--data", str(tmp_path))
    line = f"hnefi: {tmp_path / VISITS}: expected a file to read (Is a directory)"
    assert the_line_of_a_mistake(ran) == line


def test_people_read_a_rehearsal_figure_by_figure() -> None:
    day = ("exhibition", "rehearse", "--hours", "0.01")
    figures = json.loads(hnefi(*day, "--json").stdout)
    said = hnefi(*day).stdout.splitlines()
    assert said[0] == f"0.01 h with seed 1: {figures['guests']} visitors"
    assert said[-1] == (
        f"The visitor who came last was taught after {figures['last_guest_taught_after_s']} s."
    )
    assert not re.search(r"[{}\[\]_]|True|False|None", "".join(said)), "no words of Python"


@pytest.mark.parametrize("language", languages())
def test_a_card_is_written_in_every_language(tmp_path: Path, language: str) -> None:
    out = tmp_path / "card.html"
    ran = hnefi("exhibition", "card", "--out", str(out), "--language", language)
    assert ran.returncode == 0
    text = out.read_text(encoding="utf-8")
    assert re.search(f'<html lang="{language}', text)
    assert text.count("<li>") == 6


def test_a_card_in_no_language_is_a_mistake(tmp_path: Path) -> None:
    ran = hnefi("exhibition", "card", "--out", str(tmp_path / "c.html"), "--language", "xx")
    line = the_line_of_a_mistake(ran)
    assert line.startswith("hnefi: --language: expected one of ")
    assert line.endswith(", got 'xx'")


def test_a_rehearsal_says_what_became_of_it_and_each_first_minute(tmp_path: Path) -> None:
    report = tmp_path / "minutes.txt"
    words = ("--hours", "0.03", "--seed", "4", "--report", str(report), "--json")
    ran = hnefi("exhibition", "rehearse", *words)
    found = json.loads(ran.stdout)
    assert (ran.returncode, found["wrong_moves"], found["phantom_resets"]) == (0, 0, 0)
    assert found["ready"]
    assert len(report.read_text(encoding="utf-8").splitlines()) == found["guests"]
