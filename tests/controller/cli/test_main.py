"""The command line itself: what it is, what it offers, and one line for every mistake."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from controller.rules.game import new_game
from tests.hnefi import HNEFI, hnefi, hnefi_process, the_line_of_a_mistake
from tests.symmetry import COPENHAGEN
from tests.waiting import PATIENCE_S

# In the order of the help: what most people want comes first, and what belongs together stands
# together.
PLAY_AND_LEARN = ["play", "simulate", "lessons", "puzzles", "rules", "levels", "games"]
LOOK_AFTER_A_BOARD = ["status", "devices", "exhibition", "trace", "service"]
BUILD_A_BOARD = [
    *("config", "doctor", "map", "calibrate", "selftest", "sensors", "strip", "firmware"),
]
WORK_ON_RULES_AND_ENGINE = ["replay", "review", "perft", "engine", "match", "tune"]
COMMANDS = [*PLAY_AND_LEARN, *LOOK_AFTER_A_BOARD, *BUILD_A_BOARD, *WORK_ON_RULES_AND_ENGINE]
GROUPS = [
    *("config", "devices", "exhibition", "firmware", "games"),
    *("lessons", "puzzles", "service", "strip", "trace"),
]
# Each is slow to load, and none is needed to say what there is.
HEAVY = {
    *("redis", "starlette", "uvicorn", "websockets", "pydantic", "rich", "babel"),
    *(
        "serial",
        "asyncio",
        "http.client",
        "multiprocessing",
        "importlib.metadata",
        "simulators",
        "hal.serial",
        "controller.rules.compiled",
    ),
}
# Typer checks with pydantic that a number is within its bounds, and loads it to tell them.
WITH_BOUNDS = {"pydantic", "importlib.metadata"}


def test_the_version_is_that_of_the_package() -> None:
    ran = hnefi_process("--version")
    expected = (0, f"hnefi {version('hnefi')}\n", "")
    assert (ran.returncode, ran.stdout, ran.stderr) == expected


def held(group: str) -> list[str]:
    """Return the commands that a group holds, each with the group's name."""
    listed = hnefi(group, "--help").stdout.partition("Commands:\n")[2]
    return [f"{group} {line.split()[0]}" for line in listed.splitlines() if line[2] != " "]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_80_columns_and_no_sentence_is_cut(command: str) -> None:
    for each in [command, *(held(command) if command in GROUPS else ())]:
        ran = hnefi(*each.split(), "--help")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert max(len(line) for line in ran.stdout.splitlines()) <= 80
        assert ran.stdout.startswith(f"Usage: hnefi {each}".rstrip())
        assert [line for line in ran.stdout.splitlines() if line.endswith("...")][1:] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_speaks_no_python(command: str) -> None:
    for each in [command, *(held(command) if command in GROUPS else ())]:
        page = hnefi(*each.split(), "--help").stdout
        assert re.findall(r"[<>{}]\S*|\[\[\S*|\bx[<>=]|\b(?:str|int|float|range)\b", page) == []


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        ("games show", "ID"),
        ("games list", "[WORDS]..."),
        ("games import", "FILE..."),
        ("puzzles play", "[DAY]"),
        ("firmware flash", "reed|hall"),
        ("replay", "[FILE|-]"),
        ("match", "A B"),
    ],
)
def test_usage_says_what_must_be_given_and_what_may_be(command: str, usage: str) -> None:
    shown = hnefi(*command.split(), "--help").stdout.splitlines()
    assert shown[0] == f"Usage: hnefi {command} [OPTIONS] {usage}"
    # And below each is named as it is there.
    place = usage.split(maxsplit=1)[0].strip("[].")
    assert any(line.startswith(f"  {place}  ") for line in shown)


def test_help_says_bounds_and_choices_in_words() -> None:
    page = " ".join(hnefi("engine", "--help").stdout.split())
    assert "--threads N " in page
    assert "1 to 16]" in page
    assert "--protocol htp|opentafl " in page
    assert "[2 to 1000000; required]" in " ".join(hnefi("match", "--help").stdout.split())


