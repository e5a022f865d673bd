"""Of a damaged store everything comes back that does not lie on a damaged page."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.store.errors import StoreWriteError
from controller.store.exporting import Kept
from controller.store.pages import rows_in
from controller.store.records import Entry, Header, Kind
from controller.store.rescue import LostGame, rescued
from controller.store.store import Change, store_for_writing
from tests.controller.store.kept import COPENHAGEN, MOVES, Held, header, held_by, plies, with_zeros
from tests.effort import long_or_short

_PAGE = 4096
_LONG = "x" * 10_000  # lies on pages of overflow


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Held]:
    """Make a store with many games, some of them deleted."""
    path = tmp_path_factory.mktemp("store") / "games.db"
    store = store_for_writing(str(path))
    note = Entry(9000, Kind.PAUSED, _LONG, "clock")
    changes = [Change(header(f"{n:08x}"), 0, (*plies(*MOVES), note)) for n in range(60)]
    changes += [Change(header(f"{n:08x}"), 0, plies(*MOVES)) for n in range(60, 160)]
    store.save(changes)
    for number in range(0, 60, 2):
        store.delete(f"{number:08x}")
    held = held_by(store)
    store.close()
    return path.read_bytes(), held


def rescued_from(data: bytes, folder: Path, log: bytes = b"") -> Held:
    path = folder / "damaged.db"
    path.write_bytes(data)
    Path(f"{path}-wal").write_bytes(log)
    return {each.header.id: each.entries for each in rescued(path) if isinstance(each, Kept)}


def damaged(data: bytes) -> Iterator[bytes]:
    """Yield the file with each of its pages ruined, or some of them."""
    pages = range(len(data) // _PAGE)
    for page in (
        pages if len(pages) < 40 else random.Random(1).sample(pages, long_or_short(200, 20))
    ):
        yield data[: page * _PAGE] + b"\xaa" * _PAGE + data[(page + 1) * _PAGE :]


def test_a_sound_file_comes_back_whole(whole: tuple[bytes, Held], tmp_path: Path) -> None:
    data, held = whole
    assert rescued_from(data, tmp_path) == held


def test_what_is_in_the_log_comes_back_too(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = store_for_writing(str(path))
    store.save([Change(header(), 0, plies(*MOVES[:4]))])
    first = Path(f"{path}-wal").stat().st_size
    store.save([Change(header(), 4, plies(*MOVES[4:], since_ms=5000))])
    log = Path(f"{path}-wal").read_bytes()
    assert rescued_from(path.read_bytes(), tmp_path, log) == {"one": plies(*MOVES)}
    # Of the second commit only the first frame is there, so nothing of it counts.
    cut = log[: first + 24 + _PAGE]
    assert rescued_from(path.read_bytes(), tmp_path, cut) == {"one": plies(*MOVES[:4])}
    store.close()


def test_one_ruined_page_costs_only_what_lay_on_it(
    whole: tuple[bytes, Held], tmp_path: Path
) -> None:
    data, held = whole
    for each in damaged(data):
        found = rescued_from(each, tmp_path)
        for game, entries in found.items():
            if not game.startswith("rescued-"):
                assert entries == held[game][: len(entries)]
        whole_games = sum(entries in held.values() for entries in found.values())
        # A page of the longest games holds the entries of forty.
        assert whole_games >= len(held) - 45


def test_rubbish_has_no_rows_and_raises_nothing() -> None:
    rng = random.Random(2)
    for _ in range(long_or_short(2000, 50)):
        page = bytearray(rng.randbytes(_PAGE))
        page[0] = rng.choice((0x0D, 0x0A, 0x02))
        page[3:5] = rng.randrange(300).to_bytes(2)
        list(rows_in(rng.randbytes(_PAGE) + bytes(page), rng.randbytes(3 * _PAGE)))


# A ruleset of somebody's own, which stands nowhere but in the store.
_OWN = COPENHAGEN.replace('"copenhagen"', '"our-own"', 1)


def store_of_rulesets(path: Path, *rulesets: str) -> bytes:
    """Make a store with a game by each ruleset; return it as it lies on the disk."""
    with closing(store_for_writing(str(path))) as store:
        for number, ruleset in enumerate(rulesets):
            store.save([Change(Header(f"{number:02x}", ruleset, None), 0, plies(*MOVES))])
    return path.read_bytes()


def by_ruleset(data: bytes, path: Path) -> list[tuple[str, str] | LostGame]:
    """Return by which ruleset each game is rescued."""
    path.write_bytes(data)
    return [
        (each.header.id, each.header.ruleset) if isinstance(each, Kept) else each
        for each in rescued(path)
    ]


@pytest.mark.parametrize("copy", [0, 1])
def test_of_the_copies_of_a_ruleset_the_one_that_is_whole_counts(tmp_path: Path, copy: int) -> None:
    path = tmp_path / "games.db"
    data = store_of_rulesets(path, _OWN, COPENHAGEN)
    expected = [("00", _OWN), ("01", COPENHAGEN)]
    assert by_ruleset(with_zeros(data, "our-own", copy), path) == expected


def test_a_ruleset_without_a_whole_copy_is_taken_from_those_that_ship(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    data = store_of_rulesets(path, COPENHAGEN, _OWN)
    expected = [("00", COPENHAGEN), ("01", _OWN)]
    assert by_ruleset(with_zeros(data, "copenhagen", 0, 1), path) == expected


@pytest.mark.parametrize("others", [(), (COPENHAGEN,)])
def test_a_game_of_a_lost_ruleset_is_named_as_lost(tmp_path: Path, others: tuple[str, ...]) -> None:
    path = tmp_path / "games.db"
    data = store_of_rulesets(path, _OWN, *others)
    expected = [LostGame("00", "expected its ruleset, found none"), ("01", COPENHAGEN)]
    assert by_ruleset(with_zeros(data, "our-own", 0, 1), path) == expected[: 1 + len(others)]


def test_entries_count_up_to_the_first_whose_time_no_game_lasts(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = store_for_writing(str(path))
    late = Entry(1 << 60, Kind.PLY, MOVES[2])
    store.save([Change(header("0a", None), 0, (*plies(*MOVES[:2]), late))])
    store.database.run("UPDATE game SET started_ms = ?", ((1 << 63) - 1,))
    store.close()
    game, lost = rescued(path)
    assert game == Kept(header("0a", None), plies(*MOVES[:2]))
    assert lost == LostGame("0a", "expected more than its first 2 entries")


def test_entries_count_up_to_the_first_that_the_rules_refuse(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = store_for_writing(str(path))
    store.save([Change(header("0a"), 0, plies(*MOVES))])
    store.close()
    path.write_bytes(path.read_bytes().replace(b"g1-g3", b"g1-a9"))
    found = list(rescued(path))
    assert found == [
        Kept(header("0a"), plies(*MOVES)[:2]),
        LostGame("0a", "expected more than its first 2 entries"),
    ]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreWriteError, match="expected to read it"):
        list(rescued(tmp_path / "nowhere.db"))
