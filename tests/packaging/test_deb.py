"""The Debian package: what it is made of and brings. `.ci/deb/proof` installs and runs it."""

import gzip
import os
import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from controller.assembly.service import DEVICES_FILE, SHUTDOWN_FILE, UNIT_FILE, USER_FILE, Service
from tests.conftest import needs
from tests.controller.cli.test_main import COMMANDS, GROUPS, held
from tests.hnefi import hnefi, hnefi_process

ROOT = Path(__file__).parents[2]
DEB = ROOT / ".ci/deb"
FIRMWARE = ("usual", "old-bootloader")
SERVICE = Service("/usr/bin/hnefi").files()
BROUGHT = {
    "usr/lib/systemd/system/hnefi.service": SERVICE[UNIT_FILE],
    "usr/lib/sysusers.d/hnefi.conf": SERVICE[USER_FILE],
    "usr/lib/udev/rules.d/60-hnefi.rules": SERVICE[DEVICES_FILE],
    "usr/share/polkit-1/rules.d/60-hnefi.rules": SERVICE[SHUTDOWN_FILE],
    "usr/bin/hnefi": (DEB / "debian/bin/hnefi").read_text(),
    "usr/share/doc/hnefi/user-data": (ROOT / "docs/build/user-data").read_text(),
}
MANUAL = "usr/share/man/man1"
COMPLETIONS = (
    "usr/share/bash-completion/completions/hnefi",
    "usr/share/zsh/vendor-completions/_hnefi",
    "usr/share/fish/vendor_completions.d/hnefi.fish",
)
# In place of hnefi, a function that says what it is asked.
FIRST_TAB_IN_ZSH = """
fpath=($1/usr/share/zsh/vendor-completions $fpath)
autoload -Uz compinit && compinit -u -D
print ${_comps[hnefi]}
words=(hnefi games) CURRENT=2
function env { print -r -- print -r -- complete_zsh "${1#*=}" }
_hnefi
"""


def pages() -> list[str]:
    return ["hnefi", *(f"hnefi-{command}" for command in COMMANDS)]


def pack(folder: Path, release: str, arch: str) -> Path:
    """Pack a few of hnefi's own modules, and return the package."""
    lib, firmware, dist = staged(folder)
    ran = packing(release, arch, lib, firmware, dist)
    assert (ran.returncode, ran.stderr) == (0, "")
    (made,) = dist.iterdir()
    return made


def packing(release: str, arch: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [DEB / "pack", release, arch, *folders],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1780000000"},
    )


def staged(folder: Path) -> tuple[Path, Path, Path]:
    """Lay out libraries and firmware as `build` does; return both folders and the packages'."""
    lib, firmware, dist = (folder / name for name in ("lib", "firmware", "dist"))
    shutil.copytree(ROOT / "hal/wiring", lib / "hal/wiring")
    # What pip leaves that is another each time, and tools that nobody calls.
    for name in ("bin/pip", "x.dist-info/direct_url.json", "apsw/sqlite_extra_binaries/shell"):
        (lib / name).parent.mkdir(parents=True)
        (lib / name).write_text(str(folder))
    for name in [
        f"{kind}/{file}" for kind in FIRMWARE for file in ("reed.hex", "hall.hex", "flags")
    ]:
        (firmware / name).parent.mkdir(parents=True, exist_ok=True)
        (firmware / name).write_text(f"{name}\n")
    return lib, firmware, dist


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    needs("dh_builddeb", "debhelper")
    return pack(tmp_path_factory.mktemp("arm64"), "trixie", "arm64")


@pytest.fixture(scope="module")
def unpacked(package: Path) -> Path:
    folder = package.parent.parent / "unpacked"
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder], check=True)
    return folder


def fields(package: Path) -> dict[str, str]:
    ran = subprocess.run(
        ["dpkg-deb", "--field", package], check=True, capture_output=True, text=True
    )
    return dict(re.findall(r"^(\S+): (.*)$", ran.stdout, re.MULTILINE))