def test_all_commands_of_a_group_are_looked_at() -> None:
    assert held("trace") == ["trace record", "trace save", "trace replay"]


def test_help_names_every_command_by_what_people_do_with_it() -> None:
    listed = hnefi("--help").stdout.partition("Commands:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == COMMANDS


@pytest.mark.parametrize(
    "option", ["--port", "--redis", "--no-browser", "--headless", "--games", "--seed", "--json"]
)
def test_help_tells_every_option_of_simulate(option: str) -> None:
    assert option in hnefi("simulate", "--help").stdout


@pytest.mark.parametrize("group", [[], *([each] for each in GROUPS)])
def test_without_a_command_it_shows_what_there_is(group: list[str]) -> None:
    ran, asked = hnefi(*group), hnefi(*group, "--help")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, asked.stdout, "")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--bogus"], "--bogus"),
        (["bogus"], "bogus"),
        (["simulate", "--bogus"], "--bogus"),
        (["simulate", "bogus"], "bogus"),
        (["simulate", "--port"], "--port"),
        (["simulate", "--port", "eighty"], "--port"),
        (["simulate", "--port", "65536"], "--port"),
        (["simulate", "--port", "-1"], "--port"),
        (["simulate", "--seed", "x"], "--seed"),
    ],
)
def test_a_mistake_is_told_in_one_line_that_names_it(arguments: list[str], named: str) -> None:
    line = the_line_of_a_mistake(hnefi(*arguments))
    assert line.startswith("hnefi: ")
    assert named in line


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("frobnicate", "expected a command, got 'frobnicate'; hnefi --help lists them"),
        ("simulat", "expected a command, got 'simulat'; did you mean simulate?"),
        ("games exprot", "games: expected a command, got 'exprot'; did you mean export?"),
        ("games x", "games: expected a command, got 'x'; hnefi games --help lists them"),
        (
            "simulate --xyz",
            "simulate: expected an option, got '--xyz'; hnefi simulate --help lists them",
        ),
        (
            "simulate --opponnet club",
            "simulate: expected an option, got '--opponnet'; did you mean --opponent?",
        ),
        ("simulate --port", "--port: expected a value after it, got nothing"),
        ("simulate bogus", "simulate: expected nothing more, got 'bogus'"),
        ("simulate a b", "simulate: expected nothing more, got 'a b'"),
        ("simulate --json=1", "--json: expected no value with it, got one"),
        ("simulate --port eighty", "--port: expected a whole number 0 to 65535, got 'eighty'"),
        ("simulate --port 65536", "--port: expected a whole number 0 to 65535, got '65536'"),
        ("simulate --seed x", "--seed: expected a whole number, got 'x'"),
        ("simulate --time soon", "--time: expected a number, got 'soon'"),
        ("simulate --as nobody", "--as: expected attackers or defenders, got 'nobody'"),
        ("puzzles make 0 --out x", "puzzles make N: expected a whole number 1 or more, got '0'"),
        (
            "engine",
            (
                "engine: expected --protocol htp|opentafl, got nothing; "
                "type hnefi engine --protocol htp"
            ),
        ),
        ("games show", "games show: expected ID, got nothing; type hnefi games show ID"),
        (
            "puzzles make 3",
            "puzzles make: expected --out FILE, got nothing; type hnefi puzzles make N --out FILE",
        ),
        (
            "firmware flash",
            "firmware flash: expected reed|hall, got nothing; type hnefi firmware flash reed",
        ),
        ("firmware flash mega", "firmware flash: expected reed or hall, got 'mega'"),
        (
            "games export --format pdf x",
            "--format: expected otg, moves or json, got 'pdf'",
        ),
    ],
)
def test_a_mistake_names_what_was_found_and_what_to_type(typed: str, line: str) -> None:
    assert the_line_of_a_mistake(hnefi(*typed.split())) == f"hnefi: {line}"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("perft --depth 1000", "--depth: expected a whole number 1 to 50, got '1000'"),
        (
            f"match one-move one-move --games {10**20}",
            f"--games: expected a whole number 2 to 1000000, got '{10**20}'",
        ),
        (
            f"match one-move one-move --games 2 --jobs {10**20}",
            f"--jobs: expected a whole number 0 to 1024, got '{10**20}'",
        ),
        (f"review --jobs {10**20}", f"--jobs: expected a whole number 0 to 1024, got '{10**20}'"),
        (
            f"review --nodes {10**20}",
            f"--nodes: expected a whole number 1 to 1000000000, got '{10**20}'",
        ),
    ],
)
def test_a_number_that_nobody_waits_for_is_a_mistake(typed: str, line: str) -> None:
    assert the_line_of_a_mistake(hnefi(*typed.split())) == f"hnefi: {line}"


