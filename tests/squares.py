"""Squares by their names."""

from controller.rules.geometry import bits_of, parse_square


def squares(*names: str) -> int:
    """Return squares as bits; a text may name several, with spaces between them."""
    return bits_of(*(parse_square(name) for text in names for name in text.split()))
