"""The errors of notation."""

from controller.rules.errors import RulesError


class NotationError(RulesError, ValueError):
    """A text is no move, square, position, ruleset or record."""
