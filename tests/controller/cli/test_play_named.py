"""A board that keeps a name has it on the bus, unless somebody chose another one."""

import json
import re
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from tests.controller.cli.playing import Playing, playing
from tests.waiting import PATIENCE_S


def name_on_the_bus(game: Playing) -> object:
    game.until(lambda: "Stop it with" in game.said)
    port = re.search(r"http://127\.0\.0\.1:(\d+)", game.said)
    assert port
    with closing(HTTPConnection("127.0.0.1", int(port[1]), timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/health")
        return json.loads(connection.getresponse().read())["board"]["name"]


def test_a_board_has_the_name_that_it_keeps(tmp_path: Path) -> None:
    with playing("serial", tmp_path, name="Club house") as (game, _):
        assert name_on_the_bus(game) == "Club-house"
