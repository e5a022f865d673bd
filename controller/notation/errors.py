"""The errors of notation."""

from controller.rules.errors import RulesError


class NotationError(RulesError, ValueError):
    """A text is not the move, square, position, ruleset or record that it should be."""
