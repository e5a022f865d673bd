"""`hnefi doctor`: what is missing, forbidden or in the way of a board, and how to fix it."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.assembly.remarks import remark
from controller.cli.options.board import (
    BaudOption,
    BoardOption,
    ChosenBoard,
    ConfigOption,
    SerialOption,
    StripOption,
    configured,
)
from controller.cli.options.diagnosis import (
    FaultsOption,
    JsonOption,
    SimulatedOption,
    WiredAsOption,
    write_checks,
)
from controller.cli.options.files import new_file, write_new
from controller.cli.options.typed import as_made, options_of

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from controller.cli.guiding import Pretended
    from controller.doctor.machine import Computer
    from hal.diagnosis.check import Check
    from hal.serial.board import SerialBoard

# How long a board may be lost while it is watched, in seconds.
_PATIENCE_S = 20.0
_SCAN_S = 0.01


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
    seconds: Annotated[
        float, typer.Option(metavar="S", help="How long to watch the board.", min=0.5, max=3600)
    ] = 10.0,
    as_json: JsonOption = False,
    report: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Also write a bug report without secrets to a file."),
    ] = None,
    simulated: SimulatedOption = None,
    faults: FaultsOption = None,
    wired_as: WiredAsOption = None,
) -> None:
    """Find what is wrong with computer, wires and settings.

    Each fault comes with a cure. The exit status is 1 if anything is wrong. Of a simulated board
    only the board is examined.
    """
    from controller.cli.guiding import Pretended
    from controller.doctor.machine import Computer

    pretended = Pretended(simulated, faults, wired_as)
    pretended.check()
    report_file = None if report is None else new_file(report, "--report")
    if not Path(root).is_dir():
        raise UsageMistake(f"--root: expected a folder, found none at {root[:200]}")
    computer, chosen = Computer(Path(root)), ChosenBoard(board, strip, serial, baud)
    settings, checks = _configuration(config, chosen)
    if simulated is not None:
        checks += _watched(settings, pretended, seconds)
    else:
        checks += _examined(computer, settings, config, chosen)
        if root == "/":
            checks += _board_checks(config, chosen, settings, seconds)
    status = write_checks(checks, "doctor", None, as_json=as_json)
    if report_file is not None:
        _write_report(report_file, computer, settings, checks)
    raise typer.Exit(status)


def _configuration(file: str | None, chosen: ChosenBoard) -> "tuple[Configuration, list[Check]]":
    """Return the configuration that counts, or else the usual one and what is wrong with it."""
    from controller.assembly.configuration import Configuration, ConfigurationError
    from hal.diagnosis.check import Check, Verdict

    try:
        return configured(file, chosen), []
    except ConfigurationError as error:
        cure = "Correct the file; until then all settings below are the defaults."
        wrong = [Check("configuration", Verdict.FAIL, each, cure) for each in error.problems]
        return Configuration(), wrong


def _examined(
    computer: "Computer", settings: "Configuration", config: str | None, chosen: ChosenBoard
) -> "list[Check]":
    import os

    from controller.assembly.configuration import find_file
    from controller.doctor.examination import examine
    from controller.store.folder import data_folder

    folder = data_folder(None, settings.store.folder, os.environ)
    file, typed = find_file(config), options_of(chosen.settings())
    return [
        replace(check, finding=as_made(check.finding, typed, file))
        if isinstance(check.finding, str)
        else check
        for check in examine(computer, settings, folder)
    ]


def _board_checks(
    config: str | None, chosen: ChosenBoard, settings: "Configuration", seconds: float
) -> "list[Check]":
    """Return whether a board answers, and what its sensors say while nobody touches them."""
    from controller.cli.guiding import Pretended
    from hal.config import GPIO_MATRIX, SERIAL
    from hal.diagnosis.check import Check, Verdict

    try:
        found = []
        if SERIAL in (settings.board.driver, settings.strip_driver):
            found = _over_serial(config, chosen, settings, seconds)
        if settings.board.driver == GPIO_MATRIX:
            found += _watched(settings, Pretended(), seconds)
    except UsageMistake as mistake:
        cure = (
            "Does the service play on it? sudo systemctl stop hnefi. Otherwise see "
            "docs/serial-board.md, When the board is lost."
        )
        return [Check("board", Verdict.FAIL, str(mistake), cure)]
    return found


def _over_serial(
    config: str | None, chosen: ChosenBoard, settings: "Configuration", seconds: float
) -> "list[Check]":
    """Return how new the firmware of a board is, and what its sensors say if it has any."""
    from controller.cli.waiting import found_board
    from hal.config import SERIAL
    from hal.diagnosis.check import Check, Verdict
    from hal.diagnosis.strip_length import strip_check
    from hal.serial.link.messages import PROTOCOL

    with found_board(config, chosen) as board:
        identity = board.link.identity
        if identity is None or identity.protocol < PROTOCOL:
            finding = f"The board on {board.name} has older firmware than this hnefi."
            answers = Check("firmware", Verdict.WARN, finding, "Run hnefi firmware flash.")
        else:
            version = ".".join(map(str, identity.version))
            finding = f"A board answers on {board.name}, {version}."
            answers = Check("firmware", Verdict.OK, finding)
        found = [answers]
        if settings.strip_driver == SERIAL:
            few = strip_check(board.driven_pixels, settings.wiring.pixels.used)
            found += [] if few is None else [few]
        if settings.board.driver == SERIAL:
            found += _sensors_behind(board, settings, seconds)
        return found


def _sensors_behind(
    board: "SerialBoard", settings: "Configuration", seconds: float
) -> "list[Check]":
    """Watch a board that was found, for as long as it stays there.

    Raises:
        UsageMistake: it was lost, and has not come back.
    """
    import time

    from controller.cli.waiting import busy, sentence_of
    from hal.diagnosis.conversation import hold
    from hal.diagnosis.untouched import look_untouched
    from hal.joined_board import JoinedBoard
    from hal.wiring.sensors import wired

    deadline = time.monotonic() + seconds + _PATIENCE_S

    def pause() -> None:
        time.sleep(_SCAN_S)
        if time.monotonic() > deadline:
            raise UsageMistake(sentence_of(board.trouble) or "the board is too slow to be watched")

    sensors = settings.wiring.sensors
    with busy("watching the board; do not touch it"):
        return hold(
            look_untouched(sensors.order(), seconds),
            JoinedBoard(wired(board, sensors), board),
            lambda _: None,
            pause,
        )


def _watched(settings: "Configuration", pretended: "Pretended", seconds: float) -> "list[Check]":
    """Watch a board that nobody touches, without its strip.

    Raises:
        UsageMistake: it cannot be opened.
    """
    from controller.cli.guiding import TooFewPixelsMistake, converse
    from hal.config import NO_STRIP, StripSection
    from hal.diagnosis.untouched import look_untouched

    dark = settings.model_copy(update={"strip": StripSection(driver=NO_STRIP)})
    asked = look_untouched(settings.wiring.sensors.order(), seconds)
    try:
        return converse(dark, asked, pretended, settings)
    except TooFewPixelsMistake as mistake:
        return [mistake.check]


def _write_report(
    file: Path, computer: "Computer", settings: "Configuration", checks: "list[Check]"
) -> None:
    """Write everything that helps strangers to help, and nothing that is not their business.

    Raises:
        UsageMistake: the file cannot be written.
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
    text = without_secrets("\n".join(lines), _secrets(computer, settings))
    write_new(file, text, "--report")
    remark(f"The report is in {file}. Read it before you send it.")


def _secrets(computer: "Computer", settings: "Configuration") -> list[str]:
    """Return what is nobody else's business: passwords, and names of people and computers."""
    import os
    import platform
    import re

    redis = settings.bus.redis
    secrets = [
        redis,
        *re.findall(r":([^:@/]+)@", redis),
        settings.bus.board_name,
        *settings.page.names,
        platform.node(),
        os.environ.get("SUDO_USER", ""),
    ]
    if computer.user.uid:
        secrets += [str(Path.home()), computer.user.name]
    return secrets
