"""A store that waits less for the disk than it must, to see that its losses are noticed."""

from collections.abc import Sequence

import pytest

from controller.store.database import Database, Value

# What SQLite says when it is asked for its setting.
_READ_BACK = {"NORMAL": 1, "FULL": 2}


def waiting_less(patch: pytest.MonkeyPatch, weaker: str) -> None:
    """Let databases be opened with a weaker `synchronous`: NORMAL or FULL."""
    run = Database.run

    def weakened(database: Database, sql: str, values: Sequence[Value] = ()) -> None:
        run(database, sql.replace("synchronous=EXTRA", f"synchronous={weaker}"), values)

    patch.setattr(Database, "run", weakened)
    patch.setattr("controller.store.database._EXTRA", _READ_BACK[weaker])
