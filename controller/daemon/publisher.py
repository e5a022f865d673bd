"""What a turn brought, put into the outbox.

The game's thread only hands values over: whoever sends them writes them down.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from sys import intern

from controller.bus.entries import JsonObject
from controller.bus.outbox import Outbox
from controller.bus.streams import Stream
from controller.bus.wire import write_event, write_frame, write_view
from controller.daemon.controller import Tick
from controller.daemon.played import PlayedGame
from controller.events.view import BoardView
from controller.lights.meaning import STYLES
from controller.lights.scene import LightGroup, light_groups
from controller.notation.moves import write_ply
from controller.rules.game import Ply
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.pieces import Side


class Publisher:
    """Puts out what changed from turn to turn."""

    def __init__(self, outbox: Outbox, played: PlayedGame | None = None) -> None:
        """Begin with a game to come, or go on with one that was played before."""
        self.played = played or PlayedGame()
        self._outbox = outbox
        self._view: BoardView | None = None
        self._saved: int | bool | None = None
        self._texts = _PlyTexts()

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.played.id

    @property
    def view(self) -> BoardView | None:
        """What was put out last; None before the first turn."""
        return self._view

    def publish(self, turn: Tick) -> None:
        """Put out the events, the view and the plies if they changed, and the frame if any."""
        played = self.played
        another, events = played.follow(turn)
        for event in events:
            self._outbox.put(Stream.EVENTS, partial(write_event, event))
        before, self._view = self._view, turn.view
        if before is None or another or turn.view.plies is not before.plies:
            self._outbox.put_game(partial(self._texts.game, played.id, turn.view.plies))
        saved = played.saved
        # No ply on disk, and none that can be written, are the same number: 0 is False.
        news = (saved, saved is False) != (self._saved, self._saved is False)
        if turn.view is not before or another or news:
            self._saved = saved
            written = partial(_write_view, turn.view, played.id, saved=saved, names=played.names)
            self._outbox.put(Stream.VIEW, written)
        if turn.frame is not None:
            self._outbox.put(Stream.FRAME, partial(write_frame, turn.frame, turn.draw))


def _write_view(
    view: BoardView, game: str, *, saved: int | bool | None, names: Mapping[Side, str]
) -> JsonObject:
    lights = [*map(_write_group, light_groups(view))]
    return write_view(view, game, saved=saved, names=names, lights=lights)


def _write_group(group: LightGroup) -> JsonObject:
    style = STYLES[group.meaning]
    return {
        "meaning": group.meaning,
        "rhythm": style.rhythm,
        "colour": bytes(style.colour).hex(),
        "level": style.level,
        "squares": [SQUARE_NAMES[square] for square in group.squares],
        "from": SQUARE_NAMES[group.origin],
    }


class _PlyTexts:
    """Plies as text, each written once; called by whoever sends them, never by two at a time."""

    def __init__(self) -> None:
        self._plies: tuple[Ply, ...] = ()
        self._texts: list[str] = []

    def game(self, game: str, plies: tuple[Ply, ...]) -> tuple[str, Sequence[str]]:
        same = min(len(self._plies), len(plies))
        # A ply is made for what goes before it: the same one there says that all before are.
        while same and plies[same - 1] is not self._plies[same - 1]:
            same -= 1
        self._texts[same:] = [intern(write_ply(ply)) for ply in plies[same:]]
        self._plies = plies
        return game, self._texts
