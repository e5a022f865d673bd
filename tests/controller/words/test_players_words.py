"""One word for one thing in whatever players read: children meet it in the lessons first."""

import pytest

from controller.words.catalogue import catalogue

YOURS = {
    "en": "one of yours",
    "da": "en af dine",
    "de": "eine von deinen",
    "fr": "une des tiennes",
    "is": "einn af þínum",
    "nb": "en av dine",
    "nl": "een van jouw stukken",
    "sv": "en av dina",
}


@pytest.mark.parametrize(("language", "yours"), YOURS.items())
def test_the_pieces_in_front_of_a_shieldwall_are_the_learners(language: str, yours: str) -> None:
    """He plays the attackers; of an enemy's he would look for defenders."""
    assert yours in str(catalogue(language).texts["lesson.shieldwall.idea"])
