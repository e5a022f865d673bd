"""The errors of exhibition mode."""

from controller.notation.toml_file import MistakesError


class ProgrammeError(MistakesError):
    """A programme cannot be read; a line says where, what was expected, and what was found."""
