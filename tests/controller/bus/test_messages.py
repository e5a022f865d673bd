"""What may come in, and what is refused with the place and what was expected."""

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.bus.errors import MessageError, PositionError
from controller.bus.messages import (
    Arrange,
    CommandMessage,
    Drop,
    Grab,
    LetGo,
    MoveHand,
    id_of,
    parse_command,
    parse_hand,
)
from controller.events.command import Command, Decision
from controller.rules.pieces import Piece, Side


def test_commands_are_understood() -> None:
    assert parse_command({"command": "undo", "id": "7"}) == CommandMessage(
        command=Command.UNDO, id="7"
    )
    undo = parse_command({"command": "undo", "leaves": 4})
    assert undo == CommandMessage(command=Command.UNDO, leaves=4)
    assert isinstance(undo, CommandMessage)
    assert undo.words == "undo"
    assert parse_command({"command": "new_game"}) == CommandMessage(command=Command.NEW_GAME)
    chosen = parse_command(
        {
            "command": "new_game",
            "ruleset": "fetlar",
            "clock": "gong:10",
            "names": {"attackers": "Anna Å"},
        }
    )
    assert isinstance(chosen, CommandMessage)
    assert chosen.words == "new_game fetlar gong:10"
    assert chosen.names == {Side.ATTACKERS: "Anna Å"}
    place = parse_command({"command": "place", "square": "e5"})
    assert place == CommandMessage(command=Command.PLACE, square="e5")
    assert (place.about, place.words) == (48, "place e5")


def test_commands_about_the_end_of_a_game_are_understood() -> None:
    resign = parse_command({"command": "resign", "side": "attackers"})
    assert resign == CommandMessage(command=Command.RESIGN, side=Side.ATTACKERS)
    decide = parse_command({"command": "decide", "result": "draw", "why": "too few pieces"})
    assert isinstance(decide, CommandMessage)
    assert decide.about == Decision(None, "too few pieces")
    assert decide.words == "decide draw too few pieces"


def test_a_command_without_a_side_is_given_by_whoever_gives_it_and_a_side_that_is_named_stays() -> (
    None
):
    draw = CommandMessage(command=Command.DRAW, id="7")
    assert draw.by(Side.DEFENDERS).model_dump() == draw.model_dump() | {"side": "defenders"}
    assert draw.by(Side.DEFENDERS).by(Side.ATTACKERS).side is Side.DEFENDERS
    undo = CommandMessage(command=Command.UNDO)
    assert undo.by(Side.DEFENDERS) is undo


