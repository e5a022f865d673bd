"""`hnefi service`: lets the board play from switching on to switching off, under systemd."""

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import ConfigOption, configured
from controller.cli.printing import print_json, print_lines

RootOption = Annotated[
    str,
    typer.Option(
        metavar="DIR", help="Write the files under this folder, and start nothing: for packages."
    ),
]
RemovedRootOption = Annotated[
    str,
    typer.Option(
        "--root",
        metavar="DIR",
        help="Remove the files under this folder, and stop nothing: for packages.",
    ),
]
ProgramOption = Annotated[
    str | None, typer.Option(metavar="PATH", help="The command hnefi that the service runs.")
]
_SHOWN = (
    "LoadState",
    "ActiveState",
    "SubState",
    "NRestarts",
    "Result",
    "ExecMainStartTimestamp",
    "FragmentPath",
)
_PATIENCE_S = 120.0


def install(
    *, config: ConfigOption = None, program: ProgramOption = None, root: RootOption = "/"
) -> None:
    """Install and start the service; run this again after an upgrade.

    Configuration and games stay as they are.
    """
    from controller.assembly import service

    chosen = configured(config)
    file = None if config is None else str(Path(config).resolve())
    made = service.service_of(chosen, program or _this_program(), file)
    is_usual = (file, program, made.as_root) == (None, None, False)
    if root == "/" and is_usual and service.is_packaged(Path(root)):
        service.start(_run)
        print_lines(f"{service.UNIT} is there already, from the package hnefi.")
    else:
        for path in service.install(made, Path(root), _run):
            print_lines(str(path))
    if config is None and not (Path(root) / service.CONFIG_FILE.relative_to("/")).exists():
        sys.stderr.write(
            f"There is no {service.CONFIG_FILE} yet, so all settings are the defaults: "
            "copy your configuration there.\n"
        )
    if root == "/":
        print_lines("The service runs. Read what it says: journalctl -u hnefi")


def remove(*, root: RemovedRootOption = "/") -> None:
    """Stop and remove the service; configuration and games stay."""
    from controller.assembly import service

    if root == "/" and service.is_packaged(Path(root)):
        service.stop(_run)
        print_lines(
            f"{service.UNIT} belongs to the package hnefi. It is stopped, and stays off; "
            "sudo apt remove hnefi takes it away."
        )
        return
    for path in service.remove(Path(root), _run):
        print_lines(f"{path} is gone")


def status(
    *, as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
) -> None:
    """Say whether the service runs.

    The exit status is 1 if it does not.
    """
    from controller.assembly.service import UNIT

    found = _shown(UNIT)
    runs = found.get("ActiveState") == "active"
    if as_json:
        print_json({"runs": runs, **found})
    else:
        print_lines(_words(found, runs=runs))
    raise typer.Exit(0 if runs else 1)


def _words(found: dict[str, str], *, runs: bool) -> str:
    if found.get("LoadState") != "loaded":
        return "There is no service yet: sudo hnefi service install"
    restarts = found.get("NRestarts", "0")
    if runs:
        since = found.get("ExecMainStartTimestamp", "")
        return f"The service runs since {since}; started again {restarts} times by itself."
    state = f"{found.get('ActiveState')} ({found.get('SubState')}, {found.get('Result')})"
    return f"The service is {state}. Read why: journalctl -u hnefi"


def _shown(unit: str) -> dict[str, str]:
    """Return what systemd says of a unit.

    Raises:
        UsageMistake: systemd does not run here.
    """
    command = ["systemctl", "show", unit, f"--property={','.join(_SHOWN)}"]
    try:
        ran = subprocess.run(  # noqa: S603 - a fixed command of the system
            command, capture_output=True, text=True, timeout=_PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageMistake("service: expected systemd to answer, and it does not") from error
    return dict(line.partition("=")[::2] for line in ran.stdout.splitlines())


def _run(command: Iterable[str]) -> None:
    """Run a command of the system.

    Raises:
        UsageMistake: it fails; the text has its last line.
    """
    from controller.assembly.service import try_with_sudo

    words = list(command)
    try:
        ran = subprocess.run(  # noqa: S603 - fixed commands of the system
            words, capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageMistake(f"service: expected to run {words[0]}, and could not") from error
    if ran.returncode:
        said = (ran.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise UsageMistake(f"service: {' '.join(words)} failed: {said}{try_with_sudo()}")


def _this_program() -> str:
    """Return the path of the command that runs now.

    Raises:
        UsageMistake: it is not known.
    """
    beside = Path(sys.executable).with_name("hnefi")
    found = str(beside) if beside.exists() else shutil.which("hnefi")
    if found is None:
        raise UsageMistake("--program: expected the path of hnefi; it is not known from here")
    return found
