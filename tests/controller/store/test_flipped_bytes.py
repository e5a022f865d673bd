"""A byte of a text that is flipped: SQLite does not see it, the store does, and little is lost."""

from contextlib import closing
from pathlib import Path

import pytest

from controller.store.errors import StoreDamagedError
from controller.store.exporting import Kept
from controller.store.records import Entry, Header, Kind
from controller.store.rescue import LostGame, rescued
from controller.store.store import Change, store_for_writing
from controller.store.stored_games import store_for_reading
from tests.controller.store.kept import COPENHAGEN, MOVES, plies

_START = "/11/11/11/5T5/11/5K5/11/11/11/11/11/ attackers"
_ENTRIES = (
    Entry(0, Kind.NAMES, "attackers Anna"),
    Entry(0, Kind.NAMES, "defenders Björn"),
    *(each._replace(clock="900000 900000") for each in plies(*MOVES)),
    Entry(99_000, Kind.END, "attackers resignation"),
)
_FIRST, _THIRD = "WHERE number = 1", "WHERE number = 3"


def with_entry(at: int, entry: Entry) -> tuple[Entry, ...]:
    """Return the entries with another one in a place, counted from 0."""
    return (*_ENTRIES[:at], entry, *_ENTRIES[at + 1 :])


# Each column of text: its table, its name, which row of it, and the entries that are rescued.
_WHOLE = [
    ("ruleset", "name", "", _ENTRIES),
    ("ruleset", "data", "", _ENTRIES),
    ("summary", "attackers", "", _ENTRIES),
    ("summary", "defenders", "", _ENTRIES),
    ("summary", "result", "", _ENTRIES),
    ("summary", "reason", "", _ENTRIES),
]
_NOT_WHOLE = [
    ("game", "id", "", _ENTRIES),
    ("game", "start", "", ()),
    ("entry", "kind", _FIRST, ()),
    ("entry", "kind", _THIRD, _ENTRIES[:2]),
    ("entry", "what", _FIRST, with_entry(0, Entry(0, Kind.NAMES, "\ufffdttackers Anna"))),
    ("entry", "what", _THIRD, _ENTRIES[:2]),
    ("entry", "clock", _THIRD, with_entry(2, plies(*MOVES)[0])),
]
_EACH = "table, column, where, entries"


def flipped(file: Path, table: str, column: str, where: str) -> Path:
    """Make a store with a game, of which the highest bit of a text's first byte is flipped."""
    start = _START if column == "start" else ""
    with closing(store_for_writing(str(file))) as store:
        store.save([Change(Header("aaaa1111", COPENHAGEN, 5, start), 0, _ENTRIES)])
        database = store.database
        database.run("DROP TRIGGER entry_stays")
        row = database.row(f"SELECT {column} FROM {table} {where}")  # noqa: S608 - names above
        assert row is not None
        text = str(row[0]).encode()
        bad = bytes([text[0] ^ 0x80]) + text[1:]
        sql = f"UPDATE {table} SET {column} = CAST(? AS TEXT) {where}"  # noqa: S608 - as above
        database.run(sql, (bad,))
        assert list(database.faults()) == []
    return file


def read_all(file: Path) -> None:
    store = store_for_reading(str(file))
    assert store is not None
    with closing(store):
        list(store.faults())


@pytest.mark.parametrize(_EACH, [*_WHOLE, *_NOT_WHOLE])
def test_it_is_found(
    tmp_path: Path, table: str, column: str, where: str, entries: tuple[Entry, ...]
) -> None:
    del entries
    file = flipped(tmp_path / "games.db", table, column, where)
    with pytest.raises(StoreDamagedError, match=r"expected a sound store \(text is no UTF-8\)$"):
        read_all(file)


@pytest.mark.parametrize(_EACH, _WHOLE)
def test_where_others_say_the_same_the_game_is_rescued_whole(
    tmp_path: Path, table: str, column: str, where: str, entries: tuple[Entry, ...]
) -> None:
    (game,) = rescued(flipped(tmp_path / "games.db", table, column, where))
    assert game == Kept(Header("aaaa1111", COPENHAGEN, 5), entries)


@pytest.mark.parametrize(_EACH, _NOT_WHOLE)
def test_elsewhere_the_rescue_says_that_the_game_is_not_whole(
    tmp_path: Path, table: str, column: str, where: str, entries: tuple[Entry, ...]
) -> None:
    found = list(rescued(flipped(tmp_path / "games.db", table, column, where)))
    assert [each.entries for each in found if isinstance(each, Kept)] == [entries]
    assert len([each for each in found if isinstance(each, LostGame)]) == 1


def test_of_an_id_that_an_index_still_has_nothing_is_lost(tmp_path: Path) -> None:
    file = flipped(tmp_path / "games.db", "game", "id", "")
    data = file.read_bytes()
    # Mend it in one of the two places where it stands.
    at = data.index(b"\xe1aaa1111")
    file.write_bytes(data[:at] + b"aaaa1111" + data[at + 8 :])
    game = next(rescued(file))
    assert isinstance(game, Kept)
    assert game.header.id == "aaaa1111"
