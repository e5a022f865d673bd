"""`hnefi service`, as people and packages run it; .ci/service-proof tries a real systemd."""

from pathlib import Path

from tests.hnefi import hnefi, the_line_of_a_mistake


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
        "There is no /etc/hnefi/board.toml yet, so all settings are the usual ones: copy your "
        "configuration there.\n"
    )


def test_a_program_in_somebodys_home_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    program = "/home/astrid/.venv/bin/hnefi"
    ran = hnefi("service", "install", "--root", str(tmp_path), "--program", program)
    assert the_line_of_a_mistake(ran) == (
        "hnefi: --program: expected a path outside anybody's home, which the service may not "
        f"read, got {program}; /opt/hnefi and /etc/hnefi/board.toml are the usual ones"
    )
    assert list(tmp_path.iterdir()) == []