def project() -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


def version_of(sources: Path) -> str:
    ran = subprocess.run([DEB / "version", sources], check=True, capture_output=True, text=True)
    return ran.stdout.strip()


def git(sources: Path, *arguments: str, now: str = "2026-06-01T12:00:00+02:00") -> None:
    who = ("-c", "user.name=one", "-c", "user.email=one@example.invalid")
    environment = {**os.environ, "GIT_AUTHOR_DATE": now, "GIT_COMMITTER_DATE": now}
    subprocess.run(["git", "-C", sources, *who, *arguments], check=True, env=environment)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Make sources with a commit."""
    needs("git", "git")
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "hnefi"\nversion = "0.1.0"\n')
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    return tmp_path


def is_newer(one: str, other: str) -> bool:
    ran = subprocess.run(["dpkg", "--compare-versions", one, "gt", other], check=False)
    return ran.returncode == 0


def test_the_version_of_a_commit_tells_its_time_and_its_name(sources: Path) -> None:
    assert re.fullmatch(r"0\.1\.0\+git20260601100000\.[0-9a-f]{8}", version_of(sources))
    assert version_of(sources) == version_of(sources)


def test_a_later_commit_is_newer_and_the_next_release_newer_than_both(sources: Path) -> None:
    needs("dpkg", "dpkg")
    versions = ["0.1.0", version_of(sources)]
    # Clocks of other places show other times.
    for now in ("2026-06-01T10:00:01+00:00", "2026-06-01T09:00:02-01:00"):
        git(sources, "commit", "--quiet", "--allow-empty", "--message", "later", now=now)
        versions.append(version_of(sources))
    packages = [f"{each}+deb13" for each in (*versions, "0.1.1")]
    assert all(is_newer(later, earlier) for earlier, later in pairwise(packages)), packages


@pytest.mark.parametrize("tag", ["v0.1.0", "0.1.0"])
def test_the_commit_of_a_release_and_sources_without_git_have_the_version_alone(
    sources: Path, tag: str
) -> None:
    git(sources, "tag", "v0.1.00")
    assert version_of(sources) != "0.1.0"
    git(sources, "tag", tag)
    assert version_of(sources) == "0.1.0"
    git(sources, "commit", "--quiet", "--allow-empty", "--message", "later")
    assert version_of(sources) != "0.1.0"
    shutil.rmtree(sources / ".git")
    assert version_of(sources) == "0.1.0"


def pinned(file: Path) -> dict[str, str]:
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)$", file.read_text(), re.MULTILINE))
    return {name.lower().replace("_", "-"): version for name, version in pins.items()}


def test_the_package_is_of_its_release_and_architecture_alone(package: Path) -> None:
    version = f"{version_of(ROOT)}+deb13"
    assert package.name == f"hnefi_{version}_arm64.deb"
    found = fields(package)
    wanted = {
        "Package": "hnefi",
        "Version": version,
        "Architecture": "arm64",
        "Depends": "python3 (>= 3.13~), python3 (<< 3.14~), libc6 (>= 2.36), "
        "systemd | systemd-standalone-sysusers | systemd-sysusers",
        "Recommends": "avrdude, polkitd",
    }
    assert {key: found[key] for key in wanted} == wanted


def test_the_package_brings_the_files_of_the_service_and_nothing_that_people_change(
    unpacked: Path,
) -> None:
    files = {str(p.relative_to(unpacked)) for p in unpacked.rglob("*") if p.is_file()}
    libraries = {name for name in files if name.startswith("usr/lib/hnefi/")}
    scripts = {f"DEBIAN/{name}" for name in ("control", "md5sums", "postinst", "prerm", "postrm")}
    documents = {"changelog.Debian.gz", "changelog.gz", "copyright"}
    documents |= {str(path.relative_to(ROOT)) for path in written()}
    others = scripts | {f"usr/share/doc/hnefi/{name}" for name in documents}
    others.add("usr/share/lintian/overrides/hnefi")
    others |= set(COMPLETIONS) | {f"{MANUAL}/{name}.1.gz" for name in pages()}
    assert files - libraries == {*BROUGHT, *others}
    assert {name: (unpacked / name).read_text() for name in BROUGHT} == BROUGHT
    assert (unpacked / "etc/hnefi").is_dir(), (
        "a place for the configuration, and no file to ask about"
    )


def written() -> list[Path]:
    """Return the documents of the project, without the programs that draw some of them."""
    files = (path for path in (ROOT / "docs").rglob("*") if path.is_file())
    return [path for path in files if path.suffix not in (".py", ".pyc")]


def test_the_documents_that_commands_name_are_there_as_they_are_written(unpacked: Path) -> None:
    folder = unpacked / "usr/share/doc/hnefi"
    brought = {path: (folder / path.relative_to(ROOT)).read_bytes() for path in written()}
    assert brought == {path: path.read_bytes() for path in written()}
    assert ROOT / "docs/lan.md" in brought


def shown(unpacked: Path, page: str) -> str:
    """Return a page as `man` shows it, which has nothing to complain of."""
    text = gzip.decompress((unpacked / MANUAL / f"{page}.1.gz").read_bytes())
    command = [needs("groff", "groff-base"), "-man", "-ww", "-Tascii", "-rLL=200n", "-P-cbou"]
    ran = subprocess.run(command, input=text, check=True, capture_output=True)
    assert ran.stderr == b""
    return " ".join(ran.stdout.decode().split())


def of_help(*command: str) -> list[str]:
    """Return the options that the help of a command tells."""
    return re.findall(r"^  (--[\w-]+)", hnefi(*command, "--help").stdout, re.MULTILINE)


def test_the_page_of_hnefi_names_every_command(unpacked: Path) -> None:
    page = shown(unpacked, "hnefi")
    single = [command for command in COMMANDS if command not in GROUPS]
    commands = [*single, *(each for group in GROUPS for each in held(group))]
    assert [each for each in commands if f" hnefi {each} " not in page] == []
    assert [each for each in pages()[1:] if f" {each}(1)" not in page] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_of_a_command_tells_its_options(unpacked: Path, command: str) -> None:
    page = shown(unpacked, f"hnefi-{command}")
    for each in held(command) if command in GROUPS else [command]:
        assert f" hnefi {each} [OPTIONS] " in page
        assert [name for name in of_help(*each.split()) if f" {name} " not in page] == []


def test_each_shell_finds_the_script_that_hnefi_writes_for_it(unpacked: Path) -> None:
    for path, shell in zip(COMPLETIONS, ("bash", "zsh", "fish"), strict=True):
        wrote = hnefi_process(environment={"_HNEFI_COMPLETE": f"source_{shell}"}).stdout
        more = '_hnefi_completion "$@"\n' if shell == "zsh" else ""
        assert (unpacked / path).read_text() == wrote.lstrip() + more
        assert "hnefi" in wrote


def test_zsh_completes_at_the_first_tab(unpacked: Path) -> None:
    ran = subprocess.run(
        [needs("zsh", "zsh"), "-f", "-c", FIRST_TAB_IN_ZSH, "zsh", unpacked],
        check=True,
        capture_output=True,
        text=True,
    )
    assert (ran.stdout, ran.stderr) == ("_hnefi\ncomplete_zsh hnefi games\n", "")


def test_libraries_come_without_what_differs_each_time(unpacked: Path) -> None:
    folder = unpacked / "usr/lib/hnefi"
    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    own = {f"hal/wiring/{path.name}" for path in (ROOT / "hal/wiring").glob("*.py")}
    firmware = {
        f"firmware/built/{kind}/{file}"
        for kind in FIRMWARE
        for file in ("reed.hex", "hall.hex", "flags")
    }
    assert found == own | firmware


def test_the_same_sources_give_the_same_package(
    package: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    again = pack(tmp_path_factory.mktemp("again"), "trixie", "arm64")
    assert again.read_bytes() == package.read_bytes()


def test_a_library_of_another_architecture_is_refused_by_its_name(tmp_path: Path) -> None:
    needs("dh_builddeb", "debhelper")
    lib, firmware, dist = staged(tmp_path)
    kernel = b"\x7fELF\2\1\1" + bytes(11) + (62).to_bytes(2, "little")
    (lib / "kernel.so").write_bytes(kernel)
    ran = packing("trixie", "arm64", lib, firmware, dist)
    assert (ran.returncode, ran.stderr) == (
        2,
        "deb: usr/lib/hnefi/kernel.so: expected a library for arm64 (183), got one for 62\n",
    )
    assert list(dist.iterdir()) == []


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm"])
def test_what_runs_at_installation_is_a_program_of_the_shell(unpacked: Path, script: str) -> None:
    subprocess.run(["sh", "-n", unpacked / "DEBIAN" / script], check=True)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("sarge", "arm64"), "deb: RELEASE: expected bookworm or trixie, got 'sarge'\n"),
        (("trixie", "vax"), "deb: ARCH: expected arm64, amd64 or armhf, got 'vax'\n"),
        ((), "deb: RELEASE: expected bookworm or trixie, got ''\n"),
    ],
)
def test_an_unknown_release_or_architecture_is_said_in_one_line(
    arguments: tuple[str, ...], line: str
) -> None:
    ran = subprocess.run([DEB / "build", *arguments], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", line)


def test_everything_that_hnefi_needs_is_built_in() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*settings["dependencies"], *settings["optional-dependencies"]["pi"]]
    names = {re.split(r"[^\w-]", each)[0].replace("_", "-") for each in wanted}
    # redis needs async-timeout on Python 3.11.2, which is bookworm's.
    assert {*names, "async-timeout"} - set(pinned(DEB / "requirements.txt")) == set()


def test_what_is_built_in_is_what_the_tests_run_with() -> None:
    tested, built_in = pinned(ROOT / ".ci/constraints.txt"), pinned(DEB / "requirements.txt")
    both = tested.keys() & built_in.keys()
    assert {name: built_in[name] for name in both} == {name: tested[name] for name in both}
    assert both, "the files have nothing in common"


def test_user_data_copies_the_configuration_and_installs_the_package_on_the_card(
    tmp_path: Path,
) -> None:
    text = (ROOT / "docs/build/user-data").read_text()
    assert text.startswith("#cloud-config\n")
    data = yaml.safe_load(text)
    assert data.keys() == {"hostname", "runcmd"}
    (command,) = data["runcmd"]
    assert command[:2] == ["sh", "-c"]
    script = tmp_path / "script"
    script.write_text(command[2])
    subprocess.run(["sh", "-n", script], check=True)
    (pattern,) = set(re.findall(r"\S*/(hnefi_\S*)", command[2]))
    assert fnmatch(f"hnefi_{version_of(ROOT)}+deb13_arm64.deb", pattern)


def test_user_data_takes_the_newest_of_several_packages(tmp_path: Path) -> None:
    text = (ROOT / "docs/build/user-data").read_text()
    (copy,) = re.findall(r"^ *(cp .*)$", text, re.MULTILINE)
    card, folder = tmp_path / "card", tmp_path / "folder"
    for each in (card, folder):
        each.mkdir()
    newest = "hnefi_0.1.0+git20270101000000.0a2b3c4d+deb13_arm64.deb"
    for name in (newest, newest.replace("2027", "2026"), "hnefi_0.1.0+deb13_arm64.deb"):
        (card / name).touch()
    environment = {**os.environ, "card": str(card), "folder": str(folder)}
    subprocess.run(["sh", "-c", copy], check=True, env=environment)
    assert [path.name for path in folder.iterdir()] == [newest]
