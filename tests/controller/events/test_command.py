"""Commands as traces have them."""

import pytest

from controller.events.command import Command, parse_command_words, write_command
from controller.rules.geometry import parse_square

SAID = [
    ("undo", Command.UNDO, None),
    ("new_game", Command.NEW_GAME, None),
    ("press_clock", Command.PRESS_CLOCK, None),
    ("place a1", Command.PLACE, 0),
    ("place k11", Command.PLACE, parse_square("k11")),
]


@pytest.mark.parametrize(("words", "command", "square"), SAID)
def test_a_command_and_its_square_come_back(
    words: str, command: Command, square: int | None
) -> None:
    assert write_command(command, square) == words
    assert parse_command_words(words) == (command, square)


@pytest.mark.parametrize("words", ["", "explode", "place", "place l1", "undo e5", "place e5 e6"])
def test_words_that_are_no_command_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"expected|not a valid"):
        parse_command_words(words)
