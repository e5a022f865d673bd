"""The report of a headless simulation, for people and for programs."""

import json
from typing import Any

import pytest

from simulators.people.score import Score, print_score

FAULTLESS = Score(
    games=2,
    plies=100,
    recognised=100,
    beyond=3,
    lift_to_light_ms=[float(n) for n in range(100, 0, -1)],
    place_to_commit_ms=[310.04],
    worst_step_ms=1.2345,
)
NOTHING: dict[str, float | None] = {"p50": None, "p99": None}


def printed(capsys: pytest.CaptureFixture[str], report: Score, *, as_json: bool) -> list[str]:
    print_score(report, as_json=as_json)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("report", "faultless"),
    [
        (FAULTLESS, True),
        (Score(), True),
        (Score(wrong=1), False),
        (Score(missed=1), False),
        (Score(phantom=1), False),
        (Score(stuck=1), False),
        (Score(late=1, undecidable=1, said=1), True),
    ],
)
def test_a_report_without_wrong_missed_or_phantom_plies_is_faultless(
    report: Score, *, faultless: bool
) -> None:
    assert report.faultless is faultless


def test_a_program_gets_every_count_and_two_percentiles_of_each_latency() -> None:
    assert FAULTLESS.as_json() == {
        "games": 2,
        "plies": 100,
        "recognised": 100,
        "wrong": 0,
        "missed": 0,
        "phantom": 0,
        "said": 0,
        "stuck": 0,
        "late": 0,
        "undecidable": 0,
        "provisional": 0,
        "worst_step_ms": 1.23,
        "lift_to_light_ms": {"p50": 50.0, "p99": 99.0},
        "place_to_commit_ms": {"p50": 310.0, "p99": 310.0},
    }


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([], NOTHING),
        ([7.0], {"p50": 7.0, "p99": 7.0}),
        ([2.0, 1.0], {"p50": 1.0, "p99": 2.0}),
        ([3.0, 1.0, 2.0], {"p50": 2.0, "p99": 3.0}),
        ([float(n) for n in range(1, 202)], {"p50": 101.0, "p99": 199.0}),
        ([10.06, 10.06], {"p50": 10.1, "p99": 10.1}),
    ],
)
def test_percentiles_are_samples_by_nearest_rank(
    samples: list[float], expected: dict[str, Any]
) -> None:
    report = Score(lift_to_light_ms=samples).as_json()
    assert (report["lift_to_light_ms"], report["place_to_commit_ms"]) == (expected, NOTHING)


def test_the_json_report_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = printed(capsys, FAULTLESS, as_json=True)
    assert json.loads(line) == FAULTLESS.as_json()


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, FAULTLESS, as_json=False) == [
        "games  plies  recognised  wrong  missed  phantom  stuck  late",
        "    2    100         100      0       0        0      0     0",
        "",
        "latency in virtual time     p50     p99",
        "lift to light             50 ms   99 ms",
        "place to commit          310 ms  310 ms",
        "",
        "3 recorded plies came after the end of a game; not played.",
    ]


def test_people_see_faults_and_that_there_is_nothing_to_measure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    faulty = Score(games=1, plies=9, recognised=2, wrong=3, missed=4, phantom=5, stuck=6, late=7)
    assert printed(capsys, faulty, as_json=False) == [
        "games  plies  recognised  wrong  missed  phantom  stuck  late",
        "    1      9           2      3       4        5      6     7",
        "",
        "latency in virtual time  p50  p99",
        "lift to light              -    -",
        "place to commit            -    -",
    ]


def test_the_slowest_step_of_two_runs_is_that_of_both() -> None:
    both = Score(plies=1, worst_step_ms=2.0).plus(Score(plies=2, worst_step_ms=1.0))
    assert (both.plies, both.worst_step_ms) == (3, 2.0)


def test_what_people_had_to_do_beside_playing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    report = Score(said=2, corrected=1, unanswered=3, unstarted=4)
    lines = [line for line in printed(capsys, report, as_json=False) if line.endswith(".")]
    assert lines == [
        "People had to say 2 times what the board could not see.",
        "1 wrong moves for the opponent were put right.",
        "3 times the opponent asked for no move.",
        "4 games were not played: their start was not recognised.",
    ]
