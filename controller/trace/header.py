"""The header of a trace: its board, its ruleset and its settings, as ``# key: value`` lines."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from controller.trace.errors import TraceError
from controller.trace.times import to_ms, write_ms

# Version 2 has commands that version 1 did not know: a new game by a ruleset, and set-ups.
VERSION = 2
_READ = (1, VERSION)

_MAGIC = "hnefi trace"
_OWN_KEYS = ("board", "ruleset", "period_ms", "began", "note")
_LINE = re.compile(r"# ([a-z][a-z0-9_]*):(?: (.*))?", re.ASCII)
_PERIOD = re.compile(r"[1-9]\d{0,4}", re.ASCII)
_BEGAN = re.compile(r"(?:0|[1-9]\d{0,10})\.\d{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TraceHeader:
    """The header; `settings` may have any keys, and every text is one line.

    Raises:
        TraceError: a value cannot stand in a header.
    """

    board: str = ""  # which board, with which sensors
    ruleset: str = ""  # its name
    period_s: float = 0.01  # from scan to scan, in whole milliseconds
    began: float = 0.0  # the board's clock at time 0.000 of the lines, in seconds
    settings: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    version: int = VERSION

    def __post_init__(self) -> None:
        """Refuse values that would not be read back unchanged."""
        if self.version not in _READ:
            expected = " or ".join(map(str, _READ))
            raise TraceError(f"{_MAGIC}: expected version {expected}, got {str(self.version)[:40]}")
        period, began = to_ms(self.period_s), to_ms(self.began)
        if abs(1000 * self.period_s - period) > 1e-6 or not _PERIOD.fullmatch(str(period)):
            raise TraceError(f"period: expected 0.001 to 99.999 s, whole ms, got {self.period_s}")
        if not _BEGAN.fullmatch(write_ms(began)):
            raise TraceError(f"began: expected a clock in seconds, not negative, got {self.began}")
        for key, value in self.settings.items():
            if key in _OWN_KEYS or not _LINE.fullmatch(f"# {key}:"):
                raise TraceError(f"settings: expected a key such as settle_ms, got {key[:40]!r}")
            _check_text(key, value)
        for key in ("board", "ruleset", "note"):
            _check_text(key, getattr(self, key))
        object.__setattr__(self, "period_s", period / 1000)
        object.__setattr__(self, "began", began / 1000)
        object.__setattr__(self, "settings", MappingProxyType(dict(self.settings)))


def header_lines(header: TraceHeader) -> list[str]:
    """Return the lines of a header, without empty values."""
    own = {
        "board": header.board,
        "ruleset": header.ruleset,
        "period_ms": str(to_ms(header.period_s)),
        "began": write_ms(to_ms(header.began)),
    }
    pairs = [(key, value) for key, value in own.items() if value]
    pairs += header.settings.items()
    if header.note:
        pairs.append(("note", header.note))
    return [
        f"# {_MAGIC}: {header.version}",
        *(f"# {key}: {value}".rstrip() for key, value in pairs),
    ]


def header_from_lines(numbered: Iterable[tuple[int, str]]) -> TraceHeader:
    """Return the header in numbered lines.

    Raises:
        TraceError: the lines are not a trace, of an unknown version, or malformed.
    """
    lines = iter(numbered)
    number, first = next(lines, (1, ""))
    version = first.removeprefix(f"# {_MAGIC}: ")
    if version == first:
        raise TraceError(f"line {number}: expected '# {_MAGIC}: {VERSION}', got {first[:40]!r}")
    if version not in map(str, _READ):
        expected = " or ".join(map(str, _READ))
        raise TraceError(f"line {number}: expected version {expected}, got {version[:40]!r}")
    found: dict[str, str] = {}
    for number, text in lines:
        match = _LINE.fullmatch(text)
        if match is None or match[1] in found:
            raise TraceError(f"line {number}: expected '# key: value', once, got {text[:40]!r}")
        found[match[1]] = _checked(number, match[1], match[2] or "")
    return _header(found, int(version))


def _header(found: dict[str, str], version: int) -> TraceHeader:
    return TraceHeader(
        board=found.pop("board", ""),
        ruleset=found.pop("ruleset", ""),
        period_s=int(found.pop("period_ms", "10")) / 1000,
        began=float(found.pop("began", "0.000")),
        note=found.pop("note", ""),
        settings=found,
        version=version,
    )


def _checked(number: int, key: str, value: str) -> str:
    """Return the value of a key, if it is allowed."""
    try:
        _check_text(key, value)
    except TraceError as error:
        raise TraceError(f"line {number}: {error}") from None
    for of_key, pattern, words in (
        ("period_ms", _PERIOD, "1 to 99999"),
        ("began", _BEGAN, "seconds such as 12.340"),
    ):
        if key == of_key and not pattern.fullmatch(value):
            raise TraceError(f"line {number}: {key}: expected {words}, got {value[:40]!r}")
    return value


def _check_text(key: str, value: str) -> None:
    # No line breaks, and nothing that could control a terminal.
    if not value.isprintable() or value != value.strip():
        raise TraceError(f"{key}: expected one line of plain text, got {value[:40]!r}")
