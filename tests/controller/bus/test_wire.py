"""Views, events and frames on the bus are what docs/bus.md says."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from controller.bus.wire import write_event, write_frame, write_view
from controller.events.command import Command, Decision
from controller.events.event import Event, TraceSaved
from controller.events.view import ClockFace, LessonView, SideTime
from controller.notation.control import parse_control
from controller.rules.pieces import Side
from controller.rules.sentence import verbatim
from controller.session.session import Session
from hal.board import DARK, Frame
from simulators.people.page_hands import write_table
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN, SETTLED, BoardDriver

BUS_PAGE = Path(__file__).resolve().parents[3] / "docs" / "bus.md"
WON = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"


def documented(section: str) -> dict[str, object]:
    """Return the example that the page gives under a heading."""
    page = BUS_PAGE.read_text(encoding="utf-8")
    example = re.search(rf"### `{re.escape(section)}`\n+```json\n(.*?)```", page, re.DOTALL)
    assert example is not None
    found = json.loads(example[1])
    assert isinstance(found, dict)
    return found


def test_the_clocks_are_written_as_documented() -> None:
    left = SideTime(1790, 5)
    face = ClockFace("byoyomi:30m+5x60", left, SideTime(3, 1, is_low=True), Side.DEFENDERS)
    entry = write_view(replace(captured_board().view, clock=face), "game")["clock"]
    assert entry == {
        "control": "byoyomi:30m+5x60",
        "attackers": {"seconds": 1790, "periods": 5, "low": False},
        "defenders": {"seconds": 3, "periods": 1, "low": True},
        "running": "defenders",
        "game_s": None,
    }
    assert all(f"`{key}`" in BUS_PAGE.read_text(encoding="utf-8") for key in ("low", "game_s"))


def test_clocks_of_a_game_without_a_control_have_no_sides() -> None:
    face = ClockFace(game_s=7200)
    assert write_view(replace(captured_board().view, clock=face), "game")["clock"] == {
        "control": "",
        "attackers": None,
        "defenders": None,
        "running": None,
        "game_s": 7200,
    }


def documented_event_keys() -> dict[str, set[str]]:
    page = BUS_PAGE.read_text(encoding="utf-8")
    table = page.split("| event | further keys |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", table, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", keys)) for name, keys in rows}


NAMES = {Side.ATTACKERS: "Anna"}


def captured_board() -> BoardDriver:
    board = BoardDriver()
    board.play("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3")
    return board


def test_a_view_has_the_documented_keys_and_values() -> None:
    entry = json.loads(
        json.dumps(write_view(captured_board().view, "1f3a5c7e9b0d", saved=5, names=NAMES))
    )
    example = documented("hnefi:{board}:view")
    assert list(entry) == list(example)
    same = [
        *(
            "ruleset",
            "title",
            "next_ruleset",
            "phase",
            "to_move",
            "sentence",
            "say",
            "lifted",
            "targets",
        ),
        "capturing",
        *(
            "tentative",
            "last_move",
            "owed",
            "strays",
            "repair",
            "refusal",
            "game",
            "plies",
            "saved",
            "outcome",
            "faulty",
            "can_undo",
            "undo_leaves",
            "paused",
            "advice",
            "opponent",
            "coached",
        ),
    ]
    assert {key: entry[key] for key in same} == {key: example[key] for key in same}
    assert entry["pieces"]["f6"] == "king"
    assert len(entry["pieces"]) == 36
    assert set(entry["occupied"]) == {*entry["pieces"], "e2"}


def test_a_lifted_piece_a_refusal_and_a_repair_are_written_by_names() -> None:
    board = BoardDriver()
    board.lift("d1")
    entry = write_view(board.view, "game")
    assert (entry["lifted"], entry["targets"]) == ("d1", ["b1", "c1", "d2", "d3", "d4", "d5"])
    board.put("e2")
    board.wait(SETTLED)
    entry = write_view(board.view, "game")
    assert entry["refusal"] == {
        "move": "d1-e2",
        "reason": "not_in_line",
        "clause": "3",
        "sentence": "A piece moves in a straight line, and e2 is neither in the row nor in the "
        "column of d1.",
        "say": [{"key": "refusal.not_in_line", "args": {"origin": "d1", "target": "e2"}}],
    }
    shift = {"action": "shift", "square": "d1", "piece": "attacker", "from": "e2"}
    assert entry["repair"] == [shift]


@pytest.mark.parametrize("can_go_back", [True, False])
def test_where_a_lesson_goes_back_something_can_be_undone_before_the_first_ply(
    can_go_back: bool,  # noqa: FBT001 - pytest gives it by name
) -> None:
    lesson = LessonView("turn_off", verbatim("Round the corner"), 2, 28, can_go_back=can_go_back)
    entry = write_view(replace(BoardDriver().view, lesson=lesson), "game")
    assert (entry["plies"], entry["can_undo"]) == (0, can_go_back)


def test_the_first_move_can_be_undone_as_soon_as_it_is_shown_to_count_in_a_moment() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2", "d3"], each=0.22)
    entry = write_view(board.view, "game")
    assert (entry["plies"], entry["tentative"], entry["can_undo"]) == (0, "d1-d3", True)
    assert entry["undo_leaves"] == 0


def test_a_pause_is_written_with_its_reason_and_nothing_can_be_undone_in_it() -> None:
    board = captured_board()
    board.lose("The board was unplugged; plug it in again.")
    entry = write_view(board.view, "game")
    unplugged = "The board was unplugged; plug it in again."
    assert (entry["paused"], entry["can_undo"]) == (unplugged, False)
    said = {"key": "verbatim", "args": {"text": unplugged}}
    assert entry["say"] == [{"key": "paused", "args": {"reason": said}}]


def test_an_ending_is_written_with_its_clause() -> None:
    board = BoardDriver()
    board.play(*WON.split())
    assert write_view(board.view, "game")["outcome"] == {
        "winner": "defenders",
        "reason": "king_escaped",
        "clause": "6a",
        "squares": ["a11"],
        "sentence": "The defenders win: the king has escaped to a11.",
        "say": [
            {
                "key": "outcome",
                "args": {
                    "reason": {"key": "reason.king_escaped", "args": {"squares": ["a11"]}},
                    "result": {"key": "result.defenders", "args": {}},
                },
            }
        ],
    }


def test_a_table_has_the_documented_keys() -> None:
    example = documented("hnefi:{board}:table")
    table = Tabletop(start_pieces(COPENHAGEN))
    entry = json.loads(json.dumps(write_table(table.pieces, table.touched)))
    assert entry.keys() == example.keys()
    assert entry["pieces"][0] == example["pieces"][0]  # type: ignore[index] # read from text
    assert len(entry["pieces"]) == 37


def test_a_frame_is_six_digits_a_square() -> None:
    pixels = bytes([255, 136, 0]) + DARK.pixels[3:]
    assert write_frame(Frame(pixels)) == {"pixels": "ff8800" + "000000" * 120}


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """Return events of every kind, brought about by play."""
    board = captured_board()
    board.lift("e2")
    board.slide(["c4", "d4"], each=SETTLED)
    board.slide(["d4", "e4"], each=SETTLED)
    board.command(Command.UNDO)
    board.lift("e4")
    board.wait(SETTLED)
    board.put("d5")
    board.wait(SETTLED)
    board.occupied = COPENHAGEN.start.occupied & ~1 & ~(0b111 << 60)
    board.wait(SETTLED)
    board.occupied = board.session.game.position.occupied
    board.wait(SETTLED)
    board.command(Command.NEW_GAME)
    board.command(Command.UNDO)
    board.occupied = COPENHAGEN.start.occupied
    board.wait(SETTLED)
    board.play("d1-d3")
    board.say(Command.DRAW, Side.ATTACKERS)
    board.say(Command.NO_DRAW, Side.ATTACKERS)
    board.say(Command.DRAW, Side.ATTACKERS)
    board.say(Command.NO_DRAW, Side.DEFENDERS)
    board.say(Command.DECIDE, Decision(None, "too few pieces"))
    board.command(Command.UNDO)
    board.say(Command.DRAW, Side.ATTACKERS)
    board.say(Command.DRAW, Side.DEFENDERS)
    board.command(Command.NEW_GAME)
    board.occupied = COPENHAGEN.start.occupied
    board.wait(SETTLED)
    board.play(*WON.split())
    for _ in range(20):
        board.occupied ^= 1
        board.wait(0.03)
    board.wait(61)
    board.lose("The board was unplugged; plug it in again.")
    board.wait(SETTLED)
    timed = BoardDriver(started=False)
    timed.session = Session(COPENHAGEN, control=parse_control("fixed:20m"))
    timed.wait(SETTLED)
    timed.play("d1-d3")
    board.events += timed.events
    # The daemon's answer to a command that no session executes.
    return [*board.events, TraceSaved(board.at, "2026-11-22-001500-0.trace", "mine")]


def test_every_event_has_the_documented_keys(events: list[Event]) -> None:
    found: dict[str, set[str]] = {}
    for event in events:
        entry = json.loads(json.dumps(write_event(event)))
        keys = set(entry) - {"event", "at"}
        assert found.setdefault(entry["event"], keys) == keys
    assert found == documented_event_keys()
