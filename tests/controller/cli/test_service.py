"""`hnefi service`, as people and packages run it; .ci/service-proof tries a real systemd."""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.hnefi import hnefi, the_line_of_a_mistake


def systemctl(folder: Path, script: str) -> dict[str, str]:
    """Return an environment whose systemctl is a script: systemd runs on few machines of tests."""
    program = folder / "bin" / "systemctl"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return {"PATH": f"{program.parent}:/usr/bin:/bin"}


def shows(folder: Path, **found: str) -> dict[str, str]:
    """Return an environment whose systemctl shows this of the unit, and of no other."""
    lines = "\n".join(f"{name}={value}" for name, value in found.items())
    return systemctl(folder, f'[ "$1 $2" = "show hnefi.service" ] && cat <<EOF\n{lines}\nEOF')


RUNS = {
    "LoadState": "loaded",
    "ActiveState": "active",
    "SubState": "running",
    "NRestarts": "2",
    "ExecMainStartTimestamp": "Mon 2026-11-23 08:00:00 UTC",
}
FAILED = {
    "LoadState": "loaded",
    "ActiveState": "failed",
    "SubState": "failed",
    "Result": "exit-code",
}


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [
        (
            RUNS,
            0,
            "The service runs since Mon 2026-11-23 08:00:00 UTC; started again 2 times by itself.",
        ),
        (
            FAILED,
            1,
            "The service is failed (failed, exit-code). Read why: journalctl -u hnefi",
        ),
        ({"LoadState": "not-found"}, 1, "There is no service yet: sudo hnefi service install"),
    ],
)
def test_the_status_says_whether_it_runs_and_where_to_read_why_not(
    found: dict[str, str], status: int, said: str, tmp_path: Path
) -> None:
    ran = hnefi("service", "status", environment=shows(tmp_path, **found))
    assert (ran.returncode, ran.stdout, ran.stderr) == (status, f"{said}\n", "")


@pytest.mark.parametrize(("found", "runs"), [(RUNS, True), (FAILED, False)])
def test_the_status_is_an_object_for_programs(
    found: dict[str, str], *, runs: bool, tmp_path: Path
) -> None:
    ran = hnefi("service", "status", "--json", environment=shows(tmp_path, **found))
    assert json.loads(ran.stdout) == {"runs": runs, **found}
    assert ran.returncode == (0 if runs else 1)


def test_without_systemd_there_is_no_status(tmp_path: Path) -> None:
    ran = hnefi("service", "status", environment={"PATH": str(tmp_path)})
    line = "hnefi: service: expected systemd to answer, and it does not"
    assert the_line_of_a_mistake(ran) == line


@pytest.mark.parametrize(
    ("script", "user", "said"),
    [
        (
            "echo one >&2; echo Interactive authentication required. >&2; exit 1",
            1000,
            "Interactive authentication required.; try with sudo",
        ),
        ("exit 4", 1000, "it says nothing; try with sudo"),
        ("echo No systemd. >&2; exit 1", 0, "No systemd."),
    ],
)
def test_where_systemd_refuses_nothing_is_installed(
    script: str, user: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    ran = hnefi(
        *("service", "install", "--program", "/nowhere/hnefi"),
        environment=systemctl(tmp_path, script),
    )
    line = f"hnefi: service: systemctl daemon-reload failed: {said}"
    assert the_line_of_a_mistake(ran) == line
    unit = Path("/etc/systemd/system/hnefi.service")
    assert not unit.exists() or "/nowhere" not in unit.read_text()


def test_where_there_is_no_systemd_nothing_is_installed(tmp_path: Path) -> None:
    ran = hnefi(
        *("service", "install", "--program", "/nowhere/hnefi"), environment={"PATH": str(tmp_path)}
    )
    line = "hnefi: service: expected to run systemctl, and could not"
    assert the_line_of_a_mistake(ran) == line


def test_the_service_runs_the_program_that_installs_it(tmp_path: Path) -> None:
    # As root it may be read wherever it lies.
    config = tmp_path / "board.toml"
    config.write_text('[board]\ndriver = "gpio-matrix"\n[strip]\ndriver = "ws281x"\n')
    ran = hnefi("service", "install", "--root", str(tmp_path), "--config", str(config))
    assert (ran.returncode, ran.stderr) == (0, "")
    unit = (tmp_path / "etc/systemd/system/hnefi.service").read_text()
    assert f"ExecStart={Path(sys.executable).with_name('hnefi')} play" in unit


def test_a_package_writes_the_files_under_its_own_root(tmp_path: Path) -> None:
    (tmp_path / "etc/hnefi").mkdir(parents=True)
    (tmp_path / "etc/hnefi/board.toml").touch()
    ran = hnefi("service", "install", "--root", str(tmp_path), "--program", "/usr/bin/hnefi")
    unit = tmp_path / "etc/systemd/system/hnefi.service"
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        str(unit),
        str(tmp_path / "etc/sysusers.d/hnefi.conf"),
        str(tmp_path / "etc/udev/rules.d/60-hnefi.rules"),
        str(tmp_path / "etc/polkit-1/rules.d/60-hnefi.rules"),
    ]
    assert "ExecStart=/usr/bin/hnefi play --no-browser\n" in unit.read_text()
    assert hnefi("service", "remove", "--root", str(tmp_path)).returncode == 0
    assert not unit.exists()


def test_what_is_not_installed_cannot_be_removed(tmp_path: Path) -> None:
    line = the_line_of_a_mistake(hnefi("service", "remove", "--root", str(tmp_path)))
    assert line.startswith(f"hnefi: service: expected {tmp_path}/etc/systemd/system/hnefi.service")


def test_a_service_without_a_configuration_says_where_it_looks_for_one(tmp_path: Path) -> None:
    ran = hnefi("service", "install", "--root", str(tmp_path), "--program", "/usr/bin/hnefi")
    assert ran.returncode == 0
    assert ran.stderr == (
        "There is no /etc/hnefi/board.toml yet, so all settings are the defaults: copy your "
        "configuration there.\n"
    )


def test_a_program_in_somebodys_home_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    program = "/home/astrid/.venv/bin/hnefi"
    ran = hnefi("service", "install", "--root", str(tmp_path), "--program", program)
    assert the_line_of_a_mistake(ran) == (
        "hnefi: --program: expected a path outside anybody's home, which the service may not "
        f"read, got {program}; /opt/hnefi and /etc/hnefi/board.toml are the defaults"
    )
    assert list(tmp_path.iterdir()) == []


DOES = {"install": "Write the files under this folder", "remove": "Remove the files under"}


def test_each_command_says_what_it_does_with_the_files_under_a_folder() -> None:
    helps = {each: " ".join(hnefi("service", each, "--help").stdout.split()) for each in DOES}
    assert all(does in helps[each] for each, does in DOES.items())
