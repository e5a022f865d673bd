"""Other programs as players: they learn of the game by their protocol, judged by the rules core."""

import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.engine.errors import PeerError
from controller.engine.players import Player
from controller.engine.protocols.dialects import DIALECTS, Dialect, HtpDialect
from controller.engine.protocols.peers import Peer
from controller.engine.protocols.process import LineProcess
from controller.notation.moves import parse_move
from controller.rules.compiled import compiled
from controller.rules.game import Game, new_game
from controller.rules.library import named_ruleset
from controller.rules.lines import Move
from controller.rules.pieces import Side
from tests.controller.engine.kernels import rules_of
from tests.waiting import PATIENCE_S

SCRIPT = Path(__file__).with_name("scripted.py")
PROTOCOLS = ("opentafl", "htp", "uci")
COPENHAGEN = rules_of("copenhagen")

in_every_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)


def command(protocol: str, behaviour: str = "well") -> str:
    return shlex.join([sys.executable, str(SCRIPT), protocol, behaviour])


def player(protocol: str, behaviour: str = "well", grace_s: float = PATIENCE_S) -> Player:
    return Peer(command(protocol, behaviour), DIALECTS[protocol], grace_s=grace_s)


@pytest.fixture
def opened() -> Iterator[list[Player]]:
    """Close what a test opens."""
    players: list[Player] = []
    yield players
    for each in players:
        each.close()


def played(*moves: str) -> Game:
    game = new_game(COPENHAGEN)
    for move in moves:
        game = game.play(parse_move(move).move)
    return game


@in_every_protocol
def test_it_is_told_the_game_and_its_move_is_understood(
    protocol: str, opened: list[Player]
) -> None:
    peer = player(protocol)
    opened.append(peer)
    game = new_game(COPENHAGEN)
    for expected in ("a4-a3", None, "a3-a4", None, "a4-a3"):
        if expected is None:
            game = game.play(next(m for m in game.legal_moves()))
            continue
        choice = peer.choose(game, seconds=5.0)
        assert str(choice.move) == expected
        assert choice.move is not None
        game = game.play(choice.move)


@in_every_protocol
def test_it_may_play_the_other_side_and_another_game_after_that(
    protocol: str, opened: list[Player]
) -> None:
    peer = player(protocol)
    opened.append(peer)
    assert str(peer.choose(played("d1-d3"), seconds=5.0).move) == "f4-g4"
    with pytest.raises(PeerError):
        # It has gone to g4 in its own mind only; in this game that is no legal move.
        peer.choose(played("e1-e3"), seconds=5.0)


@in_every_protocol
def test_words_beside_the_point_are_passed_over(protocol: str, opened: list[Player]) -> None:
    peer = player(protocol, "babbles")
    opened.append(peer)
    assert str(peer.choose(new_game(COPENHAGEN), seconds=5.0).move) == "a4-a3"


@in_every_protocol
@pytest.mark.parametrize(
    ("behaviour", "complaint"),
    [
        ("silent", "within"),
        ("ends", "it ended with status 3"),
        ("illegal", "expected a legal move, got f6-a1"),
    ],
)
def test_who_is_late_ends_or_plays_what_is_not_legal_is_named(
    protocol: str, behaviour: str, complaint: str, opened: list[Player]
) -> None:
    peer = player(protocol, behaviour, 0.3 if behaviour == "silent" else PATIENCE_S)
    opened.append(peer)
    with pytest.raises(PeerError) as failed:
        peer.choose(new_game(COPENHAGEN), seconds=0.05)
    assert complaint in str(failed.value)
    assert "scripted.py" in str(failed.value)


def test_who_resigns_by_htp_makes_no_move(opened: list[Player]) -> None:
    peer = player("htp", "resigns")
    opened.append(peer)
    assert peer.choose(new_game(COPENHAGEN), seconds=5.0).move is None


@pytest.mark.parametrize("protocol", ["opentafl", "uci"])
def test_who_cannot_resign_and_has_no_move_has_failed(protocol: str, opened: list[Player]) -> None:
    peer = player(protocol, "resigns")
    opened.append(peer)
    with pytest.raises(PeerError):
        peer.choose(new_game(COPENHAGEN), seconds=5.0)


@pytest.mark.parametrize(
    ("protocol", "behaviour", "complaint"),
    [
        ("htp", "refuses", "expected a move, got '? not now'"),
        ("htp", "paints", r"expected a move, got '? \x1b[2J\x1b]0;evil\x07'"),
        ("htp", "evades", "expected a move, got 'well, well'"),
        ("opentafl", "refuses", "expected a move, got 'error -1 not now'"),
        ("opentafl", "paints", r"expected a move, got 'error -1 \x1b[2J\x1b]0;evil\x07'"),
        ("opentafl", "evades", "expected a line in 'analysis 0'"),
    ],
)
def test_an_answer_without_a_move_is_quoted(
    protocol: str, behaviour: str, complaint: str, opened: list[Player]
) -> None:
    peer = player(protocol, behaviour)
    opened.append(peer)
    with pytest.raises(PeerError) as failed:
        peer.choose(new_game(COPENHAGEN), seconds=5.0)
    assert str(failed.value).endswith(complaint)


