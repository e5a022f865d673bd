"""Differences in Elo, their bars, and one fit over many players."""

from math import inf
from random import Random

import pytest

from controller.engine.rating import (
    Meeting,
    difference,
    elo_of,
    log_likelihood_ratio,
    rate,
    sprt_bounds,
)


@pytest.mark.parametrize(("share", "elo"), [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0)])
def test_ten_to_one_are_four_hundred_elo(share: float, elo: float) -> None:
    assert elo_of(share) == pytest.approx(elo)


def test_who_wins_every_game_is_not_infinitely_stronger() -> None:
    assert elo_of(1.0) < 1300


def test_four_hundred_even_pairs_have_a_bar_of_about_twenty_five() -> None:
    # Two games a pair, each won or lost at even chances: 681 / sqrt(800) without draws.
    random = Random(1)
    pairs = [float(random.randrange(2) + random.randrange(2)) for _ in range(400)]
    found = difference(pairs)
    assert found.bar == pytest.approx(681 / 800**0.5, rel=0.1)
    assert abs(found.elo) < 2 * found.bar


def test_no_pairs_say_nothing() -> None:
    assert difference([]).bar == inf
    assert log_likelihood_ratio([], 0, 50) == 0


@pytest.mark.parametrize("points", [0.0, 1.0, 2.0])
def test_pairs_that_all_end_alike_say_the_more_the_more_there_are(points: float) -> None:
    few, many = difference([points] * 2), difference([points] * 50)
    assert few.bar > 2 * many.bar
    assert abs(few.elo) <= abs(many.elo)
    assert (many.elo > 200, many.elo < -200) == (points == 2.0, points == 0.0)


def test_who_wins_every_game_is_soon_found_stronger() -> None:
    low, high = sprt_bounds()
    assert low < log_likelihood_ratio([2.0], 0, 50) < high < log_likelihood_ratio([2.0] * 20, 0, 50)
    assert low < log_likelihood_ratio([0.0], 0, 50) < high
    assert log_likelihood_ratio([0.0] * 20, 0, 50) < low


def test_a_test_is_decided_once_the_games_speak_clearly() -> None:
    low, high = sprt_bounds()
    assert (low, high) == pytest.approx((-2.944, 2.944), abs=0.001)
    assert log_likelihood_ratio([1.5, 2.0, 1.0] * 30, 0, 50) > high
    assert log_likelihood_ratio([0.5, 0.0, 1.0] * 30, 0, 50) < low
    assert low < log_likelihood_ratio([1.0, 1.5, 0.5] * 2, 0, 50) < high


def meetings(ratings: dict[str, tuple[float, float]], games: int) -> list[Meeting]:
    """Return what players of known ratings (as attackers, as defenders) are expected to score.

    Everybody meets himself too: only that says how his attackers and defenders compare.
    """
    return [
        Meeting(one, other, games / (1 + 10 ** ((defends - attacks) / 400)), games)
        for one, (attacks, _) in ratings.items()
        for other, (_, defends) in ratings.items()
    ]


def test_one_fit_finds_the_ratings_of_both_sides_from_all_games() -> None:
    truth = {"a": (-60.0, 60.0), "b": (100.0, 180.0), "c": (250.0, 210.0)}
    found = {each.name: each for each in rate(meetings(truth, 1000), anchor="a")}
    for name, (attacks, defends) in truth.items():
        assert found[name].attackers.elo == pytest.approx(attacks, abs=1.0)
        assert found[name].defenders.elo == pytest.approx(defends, abs=1.0)


def test_more_games_give_smaller_bars_and_who_wins_all_stays_finite() -> None:
    truth = {"a": (0.0, 0.0), "b": (150.0, 150.0)}
    few, many = (rate(meetings(truth, games), anchor="a")[1] for games in (100, 1600))
    assert few.attackers.bar == pytest.approx(4 * many.attackers.bar, rel=0.1)
    even = [Meeting(name, name, 25, 50) for name in "ab"]
    (_, best) = rate([Meeting("b", "a", 50, 50), Meeting("a", "b", 0, 50), *even], anchor="a")
    assert 400 < best.attackers.elo < 10_000
