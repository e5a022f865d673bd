"""What a command complains of: a line on standard error, harmless to the terminal it stands on."""

import sys

from controller.notation.plain_text import printable


def complain(what: str) -> None:
    """Write one line; files and games of strangers may be named in it."""
    sys.stderr.write(f"hnefi: {printable(' '.join(what.split()))}\n")
