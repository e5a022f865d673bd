"""An unattended board in virtual time, as its host sees it: pieces are lifted and put down."""

from dataclasses import dataclass, field, replace
from typing import Any

from controller.exhibition.glimpse import Glimpse
from controller.exhibition.groups import start
from controller.exhibition.host import Act, Host, Turned
from controller.exhibition.programme import Programme
from controller.exhibition.states import Signal
from controller.exhibition.turning import begun, turned
from tests.squares import squares

STEP_S = 0.1
PROGRAMME = Programme(
    ("en", "de", "da", "nb", "sv"), ("welcome", "take_two"), "one-move", names=("English",)
)


@dataclass
class Visits:
    """A host and what it sees; `acts` and `signals` are all that came of it."""

    programme: Programme = PROGRAMME
    now: Glimpse = field(
        default_factory=lambda: Glimpse(0.0, start().occupied, start(), is_start=True)
    )
    acts: list[Act] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    host: Host = field(init=False)

    def __post_init__(self) -> None:
        self.host = self._take(begun(0.0))
        self.wait(STEP_S)

    def see(self, **changes: Any) -> None:
        """Let a moment pass after which something is different."""
        at = self.now.at + STEP_S
        self.now = replace(self.now, at=at, **changes)
        self.host = self._take(turned(self.host, self.now, self.programme))

    def wait(self, seconds: float) -> None:
        """Let time pass while nothing happens."""
        for _ in range(round(seconds / STEP_S)):
            self.see()

    def lift(self, *names: str) -> None:
        """Lift pieces."""
        self.see(occupied=self.now.occupied & ~squares(*names))

    def put(self, *names: str) -> None:
        """Put pieces down."""
        self.see(occupied=self.now.occupied | squares(*names))

    def touch(self, square: str = "d1") -> None:
        """Lift a piece and put it back."""
        self.lift(square)
        self.put(square)

    def play(self, origin: str, target: str, **changes: Any) -> None:
        """Make a move of the side to move, which the game then has."""
        self.lift(origin)
        moved = self.now.position
        bits, to = squares(origin), squares(target)
        if moved.attackers & bits:
            moved = moved._replace(attackers=moved.attackers & ~bits | to)
        else:
            moved = moved._replace(defenders=moved.defenders & ~bits | to)
        position = moved._replace(to_move=moved.to_move.other)
        self.see(
            occupied=self.now.occupied | to, position=position, plies=self.now.plies + 1, **changes
        )

    def come(self) -> None:
        """Touch the board, choose the first language, and be asked whether it is the first time."""
        self.touch()
        self.wait(1.0)
        self.touch("d1")
        self.wait(1.0)

    def _take(self, result: Turned) -> Host:
        self.acts += result.acts
        if result.signal:
            self.signals.append(result.signal)
        return result.host

    def forget(self) -> None:
        """Forget what was asked until now."""
        self.acts.clear()
        self.signals.clear()
