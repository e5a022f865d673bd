"""What the kernel's dm-log-writes noted, and the disks that a power cut could have left of it.

The format is in the kernel's Documentation/admin-guide/device-mapper/log-writes.rst: a sector with
how many entries there are; then for each a sector that says what was written where, and the data. A
write is noted once it is sure to be on disk: one past the disk's cache (FUA) when it was done, any
other with the flush that followed it. Marks are noted at once.
"""

import random
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

SECTOR = 512
_MAGIC, _VERSION = 0x6A736677736872, 1
_SUPER, _ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8


class Noted(NamedTuple):
    """An entry: bytes written to a place on the disk, a flush, or both; or a mark."""

    flags: int
    offset: int = 0
    data: bytes = b""
    mark: str = ""


class PowerCut(NamedTuple):
    """What a cut leaves, and what the program had said by then."""

    sure: tuple[
        Noted, ...
    ]  # on disk in this cut and all that follow; those of cuts before are, too
    lucky: tuple[Noted, ...]  # on disk after those, but only in this cut
    marks: tuple[str, ...]  # since the cut before


def read_log(file: BinaryIO) -> Iterator[Noted]:
    """Yield the entries of a log."""
    magic, version, count, sector = _SUPER.unpack(file.read(SECTOR)[: _SUPER.size])
    assert (magic, version, sector) == (_MAGIC, _VERSION, SECTOR)
    for _ in range(count):
        head = file.read(SECTOR)
        at, sectors, flags, length = _ENTRY.unpack(head[: _ENTRY.size])
        assert not flags & DISCARD, "a discard has no data to try"
        if flags & MARK:
            yield Noted(flags, mark=head[_ENTRY.size :][:length].decode())
        else:
            yield Noted(flags, at * SECTOR, file.read(sectors * SECTOR))


def power_cuts(log: Iterable[Noted], rng: random.Random, subsets: int) -> Iterator[PowerCut]:
    """Yield what a power cut can leave, in the order of the log.

    A cut comes after each write past the cache, flush and mark, when nothing that is still in the
    cache reaches the disk; and before each flush, when any of that does: all, and some subsets,
    where one of the writes may be torn at a sector.
    """
    cached: list[Noted] = []
    for entry in log:
        flushed: tuple[Noted, ...] = ()
        if entry.flags & FLUSH:
            for kept in _subsets(cached, rng, subsets if cached else 0):
                yield PowerCut((), kept, ())
            flushed, cached = tuple(cached), []
        if entry.flags:
            written = (entry,) if entry.data else ()
            yield PowerCut((*flushed, *written), (), (entry.mark,) if entry.mark else ())
        else:
            cached.append(entry)


def _subsets(
    cached: Sequence[Noted], rng: random.Random, subsets: int
) -> Iterator[tuple[Noted, ...]]:
    if subsets:
        yield tuple(cached)
    for _ in range(subsets):
        chance = rng.random()
        kept = [each for each in cached if rng.random() < chance]
        if kept:
            torn = rng.randrange(len(kept))
            cut = SECTOR * rng.randint(1, len(kept[torn].data) // SECTOR)
            kept[torn] = kept[torn]._replace(data=kept[torn].data[:cut])
        yield tuple(kept)
