"""`hnefi config`: a configuration made from a kit, shown as it counts, and checked."""

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options import offering
from controller.cli.options.board import ConfigOption, configured
from controller.cli.options.files import whole_or_gone
from controller.cli.printing import print_json, print_lines, print_sentences

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def init(
    *,
    kit: Annotated[
        str,
        typer.Argument(
            metavar="KIT", autocompletion=offering.kits, help="Such as nano-reed or gpio-matrix."
        ),
    ],
    config: ConfigOption = None,
) -> None:
    """Write the configuration of a kit into a new file."""
    from pathlib import Path

    from controller.assembly.configuration import user_file
    from hal.errors import ConfigError
    from hal.kits import kit_text

    file = user_file() if config is None else Path(config)
    try:
        text = kit_text(kit)
        file.parent.mkdir(parents=True, exist_ok=True)
        # What somebody has changed by hand must not be lost.
        with whole_or_gone(file) as stream:
            stream.write(text)
    except ConfigError as error:
        raise UsageMistake(str(error)) from error
    except FileExistsError as error:
        raise UsageMistake(
            f"{file}: expected no file yet, found one; move it away first"
        ) from error
    except OSError as error:
        raise UsageMistake(f"{file}: expected a file to write ({error.strerror})") from error
    named = "" if config is None else f" --config {shlex.quote(config)}"
    print_lines(f"{file} holds the kit {kit} now. Next: hnefi config check{named}")


def show(*, config: ConfigOption = None, as_json: JsonOption = False) -> None:
    """Show every setting that counts, and its file."""
    import tomlkit

    from controller.assembly.configuration import find_file

    file, chosen = find_file(config), configured(config)
    settings = chosen.model_dump(mode="json", exclude_none=True)
    if as_json:
        print_json({"file": file and str(file), "settings": settings})
        return
    where = f"from {file}" if file else "without a file: all settings are the defaults"
    print_lines(f"# {where}", *tomlkit.dumps(settings).splitlines())


def check(*, config: ConfigOption = None, as_json: JsonOption = False) -> None:
    """Check a configuration, and count pins and current.

    The exit status is 1 if it is wrong.
    """
    from controller.assembly.configuration import ConfigurationError, find_file

    file = find_file(config)
    chosen: Configuration | None = None
    try:
        chosen = configured(config)
        problems = [f"{file}: {each}" if file else each for each in _problems(chosen)]
    except ConfigurationError as error:
        problems = error.problems
    report = {
        "file": file and str(file),
        "problems": problems,
        "notes": _notes(chosen),
        **_counts(chosen),
    }
    if as_json:
        print_json(report)
    else:
        print_sentences(*_words(report))
    raise typer.Exit(1 if problems else 0)


def _problems(chosen: "Configuration") -> list[str]:
    from controller.assembly.usable import page_problems
    from hal.boards import problems_of
    from simulators.drivers import BOARD_NAMES

    return [*problems_of(chosen, BOARD_NAMES), *page_problems(chosen)]


def _notes(chosen: "Configuration | None") -> list[str]:
    """Return what is no mistake, and may be none that people meant."""
    from simulators.drivers import in_software_only

    driver = "" if chosen is None else chosen.board.driver
    if not in_software_only(driver):
        return []
    return [f"board.driver: {driver} is a simulated board: hnefi simulate plays on it, not play"]


def _counts(chosen: "Configuration | None") -> dict[str, Any]:
    """Return what a configuration uses: pins, pixels, current."""
    from hal.gpio.header import POSITIONS
    from hal.gpio.pin_use import free_pins, pin_uses

    if chosen is None:
        return {}
    power = chosen.power
    pixels = len(chosen.wiring.pixels.pixels())
    white = 121 * chosen.wiring.pixels.per_square * (power.red_ma + power.green_ma + power.blue_ma)
    return {
        "pins": [
            {"gpio": use.gpio, "pin": POSITIONS[use.gpio], "used_by": use.used_by}
            for use in pin_uses(chosen)
        ],
        "free": free_pins(chosen),
        "pixels": pixels,
        "white_ma": round(white + pixels * power.standby_ma + power.other_ma),
        "supply_ma": power.supply_ma,
    }


def _words(report: dict[str, Any]) -> list[str]:
    lines = [f"file: {report['file'] or 'none, all settings are the defaults'}"]
    pins = report.get("pins", [])
    lines += [f"GPIO {use['gpio']:>2}, pin {use['pin']:>2}: {use['used_by']}" for use in pins]
    if pins:
        free = ", ".join(map(str, report["free"])) or "none"
        lines.append(f"free: {free}")
    if "pixels" in report:
        lines.append(
            f"{report['pixels']} pixels: all white would draw {report['white_ma']} mA; they are "
            f"dimmed to stay within {report['supply_ma']} mA"
        )
    lines += report["notes"]
    return lines + (report["problems"] or ["All is well."])
