"""Where programs go that are built from sources which hnefi carries with it."""

import os
from hashlib import sha256
from pathlib import Path

from hal.state_folder import home_folder

# It goes with the Debian package, unless root has built something in it.
_OF_PACKAGES = Path("/usr/lib/hnefi")


def build_folder(sources: Path, variant: str = "") -> Path:
    """Return the folder for what is built from `sources`.

    It lies beside them; where a package owns that folder, or this user cannot write to it, it lies
    in the user's cache.
    """
    folder = sources / "build"
    if sources.is_relative_to(_OF_PACKAGES) or not os.access(sources, os.W_OK):
        cache = Path(os.environ.get("XDG_CACHE_HOME") or home_folder() / ".cache")
        folder = cache / "hnefi" / sha256(str(sources).encode()).hexdigest()[:12]
    return folder / variant if variant else folder
