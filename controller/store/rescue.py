"""The games of a damaged store, as far as its pages can be read.

Rows are found page by page and put together here, so what is lost is what lay on a damaged page.
The entries of a game count up to the first one that is missing or that the rules refuse. A name of
which some bytes are no text comes back with a mark in their place. A ruleset stands in its table
and in an index, and some ship with hnefi: the first copy that can be read counts.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from controller.rules.library import named_ruleset, ruleset_names
from controller.store.errors import EntryError, StoreWriteError
from controller.store.exporting import Kept
from controller.store.pages import Row, rows_in
from controller.store.records import LONGEST_GAME_MS, MOMENTS_MS, Entry, Header, Kind
from controller.store.replay import game_at_start, is_ruleset, replayed

# A row of the tables behind the search, which looks like the id of a game.
_OF_SEARCH = "version"
_LONGEST_ID = 64
# In place of bytes that are no text.
_MARK = "\ufffd"


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game of which nothing, or not all, could be read."""

    game: str
    why: str


@dataclass(slots=True)
class _Found:
    """The rows of a file, by what they are."""

    names: dict[int, str] = field(default_factory=dict)  # of the rulesets
    tabled: dict[int, str] = field(default_factory=dict)  # their data, as the table has it
    indexed: dict[int, str] = field(default_factory=dict)
    rulesets: dict[int, str] = field(default_factory=dict)  # what of that is a ruleset
    games: dict[int, tuple[str, int, int | None, str]] = field(default_factory=dict)
    ids: dict[int, str] = field(default_factory=dict)
    summaries: dict[int, int] = field(default_factory=dict)  # how many plies there were
    entries: dict[int, dict[int, Entry]] = field(default_factory=lambda: defaultdict(dict))
    unsound: set[int] = field(default_factory=set)  # games with bytes that are no text

    def take(self, row: Row) -> None:
        """Take in a row; it is known by its shape."""
        match row:
            case Row(int(number), (None, str(name), str(data))):
                self.names[number], self.tabled[number] = name, data if row.sound else ""
            case Row(None, (str(data), int(number))) if row.sound and len(data) > _LONGEST_ID:
                self.indexed[number] = data
            case Row(None, (str(game_id), int(number))) if row.sound and game_id != _OF_SEARCH:
                self.ids[number] = game_id
            case Row(int(number), (None, str(game_id), int(ruleset), started, str(start))):
                # An unsound start is refused later; the id stands in an index, too.
                known = game_id if row.sound else ""
                self.unsound |= set() if row.sound else {number}
                self.games[number] = (known, ruleset, _moment(started), start)
            case Row(int(number), (None, _, str(), str(), _, _, int(plies))):
                self.summaries[number] = plies
            case Row(None, (int(game), int(number), int(ms), str(kind), str(what), clock)):
                self.unsound |= set() if row.sound else {game}
                shown = clock if isinstance(clock, str) and row.sound else ""
                is_known = kind in set(Kind) and 0 <= ms <= LONGEST_GAME_MS
                if is_known and (kind == Kind.NAMES or row.sound or _MARK not in what):
                    self.entries[game][number] = Entry(ms, Kind(kind), what, shown)

    def judge_rulesets(self) -> None:
        """Keep of the copies of each ruleset the first that is one."""
        for number in {*self.tabled, *self.indexed}:
            name = self.names.get(number)
            shipped = named_ruleset(name).model_dump_json() if name in ruleset_names() else None
            copies = (self.tabled.get(number), self.indexed.get(number), shipped)
            data = next((each for each in copies if each and is_ruleset(each)), None)
            if data is not None:
                self.rulesets[number] = data

    @property
    def likely_ruleset(self) -> str | None:
        """The one that most games are played by, None where there are several."""
        is_one = len({*self.tabled, *self.indexed}) == 1
        return next(iter(self.rulesets.values()), None) if is_one else None


def _moment(found: object) -> int | None:
    return found if isinstance(found, int) and 0 <= found < MOMENTS_MS else None


def rescued(path: Path) -> Iterator[Kept | LostGame]:
    """Yield the games of a damaged file as far as they can be read, and what is lost.

    Raises:
        StoreWriteError: the disk cannot be read.
    """
    found = _Found()
    log = Path(f"{path}-wal")
    try:
        for row in rows_in(path.read_bytes(), log.read_bytes() if log.exists() else b""):
            found.take(row)
    except OSError as error:
        raise StoreWriteError(f"{path}: expected to read it ({error.strerror})") from error
    found.judge_rulesets()
    for number in sorted({*found.games, *found.ids, *found.entries, *found.summaries}):
        yield from _game(found, number)


def _game(found: _Found, number: int) -> Iterator[Kept | LostGame]:
    header = _header(found, number)
    if header is None:
        yield LostGame(
            found.ids.get(number, f"number {number}"), "expected its ruleset, found none"
        )
        return
    numbered = found.entries.get(number, {})
    game = Kept(header, _legal(header, _in_order(numbered)))
    yield game
    expected = found.summaries.get(number, 0)
    if len(game.entries) < len(numbered) or len(game.course.plies) < expected:
        yield LostGame(header.id, f"expected more than its first {len(game.entries)} entries")
    elif number in found.unsound:
        yield LostGame(header.id, "expected text in UTF-8, found other bytes in some of it")


def _header(found: _Found, number: int) -> Header | None:
    """Return the header of a game; where it is lost, the likely one.

    Most games are played from the start of the one ruleset that people like. Where that is wrong,
    the rules refuse a ply.
    """
    likely = found.likely_ruleset
    if number in found.games:
        game_id, ruleset, started_ms, start = found.games[number]
        data = found.rulesets.get(ruleset, likely)
        game_id = game_id or found.ids.get(number, f"rescued-{number}")
        return None if data is None else Header(game_id, data, started_ms, start)
    game_id = found.ids.get(number, f"rescued-{number}")
    return None if likely is None else Header(game_id, likely, None)


def _in_order(numbered: dict[int, Entry]) -> tuple[Entry, ...]:
    """Return entries up to the first that is missing."""
    count = next(at for at in range(1, len(numbered) + 2) if at not in numbered)
    return tuple(numbered[at] for at in range(1, count))


def _legal(header: Header, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return entries up to the first that is no part of a game."""
    try:
        game = game_at_start(header)
    except EntryError:
        return ()
    for at, entry in enumerate(entries):
        try:
            game = replayed(game, [entry])
        except EntryError:
            return entries[:at]
    return entries
