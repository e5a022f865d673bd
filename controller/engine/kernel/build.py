"""Compiles the search kernel to a shared library, where there is a compiler.

Runs where nothing is installed yet: when a package is built, and from the Makefile. Knows the
sources beside it and nothing else of the project.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
LIBRARY = "hnefi_kernel.so"

_FLAGS = (
    *("-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O3", "-fPIC", "-shared", "-pthread"),
    *("-fvisibility=hidden", "-Wall", "-Wextra", "-iquote", str(FOLDER)),
)
# Faster by a tenth; not every compiler has it.
_TOGETHER = "-flto"


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of machine: what its wheels are called, and how zig names and tunes for it."""

    platform: str
    zig: str
    flags: tuple[str, ...] = ()


# glibc 2.17 is older than every system that Python 3.11 comes with.
TARGETS = {
    "x86_64": Target("manylinux_2_17_x86_64", "x86_64-linux-gnu.2.17", ("-mcpu=x86_64_v2",)),
    "aarch64": Target("manylinux_2_17_aarch64", "aarch64-linux-gnu.2.17"),
    "armv7": Target("manylinux_2_17_armv7l", "arm-linux-gnueabihf.2.17", ("-mcpu=cortex_a7",)),
}
# A processor of 2009 or newer counts bits in one step.
_HERE = {"x86_64": ("-march=x86-64-v2",), "armv7l": ("-mfpu=neon",)}


class CompilerError(Exception):
    """There is no compiler, or it has found a mistake; the text says which."""


def compile_here(library: Path = FOLDER / LIBRARY) -> None:
    """Compile for this machine, with `$CC` or the first compiler there is.

    Raises:
        CompilerError: no compiler, or none that can.
    """
    names = [os.environ["CC"]] if os.environ.get("CC") else ["cc", "gcc", "clang"]
    found = next((name for name in names if shutil.which(name.split()[0])), None)
    if found is None:
        raise CompilerError(f"kernel: expected a C compiler, found none of {', '.join(names)}")
    _compile(found.split(), _HERE.get(os.uname().machine, ()), library)


def compile_for(target: Target, library: Path) -> None:
    """Compile for another kind of machine, with the zig that is a package of Python.

    Raises:
        CompilerError: no zig, or it cannot.
    """
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", target.zig, "-s"]
    _compile(zig, target.flags, library)


def _compile(compiler: list[str], flags: tuple[str, ...], library: Path) -> None:
    sources = [str(source) for source in sorted(FOLDER.glob("*.c"))]
    # A library that is in use must not change under its users.
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        made = Path(folder, LIBRARY)
        for together in ((_TOGETHER,), ()):
            command = [*compiler, *_FLAGS, *together, *flags, *sources, "-o", str(made)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
            if done.returncode == 0:
                made.replace(library)
                return
    said = (done.stderr.strip() or "it says nothing").splitlines()
    raise CompilerError(f"kernel: {' '.join(compiler)}: {said[0]}")


if __name__ == "__main__":
    try:
        compile_here()
    except CompilerError as error:
        # Everything works without, only slower.
        sys.stderr.write(f"{error}\n")
