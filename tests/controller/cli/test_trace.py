"""`hnefi trace` and `hnefi simulate --record`, run as people run them."""

import io
import json
import os
import re
import socket
import subprocess
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from controller.assembly.replaying import replayed, timing_of
from controller.bus.messages import CommandMessage
from controller.bus.wire import write_event
from controller.daemon.controller import Controller
from controller.events.command import Command
from controller.events.event import Event
from controller.rules.geometry import parse_square
from controller.session.session import Session
from controller.session.timing import Timing
from controller.trace.entries import TraceCommand
from controller.trace.header import TraceHeader
from controller.trace.reader import read_trace
from controller.trace.recorder import TracingBoard
from controller.trace.writer import TraceWriter
from hal.board import Scan
from hal.errors import BoardLostError
from simulators.boards.virtual import VirtualBoard
from simulators.clock import VirtualClock
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.hnefi import HNEFI, SHORT_GAME, hnefi, started, the_line_of_a_mistake, unmeasured
from tests.waiting import PATIENCE_S, wait_until

EXAMPLE = Path(__file__).parents[2] / "traces" / "capture-after-slides.trace"
COMMANDS = (
    "undo, new_game, press_clock, place SQUARE, save_trace, "
    "resign SIDE, draw SIDE, no_draw SIDE, answered SIDE, set_up RULESET SIDE POSITION, "
    "decide RESULT"
)
MOVES = "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2"


def output(*arguments: str, given: str = "") -> list[str]:
    ran = hnefi(*arguments, given=given)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def mistake(*arguments: str, given: str = "") -> str:
    """Return the one line that tells of a mistake."""
    ran = hnefi(*arguments, given=given)
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    return line


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.csv"
    path.write_text(f"{MOVES}\n")
    return str(path)


def record(games: str, trace: Path, *more: str) -> None:
    output("simulate", "--headless", "--games", games, "--record", str(trace), "--json", *more)


# Replay ----------------------------------------------------------------------------------


def test_a_replay_says_what_happens_and_ends_with_the_moves() -> None:
    lines = output("trace", "replay", str(EXAMPLE))
    assert lines[0] == "    0.010  Command: new_game."
    assert re.fullmatch(r" +\d\.\d{3}  The game begins, by the ruleset copenhagen\.", lines[1])
    reported = [line.split("  ")[-1] for line in lines if "Ply" in line]
    assert reported == [
        "Ply 1: the attackers play d1-d3.",
        "Ply 2: the defenders play e5-e2.",
        "Ply 3: the attackers play g1-g3.",
        "Ply 4: the defenders play f4-c4.",
        "Ply 5: the attackers play g3-e3xe2.",
    ]
    assert lines[-2].endswith("  All captured pieces are off the board.")
    assert lines[-1] == MOVES


def test_with_json_it_prints_the_events_of_the_bus_one_a_line() -> None:
    *events, last = map(json.loads, output("trace", "replay", "--json", str(EXAMPLE)))
    committed = [event for event in events if event["event"] == "move_committed"]
    assert [event["move"] for event in committed] == MOVES.split()
    assert committed[-1] == {
        "event": "move_committed",
        "at": committed[-1]["at"],
        "ply": 5,
        "move": "g3-e3xe2",
        "side": "attackers",
    }
    assert last == {"moves": MOVES.split()}


def test_a_trace_may_come_from_standard_input_and_have_no_end() -> None:
    whole = EXAMPLE.read_text(encoding="utf-8")
    # The last whole line is the one that puts down g3-e3, which then never stands still.
    torn = whole[: whole.rindex("-e2") + 2]
    assert output("trace", "replay", "-", given=torn)[-1] == "d1-d3 e5-e2 g1-g3 f4-c4"
    assert output("trace", "replay", "-", given="# hnefi trace: 1\n# ruleset: fetlar\n") == [
        "No moves."
    ]


