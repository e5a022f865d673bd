"""What is drawn once is judged in all eight symmetries, and a failure says in which."""

import pytest

from controller.rules.geometry import SQUARE_COUNT
from tests.symmetry import SYMMETRIES, Symmetry, tried_in_every_symmetry


def test_the_eight_symmetries_are_eight_and_each_lays_the_board_on_itself() -> None:
    assert len({symmetry.images for symmetry in SYMMETRIES}) == 8
    for symmetry in SYMMETRIES:
        assert sorted(symmetry.images) == list(range(SQUARE_COUNT))


def test_a_test_is_called_with_each_symmetry_and_its_other_arguments() -> None:
    tried: list[tuple[Symmetry, str]] = []
    tried_in_every_symmetry(
        lambda symmetry, ruleset: tried.append((symmetry, ruleset)), {"ruleset": "fetlar"}
    )
    assert tried == [(symmetry, "fetlar") for symmetry in SYMMETRIES]


def test_what_fails_in_one_symmetry_fails_and_says_in_which() -> None:
    def fails_when_turned(symmetry: Symmetry) -> None:
        assert symmetry.name != "half turn"

    with pytest.raises(AssertionError) as raised:
        tried_in_every_symmetry(fails_when_turned, {})
    assert raised.value.__notes__ == ["symmetry: half turn"]
