"""The ladder's file names levels by what they see, so that other settings are other players."""

from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.ladder import (
    Played,
    meetings_besides,
    meetings_wanted,
    missing,
    participants,
    played,
    rated,
    read_winners,
    sight_of,
    write_winners,
)
from controller.engine.levels import Level, level_names, levels
from controller.engine.participants import Participant
from controller.engine.rating import Rated, elo_of


def test_no_two_participants_see_the_same() -> None:
    sights = [sight_of(each) for each in participants()]
    assert len(set(sights)) == len(sights) == len(levels()) + 1


def test_neighbours_meet_in_each_round_and_everybody_himself_in_every_fourth() -> None:
    names = ["chance", *level_names()]
    steps = list(pairwise(names))
    selves = [(name, name) for name in names]
    met = [(one.name, other.name, seed) for one, other, seed in meetings_wanted(5)]
    assert met == [
        *((*step, 0) for step in steps),
        *((*each, 0) for each in selves),
        *((*step, seed) for seed in range(1, 5) for step in steps),
        *((*each, 1) for each in selves),
    ]


def test_levels_whose_games_take_long_play_fewer() -> None:
    dear = level_names()[-1]
    met = [(one.name, other.name, seed) for one, other, seed in meetings_wanted(9, {dear: 2})]
    assert [seed for _, other, seed in met if other == dear] == [0, 0, 1]
    assert max(seed for _, other, seed in met if other == level_names()[-2]) == 8


def test_levels_that_are_no_neighbours_can_meet_too_and_no_game_is_played_twice() -> None:
    weaker, stronger = level_names()[2], level_names()[6]
    wanted = list(meetings_besides(weaker, stronger, 3))
    assert [(one.name, other.name, seed) for one, other, seed in wanted] == [
        (weaker, stronger, seed) for seed in range(3)
    ]
    one, other, _ = wanted[0]
    winners = {(sight_of(one), sight_of(other)): "ad=d"}
    assert missing(winners, [*wanted, *wanted]) == [wanted[2]]


def test_a_level_plays_itself_once_from_each_opening() -> None:
    _, level, *_ = participants()
    wanted = [(level, level, seed) for seed in range(3)]
    assert missing({(sight_of(level), sight_of(level)): "ad"}, wanted) == [wanted[2]]


def test_a_level_with_two_limits_is_named_by_both() -> None:
    both = Level(name="both", depth=5, nodes=20_000, near=30)
    assert sight_of(Participant(both)) == "d5k20n30"


def test_a_level_that_overlooks_moves_is_named_by_how_many() -> None:
    absent = Level(name="absent", depth=1, near=30, overlooks=70)
    assert sight_of(Participant(absent)) == "d1n30o70"


def games_between(one: str, other: str, share: float) -> list[Played]:
    """Return a hundred games with each side, of which one makes a share of the points."""
    won = round(100 * share)
    return [
        *(Played(one, other, float(seed < won)) for seed in range(100)),
        *(Played(other, one, float(seed >= won)) for seed in range(100)),
    ]


def test_a_level_as_it_once_was_is_another_player_and_has_no_rating() -> None:
    weakest, second = (sight_of(each) for each in participants()[:2])
    games = games_between(second, weakest, 0.7)
    alone = rated(games)
    assert [each.name for each in alone] == sorted(["chance", level_names()[0]])
    with_once = rated([*games, *games_between("d1n9999", weakest, 0.9)])
    assert [each.name for each in with_once] == [each.name for each in alone]
    # Who met only one of two says nothing of how far they are apart.
    assert mean_of(with_once, level_names()[0]) == pytest.approx(147, abs=1)
    assert mean_of(alone, level_names()[0]) == pytest.approx(147, abs=1)


def test_levels_that_met_only_a_level_as_it_once_was_are_rated_by_it() -> None:
    weakest, second = (sight_of(each) for each in participants()[:2])
    games = [*games_between("d1n9999", weakest, 0.6), *games_between(second, "d1n9999", 0.6)]
    assert mean_of(rated(games), level_names()[0]) == pytest.approx(2 * elo_of(0.6), abs=1)


def mean_of(ratings: list[Rated], name: str) -> float:
    """Return the mean of what a level is rated as attackers and as defenders."""
    found = next(each for each in ratings if each.name == name)
    return (found.attackers.elo + found.defenders.elo) / 2


def test_a_file_says_who_won_with_which_side(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    assert read_winners(file) == {}
    winners = {("d1n9", "d2n9"): "a=dd", ("d2n9", "d2n9"): "ad"}
    write_winners(file, winners)
    assert read_winners(file) == winners
    assert list(played(winners)) == [
        Played("d1n9", "d2n9", 1.0),
        Played("d2n9", "d1n9", 0.5),
        Played("d1n9", "d2n9", 0.0),
        Played("d2n9", "d1n9", 0.0),
        Played("d2n9", "d2n9", 1.0),
        Played("d2n9", "d2n9", 0.0),
    ]
