"""What a process that shows a page does when its board can be played on."""

import gc

import pytest

from controller.assembly.page import PageOptions, play_with_page
from controller.assembly.serving import Serving
from tests.board_driver import COPENHAGEN


def test_what_is_loaded_is_out_of_the_garbage_collectors_sight_when_the_page_opens(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def play(serving: Serving) -> None:
        assert gc.get_freeze_count() == 0
        serving.announce()
        assert gc.get_freeze_count() > 10_000
        await serving.bus.close()

    try:
        play_with_page(play, COPENHAGEN, PageOptions(0, browser=False), "virtual")
    finally:
        gc.unfreeze()
    assert capsys.readouterr().out.startswith("The board is at http://127.0.0.1:")
