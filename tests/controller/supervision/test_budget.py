"""So much a second, and a stock for a burst."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.supervision.budget import Budget, Budgets


def test_a_burst_is_free_and_what_is_more_has_to_wait() -> None:
    budget = Budget(rate=10.0, burst=3.0, at=0.0)
    assert [budget.spend(1, 0.0) for _ in range(5)] == pytest.approx([0, 0, 0, 0.1, 0.2])


def test_the_stock_comes_back_with_time_and_never_is_more_than_the_burst() -> None:
    budget = Budget(rate=10.0, burst=3.0, at=0.0)
    budget.spend(3, 0.0)
    assert [budget.allows(1, at) for at in (0.05, 0.1, 0.15)] == [False, True, False]
    assert [budget.allows(1, 99.0) for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.floats(0.0, 5.0), max_size=30))
def test_who_waits_as_told_never_spends_faster_than_the_rate(amounts: list[float]) -> None:
    at, budget = 0.0, Budget(rate=2.0, burst=1.0, at=0.0)
    for amount in amounts:
        at += budget.spend(amount, at)
    assert sum(amounts) <= 2.0 * at + 1.0 + 1e-6


def test_a_clock_that_goes_back_gives_nothing() -> None:
    budget = Budget(rate=10.0, burst=1.0, at=100.0)
    budget.spend(1, 100.0)
    assert not budget.allows(1, 50.0)


def test_each_name_has_a_budget_of_its_own() -> None:
    budgets = Budgets(partial(Budget, 1.0, 1.0))
    assert budgets.of("one", 0.0).allows(1, 0.0)
    assert not budgets.of("one", 0.0).allows(1, 0.0)
    assert budgets.of("other", 0.0).allows(1, 0.0)


def test_names_without_end_are_not_remembered_for_ever() -> None:
    budgets = Budgets(partial(Budget, 1.0, 1.0))
    for number in range(5000):
        budgets.of(str(number), 0.0)
    assert len(budgets._budgets) <= 1000
