"""The options that all diagnosing commands share, and how they write what they have found."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.files import folder_to_write
from controller.cli.printing import print_json, print_sentences

if TYPE_CHECKING:
    from pathlib import Path

    from hal.diagnosis.check import Check

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object with all checks.")]
ReportOption = Annotated[
    str | None,
    typer.Option("--report", metavar="DIR", help="Also write text, JSON and a picture there."),
]
SIMULATED_KINDS = "virtual, gpio-matrix, serial-reed, serial-hall, avr-reed or avr-hall"
SimulatedOption = Annotated[
    str | None,
    typer.Option(
        "--simulated",
        metavar="KIND",
        autocompletion=offering.simulated_kinds,
        help=f"Examine a simulated board, with a simulated person: {SIMULATED_KINDS}.",
    ),
]
FaultsOption = Annotated[
    str | None,
    typer.Option(
        "--faults",
        metavar="FAULTS",
        help="Faults of a simulated board, such as dead=e5,no_diode=d4,faint=h8.",
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


def find_report(report: str | None) -> "Path | None":
    """Return the folder of a report, so that nobody walks over the board for nothing.

    Raises:
        UsageMistake: nothing can be written there.
    """
    return None if report is None else folder_to_write(report, "--report")


def write_checks(
    checks: "Sequence[Check]", name: str, report: "Path | None", *, as_json: bool
) -> int:
    """Write checks where they are wanted; return the exit status.

    They are printed first: a disk that is full must not throw an examination away.

    Raises:
        UsageMistake: the report cannot be written.
    """
    from controller.assembly import checks as words

    if as_json:
        print_json(words.as_json(checks))
    else:
        print_sentences(*words.as_lines(checks), hanging=len("FAIL "))
    if report is not None:
        try:
            words.write_report(report, name, checks)
        except OSError as error:
            raise UsageMistake(
                f"--report: expected a folder to write to, got {report} ({error.strerror})"
            ) from error
    return words.exit_status(checks)
