"""Which port to try next, and what was wrong with those that were tried. Opens nothing."""

from collections.abc import Sequence

from hal.notice import Notice
from hal.serial.words import none_found

# How long a device that is no board is left alone, in seconds.
_LEFT_ALONE_S = 30.0
# When a port that could not be opened is tried again, in seconds.
_CLOSED_S = 2.0


class PortSearch:
    """Goes through the ports, one after the other; or tries only the port that was named."""

    def __init__(self, port: str | None, candidates: Sequence[str] = ()) -> None:
        """Search one port, or all that are found, candidates first."""
        self.named = port
        self._candidates = tuple(candidates)
        self._left_alone: dict[str, tuple[float, Notice]] = {}  # until when, and why

    def next(self, found: Sequence[str], at: float) -> str | None:
        """Return the port to try now, if there is one."""
        ports = [self.named] if self.named else list(dict.fromkeys([*self._candidates, *found]))
        # A port that goes and comes back may have another device.
        self._left_alone = {name: left for name, left in self._left_alone.items() if name in ports}
        for name in ports:
            until, _ = self._left_alone.get(name, (at, ""))
            if at >= until:
                return name
        return None

    def no_board(self, name: str, why: Notice, at: float) -> None:
        """Record that the device is no board; it is left alone for a while."""
        self._left_alone[name] = at + _LEFT_ALONE_S, why

    def not_opened(self, name: str, why: Notice, at: float) -> None:
        """Record that a port could not be opened; it is left alone for a moment."""
        wait = 0.0 if self.named else _CLOSED_S
        self._left_alone[name] = at + wait, why

    @property
    def has_verdicts(self) -> bool:
        """Whether ports were tried and no board was found behind them."""
        return bool(self._left_alone)

    def reason(self) -> Notice:
        """Return why no board is found."""
        verdicts = [why for _, why in self._left_alone.values()]
        if self.named and verdicts:
            return verdicts[0]
        return none_found(verdicts)
