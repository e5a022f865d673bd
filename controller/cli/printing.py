"""Writes lines on standard output that others have a word in: a board, a file, another program."""

import sys

from controller.notation.plain_text import printable


def print_lines(*lines: str) -> None:
    """Write lines; what is not printable in one of them is written as an escape."""
    sys.stdout.write("".join(f"{printable(line)}\n" for line in lines))
