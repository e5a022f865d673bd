"""Our engine for other programs: what it answers to each line."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from controller.engine.levels import named_level
from controller.engine.participants import Participant, open_player
from controller.engine.players import Choice
from controller.engine.protocols.htp_server import HtpServer
from controller.engine.protocols.opentafl_server import OpenTaflServer
from controller.engine.protocols.serving import Thinker, serve
from controller.engine.search import Found
from controller.notation.moves import parse_move
from controller.notation.opentafl import parse_position, write_position, write_rules
from controller.rules.game import Game, new_game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.pieces import Side
from tests.controller.engine.kernels import rules_of
from tests.effort import long_or_short

COPENHAGEN = rules_of("copenhagen")
RULES, _ = write_rules(COPENHAGEN.ruleset)
HNEFI = Path(sys.executable).with_name("hnefi")


def thinker() -> Thinker:
    return Thinker(named_level("one-move"))


def htp(*lines: str) -> list[str]:
    server = HtpServer(thinker(), COPENHAGEN)
    return [answer for line in lines for answer in server.answer(line)]


def opentafl(*lines: str) -> list[str]:
    server = OpenTaflServer(thinker())
    return [answer for line in lines for answer in server.answer(line)]


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (["name"], ["= hnefi"]),
        (["protocol_version"], ["= 1-beta"]),
        (["board_size 11"], ["="]),
        (["board_size 13"], ["? board_size: expected 11, got '13'"]),
        (["", "# only a comment"], []),
        (["known_command play", "known_command dance"], ["= true", "= false"]),
        (["final_status"], ["= ongoing"]),
        (["play attacker d1 d3 # a comment", "play defender e5 e2"], ["=", "="]),
        (
            ["play a d1 d3", "play d e5 e2", "play a g1 g3", "play d f4 c4", "play a g3 e3"],
            ["=", "=", "=", "=", "= e2"],
        ),
        (["play defender e5 e2"], ["? play: expected a move of the attackers"]),
        (["play attacker resigns", "final_status"], ["=", "= defender_wins"]),
        (["play_undo"], ["? play_undo: expected a move to take back"]),
        (["play attacker d1 d3", "play_undo", "play_from"], ["=", "="]),
        (["play_to attacker d1"], ["= c1 b1 d2 d3 d4 d5"]),
        (["time_settings un-timed", "time_settings fischer 15 2"], ["=", "="]),
        (
            ["time_settings soon"],
            ["? time_settings: expected un-timed or fischer TIME ADD_SECONDS, got 'soon'"],
        ),
        (["dance"], ["? dance: expected a command, see list_commands"]),
        (["first_move defender", "play defender e5 e2"], ["=", "="]),
        (
            ["play attacker d1 d3", "first_move defender"],
            ["=", "? first_move: expected a game without moves"],
        ),
        (["first_move nobody"], ["? first_move: expected a role: attacker or defender"]),
        (["play"], ["? play: expected a role: attacker or defender"]),
        (
            ["play_to defender d1", "play_to attacker"],
            ["? play_to: expected the role to move, and a square"] * 2,
        ),
        (["play_to attacker z9"], ["? play_to: expected a square a1 to k11, got 'z9'"]),
        (
            ["play d resigns", "play a resigns", "final_status", "generate_move"],
            ["=", "=", "= attacker_wins", "? generate_move: expected a game that goes on"],
        ),
    ],
)
def test_htp_is_answered_line_by_line(lines: list[str], answers: list[str]) -> None:
    assert htp(*lines)[: len(answers)] == answers


def test_htp_says_why_a_move_is_refused() -> None:
    (refused,) = htp("play attacker d1 e2")
    assert refused.startswith("? play: A piece moves in a straight line")


def test_htp_lists_exactly_the_commands_that_it_knows() -> None:
    (listed,) = htp("list_commands")
    names = listed.removeprefix("= ").splitlines()
    assert all(htp(f"known_command {name}") == ["= true"] for name in names)
    assert {"play", "generate_move", "final_status", "quit"} <= set(names)


def test_htp_makes_a_legal_move_and_keeps_it() -> None:
    made, status, board = htp("generate_move", "final_status", "show_board_open_tafl")
    words = made.split()
    assert words[:3] == ["=", "play", "attacker"]
    game = new_game(COPENHAGEN).play(parse_move(f"{words[3]}-{words[4]}").move)
    assert (status, board) == ("= ongoing", f"= {write_position(game.position)}")


def test_htp_ends_with_quit() -> None:
    server = HtpServer(thinker(), COPENHAGEN)
    assert list(server.answer("quit")) == ["="]
    assert server.ended


def test_opentafl_is_greeted_and_plays_by_the_rules_it_sends() -> None:
    assert list(OpenTaflServer(thinker()).greeting()) == ["hello"]
    status, move = opentafl(f"rules {RULES}", "play attackers")
    assert status.startswith("status winning chance 0.")
    assert new_game(COPENHAGEN).refusal(parse_move(move.removeprefix("move ")).move) is None


def test_opentafl_confirms_a_move_before_it_counts() -> None:
    server = OpenTaflServer(thinker())
    list(server.answer(f"rules {RULES}"))
    *_, line = server.answer("play attackers")
    game = new_game(COPENHAGEN).play(parse_move(line.removeprefix("move ")).move)
    list(server.answer(f"move {write_position(game.position)}"))
    reply = game.play(game.legal_moves()[0])
    said = f"opponent-move {reply.plies[-1].move} {write_position(reply.position)}"
    assert list(server.answer(said)) == []
    *_, line = server.answer("play attackers")
    assert reply.refusal(parse_move(line.removeprefix("move ")).move) is None


def test_opentafl_may_refuse_a_move_and_ask_again() -> None:
    server = OpenTaflServer(thinker())
    list(server.answer(f"rules {RULES}"))
    first = list(server.answer("play attackers"))
    assert list(server.answer("error 2")) == []
    assert list(server.answer("play attackers")) == first


def test_opentafl_analyses_a_position_with_the_attackers_values() -> None:
    position = write_position(COPENHAGEN.start)
    (analysis,) = opentafl(
        f"rules {RULES}", f"position {position}", "side defenders", "analyze 2 1"
    )
    words = analysis.split()
    assert words[:2] == ["analysis", "2"]
    assert len(words) == 6
    defenders = new_game(COPENHAGEN).rules.start._replace(to_move=Side.DEFENDERS)
    first = parse_move(words[2].split("|")[0]).move
    assert defenders.piece_at(first.origin) is not None


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["play attackers"], "error -1 expected rules before play"),
        (["rules nonsense"], "error -1 rules record: expected fields such as esc:c"),
        ([f"rules {RULES}", "play nobody"], "error 0 expected attackers or defenders"),
        ([f"rules {RULES}", "analyze many"], "error 0 expected analyze NUMBER SECONDS"),
        ([f"rules {RULES}", "opponent-move a1-a9"], "error -1 opponent-move: expected a legal"),
        ([f"rules {RULES}", "clock soon"], "error -1 clock: expected five numbers"),
        ([f"rules {RULES}", "clock a b c d e"], "error -1 clock: expected five numbers"),
        ([f"rules {RULES}", "clock 1 2 nan 0 0"], "error -1 clock: expected five numbers"),
    ],
)
def test_opentafl_is_told_what_is_wrong(lines: list[str], complaint: str) -> None:
    assert opentafl(*lines)[-1].startswith(complaint)


class Hurried:
    """Thinks as a level does, and writes down how long it may."""

    def __init__(self) -> None:
        self.seconds: list[float | None] = []
        self._thinker = thinker()

    def choose(self, game: Game, seconds: float | None = None) -> Choice:
        self.seconds.append(seconds)
        return self._thinker.choose(game)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        ("400000 80000 0 0 0", [10.0, 2.0]),  # a fortieth of what is left
        ("400000 80000 30 2 0", [34.0, 2.0]),  # with most of an overtime that is left
        ("10000* 400000 10 1 1", [8.0, 18.0]),  # a star: the overtime itself runs
        ("0 -20 0 0 0", [0.05, 0.05]),
    ],
)
def test_opentafls_clocks_say_how_long_each_side_may_think(
    clock: str, seconds: list[float]
) -> None:
    hurried = Hurried()
    server = OpenTaflServer(cast("Thinker", hurried))
    for line in (f"rules {RULES}", f"clock {clock}", "play attackers", "play defenders"):
        list(server.answer(line))
    assert hurried.seconds == pytest.approx(seconds)


def test_opentafl_may_send_its_last_move_again() -> None:
    game = new_game(COPENHAGEN).play(parse_move("d1-d3").move)
    said = f"opponent-move d1-d3 {write_position(game.position)}"
    once, twice = (opentafl(f"rules {RULES}", *[said] * n, "play defenders") for n in (1, 2))
    assert once == twice


def test_the_position_that_opentafl_sends_decides_where_its_move_cannot() -> None:
    end = parse_position("/11/11/11/3t7/11/5K5/11/11/11/11/11/", Side.ATTACKERS)
    answers = opentafl(
        f"rules {RULES}", f"opponent-move d8-d7 {write_position(end)}", "play defenders"
    )
    move = parse_move(answers[-1].removeprefix("move ")).move
    assert SQUARE_NAMES[move.origin] == "f6"


def test_opentafl_is_given_no_move_in_a_game_that_is_over() -> None:
    one_step_from_the_corner = "/1K9/11/11/11/5t5/11/11/11/11/11/11/"
    answers = opentafl(
        f"rules {RULES}",
        f"position {one_step_from_the_corner}",
        "play defenders",
        "move",
        "play attackers",
        "analyze 1 1",
    )
    assert answers[1:] == ["move b1-a1", *["error 0 the game is over"] * 2]


@pytest.mark.parametrize("asked", ["play attackers", "analyze 1 1"])
def test_opentafl_is_given_no_move_of_a_side_that_has_none(asked: str) -> None:
    alone = "/11/11/11/11/11/5K5/11/11/11/11/11/"
    answers = opentafl(f"rules {RULES}", f"position {alone}", "side attackers", asked)
    assert answers == ["error 0 the game is over"]


def test_what_opentafl_says_beside_the_point_is_passed_over() -> None:
    assert opentafl("simple-moves on", "finish 2", "dance") == []


def test_our_engine_plays_itself_over_both_protocols() -> None:
    """The client's side of a protocol and the engine's understand each other."""
    # By OpenTafl's protocol a position is analysed for all the seconds that are given.
    for protocol, seconds in (("htp", 5.0), ("opentafl", 1.0)):
        command = f"{HNEFI} engine --protocol {protocol} --level one-move"
        peer = open_player(Participant(protocol=protocol, command=command), COPENHAGEN, seed=1)
        game = new_game(COPENHAGEN)
        try:
            for _ in range(long_or_short(3, 1)):
                move = peer.choose(game, seconds=seconds).move
                assert move is not None
                game = game.play(move)
                game = game.play(game.legal_moves()[-1])
        finally:
            peer.close()


class StoppedThinker(Thinker):
    """Thinks until it is stopped, and then answers."""

    def __init__(self) -> None:
        super().__init__(named_level("one-move"))
        self.began, self.stopped = threading.Event(), threading.Event()

    def choose(self, game: Game, seconds: float | None = None) -> Choice:
        self.began.set()
        if not self.stopped.wait(60.0):
            raise TimeoutError("thinking was not stopped")
        return super().choose(game, seconds)

    def stop(self) -> None:
        self.stopped.set()


@pytest.mark.parametrize("goodbye", [[], ["quit"]], ids=["silently", "with a goodbye"])
def test_thinking_ends_when_the_other_side_leaves(goodbye: list[str]) -> None:
    thinks_on, written, stopped = StoppedThinker(), [""], [True]

    def lines() -> Iterator[str]:
        yield "generate_move"
        thinks_on.began.wait(60.0)
        for line in goodbye:
            yield line
            stopped.append(thinks_on.stopped.wait(10.0))

    serve(HtpServer(thinks_on, COPENHAGEN), thinks_on, lines(), written.append)
    assert all(stopped)
    assert written[1].startswith("= play attacker")


class LateThinker(Thinker):
    """Begins to think only when it was stopped a number of times, and then has little time."""

    def __init__(self, stops: int, searches: int) -> None:
        super().__init__(named_level("strongest"), seconds=0.2)
        self.at_once = list[bool]()
        self.thought_out = threading.Event()
        self._searches, self._stops_left = searches, stops
        self._may_begin = threading.Event()

    def stop(self) -> None:
        super().stop()
        self._stops_left -= 1
        if self._stops_left == 0:
            self._may_begin.set()

    def choose(self, game: Game, seconds: float | None = None) -> Choice:
        return Choice(self.analyse(game, 1, seconds or 0.2).best.moves[0], 0.5)

    def analyse(self, game: Game, lines: int, seconds: float) -> Found:
        if not self._may_begin.wait(60.0):
            raise TimeoutError("nobody has stopped it")
        found = super().analyse(game, lines, seconds)
        # It looks whether it is stopped every 256 positions.
        self.at_once.append(found.nodes <= 256)
        if len(self.at_once) == self._searches:
            self.thought_out.set()
        return found


BEGIN, ANALYZE = f"rules {RULES}", "analyze 1 600"


@pytest.mark.parametrize(
    ("lines", "then", "stops", "at_once"),
    [
        ([BEGIN, ANALYZE, "goodbye"], "stays", 2, [True]),
        ([BEGIN, "play attackers", "play attackers", "goodbye"], "stays", 2, [True, True]),
        ([BEGIN, ANALYZE], "leaves", 2, [True]),
        ([BEGIN, ANALYZE, "finish 0", ANALYZE], "stays", 2, [True, False]),
        ([BEGIN, ANALYZE, BEGIN, ANALYZE, ANALYZE], "stays", 2, [True, False, False]),
        (["generate_move", "quit"], "stays", 1, [True]),
        (["generate_move"], "leaves", 1, [True]),
    ],
)
def test_who_leaves_ends_also_the_thinking_that_has_not_begun(
    lines: list[str], then: str, stops: int, at_once: list[bool]
) -> None:
    late = LateThinker(stops, len(at_once))

    def read() -> Iterator[str]:
        yield from lines
        if then == "stays":
            late.thought_out.wait(60.0)

    server = OpenTaflServer(late) if BEGIN in lines else HtpServer(late, COPENHAGEN)
    serve(server, late, read(), list[str]().append)
    assert late.at_once == at_once
