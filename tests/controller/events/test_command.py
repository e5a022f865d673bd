"""Commands as traces have them."""

import pytest

from controller.events.command import (
    About,
    Command,
    Decision,
    NewGame,
    Placement,
    parse_command_words,
    write_command,
)
from controller.notation.opentafl import parse_position
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side

_LATE = Decision(Side.ATTACKERS, "too late to play on")
_TWO = parse_position("/11/11/11/3t7/11/5K5/11/11/11/11/11/", Side.ATTACKERS)
SAID = [
    ("undo", Command.UNDO, None),
    ("new_game", Command.NEW_GAME, None),
    ("new_game fetlar -", Command.NEW_GAME, NewGame("fetlar")),
    ("new_game Brandub of our club -", Command.NEW_GAME, NewGame("Brandub of our club")),
    ("new_game a - b gong:10", Command.NEW_GAME, NewGame("a - b", "gong:10")),
    ("new_game - gong:10", Command.NEW_GAME, NewGame(clock="gong:10")),
    ("new_game fetlar none", Command.NEW_GAME, NewGame("fetlar", "none")),
    ("press_clock", Command.PRESS_CLOCK, None),
    ("place a1", Command.PLACE, 0),
    ("place k11", Command.PLACE, parse_square("k11")),
    ("resign attackers", Command.RESIGN, Side.ATTACKERS),
    ("draw defenders", Command.DRAW, Side.DEFENDERS),
    ("no_draw defenders", Command.NO_DRAW, Side.DEFENDERS),
    ("set_up - attackers /11/11/11/3t7/11/5K5/11/11/11/11/11/", Command.SET_UP, Placement(_TWO)),
    (
        "set_up fetlar attackers /11/11/11/3t7/11/5K5/11/11/11/11/11/",
        Command.SET_UP,
        Placement(_TWO, "fetlar"),
    ),
    ("decide draw", Command.DECIDE, Decision(None)),
    ("decide attackers too late to play on", Command.DECIDE, _LATE),
]


@pytest.mark.parametrize(("words", "command", "about"), SAID)
def test_a_command_and_what_it_is_about_come_back(
    words: str, command: Command, about: About
) -> None:
    assert write_command(command, about) == words
    assert parse_command_words(words) == (command, about)


WRONG = [
    *("", "explode", "place", "place l1", "undo e5", "place e5 e6"),
    *("resign", "resign king", "draw e5", "decide", "decide nobody"),
]


@pytest.mark.parametrize("words", WRONG)
def test_words_that_are_no_command_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"expected|not a valid"):
        parse_command_words(words)