def test_ends_that_people_give_a_game_are_replayed() -> None:
    whole = EXAMPLE.read_text(encoding="utf-8")
    said = ("draw attackers", "no_draw defenders", "decide draw too few pieces", "undo")
    added = "".join(f"9.{n}00 ! {words}\n" for n, words in enumerate(said))
    before = whole[: whole.rindex(". ")]
    lines = output("trace", "replay", "-", given=before + added + "9.900 ! resign defenders\n")
    assert [line.split("  ")[-1] for line in lines[-12:-1]] == [
        "Command: draw attackers.",
        "The attackers offer a draw.",
        "Command: no_draw defenders.",
        "The defenders decline the draw.",
        "Command: decide draw too few pieces.",
        "The arbiter has decided: too few pieces.",
        "The game is a draw: the arbiter decided so.",
        "Command: undo.",
        "The end of the game is taken back; play goes on.",
        "Command: resign defenders.",
        "The attackers win: the other side resigned.",
    ]


def test_another_ruleset_can_be_asked_for() -> None:
    lines = output("trace", "replay", str(EXAMPLE), "--ruleset", "fetlar")
    assert "The game begins, by the ruleset fetlar." in lines[1]


def test_the_timing_of_the_header_is_the_sessions() -> None:
    slow = EXAMPLE.read_text(encoding="utf-8").replace("# settle_ms: 300", "# settle_ms: 9000")
    slow = slow.replace("# carried_ms: 200", "# carried_ms: 9000")
    # A move counts as soon as the other side replies; nobody replies to the last one.
    assert output("trace", "replay", "-", given=slow)[-1] == "d1-d3 e5-e2 g1-g3 f4-c4"


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("", "hnefi: -: line 1: expected '# hnefi trace: 2', got ''"),
        ("# hnefi trace: 3\n", "hnefi: -: line 1: expected version 1 or 2, got '3'"),
        (
            "# hnefi trace: 1\n# ruleset: copenhagen\n0.000 +d1\n",
            "hnefi: -: line 3: expected a whole state first, '= ' and digits, got '+d1'",
        ),
        (
            "# hnefi trace: 1\n# ruleset: copenhagen\n0.000 ! resign_all\n",
            f"hnefi: -: line 3: expected one of {COMMANDS}; got 'resign_all'",
        ),
        (
            "# hnefi trace: 1\n# ruleset: copenhagen\n\n0.000 ! set_up - attackers /11/\n",
            "hnefi: -: line 4: set_up: position record: expected 11 ranks, got 1",
        ),
        (
            "# hnefi trace: 1\n# ruleset: copenhagen\n0.000 ! resign draw\n",
            f"hnefi: -: line 3: expected one of {COMMANDS}; got 'resign draw'",
        ),
        (
            "# hnefi trace: 1\n# ruleset: copenhagen\n# settle_ms: soon\n",
            "hnefi: -: settle_ms: expected milliseconds such as 300, got 'soon'",
        ),
    ],
)
def test_a_malformed_trace_is_told_in_one_line(given: str, line: str) -> None:
    ran = hnefi("trace", "replay", "-", given=given)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"{line}\n")


def test_a_file_that_is_no_trace_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "picture"
    path.write_bytes(bytes(range(256)) * 1000)
    text = f"hnefi: {path}: expected text in UTF-8, got"
    assert mistake("trace", "replay", str(path)) == f"{text} something that is not text"
    path.write_text("# hnefi trace: 2\n# ruleset: copenhagen\n", encoding="utf-16")
    utf16 = f"{text} text in UTF-16; save it as UTF-8"
    assert mistake("trace", "replay", str(path)) == utf16
    path.write_text("a song\n")
    assert mistake("trace", "replay", str(path)) == (
        f"hnefi: {path}: line 1: expected '# hnefi trace: 2', got 'a song'"
    )
    assert mistake("trace", "replay", str(tmp_path / "none")) == (
        f"hnefi: {tmp_path / 'none'}: expected a trace to read (No such file or directory)"
    )


def test_a_file_that_cannot_be_read_to_its_end_is_a_mistake() -> None:
    file = "/proc/self/mem"  # opens as a file, and fails at the first byte
    line = mistake("trace", "replay", file)
    assert line == f"hnefi: {file}: expected to read it all (Input/output error)"


