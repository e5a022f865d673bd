"""`hnefi games`: the library, as its users run it."""

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import tzset

import pytest

from controller.cli.options.data import nothing_in
from controller.notation.opentafl import write_rules
from controller.notation.record import play_word
from controller.rules.game import new_game
from controller.store.folder import Folder
from controller.store.records import Entry, Kind
from controller.store.store import Change, Store, store_for_writing
from tests.board_driver import COPENHAGEN
from tests.controller.store.kept import MOVES, header, plies, with_zeros
from tests.controller.store.places import (
    SOMEBODY,
    closed,
    folder_of_somebody,
    no_room,
    owners,
    read_only,
)
from tests.hnefi import SHORT_GAME, hnefi, the_line_of_a_mistake

_END = Entry(99_000, Kind.END, "attackers resignation")
_NAMES = (Entry(0, Kind.NAMES, "attackers Anna"), Entry(0, Kind.NAMES, "defenders Björn"))

# What the shell hands over for bytes that are no text.
_NO_TEXT = os.fsdecode(b"\xffn\xe9")


@pytest.fixture
def data(tmp_path: Path) -> str:
    """Make a folder with two games: one that Anna won, and one that is not over."""
    folder = Folder(tmp_path / "data")
    folder.hold()
    store = store_for_writing(str(folder.store))
    won = (*_NAMES, *plies(*MOVES), _END)
    store.save(
        [Change(header("aaaa1111"), 0, won), Change(header("aabb2222"), 0, plies(*MOVES[:2]))]
    )
    store.close()
    folder.release()
    return str(folder.path)


def test_where_nothing_can_be_written_games_are_read_all_the_same(
    data: str, tmp_path: Path
) -> None:
    expected = listed(data), hnefi("games", "export", "--all", "--data", data).stdout
    with read_only(Path(data)):
        ran = hnefi("games", "export", "--all", "--data", data)
        assert (ran.returncode, (listed(data), ran.stdout)) == (0, expected)
        copy = str(tmp_path / "backup.db")
        backed_up = hnefi("games", "backup", copy, "--data", data)
    assert (backed_up.returncode, backed_up.stderr) == (0, "")
    restored = str(tmp_path / "restored")
    assert hnefi("games", "restore", copy, "--data", restored).returncode == 0
    assert listed(restored) == expected[0]


def _store_of(folder: Folder) -> Store:
    folder.hold()
    return store_for_writing(str(folder.store))


def listed(data: str, *words: str) -> list[str]:
    ran = hnefi("games", "list", *words, "--json", "--data", data)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line)["id"] for line in ran.stdout.splitlines()]


def test_list_has_a_line_for_each_game_the_newest_first(data: str) -> None:
    ran = hnefi("games", "list", "--json", "--data", data)
    assert [json.loads(line) for line in ran.stdout.splitlines()] == [
        {
            "id": "aabb2222",
            "started": "2023-11-14T22:13:20.000Z",
            "ended": None,
            "ruleset": "copenhagen",
            "names": {"attackers": "", "defenders": ""},
            "result": None,
            "reason": "unfinished",
            "plies": 2,
        },
        {
            "id": "aaaa1111",
            "started": "2023-11-14T22:13:20.000Z",
            "ended": "2023-11-14T22:14:59.000Z",
            "ruleset": "copenhagen",
            "names": {"attackers": "Anna", "defenders": "Björn"},
            "result": "attackers",
            "reason": "resignation",
            "plies": len(MOVES),
        },
    ]


