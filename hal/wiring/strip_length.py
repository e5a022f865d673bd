"""Whether a strip is longer than the firmware of its microcontroller can drive."""

from hal.notice import Notice, notice

# What fits into a light frame of the protocol.
MOST_DRIVEN = 126
# What a firmware drives that was built without a number.
USUALLY_DRIVEN = 121


def too_few_pixels(driven: int | None, needed: int) -> Notice | None:
    """Return that a firmware drives fewer pixels than the wiring needs; None if it does not.

    `driven` is None where no firmware decides that, or it has not answered yet.
    """
    if driven is None or driven >= needed:
        return None
    return notice("check.pixels.few", driven=driven, needed=needed)


def too_long_for_all(needed: int) -> str:
    """Return what is wrong with a configuration whose strip no firmware drives to its end."""
    return (
        f"wiring.pixels: expected at most {MOST_DRIVEN} pixels up to the last square, because no "
        f"firmware drives more, got {needed}; cut spare ones out, or choose another strip.driver"
    )


def cure_of(needed: int) -> Notice:
    """Return what helps where a firmware drives fewer pixels than the wiring needs."""
    if needed <= MOST_DRIVEN:
        return notice("cure.pixels.few")
    return notice("cure.pixels.most", most=MOST_DRIVEN)
