"""The errors of exhibition mode."""


class ProgrammeError(ValueError):
    """A programme cannot be read; the text says where, what was expected, and what was found."""
