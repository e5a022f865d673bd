"""Nobody is asked to look for light that the firmware cannot give."""

from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import Conversation, Result
from hal.errors import HalError
from hal.wiring.strip_length import cure_of, too_few_pixels


class TooFewPixelsError(HalError, ValueError):
    """The firmware drives fewer pixels than the wiring needs; `check` says so, with the cure."""

    def __init__(self, check: Check) -> None:
        """Keep what was found."""
        super().__init__(str(check.finding))
        self.check = check


def strip_check(driven: int | None, needed: int) -> Check | None:
    """Return a check that fails if a firmware drives too few pixels, else None."""
    finding = too_few_pixels(driven, needed)
    return None if finding is None else Check("strip", Verdict.FAIL, finding, cure_of(needed))


def with_enough_pixels(conversation: Conversation[Result], needed: int) -> Conversation[Result]:
    """Hold a conversation as long as the board drives the pixels that are needed.

    Raises:
        TooFewPixelsError: it drives fewer; nobody is asked for anything more.
    """
    ask = next(conversation)
    while True:
        reading = yield ask
        if (check := strip_check(reading.driven, needed)) is not None:
            raise TooFewPixelsError(check)
        try:
            ask = conversation.send(reading)
        except StopIteration as end:
            result: Result = end.value
            return result
