"""Keeps the games of simulated people as a daemon would; in virtual time no disk is waited for."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from controller.assembly.errors import UsageMistake
from controller.assembly.keeping import hold_folder
from controller.daemon.controller import Tick
from controller.daemon.keeper import Keeper
from controller.daemon.played import PlayedGame
from controller.daemon.terms import Terms
from controller.rules.compiled import Rules
from controller.store.folder import Folder
from controller.store.writer import Aside, Trouble, Writer

# What people play in virtual time comes faster than any disk writes.
_MOST_WAITING = 1000
_PATIENCE_S = 60.0


@contextmanager
def kept_games(
    folder: Folder | None, rules: Rules, terms: Terms
) -> Iterator[Callable[[Tick], None]]:
    """Give what takes in each turn, and keeps the games in a folder, if there is one.

    Raises:
        UsageMistake: another process uses the folder, or games cannot be written to it.
    """
    if folder is None:
        yield lambda _: None
        return
    hold_folder(folder)
    began_ms, now_s = round(1000 * time.time()), 0.0
    keeper = Keeper(
        rules.ruleset,
        lambda: began_ms + round(1000 * now_s),
        lambda _: None,
        lambda: None,
        terms.names,
    )
    troubles: list[Trouble | None] = []
    writer = Writer(folder, keeper.on_disk, troubles.append)
    keeper.connect(writer.put)
    played = PlayedGame(keeper)

    def keep(turn: Tick) -> None:
        nonlocal now_s
        now_s = turn.at
        played.follow(turn)
        if writer.backlog > _MOST_WAITING:
            writer.wait_until_at_most(_MOST_WAITING // 2, _PATIENCE_S)

    writer.start()
    try:
        yield keep
        # Nobody plays on.
        keeper.begin()
    finally:
        written = writer.close(_PATIENCE_S)
        folder.release()
    if not written:
        raise UsageMistake(f"--data: {_why(troubles)}")


def _why(troubles: Sequence[Trouble | None]) -> str:
    """Return why games were not written; None says that a trouble was over."""
    for trouble in reversed(troubles):
        if trouble is not None:
            return trouble.why if isinstance(trouble, Aside) else str(trouble)
    return "the disk is too slow"
