"""A thousand games against levels are played bit by bit: what a file has is not played again."""

import json
from pathlib import Path

from benchmarks.opponent import play, read_results, sittings
from simulators.people.profiles import PROFILES
from simulators.people.score import Score


def test_all_profiles_sit_down_equally_often() -> None:
    planned = list(sittings(1000))
    assert 1000 <= 2 * len(planned) < 1000 + 2 * len(PROFILES)
    numbers = {name: [number for who, number in planned if who == name] for name in PROFILES}
    assert all(each == list(range(len(each))) for each in numbers.values())
    assert len({len(each) for each in numbers.values()}) == 1


def test_sittings_in_the_file_are_counted_and_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "people.jsonl"
    noted = {
        sitting: Score(games=2, plies=50 + row)
        for row, sitting in enumerate(sittings(len(PROFILES)))
    }
    lines = (
        json.dumps([*sitting, {"games": each.games, "plies": each.plies}])
        for sitting, each in noted.items()
    )
    file.write_text("\n".join(lines) + "\n")
    assert read_results(file) == noted
    assert list(play(len(PROFILES), file)) == [(who, each) for (who, _), each in noted.items()]


def test_without_a_file_nothing_is_known() -> None:
    assert read_results(None) == {}
