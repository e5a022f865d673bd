"""Where programs keep what they have seen: by the XDG Base Directory rules."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the folder of what hnefi has seen and need not keep for good."""
    state = os.environ.get("XDG_STATE_HOME", "")
    # By the specification, a path that is not absolute is ignored.
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "hnefi"
