"""Whether a process that is nobody's child here still runs."""

from pathlib import Path


def is_alive(process: int) -> bool:
    """Say whether a process of this number runs; one that has ended may wait to be asked how."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
