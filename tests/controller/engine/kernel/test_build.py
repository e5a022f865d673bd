"""The kernel is compiled where something can compile it; elsewhere the reason is one line.

A compiler of these tests is a script, so what is asked of it can be seen.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.engine.kernel.build import FOLDER, CompilerError, compile_here

OLD = "a library that is in use"
# The library is the last argument; what it was called with goes into it.
WRITES = 'for word; do last=$word; done; echo "$@" > "$last"'


def compiler(folder: Path, script: str) -> str:
    program = folder / "a-compiler"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return str(program)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    file = tmp_path / "kernel.so"
    file.write_text(OLD, encoding="utf-8")
    return file


def compiled_by(
    program: str, library: Path, monkeypatch: pytest.MonkeyPatch, path: str | None = None
) -> list[str]:
    """Compile as $CC says; return the arguments that the compiler was given."""
    monkeypatch.setenv("CC", program)
    if path is not None:
        monkeypatch.setenv("PATH", path)
    compile_here(library)
    return library.read_text(encoding="utf-8").split()


def test_all_sources_are_compiled_together_by_the_compiler_that_is_named(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = compiled_by(f"{compiler(tmp_path, WRITES)} -pipe", library, monkeypatch)
    assert given[0] == "-pipe"
    assert {str(source) for source in FOLDER.glob("*.c")} <= set(given)
    assert "-flto" in given


def test_a_compiler_that_cannot_look_at_all_of_it_together_compiles_each(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses = f'case "$*" in *-flto*) exit 1;; esac; {WRITES}'
    assert "-flto" not in compiled_by(compiler(tmp_path, refuses), library, monkeypatch)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo search.c: no such thing >&2; echo more >&2; exit 1", "search.c: no such thing"),
        ("exit 1", "it says nothing"),
    ],
)
def test_what_a_compiler_complains_of_is_one_line_and_the_old_library_stays(
    script: str, said: str, tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compiler(tmp_path, script)
    with pytest.raises(CompilerError) as failed:
        compiled_by(program, library, monkeypatch)
    assert str(failed.value) == f"kernel: {program}: {said}"
    assert [each.name for each in library.parent.iterdir() if each.is_dir()] == []
    assert library.read_text(encoding="utf-8") == OLD


def test_where_there_is_no_compiler_those_that_would_do_are_named(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CompilerError) as failed:
        compiled_by("", library, monkeypatch, path=str(tmp_path))
    complaint = "kernel: expected a C compiler, found none of cc, gcc, clang"
    assert str(failed.value) == complaint


def test_without_a_compiler_an_installation_goes_on() -> None:
    ran = subprocess.run(
        [sys.executable, str(FOLDER / "build.py")],
        env=os.environ | {"CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == "kernel: expected a C compiler, found none of no-such-compiler\n"
