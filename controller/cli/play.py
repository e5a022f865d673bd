"""`hnefi play`: a game on a real board, with the web page for display and control."""

from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import ChosenBoard, ConfigOption, configured
from controller.cli.options.game import ChosenGame
from controller.cli.options.lesson import LessonOption
from controller.cli.options.page import ChosenPage

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Mapping

    from controller.assembly.configuration import Configuration
    from controller.assembly.page import PageOptions
    from controller.assembly.serving import Serving
    from controller.rules.compiled import Rules
    from controller.rules.sentence import Sentence
    from controller.supervision.tally import Tally
    from hal.board import Attached, Board
    from hal.gpio.lines import ButtonLines

_LOOK_S = 0.25


def play(
    *,
    config: ConfigOption = None,
    board: ChosenBoard,
    game: ChosenGame,
    lesson: LessonOption = None,
    page: ChosenPage,
) -> None:
    """Play on a real board, with the web page beside it."""
    rules = game.rules()
    chosen = configured(config, board, page, game)
    _refuse_simulated(chosen)
    page.check(chosen)
    _play_on_board(chosen, rules, game.page(chosen, lesson))


def _play_on_board(chosen: "Configuration", rules: "Rules", page: "PageOptions") -> None:
    from controller.assembly.buttons import open_buttons
    from controller.assembly.naming import own_name
    from controller.assembly.page import BoardKind, play_with_page
    from controller.assembly.serving import serve
    from hal.boards import open_board
    from hal.errors import HalError

    try:
        with ExitStack() as opened:
            board = opened.enter_context(open_board(chosen))
            buttons = opened.enter_context(open_buttons(chosen.buttons))
            named = page if page.board_name else replace(page, own_name=own_name(board))

            async def serve_board(serving: "Serving") -> None:
                # Closed there, so that it is dark before the page is gone.
                opening = _handed_over(opened.pop_all(), board)
                await serve(
                    serving, opening, also=lambda board: _also(chosen, buttons, serving, board)
                )

            play_with_page(serve_board, rules, named, BoardKind(chosen.board.driver))
    except HalError as error:
        raise UsageMistake(str(error)) from error


@contextmanager
def _handed_over(opened: ExitStack, board: "Board") -> "Iterator[Board]":
    """Give an open board to who closes it."""
    with opened:
        yield board


def _refuse_simulated(chosen: "Configuration") -> None:
    from simulators.drivers import in_software_only

    driver = chosen.board.driver
    if in_software_only(driver):
        raise UsageMistake(
            f"board.driver: {driver} is a simulated board: hnefi simulate plays on it"
        )


def _also(
    chosen: "Configuration", buttons: "ButtonLines | None", serving: "Serving", board: "Board"
) -> "Mapping[str, Coroutine[object, object, None]]":
    from controller.assembly.buttons import press_buttons

    put = serving.outside.requests.commands.put
    return {
        "report": _report(board, serving),
        "buttons": press_buttons(chosen.buttons, buttons, put, lambda: serving.session.view),
    }


async def _report(board: "Board", serving: "Serving") -> None:
    """Report on the terminal whether the board is connected, until cancelled."""
    import asyncio

    from controller.assembly.remarks import remark
    from controller.words.catalogue import say
    from hal.board import Attached

    attached = board if isinstance(board, Attached) else None
    paused: Sentence | None = None
    try:
        while True:
            before, paused = paused, serving.session.view.paused
            if paused != before:
                place = f" on {attached.place}" if attached else ""
                remark(say(paused) if paused else f"The board is connected{place}.")
            if attached:
                pass_on_notices(attached, serving.outside.tally)
            await asyncio.sleep(_LOOK_S)
    finally:
        if attached:
            pass_on_notices(attached, serving.outside.tally, at_end=True)


def pass_on_notices(board: "Attached", tally: "Tally", *, at_end: bool = False) -> None:
    """Let a tally say and count what a board has to say: one that restarts says it for hours."""
    from controller.words.notices import notice_sentence

    # Before the newest: a restart that comes when its minute is over belongs to the next one.
    _say_how_often(tally.take_unsaid(), tally)
    for notice in board.take_notices():
        said = notice_sentence(notice)
        tally.count(f"said by the board: {said.key}")
        if said.key == "notice.restarted":
            tally.note_each(said)
        else:
            tally.note(said)
    if at_end:
        _say_how_often(tally.take_unsaid(at_end=True), tally)


def _say_how_often(restarts: "Mapping[Sentence, int]", tally: "Tally") -> None:
    from controller.rules.sentence import sentence

    for restarted, count in restarts.items():
        cause = restarted.argument("cause") or ""
        tally.note(sentence("notice.restarted_more", cause=cause, count=count))
