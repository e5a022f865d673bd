"""What a running game says on the terminal: a line on standard error, lost where nobody reads it.

The terminal may be gone, a pipe closed, or the disk full on which a file takes its place. A game
goes on all the same; whoever looks for what is wrong finds it on the page and in `hnefi status`.
"""

import sys
from contextlib import suppress

from controller.notation.plain_text import printable


def remark(what: str) -> None:
    """Write one line; what a game or a file of a stranger says may be named in it."""
    with suppress(OSError):
        sys.stderr.write(f"{printable(what)}\n")
        sys.stderr.flush()
