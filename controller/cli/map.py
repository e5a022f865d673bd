"""`hnefi map`: learns how sensors and pixels are wired, and writes it to the configuration."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
from controller.cli.options.together import refuse_with

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration
    from controller.cli.guiding import Pretended
    from hal.diagnosis.check import Check
    from hal.diagnosis.wiring_search import Answer


def learn(  # noqa: PLR0913 - an option each
    *,
    config: ConfigOption = None,
    board: BoardOption = None,
    strip: StripOption = None,
    serial: SerialOption = None,
    baud: BaudOption = None,
    by_name: Annotated[
        bool, typer.Option("--by-name", help="Ask for squares by name: for a board without light.")
    ] = False,
    each: Annotated[
        bool,
        typer.Option("--each", help="Ask for all 121 squares; for wires crossed one by one."),
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Begin from the start, whatever was answered before.")
    ] = False,
    as_json: JsonOption = False,
    simulated: SimulatedOption = None,
    faults: FaultsOption = None,
    wired_as: WiredAsOption = None,
) -> None:
    """Learn how sensors and pixels are wired.

    Put one piece where the light asks. The configuration then gets the wiring. Stop with Ctrl-C
    whenever you like: the next time it goes on from there.
    """
    from controller.cli.guiding import Pretended

    pretended = Pretended(simulated, faults, wired_as)
    pretended.check()
    if each:
        refuse_with("--each", {"--by-name": by_name}, "which asks by light")
    chosen = ChosenBoard(board=board, strip=strip, serial=serial, baud=baud)
    believed = configured(config, chosen)
    file = pretended.file_to_write(config)
    notes = _notes(each=each, by_name=by_name, known=not again and simulated is None)
    if each:
        checks = _learn_each(file, believed, pretended, notes)
    else:
        checks = _learn(file, believed, pretended, notes, by_name=by_name)
    raise typer.Exit(write_checks(checks, "map", None, as_json=as_json))


def _learn(
    file: Path | None,
    believed: "Configuration",
    pretended: "Pretended",
    notes: "_Notes",
    *,
    by_name: bool,
) -> "list[Check]":
    """Learn a matrix and a strip, and write what differs."""
    from controller.cli.guiding import converse, write_settings
    from hal.config import NO_STRIP, WiringSection
    from hal.diagnosis.mapping import learn_wiring, raw_pixels
    from hal.diagnosis.wiring_differences import differences
    from hal.diagnosis.wiring_search import WiringSearch

    pixels = None if by_name or believed.strip_driver == NO_STRIP else believed.wiring.pixels
    search = WiringSearch(pixels)
    for answer in notes.read():
        search.take(answer)
    raw = WiringSection(pixels=raw_pixels(believed.wiring.pixels))
    conversation = learn_wiring(search, pixels)
    learnt = converse(
        believed.model_copy(update={"wiring": raw}),
        conversation,
        pretended,
        believed,
        lambda: notes.write(search.answers),
    )
    if learnt.found is None:
        if search.is_hopeless:
            notes.forget()
        return learnt.checks
    notes.forget()
    found = learnt.found
    new: dict[str, dict[str, Any] | None] = {"wiring.sensors": _settings(found.sensors)}
    if found.pixels is not None:
        new["wiring.pixels"] = _settings(found.pixels)
    write_settings(file, new, _done(len(search.answers)))
    wiring = believed.wiring
    return [*learnt.checks, *differences(found, wiring.sensors, wiring.pixels)]


def _learn_each(
    file: Path | None, believed: "Configuration", pretended: "Pretended", notes: "_Notes"
) -> "list[Check]":
    """Learn the sensor of every square, and write them by name."""
    from controller.cli.guiding import converse, write_settings
    from hal.config import WiringSection
    from hal.diagnosis.mapping import learn_each
    from hal.diagnosis.wiring_differences import each_differences

    answers = notes.read()
    raw = WiringSection(pixels=believed.wiring.pixels)
    wiring = believed.wiring.sensors
    learnt = converse(
        believed.model_copy(update={"wiring": raw}),
        learn_each(answers, wiring),
        pretended,
        believed,
        lambda: notes.write(answers),
    )
    if learnt.found is None:
        return learnt.checks
    notes.forget()
    new = {"wiring.sensors": _settings(learnt.found)}
    write_settings(file, new, _done(len(answers)))
    return [*learnt.checks, *each_differences(learnt.found, wiring)]


def _settings(section: Any) -> dict[str, Any] | None:
    """Return the settings of a section that are not the usual ones; None if all are."""
    settings = section.model_dump(exclude_defaults=True)
    return settings or None


def _done(placements: int) -> str:
    return f"{placements} placements have settled it. The wiring is in"


class _Notes:
    """The answers so far, in a file, so that nobody has to begin again."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._written = 0

    def read(self) -> "list[Answer]":
        """Return the answers of the last time."""
        from controller.assembly.answers import read_answers

        answers = [] if self._file is None else read_answers(self._file)
        self._written = len(answers)
        if answers:
            sys.stderr.write(
                f"{len(answers)} answers are known from the last time; --again forgets them.\n"
            )
        return answers

    def write(self, answers: "list[Answer]") -> None:
        """Keep answers, if there are new ones."""
        from controller.assembly.answers import write_answers

        if self._file is not None and len(answers) > self._written:
            self._written = len(answers)
            write_answers(self._file, answers)

    def forget(self) -> None:
        """Let nobody go on from here."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)


def _notes(*, each: bool, by_name: bool, known: bool) -> _Notes:
    """Return the notes of one way to ask; none where nothing is to be kept."""
    from controller.assembly.answers import answers_file

    if not known:
        return _Notes(None)
    return _Notes(answers_file("each" if each else "by-name" if by_name else "light"))
