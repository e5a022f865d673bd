"""The errors of the rules core: one root, leaves that are also built-in errors."""


class RulesError(Exception):
    """The rules core refuses something."""


class RulesetError(RulesError, ValueError):
    """The data of a ruleset are incomplete or contradict each other."""


class GameOverError(RulesError, ValueError):
    """A game that is over cannot be ended again."""
