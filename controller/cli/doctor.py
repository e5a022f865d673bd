"""`hnefi doctor`: what is missing, forbidden or in the way of a board, and how to mend it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.board import (
    BaudOption,
    BoardOption,
    Chosen,
    ConfigOption,
    SerialOption,
    StripOption,
    configured,
)
from controller.cli.options.diagnosis import JsonOption, write_checks

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from controller.doctor.machine import Computer
    from hal.diagnosis.check import Check
    from hal.serial.board import SerialBoard

# How often the sensors of a board are looked at, a hundred times a second.
_LOOKS = 100
_PATIENCE_S = 20.0


def doctor(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    board: BoardOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    root: Annotated[
        str,
        typer.Option(metavar="DIR", help="Examine another system's files, such as an SD card's."),
    ] = "/",
    as_json: JsonOption = False,
    report: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Also write a new file for a bug report, no secrets."),
    ] = None,
) -> None:
    """Examine computer, wires and settings. Each fault has a cure.

    The exit status is 1 if anything is wrong.
    """
    from controller.doctor.machine import Computer

    if not Path(root).is_dir():
        raise UsageMistake(f"--root: expected a folder, found none at {root[:200]}")
    computer = Computer(Path(root))
    chosen = Chosen(board=board, strip=strip, serial=serial, baud=baud)
    settings, checks = _configuration(config, chosen)
    checks += _examined(computer, settings)
    if root == "/" and "serial" in (settings.board.driver, settings.strip_driver):
        checks += _board_checks(config, chosen)
    if report is not None:
        _write_report(report, computer, settings, checks)
    raise typer.Exit(write_checks(checks, "doctor", None, as_json=as_json))


def _configuration(file: str | None, chosen: Chosen) -> "tuple[Configuration, list[Check]]":
    """Return the configuration that counts, or else the usual one and what is wrong with it."""
    from controller.assembly.configuration import Configuration, ConfigurationError
    from hal.diagnosis.check import Check, Verdict

    try:
        return configured(file, chosen), []
    except ConfigurationError as error:
        cure = "Mend the file; until then all settings below are the usual ones."
        wrong = [Check("configuration", Verdict.FAIL, each, cure) for each in error.problems]
        return Configuration(), wrong


def _examined(computer: "Computer", settings: "Configuration") -> "list[Check]":
    import os

    from controller.doctor.examination import examine
    from controller.store.folder import data_folder

    folder = data_folder(None, settings.store.folder, os.environ)
    return list(examine(computer, settings, folder))


def _board_checks(config: str | None, chosen: Chosen) -> "list[Check]":
    """Return whether a board answers, how new its firmware is, and which wires lack ground."""
    from controller.cli.waiting import found_board
    from hal.diagnosis.check import Check, Verdict
    from hal.serial.link.messages import PROTOCOL

    try:
        with found_board(config, chosen) as board:
            identity = board.link.identity
            if identity is None or identity.protocol < PROTOCOL:
                finding = f"The board on {board.name} has older firmware than this hnefi."
                answers = Check("firmware", Verdict.WARN, finding, "Run hnefi firmware flash.")
            else:
                version = ".".join(map(str, identity.version))
                finding = f"A board answers on {board.name}, {version}."
                answers = Check("firmware", Verdict.OK, finding)
            return [answers, *_grounds(board, configured(config, chosen))]
    except UsageMistake as mistake:
        cure = (
            "Does the service play on it? sudo systemctl stop hnefi. Otherwise see "
            "docs/serial-board.md, When the board is lost."
        )
        return [Check("board", Verdict.FAIL, str(mistake), cure)]


def _grounds(board: "SerialBoard", settings: "Configuration") -> "list[Check]":
    """Watch a board for a while: sensors that change though nothing moves may lack their ground."""
    import time
    from itertools import count

    from controller.cli.waiting import wait
    from hal.diagnosis.grounds import ground_checks
    from hal.serial.watch import Watch

    watching = Watch(board, time.monotonic)

    looks = count(1)

    def look() -> bool:
        watching.look()
        return next(looks) >= _LOOKS

    wait(board, look, _PATIENCE_S, "watching the board; do not touch it")
    order = settings.wiring.sensors.order()
    restless = sum(1 << order[sensor] for sensor in watching.result().flickering)
    return list(ground_checks(restless, order))


def _write_report(
    file: str, computer: "Computer", settings: "Configuration", checks: "list[Check]"
) -> None:
    """Write everything that helps strangers to help, and nothing that is not their business.

    Raises:
        UsageMistake: the file is there already, or cannot be written.
    """
    import platform
    from importlib.metadata import version

    import tomlkit

    from controller.assembly.checks import as_lines
    from controller.doctor.examination import without_secrets

    shown = settings.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    lines = [
        f"hnefi {version('hnefi')}, Python {platform.python_version()}, {platform.machine()}",
        f"{computer.name or 'no Raspberry Pi'}; {computer.text('/etc/debian_version')}",
        f"kernel {platform.release()}",
        "",
        *as_lines(checks),
        "",
        tomlkit.dumps(shown),
    ]
    secrets = [settings.bus.redis, str(Path.home())]
    if computer.user.uid:
        secrets.append(computer.user.name)
    try:
        with Path(file).open("x", encoding="utf-8") as stream:
            stream.write(without_secrets("\n".join(lines), secrets))
    except OSError as error:
        raise UsageMistake(
            f"--report: expected a new file to write, got {file[:200]} ({error.strerror})"
        ) from error
    sys.stderr.write(f"The report is in {file}. Read it before you send it.\n")
