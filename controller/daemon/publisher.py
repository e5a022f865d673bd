"""What a turn brought, put into the outbox; and which game it is that is played.

The game's thread only hands values over: whoever sends them writes them down.
"""

from collections.abc import Sequence
from functools import partial
from uuid import uuid4

from controller.bus.outbox import Outbox
from controller.bus.streams import Stream
from controller.bus.wire import write_event, write_frame, write_view
from controller.daemon.controller import Tick
from controller.events.view import BoardView, Phase
from controller.notation.moves import write_ply
from controller.rules.game import Ply


class Publisher:
    """Puts out what changed from turn to turn."""

    def __init__(self, outbox: Outbox) -> None:
        """Begin with a game to come."""
        self._outbox = outbox
        self._view: BoardView | None = None
        self._texts = _PlyTexts()
        self.game = _new_id()

    @property
    def view(self) -> BoardView | None:
        """What was put out last; None before the first turn."""
        return self._view

    def publish(self, turn: Tick) -> None:
        """Put out the events, the view and the plies if they changed, and the frame if any."""
        for event in turn.events:
            self._outbox.put(Stream.EVENTS, partial(write_event, event))
        if turn.view is not self._view:
            self._publish_view(self._view, turn.view)
        if turn.frame is not None:
            self._outbox.put(Stream.FRAME, partial(write_frame, turn.frame, turn.draw))

    def _publish_view(self, before: BoardView | None, view: BoardView) -> None:
        self._view = view
        # What is being set up is the next game already, with no plies.
        begins = view.phase is Phase.SET_UP and before and before.phase is not Phase.SET_UP
        if begins:
            self.game = _new_id()
        if before is None or begins or view.plies is not before.plies:
            self._outbox.put_game(partial(self._texts.game, self.game, view.plies))
        self._outbox.put(Stream.VIEW, partial(write_view, view, self.game))


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
