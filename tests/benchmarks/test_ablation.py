"""Every price can be taken away, and is back afterwards."""

import pytest

from benchmarks.ablation import Row, felt, names, recognised, table_of, watched, without
from controller.recognition import prices
from controller.trace.entries import TraceEntry

_ROW = Row("friends", "reed", "dead=e5", range(1, 2), plies=18)


@pytest.fixture(scope="module")
def entries() -> list[TraceEntry]:
    return felt(_ROW, 1)


def test_a_game_is_recognised_again_as_it_was(entries: list[TraceEntry]) -> None:
    whole = recognised(entries)
    assert whole.moves
    assert recognised(entries) == whole


def test_a_game_says_what_it_asks_for(entries: list[TraceEntry]) -> None:
    plain = type(prices)
    with watched() as asked_for:
        recognised(entries)
    assert "SLIDES" in asked_for
    assert "TURNED_OVER" not in asked_for
    assert type(prices) is plain


@pytest.fixture(scope="module")
def asked_for(entries: list[TraceEntry]) -> set[str]:
    with watched() as found:
        recognised(entries)
    return found


@pytest.mark.parametrize("name", names())
def test_a_game_is_recognised_without_a_price(
    name: str, entries: list[TraceEntry], asked_for: set[str]
) -> None:
    """What a game never asks for changes nothing in it, so it is not recognised again then."""
    table = table_of(name)
    before = getattr(table, name)
    with without(name):
        assert getattr(table, name) != before
        assert name not in asked_for or recognised(entries).events
    assert getattr(table, name) == before


def test_a_price_that_slides_pay_is_noticed_where_people_slide(entries: list[TraceEntry]) -> None:
    with without("SLIDES"):
        other = recognised(entries)
    assert other != recognised(entries)
