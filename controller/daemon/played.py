"""Which game it is that is played on a board, and what is kept of it."""

from collections.abc import Mapping, Sequence
from uuid import uuid4

from controller.daemon.beside import beside
from controller.daemon.controller import Tick
from controller.daemon.keeper import Keeper
from controller.events.event import Event, GameStarted
from controller.events.view import BoardView, Phase
from controller.rules.pieces import Side


class PlayedGame:
    """Follows a board from turn to turn, from one game to the next."""

    def __init__(
        self,
        keeper: Keeper | None = None,
        game: str | None = None,
        names: Mapping[Side, str] | None = None,
    ) -> None:
        """Begin with a game to come, or go on with the one of an id.

        `names` are those of the players, where no keeper knows them.
        """
        self._keeper = keeper
        self._names = names or {}
        self._phase: Phase | None = None
        self._view: BoardView | None = None
        self._closed = False  # it is over, and what people look back at is no part of it
        self.id = game or _new_id()

    @property
    def saved(self) -> int | bool | None:
        """How many plies are on disk, False while none can be written, None if none are kept."""
        return None if self._keeper is None or self._closed else self._keeper.saved

    @property
    def names(self) -> Mapping[Side, str]:
        """The names of the players, where they are known."""
        return self._names if self._keeper is None else self._keeper.names

    def call(self, names: Mapping[Side, str]) -> None:
        """Take in who plays the games to come."""
        if self._keeper is not None:
            self._keeper.call(names)
        self._names = names

    def follow(self, turn: Tick) -> tuple[bool, Sequence[Event]]:
        """Take in a turn; return whether it is another game now, and the events that may go out."""
        another = self._is_another(turn)
        if another:
            self.id = _new_id()
            self._closed = False
        # A game that was won is not lost because somebody looks for his mistakes in it.
        self._closed = self._closed or (turn.view.reviewed and self._phase is Phase.OVER)
        self._phase = turn.view.phase
        now = self.keep(turn.events, turn.at)
        self._accompany(turn)
        if self._keeper is not None and turn.view.phase is Phase.SET_UP:
            self._keeper.begin()
        return another, now

    def _accompany(self, turn: Tick) -> None:
        """Keep who sits beside the game; of a view that is as before there is nothing new."""
        if self._keeper is None or self._closed or turn.view is self._view:
            return
        self._view = turn.view
        self._keeper.accompany(beside(turn.view), turn.at)

    def keep(self, events: Sequence[Event], at: float) -> Sequence[Event]:
        """Hand events to whoever keeps them; return those that may go out at once."""
        if self._keeper is None or self._closed:
            return events
        return self._keeper.keep(self.id, at, events)

    def _is_another(self, turn: Tick) -> bool:
        """Say whether what stands from now on is the next game, with no plies."""
        if self._phase is None or self._phase is Phase.SET_UP:
            return False
        # Where the start position stands already, nothing is set up before the game starts.
        starts = any(isinstance(event, GameStarted) for event in turn.events)
        return starts or turn.view.phase is Phase.SET_UP


def _new_id() -> str:
    return uuid4().hex[:12]
