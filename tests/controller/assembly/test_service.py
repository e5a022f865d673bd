"""The service's files: what they say, and that nothing else is touched."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from controller.assembly.configuration import Configuration
from controller.assembly.errors import UsageMistake
from controller.assembly.service import UNIT_FILE, USER_FILE, install, remove, service_of
from tests.conftest import needs


def nothing_runs(command: Iterable[str]) -> None:
    raise AssertionError(command)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "etc/hnefi").mkdir(parents=True)
    (tmp_path / "etc/group").write_text("root:x:0:\ndialout:x:20:\ngpio:x:997:astrid\n")
    (tmp_path / "etc/hnefi/board.toml").write_text("[power]\nsupply_ma = 900\n")
    return tmp_path


def directives(text: str) -> dict[str, str]:
    return dict(line.partition("=")[::2] for line in text.splitlines() if "=" in line)


def test_the_unit_starts_notifies_is_watched_and_ends_dark(root: Path) -> None:
    unit = directives(service_of(Configuration(), "/opt/hnefi", None, root).unit())
    wanted = {
        "Type": "notify",
        "ExecStart": "/opt/hnefi play --no-browser",
        "ExecStopPost": "-/opt/hnefi strip off",
        "Restart": "on-failure",
        "WatchdogSec": "10",
        "User": "hnefi",
        "StateDirectory": "hnefi",
        "ProtectSystem": "strict",
        "NoNewPrivileges": "yes",
    }
    assert {key: unit[key] for key in wanted} == wanted
    assert unit["SupplementaryGroups"] == "dialout gpio", "a group that is not there stops a unit"


def test_a_strip_that_needs_root_gets_it_and_others_do_not(root: Path) -> None:
    by_pwm = Configuration.model_validate({"strip": {"driver": "ws281x"}})
    by_spi = Configuration.model_validate({"strip": {"driver": "ws281x", "ws281x": {"pin": 10}}})
    assert "User=" not in service_of(by_pwm, "/opt/hnefi", None, root).unit()
    assert "User=hnefi" in service_of(by_spi, "/opt/hnefi", None, root).unit()


@pytest.mark.parametrize("driver", ["serial", "ws281x"])
def test_systemd_has_nothing_to_complain_of(driver: str, root: Path) -> None:
    analyze = needs("systemd-analyze", "systemd")
    config = Configuration.model_validate({"strip": {"driver": driver}})
    service = service_of(config, "/bin/true", "/etc/hnefi/board.toml", root)
    file = root / "hnefi.service"
    file.write_text(service.unit())
    ran = subprocess.run([analyze, "verify", file], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_install_and_remove_leave_configuration_and_games(root: Path) -> None:
    games = root / "var/lib/hnefi/games.db"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    service = service_of(Configuration(), "/opt/hnefi", None, root)
    assert install(service, root, nothing_runs) == [root / UNIT_FILE, root / USER_FILE]
    assert install(service, root, nothing_runs) == [root / UNIT_FILE, root / USER_FILE]
    assert (root / UNIT_FILE).read_text() == service.unit()
    assert remove(root, nothing_runs) == [root / UNIT_FILE, root / USER_FILE]
    assert not (root / UNIT_FILE).exists()
    assert games.read_text() == "games"
    assert (root / "etc/hnefi/board.toml").exists()


def test_what_is_not_there_cannot_be_removed(root: Path) -> None:
    with pytest.raises(UsageMistake, match="found none; nothing to remove"):
        remove(root, nothing_runs)


def test_a_folder_that_cannot_be_written_is_said_with_the_cure(root: Path) -> None:
    (root / "etc/systemd").write_text("a file in the way")
    with pytest.raises(UsageMistake, match=r"expected a file to write .* try with sudo"):
        install(service_of(Configuration(), "/opt/hnefi", None, root), root, nothing_runs)
