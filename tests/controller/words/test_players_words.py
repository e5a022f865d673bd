"""One word for one thing in whatever players read: children meet it in the lessons first."""

import re

import pytest

from controller.words.catalogue import catalogue

# In code and notation there are ranks, files and men; players read of rows, columns and pieces.
OTHER_WORDS = re.compile(r"\b(?:ranks?|(?:in the|or) file|man|men|brackets?)\b", re.IGNORECASE)
PLAYERS_READ = ("lesson.", "refusal.", "rule.", "command.")
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


def test_lessons_rules_and_refusals_speak_of_rows_columns_and_pieces() -> None:
    texts = catalogue("en").texts
    read = {key: str(text) for key, text in texts.items() if key.startswith(PLAYERS_READ)}
    assert {key: text for key, text in read.items() if OTHER_WORDS.search(text)} == {}


@pytest.mark.parametrize(("language", "yours"), YOURS.items())
def test_the_pieces_in_front_of_a_shieldwall_are_the_learners(language: str, yours: str) -> None:
    """He plays the attackers; of an enemy's he would look for defenders."""
    assert yours in str(catalogue(language).texts["lesson.shieldwall.idea"])
