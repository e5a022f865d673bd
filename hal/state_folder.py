"""Where programs keep what they have seen: by the XDG Base Directory rules."""

import os
import pwd
from pathlib import Path


def home_folder() -> Path:
    """Return the user's own folder, as the system knows it where $HOME is no whole path.

    From an empty one games would go to the root of the disk, from a relative one elsewhere each
    time.
    """
    if Path(os.environ.get("HOME", "")).is_absolute():
        return Path.home()
    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:  # a user without a name, as in a container
        return Path("/")


def state_folder() -> Path:
    """Return the folder of what hnefi has seen and need not keep for good."""
    state = os.environ.get("XDG_STATE_HOME", "")
    # By the specification, a path that is not absolute is ignored.
    base = Path(state) if Path(state).is_absolute() else home_folder() / ".local" / "state"
    return base / "hnefi"
