"""Games to keep, and what a store holds of them."""

from controller.rules.library import named_ruleset
from controller.store.records import Entry, Header, Kind
from controller.store.store import Change
from controller.store.stored_games import StoredGames

COPENHAGEN = named_ruleset("copenhagen").model_dump_json()
# A game that is legal, with a capture at its fifth ply.
MOVES = ("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3xe2", "e6-e4", "d3-d5", "g5-g2")

Held = dict[str, tuple[Entry, ...]]


def header(game_id: str = "one", started_ms: int | None = 1_700_000_000_000) -> Header:
    """Return the header of a game of Copenhagen."""
    return Header(game_id, COPENHAGEN, started_ms)


def plies(*moves: str, since_ms: int = 1000) -> tuple[Entry, ...]:
    """Return the entries of plies, a second apart."""
    return tuple(Entry(since_ms + 1000 * at, Kind.PLY, move) for at, move in enumerate(moves))


def with_zeros(data: bytes, name: str, *copies: int) -> bytes:
    """Return a store with zeros in some of the two copies of a ruleset's text."""
    begin = f'{{"name":"{name}"'.encode()
    places = [at for at in range(len(data)) if data.startswith(begin, at)]
    assert len(places) == 2
    for copy in copies:
        at = places[copy] + 200
        data = data[:at] + bytes(100) + data[at + 100 :]
    return data


def one_by_one(of: Header, entries: tuple[Entry, ...]) -> list[Change]:
    """Return a change for the beginning of a game, and one for each entry."""
    return [Change(of, 0, ()), *(Change(of, at, (each,)) for at, each in enumerate(entries))]


def held_by(store: StoredGames) -> Held:
    """Return all entries of all games."""
    return {each: store.entries(each) for each in store.ids()}


def after(changes: list[Change]) -> Held:
    """Return what a store must hold after changes."""
    held: Held = {}
    for change in changes:
        held[change.header.id] = (*held.get(change.header.id, ())[: change.first], *change.entries)
    return held