@pytest.mark.parametrize(
    "command",
    [
        *("games list --data", "simulate --redis", "play --board-name"),
        *("simulate --ruleset", "play --ruleset", "replay --ruleset", "trace replay x --ruleset"),
    ],
)
def test_an_option_that_is_given_nothing_is_not_as_if_it_were_left_out(command: str) -> None:
    line = the_line_of_a_mistake(hnefi(*command.split(), ""))
    option = command.rsplit(maxsplit=1)[-1]
    assert line == f"hnefi: {option}: expected something, got nothing; leave it out instead"


@pytest.mark.parametrize("command", ["games list --data", "config check --config"])
def test_whatever_else_the_system_refuses_is_one_line(command: str) -> None:
    name = 5000 * "a"
    line = the_line_of_a_mistake(hnefi(*command.split(), name))
    assert line == f"hnefi: {name[:200]}: expected to read or write there (File name too long)"


def test_a_mistake_ends_a_real_process_so_too() -> None:
    line = "hnefi: expected a command, got 'bogus'; hnefi --help lists them"
    assert the_line_of_a_mistake(hnefi_process("bogus")) == line


def loaded(*arguments: str) -> set[str]:
    """Return the modules that a real process has loaded when a command is over."""
    script = (
        "import atexit, sys; sys.argv[0] = 'hnefi'\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from controller.cli.start import main; main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return set(ran.stderr.split())


@pytest.mark.parametrize(("command", "may_load"), [((), set()), (("simulate",), WITH_BOUNDS)])
def test_help_loads_nothing_that_takes_long(command: tuple[str, ...], may_load: set[str]) -> None:
    modules = loaded(*command, "--help")
    assert "controller.cli.simulate" in modules
    assert modules & HEAVY <= may_load


@pytest.mark.parametrize("arguments", [["rules"], ["perft", "--depth", "1"], ["replay"]])
def test_a_full_disk_is_told_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [HNEFI, *arguments],
            input=b"d1-d2\n",
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE_S,
            check=False,
        )
    complaint = b"hnefi: output: expected room to write, found none (No space left on device)\n"
    assert (ran.returncode, ran.stderr) == (2, complaint)


FIRST_MOVES = new_game(COPENHAGEN).legal_moves()


@pytest.mark.parametrize(
    ("command", "room"),
    [
        ("config init gpio-matrix --config {file}", 0),
        ("exhibition card --out {file}", 0),
        ("games export --all --data {folder} --output {file}", 96),
    ],
)
def test_nothing_is_left_of_a_file_for_which_there_was_no_room(
    tmp_path: Path, command: str, room: int
) -> None:
    games, file = tmp_path / "games.txt", tmp_path / "new"
    games.write_text("".join(f"{move}\n" for move in sorted(map(str, FIRST_MOVES))))
    assert hnefi("games", "import", str(games), "--data", str(tmp_path)).returncode == 0
    words = command.format(file=file, folder=tmp_path)
    # No file may grow beyond some half kilobytes, as on a disk without more room.
    ran = subprocess.run(
        ["sh", "-c", f"ulimit -f {room}; exec {HNEFI} {words}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    (line,) = ran.stderr.splitlines()
    assert (ran.returncode, ran.stdout, line.startswith("hnefi: ")) == (2, "", True)
    assert str(file) in line
    assert not file.exists()
    assert hnefi(*words.split()).returncode == 0
