"""The frames that firmware and controller share, and what their messages are here."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hal.serial.link.messages import (
    Ask,
    Baseline,
    Calibrate,
    Capability,
    ChainState,
    Configure,
    FullConfigure,
    Hello,
    Identity,
    Levels,
    LightFrame,
    LightLimits,
    Message,
    Occupancy,
    ResetCause,
    SetName,
    Shown,
    States,
    Statistics,
    Subject,
    ThresholdsMv,
)

_FILE = Path(__file__).parents[3] / "vectors" / "protocol.json"


@dataclass(frozen=True)
class Vector:
    """One message, its bytes, and its frame."""

    name: str
    message: Message
    data: bytes
    frame: bytes


@dataclass(frozen=True)
class Damage:
    """A stream, and what is delivered of it, as the bytes of messages."""

    name: str
    to: str  # board or controller
    stream: bytes
    delivered: list[bytes]
    dropped: int
    skipped: int


def vectors(*kinds: str) -> list[Vector]:
    """Return the vectors of some kinds: from_board, to_board, longer."""
    return [
        Vector(
            entry["name"],
            _message(entry["message"]),
            bytes.fromhex(entry["bytes"]),
            bytes.fromhex(entry["frame"]),
        )
        for kind in kinds
        for entry in _read()[kind]
    ]


def damages() -> list[Damage]:
    """Return the damaged streams."""
    return [
        Damage(
            entry["name"],
            entry["to"],
            bytes.fromhex(entry["stream"]),
            [bytes.fromhex(each) for each in entry["delivered"]],
            entry["dropped"],
            entry["skipped"],
        )
        for entry in _read()["damaged"]
    ]


def _read() -> Any:
    return json.loads(_FILE.read_text())


def _bits(sensors: list[int]) -> int:
    return sum(1 << sensor for sensor in sensors)


def _message(said: dict[str, Any]) -> Message:
    fields = {key: value for key, value in said.items() if key != "type"}
    for board in ("closed", "felt", "south", "north", "strong"):
        if board in fields:
            fields[board] = _bits(fields[board])
    if "levels" in fields:
        fields["levels"] = tuple(fields["levels"])
    match said["type"]:
        case "identity":
            return _identity(fields)
        case "statistics":
            return _statistics(fields)
        case "occupancy" | "levels" | "states" as kind:
            at_ms = fields.pop("time_ms")
            makers: dict[str, Callable[..., Message]]
            makers = {"occupancy": Occupancy, "levels": Levels, "states": States}
            return makers[kind](at_ms=at_ms, **fields)
        case "empty_levels":
            return Baseline(bool(fields["calibrated"]), fields["levels"])
        case "shown":
            return Shown(fields["number"])
    return _to_board(said["type"], fields)


def _to_board(kind: str, fields: dict[str, Any]) -> Message:
    match kind:
        case "hello":
            return Hello(fields["version"])
        case "light":
            return LightFrame(fields["number"], bytes.fromhex(fields["pixels"]))
        case "configure":
            return _configure(fields)
        case "set_name":
            return SetName(fields["name"])
        case "ask":
            return Ask(Subject(fields["for"]))
        case "calibrate":
            return Calibrate()
    raise ValueError(f"vectors: no message of type {kind!r} is known here")


def _configure(fields: dict[str, Any]) -> Configure | FullConfigure:
    if "silence" not in fields:
        return Configure(fields["report_ms"], fields["mode"])
    first, second, third = fields["byte_ua"]
    return FullConfigure(
        fields["report_ms"],
        fields["mode"],
        100 * fields["silence"],
        LightLimits(fields["ceiling_ua"], (first, second, third)),
        ThresholdsMv(*fields["thresholds"]),
    )


def _statistics(fields: dict[str, Any]) -> Statistics:
    cause = ResetCause(fields.pop("cause"))
    if "chain" in fields:
        fields["chain"] = ChainState(fields["chain"])
        fields["chain_at"] = None if fields["chain_at"] == 255 else fields["chain_at"]
        fields["is_dark"] = fields.pop("flags") == 1
    return Statistics(overruns=fields.pop("lost"), cause=cause, **fields)


def _identity(fields: dict[str, Any]) -> Identity:
    return Identity(
        protocol=fields.get("protocol", 1),
        least_protocol=fields["version"],
        build=fields.get("build", 0),
        name=fields.get("name", ""),
        sensors=fields["sensors"],
        rows=fields["rows"],
        columns=fields["columns"],
        version=tuple(fields["firmware"]),
        capabilities=Capability(fields["capabilities"]),
        pixels=fields["pixels"],
        full_scale_mv=fields["full_scale_mv"],
        cause=ResetCause(fields["cause"]),
        starts=fields["starts"],
    )
