"""Where programs keep what they have seen: one rule for all that do."""

import os
import pwd
from pathlib import Path

import pytest

from controller.assembly.answers import answers_file
from controller.assembly.configuration import user_file
from controller.store.folder import data_folder
from hal.serial.usb import state_file
from hal.state_folder import home_folder, state_folder


@pytest.mark.parametrize(
    ("state", "folder"),
    [
        ("/var/state", "/var/state/hnefi"),
        ("", "/home/you/.local/state/hnefi"),
        # By the specification, a path that is not absolute is ignored.
        ("state", "/home/you/.local/state/hnefi"),
    ],
)
def test_what_was_seen_is_in_one_folder(
    state: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", state)
    monkeypatch.setenv("HOME", "/home/you")
    kept = [state_folder(), state_file(), answers_file("light")]
    assert kept == [Path(folder), Path(folder, "port"), Path(folder, "map-light.json")]


@pytest.mark.parametrize("home", ["", "relative", None])
def test_a_home_that_is_no_whole_path_gives_way_to_the_one_that_the_system_knows(
    home: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    known = Path(pwd.getpwuid(os.getuid()).pw_dir)
    assert (home_folder(), state_folder()) == (known, known / ".local/state/hnefi")
    assert data_folder(None, None, {}) == known / ".local/share/hnefi"
    assert user_file() == known / ".config/hnefi/board.toml"
