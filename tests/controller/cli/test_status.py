"""`hnefi status` says how the hnefi on this machine is; `GET /health` says the same to programs."""

import json
import re
import socket
from pathlib import Path
from typing import Any

from tests.campaign.served import serving
from tests.conftest import RedisServer, free_port
from tests.hnefi import hnefi, hnefi_process, the_line_of_a_mistake
from tests.waiting import wait_until

DOCS = Path(__file__).parents[3] / "docs/bus.md"


def keys(value: Any, place: str = "") -> set[str]:
    """Return the keys of an object, and those within it; what is counted has names of its own."""
    if not isinstance(value, dict) or place == "counts.":
        return set()
    return {place + key for key in value} | {
        deeper for key, each in value.items() for deeper in keys(each, f"{place}{key}.")
    }


def documented() -> dict[str, Any]:
    (block,) = re.findall(r"## Health\n.*?```json\n(.*?)```", DOCS.read_text(), re.DOTALL)
    found: dict[str, Any] = json.loads(block)
    return found


def test_all_is_well_with_a_board_that_is_simulated(tmp_path: Path) -> None:
    with serving(tmp_path, "--board-name", "hall") as served:
        ran = hnefi("status", "--port", str(served.port), "--json")
        said = hnefi("status", "--port", str(served.port))
    found = json.loads(ran.stdout)
    assert (ran.returncode, found["well"], found["board"]["name"]) == (0, True, "hall")
    expected = documented()
    # A virtual board has no line.
    assert found["link"] is None
    expected["link"] = None
    assert keys(found) == keys(expected)
    assert said.returncode == 0
    assert said.stdout.splitlines()[0] == "All is well."
    assert "board    hall" in said.stdout


def test_what_fails_is_named_with_exit_status_1(redis_server: RedisServer, tmp_path: Path) -> None:
    with serving(tmp_path, "--redis", redis_server.url, "--board-name", "hall") as served:
        port = str(served.port)
        redis_server.stop()
        wait_until(lambda: served.health()[0] == 503, "the outage to be noticed")
        ran = hnefi_process("status", "--port", port)
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[0] == "Something is wrong:"
    assert "Redis server at 127.0.0.1" in ran.stdout.splitlines()[1]


def test_where_nothing_answers_it_says_so_in_one_line() -> None:
    port = free_port()
    assert the_line_of_a_mistake(hnefi("status", "--port", str(port))) == (
        f"hnefi: status: expected hnefi at http://127.0.0.1:{port}, but nothing answers; "
        "start one (hnefi play) or name its port with --port"
    )


def test_where_something_else_answers_it_says_so_in_one_line() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        port = listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        assert "hnefi: status: expected hnefi" in the_line_of_a_mistake(
            hnefi("status", "--port", str(port))
        )
