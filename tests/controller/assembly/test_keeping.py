"""A game that is kept goes on as it was, with the time that it has taken."""

import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from controller.assembly.errors import UsageMistake
from controller.assembly.keeping import Keeping, hold_folder, keeping
from controller.assembly.outside import Outside, OutsideOptions
from controller.bus.messages import CommandMessage
from controller.daemon.controller import Controller
from controller.daemon.played import PlayedGame
from controller.events.command import Command
from controller.events.view import ClockFace, Phase
from controller.rules.compiled import compiled
from controller.rules.geometry import parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence
from controller.session.session import Session
from controller.store.folder import Folder
from controller.store.records import Entry, Kind
from controller.store.store import Change, store_for_writing
from controller.store.stored_games import store_for_reading
from controller.words.catalogue import say
from hal.board import Frame, Scan
from tests.controller.store.kept import MOVES, header, plies, with_zeros
from tests.controller.store.places import no_room, read_only
from tests.waiting import wait_until

VIKING_CHESS = compiled(named_ruleset("viking-chess"))
COPENHAGEN_RULES = compiled(named_ruleset("copenhagen"))
# As seldom as a board may report without its pieces having to stand still again.
STEP_S = 0.4
HOUR = 3600.0


class Table:
    """A board in virtual time, and the program that plays on it."""

    def __init__(self, session: Session, played: PlayedGame) -> None:
        self.occupied = session.game.position.occupied
        self.session = session
        self._at = 0.0
        self._played = played
        self._controller = Controller(self, session)

    def phase(self) -> Phase:
        return self.session.view.phase

    def saved(self) -> int | bool | None:
        return self._played.saved

    def scan(self) -> Scan:
        """Return what stands there now."""
        return Scan(self.occupied, self._at)

    def show(self, frame: Frame) -> None:
        """Show nothing."""

    def let_pass(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_S)):
            self._at += STEP_S
            self._played.follow(self._controller.tick())

    def command(self, command: Command) -> None:
        """Give a command to the session, as the page does."""
        self._played.follow(self._controller.tick([CommandMessage(command=command)]))

    def moves(self) -> list[str]:
        return [str(ply.move) for ply in self.session.game.plies]

    def move(self, origin: str, target: str) -> None:
        for square in (origin, target):
            self.occupied ^= 1 << parse_square(square)
            self.let_pass(1.2)


@contextmanager
def table(folder: Path, stands: int | None = None) -> Iterator[Table]:
    """Play on a table with the games of a folder, as a program does from its start to its end.

    Its pieces stand as the game does, unless it is said where they `stand`.
    """
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as page,
        Outside(OutsideOptions("table", None, [page], hands=False), print) as outside,
        keeping(Folder(folder), VIKING_CHESS, outside, {}) as kept,
    ):
        assert kept is not None
        session = Session(VIKING_CHESS)
        if kept.position:
            session.take_up(kept.position, kept.clock, left=kept.left)
        table = Table(session, PlayedGame(kept.keeper, kept.game))
        table.occupied = table.occupied if stands is None else stands
        table.let_pass(2.0)
        yield table


def ends(folder: Path) -> list[tuple[int, str | None, str]]:
    """Return the plies, the result and its reason of each game that is kept."""
    store = store_for_reading(str(Folder(folder).store))
    assert store is not None
    with closing(store):
        return [(each.plies, each.result, each.reason) for each in store.summaries()]


def test_two_hours_of_viking_chess_are_counted_over_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as before:
        before.let_pass(HOUR)  # nobody has begun
        before.move("d1", "d3")
        before.let_pass(1.5 * HOUR)
        before.move("e5", "e2")
        assert before.session.view.clock == ClockFace(running=Side.ATTACKERS, game_s=30 * 60)
    assert ends(tmp_path) == [(2, None, "unfinished")]
    with table(tmp_path) as after:
        after.let_pass(HOUR)  # the clock waits for a piece
        after.move("g1", "g3")
        after.let_pass(0.5 * HOUR - 60)
        assert after.phase() is Phase.PLAY
        after.let_pass(120)
        assert after.phase() is Phase.OVER
    assert ends(tmp_path) == [(3, "draw", "time")]


def test_a_game_that_went_on_after_a_start_is_whole_where_its_file_is_deleted(
    tmp_path: Path,
) -> None:
    with table(tmp_path) as before:
        before.move("d1", "d3")
    with table(tmp_path) as after:
        after.move("e5", "e2")
        wait_until(lambda: after.saved() == 2, "both plies on disk")
        for file in tmp_path.glob("games.db*"):
            file.unlink()
        after.move("g1", "g3")
        wait_until(lambda: after.saved() == 3, "three plies on disk")
    assert ends(tmp_path) == [(3, None, "unfinished")]


