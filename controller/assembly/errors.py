"""The error for a user's mistake."""


class UsageMistake(ValueError):  # noqa: N818 - the word for what it is
    """The command line asks for something impossible; the text says where, and what to do."""


_SHOWN = 200


def shown(path: str) -> str:
    """Return how a path stands in a line of complaint: no more of it than can be read."""
    return path[:_SHOWN] or "''"
