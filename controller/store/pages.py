"""Rows out of the pages of a SQLite file, without SQLite: for a file that SQLite refuses to read.

Each page that holds rows says so itself, so one that is damaged hides none of the others. What
cannot be a row is passed over. Source: the file format of SQLite, sections 1.5, 1.6, 2 and 4.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_PAGE = 4096
_LOG_HEADER, _FRAME_HEADER = 32, 24
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_MOST_CELLS = _PAGE // 4

Cell = int | float | str | bytes | None


class Row(NamedTuple):
    """The values of a row; `rowid` is None in an index and in a table without row ids.

    It is `sound` unless bytes of a text are no UTF-8; these stand there as U+FFFD.
    """

    rowid: int | None
    values: tuple[Cell, ...]
    sound: bool = True


def rows_in(file: bytes, log: bytes) -> Iterator[Row]:
    """Yield the rows of all pages that can be read, with those of the log in place of older ones.

    Pages that the file says are free are left out: they hold what was deleted.
    """
    pages = {at // _PAGE + 1: file[at : at + _PAGE] for at in range(0, len(file), _PAGE)}
    pages |= _logged(log)
    for number in sorted(pages.keys() - _free(pages)):
        yield from _rows_of(pages, number)


def _logged(log: bytes) -> dict[int, bytes]:
    """Return the newest pages of a log that belong to a commit."""
    newest: dict[int, bytes] = {}
    since_commit: dict[int, bytes] = {}
    salt = log[16:24]
    for at in range(_LOG_HEADER, len(log) - _FRAME_HEADER - _PAGE + 1, _FRAME_HEADER + _PAGE):
        number, size = struct.unpack_from(">II", log, at)
        if log[at + 8 : at + 16] != salt:
            break
        since_commit[number] = log[at + _FRAME_HEADER : at + _FRAME_HEADER + _PAGE]
        if size:
            newest |= since_commit
            since_commit = {}
    return newest


def _free(pages: dict[int, bytes]) -> set[int]:
    """Return the numbers of the pages that hold nothing any more."""
    free: set[int] = set()
    first = pages.get(1, b"")
    trunk = int.from_bytes(first[32:36]) if first.startswith(b"SQLite format 3\0") else 0
    while trunk in pages and trunk not in free:
        free.add(trunk)
        page = pages[trunk]
        trunk, count = struct.unpack_from(">II", page)
        if count > _PAGE // 4 - 2:
            break
        free.update(struct.unpack_from(f">{count}I", page, 8))
    return free


def _rows_of(pages: dict[int, bytes], number: int) -> Iterator[Row]:
    page, start = pages[number], 100 if number == 1 else 0
    kind = page[start] if len(page) == _PAGE else 0
    if kind not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR):
        return
    cells = int.from_bytes(page[start + 3 : start + 5])
    pointers = start + (12 if kind == _INDEX_INTERIOR else 8)
    if cells > _MOST_CELLS:
        return
    for at in range(pointers, pointers + 2 * cells, 2):
        try:
            yield _row(pages, page, int.from_bytes(page[at : at + 2]), kind)
        except (LookupError, ValueError, struct.error):
            continue


def _row(pages: dict[int, bytes], page: bytes, at: int, kind: int) -> Row:
    at += 4 if kind == _INDEX_INTERIOR else 0
    size, at = _varint(page, at)
    rowid = None
    if kind == _TABLE_LEAF:
        rowid, at = _varint(page, at)
    payload = _payload(pages, page, at, size, is_table=kind == _TABLE_LEAF)
    try:
        return Row(rowid, _values(payload, "strict"))
    except UnicodeDecodeError:
        return Row(rowid, _values(payload, "replace"), sound=False)


def _payload(pages: dict[int, bytes], page: bytes, at: int, size: int, *, is_table: bool) -> bytes:
    """Return the bytes of a row, with what lies on pages of overflow."""
    most = _PAGE - 35 if is_table else (_PAGE - 12) * 64 // 255 - 23
    least = (_PAGE - 12) * 32 // 255 - 23
    here = least + (size - least) % (_PAGE - 4)
    here = size if size <= most else here if here <= most else least
    data, following = page[at : at + here], int.from_bytes(page[at + here : at + here + 4])
    while len(data) < size:
        overflow = pages.get(following, b"")
        if len(overflow) < _PAGE or len(data) > 1 << 24:
            raise ValueError("a page of overflow is missing")
        following = int.from_bytes(overflow[:4])
        data += overflow[4 : 4 + size - len(data)]
    return data


def _values(data: bytes, errors: str) -> tuple[Cell, ...]:
    end, at = _varint(data, 0)
    kinds = []
    while at < end:
        kind, at = _varint(data, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, at = _value(data, at, kind, errors)
        values.append(value)
    if at != len(data):
        raise ValueError("expected a row without anything after it")
    return tuple(values)


def _value(data: bytes, at: int, kind: int, errors: str) -> tuple[Cell, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        return struct.unpack_from(">d", data, at)[0], at + 8
    if kind >= 12:
        end = at + (kind - 12) // 2
        text = data[at:end]
        return (text.decode(errors=errors) if kind % 2 else text), end
    size = _INTEGERS[kind]
    return int.from_bytes(data[at : at + size], signed=True), at + size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return an integer of one to nine bytes, and where the next thing begins."""
    value = 0
    for position in range(at, at + 8):
        byte = data[position]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, position + 1
    return value << 8 | data[at + 8], at + 9
