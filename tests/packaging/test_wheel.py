"""What a wheel carries is enough to build the firmware for a board."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.conftest import needs
from tests.docs.markdown import ROOT, tracked_files

WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"][
    "wheel"
]
BUILD = "from hal.serial.flashing import build; print(build('reed')); print(build('hall'))"


def lay_out(folder: Path) -> None:
    """Copy the files of the repository that a wheel carries."""
    left_out = [name.removeprefix("/") for name in WHEEL["exclude"]]
    for path in tracked_files():
        name = path.relative_to(ROOT)
        is_packed = name.parts[0] in WHEEL["packages"]
        if is_packed and not any(name.is_relative_to(each) for each in left_out):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)


def test_the_firmware_is_built_from_what_a_wheel_carries(tmp_path: Path) -> None:
    for program, package in (("make", "make"), ("avr-gcc", "gcc-avr")):
        needs(program, package)
    lay_out(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-c", BUILD],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    built = [tmp_path / f"firmware/build/flash-auto/{name}.hex" for name in ("reed", "hall")]
    assert (ran.stdout.split(), ran.stderr) == ([str(path) for path in built], "")
    assert all(path.read_text().startswith(":") for path in built)
