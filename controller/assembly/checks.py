"""What a diagnosis has found, for people and for programs: lines, one JSON object, a picture.

All commands that diagnose have the same object: ``{"checks": [{"part", "square", "verdict",
"finding", "cure"}]}``.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from controller.notation.plain_text import printable
from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from hal.board import SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict, any_fails
from hal.notice import Notice
from hal.squares import SIDE, SQUARE_NAMES

_MARKS = {Verdict.OK: "ok  ", Verdict.WARN: "WARN", Verdict.FAIL: "FAIL"}
_FILLS = {Verdict.OK: "#2e7d32", Verdict.WARN: "#f9a825", Verdict.FAIL: "#c62828", None: "#bdbdbd"}
_SIGNS = {Verdict.OK: "", Verdict.WARN: "!", Verdict.FAIL: "\N{MULTIPLICATION SIGN}", None: "?"}
_CELL = 40


def in_words(notice: Notice | str | None) -> str:
    """Return what a notice says, as a line for any terminal; nothing for none."""
    return "" if notice is None else printable(say(notice_sentence(notice)))


def as_json(checks: Sequence[Check]) -> dict[str, Any]:
    """Return checks for programs."""
    return {
        "checks": [
            {
                "part": check.part,
                "square": None if check.square is None else SQUARE_NAMES[check.square],
                "verdict": check.verdict.value,
                "finding": in_words(check.finding),
                "cure": in_words(check.cure) or None,
            }
            for check in checks
        ]
    }


def as_lines(checks: Sequence[Check]) -> list[str]:
    """Return checks for people: whatever is wrong, then how many parts of the squares are good."""
    lines: list[str] = []
    for check in checks:
        if check.square is not None and check.verdict is Verdict.OK:
            continue
        square = "" if check.square is None else f" {SQUARE_NAMES[check.square]}"
        lines.append(f"{_MARKS[check.verdict]} {check.part}{square}: {in_words(check.finding)}")
        if check.cure is not None:
            lines.append(f"       {in_words(check.cure)}")
    for part in dict.fromkeys(check.part for check in checks if check.square is not None):
        of_part = [check for check in checks if check.part == part and check.square is not None]
        good = sum(check.verdict is Verdict.OK for check in of_part)
        if good:
            lines.append(f"{good} of {len(of_part)} {part}s are good.")
    return lines


def exit_status(checks: Sequence[Check]) -> int:
    """Return the exit status of a command that has found this."""
    return 1 if any_fails(checks) else 0


def as_picture(checks: Sequence[Check]) -> str:
    """Return the board as SVG: each square in the colour of the worst that was found on it."""
    worst: dict[int, Verdict] = {}
    ranks = list(Verdict)
    for check in checks:
        if check.square is not None:
            before = worst.get(check.square, Verdict.OK)
            worst[check.square] = max(before, check.verdict, key=ranks.index)
    size = _CELL * (SIDE + 1)
    cells = "\n".join(_cell(square, worst.get(square)) for square in range(SQUARE_COUNT))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        'font-family="sans-serif" font-size="12" text-anchor="middle">\n'
        f"{cells}\n</svg>\n"
    )


def _cell(square: int, verdict: Verdict | None) -> str:
    rank, file = divmod(square, SIDE)
    x, y = _CELL // 2 + _CELL * file, _CELL // 2 + _CELL * (SIDE - 1 - rank)
    middle = _CELL // 2
    return (
        f'<rect x="{x}" y="{y}" width="{_CELL - 2}" height="{_CELL - 2}" fill="{_FILLS[verdict]}"/>'
        f'<text x="{x + middle - 1}" y="{y + middle + 4}" fill="#fff">'
        f"{SQUARE_NAMES[square]} {_SIGNS[verdict]}</text>"
    )


def write_report(folder: Path, name: str, checks: Sequence[Check]) -> None:
    """Write text, JSON and picture into a folder.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "txt": "\n".join(as_lines(checks)) + "\n",
        "json": json.dumps(as_json(checks), indent=1) + "\n",
        "svg": as_picture(checks),
    }
    for ending, text in files.items():
        (folder / f"{name}.{ending}").write_text(text, encoding="utf-8")