def test_list_for_people_finds_words_and_says_when_there_is_nothing(data: str) -> None:
    assert "Anna" in hnefi("games", "list", "anna", "--data", data).stdout
    assert hnefi("games", "list", "zoe", "--data", data).stdout == "No game has these words.\n"
    assert listed(data, "anna") == ["aaaa1111"]
    assert listed(data, "--limit", "1") == ["aabb2222"]


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process live by the clocks of a zone."""
    with monkeypatch.context() as process:
        process.setenv("TZ", request.param)
        tzset()
        yield
    tzset()


_BERLIN = "CET-1CEST,M3.5.0,M10.5.0/3"


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("zone", [_BERLIN], indirect=True)
def test_people_see_and_search_for_the_day_of_their_own_place(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    store = _store_of(folder)
    for game_id, moment in (
        ("aaaa", datetime(2026, 10, 24, 21, 59, tzinfo=UTC)),
        ("bbbb", datetime(2026, 10, 24, 22, 30, tzinfo=UTC)),  # half past midnight
        ("cccc", datetime(2026, 10, 25, 22, 59, tzinfo=UTC)),  # winter has begun
        ("dddd", datetime(2026, 10, 25, 23, 0, tzinfo=UTC)),
    ):
        started_ms = int(moment.timestamp()) * 1000
        store.save([Change(header(game_id, started_ms), 0, plies(*MOVES[:2]))])
    store.close()
    folder.release()
    data = str(tmp_path)
    lines = hnefi("games", "list", "--data", data).stdout.splitlines()[1:]
    days = ["2026-10-26", "2026-10-25", "2026-10-25", "2026-10-24"]
    assert [line.split()[1] for line in lines] == days
    assert listed(data, "2026-10-25") == ["cccc", "bbbb"]
    assert listed(data, "2026-10-24", "copenhagen") == ["aaaa"]
    assert listed(data, "2026-10-2") == ["dddd", "cccc", "bbbb", "aaaa"]
    assert listed(data, "2026-1", "bbbb") == ["bbbb"]
    assert listed(data, "2026-09") == []
    shown = hnefi("games", "show", "bbbb", "--data", data).stdout.splitlines()[0]
    assert shown == "bbbb, Copenhagen Hnefatafl 11x11, 2026-10-25 00:30"


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("zone", [_BERLIN], indirect=True)
@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("2027", ["midnight"]),
        ("2027-01-01", ["midnight"]),
        ("2026", ["before"]),
        ("2026-12", ["before"]),
        ("12", ["unknown", "before"]),
        ("31", ["before"]),
        ("01-0", ["midnight"]),
        ("0", ["midnight"]),
        # A number can also be how a name begins.
        ("200", ["before"]),
        ("7", ["unknown"]),
        ("1", ["unknown", "before"]),
    ],
)
def test_a_year_a_month_and_a_day_alone_are_those_of_their_own_place(
    tmp_path: Path, search: str, found: list[str]
) -> None:
    folder = Folder(tmp_path)
    store = _store_of(folder)
    for game_id, moment, name in (
        ("before", datetime(2026, 12, 31, 22, 30, tzinfo=UTC), "200 Elks"),
        ("midnight", datetime(2026, 12, 31, 23, 30, tzinfo=UTC), "Anna"),
        ("unknown", None, "7 Dwarfs 12"),
    ):
        started_ms = None if moment is None else int(moment.timestamp()) * 1000
        names = Entry(0, Kind.NAMES, f"attackers {name}")
        store.save([Change(header(game_id, started_ms), 0, (names, *plies(*MOVES[:2])))])
    store.close()
    folder.release()
    assert listed(str(tmp_path), search) == found


def test_the_configuration_names_the_folder_unless_the_command_does(
    data: str, tmp_path: Path
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(f'[store]\nfolder = "{data}"\n')
    ran = hnefi("games", "show", "aaaa", "--config", str(file))
    assert ran.stdout.startswith("aaaa1111, Copenhagen Hnefatafl")
    ran = hnefi("games", "list", "--config", str(file), "--data", str(tmp_path / "elsewhere"))
    assert "expected games, found none" in the_line_of_a_mistake(ran)


def test_a_library_without_games_says_so(data: str) -> None:
    for game in listed(data):
        hnefi("games", "delete", game, "--yes", "--data", data)
    assert hnefi("games", "list", "--data", data).stdout == "There are no games.\n"


def test_list_says_that_there_are_more(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    openings = new_game(COPENHAGEN).legal_moves()[:51]
    games.write_text("".join(f"{move}\n" for move in openings))
    hnefi("games", "import", str(games), "--data", str(tmp_path))
    ran = hnefi("games", "list", "--data", str(tmp_path))
    assert ran.stdout.splitlines()[-1] == "The newest 50 of 51; --limit N lists more."


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("zone", ["UTC0"], indirect=True)
def test_show_has_players_moves_end_and_position(data: str) -> None:
    lines = hnefi("games", "show", "aaaa", "--data", data).stdout.splitlines()
    assert lines[:5] == [
        "aaaa1111, Copenhagen Hnefatafl 11x11, 2023-11-14 22:13",
        "attackers: Anna",
        "defenders: Björn",
        "  1. d1-d3    2. e5-e2",
        "  3. g1-g3    4. f4-c4",
    ]
    assert lines[7] == "The attackers win: the other side resigned."
    assert len(lines) == 8 + 1 + 11


def test_show_has_what_each_side_had_left_after_its_moves(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "data")
    store = _store_of(folder)
    entries = (
        Entry(0, Kind.CLOCK, "fischer:15+10", "900000 900000 0"),
        Entry(1000, Kind.PLY, "d1-d3", "895001 900000 1000"),
        Entry(2000, Kind.PLY, "e5-e2", "895001 3599000 2000"),
        Entry(2500, Kind.TAKEBACK),
        Entry(3000, Kind.PLY, "e5-e3", "895001 3600000 3000"),
        Entry(4000, Kind.PLY, "g1-g3"),
    )
    store.save([Change(header("aaaa1111"), 0, entries)])
    store.close()
    folder.release()
    lines = hnefi("games", "show", "aaaa", "--data", str(folder.path)).stdout.splitlines()
    assert lines[1:4] == [
        "clocks: fischer:15+10",
        "  1. d1-d3 (14:56)    2. e5-e3 (1:00:00)",
        "  3. g1-g3",
    ]


@pytest.mark.parametrize(
    ("arguments", "mistake"),
    [
        (["show", "aa"], "'aa': expected more of the id, several games begin so"),
        (["show", "zz"], "'zz': expected the id of a game; see hnefi games list"),
        (["show", ""], "'': expected the id of a game; see hnefi games list"),
        (["delete", "aaaa"], "aaaa1111: 8 moves would be gone for good; add --yes"),
        (["export"], "games export: expected the ID of a game, or --all"),
        (["export", "aaaa", "--all"], "games export: expected the ID of a game, or --all"),
        (["import", "nowhere.txt"], "nowhere.txt: expected games to read"),
        (["restore", "nowhere.db"], "nowhere.db: expected a file that games backup wrote"),
        (["backup", "/nowhere/b.db"], "/nowhere/b.db: expected a folder /nowhere, found none"),
        (["import", "/"], "/: expected games to read (Is a directory)"),
        (["list", "--data", "none"], "--data: expected a folder, got none"),
        (["list", "--data", __file__], "--data: expected a folder, got the file"),
        (
            ["list", "--data", f"{__file__}/x"],
            f"--data: expected a folder, got the file {__file__}",
        ),
        (["list", "--data", "/nowhere"], "/nowhere: expected games, found none; play one first"),
    ],
)
def test_a_mistake_gets_one_line(data: str, arguments: list[str], mistake: str) -> None:
    given = arguments if "--data" in arguments else [*arguments, "--data", data]
    assert the_line_of_a_mistake(hnefi("games", *given)).startswith(f"hnefi: {mistake}")
    assert listed(data) == ["aabb2222", "aaaa1111"]


def test_a_folder_that_is_written_by_another_is_read_but_not_written(
    data: str, tmp_path: Path
) -> None:
    copy, games = str(tmp_path / "backup.db"), tmp_path / "games.csv"
    games.write_text(f"{MOVES[0]}\n", encoding="utf-8")
    assert hnefi("games", "backup", copy, "--data", data).returncode == 0
    other = Folder(Path(data))
    other.hold()
    assert listed(data) == ["aabb2222", "aaaa1111"]
    busy = f"{data}: expected a folder that no other program uses; stop the other hnefi"
    for command in (
        ("delete", "aaaa", "--yes"),
        ("restore", copy),
        ("repair",),
        ("import", str(games)),
    ):
        ran = hnefi("games", *command, "--data", data)
        assert the_line_of_a_mistake(ran) == f"hnefi: {busy}"
    other.release()


def test_delete_with_yes_deletes_one_game(data: str) -> None:
    assert hnefi("games", "delete", "aaaa", "--yes", "--data", data).returncode == 0
    assert listed(data) == ["aabb2222"]


@pytest.mark.parametrize("form", ["otg", "moves", "json"])
def test_what_is_exported_is_imported_elsewhere(data: str, tmp_path: Path, form: str) -> None:
    file, elsewhere = tmp_path / "all", str(tmp_path / "elsewhere")
    to_file = ("--all", "--format", form, "--output", str(file))
    assert hnefi("games", "export", *to_file, "--data", data).returncode == 0
    assert hnefi("games", "export", "--all", "--format", form, "--data", data).stdout == (
        file.read_text()
    )
    for counts in ("2 imported, 0 already", "0 imported, 2 already"):
        ran = hnefi("games", "import", str(file), "--data", elsewhere)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.startswith(counts)
    assert len(listed(elsewhere)) == 2


def test_a_file_that_is_there_is_not_written_over(data: str, tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("precious")
    for command in (["export", "--all", "--output"], ["backup"]):
        ran = hnefi("games", *command, str(file), "--data", data)
        assert "expected a new file, and this one is there" in the_line_of_a_mistake(ran)
    assert file.read_text() == "precious"


def test_import_says_what_it_refuses_and_keeps_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("d1-d3 e5-e2\nd1-d3 d1-d3\n")
    ran = hnefi("games", "import", str(file), "--data", str(tmp_path))
    assert (ran.returncode, ran.stdout) == (1, "1 imported, 0 already here, 1 refused.\n")
    assert ran.stderr == f"hnefi: {file}: line 2: ply 2, d1-d3: No piece stands on d1.\n"


def _record(*lines: str) -> str:
    rules = write_rules(COPENHAGEN.ruleset)[0]
    return "".join(f"{line}\n" for line in ("[event:a game]", f"[rules:{rules}]", *lines))


def test_import_says_in_which_line_of_its_file_a_record_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "games.otg"
    good = f"[hnefi:abcd1234]\n{_record('1. d1-d3 f4-c4')}"
    file.write_text(
        f"{good}\n\n[hnefi:abcd1235]\n{_record('1. d1-d3 f4-c4', '', '2. z1-z2')}\n"
        f"[hnefi:abcd1236]\n{_record('1. d1-d3 d3-d1')}"
    )
    ran = hnefi("games", "import", str(file), "--data", str(tmp_path))
    assert (ran.returncode, ran.stdout) == (1, "1 imported, 0 already here, 2 refused.\n")
    bad = "ply 3: expected a move such as d1-d4 or g3-e3xe2, got 'z1-z2'"
    turn = "ply 2, d3-d1: It is the defenders' turn, and the piece from d3 is not theirs."
    assert ran.stderr == f"hnefi: {file}: line 12: {bad}\nhnefi: {file}: line 14: {turn}\n"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("[event:a game]\nd1-d3\n".encode("utf-16"), "text in UTF-16; save it as UTF-8"),
        ("d1-d3 f4-c4\n".encode("utf-16-be") * 9, "something that is not text"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\n" * 9, "something that is not text"),
        (Random(1).randbytes(100_000), "something that is not text"),
    ],
    ids=["UTF-16", "UTF-16 without its mark", "a picture", "chance"],
)
def test_where_a_file_is_no_text_one_line_says_so_and_nothing_is_imported(
    tmp_path: Path, data: bytes, found: str
) -> None:
    file, other, place = tmp_path / "games", tmp_path / "others", str(tmp_path / "data")
    file.write_bytes(data)
    other.write_text("d1-d3\n")
    said = f"hnefi: {file}: expected text in UTF-8, got {found}\n"
    ran = hnefi("games", "import", str(other), str(file), "--data", place)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)
    assert listed(place) == []
    for command in ("replay", "review"):
        ran = hnefi(command, str(file))
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)


@pytest.mark.parametrize("found", ["something that is not text", "games"])
def test_what_comes_through_a_pipe_is_looked_at_and_read(tmp_path: Path, found: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = b"d1-d3\n" if found == "games" else bytes(99)
    with ThreadPoolExecutor() as writers:
        writers.submit(pipe.write_bytes, data)
        ran = hnefi("games", "import", str(pipe), "--data", str(tmp_path))
    assert ran.returncode == (0 if found == "games" else 2)
    assert found == "games" or "got something that is not text" in the_line_of_a_mistake(ran)


@pytest.mark.parametrize(
    ("refused", "last"),
    [
        (10, "line 11: ply 1, d1-d1: The piece on d1 has to go somewhere else."),
        (11, "1 more game was refused."),
        (99, "89 more games were refused."),
    ],
)
def test_only_the_first_games_that_are_refused_have_a_line_of_their_own(
    tmp_path: Path, refused: int, last: str
) -> None:
    file = tmp_path / "games.txt"
    file.write_text("d1-d3\n" + "d1-d1\n" * refused)
    ran = hnefi("games", "import", str(file), "--data", str(tmp_path))
    assert (ran.returncode, ran.stdout) == (
        1,
        f"1 imported, 0 already here, {refused} refused.\n",
    )
    lines = ran.stderr.splitlines()
    assert (len(lines), lines[-1].endswith(last)) == (min(refused, 11), True), lines[-1]


_ESCAPES = "\x1b[2J\x9b31m\u202e"
# As a file may have them that an older hnefi has written.
_BAD_NAMES = (Entry(0, Kind.NAMES, f"attackers Two\nlines{_ESCAPES}"), _NAMES[1])
_DECIDED = (
    Entry(98_000, Kind.DECISION, f"late{_ESCAPES}"),
    Entry(99_000, Kind.END, "draw arbiter"),
)


@pytest.fixture
def stained(data: str) -> str:
    """Add a game with commands for a terminal, and one of which an entry is of no kind."""
    store = _store_of(Folder(Path(data)))
    bad = (*_BAD_NAMES, *plies(*MOVES), *_DECIDED)
    store.save([Change(header("bbbb3333"), 0, bad), Change(header("cccc4444"), 0, plies("d1-d3"))])
    number = store.database.number("SELECT number FROM game WHERE id = 'cccc4444'")
    store.database.run("INSERT INTO entry VALUES (?, 2, 9, 'dance', '', NULL)", (number,))
    store.close()
    return data


@pytest.mark.parametrize("form", ["otg", "moves", "json"])
def test_export_names_a_game_that_it_cannot_write_and_writes_the_others(
    stained: str, form: str
) -> None:
    ran = hnefi("games", "export", "--all", "--format", form, "--data", stained)
    complaint = "cccc4444: game cccc4444: expected a kind of entry, got 'dance'"
    assert (ran.returncode, ran.stderr) == (1, f"hnefi: {complaint}\n")
    alone = [
        hnefi("games", "export", each, "--format", form, "--data", stained).stdout
        for each in ("aaaa", "aabb", "bbbb")
    ]
    assert ran.stdout == "".join(alone)


@pytest.mark.parametrize(
    "arguments",
    [
        ("list",),
        ("list", "--json"),
        ("show", "bbbb"),
        ("show", "bbbb", "--json"),
        ("export", "bbbb"),
        ("export", "bbbb", "--format", "json"),
    ],
    ids=" ".join,
)
def test_nothing_that_is_stored_is_a_command_for_a_terminal(
    stained: str, arguments: tuple[str, ...]
) -> None:
    ran = hnefi("games", *arguments, "--data", stained)
    assert ran.returncode == 0
    assert all(line.isprintable() for line in ran.stdout.split("\n"))
    assert "Two" in ran.stdout


def test_what_is_shown_for_programs_loses_no_character(stained: str) -> None:
    shown = json.loads(hnefi("games", "show", "bbbb", "--json", "--data", stained).stdout)
    assert shown["entries"][0][2] == _BAD_NAMES[0].what
    (listed_game,) = [
        json.loads(line)
        for line in hnefi("games", "list", "--json", "--data", stained).stdout.splitlines()
        if "bbbb3333" in line
    ]
    assert listed_game["names"]["attackers"] == f"Two\nlines{_ESCAPES}"


def test_a_complaint_is_no_command_for_a_terminal(data: str) -> None:
    file = "no\x1b[2J\x9bfile"
    line = the_line_of_a_mistake(hnefi("games", "import", file, "--data", data))
    assert line.startswith(r"hnefi: no\x1b[2J\x9bfile: expected games to read")


def _json_game(name: str, *entries: list[int | str]) -> str:
    known = {"format": "hnefi game 1", "id": name, "started": 0, "ruleset": "copenhagen"}
    return json.dumps(known | {"entries": entries}) + "\n"


def test_an_import_leaves_the_game_that_is_played_on(data: str, tmp_path: Path) -> None:
    file = tmp_path / "games"
    for text in (
        "d1-d3 e5-e2,0,0,Black\n",
        "d1-d3 e5-e2\n",
        _json_game("over", [0, "ply", "d1-d3"], [1, "end", "attackers resignation"]),
        _json_game("open", [0, "ply", "d1-d3"]),
    ):
        file.write_text(text)
        assert hnefi("games", "import", str(file), "--data", data).returncode == 0
        assert _goes_on_with(data) == "aabb2222"


def test_a_game_that_lasts_too_long_is_refused_in_one_line_and_the_others_are_kept(
    data: str, tmp_path: Path
) -> None:
    file, times = tmp_path / "games.json", (0, (1 << 63) - 1, 1 << 63, 1 << 90, 7)
    games = [_json_game(f"game{at}", [time, "ply", "d1-d3"]) for at, time in enumerate(times)]
    file.write_text("".join(games))
    ran = hnefi("games", "import", str(file), "--data", data)
    assert (ran.returncode, ran.stdout) == (1, "2 imported, 0 already here, 3 refused.\n")
    expected = "entry 1, ply: expected at most 3162240000000 milliseconds"
    assert [line.partition(", got")[0] for line in ran.stderr.splitlines()] == [
        f"hnefi: {file}: line {line}: {expected}" for line in (2, 3, 4)
    ]


def _goes_on_with(data: str) -> str | None:
    folder = Folder(Path(data))
    store = _store_of(folder)
    try:
        return store.open_game()
    finally:
        store.close()
        folder.release()


def _set_aside_with(data: str, game_id: str) -> None:
    """Put a damaged file beside the store that has a game in it which was played on."""
    aside = Folder(Path(data) / "aside")
    store = _store_of(aside)
    store.save([Change(header(game_id), 0, plies(*MOVES[:3]))])
    store.close()
    aside.store.rename(Path(data) / "games.db.damaged-1")


def test_a_repair_leaves_the_game_that_is_played_on(data: str) -> None:
    _set_aside_with(data, "cccc4444")
    assert hnefi("games", "repair", "--data", data).returncode == 0
    assert (listed(data), _goes_on_with(data)) == (["aabb2222", "cccc4444", "aaaa1111"], "aabb2222")


def test_a_repair_takes_up_no_game_that_others_came_after(data: str) -> None:
    hnefi("games", "delete", "aabb", "--yes", "--data", data)
    _set_aside_with(data, "cccc4444")
    assert hnefi("games", "repair", "--data", data).returncode == 0
    assert (listed(data), _goes_on_with(data)) == (["cccc4444", "aaaa1111"], None)


def test_a_repair_takes_up_the_last_game_where_no_other_came_after_it(tmp_path: Path) -> None:
    _set_aside_with(str(tmp_path), "cccc4444")
    assert hnefi("games", "repair", "--data", str(tmp_path)).returncode == 0
    assert _goes_on_with(str(tmp_path)) == "cccc4444"


def test_the_same_game_is_kept_once_however_often_and_in_which_words_it_comes(
    tmp_path: Path,
) -> None:
    game = " ".join(MOVES)
    file, other = tmp_path / "games.txt", tmp_path / "other.txt"
    file.write_text(f"{game}\n{game}\n  {game.replace('xe2', '')}  \n{game}\n")
    ran = hnefi("games", "import", str(file), "--data", str(tmp_path))
    assert (ran.returncode, ran.stdout) == (0, "1 imported, 3 already here, 0 refused.\n")
    # Where it stands in a file says nothing of a game, but how it ended and by which rules do.
    other.write_text(f"d1-d3\n{game}\n{game},1,0,Black\n")
    ran = hnefi("games", "import", str(other), "--data", str(tmp_path))
    assert ran.stdout == "2 imported, 1 already here, 0 refused.\n"
    ran = hnefi("games", "import", str(file), "--ruleset", "fetlar", "--data", str(tmp_path))
    assert ran.stdout == "1 imported, 3 already here, 0 refused.\n"


@pytest.mark.parametrize("command", ["list {}", "show {}", "export {}", "delete {} --yes"])
def test_a_word_that_is_no_text_is_said_in_one_line(data: str, command: str) -> None:
    ran = hnefi("games", *command.format(_NO_TEXT).split(), "--data", data)
    expected = r"hnefi: '\udcffn\udce9': expected text in UTF-8, got other bytes"
    assert the_line_of_a_mistake(ran) == expected


@pytest.mark.parametrize("name", [_NO_TEXT, "file:copy?mode=ro#1%41"])
def test_a_file_of_any_name_is_a_backup(
    data: str, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hnefi("games", "backup", name, "--data", data).returncode == 0
    assert Path(name).is_file()
    assert hnefi("games", "restore", name, "--data", f"other{name}").returncode == 0
    assert listed(f"other{name}") == listed(data)


def test_a_backup_restores_what_was_there(data: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup.db")
    assert hnefi("games", "backup", file, "--data", data).returncode == 0
    hnefi("games", "delete", "aaaa", "--yes", "--data", data)
    ran = hnefi("games", "restore", file, "--data", data)
    assert ran.stdout.startswith("2 games restored. What was there before is ")
    assert listed(data) == ["aabb2222", "aaaa1111"]
    # What was deleted does not come back by itself.
    assert (Path(data) / "games.db.replaced-1").exists()
    assert hnefi("games", "repair", "--data", data).returncode == 0


def test_what_root_restores_and_imports_belongs_to_whoever_owns_the_folder(
    data: str, tmp_path: Path
) -> None:
    place, file = folder_of_somebody(tmp_path), str(tmp_path / "backup.db")
    assert hnefi("games", "backup", file, "--data", data).returncode == 0
    for _ in range(2):
        assert hnefi("games", "restore", file, "--data", str(place)).returncode == 0
    moves = tmp_path / "moves.txt"
    moves.write_text("d1-d3 f4-c4\n")
    ran = hnefi("games", "import", str(moves), "--data", str(place / "boards/attic"))
    assert ran.stdout == "1 imported, 0 already here, 0 refused.\n"
    names = ("boards", "boards/attic", "games.db", "games.db.replaced-1", "lock")
    files = {*names, "boards/attic/games.db", "boards/attic/lock"}
    assert owners(place) == dict.fromkeys(files, (SOMEBODY, SOMEBODY))


def test_a_backup_that_finds_no_room_leaves_all_as_it_was(data: str, tmp_path: Path) -> None:
    file, place = str(tmp_path / "backup.db"), tmp_path / "restored"
    assert hnefi("games", "backup", file, "--data", data).returncode == 0
    with no_room():
        line = the_line_of_a_mistake(hnefi("games", "restore", file, "--data", str(place)))
    assert "restored.part: expected to write there (" in line
    assert [path.name for path in place.iterdir()] == ["lock"]


def test_what_a_restore_that_did_not_end_has_left_is_gone_after_the_next(tmp_path: Path) -> None:
    empty, place = tmp_path / "empty.db", tmp_path / "restored"
    empty.touch()
    place.mkdir()
    for name in ("restored.part", "restored.part-journal"):
        (place / name).write_text("half of it")
    the_line_of_a_mistake(hnefi("games", "restore", str(empty), "--data", str(place)))
    assert [path.name for path in place.iterdir()] == ["lock"]


def make_folder(store: Path) -> None:
    store.mkdir()


def make_loop(store: Path) -> None:
    store.symlink_to(store.name)


@pytest.mark.parametrize("make", [make_folder, make_loop, os.mkfifo])
@pytest.mark.parametrize("command", ["list", "export --all", "import {}", "repair", "backup b.db"])
def test_what_is_no_file_in_its_place_is_named_by_all_in_the_same_words(
    tmp_path: Path, make: Callable[[Path], None], command: str
) -> None:
    store = tmp_path / "games.db"
    make(store)
    ran = hnefi("games", *command.format(__file__).split(), "--data", str(tmp_path))
    expected = f"hnefi: {store}: expected a file, got something else; move it away"
    assert the_line_of_a_mistake(ran) == expected
    assert list(tmp_path.iterdir()) == [store]


def test_show_for_programs_is_the_whole_game(data: str) -> None:
    ran = hnefi("games", "show", "aaaa", "--json", "--data", data)
    exported = hnefi("games", "export", "aaaa", "--format", "json", "--data", data)
    assert (ran.returncode, ran.stdout) == (0, exported.stdout)
    assert json.loads(ran.stdout)["id"] == "aaaa1111"


def test_an_empty_file_is_no_backup(data: str, tmp_path: Path) -> None:
    (tmp_path / "no.db").touch()
    ran = hnefi("games", "restore", str(tmp_path / "no.db"), "--data", data)
    assert the_line_of_a_mistake(ran).endswith("no.db: expected games, found an empty file")
    assert listed(data) == ["aabb2222", "aaaa1111"]


def test_a_line_without_end_is_one_game_that_is_refused(data: str, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("x" * 3_000_000 + "\nd1-d3 e5-e2\n", encoding="utf-8")
    ran = hnefi("games", "import", str(file), "--data", data)
    (refused,) = ran.stderr.splitlines()
    assert refused.startswith(f"hnefi: {file}: line 1: ")
    assert len(listed(data)) == 3


def test_what_is_no_backup_is_not_restored(data: str, tmp_path: Path) -> None:
    (tmp_path / "no.db").write_bytes(b"no database" * 1000)
    ran = hnefi("games", "restore", str(tmp_path / "no.db"), "--data", data)
    assert "no.db: expected a sound store" in the_line_of_a_mistake(ran)
    assert listed(data) == ["aabb2222", "aaaa1111"]


def damage(data: str, page: int) -> None:
    with (Path(data) / "games.db").open("r+b") as file:
        file.seek(4096 * page)
        file.write(b"\xaa" * 4096)


def different_games(count: int) -> list[str]:
    """Return lines of moves: a game, and all that two plies more can make of it."""
    game = new_game(COPENHAGEN)
    for move in MOVES:
        game = play_word(game, move)
    longer = (
        f"{one} {other}" for one in game.legal_moves() for other in game.play(one).legal_moves()
    )
    return [f"{' '.join(MOVES)} {plies}" for plies in islice(longer, count)]


def page_with(data: str, text: str) -> int:
    return (Path(data) / "games.db").read_bytes().index(text.encode()) // 4096


def test_a_damaged_store_is_said_and_repaired_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    games, data = tmp_path / "games.txt", str(tmp_path)
    games.write_text("".join(f"{line}\n" for line in different_games(200)))
    hnefi("games", "import", str(games), "--data", data)
    before = set(listed(data))
    damage(data, page_with(data, MOVES[-1]))
    ran = hnefi("games", "repair", "--data", data)
    assert ran.returncode == 1
    assert "is set aside as games.db.damaged-1." in ran.stdout.splitlines()[0]
    assert "expected more than its first" in ran.stderr
    assert (tmp_path / "games.db.rescued-1").exists()
    assert set(listed(data)) == before
    again = hnefi("games", "repair", "--data", data)
    said = "0 games rescued, 0 lost or incomplete; the store holds 200.\n"
    assert (again.returncode, again.stdout) == (0, said)


def flip_a_byte(file: Path) -> None:
    """Make text of the games that was Anna's name to bytes that are none."""
    with closing(store_for_writing(str(file))) as store:
        store.database.run("DROP TRIGGER entry_stays")
        name = b"attackers Ann\xe1"
        for sql in (
            "UPDATE entry SET what = CAST(? AS TEXT) WHERE kind = 'names' AND number = 1",
            "UPDATE summary SET attackers = CAST(? AS TEXT) WHERE attackers = 'Anna'",
        ):
            store.database.run(sql, (name,))


