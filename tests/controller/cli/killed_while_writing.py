"""Kills a command at every step of writing its configuration, and keeps what is there afterwards.

`python -m tests.controller.cli.killed_while_writing DEATHS FILE WORD...` runs `hnefi WORD...`.
Where that opens FILE to rewrite it, the process forks for each step: a child goes on and kills
itself there (SIGKILL), with all that Python still holds back. Each line of DEATHS is JSON: the
step, how the child ended, and FILE. At last the command itself goes on to its end.

A step is before or after a call of the operating system or of an open file.
"""

import json
import os
import signal
import sys
from io import IOBase
from pathlib import Path
from types import FrameType

from controller.assembly.rewriting import rewrite
from controller.cli.start import main

_TOUCH_NOTHING = ("fspath", "getpid", "_path_normpath")
_MOMENTS = {"c_call": "before", "c_return": "after"}


def _is_step(function: object) -> bool:
    owner, name = (getattr(function, each, None) for each in ("__self__", "__name__"))
    is_ours = isinstance(owner, IOBase) or getattr(owner, "__name__", None) in ("posix", "_io")
    return is_ours and name not in _TOUCH_NOTHING


def _die_at(step: int, writing: FrameType, said: int) -> None:
    """Let this process kill itself at a step, or end with 0 where the writing is over."""
    left = step

    def watch(frame: FrameType, event: str, function: object) -> None:
        nonlocal left
        if event == "return" and frame is writing:
            os._exit(0)
        if event not in _MOMENTS or not _is_step(function):
            return
        if left == 0:
            name = getattr(function, "__name__", "")
            os.write(said, f"{_MOMENTS[event]} {name}".encode())
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    sys.setprofile(watch)


def _die_often(deaths: Path, file: Path, writing: FrameType) -> None:
    """Fork for each step in turn, until one child lives; children go on from here."""
    before = file.read_bytes()
    found: list[str] = []
    ended = -signal.SIGKILL
    while ended == -signal.SIGKILL:
        hear, say = os.pipe()
        child = os.fork()
        if not child:
            _die_at(len(found), writing, say)
            return
        os.close(say)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        step = os.read(hear, 100).decode()
        os.close(hear)
        text = file.read_text(encoding="utf-8")
        found.append(json.dumps({"step": step, "ended": ended, "file": text}))
        file.write_bytes(before)
    deaths.write_text("\n".join(found), encoding="utf-8")


def _run(deaths: Path, file: Path, words: list[str]) -> None:
    is_watched = True

    # A process says what it opens, so that nobody has to look at every call, at twice the time.
    def hear(event: str, what: tuple[object, ...]) -> None:
        nonlocal is_watched
        if is_watched and event == "open" and what[0] == str(file):
            writing = _frame_of_rewrite()
            if writing is not None:
                is_watched = False
                _die_often(deaths, file, writing)

    sys.argv = ["hnefi", *words]
    sys.addaudithook(hear)
    main()


def _frame_of_rewrite() -> FrameType | None:
    """Return the call in which this process writes, if it does."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code is not rewrite.__code__:
        frame = frame.f_back
    return frame


if __name__ == "__main__":
    _run(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
