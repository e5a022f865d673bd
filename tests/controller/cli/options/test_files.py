"""The files of a command: each mistake is one line that says where, what was found and the cure."""

from pathlib import Path

import pytest

from controller.assembly.errors import UsageMistake
from controller.cli.options.files import folder_to_write, new_file, read_text, write_new
from tests.hnefi import hnefi, the_line_of_a_mistake


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("kept", encoding="utf-8")
    with pytest.raises(UsageMistake) as refused:
        new_file(str(mine), "--out")
    assert str(refused.value) == (
        f"--out: expected a new file, and {mine} is there; choose another name"
    )
    with pytest.raises(UsageMistake, match="expected a new file to write"):
        write_new(mine, "lost", "--out")  # it came into being meanwhile
    assert mine.read_text(encoding="utf-8") == "kept"


def test_a_new_file_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageMistake) as refused:
        new_file(str(tmp_path / "no" / "mine.txt"))
    assert str(refused.value) == (
        f"{tmp_path}/no/mine.txt: expected a folder {tmp_path}/no, found none; make it first"
    )


@pytest.mark.parametrize("inside", ["", "/new", "/new/er"])
def test_a_folder_to_write_to_may_be_there_or_not(tmp_path: Path, inside: str) -> None:
    wanted = f"{tmp_path}{inside}"
    assert folder_to_write(wanted, "--report") == Path(wanted)
    assert list(tmp_path.iterdir()) == [], "nothing is made before it is needed"


@pytest.mark.parametrize("inside", ["", "/new"])
def test_a_file_is_no_folder_to_write_to(tmp_path: Path, inside: str) -> None:
    file = tmp_path / "mine.txt"
    file.touch()
    with pytest.raises(UsageMistake) as refused:
        folder_to_write(f"{file}{inside}", "--report")
    assert str(refused.value) == (
        f"--report: expected a folder to write to, got {file}{inside} "
        f"({file} is a file); choose another"
    )


def test_a_folder_that_may_not_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An administrator may write everywhere, and tests may run as one.
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(UsageMistake, match=r"may not be written\); choose another"):
        folder_to_write(str(tmp_path / "report"), "--report")
    with pytest.raises(UsageMistake, match="expected a folder that may be written"):
        new_file(str(tmp_path / "report.txt"), "--report")


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (None, "found none"),
        ("folder", "got a folder"),
        (b"\xff\xfe", "got other bytes in its line 1"),
        (b"name\n\xff", "got other bytes in its line 2"),
    ],
)
def test_a_text_that_cannot_be_read_is_named_once(
    tmp_path: Path, content: bytes | str | None, found: str
) -> None:
    file = tmp_path / "mine.toml"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content:
        file.mkdir()
    expected = "text in UTF-8" if isinstance(content, bytes) else "a lesson to read"
    with pytest.raises(UsageMistake) as refused:
        read_text(str(file), "a lesson")
    assert str(refused.value) == f"{file}: expected {expected}, {found}"


@pytest.mark.parametrize(
    "command",
    [
        ("lessons", "play"),
        ("simulate", "--no-browser", "--exhibition", "--programme"),
        ("play", "--no-browser", "--lesson"),
    ],
)
def test_every_command_that_needs_the_file_says_so_alike(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff")
    line = the_line_of_a_mistake(hnefi(*command, str(file)))
    assert line == f"hnefi: {file}: expected text in UTF-8, got other bytes in its line 1"


# Every command that writes a new file refuses one that is there, before any work.
WRITING = [
    ("puzzles", "make", "1", "--out"),
    ("exhibition", "card", "--out"),
    ("exhibition", "rehearse", "--report"),
    ("doctor", "--simulated", "virtual", "--seconds", "0.5", "--report"),
]


@pytest.mark.parametrize("command", WRITING)
def test_no_command_writes_over_a_file(tmp_path: Path, command: tuple[str, ...]) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("kept", encoding="utf-8")
    assert the_line_of_a_mistake(hnefi(*command, str(mine))) == (
        f"hnefi: {command[-1]}: expected a new file, and {mine} is there; choose another name"
    )
    assert mine.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("command", WRITING)
def test_no_command_works_for_a_file_that_cannot_be(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    file = tmp_path / "no" / "mine.txt"
    assert the_line_of_a_mistake(hnefi(*command, str(file))) == (
        f"hnefi: {command[-1]}: expected a folder {file.parent}, found none; make it first"
    )


@pytest.mark.parametrize("command", ["selftest", "calibrate"])
def test_a_folder_for_a_report_is_looked_at_before_the_first_square(
    tmp_path: Path, command: str
) -> None:
    file = tmp_path / "g.txt"
    file.touch()
    ran = hnefi(command, "--simulated", "serial-hall", "--report", str(file))
    assert the_line_of_a_mistake(ran) == (
        f"hnefi: --report: expected a folder to write to, got {file} ({file} is a file); "
        "choose another"
    )


@pytest.mark.parametrize(
    "command",
    [
        ("doctor", "--simulated", "virtual", "--seconds", "0.5"),
        ("exhibition", "rehearse", "--hours", "0.01"),
    ],
)
def test_what_was_found_is_said_though_its_report_cannot_be_written(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    file = tmp_path / ("a" * 300)
    ran = hnefi(*command, "--report", str(file))
    complaint = f"got {str(file)[:200]} (File name too long)"
    assert (ran.returncode, ran.stderr.splitlines()[-1]) == (
        2,
        f"hnefi: --report: expected a new file to write, {complaint}",
    )
    assert ran.stdout != ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("lessons", "check", "/dev/zero"),
        ("exhibition", "check", "/dev/zero"),
        ("match", "one-move@/dev/zero", "chance", "--games", "2"),
        ("simulate", "--headless", "--games", "/dev/zero"),
    ],
)
def test_no_command_reads_a_file_without_end(arguments: tuple[str, ...]) -> None:
    assert "/dev/zero: expected " in the_line_of_a_mistake(hnefi(*arguments))
