"""Bytes on their way over a wire, in one direction; times are microseconds since any start."""

from collections import deque
from math import inf

_BITS_PER_BYTE = 10  # start, eight, stop
# Less than any byte takes; keeps rounding from making a byte late.
_ROUNDING_US = 1e-6


class SerialWire:
    """A wire that carries one byte after the other, at a baud rate."""

    def __init__(self, baud: int) -> None:
        """Begin without a byte on the wire."""
        self.byte_us = 1e6 * _BITS_PER_BYTE / baud
        self._runs: deque[tuple[float, bytes]] = deque()  # bytes without a gap, and their start
        self.free_at = 0.0

    def send(self, data: bytes, at: float) -> None:
        """Send bytes as soon as the wire is free."""
        start = max(at, self.free_at)
        self._runs.append((start, data))
        self.free_at = start + len(data) * self.byte_us

    def arrived(self, at: float) -> bytes:
        """Take the bytes that have arrived by a time off the wire."""
        taken = b""
        while self._runs:
            start, data = self._runs.popleft()
            count = int((at - start + _ROUNDING_US) / self.byte_us) if at > start else 0
            taken += data[:count]
            if count < len(data):
                self._runs.appendleft((start + count * self.byte_us, data[count:]))
                break
        return taken

    def next_frame_end(self) -> float:
        """Return when the next 00 arrives; infinity if none is under way."""
        for start, data in self._runs:
            place = data.find(0)
            if place >= 0:
                return start + (place + 1) * self.byte_us
        return inf

    def pause(self, pause_us: float) -> None:
        """Hold up all bytes that have not arrived yet."""
        if self._runs:
            self._runs = deque((start + pause_us, data) for start, data in self._runs)
            self.free_at += pause_us
