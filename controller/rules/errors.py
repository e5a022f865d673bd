"""The errors of the rules core: one root, leaves that are also built-in errors."""


class RulesError(Exception):
    """Anything that the rules core refuses."""


class RulesetError(RulesError, ValueError):
    """A ruleset's data are not complete and consistent."""


class GameOverError(RulesError, ValueError):
    """A game that is over cannot be ended again."""
