"""Writes the manual pages of hnefi, from what its commands say of themselves in `--help`.

    python manual.py FOLDER

One page is of hnefi, and one of each command; what a command holds stands in its page. The
environment variable SOURCE_DATE_EPOCH says of which day they are.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from typer.main import get_command

from controller.cli.helping import rows_of
from controller.cli.main import app

_STATUSES = (
    ("0", "All went well."),
    ("1", "A command that examines something has found a fault."),
    ("2", "A mistake: one line says where, what was expected, and what was found."),
)
_FILES = (
    ("~/.config/hnefi/board.toml", "The configuration of a user's board."),
    ("/etc/hnefi/board.toml", "The configuration of the service, and of who has none."),
    ("/var/lib/hnefi", "The games of the service."),
    ("/usr/share/doc/hnefi/docs", "Documents that commands name, such as docs/games.md."),
)


def escaped(text: str) -> str:
    """Return a text that roff shows as it is."""
    shown = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return re.sub(r"^(?=[.'])", r"\\&", shown, flags=re.MULTILINE)


def prose(text: str) -> str:
    """Return a help with its paragraphs."""
    return "\n.PP\n".join(escaped(" ".join(each.split())) for each in text.split("\n\n"))


def rows(names: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Write names in bold, and below each what it means."""
    for name, meaning in names:
        yield f".TP\n.B {escaped(name)}\n{escaped(meaning)}"


def held(context: Any) -> list[Any]:
    """Return the contexts of the commands that a command holds."""
    group = context.command
    names = group.list_commands(context) if hasattr(group, "commands") else ()
    return [
        group.get_command(context, name).make_context(
            name, [], parent=context, resilient_parsing=True
        )
        for name in names
    ]


def usage(context: Any) -> str:
    """Write how a command is typed."""
    words = " ".join(context.command.collect_usage_pieces(context))
    return f".B {escaped(context.command_path)}\n{escaped(words)}"


def taken(context: Any) -> Iterator[str]:
    """Write arguments and options."""
    for kind in ("argument", "option"):
        yield from rows(rows_of(context, kind))


def page(context: Any) -> Iterator[str]:
    """Write a page up to what is different in that of hnefi."""
    name = context.command_path.replace(" ", "-")
    day = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC).date()
    (what, *_) = re.split(r"\.\s", context.command.help)
    yield f'.TH {name.upper()} 1 {day} "hnefi {version("hnefi")}" "hnefi"'
    yield f".SH NAME\n{escaped(name)} \\- {escaped(what.rstrip('.'))}"
    yield f".SH SYNOPSIS\n{usage(context)}"
    yield f".SH DESCRIPTION\n{prose(context.command.help)}"


def page_of_all(context: Any) -> Iterator[str]:
    """Write the page of hnefi, which lists every command."""
    yield from page(context)
    yield ".SH COMMANDS"
    for command in held(context):
        yield from rows(
            [
                (each.command_path, each.command.help.partition("\n")[0])
                for each in held(command) or [command]
            ]
        )
    yield ".SH OPTIONS"
    yield from taken(context)
    yield ".SH EXIT STATUS"
    yield from rows(_STATUSES)
    yield ".SH FILES"
    yield from rows(_FILES)
    yield ".SH SEE ALSO"
    yield " ,\n".join(f".BR hnefi\\-{each.info_name} (1)" for each in held(context))


def page_of_one(context: Any) -> Iterator[str]:
    """Write the page of a command, with those that it holds."""
    yield from page(context)
    if commands := held(context):
        yield ".SH COMMANDS"
        for command in commands:
            yield f".SS {escaped(command.command_path)}\n{usage(command)}"
            yield f".PP\n{prose(command.command.help)}"
            yield from taken(command)
    else:
        yield ".SH OPTIONS"
        yield from taken(context)
    yield ".SH SEE ALSO\n.BR hnefi (1)"


def main(folder: Path) -> None:
    """Write all pages."""
    context = get_command(app).make_context("hnefi", [], resilient_parsing=True)
    pages = {"hnefi": page_of_all(context)}
    pages |= {f"hnefi-{each.info_name}": page_of_one(each) for each in held(context)}
    for name, lines in pages.items():
        (folder / f"{name}.1").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
