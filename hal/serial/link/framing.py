"""Messages in frames on a line: COBS, a CRC, and 00 at the end. Knows no message from another."""

from binascii import crc_hqx
from collections.abc import Callable
from typing import Generic, TypeVar

from cobs import cobs  # type: ignore[import-untyped] # has no types

from hal.serial.link.layout import CodecError
from hal.serial.link.messages import Message
from hal.serial.link.writing import write_message

# Without its 00. Longer frames are damaged.
LONGEST_FRAME = 384
_END = b"\0"
_CRC_START = 0xFFFF

M = TypeVar("M")


def frame(message: Message) -> bytes:
    """Return the bytes of a message on the line, with the 00 that ends it."""
    return frame_bytes(write_message(message))


def frame_bytes(data: bytes) -> bytes:
    """Return a frame around bytes, whatever they mean."""
    crc = crc_hqx(data, _CRC_START).to_bytes(2, "big")
    return bytes(cobs.encode(data + crc)) + _END


def unframed(data: bytes) -> bytes | None:
    """Return the message in a frame that is given without its 00; None if it is damaged."""
    if len(data) > LONGEST_FRAME:
        return None
    try:
        held = bytes(cobs.decode(data))
    except cobs.DecodeError:
        return None
    if len(held) < 2 or crc_hqx(held, _CRC_START):
        return None
    return held[:-2]


class Deframer(Generic[M]):
    """Finds messages in bytes as they come, in pieces of any size; keeps 385 bytes at most.

    Counters never start again: `frames` with a correct CRC, frames `dropped` for their COBS, CRC
    or length, and messages `skipped` because they are unknown, too short, or contradictory.
    """

    def __init__(self, read: Callable[[bytes], M]) -> None:
        """Begin at the start of a frame; `read` makes messages of what frames hold."""
        self._read = read
        self._unfinished = b""
        self.frames = 0
        self.dropped = 0
        self.skipped = 0
        self.why_skipped = ""  # the last of them

    @property
    def bytes_held(self) -> int:
        """How many bytes of an unfinished frame are kept."""
        return len(self._unfinished)

    def feed(self, data: bytes) -> list[M]:
        """Return the messages that end in these bytes, in order."""
        *ended, unfinished = data.split(_END)
        messages = []
        for part in ended:
            whole, self._unfinished = self._unfinished + part, b""
            message = self._message(whole) if whole else None
            if message is not None:
                messages.append(message)
        # One byte more than the longest is enough to know that it is too long.
        self._unfinished = (self._unfinished + unfinished[: LONGEST_FRAME + 1])[: LONGEST_FRAME + 1]
        return messages

    def _message(self, framed: bytes) -> M | None:
        held = unframed(framed)
        if held is None:
            self.dropped += 1
            return None
        self.frames += 1
        try:
            return self._read(held)
        except CodecError as error:
            self.skipped += 1
            self.why_skipped = str(error)
            return None
