"""The one place where commands write on standard output what no table or picture is.

Others have a word in most lines: a board, a file and its name, another program. No command has to
think of that; what is for another program, or drawn with escapes, says so by its own function.
"""

import json
import sys

from controller.notation.plain_text import printable, printable_json


def print_lines(*lines: str) -> None:
    """Write lines; what is not printable in one of them is written as an escape."""
    sys.stdout.write("".join(f"{printable(line)}\n" for line in lines))


def print_sentences(*lines: str, hanging: int = 0) -> None:
    """Write lines that people read: on a terminal no wider than that, broken between words.

    The rest of a line begins `hanging` columns in, or as far in as the line itself. A program that
    reads them gets each in one.
    """
    if not sys.stdout.isatty():
        print_lines(*lines)
        return
    from shutil import get_terminal_size
    from textwrap import TextWrapper

    width = get_terminal_size().columns
    for line in map(printable, lines):
        begins = max(hanging, len(line) - len(line.lstrip()))
        below = " " * min(begins, width // 2)
        # A path or an address that is broken could not be copied.
        wrapper = TextWrapper(
            width, subsequent_indent=below, break_long_words=False, break_on_hyphens=False
        )
        print_lines(*wrapper.wrap(line) or [""])


def print_json(value: object, *, ascii_only: bool = True) -> None:
    """Write a value as a line of JSON in which all is printable."""
    sys.stdout.write(f"{printable_json(json.dumps(value, ensure_ascii=ascii_only))}\n")


def print_exactly(text: str) -> None:
    """Write at once what must not be changed: our own drawing, or an answer to a program."""
    sys.stdout.write(text)
    sys.stdout.flush()
