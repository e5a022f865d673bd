"""`hnefi status`: asks the hnefi that runs on this machine how it is, over its page's port."""

import json
from typing import Annotated, Any

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import ConfigOption, configured
from controller.cli.options.page import ChosenPage, PortOption
from controller.cli.printing import print_json, print_sentences

_HOST = "127.0.0.1"
_PATIENCE_S = 5.0
_MOST = 1 << 20
# Where what is said of each part begins.
_COLUMN = 9


def status(
    *,
    config: ConfigOption = None,
    port: PortOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the JSON object of GET /health.")
    ] = False,
) -> None:
    """Show whether hnefi on this machine is working. The exit status is 1 if anything is wrong."""
    found = _ask(configured(config, ChosenPage(port=port)).page.port)
    if as_json:
        print_json(found)
    else:
        print_sentences(*_lines(found), hanging=_COLUMN)
    raise typer.Exit(0 if found["well"] is True else 1)


def _ask(port: int) -> dict[str, Any]:
    """Return what `GET /health` answers.

    Raises:
        UsageMistake: nothing answers there, or something else than hnefi.
    """
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(_HOST, port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", "/health")
        found = json.loads(connection.getresponse().read(_MOST))
        if isinstance(found, dict) and {"well", "board", "bus"} <= found.keys():
            return found
    except ConnectionRefusedError as error:
        raise UsageMistake(
            f"status: expected hnefi at http://{_HOST}:{port}, but nothing answers; start one "
            "(hnefi play) or name its port with --port"
        ) from error
    except (OSError, HTTPException, ValueError, RecursionError) as error:
        raise UsageMistake(_no_hnefi(port)) from error
    finally:
        connection.close()
    raise UsageMistake(_no_hnefi(port))


def _no_hnefi(port: int) -> str:
    return (
        f"status: expected hnefi at http://{_HOST}:{port}, but another program answers "
        "there, or it hangs; name its port with --port"
    )


def _lines(found: dict[str, Any]) -> list[str]:
    board, page, bus = found["board"], found["page"], found["bus"]
    place = f", on {board['place']}" if board.get("place") else ""
    late = board.get("late_ms", {"p99": 0, "worst": 0})
    clock = board.get("late_by_clock_ms", late)
    rest = ", at rest" if board.get("resting") else ""
    link = "none" if found["link"] is None else _counts(found["link"])
    lines = {
        "board": f"{board['name']}{place}",
        "game": f"{board.get('game')}, {board.get('plies')} moves, {board.get('phase')}",
        "loop": (
            f"turns late by {late['p99']} ms (p99), {late['worst']} ms (worst); "
            f"by the clock {clock['p99']} and {clock['worst']} ms{rest}"
        ),
        "link": link,
        "page": f"{page['pages']} open, {page['connections']} connections",
        "bus": f"{bus['server']}, {bus['waiting']} waiting",
        "counts": _counts(found["counts"]),
        "process": f"{found['memory_mb']} MB, {found['uptime_s']} s, version {found['version']}",
    }
    return [
        "All is well." if found["well"] else "Something is wrong:",
        *(f"  {trouble}" for trouble in found["troubles"]),
        *(f"{name:{_COLUMN}}{text}" for name, text in lines.items()),
    ]


def _counts(counts: dict[str, int]) -> str:
    """Return what was counted, as text; what never happened is left out."""
    happened = [f"{count} {what.replace('_', ' ')}" for what, count in counts.items() if count]
    return ", ".join(happened) or "nothing"
