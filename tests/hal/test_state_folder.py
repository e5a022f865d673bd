"""Where programs keep what they have seen: one rule for all that do."""

from pathlib import Path

import pytest

from controller.assembly.answers import answers_file
from hal.serial.usb import state_file
from hal.state_folder import state_folder


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
