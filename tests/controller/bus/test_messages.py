"""What may come in, and what is refused with the place and what was expected."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.bus.errors import MessageError
from controller.bus.messages import (
    Arrange,
    CommandMessage,
    Drop,
    Grab,
    LetGo,
    MoveHand,
    parse_command,
    parse_hand,
)
from controller.events.command import Command
from controller.rules.pieces import Piece


def test_commands_are_understood() -> None:
    assert parse_command({"command": "undo", "id": "7"}) == CommandMessage(
        command=Command.UNDO, id="7"
    )
    assert parse_command({"command": "new_game"}) == CommandMessage(command=Command.NEW_GAME)
    place = parse_command({"command": "place", "square": "e5"})
    assert place == CommandMessage(command=Command.PLACE, square="e5")
    assert (place.square_number, place.words) == (48, "place e5")


def test_what_goes_over_the_bus_is_understood_again() -> None:
    for message in (
        CommandMessage(command=Command.PLACE, square="k11", id="7"),
        CommandMessage(command=Command.UNDO),
    ):
        assert parse_command(message.model_dump(mode="json")) == message


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"action": "grab", "hand": "h", "piece": 3}, Grab(action="grab", hand="h", piece=3)),
        (
            {"action": "move", "hand": "h", "x": 1, "y": 2.5},
            MoveHand(action="move", hand="h", x=1.0, y=2.5),
        ),
        (
            {"action": "drop", "hand": "h", "x": -2, "y": 0},
            Drop(action="drop", hand="h", x=-2.0, y=0.0),
        ),
        ({"action": "let_go", "hand": "h"}, LetGo(action="let_go", hand="h")),
        (
            {"action": "arrange", "pieces": {"f6": "king"}},
            Arrange(action="arrange", pieces={"f6": Piece.KING}),
        ),
    ],
)
def test_hands_are_understood(entry: dict[str, Any], message: object) -> None:
    assert parse_hand(entry) == message


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({}, "command: command: field required"),
        ({"command": "explode"}, "'undo', 'new_game', 'press_clock', 'place' or 'save_trace', got"),
        ({"command": "undo", "more": 1}, "more: extra inputs are not permitted, got '1'"),
        ({"command": "place"}, "square: expected with the command place, and no other"),
        ({"command": "undo", "square": "e5"}, "square: expected with the command place"),
        ({"command": "place", "square": "l1"}, "command: square: value error, expected a square"),
        ("undo", "command: "),
        (None, "command: "),
    ],
)
def test_a_command_that_is_wrong_is_refused_with_its_place(entry: Any, complaint: str) -> None:
    with pytest.raises(MessageError) as refused:
        parse_command(entry)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"action": "throw"},
        {"action": "grab", "hand": "h"},
        {"action": "grab", "hand": "", "piece": 1},
        {"action": "grab", "hand": "h", "piece": -1},
        {"action": "move", "hand": "h", "x": float("nan"), "y": 0},
        {"action": "move", "hand": "h", "x": float("inf"), "y": 0},
        {"action": "drop", "hand": "h", "x": 1e9, "y": 0},
        {"action": "arrange", "pieces": {"l1": "attacker"}},
        {"action": "arrange", "pieces": {"a1": "queen"}},
        {"action": "arrange", "pieces": ["a1"]},
        {"action": ["grab"]},
    ],
)
def test_a_hand_that_is_wrong_is_refused(entry: Any) -> None:
    with pytest.raises(MessageError, match=r"^hand: "):
        parse_hand(entry)


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
)


@given(_JSON)
def test_whatever_comes_is_understood_or_refused_in_one_short_line(entry: Any) -> None:
    for parse in (parse_command, parse_hand):
        with pytest.raises(MessageError) as refused:
            parse(entry)
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 300
