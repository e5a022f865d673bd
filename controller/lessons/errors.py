"""The errors of lessons."""

from controller.notation.toml_file import MistakesError


class LessonError(MistakesError):
    """A lesson cannot be read, or there is none of that name; the text says where and why."""
