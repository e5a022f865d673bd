"""The error for a user's mistake."""


class UsageMistake(ValueError):  # noqa: N818 - the word for what it is
    """The command line asks for something impossible; the text says where, and what to do."""
