"""The service's files: what they say, and that nothing else is touched."""

import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from controller.assembly.configuration import Configuration
from controller.assembly.errors import UsageMistake
from controller.assembly.service import (
    DEVICES_FILE,
    PACKAGE_UNIT_FILE,
    SHUTDOWN_FILE,
    UNIT_FILE,
    USER_FILE,
    install,
    is_packaged,
    remove,
    service_of,
    start,
    stop,
)
from tests.conftest import needs


def nothing_runs(command: Iterable[str]) -> None:
    raise AssertionError(command)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "etc/hnefi").mkdir(parents=True)
    (tmp_path / "etc/hnefi/board.toml").write_text("[power]\nsupply_ma = 900\n")
    return tmp_path


def directives(text: str) -> dict[str, str]:
    return dict(line.partition("=")[::2] for line in text.splitlines() if "=" in line)


def test_the_unit_starts_notifies_is_watched_and_ends_dark() -> None:
    unit = directives(service_of(Configuration(), "/opt/hnefi", None).unit())
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
    assert "SupplementaryGroups" not in unit, "a group that is not there stops a unit"


def test_the_user_is_made_with_the_groups_that_may_open_a_board() -> None:
    assert service_of(Configuration(), "/opt/hnefi", None).sysusers().splitlines() == [
        'u hnefi - "Hnefatafl board" /var/lib/hnefi',
        "m hnefi dialout",
        "m hnefi gpio",
        "m hnefi spi",
    ]


def test_the_user_and_nobody_else_may_shut_the_computer_down(tmp_path: Path) -> None:
    node = needs("node", "nodejs")
    rule = service_of(Configuration(), "/opt/hnefi", None).files()[SHUTDOWN_FILE]
    asked = [
        (user, action)
        for user in ("hnefi", "nobody")
        for action in ("power-off", "power-off-multiple-sessions", "reboot", "suspend")
    ]
    # What polkit gives to a rule, see polkit(8).
    script = tmp_path / "rule.js"
    script.write_text(
        "var rules = []; var polkit = {Result: {YES: 'yes'}, addRule: (rule) => rules.push(rule)};"
        f"{rule}"
        f"for (const [user, action] of {json.dumps(asked)})"
        "  console.log(rules[0]({id: 'org.freedesktop.login1.' + action}, {user}) || 'asks');"
    )
    ran = subprocess.run([node, script], capture_output=True, text=True, check=True)
    answers = ran.stdout.split()
    assert answers == ["yes", "yes", "asks", "asks", "asks", "asks", "asks", "asks"]


def test_a_strip_that_needs_root_gets_it_and_others_do_not() -> None:
    by_pwm = Configuration.model_validate({"strip": {"driver": "ws281x"}})
    by_spi = Configuration.model_validate({"strip": {"driver": "ws281x", "ws281x": {"pin": 10}}})
    assert "User=" not in service_of(by_pwm, "/opt/hnefi", None).unit()
    assert "User=hnefi" in service_of(by_spi, "/opt/hnefi", None).unit()


@pytest.mark.parametrize("driver", ["serial", "ws281x"])
def test_systemd_has_nothing_to_complain_of(driver: str, root: Path) -> None:
    analyze = needs("systemd-analyze", "systemd")
    config = Configuration.model_validate({"strip": {"driver": driver}})
    service = service_of(config, "/bin/true", "/etc/hnefi/board.toml")
    file = root / "hnefi.service"
    file.write_text(service.unit())
    ran = subprocess.run([analyze, "verify", file], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_install_and_remove_leave_configuration_and_games(root: Path) -> None:
    games = root / "var/lib/hnefi/games.db"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    service = service_of(Configuration(), "/opt/hnefi", None)
    files = [root / name for name in (UNIT_FILE, USER_FILE, DEVICES_FILE, SHUTDOWN_FILE)]
    assert install(service, root, nothing_runs) == files
    assert install(service, root, nothing_runs) == files
    assert (root / UNIT_FILE).read_text() == service.unit()
    assert remove(root, nothing_runs) == files
    assert not any(path.exists() for path in files)
    assert games.read_text() == "games"
    assert (root / "etc/hnefi/board.toml").exists()


def test_the_unit_of_a_package_counts_until_another_takes_its_place(root: Path) -> None:
    assert not is_packaged(root)
    unit = root / PACKAGE_UNIT_FILE
    unit.parent.mkdir(parents=True)
    unit.write_text("[Service]\n")
    assert is_packaged(root)
    install(service_of(Configuration(), "/opt/hnefi", None), root, nothing_runs)
    assert not is_packaged(root)
    remove(root, nothing_runs)
    assert is_packaged(root), "what belongs to the package stays"


def test_what_is_not_there_cannot_be_removed(root: Path) -> None:
    with pytest.raises(UsageMistake, match="found none; nothing to remove"):
        remove(root, nothing_runs)


@pytest.mark.parametrize(("user", "cure"), [(1000, "; try with sudo"), (0, "")])
def test_a_folder_that_cannot_be_written_is_said_with_the_cure_if_there_is_one(
    user: int, cure: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    (root / "etc/systemd").write_text("a file in the way")
    with pytest.raises(UsageMistake) as refused:
        install(service_of(Configuration(), "/opt/hnefi", None), root, nothing_runs)
    unit = root / "etc/systemd/system/hnefi.service"
    expected = f"{unit}: expected a file to write (Not a directory){cure}"
    assert str(refused.value) == expected


def test_it_starts_with_the_computer_and_one_that_runs_begins_afresh() -> None:
    ran: list[tuple[str, ...]] = []
    start(lambda command: ran.append(tuple(command)))
    stop(lambda command: ran.append(tuple(command)))
    assert ran == [
        ("systemctl", "enable", "--now", "hnefi.service"),
        ("systemctl", "try-restart", "hnefi.service"),
        ("systemctl", "disable", "--now", "hnefi.service"),
    ]


def test_a_file_that_cannot_be_removed_is_named(root: Path) -> None:
    install(service_of(Configuration(), "/opt/hnefi", None), root, nothing_runs)
    (root / UNIT_FILE).unlink()
    (root / UNIT_FILE).mkdir()
    with pytest.raises(UsageMistake, match=f"^{root / UNIT_FILE}: expected a file to remove"):
        remove(root, nothing_runs)
