"""The errors of lessons."""


class LessonError(ValueError):
    """A lesson cannot be read, or there is none of that name; the text says where and why."""
