"""Engines of others as players, each by its protocol: `opentafl: COMMAND`, `htp: ...`, `uci: ...`.

The rules core judges what they do. Who answers late, ends, or plays what is not legal has failed,
and the error says which it was.
"""

from collections.abc import Callable

from controller.engine.errors import PeerError
from controller.engine.players import Choice
from controller.engine.protocols.dialects import Dialect
from controller.engine.protocols.process import GRACE_S, LineProcess
from controller.rules.game import Game
from controller.rules.lines import Move
from controller.rules.sentences import refusal_sentence
from controller.words.catalogue import say


class Peer:
    """Another program as a player."""

    def __init__(
        self,
        command: str,
        dialect: Callable[[LineProcess], Dialect],
        grace_s: float = GRACE_S,
    ) -> None:
        """Choose a program; it is started when it is first asked, and again after it has failed.

        `grace_s` is how much later than allowed its moves may come.
        """
        self._grace_s = grace_s
        self._command = command
        self._make_dialect = dialect
        self._running: tuple[LineProcess, Dialect] | None = None
        self._known: Game | None = None  # what the program knows of

    @property
    def name(self) -> str:
        """The command that starts it."""
        return self._command

    def choose(
        self,
        game: Game,
        seconds: float | None = None,
        moves: tuple[Move, ...] = (),  # noqa: ARG002 - no protocol has words for it
    ) -> Choice:
        """Return its move, or None where it resigns.

        Raises:
            PeerError: it is late, has ended, or plays what is not legal.
        """
        try:
            return self._choose(game, seconds)
        except PeerError:
            self.close()
            raise

    def _choose(self, game: Game, seconds: float | None) -> Choice:
        if self._running is None:
            process = LineProcess(self._command, self._grace_s)
            try:
                self._running = process, self._make_dialect(process)
            except PeerError:  # it has not said hello: nobody else knows that it runs
                process.close()
                raise
        _, dialect = self._running
        self._bring_to(dialect, game)
        move = dialect.ask(game, seconds)
        refused = move and game.refusal(move)
        if refused:
            why = say(refusal_sentence(refused, game)).removesuffix(".")
            raise PeerError(f"{self._command}: expected a legal move, got {move}. {why}")
        if move is not None:
            self._known = game.play(move)
        return Choice(move, 0.5)

    def _bring_to(self, dialect: Dialect, game: Game) -> None:
        known = self._known
        same = known is not None and known.rules is game.rules and known.start == game.start
        if known is None or not same or game.plies[: len(known.plies)] != known.plies:
            known = Game(game.rules, game.start)
            dialect.begin(known)
        for ply in game.plies[len(known.plies) :]:
            known = known.play(ply.move)
            dialect.tell(known)
        self._known = known

    def hurry(self) -> None:
        """No protocol has a word for it."""

    def close(self) -> None:
        """End the program."""
        if self._running is not None:
            process, dialect = self._running
            process.close(dialect.farewell)
        self._running = self._known = None
