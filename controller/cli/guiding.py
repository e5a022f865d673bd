"""Holds the conversation of a diagnosis: with a real board and its builder, or with simulated ones.

Sentences go to standard error, so that what was found stands alone on standard output.
"""

import select
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from controller.assembly.errors import UsageMistake
from controller.assembly.remarks import remark
from controller.cli.options.together import refuse_without

if TYPE_CHECKING:
    from pathlib import Path

    from controller.assembly.configuration import Configuration
    from hal.config import BoardConfig
    from hal.diagnosis.check import Check
    from hal.diagnosis.conversation import Conversation
    from hal.notice import Notice
    from simulators.boards.soldered import Soldering

_Result = TypeVar("_Result")
_SCAN_S = 0.01


@dataclass(frozen=True, slots=True)
class Pretended:
    """What options say of a simulated board; no kind stands for a real one."""

    kind: str | None = None
    faults: str | None = None
    wired_as: str | None = None

    def check(self) -> None:
        """Make sure that the options go together.

        Raises:
            UsageMistake: they do not.
        """
        from simulators.workbench import KINDS

        if self.kind is None:
            given = {"--faults": self.faults, "--wired-as": self.wired_as}
            refuse_without("--simulated", given)
        elif self.kind not in KINDS:
            raise UsageMistake(
                f"--simulated: expected one of {', '.join(KINDS)}, got {self.kind[:40]!r}"
            )

    def file_to_write(self, named: str | None) -> "Path | None":
        """Return the configuration to write to; of a simulated board only one that is named.

        Nobody who tries a command out wants to lose what counts for the real board.

        Raises:
            UsageMistake: the named file is not there.
        """
        from controller.assembly.configuration import find_file, user_file

        if self.kind is not None and named is None:
            return None
        return find_file(named) or user_file()

    def soldering(self, believed: "Configuration") -> "Soldering":
        """Return how the simulated board is really soldered.

        Raises:
            UsageMistake: an option is wrong.
            UnknownDriverError: the program believes in a board or a strip that there is not.
        """
        from controller.assembly.configuration import find_file, load
        from hal.boards import check_drivers
        from simulators.boards.soldered import Soldering
        from simulators.drivers import in_software_only
        from simulators.table.faults import FaultSpecError, parse_faults

        # No driver of these is opened, so nothing else would say that it has no such name.
        driver = believed.board.driver
        check_drivers(believed, [driver] if in_software_only(driver) else [])
        try:
            faults = parse_faults(self.faults or "")
        except FaultSpecError as error:
            raise UsageMistake(f"--{error}") from error
        really = believed
        if self.wired_as is not None:
            really = load(find_file(self.wired_as, "--wired-as"))
        wiring = really.wiring
        return Soldering(wiring.sensors, wiring.pixels, faults, data=_data(really, believed))


class TooFewPixelsMistake(UsageMistake):
    """The firmware drives fewer pixels than the wiring needs; `check` says so, too."""

    def __init__(self, check: "Check") -> None:
        """Say what was found, and the cure."""
        from controller.assembly.checks import in_words

        super().__init__(f"{in_words(check.finding)} {in_words(check.cure)}")
        self.check = check


def converse(
    config: "BoardConfig",
    conversation: "Conversation[_Result]",
    pretended: Pretended,
    believed: "Configuration",
    also: Callable[[], None] = lambda: None,
) -> _Result:
    """Hold a conversation with a board that is opened as a configuration says, to its end.

    `also` is called between two readings.

    Raises:
        UsageMistake: the board cannot be opened.
    """
    from hal.diagnosis.strip_length import TooFewPixelsError, with_enough_pixels
    from hal.errors import HalError

    conversation = with_enough_pixels(conversation, config.wiring.pixels.used)
    try:
        if pretended.kind is None:
            return _in_real_time(config, conversation, also)
        return _pretended(config, conversation, pretended, believed)
    except TooFewPixelsError as error:
        raise TooFewPixelsMistake(error.check) from error
    except HalError as error:
        raise UsageMistake(str(error)) from error


def write_settings(
    file: "Path | None", settings: "Mapping[str, dict[str, Any] | None]", what: str
) -> None:
    """Write what was found into a configuration, and say where it is now.

    Raises:
        UsageMistake: the file cannot be written.
    """
    from controller.assembly.rewriting import rewrite

    if file is None:
        sys.stderr.write(
            "Nothing is written, because the board is simulated; --config FILE names a "
            "configuration to write to.\n"
        )
        return
    rewrite(file, settings)
    remark(f"{what} {file}.")


def _in_real_time(
    config: "BoardConfig", conversation: "Conversation[_Result]", also: Callable[[], None]
) -> _Result:
    from controller.assembly.interrupts import interruptible
    from controller.cli.waiting import find_sensors
    from hal.boards import open_board
    from hal.diagnosis.conversation import hold

    due = 0.0

    def pause() -> None:
        nonlocal due
        also()
        now = time.monotonic()
        due = max(due + _SCAN_S, now)
        time.sleep(due - now)

    with interruptible(), open_board(config) as board:
        find_sensors(board)
        due = time.monotonic()
        return hold(conversation, board, _say, pause, _has_pressed_enter)


def _pretended(
    config: "BoardConfig",
    conversation: "Conversation[_Result]",
    pretended: Pretended,
    believed: "Configuration",
) -> _Result:
    from simulators.avr.errors import AvrError
    from simulators.workbench import KINDS, Workbench

    kind = next(kind for kind in KINDS if kind == pretended.kind)
    try:
        bench = Workbench(kind, pretended.soldering(believed))
        return bench.converse(config, conversation, heard=_say)
    except AvrError as error:
        raise UsageMistake(f"--simulated: {error}") from error


def _data(really: "Configuration", believed: "Configuration") -> bool:
    """Say whether the data wire of the strip is where the program believes it to be."""
    strips = really.strip, believed.strip
    pins = [
        {"ws281x": s.ws281x.pin, "leds0": s.leds0.pin, "spi": s.spi.device}.get(s.driver or "")
        for s in strips
    ]
    return pins[0] == pins[1]


def _say(words: "Notice") -> None:
    from controller.assembly.checks import in_words

    sys.stderr.write(f"{in_words(words)}\n")
    sys.stderr.flush()


def _has_pressed_enter() -> bool:
    """Say whether somebody has pressed Enter at the terminal since the last call."""
    if not sys.stdin or not sys.stdin.isatty():
        return False
    if select.select([sys.stdin], [], [], 0)[0]:
        sys.stdin.readline()
        return True
    return False
