"""What hands of pages did when they opened, said again until the table shows it.

A server that dies, or one that is emptied, takes with it what was on its way. A piece in the hand
of a page that has gone would stay there for ever, and the game would wait for it.
"""

import asyncio

from controller.bus.bus import Bus
from controller.bus.entries import JsonObject, encode
from controller.bus.errors import BusDownError
from controller.bus.presence import RENEWED_S
from controller.bus.streams import Stream

# Hands that a flood of others must not push out are those that still hold something.
_MOST = 256


class OpenedHands:
    """The hands that have opened, with what they said, and those that hold something."""

    def __init__(self) -> None:
        """Begin without hands."""
        self._said: dict[str, bytes] = {}  # by hand, the oldest first
        self._holding: frozenset[str] = frozenset()
        self._shown_by_now: set[str] = set()  # what they said had seconds to arrive

    def hold(self, hand: str) -> None:
        """Note that a hand takes hold of something."""
        self._forget(hand)

    def open(self, hand: str, entry: JsonObject) -> bytes:
        """Note what a hand says that lets go; return it as it goes on the bus."""
        said = encode(entry)
        self._forget(hand)
        self._said[hand] = said
        if len(self._said) > _MOST:
            settled = (each for each in self._said if each not in self._holding)
            self._forget(next(settled, hand))
        return said

    def _forget(self, hand: str) -> None:
        self._said.pop(hand, None)
        self._shown_by_now.discard(hand)

    def see(self, table: JsonObject) -> None:
        """Take in which hands hold something, as the table says."""
        pieces = table.get("pieces")
        if isinstance(pieces, list):
            found = (piece.get("hand") for piece in pieces if isinstance(piece, dict))
            holding = frozenset(hand for hand in found if isinstance(hand, str))
            # Others that are free may only not have been seen to take hold yet.
            for hand in (self._holding | self._shown_by_now) - holding:
                self._forget(hand)
            self._holding = holding

    def take_unheard(self) -> list[bytes]:
        """Return what hands said that still hold something; all have had time by the next call."""
        self._shown_by_now = set(self._said)
        return [said for hand, said in self._said.items() if hand in self._holding]

    async def repeat(self, bus: Bus) -> None:
        """Say again what was not heard, for ever."""
        while True:
            await asyncio.sleep(RENEWED_S)
            try:
                for said in self.take_unheard():
                    await bus.add(Stream.HANDS, said)
            except BusDownError:
                continue
