"""Recorded games as samples: which count, and what is known of each position."""

from pathlib import Path

import numpy as np
import pytest

from controller.engine.tuning.fitting import chosen_to_hold_back, useful
from controller.engine.tuning.samples import UNSEARCHED, Samples, position_of, recorded
from controller.notation.errors import NotationError
from controller.notation.moves import parse_move
from controller.rules.game import new_game
from tests.controller.engine.kernels import rules_of

COPENHAGEN = rules_of("copenhagen")
MOVES = "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3"


def samples(folder: Path, *lines: str) -> list[Samples]:
    file = folder / "games.csv"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return list(recorded(COPENHAGEN, file))


def test_a_recorded_game_gives_each_position_before_a_ply(tmp_path: Path) -> None:
    game = new_game(COPENHAGEN)
    positions = []
    for word in MOVES.split():
        positions.append(game.position)
        game = game.play(parse_move(word).move)
    (found,) = samples(tmp_path, f"{MOVES},1,0,White")
    assert [position_of(sample) for sample in found] == positions
    assert found["quiet"].tolist() == [1, 1, 1, 1, 0], "the last ply captures"
    assert set(found["score"].tolist()) == {UNSEARCHED}
    assert len(useful(found)) == 4


def test_a_game_is_won_drawn_or_lost_for_the_attackers(tmp_path: Path) -> None:
    found = samples(tmp_path, *(f"d1-d3,0,0,{result}" for result in ("Black", "Draw", "White")))
    assert [each["result"].tolist() for each in found] == [[2], [1], [0]]


def test_a_game_without_a_result_or_against_the_rules_teaches_nothing(tmp_path: Path) -> None:
    lines = ("d1-d3,0,0,Ongoing", "d1-d3", "d1-d3 f6-a1,0,0,Black")
    assert samples(tmp_path, *lines) == []


def test_what_is_no_game_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotationError):
        samples(tmp_path, "d1-d3,of,course")


@pytest.mark.parametrize("count", [1, 20, 1000])
def test_one_sample_in_twenty_is_held_back_and_at_least_one(count: int) -> None:
    chosen = [np.count_nonzero(chosen_to_hold_back(count, seed)) for seed in range(50)]
    assert min(chosen) >= 1
    assert np.mean(chosen) <= 1 + 0.06 * count