def test_what_goes_over_the_bus_is_understood_again() -> None:
    for message in (
        CommandMessage(command=Command.PLACE, square="k11", id="7"),
        CommandMessage(command=Command.UNDO),
        CommandMessage(command=Command.DECIDE, result="defenders", why="it is late"),
        CommandMessage(command=Command.ANSWERED, side=Side.DEFENDERS),
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
        (
            {"action": "arrange", "pieces": {}, "touched": 7},
            Arrange(action="arrange", pieces={}, touched=7),
        ),
    ],
)
def test_hands_are_understood(entry: dict[str, Any], message: object) -> None:
    assert parse_hand(entry) == message


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({}, "command: expected this key, found none"),
        (
            {"command": "explode"},
            "answered, set_up, decide, opponent, move_now, coach, hint, why, explain, options",
        ),
        ({"command": "undo", "more": 1}, "more: expected no such key"),
        ({"command": "place"}, "square: expected a square such as e5, found none"),
        ({"command": "undo", "leaves": -1}, "leaves: expected"),
        ({"command": "undo", "leaves": 1.5}, "leaves: expected"),
        (
            {"command": "new_game", "leaves": 1},
            "leaves: expected with undo only, not with new_game",
        ),
        ({"command": "undo", "square": "e5"}, "square: expected with place only, not with undo"),
        ({"command": "set_up"}, "position: expected the record of a position, found none"),
        (
            {"command": "undo", "position": "/"},
            "position: expected with set_up only, not with undo",
        ),
        ({"command": "undo", "clock": "none"}, "clock: expected with new_game only, not with undo"),
        ({"command": "undo", "names": {}}, "names: expected with new_game only, not with undo"),
        (
            {"command": "new_game", "clock": "x y"},
            "clock: expected 1 to 64 characters without a space, such as fischer:15+10, got 'x y'",
        ),
        (
            {"command": "undo", "side": "attackers"},
            "side: expected with resign, draw, no_draw, answered and set_up only, not with undo",
        ),
        ({"command": "draw", "side": "king"}, "command: side: expected 'attackers' or"),
        ({"command": "answered"}, "side: expected the side that has chosen its move, found none"),
        ({"command": "decide"}, "result: expected attackers, defenders or draw, found none"),
        ({"command": "draw", "why": "bored"}, "why: expected with decide only, not with draw"),
        (
            {"command": "draw", "result": "draw"},
            "result: expected with decide only, not with draw",
        ),
        ({"command": "decide", "result": "draw", "why": "a\nb"}, "why: expected one"),
        (
            {"command": "decide", "result": "draw", "why": "a" * 201},
            "why: expected at most 200 characters",
        ),
        (
            {"command": "place", "square": "l1"},
            "square: expected a square a1 to k11, got 'l1'",
        ),
        ({"command": "coach", "on": True}, "side, on: expected with the request coach"),
        ({"command": "coach", "side": "attackers"}, "side, on: expected with the request coach"),
        ({"command": "opponent", "level": "steady"}, "level: expected with a side, and with"),
        (
            {"command": "hint", "side": "attackers", "level": "steady"},
            "level: expected with a side, and with the request opponent only",
        ),
        ({"command": 7}, "lesson, review; got '7'"),
        ({"command": "explain"}, "on: expected with the request explain"),
        ({"command": "explain", "on": 0}, "command: on: expected true or false, got 0"),
        (
            {"command": "coach", "side": "attackers", "on": "yes"},
            "command: on: expected true or false, got 'yes'",
        ),
        ({"command": "hint", "lesson": "first"}, "lesson: expected with the request lesson only"),
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
        {"action": "arrange", "pieces": {}, "touched": -1},
        {"action": "grab", "hand": "h", "piece": 3, "touched": "often"},
        {"action": ["grab"]},
        {"action": "grab", "hand": "h", "piece": "3"},
        {"action": "grab", "hand": "h", "piece": True},
        {"action": "grab", "hand": "h", "piece": 3.5},
        {"action": "grab", "hand": "h", "piece": 3, "slide": 1},
        {"action": "grab", "hand": "h", "piece": 3, "touched": "7"},
        {"action": "move", "hand": "h", "x": "3", "y": 0},
        {"action": "move", "hand": "h", "x": True, "y": 0},
    ],
)
def test_a_hand_that_is_wrong_is_refused(entry: Any) -> None:
    with pytest.raises(MessageError, match=r"^hand: "):
        parse_hand(entry)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"piece": True}, "piece: expected a whole number, got true"),
        ({"piece": None}, "piece: expected a whole number, got null"),
        ({"piece": -1}, "piece: expected at least 0, got -1"),
        ({"piece": {}}, "piece: expected a whole number, got an object"),
        ({"hand": ""}, "hand: expected text that is not empty, got ''"),
        ({"wings": 2}, "wings: expected no such key"),
    ],
)
def test_what_is_wrong_with_a_hand_is_said_in_words_for_people(
    entry: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(MessageError) as refused:
        parse_hand({"action": "grab", "hand": "h", "piece": 3} | entry)
    assert str(refused.value) == f"hand: grab.{complaint}"


ACTIONS = "expected 'action': one of 'grab', 'move', 'drop', 'let_go', 'arrange'"


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"action": "drop", "hand": "h", "x": inf, "y": 0}, "drop.x: expected a number, got inf"),
        ({"hand": "h"}, "expected the key 'action'"),
        ({"hand": "h", "action": None}, f"{ACTIONS}, got null"),
        ({"hand": "h", "action": "throw"}, f"{ACTIONS}, got 'throw'"),
        ({"hand": "h", "action": {}}, f"{ACTIONS}, got an object"),
        (7, "expected an object with keys, got 7"),
    ],
)
def test_what_is_no_hand_is_refused_in_words_for_people(entry: object, complaint: str) -> None:
    with pytest.raises(MessageError) as refused:
        parse_hand(entry)
    assert str(refused.value) == f"hand: {complaint}"


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"command": "dance", "id": "7"}, "7"),
        ({"id": "x" * 64}, "x" * 64),
        ({"id": "x" * 65}, None),
        ({"id": ""}, None),
        ({"id": 7}, None),
        ({}, None),
    ],
)
def test_the_id_of_what_is_malformed_is_known_where_it_is_one(
    entry: dict[str, Any], found: str | None
) -> None:
    assert id_of(entry) == found


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


def test_a_position_comes_with_the_side_to_move_and_perhaps_with_a_ruleset() -> None:
    entry = {"command": "set_up", "position": "/11/11/11/3t7/11/5K5/11/11/11/11/11/"}
    placed = parse_command({**entry, "side": "attackers", "ruleset": "fetlar"})
    assert isinstance(placed, CommandMessage)
    assert placed.words == f"set_up fetlar attackers {entry['position']}"
    for wrong, why in (
        (entry, "side: expected the side to move"),
        (
            {"command": "set_up", "side": "attackers"},
            "position: expected the record of a position, found none",
        ),
        (
            {"command": "undo", "ruleset": "fetlar"},
            "ruleset: expected with new_game and set_up only",
        ),
        (
            {"command": "undo", "clock": "gong:10"},
            "clock: expected with new_game only",
        ),
        ({"command": "undo", "names": {}}, "names: expected with new_game only"),
        (
            {"command": "new_game", "ruleset": "a\nb"},
            "ruleset: expected one line of printable text",
        ),
        ({"command": "new_game", "names": {"king": "Anna"}}, "names.king"),
        (
            {"command": "new_game", "names": {"attackers": "Anna\n"}},
            "names.attackers: expected one line of plain text",
        ),
        ({**entry, "side": "attackers", "position": "/11/"}, "position record: expected 11 ranks"),
    ):
        with pytest.raises(MessageError, match=why):
            parse_command(wrong)


def test_a_position_that_is_no_record_is_refused_in_one_clear_line() -> None:
    command = {"command": "set_up", "position": "hello", "side": "attackers"}
    with pytest.raises(MessageError) as found:
        parse_command(command)
    assert str(found.value) == "command: position record: expected 11 ranks, got 1"
    assert type(found.value) is PositionError


def test_what_is_wrong_with_a_command_otherwise_is_no_wrong_position() -> None:
    with pytest.raises(MessageError) as found:
        parse_command({"command": "set_up", "position": "/11/11/11/3t7/11/5K5/11/11/11/11/11/"})
    assert type(found.value) is MessageError
