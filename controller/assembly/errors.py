"""A user's mistake, as opposed to one of ours."""


class UsageMistake(ValueError):  # noqa: N818 - the word for what it is
    """Something given on the command line cannot be used; the text says where, what and how."""
