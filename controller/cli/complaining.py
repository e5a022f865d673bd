"""What a command complains of: a line on standard error, harmless to the terminal it stands on."""

import sys

from controller.cli.streams import write_nowhere
from controller.notation.plain_text import printable


def complain(what: str) -> None:
    """Write one line; files and games of strangers may be named in it."""
    try:
        sys.stderr.write(f"hnefi: {printable(' '.join(what.split()))}\n")
        sys.stderr.flush()
    except OSError:
        # Nobody can read it; the exit status still says it.
        write_nowhere(sys.stderr)