def test_a_move_that_is_undone_stays_undone_until_its_piece_is_back_whoever_stops_the_program(
    tmp_path: Path,
) -> None:
    undone = "The last move was undone. Move the piece on e2 to e5."
    with table(tmp_path) as before:
        before.move("d1", "d3")
        before.move("e5", "e2")
        before.command(Command.UNDO)
        before.let_pass(2.0)
        stands = before.occupied
        assert before.session.view.sentence == undone
    for _ in range(2):  # it is remembered by the next program, too
        with table(tmp_path, stands) as after:
            assert (after.moves(), after.session.view.sentence) == (["d1-d3"], undone)
    with table(tmp_path, stands) as after:
        after.move("e2", "e5")
        assert (after.moves(), after.session.view.repair) == (["d1-d3"], ())
    with table(tmp_path, stands) as again:
        assert again.moves() == ["d1-d3", "e5-e2"], "made again while the program was stopped"


# A file that is not as it was left ---------------------------------------------------------


def store_with(folder: Path, change: Change) -> None:
    folder.mkdir(exist_ok=True)
    with closing(store_for_writing(str(Folder(folder).store))) as store:
        store.save([change])


@contextmanager
def started(folder: Path) -> Iterator[tuple[StringIO, Outside, Keeping]]:
    """Take up the games of a folder, as a program does; give what it says, and what it has."""
    said = StringIO()

    def say_it(sentence: Sentence) -> None:
        print(say(sentence), file=said)

    with (
        closing(socket.create_server(("127.0.0.1", 0))) as page,
        Outside(OutsideOptions("table", None, [page], hands=False), say_it) as outside,
        keeping(Folder(folder), COPENHAGEN_RULES, outside, {}) as kept,
    ):
        assert kept is not None
        yield said, outside, kept


def said_at_start(folder: Path) -> tuple[str, Keeping]:
    """Return what a program says when it takes up the games of a folder, and what it has then."""
    with started(folder) as (said, _, kept):
        return said.getvalue(), kept


def test_a_damaged_file_is_set_aside_and_how_to_rescue_it_is_said(tmp_path: Path) -> None:
    store_with(tmp_path, Change(header(), 0, plies(*MOVES)))
    file = Folder(tmp_path).store
    file.write_bytes(file.read_bytes()[:100] + b"\xaa" * 8000)
    said, kept = said_at_start(tmp_path)
    (aside,) = Folder(tmp_path).aside()
    assert kept.game is None
    assert said.startswith(f"The file of the games is damaged and set aside as {aside.name} (")
    assert said.endswith("To rescue what it holds, stop and run: hnefi games repair\n")


def test_a_file_whose_ruleset_cannot_be_read_is_set_aside_and_that_lasts(tmp_path: Path) -> None:
    store_with(tmp_path, Change(header(), 0, plies(*MOVES)))
    file = Folder(tmp_path).store
    file.write_bytes(with_zeros(file.read_bytes(), "copenhagen", 0))
    with started(tmp_path) as (said, outside, kept):
        lasting = [say(each) for each in outside.tally.troubles]
    assert kept.game is None
    assert lasting == said.getvalue().splitlines()
    assert "expected a sound store (a ruleset is damaged)" in lasting[0]
    assert lasting[0].endswith("To rescue what it holds, stop and run: hnefi games repair")


def test_a_file_with_text_of_other_bytes_is_set_aside(tmp_path: Path) -> None:
    store_with(tmp_path, Change(header(), 0, plies(*MOVES)))
    with closing(store_for_writing(str(Folder(tmp_path).store))) as store:
        store.database.run("UPDATE game SET id = CAST(? AS TEXT)", (b"on\xe5",))
    said, kept = said_at_start(tmp_path)
    assert kept.game is None
    assert "(text is no UTF-8)" in said
    assert len(Folder(tmp_path).aside()) == 1


def test_what_a_game_of_a_stranger_says_moves_no_cursor(tmp_path: Path) -> None:
    store_with(tmp_path, Change(header(), 0, plies("d1-d3", "\x1b[2J\x9b31m")))
    said, _ = said_at_start(tmp_path)
    assert r"entry 2, ply \x1b[2J\x9b31m: " in said
    assert all(line.isprintable() for line in said.splitlines())


def test_a_game_goes_on_after_its_last_ply(tmp_path: Path) -> None:
    store_with(tmp_path, Change(header(), 0, plies(*MOVES)))
    said, kept = said_at_start(tmp_path)
    assert (said, kept.game) == ("", header().id)
    assert kept.position is not None
    assert len(kept.position.plies) == len(MOVES)


def test_a_game_goes_on_whose_rules_were_given_in_other_words(tmp_path: Path) -> None:
    ruleset = named_ruleset("copenhagen")
    older = ruleset.model_copy(update={"readings": ruleset.readings[:1]}).model_dump_json()
    store_with(tmp_path, Change(replace(header(), ruleset=older), 0, plies(*MOVES)))
    said, kept = said_at_start(tmp_path)
    assert (said, kept.game) == ("", header().id)
    assert kept.position is not None


