"""What travels on the bus: one JSON object an entry."""

from typing import Any

JsonObject = dict[str, Any]
