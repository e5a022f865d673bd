"""The ladder's file names levels by what they see, so that games of other settings do not count."""

from itertools import pairwise
from pathlib import Path

from benchmarks.ladder import (
    CHANCE_PAIRS,
    Played,
    meetings_besides,
    meetings_wanted,
    missing,
    participants,
    rated,
    read_played,
    sight_of,
)
from controller.engine.levels import Level, level_names, levels
from controller.engine.participants import Participant


def test_no_two_participants_see_the_same() -> None:
    sights = [sight_of(each) for each in participants()]
    assert len(set(sights)) == len(sights) == len(levels()) + 1


def test_neighbours_meet_in_each_round_and_everybody_himself_in_every_fourth() -> None:
    names = ["chance", *level_names()]
    steps = list(pairwise(names))
    selves = [(name, name) for name in names[1:]]
    met = [(one.name, other.name, seed) for one, other, seed in meetings_wanted(5)]
    assert met == [
        *((*step, 0) for step in steps),
        *((*each, 0) for each in selves),
        *((*step, seed) for seed in range(1, 5) for step in steps),
        *((*each, 4) for each in selves),
    ]


def test_chance_loses_no_more_games_than_it_takes_to_see_that_it_loses_all() -> None:
    met = [(one.name, seed) for one, _, seed in meetings_wanted(CHANCE_PAIRS + 9)]
    assert max(seed for name, seed in met if name == "chance") == CHANCE_PAIRS - 1
    assert max(seed for name, seed in met if name == level_names()[0]) == CHANCE_PAIRS + 8


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
    played = [Played(sight_of(one), sight_of(other), 1, 0.5)]
    assert missing(played, wanted) == [wanted[0], wanted[2]]


def test_a_level_with_two_limits_is_named_by_both() -> None:
    both = Level(name="both", depth=5, nodes=20_000, near=30)
    assert sight_of(Participant(both)) == "d5k20n30"


def test_games_of_a_level_as_it_once_was_do_not_count() -> None:
    easiest, second = (sight_of(each) for each in participants()[1:3])
    games = [
        Played(second, easiest, 0, 1.0),
        Played(easiest, second, 0, 0.0),
        Played(easiest, easiest, 0, 0.5),
        Played(second, second, 0, 0.5),
    ]
    once = [Played("d1n9999", easiest, seed, 1.0) for seed in range(9)]
    assert rated([*games, *once]) == rated(games)
    assert [each.name for each in rated(games)] == sorted(level_names()[:2])


def test_there_are_no_games_where_there_is_no_file(tmp_path: Path) -> None:
    assert read_played(tmp_path / "none.jsonl") == []
