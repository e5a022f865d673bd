"""The type of an entry on the bus: one JSON object."""

from typing import Any

JsonObject = dict[str, Any]
