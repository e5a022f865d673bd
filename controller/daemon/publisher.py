"""What a turn brought, put into the outbox; and which game it is that is played.

The game's thread only hands values over: whoever sends them writes them down.
"""

from collections.abc import Sequence
from functools import partial
from uuid import uuid4

from controller.bus.entries import JsonObject
from controller.bus.outbox import Outbox
from controller.bus.streams import Stream
from controller.bus.wire import write_event, write_frame, write_view
from controller.daemon.controller import Tick
from controller.daemon.keeper import Keeper
from controller.events.event import Event, GameStarted
from controller.events.view import BoardView, Phase
from controller.lights.meaning import STYLES
from controller.lights.scene import LightGroup, light_groups
from controller.notation.moves import write_ply
from controller.rules.game import Ply
from controller.rules.geometry import SQUARE_NAMES


class Publisher:
    """Puts out what changed from turn to turn."""

    def __init__(
        self, outbox: Outbox, keeper: Keeper | None = None, game: str | None = None
    ) -> None:
        """Begin with a game to come, or go on with the one of an id."""
        self._outbox = outbox
        self._keeper = keeper
        self._view: BoardView | None = None
        self._saved: int | bool | None = None
        self._texts = _PlyTexts()
        self.game = game or _new_id()

    @property
    def view(self) -> BoardView | None:
        """What was put out last; None before the first turn."""
        return self._view

    def publish(self, turn: Tick) -> None:
        """Put out the events, the view and the plies if they changed, and the frame if any."""
        another = self._is_another_game(turn)
        if another:
            self.game = _new_id()
        for event in self._kept(turn):
            self._outbox.put(Stream.EVENTS, partial(write_event, event))
        before, self._view = self._view, turn.view
        if before is None or another or turn.view.plies is not before.plies:
            self._outbox.put_game(partial(self._texts.game, self.game, turn.view.plies))
        saved = None if self._keeper is None else self._keeper.saved
        if turn.view is not before or another or saved != self._saved:
            self._saved = saved
            self._outbox.put(Stream.VIEW, partial(_write_view, turn.view, self.game, saved=saved))
        if turn.frame is not None:
            self._outbox.put(Stream.FRAME, partial(write_frame, turn.frame, turn.draw))

    def _is_another_game(self, turn: Tick) -> bool:
        """Say whether what stands from now on is the next game, with no plies."""
        if self._view is None or self._view.phase is Phase.SET_UP:
            return False
        # Where the start position stands already, nothing is set up before the game starts.
        starts = any(isinstance(event, GameStarted) for event in turn.events)
        return starts or turn.view.phase is Phase.SET_UP

    def _kept(self, turn: Tick) -> Sequence[Event]:
        """Hand events to whoever keeps them; return those that may go out at once."""
        if self._keeper is None:
            return turn.events
        now = self._keeper.keep(self.game, turn.at, turn.events)
        if turn.view.phase is Phase.SET_UP:
            self._keeper.begin()
        return now


def _write_view(view: BoardView, game: str, *, saved: int | bool | None) -> JsonObject:
    return write_view(view, game, saved=saved, lights=[*map(_write_group, light_groups(view))])


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
        same = len(self._plies)
        if plies[:same] != self._plies:
            pairs = enumerate(zip(self._plies, plies, strict=False))
            shorter = min(same, len(plies))
            same = next((n for n, (one, other) in pairs if one != other), shorter)
        self._texts[same:] = [write_ply(ply) for ply in plies[same:]]
        self._plies = plies
        return game, self._texts


def _new_id() -> str:
    return uuid4().hex[:12]
