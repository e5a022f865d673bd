"""The kernel's log is read as its documentation has it, and cut wherever the power can be."""

import struct
from io import BytesIO
from random import Random

import pytest

from tests.controller.store.log_writes.log import (
    FLUSH,
    FUA,
    MARK,
    SECTOR,
    Noted,
    PowerCut,
    power_cuts,
    read_log,
)

A, B, C, D = (letter * 2 * SECTOR for letter in (b"A", b"B", b"C", b"D"))
LOG = [
    Noted(0, 0, A),
    Noted(FLUSH),
    Noted(FUA, 2 * SECTOR, B),
    Noted(MARK, mark="saved=1"),
    Noted(0, 4 * SECTOR, C),
    Noted(0, 6 * SECTOR, D),
    Noted(FLUSH | FUA, 8 * SECTOR, A),
]


def as_kept(log: list[Noted], magic: int = 0x6A736677736872) -> BytesIO:
    """Return a log as the kernel writes it."""
    said = struct.pack("<QQQI", magic, 1, len(log), SECTOR).ljust(SECTOR, b"\0")
    for each in log:
        numbers = each.offset // SECTOR, len(each.data) // SECTOR, each.flags, len(each.mark)
        said += (struct.pack("<QQQQ", *numbers) + each.mark.encode()).ljust(SECTOR, b"\0")
        said += each.data
    return BytesIO(said)


def test_a_log_is_read_entry_by_entry() -> None:
    assert list(read_log(as_kept(LOG))) == LOG


@pytest.mark.parametrize(("log", "magic"), [(LOG, 1), ([Noted(4)], 0x6A736677736872)])
def test_what_is_no_log_or_discards_data_is_refused(log: list[Noted], magic: int) -> None:
    with pytest.raises(AssertionError):
        list(read_log(as_kept(log, magic)))


def test_what_is_past_the_cache_is_sure_and_what_is_flushed_is_sure_after_the_flush() -> None:
    assert list(power_cuts(LOG, Random(1), 0)) == [
        PowerCut((LOG[0],), (), ()),
        PowerCut((LOG[2],), (), ()),
        PowerCut((), (), ("saved=1",)),
        PowerCut((LOG[4], LOG[5], LOG[6]), (), ()),
    ]


def test_before_a_flush_any_of_the_cache_may_be_on_disk_and_one_write_in_part() -> None:
    cuts = [cut for cut in power_cuts(LOG, Random(1), 200) if not cut.sure and not cut.marks]
    left = {tuple(each.data for each in cut.lucky) for cut in cuts}
    c, d = C[:SECTOR], D[:SECTOR]
    last = {(), (C,), (c,), (D,), (d,), (C, D), (c, D), (C, d)}
    assert left == {(A,), (A[:SECTOR],)} | last
