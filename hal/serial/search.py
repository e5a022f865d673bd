"""Which port to try next, and what was found behind those that were tried. Opens nothing."""

from collections.abc import Sequence

from hal.notice import Notice
from hal.serial.words import none_found

# A device that is no board is not bothered again for so long, in seconds.
_LEFT_ALONE_S = 30.0
# A port that could not be opened is tried again after this.
_CLOSED_S = 2.0


class PortSearch:
    """Goes through the ports, one after the other; a named port is the only one there is."""

    def __init__(self, port: str | None, candidates: Sequence[str] = ()) -> None:
        """Search behind one port, or behind all that are found, with these before them."""
        self.named = port
        self._candidates = tuple(candidates)
        self._left: dict[str, tuple[float, Notice]] = {}  # until when, and why

    def next(self, found: Sequence[str], at: float) -> str | None:
        """Return the port to try now, if there is one."""
        ports = [self.named] if self.named else list(dict.fromkeys([*self._candidates, *found]))
        # What was unplugged and comes back may be another device.
        self._left = {name: left for name, left in self._left.items() if name in ports}
        for name in ports:
            until, _ = self._left.get(name, (at, ""))
            if at >= until:
                return name
        return None

    def no_board(self, name: str, why: Notice, at: float) -> None:
        """Leave a device alone that is no board."""
        self._left[name] = at + _LEFT_ALONE_S, why

    def not_opened(self, name: str, why: Notice, at: float) -> None:
        """Leave a port that cannot be opened, for a moment."""
        wait = 0.0 if self.named else _CLOSED_S
        self._left[name] = at + wait, why

    @property
    def has_verdicts(self) -> bool:
        """Whether ports were tried and found to have no board behind them."""
        return bool(self._left)

    def reason(self) -> Notice:
        """Return why no board is found."""
        verdicts = [why for _, why in self._left.values()]
        if self.named and verdicts:
            return verdicts[0]
        return none_found(verdicts)