@pytest.mark.parametrize("command", ["list", "show aaaa", "export aaaa", "export --all"])
def test_text_of_other_bytes_is_said_in_one_line(data: str, command: str) -> None:
    flip_a_byte(Path(data) / "games.db")
    ran = hnefi("games", *command.split(), "--data", data)
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert "expected a sound store (text is no UTF-8); rescue what can be read with" in line


def damage_ruleset(data: str) -> None:
    file = Path(data) / "games.db"
    file.write_bytes(with_zeros(file.read_bytes(), "copenhagen", 0))


@pytest.mark.parametrize("command", ["list", "export --all", "backup copy.db", "import all.json"])
def test_a_ruleset_that_cannot_be_read_is_said_in_one_line(
    data: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    hnefi("games", "export", "--all", "--format", "json", "--output", "all.json", "--data", data)
    damage_ruleset(data)
    line = the_line_of_a_mistake(hnefi("games", *command.split(), "--data", data))
    cure = "rescue what can be read with: hnefi games repair"
    assert line == f"hnefi: {data}/games.db: expected a sound store (a ruleset is damaged); {cure}"
    assert not (tmp_path / "copy.db").exists()


def test_a_repair_rescues_games_whose_ruleset_is_damaged_in_its_table(data: str) -> None:
    damage_ruleset(data)
    ran = hnefi("games", "repair", "--data", data)
    last = "2 games rescued, 0 lost or incomplete; the store holds 2."
    assert (ran.returncode, ran.stdout.splitlines()[-1], ran.stderr) == (0, last, "")
    assert listed(data) == ["aabb2222", "aaaa1111"]
    assert hnefi("games", "export", "--all", "--data", data).returncode == 0


def test_a_repair_finds_text_of_other_bytes_and_counts_the_game_as_not_whole(data: str) -> None:
    flip_a_byte(Path(data) / "games.db")
    ran = hnefi("games", "repair", "--data", data)
    last = "2 games rescued, 1 lost or incomplete; the store holds 2."
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (1, last)
    assert set(listed(data)) == {"aaaa1111", "aabb2222"}


def test_a_backup_with_text_of_other_bytes_is_not_restored(data: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    hnefi("games", "backup", str(copy), "--data", data)
    flip_a_byte(copy)
    line = the_line_of_a_mistake(hnefi("games", "restore", str(copy), "--data", data))
    assert line == f"hnefi: {copy}: expected a sound store (text is no UTF-8)"
    assert listed(data) == ["aabb2222", "aaaa1111"]


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("restore {}", "{}: expected to read it (disk I/O error)"),
        ("import {}", "{}: expected to read it all (Input/output error)"),
    ],
)
def test_what_was_only_read_is_not_said_to_be_written(data: str, command: str, line: str) -> None:
    file = "/proc/self/mem"  # opens as a file, and fails at the first byte
    said = the_line_of_a_mistake(hnefi("games", *command.format(file).split(), "--data", data))
    assert said == f"hnefi: {line.format(file)}"


