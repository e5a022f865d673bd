"""A disk in memory that remembers every write, and what a power cut could leave of it.

A real disk may keep any of the writes since a file was last synced, in any order, and only parts
of one of them. Where a write was cut off, a sector may hold what nobody ever wrote.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import apsw

SECTOR = 512
_RUBBISH = random.Random(121).randbytes(SECTOR)

Files = dict[str, bytes]


class Write(NamedTuple):
    """Bytes written to a place in a file; a file that is not there is made."""

    name: str
    offset: int
    data: bytes


class Truncate(NamedTuple):
    """A file cut to a size."""

    name: str
    size: int


class Delete(NamedTuple):
    """A file deleted."""

    name: str


class Sync(NamedTuple):
    """All of a file is on disk, so is its name."""

    name: str


class Mark(NamedTuple):
    """What the program says between its writes."""

    said: str


Operation = Write | Truncate | Delete | Sync | Mark


class Disk(apsw.VFS):
    """A disk with files; `log` holds everything that was done to them."""

    def __init__(self, files: Files | None = None, name: str = "disk") -> None:
        """Begin with some files."""
        self.files = {each: bytearray(data) for each, data in (files or {}).items()}
        self.log: list[Operation] = []
        self.full = False
        self.refused = 0  # writes, because it is full
        self.name = name
        super().__init__(name, base="")

    def do(self, operation: Operation) -> None:
        """Do something to a file, and remember it."""
        self.log.append(operation)
        apply(self.files, operation)

    # What SQLite calls ----------------------------------------------------------------------

    def xOpen(  # type: ignore[override]  # noqa: N802 - any object with these methods will do
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> "_File":
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        if path not in self.files:
            if not flags[0] & apsw.SQLITE_OPEN_CREATE:
                raise apsw.CantOpenError(path)
            self.do(Write(path, 0, b""))
        flags[1] = flags[0]
        return _File(self, path)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802, FBT001
        self.do(Delete(filename))
        if syncdir:
            self.do(Sync(filename))

    def xAccess(self, pathname: str, _: int) -> bool:  # noqa: N802
        return pathname in self.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


class _File:
    """An open file; only one program uses the disk, so nothing is ever locked."""

    def __init__(self, disk: Disk, path: str) -> None:
        self._disk = disk
        self._path = path

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self._disk.files[self._path][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self._disk.full:
            self._disk.refused += 1
            raise apsw.FullError("the disk is full")
        self._disk.do(Write(self._path, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.do(Truncate(self._path, newsize))

    def xSync(self, _: int) -> None:  # noqa: N802
        self._disk.do(Sync(self._path))

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._disk.files[self._path])

    def xLock(self, _: int) -> None:  # noqa: N802
        pass

    xUnlock = xLock  # noqa: N815

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, _: int, __: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xClose(self) -> None:  # noqa: N802
        pass


def apply(files: dict[str, bytearray], operation: Operation) -> None:
    """Do something to files."""
    match operation:
        case Write(name, offset, data):
            file = files.setdefault(name, bytearray())
            file.extend(bytes(max(0, offset - len(file))))
            file[offset : offset + len(data)] = data
        case Truncate(name, size):
            del files.setdefault(name, bytearray())[size:]
        case Delete(name):
            files.pop(name, None)


def crashes(log: list[Operation], rng: random.Random, most: int) -> Iterator[tuple[int, Files]]:
    """Yield the states in which a power cut may leave a disk, each with how much was done then.

    After each write every subset of what is not synced is tried, and every way to tear one write,
    or `most` of them, drawn at random, where there are more.
    """
    durable: dict[str, bytearray] = {}
    pending: list[Operation] = []
    seen: set[int] = set()
    for done, operation in enumerate(log, 1):
        match operation:
            case Mark():
                continue
            case Sync(name):
                for each in pending:
                    if each.name == name:  # type: ignore[union-attr] # marks are never pending
                        apply(durable, each)
                pending = [each for each in pending if each.name != name]  # type: ignore[union-attr]
            case _:
                pending.append(operation)
        for state in _states(durable, pending, rng, most):
            fingerprint = hash(frozenset(state.items()))
            if fingerprint not in seen:
                seen.add(fingerprint)
                yield done, state


def _states(
    durable: dict[str, bytearray], pending: list[Operation], rng: random.Random, most: int
) -> Iterator[Files]:
    for kept in _choices(pending, rng, most):
        files = {name: bytearray(data) for name, data in durable.items()}
        for operation in kept:
            apply(files, operation)
        yield {name: bytes(data) for name, data in files.items()}


def _choices(pending: list[Operation], rng: random.Random, most: int) -> Iterator[list[Operation]]:
    """Yield what of the pending operations may have reached the disk."""
    count = len(pending)
    if 2**count <= most:
        masks = [list(mask) for mask in product((False, True), repeat=count)]
    else:
        masks = [[at < end for at in range(count)] for end in range(count + 1)]
        masks += [[at != out for at in range(count)] for out in range(count)]
        masks += [[at == only for at in range(count)] for only in range(count)]
        masks += [[rng.random() < 0.5 for _ in pending] for _ in range(max(0, most - len(masks)))]
    for mask in masks:
        yield [each for each, is_kept in zip(pending, mask, strict=True) if is_kept]
    torn = [(at, part) for at, each in enumerate(pending) for part in _torn(each)]
    if 3 * len(torn) > most:
        torn = rng.sample(torn, max(1, most // 3))
    for at, part in torn:
        others = [each for each in pending[at + 1 :] if rng.random() < 0.5]
        yield [*pending[:at], part]
        yield [*pending[:at], part, *pending[at + 1 :]]
        yield [*(each for each in pending[:at] if rng.random() < 0.5), part, *others]


def _torn(operation: Operation) -> Iterator[Write]:
    """Yield what may be on disk of a write that was cut off at each of its sectors."""
    if not isinstance(operation, Write) or not operation.data:
        return
    name, offset, data = operation
    # Sectors lie where the disk has them, not where the write begins.
    cuts = range(-offset % SECTOR, len(data), SECTOR)
    for cut in cuts:
        if cut:
            yield Write(name, offset, data[:cut])
        if cut < len(data):
            yield Write(name, offset + cut, data[cut:])
        yield Write(name, offset, (data[:cut] + _RUBBISH)[: len(data)])
    if len(data) < SECTOR:
        yield Write(name, offset, data[: len(data) // 2])
        yield Write(name, offset, _RUBBISH[: len(data)])
