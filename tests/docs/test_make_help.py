"""What `make help` prints can be read on every terminal."""

import subprocess

from tests.docs.markdown import ROOT


def test_each_target_is_a_line_of_at_most_80_characters() -> None:
    ran = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = ran.stdout.splitlines()
    assert "make help         list what can be made" in lines
    assert [line for line in lines if len(line) > 80] == []
