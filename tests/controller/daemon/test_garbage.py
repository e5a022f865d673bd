"""Garbage is collected between turns: new objects soon, everything when nothing moves."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from controller.daemon.garbage import MOST_NEW, Garbage, collected_by_hand

SECOND = 1.0


class Ring:
    """Holds itself, so that nobody but the garbage collector frees it."""

    def __init__(self) -> None:
        """Close the ring."""
        self.itself = self


@pytest.fixture(autouse=True)
def _by_hand() -> Iterator[None]:
    gc.collect()
    with collected_by_hand():
        yield


def make_new(count: int) -> None:
    """Make new objects that stay for now."""
    for _ in range(count):
        Ring()


def test_nothing_is_due_while_there_is_little_new() -> None:
    garbage, ring = Garbage(0.0), ref(Ring())
    assert garbage.collect(SECOND, moved=False) is None
    assert ring() is not None


def test_new_objects_are_looked_through_once_they_are_many() -> None:
    garbage, ring = Garbage(0.0), ref(Ring())
    make_new(MOST_NEW + 300)
    assert ring() is not None
    assert garbage.collect(SECOND, moved=True) == 0
    assert ring() is None


def test_now_and_then_those_that_outlived_a_collection_are_looked_through_too() -> None:
    garbage = Garbage(0.0)
    found = []
    for _ in range(13):
        make_new(MOST_NEW + 300)
        found.append(garbage.collect(SECOND, moved=True))
    assert found == [*11 * [0], 1, 0]


def test_everything_is_looked_through_when_nothing_moves_or_after_a_while_anyway() -> None:
    garbage, ring = Garbage(0.0), Ring()
    gc.collect()
    old = ref(ring)
    del ring
    assert [garbage.collect(at, moved=True) for at in (29.0, 31.0, 59.0)] == 3 * [None]
    assert old() is not None
    assert garbage.collect(59.5, moved=False) == 2
    assert old() is None
    found = [garbage.collect(at, moved=True) for at in (90.0, 119.0, 120.0, 121.0)]
    assert found == [None, None, 2, None]


def test_by_hand_means_that_nobody_else_collects_and_after_it_python_does_again() -> None:
    assert not gc.isenabled()
    gc.enable()
    with collected_by_hand():
        ring = ref(Ring())
        make_new(10_000)
        assert ring() is not None
    assert gc.isenabled()
