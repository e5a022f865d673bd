"""Two boards on one Redis play two games, and their pages never mix."""

import asyncio
from pathlib import Path

import pytest

from tests.campaign.quiet_games import quiet_moves
from tests.campaign.served import page_of, serving
from tests.conftest import RedisServer
from tests.hnefi import hnefi_process, the_line_of_a_mistake


def test_two_boards_on_one_server_play_two_games(redis_server: RedisServer, tmp_path: Path) -> None:
    async def play() -> None:
        first, second = quiet_moves(seed=3), quiet_moves(seed=4)
        async with page_of(hall) as of_hall, page_of(attic) as of_attic:
            await asyncio.gather(of_hall.ready(), of_attic.ready())
            played = [next(first), next(first)], [next(second)]
            for move in played[0]:
                await of_hall.play(move)
            await of_attic.play(played[1][0])
            assert (of_hall.moves, of_attic.moves) == played
            await of_attic.send(type="command", command="undo")
            await of_attic.until(lambda: of_attic.moves == [], "the move to be undone")
            assert of_hall.moves == played[0]
            assert of_hall.view["game"] != of_attic.view["game"]
            assert (of_hall.errors, of_attic.errors) == ([], [])

    (tmp_path / "hall").mkdir()
    (tmp_path / "attic").mkdir()
    shared = ("--data", "none", "--redis", redis_server.url, "--board-name")
    with (
        serving(tmp_path / "hall", *shared, "hall") as hall,
        serving(tmp_path / "attic", *shared, "attic") as attic,
    ):
        asyncio.run(play())
        refused = hnefi_process("simulate", "--no-browser", "--port", "0", *shared, "hall")
        line = the_line_of_a_mistake(refused)
        assert line.startswith("hnefi: --board-name: The board name hall is taken: a board plays")


@pytest.mark.nightly  # the mark of the board takes six seconds to lapse
def test_a_name_is_free_again_when_its_board_was_killed(
    redis_server: RedisServer, tmp_path: Path
) -> None:
    options = ("--redis", redis_server.url, "--board-name", "hall")
    with serving(tmp_path, *options) as first:
        first.process.kill()
        first.process.wait()
    with serving(tmp_path, *options) as second:
        assert second.health()[1]["board"]["name"] == "hall"
