"""`hnefi devices`: who may come in from the network; asks the hnefi that runs on this machine."""

import json
import time
from typing import Annotated, Any

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import ConfigOption, configured
from controller.cli.options.page import ChosenPage, PortOption
from controller.cli.printing import print_exactly, print_json, print_lines

# Of a terminal; browsers give themselves long names.
_WIDTH = 80
_HOST = "127.0.0.1"
_PATIENCE_S = 5.0
_MOST = 1 << 20
_DAY_S = 24 * 3600

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def list_devices(
    *, config: ConfigOption = None, port: PortOption = None, as_json: JsonOption = False
) -> None:
    """List the devices that may come in, and the links to watch."""
    found = _ask(config, port, "GET", "/devices")
    print_lines(*([json.dumps(found)] if as_json else _lines(found)))


def code(
    *, config: ConfigOption = None, port: PortOption = None, as_json: JsonOption = False
) -> None:
    """Make a new code; it lets devices in for ten minutes."""
    found = _ask(config, port, "POST", "/devices/code")
    made, where = found["code"], " or ".join(found["addresses"])
    digits = _spaced(made["digits"])
    words = (
        f"Open {where} and type {digits}"
        if where
        else f"The code is {digits}, but this machine is in no network yet"
    )
    _show(found, made["url"], words, as_json=as_json)


def link(
    *, config: ConfigOption = None, port: PortOption = None, as_json: JsonOption = False
) -> None:
    """Make a link to watch by, without a code. It counts until you revoke it."""
    found = _ask(config, port, "POST", "/devices/links")
    made = found["links"][-1]
    _show(found, made["url"], f"Anybody who opens {made['url']} watches", as_json=as_json)


def revoke(
    *,
    which: Annotated[
        str | None, typer.Argument(metavar="ID", help="A device or a link, as list names it.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All devices, all links and the code.")
    ] = False,
    config: ConfigOption = None,
    port: PortOption = None,
) -> None:
    """Send a device away at once; with a link, all that came by it."""
    if (which is None) is not everything:
        raise UsageMistake("devices revoke: expected an ID or --all, got " + _got(which))
    if which is not None and not (which.isascii() and which.isalnum()):
        raise UsageMistake(f"ID: expected one that hnefi devices list names, got {which[:40]!r}")
    path = "/devices" if which is None else f"/devices/{which}"
    found = _ask(config, port, "DELETE", path)
    left = len(found["devices"])
    paired = f"{left} devices are" if left > 1 else "One device is" if left else "No device is"
    print_lines(f"Done. {paired} paired now.")
    if found["code"] is not None:
        digits = _spaced(found["code"]["digits"])
        print_lines(f"The code {digits} still lets others in; hnefi devices revoke --all ends it.")


def _got(which: str | None) -> str:
    return "neither" if which is None else "both"


def _show(found: dict[str, Any], url: str, words: str, *, as_json: bool) -> None:
    import sys

    from controller.web.lan.qr import qr_for_terminal

    if as_json:
        print_json(found)
        return
    print_lines(words)
    if not found["secure"]:
        print_lines("Others in this network can read what is sent (docs/lan.md).")
    if sys.stdout.isatty():
        print_exactly(qr_for_terminal(url))


def _ask(config: str | None, port: int | None, method: str, path: str) -> dict[str, Any]:
    """Return what the running hnefi answers.

    Raises:
        UsageMistake: none runs there, it is not open to the network, or it has no such device.
    """
    from http.client import HTTPConnection, HTTPException

    number = configured(config, ChosenPage(port=port)).page.port
    connection = HTTPConnection(_HOST, number, timeout=_PATIENCE_S)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        text = answer.read(_MOST)
        if answer.status == 200:
            found = json.loads(text)
            if isinstance(found, dict) and {"devices", "links", "code"} <= found.keys():
                return found
    except (OSError, HTTPException, ValueError, RecursionError) as error:
        raise UsageMistake(
            f"devices: expected hnefi at http://{_HOST}:{number}, but none answers; start one "
            "(hnefi play --lan) or name its port with --port"
        ) from error
    finally:
        connection.close()
    if answer.status == 404 and path.count("/") > 1 and method == "DELETE":
        raise UsageMistake("ID: expected one that hnefi devices list names, got another")
    raise UsageMistake(
        f"devices: expected hnefi at http://{_HOST}:{number} that is open to the network, but it "
        "is not, or another program answers there; start hnefi with --lan, or name its port with "
        "--port"
    )


def _lines(found: dict[str, Any]) -> list[str]:
    made = found["code"]
    lines = [f"The page: {' or '.join(found['addresses']) or 'no network yet'}"]
    if made is None:
        lines.append("No code works now. For a new one: hnefi devices code")
    else:
        minutes = -(-made["seconds"] // 60)
        left = f"{minutes} more minute{'' if minutes == 1 else 's'}"
        lines.append(f"Code {_spaced(made['digits'])}, for {left}")
    for device in found["devices"]:
        here = ", open now" if device["open"] else ""
        name = device["name"] or "a program"
        line = f"{device['id']}  {device['role']:5}  {_since(device['since'])}{here}  {name}"
        lines.append(line if len(line) <= _WIDTH else f"{line[: _WIDTH - 3]}...")
    lines += [
        f"{each['id']}  link   {_since(each['since'])}  {each['url']}" for each in found["links"]
    ]
    return lines if found["devices"] or found["links"] else [*lines, "No device has paired."]


def _spaced(digits: str) -> str:
    return f"{digits[:3]} {digits[3:]}"


def _since(seconds: int) -> str:
    days = int((time.time() - seconds) // _DAY_S)
    return "today" if days <= 0 else f"{days} day{'' if days == 1 else 's'} ago"
