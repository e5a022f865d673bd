"""Which sensors are not to be trusted: those that chatter, and those that were given up.

A magnet that passes slowly makes a sensor chatter, too, but not for long; a hand that plays with
a piece opens and closes it a few times a second. What changes oftener than that, and goes on, is
a fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from controller.rules.geometry import bits_of, squares_of

_WINDOW_S = 1.0
_CHANGES_OF_A_FAULT = 14
# A sensor that has been quiet for so long is trusted again.
_QUIET_S = 60.0
# So many changes this recent say that a magnet is about; without one it closes now and then, too.
_STIRRING_S = 0.3
_CHANGES_OF_A_MAGNET = 5
# What goes on at a chattering sensor shows within this time.
_CALM_S = 1.0
# So many sensors do not fail together, as those of two rows might: what they hang on fails.
_TOO_MANY = 24
# ... and does no longer, once they have been quiet for so long.
_OVER_S = 2.0


@dataclass(frozen=True, slots=True)
class Health:
    """What is known of the sensors. `given_up` squares read wrong and are not listened to."""

    changes: Mapping[int, tuple[float, ...]] = field(default_factory=lambda: MappingProxyType({}))
    chattering: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    given_up: int = 0
    opened: int = 0  # squares whose sensors have felt a piece go
    suspected: int = 0  # squares whose sensors may stick; they are trusted if they tell otherwise

    @property
    def unsure(self) -> int:
        """The squares whose sensors are not to be trusted."""
        return self.faulty | self.suspected

    @property
    def faulty(self) -> int:
        """The squares whose sensors are at fault."""
        return bits_of(*self.chattering) | self.given_up

    def stirring(self, at: float) -> int:
        """Return the chattering squares at which something goes on at a time."""
        return bits_of(*(s for s in self.chattering if self._is_stirring(s, at)))

    def calm(self, at: float) -> int:
        """Return the chattering squares at which nothing has gone on for a while."""
        return bits_of(*(s for s, last in self.chattering.items() if at - last > _CALM_S))

    def flickers(self, at: float) -> bool:
        """Say whether too many sensors chatter to be at fault themselves: the board is."""
        return sum(at - last <= _OVER_S for last in self.chattering.values()) >= _TOO_MANY

    def after(self, changed: int, at: float) -> "Health":
        """Return what is known after the sensors of some squares changed, if any did."""
        if not changed:
            return self._healed(at)
        changes = dict(self.changes)
        chattering = dict(self.chattering)
        for square in squares_of(changed):
            recent = tuple(t for t in changes.get(square, ()) if at - t < _WINDOW_S)
            changes[square] = (*recent, at)
            if square in chattering or len(changes[square]) >= _CHANGES_OF_A_FAULT:
                chattering[square] = at
        return replace(self, changes=changes, chattering=chattering)

    def feeling_gone(self, opened: int) -> "Health":
        """Return it after some squares have felt a piece go."""
        return replace(self, opened=self.opened | opened) if opened & ~self.opened else self

    def without(self, squares: int) -> "Health":
        """Return it with some squares given up."""
        return replace(self, given_up=self.given_up | squares)

    def suspecting(self, squares: int) -> "Health":
        """Return it with some squares suspected, and no others."""
        return replace(self, suspected=squares)

    def doubting(self, squares: int, at: float) -> "Health":
        """Return it with some squares chattering, as of a time."""
        doubted = dict.fromkeys(squares_of(squares), at)
        return replace(self, chattering={**self.chattering, **doubted})

    def quiet(self) -> "Health":
        """Return it with no square chattering."""
        return replace(self, changes=MappingProxyType({}), chattering=MappingProxyType({}))

    def trusting(self, squares: int) -> "Health":
        """Return it with squares trusted again that were given up, or suspected."""
        if not (self.given_up | self.suspected) & squares:
            return self
        kept = ~squares
        return replace(self, given_up=self.given_up & kept, suspected=self.suspected & kept)

    def later(self, seconds: float) -> "Health":
        """Return it as if so many seconds had not been: a sensor was not quiet in them."""
        changes = {s: tuple(t + seconds for t in times) for s, times in self.changes.items()}
        chattering = {s: last + seconds for s, last in self.chattering.items()}
        return replace(self, changes=changes, chattering=chattering)

    def _is_stirring(self, square: int, at: float) -> bool:
        recent = [t for t in self.changes.get(square, ()) if at - t <= _STIRRING_S]
        return len(recent) >= _CHANGES_OF_A_MAGNET

    def _healed(self, at: float) -> "Health":
        if not any(at - last > _QUIET_S for last in self.chattering.values()):
            return self
        kept = {s: last for s, last in self.chattering.items() if at - last <= _QUIET_S}
        return replace(self, chattering=kept)
