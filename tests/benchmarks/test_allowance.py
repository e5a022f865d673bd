"""A row of the benchmark may be as bad as chance makes it, and no worse."""

import pytest

from benchmarks.allowance import allowed, worse
from benchmarks.recognition import Row
from simulators.people.score import Score


def row(hand: str, board: tuple[str, str], score: Score) -> Row:
    return Row(hand, *board, score)


IDEAL, DEAD = ("ideal", ""), ("reed", "dead=e5")


@pytest.mark.parametrize(
    "score", [Score(wrong=1), Score(missed=1), Score(phantom=1), Score(unstarted=1)]
)
def test_where_nothing_is_wrong_no_ply_may_go_wrong(score: Score) -> None:
    assert worse([row("careful", IDEAL, Score(plies=100_000))]) == []
    assert worse([row("careful", IDEAL, score)]) == [
        "careful on ideal, nothing wrong: expected at most 0 faults in 0 plies, got 1"
    ]


def test_where_some_plies_are_known_to_go_wrong_chance_may_add_to_them() -> None:
    assert allowed(row("crowd", DEAD, Score(plies=100_000))) == 84
    assert worse([row("crowd", DEAD, Score(plies=100_000, wrong=40, missed=40, phantom=4))]) == []
    assert len(worse([row("crowd", DEAD, Score(plies=100_000, wrong=85))])) == 1


def test_a_short_run_is_judged_by_its_length() -> None:
    assert allowed(row("crowd", DEAD, Score(plies=100))) == 1