@in_every_protocol
def test_without_a_time_it_takes_its_own(protocol: str, opened: list[Player]) -> None:
    peer = player(protocol)
    opened.append(peer)
    game = new_game(COPENHAGEN)
    for expected in ("a4-a3", "a3-a4"):
        move = peer.choose(game).move
        assert str(move) == expected
        assert move is not None
        game = game.play(move)
        game = game.play(game.legal_moves()[0])


@in_every_protocol
def test_why_a_move_is_not_legal_is_said_in_plain_words(
    protocol: str, opened: list[Player]
) -> None:
    peer = player(protocol, "illegal")
    opened.append(peer)
    with pytest.raises(PeerError) as failed:
        peer.choose(new_game(COPENHAGEN))
    said = str(failed.value).partition(": expected ")[2]
    why = "It is the attackers' turn, and the piece from f6 is not theirs"
    assert said == f"a legal move, got f6-a1. {why}"


class Heard:
    """A dialect that writes down what it is asked to say, and moves as it is given."""

    farewell = ""

    def __init__(self, *moves: str) -> None:
        self.said: list[str] = []
        self._moves = iter(moves)

    def begin(self, _: Game) -> None:
        self.said.append("begin")

    def tell(self, game: Game) -> None:
        self.said.append(str(game.plies[-1].move))

    def ask(self, _: Game, seconds: float | None) -> Move:
        assert seconds is None
        return parse_move(next(self._moves)).move

    def heard_since(self) -> list[str]:
        said, self.said = self.said, []
        return said


def test_a_programs_own_move_is_said_again_only_after_moves_were_taken_back(
    opened: list[Player],
) -> None:
    heard = Heard("g1-g3", "g3-e3", "a4-b4")
    peer = Peer("cat", lambda _: heard)
    opened.append(peer)
    peer.choose(played("d1-d3", "e5-e2"))
    assert heard.heard_since() == ["begin", "d1-d3", "e5-e2"]
    peer.choose(played("d1-d3", "e5-e2", "g1-g3", "f4-c4"))
    assert heard.heard_since() == ["f4-c4"]
    peer.choose(played("d1-d3", "e5-e2", "g1-g3", "f4-d4"))
    assert heard.heard_since() == ["begin", "d1-d3", "e5-e2", "g1-g3", "f4-d4"]


def test_a_program_that_does_not_exist_is_named() -> None:
    peer = Peer("no-such-program --fast", HtpDialect)
    with pytest.raises(PeerError) as failed:
        peer.choose(new_game(COPENHAGEN))
    assert str(failed.value).startswith("no-such-program --fast: expected a program to start")


def test_a_program_that_has_failed_is_started_again(opened: list[Player]) -> None:
    peer = player("htp", "late", 0.3)
    opened.append(peer)
    game = new_game(COPENHAGEN)
    first = peer.choose(game, seconds=PATIENCE_S).move
    assert first is not None
    game = game.play(first)
    game = game.play(game.legal_moves()[0])
    with pytest.raises(PeerError):
        peer.choose(game, seconds=0.05)
    assert peer.choose(new_game(COPENHAGEN), seconds=PATIENCE_S).move == first


@pytest.mark.parametrize("protocol", ["htp", "uci"])
def test_what_a_protocol_cannot_say_is_refused(protocol: str, opened: list[Player]) -> None:
    peer = player(protocol)
    opened.append(peer)
    with pytest.raises(PeerError) as refused:
        peer.choose(new_game(rules_of("fetlar")), seconds=1.0)
    assert "expected Copenhagen" in str(refused.value)


def test_opentafls_protocol_carries_every_ruleset_and_any_start(opened: list[Player]) -> None:
    peer = player("opentafl")
    opened.append(peer)
    rules = compiled(named_ruleset("fetlar"))
    start = rules.start._replace(to_move=Side.DEFENDERS)
    assert str(peer.choose(Game(rules, start), seconds=5.0).move) == "f4-g4"


def test_a_program_that_does_not_say_hello_is_ended() -> None:
    started: list[int] = []

    def never_greeted(process: LineProcess) -> Dialect:
        started.append(process.wait_for(int, PATIENCE_S, "its number"))
        raise PeerError("expected hello")

    script = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    peer = Peer(shlex.join([sys.executable, "-c", script]), never_greeted)
    with pytest.raises(PeerError, match="expected hello"):
        peer.choose(new_game(COPENHAGEN), 1.0)
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)