def test_a_trace_never_names_a_file_to_read(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("")
    line = mistake("trace", "replay", "-", given=f"# hnefi trace: 1\n# ruleset: {own}\n")
    assert line.startswith("hnefi: -: ruleset: expected one of copenhagen, fetlar, ")
    assert line.endswith(", so say which with --ruleset")


# Recording -------------------------------------------------------------------------------


def test_a_headless_game_is_recorded_and_replayed_to_the_same_moves(
    games: str, tmp_path: Path
) -> None:
    trace = tmp_path / "game.trace"
    record(games, trace, "--seed", "7")
    assert output("trace", "replay", str(trace))[-1] == MOVES
    header, _ = read_trace(trace.read_text(encoding="utf-8").splitlines())
    assert (header.ruleset, header.period_s, header.began) == ("copenhagen", 0.01, 0.0)
    assert timing_of(header.settings) == Timing()


def test_several_games_are_one_trace(tmp_path: Path) -> None:
    games, trace = tmp_path / "games.csv", tmp_path / "games.trace"
    games.write_text("d1-d3 e5-e2\ng1-g3\n")
    record(str(games), trace)
    events = [json.loads(line) for line in output("trace", "replay", "--json", str(trace))]
    moves = [event["move"] for event in events if event.get("event") == "move_committed"]
    assert moves == ["d1-d3", "e5-e2", "g1-g3"]
    assert events[-1] == {"moves": ["g1-g3"]}


def test_a_ply_takes_about_fifty_bytes(tmp_path: Path) -> None:
    trace = tmp_path / "random.trace"
    (report,) = output("simulate", *SHORT_GAME, "--json", "--record", str(trace))
    assert trace.stat().st_size < 55 * json.loads(report)["plies"]


def test_what_is_in_a_file_already_is_not_lost(games: str, tmp_path: Path) -> None:
    trace = tmp_path / "precious.trace"
    trace.write_text("precious")
    complaint = f"hnefi: {trace}: expected a new file to record in (it is not empty)"
    assert mistake("simulate", "--headless", "--games", games, "--record", str(trace)) == complaint
    assert mistake("trace", "record", str(trace), "--no-browser", "--port", "0") == complaint
    assert trace.read_text() == "precious"


def test_a_file_in_which_nothing_was_recorded_is_gone_and_the_same_command_works_then(
    tmp_path: Path,
) -> None:
    games, trace = tmp_path / "games.csv", tmp_path / "games.trace"
    games.write_text("d1-d3 e5-e2\nd1-d9x\n")
    complaint = mistake("simulate", "--headless", "--games", str(games), "--record", str(trace))
    assert complaint.startswith(f"hnefi: {games}")
    assert not trace.exists()
    games.write_text("d1-d3 e5-e2\n")
    record(str(games), trace)
    assert trace.stat().st_size > 0


def test_a_full_disk_is_told_once_the_games_are_over(tmp_path: Path) -> None:
    arguments = ["simulate", *SHORT_GAME, "--json", "--record"]
    assert mistake(*arguments, "/dev/full") == (
        "hnefi: /dev/full: expected a new file to record in (No space left on device)"
    )
    trace = tmp_path / "cut.trace"
    limited = f'ulimit -f 1; exec "{HNEFI}" {" ".join(arguments)} "{trace}"'
    ran = subprocess.run(
        ["sh", "-c", limited],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env=unmeasured(),
    )
    assert ran.returncode == 2
    assert ran.stderr == f"hnefi: {trace}: expected a new file to record in (File too large)\n"
    report = json.loads(ran.stdout)
    assert 0 < report["recognised"] == report["plies"]
    assert len(output("trace", "replay", str(trace))) > 1


def test_what_is_done_on_the_page_is_recorded(tmp_path: Path) -> None:
    trace = tmp_path / "page.trace"
    with started("trace", "record", str(trace), "--no-browser", "--port", "0") as recording:
        page = recording.address()
        # All that is said is taken in, though nobody listens, or the goodbye would not be heard.
        with connect(
            f"ws://{page}/socket", origin=Origin(f"http://{page}"), max_queue=None
        ) as socket:
            wait_for = ["game_started", "piece_lifted", "move_committed", "move_taken_back"]
            asked: list[dict[str, object]] = [
                {"type": "hand", "action": "grab", "hand": "h", "piece": 0},
                {"type": "hand", "action": "drop", "hand": "h", "x": 3, "y": 2},
                {"type": "command", "command": "undo"},
            ]
            for event in wait_for:
                until_recorded(trace, event)
                if asked:
                    socket.send(json.dumps(asked.pop(0)))
            ended = recording.interrupt()
    assert (ended.returncode, ended.stderr) == (0, "")
    text = trace.read_text(encoding="utf-8")
    # A busy machine may add how late a scan was.
    assert re.findall(r" ([-+!].*)", text) == ["-d1", "+d3", "! undo"]
    assert re.search(r"\n\. \d+\.\d{3}( ~\S+)?\n\Z", text)


def test_a_trace_is_recorded_on_any_board(tmp_path: Path) -> None:
    """Here on a serial one, which is not plugged in: the trace says why there are no scans."""
    trace, port = tmp_path / "serial.trace", str(tmp_path / "no-port")
    arguments = ["trace", "record", str(trace), "--no-browser", "--port", "0"]
    with started(*arguments, "--board", "serial", "--serial", port) as recording:
        until_recorded(trace, "board_lost")
        assert recording.interrupt().returncode == 0
    assert f"{port}: plug the board in" in trace.read_text(encoding="utf-8")
    assert mistake(*arguments[:2], str(tmp_path / "other"), "--serial", port) == (
        "hnefi: trace record: --serial, --baud and --strip need --board serial or gpio-matrix"
    )


def test_every_board_that_can_be_recorded_is_named(tmp_path: Path) -> None:
    assert mistake("trace", "record", str(tmp_path / "other"), "--board", "nope") == (
        "hnefi: --board: expected one of virtual, avr-reed, avr-hall, serial, gpio-matrix, "
        "got 'nope'"
    )


def until_recorded(trace: Path, event: str) -> None:
    """Wait until a replay of what is recorded by now comes to an event."""

    def is_recorded() -> bool:
        if not trace.exists():
            return False
        return f'"{event}"' in hnefi("trace", "replay", "--json", str(trace)).stdout

    wait_until(is_recorded, event)


# The same again --------------------------------------------------------------------------


class LosableBoard(VirtualBoard):
    """A board that is lost while there is a reason."""

    reason = ""

    def scan(self) -> Scan:
        scan = super().scan()
        if self.reason:
            raise BoardLostError(self.reason, scan.at)
        return scan


class TracedTable:
    """A table in virtual time whose board is traced while a controller plays on it."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._stream = io.StringIO()
        self._writer = TraceWriter(self._stream, TraceHeader(ruleset="copenhagen"))
        self._clock = VirtualClock()
        self.table = Tabletop(start_pieces(COPENHAGEN))
        self.lossy = LosableBoard(self.table, self._clock)
        self._board = TracingBoard(self.lossy, self._writer)
        self._controller = Controller(self._board, Session(COPENHAGEN))

    def wait(self, seconds: float, *commands: Command) -> None:
        messages = [CommandMessage(command=command) for command in commands]
        for command in commands:
            self._board.command(command)
        for _ in range(round(seconds * 100)):
            self._clock.advance(0.01)
            self.events += self._controller.tick(messages).events
            messages = []

    def stall(self, seconds: float) -> None:
        self._clock.advance(seconds)

    def carry(self, origin: str, target: str, *, slide: bool = False) -> None:
        piece = self.table.at(parse_square(origin))
        assert piece
        self.table.grab("hand", piece.id, slide=slide)
        self.wait(0.07)
        goal = parse_square(target)
        self.table.move("hand", goal % 11, goal // 11)
        self.wait(0.05)
        self.table.drop("hand", goal % 11, goal // 11)
        self.wait(0.5)

    def trace(self) -> list[str]:
        self._writer.close()
        return self._stream.getvalue().splitlines()


def test_a_session_that_is_fed_a_trace_tells_the_same_again() -> None:
    traced = TracedTable()
    traced.wait(0.5)
    traced.carry("d1", "d2", slide=True)
    traced.carry("d2", "d4", slide=True)  # slid on
    traced.carry("e5", "i7")  # refused
    traced.carry("i7", "e5")
    traced.wait(5.0)
    traced.carry("e5", "e3")
    traced.wait(0.5, Command.UNDO)
    traced.carry("e3", "e5")
    traced.wait(0.5, Command.UNDO, Command.UNDO)
    traced.wait(0.5, Command.NEW_GAME)
    traced.carry("d4", "d1")
    lines = traced.trace()
    happened = list(replayed(Session(COPENHAGEN), read_trace(lines)[1]))
    again = [write_event(event) for event in happened if isinstance(event, Event)]
    assert again == [write_event(event) for event in traced.events]
    reported = {event.name for event in traced.events}
    assert reported >= {"move_retargeted", "move_refused", "move_taken_back", "error"}
    assert [event.name for event in traced.events].count("game_started") == 2
    commands = [entry.name for entry in happened if isinstance(entry, TraceCommand)]
    assert commands == ["undo", "undo", "undo", "new_game"]


def test_a_trace_with_gaps_gives_the_same_game_and_the_same_news_again() -> None:
    traced = TracedTable()
    traced.wait(0.5)
    traced.carry("d1", "d2", slide=True)
    traced.lossy.reason = "The board was unplugged; plug it in again."
    traced.wait(5.0, Command.UNDO)
    traced.carry("d2", "d4", slide=True)
    traced.lossy.reason = "The board is silent."
    traced.wait(0.3)
    traced.lossy.reason = ""
    traced.wait(0.2)
    traced.stall(2.0)
    traced.wait(0.2)
    traced.stall(20.0)  # the program did not run
    traced.wait(0.5, Command.PRESS_CLOCK)
    traced.carry("e5", "e3")
    happened = list(replayed(Session(COPENHAGEN), read_trace(traced.trace())[1]))
    events = [event for event in happened if isinstance(event, Event)]
    assert [write_event(event) for event in events] == [write_event(e) for e in traced.events]
    assert [event.name for event in events if event.name in ("board_lost", "board_found")] == [
        *("board_lost", "board_lost", "board_found"),
        *("board_lost", "board_found"),
    ]
    assert [event.name for event in events].count("error") == 1


def test_a_loss_is_told_in_words(tmp_path: Path) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("0.350 "))
    reason = "The board was unplugged; plug it in again."
    lost = [f"0.340 ~0.010 ? {reason}", "2.340 ~2.010"]
    (tmp_path / "lost.trace").write_text("\n".join([*lines[:start], *lost, ""]))
    assert output("trace", "replay", str(tmp_path / "lost.trace")) == [
        "    0.010  Command: new_game.",
        "    0.310  The game begins, by the ruleset copenhagen.",
        f"    0.340  The board cannot be read, and the game is paused. {reason}",
        "    2.340  The board can be read again, and the game goes on.",
        "No moves.",
    ]


@pytest.mark.parametrize(
    "settings", [{}, {"settle_ms": "450", "debounce_ms": "7.5", "moves": "d1-d3"}]
)
def test_what_a_header_does_not_tell_of_timing_is_as_usual(settings: dict[str, str]) -> None:
    reported = {key: text for key, text in settings.items() if key != "moves"}
    timing = timing_of(settings)
    assert timing.settings() == Timing().settings() | reported


# Saving ----------------------------------------------------------------------------------


def test_a_board_that_plays_saves_its_last_minutes(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with started("simulate", "--no-browser", "--port", "0", environment=environment) as playing:
        port = playing.address().rpartition(":")[2]
        saved = hnefi("trace", "save", "--port", port, "--json")
        playing.interrupt()
    assert (saved.returncode, saved.stderr) == (0, "")
    file = Path(json.loads(saved.stdout)["file"])
    assert file.parent == tmp_path / "hnefi" / "traces"
    replayed = hnefi("trace", "replay", str(file), "--json")
    assert (replayed.returncode, replayed.stdout.splitlines()[-1]) == (0, '{"moves": []}')


def test_a_trace_that_cannot_be_saved_is_no_end_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "hnefi").write_text("in the way")
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with started("simulate", "--no-browser", "--port", "0", environment=environment) as playing:
        port = playing.address().rpartition(":")[2]
        reported = [the_line_of_a_mistake(hnefi("trace", "save", "--port", port)) for _ in range(2)]
        playing.interrupt()
    line = "hnefi: trace save: The trace could not be saved (Not a directory)."
    assert reported == [line, line]


def test_where_no_board_plays_no_trace_is_saved() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
    line = the_line_of_a_mistake(hnefi("trace", "save", "--port", port))
    assert line == (
        f"hnefi: trace save: expected a board that plays at port {port}, found none; start one "
        "with hnefi play or hnefi simulate, or name its --port"
    )
