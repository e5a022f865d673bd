"""What mock pins need, and what to say where it is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from hal.errors import DriverError


@contextmanager
def with_gpiozero() -> Iterator[None]:
    """Import `pin_matrix` within this.

    Raises:
        DriverError: gpiozero is not installed, which not every computer has.
    """
    try:
        yield
    except ImportError as error:
        raise DriverError(
            "mock pins need the Python package gpiozero, which is not installed: "
            "pip install gpiozero"
        ) from error
