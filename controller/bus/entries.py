"""What travels on the bus: one JSON object an entry, as bytes.

Whoever can reach the bus can put anything there, so nothing is decoded before its size is known,
and what is no JSON object in UTF-8 is an error with one line, never a surprise further in.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from controller.bus.errors import MessageError

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RawEntry:
    """An entry as it came: its place in its stream, and its bytes, None without just one field."""

    place: str
    data: bytes | None


def encode(entry: Mapping[str, Any]) -> bytes:
    """Return an object as it goes on the bus."""
    return json.dumps(entry, separators=(",", ":")).encode()


def decode(data: bytes | str | None, longest: int) -> JsonObject:
    """Return the object that bytes or text of at most a length stand for.

    Raises:
        MessageError: too long, or no JSON object; deeper than 200 brackets is none.
    """
    if data is None:
        raise MessageError("expected one field, 'json', got none or others")
    if len(data) > longest:
        raise MessageError(f"expected at most {longest} bytes, got {len(data)}")
    try:
        # Knows its limits: depth, digits of a number, bad UTF-8 and NaN are a ValueError.
        found = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise MessageError(f"expected a JSON object, got {error}") from error
    if not isinstance(found, dict):
        raise MessageError(f"expected a JSON object, got {_KINDS.get(type(found), 'null')}")
    return found


_KINDS = {list: "an array", str: "text", int: "a number", float: "a number", bool: "true or false"}