def test_a_file_without_a_name_is_named_so(data: str) -> None:
    line = the_line_of_a_mistake(hnefi("games", "import", "", "--data", data))
    assert line == "hnefi: '': expected games to read (Is a directory)"


def test_moves_that_are_none_are_no_export(data: str) -> None:
    with closing(store_for_writing(str(Path(data) / "games.db"))) as store:
        store.save([Change(header("dddd5555"), 0, plies(f"d1-d3{_ESCAPES}"))])
    ran = hnefi("games", "export", "dddd", "--format", "moves", "--data", data)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("hnefi: dddd5555: ply 1: expected a move such as d1-d4")


def test_where_no_games_are_there_is_nothing_to_repair(tmp_path: Path) -> None:
    typo = tmp_path / "typo"
    line = the_line_of_a_mistake(hnefi("games", "repair", "--data", str(typo)))
    assert line.startswith(f"hnefi: {typo}: expected games, found none; ")
    assert not typo.exists()


def test_a_store_that_cannot_be_opened_says_how_to_repair_it(data: str) -> None:
    damage(data, 0)
    line = the_line_of_a_mistake(hnefi("games", "list", "--data", data))
    assert line.endswith("rescue what can be read with: hnefi games repair")


def test_a_second_process_on_a_folder_gets_one_line(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.hold()
    ran = hnefi("simulate", "--no-browser", "--port", "0", "--data", str(tmp_path))
    line = the_line_of_a_mistake(ran)
    assert line == (
        f"hnefi: --data: {tmp_path}: expected a folder that no other program uses; stop the other "
        "hnefi; you can also choose another folder with --data, or give this board a name with "
        "--board-name"
    )
    folder.release()


def test_a_store_of_a_newer_hnefi_is_not_played_on(data: str) -> None:
    folder = Folder(Path(data))
    store = store_for_writing(str(folder.store))
    store.database.run("PRAGMA user_version=99")
    store.close()
    ran = hnefi("simulate", "--no-browser", "--port", "0", "--data", data)
    assert "got version 99; use the newer hnefi that wrote it" in the_line_of_a_mistake(ran)


def test_headless_games_are_not_kept_unless_somebody_asks(tmp_path: Path) -> None:
    kept = {"XDG_DATA_HOME": str(tmp_path)}
    ran = hnefi("simulate", *SHORT_GAME, environment=kept)
    assert ran.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_the_configuration_is_found_and_that_of_a_board_with_a_name(
    data: str, tmp_path: Path
) -> None:
    def asked(toml: str) -> str:
        config = tmp_path / "config"
        (config / "hnefi").mkdir(parents=True, exist_ok=True)
        (config / "hnefi" / "board.toml").write_text(toml)
        usual = {"XDG_CONFIG_HOME": str(config), "XDG_DATA_HOME": str(tmp_path / "xdg")}
        ran = hnefi("games", "list", "--json", environment=usual)
        return ran.stdout or ran.stderr

    assert "aaaa1111" in asked(f'[store]\nfolder = "{data}"\n')
    assert "found none; play one first" in asked("")
    hall = tmp_path / "xdg" / "hnefi" / "boards" / "hall"
    hall.parent.mkdir(parents=True)
    Path(data).rename(hall)
    assert "aaaa1111" in asked('[bus]\nboard_name = "hall"\n')
    assert f"found none; there are some in {hall}: use --data" in asked("")


def test_whoever_finds_no_games_hears_of_those_of_the_service(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.store.folder.SERVICE_FOLDER", Path(data))
    line = the_line_of_a_mistake(hnefi("games", "list", "--data", str(tmp_path / "mine")))
    assert line.endswith(f"found none; there are some in {data}: use --data")


def test_who_may_not_read_the_games_of_the_service_is_told_how(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        service, mine = Path(made) / "service", Path(made) / "mine"
        service.mkdir()
        monkeypatch.setattr("controller.store.folder.SERVICE_FOLDER", service)
        with closed(service):
            said = [str(nothing_in(Folder(each))) for each in (mine, service)]
    sudo = f"run sudo hnefi games list --data {service}"
    theirs = f"the service keeps its own, which you may not read: {sudo}"
    assert said == [
        f"{mine}: expected games, found none; {theirs}",
        f"{service}: expected games that you may read; {sudo}",
    ]
