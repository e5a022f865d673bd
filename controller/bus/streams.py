"""The names of the streams, and how many entries each keeps."""

VIEW = "hnefi:view"
FRAME = "hnefi:frame"
EVENTS = "hnefi:events"
TABLE = "hnefi:table"
COMMANDS = "hnefi:commands"
HANDS = "hnefi:hands"

# A state replaces the one before it; the other streams keep their newest entries.
STATES = (VIEW, FRAME, TABLE)
_KEPT = 1000


def kept(stream: str) -> int:
    """Return how many entries a stream keeps."""
    return 1 if stream in STATES else _KEPT
