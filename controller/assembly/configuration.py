"""The one configuration of a board and its page: read from a file, checked, never merged.

The first file that is found counts alone: the one that is named, the user's, the machine's.
Settings given beside it, such as the options of a command, win over the file's.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError, field_validator

from controller.assembly.complaints import complaints, nearest
from controller.assembly.errors import UsageMistake
from controller.notation.control import NO_CLOCK, parse_control
from controller.rules.toml_text import LARGEST_FILE, parse_tables
from controller.session.timing import Timing, timing_names
from controller.store.folder import NOWHERE, expanded
from hal.config import BoardConfig
from hal.section import Section
from hal.state_folder import home_folder

_NAME = Path("hnefi") / "board.toml"
_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")
_Milliseconds = Annotated[float, Field(ge=0, lt=1_000_000)]
Settings = Mapping[str, Any]


class ConfigurationError(UsageMistake):
    """A file is no configuration; `problems` says all that is wrong with it, a line each."""

    def __init__(self, problems: list[str]) -> None:
        """Say the first of them."""
        super().__init__(problems[0])
        self.problems = problems


def _control(text: str) -> str:
    parse_control(text)
    return text


def _host_name(name: str) -> str:
    if not _HOST_NAME.fullmatch(name):
        raise ValueError(
            f"expected a name such as board.local, without http:// and without a port, got "
            f"{name[:40]!r}"
        )
    return name


class PageSection(Section):
    """The page: its port, whether it is opened in a browser, and how it is open to the network.

    `names` are names of this machine that other devices may use, beside its addresses; a
    `tls_cert` needs its `tls_key`.
    """

    port: Annotated[int, Field(ge=0, le=65535)] = 8421
    browser: bool = True
    lan: bool = False
    lan_role: Literal["play", "watch"] = "play"
    names: tuple[Annotated[str, AfterValidator(_host_name)], ...] = ()
    tls_cert: str = ""
    tls_key: str = ""


class BusSection(Section):
    """The bus: the URL of a Redis server, nothing for one within the program; the board name."""

    redis: str = ""
    board_name: str = ""


class StoreSection(Section):
    """The games that are kept: their folder, `none` to keep nothing, nothing for the usual one."""

    folder: str = ""


class ClockSection(Section):
    """The clocks of a game: what they go by, such as fischer:15+10, or none."""

    control: Annotated[str, AfterValidator(_control)] = NO_CLOCK


class Configuration(BoardConfig):
    """All that can be configured; `timing` holds milliseconds such as settle_ms by name."""

    page: PageSection = Field(default_factory=PageSection)
    bus: BusSection = Field(default_factory=BusSection)
    store: StoreSection = Field(default_factory=StoreSection)
    clock: ClockSection = Field(default_factory=ClockSection)
    timing: dict[str, _Milliseconds] = Field(default_factory=dict)

    @field_validator("timing")
    @classmethod
    def _of_durations(cls, timing: dict[str, float]) -> dict[str, float]:
        known = [f"{name}_ms" for name in timing_names()]
        for key in timing:
            if key not in known:
                raise ValueError(f"expected {nearest(key, known)}, got the unknown key {key!r}")
        return timing

    def durations(self) -> Timing:
        """Return how long things must last before they count."""
        given = {key.removesuffix("_ms"): each / 1000 for key, each in self.timing.items()}
        return Timing.of(given)


def user_file() -> Path:
    """Return where a user's own configuration is looked for."""
    config = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    # By the specification, a path that is not absolute is ignored.
    return (config if config.is_absolute() else home_folder() / ".config") / _NAME


def find_file(named: str | None = None, option: str = "--config") -> Path | None:
    """Return the file that counts: the one that an option names, or the first that there is.

    Raises:
        UsageMistake: the named file is not there.
    """
    if named is not None:
        if not Path(named).is_file():
            raise UsageMistake(f"{option}: expected a file, found none at {named[:200]}")
        return Path(named)
    for path in (user_file(), Path("/etc") / _NAME):
        if path.is_file():
            return path
    return None


def load(file: Path | None, given: Settings | None = None) -> Configuration:
    """Return the configuration of a file, or the usual one; settings that are given win.

    Raises:
        ConfigurationError: the file is no TOML, or a key or value is wrong.
        UsageMistake: the file cannot be read.
    """
    settings = {} if file is None else settings_of(file)
    if file is not None:
        _check_folder(file, settings)
    try:
        return Configuration.model_validate(_frozen(_joined(settings, given or {})))
    except ValidationError as error:
        wrong = complaints(error, Configuration)
        raise ConfigurationError(
            [
                each if file is None or _is_given(each, given) else f"{file}: {each}"
                for each in wrong
            ]
        ) from error


def _is_given(complaint: str, given: Settings | None) -> bool:
    """Say whether a complaint is of a setting that was given beside the file."""
    found: Any = given
    for name in complaint.partition(": ")[0].split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found is not None


def _check_folder(file: Path, settings: Settings) -> None:
    """Refuse a folder of games that would be another one wherever hnefi is started."""
    store = settings.get("store")
    folder = store.get("folder") if isinstance(store, Mapping) else None
    if not isinstance(folder, str) or folder in ("", NOWHERE) or "\0" in folder:
        return
    if expanded(folder).is_absolute():
        return
    expected = "a whole path such as /srv/games or ~/games, or none"
    raise ConfigurationError([f"{file}: store.folder: expected {expected}, got {folder[:80]!r}"])


def settings_of(file: Path) -> dict[str, Any]:
    """Return what a file says, whether it is a configuration or not.

    Raises:
        ConfigurationError: it is no TOML.
        UsageMistake: it cannot be read.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise UsageMistake(f"{file}: expected a configuration of at most {LARGEST_FILE} bytes")
    except OSError as error:
        raise UsageMistake(
            f"{file}: expected a configuration to read ({error.strerror})"
        ) from error
    try:
        return parse_tables(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigurationError([f"{file}: expected TOML in UTF-8, got other bytes"]) from error
    except ValueError as error:
        raise ConfigurationError([f"{file}: expected TOML ({error})"]) from error


def _joined(settings: Any, given: Any) -> Any:
    """Return settings in which those that are given take the place of others."""
    if not isinstance(settings, Mapping) or not isinstance(given, Mapping):
        return given
    joined = dict(settings)
    for key, value in given.items():
        joined[key] = _joined(settings[key], value) if key in settings else value
    return joined


def _frozen(value: Any) -> Any:
    """Return settings with tuples for lists, as sections hold them."""
    if isinstance(value, dict):
        return {key: _frozen(each) for key, each in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