def test_a_game_against_the_rules_does_not_go_on_and_why_is_said(tmp_path: Path) -> None:
    store_with(tmp_path, Change(header(), 0, plies("d1-d3", "d1-d3")))
    said, kept = said_at_start(tmp_path)
    assert kept.game is None
    assert said.startswith("The last game cannot go on: ")


def test_clocks_that_cannot_be_read_stand_in_nobodys_way(tmp_path: Path) -> None:
    ply = Entry(1000, Kind.PLY, "d1-d3", "half past ten")
    clocks = Entry(900, Kind.CLOCK, "gong:10")
    store_with(tmp_path, Change(header(), 0, (clocks, ply)))
    said, kept = said_at_start(tmp_path)
    assert kept.game == header().id
    assert said.startswith("The game goes on without clocks, because what they showed ")


# A disk that takes nothing ------------------------------------------------------------------

on_a_disk_that_takes_nothing = pytest.mark.parametrize(
    "place", [lambda _: no_room(), read_only], ids=["full", "read-only"]
)
Place = Callable[[Path], AbstractContextManager[None]]


@on_a_disk_that_takes_nothing
def test_the_last_game_goes_on_and_that_nothing_is_saved_is_said_at_once(
    tmp_path: Path, place: Place
) -> None:
    store_with(tmp_path, Change(header(), 0, plies(*MOVES)))
    with place(tmp_path), started(tmp_path) as (said, outside, kept):
        assert kept.game == header().id
        assert kept.position is not None
        assert len(kept.position.plies) == len(MOVES)
        assert kept.keeper.saved is False
        (trouble,) = outside.tally.troubles
        assert said.getvalue() == f"{say(trouble)}\n"
        assert outside.report.health(pages=0, connections=0, waiting=0).is_well is False
    assert said.getvalue().startswith(f"The game is not being saved: {tmp_path}")
    said_then, kept_then = said_at_start(tmp_path)
    assert (said_then, kept_then.game) == ("", header().id)


@on_a_disk_that_takes_nothing
def test_the_same_game_is_saved_when_the_disk_takes_it(tmp_path: Path, place: Place) -> None:
    with table(tmp_path) as before:
        before.move("d1", "d3")
    with ExitStack() as without_room:
        without_room.enter_context(place(tmp_path))
        with table(tmp_path) as after:
            after.move("e5", "e2")
            assert len(after.session.game.plies) == 2
            assert after.saved() is False
            without_room.close()
            wait_until(lambda: after.saved() == 2, "both plies on disk")
            after.move("g1", "g3")
    assert ends(tmp_path) == [(3, None, "unfinished")]


@on_a_disk_that_takes_nothing
def test_that_nothing_can_be_saved_is_said_before_the_first_ply_and_ends_without_one(
    tmp_path: Path, place: Place
) -> None:
    with ExitStack() as without_room:
        without_room.enter_context(place(tmp_path))
        with started(tmp_path) as (said, outside, kept):
            assert kept.game is None
            assert kept.keeper.saved is False
            assert len(outside.tally.troubles) == 1
            assert said.getvalue().startswith(f"The game is not being saved: {tmp_path}")
            without_room.close()
            wait_until(lambda: not outside.tally.troubles, "the end of the trouble")
            assert kept.keeper.saved is not False
    assert said.getvalue().count("\n") == 1


@on_a_disk_that_takes_nothing
def test_a_last_game_that_cannot_be_read_either_is_said_not_to_go_on(
    tmp_path: Path, place: Place
) -> None:
    store_with(tmp_path, Change(header(), 0, plies(*MOVES)))
    with closing(store_for_writing(str(Folder(tmp_path).store))) as store:
        store.database.run("INSERT INTO entry VALUES (1, 99, 0, 'dance', '', NULL)")
    with place(tmp_path), started(tmp_path) as (said, outside, kept):
        assert kept.game is None
        assert len(outside.tally.troubles) == 1
    refused, trouble = said.getvalue().splitlines()
    assert refused.startswith("The last game cannot go on: game one: expected a kind of entry, ")
    assert trouble.startswith("The game is not being saved: ")


def test_games_are_kept_in_a_folder_and_not_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    with pytest.raises(UsageMistake, match=f"^--data: expected a folder, got the file {file}$"):
        hold_folder(Folder(file))


def test_a_folder_below_a_file_can_never_be_one(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    with (
        pytest.raises(UsageMistake, match=f"^--data: expected a folder, got the file {file}$"),
        started(file / "of" / "1976"),
    ):
        pass


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = Folder(tmp_path).store
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = file.read_bytes()
    with pytest.raises(UsageMistake, match="expected a store of hnefi, got another database"):
        hold_folder(Folder(tmp_path))
    assert file.read_bytes() == before
