"""Which game people ask for: a position that they set up, or the rules and clocks of a new one."""

from collections.abc import Iterable

from controller.events.command import About, NewGame, Placement
from controller.notation.control import Control, parse_control
from controller.rules.compiled import Rules, compiled
from controller.rules.errors import RulesetError
from controller.rules.game import Game, judged_as_it_stands
from controller.rules.library import ruleset_called
from controller.rules.ruleset import Ruleset
from controller.rules.sentence import Sentence, verbatim
from controller.session.sentences import POSITION_OVER


def placed_game(rules: Rules, own: Iterable[Ruleset], about: About) -> Game | Sentence:
    """Return the game that begins with a position, or the sentence that refuses it.

    `rules` are played where it names no others; `own` are known beside those that ship.

    Raises:
        ValueError: the command is not about a position.
    """
    if not isinstance(about, Placement):
        raise ValueError(f"set_up: expected a position, got {about!r}")  # noqa: TRY004 - as all commands
    if about.ruleset is not None:
        try:
            rules = compiled(ruleset_called(about.ruleset, own))
        except RulesetError as error:
            return verbatim(str(error))
    game = Game(rules, about.position)
    return POSITION_OVER if judged_as_it_stands(game).outcome else game


def chosen_game(
    about: About, rules: Rules, own: Iterable[Ruleset], control: Control | None
) -> tuple[Rules, Control | None] | Sentence:
    """Return by which rules and clocks a new game goes, or the sentence that refuses it.

    `rules` and `control` are those of the game before; `own` are known beside those that ship.
    """
    chosen = about if isinstance(about, NewGame) else NewGame()
    try:
        if chosen.ruleset is not None:
            rules = compiled(ruleset_called(chosen.ruleset, own))
    except ValueError as error:
        return verbatim(str(error))
    try:
        return rules, control if chosen.clock is None else parse_control(chosen.clock)
    except ValueError as error:
        return verbatim(f"clock: {error}")
