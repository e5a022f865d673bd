"""The options that all diagnosing commands share, and how they write what they have found."""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake

if TYPE_CHECKING:
    from hal.diagnosis.check import Check

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object with all checks.")]
ReportOption = Annotated[
    str | None,
    typer.Option("--report", metavar="DIR", help="Also write text, JSON and a picture there."),
]
SimulatedOption = Annotated[
    str | None,
    typer.Option(
        "--simulated",
        metavar="KIND",
        help="Examine a simulated board, with a simulated person: virtual, gpio-matrix, "
        "serial-reed, serial-hall, avr-reed or avr-hall.",
    ),
]
FaultsOption = Annotated[
    str | None,
    typer.Option(
        "--faults",
        metavar="FAULTS",
        help="Of a simulated board, such as dead=e5,no_diode=d4,faint=h8.",
    ),
]
WiredAsOption = Annotated[
    str | None,
    typer.Option(
        "--wired-as",
        metavar="FILE",
        help="A configuration that says how a simulated board is really wired.",
    ),
]


def write_checks(checks: "Sequence[Check]", name: str, report: str | None, *, as_json: bool) -> int:
    """Write checks where they are wanted; return the exit status.

    Raises:
        UsageMistake: the report cannot be written.
    """
    from pathlib import Path

    from controller.assembly import checks as words

    if report is not None:
        try:
            words.write_report(Path(report), name, checks)
        except OSError as error:
            raise UsageMistake(
                f"--report: expected a folder to write to, got {report[:200]} ({error.strerror})"
            ) from error
    if as_json:
        sys.stdout.write(json.dumps(words.as_json(checks)) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in words.as_lines(checks)))
    return words.exit_status(checks)
