"""Whoever has chosen no language gets the one that the browser likes best."""

import pytest

from controller.words.choosing import chosen_language


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DA-dk, en;q=0.7", "da"),
        ("en;q=0.7, da", "da"),
        ("en;q=0.2, de;q=0.9, da;q=0.5", "de"),
        ("da, de", "da"),
        ("tlh, de;q=0.1", "de"),
        ("de;q=0, da;q=0.1", "da"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("de;q=much", "en"),
        (",;,=;q", "en"),
        (", " * 10_000 + "de", "en"),
    ],
)
def test_the_language_that_is_liked_best_is_chosen(accepted: str, language: str) -> None:
    assert chosen_language(accepted) == language
