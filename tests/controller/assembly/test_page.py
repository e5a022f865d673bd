"""What a process that shows a page does when its board can be played on."""

import asyncio
import gc
import time
from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from controller.assembly.page import BoardKind, PageOptions, play_with_page
from controller.assembly.rivals import Choosing, rival_of
from controller.assembly.serving import Serving, serve
from controller.bus.messages import CommandMessage, RequestMessage
from controller.daemon.beside import seat_in
from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import BoardView, Phase
from controller.lessons.library import named_lesson
from controller.notation.moves import parse_move
from controller.rules.compiled import compiled
from controller.rules.game import Game, new_game
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.store.exporting import kept
from controller.store.store import store_for_writing
from simulators.boards.virtual import VirtualBoard
from simulators.table.start import pieces_of, start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN
from tests.waiting import until


def test_a_position_and_a_lesson_of_the_options_are_there_when_the_board_is() -> None:
    placed = CommandMessage(
        command=Command.SET_UP,
        position="/11/11/11/3t7/11/5K5/11/11/11/11/11/",
        side=Side.ATTACKERS,
    )
    options = PageOptions(
        0, browser=False, data="none", lesson=named_lesson("take_one"), position=placed
    )
    found: list[object] = []

    async def play(serving: Serving) -> None:
        lesson = serving.companion.lesson
        found.extend([lesson and lesson.name, *serving.outside.requests.commands.take(5)])

    play_with_page(play, COPENHAGEN, options, BoardKind("virtual"))
    assert found == ["take_one", placed]


def test_what_is_loaded_is_out_of_the_garbage_collectors_sight_when_the_page_opens(
    capsys: pytest.CaptureFixture[str],
) -> None:
    gc.unfreeze()  # what the tests themselves froze

    async def play(serving: Serving) -> None:
        assert gc.get_freeze_count() == 0
        board = VirtualBoard(Tabletop(start_pieces(COPENHAGEN)), time.monotonic)
        served = asyncio.create_task(serve(serving, nullcontext(board)))
        while gc.get_freeze_count() < 10_000:
            await asyncio.sleep(0)
        served.cancel()
        await asyncio.gather(served, return_exceptions=True)

    try:
        play_with_page(play, COPENHAGEN, PageOptions(0, browser=False), BoardKind("virtual"))
    finally:
        gc.freeze()  # as the tests began
    assert capsys.readouterr().out.startswith("The board is at http://127.0.0.1:")


@pytest.mark.parametrize(
    ("given", "plays_on"),
    [(None, "chance"), ("one-move", "one-move")],
    ids=["as before", "given on the command line"],
)
def test_who_was_chosen_on_the_page_plays_on_after_a_start(
    tmp_path: Path, given: str | None, plays_on: str
) -> None:
    moved = new_game(COPENHAGEN).play(parse_move("d1-d3").move)
    options = PageOptions(0, browser=False, data=str(tmp_path))
    opponent = RequestMessage(command=Request.OPPONENT, level="chance", side=Side.DEFENDERS)

    async def play(serving: Serving) -> None:
        table = Tabletop(start_pieces(COPENHAGEN))
        board = VirtualBoard(table, time.monotonic)
        served = asyncio.create_task(serve(serving, nullcontext(board)))
        serving.outside.requests.commands.put(opponent)
        await until(lambda: serving.session.view.phase is Phase.PLAY, "the game")
        table.arrange(pieces_of(moved.position))
        await until(lambda: serving.session.game == moved, "a ply")
        await until(lambda: serving.companion.asked is not None, "the opponent's move")
        served.cancel()
        await asyncio.gather(served, return_exceptions=True)

    async def go_on(serving: Serving) -> None:
        board = VirtualBoard(Tabletop(pieces_of(moved.position)), time.monotonic)
        served = asyncio.create_task(serve(serving, nullcontext(board)))
        await until(lambda: serving.companion.asked is not None, "the opponent's move")
        served.cancel()
        await asyncio.gather(served, return_exceptions=True)
        assert serving.session.game == moved

    play_with_page(play, COPENHAGEN, options, BoardKind("virtual"))
    rival = given and rival_of(given, Side.DEFENDERS, Choosing())
    play_with_page(go_on, COPENHAGEN, replace(options, rival=rival or None), BoardKind("virtual"))
    with closing(store_for_writing(str(tmp_path / "games.db"))) as store:
        (game,) = store.ids()
        seat = seat_in(kept(store, game).course.opponent)
    assert seat is not None
    assert (seat.side, seat.name) == (Side.DEFENDERS, plays_on)


def test_a_game_by_rules_that_were_chosen_on_the_page_goes_on_unless_others_are_named(
    tmp_path: Path,
) -> None:
    fetlar = compiled(named_ruleset("fetlar"))
    moved = new_game(fetlar).play(parse_move("d1-d3").move)
    options = PageOptions(0, browser=False, data=str(tmp_path), chosen_rules=False)
    chosen = CommandMessage(
        command=Command.NEW_GAME, ruleset="fetlar", names={Side.ATTACKERS: "Anna"}
    )

    async def play(serving: Serving) -> None:
        table = Tabletop(start_pieces(COPENHAGEN))
        board = VirtualBoard(table, time.monotonic)
        served = asyncio.create_task(serve(serving, nullcontext(board)))
        serving.outside.requests.commands.put(chosen)
        kept = serving.kept
        assert kept is not None

        def view() -> BoardView:
            return serving.session.view

        await until(lambda: (view().ruleset, view().phase) == ("fetlar", Phase.PLAY), "the game")
        table.arrange(pieces_of(moved.position))
        await until(lambda: serving.session.game == moved and kept.keeper.saved == 1, "a ply")
        served.cancel()
        await asyncio.gather(served, return_exceptions=True)

    found: list[tuple[Game, Mapping[Side, str]]] = []

    async def look(serving: Serving) -> None:
        names = serving.kept.keeper.names if serving.kept else {}
        found.append((serving.session.game, names))

    play_with_page(play, COPENHAGEN, options, BoardKind("virtual"))
    play_with_page(look, COPENHAGEN, options, BoardKind("virtual"))
    named = replace(options, chosen_rules=True)
    play_with_page(look, COPENHAGEN, named, BoardKind("virtual"))
    assert found == [(moved, {Side.ATTACKERS: "Anna"}), (new_game(COPENHAGEN), {})]
