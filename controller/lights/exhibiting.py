"""The lights of an unattended board: short games, groups to choose by, countdowns."""

from controller.events.view import ExhibitionView, Option, Performance
from controller.lights.meaning import Meaning
from controller.rules.geometry import PATHS, SQUARE_COUNT, squares_of
from controller.rules.pieces import Side

_SHOWN = {
    Side.ATTACKERS: Meaning.WON_ATTACKERS,
    Side.DEFENDERS: Meaning.WON_DEFENDERS,
    None: Meaning.DRAW,
}
_OPTIONS = (
    Meaning.OPTION_FIRST,
    Meaning.OPTION_SECOND,
    Meaning.OPTION_THIRD,
    Meaning.OPTION_FOURTH,
    Meaning.OPTION_MIDDLE,
)
# A question with two answers has one of them in the middle, and the other all around.
_YES_AND_NO = (Meaning.OPTION_MIDDLE, Meaning.OPTION_SECOND)


def exhibition_meanings(view: ExhibitionView) -> dict[int, Meaning]:
    """Return the meaning of each square that an unattended board lights for itself."""
    lit: dict[int, Meaning] = {}
    if view.performance:
        lit |= _performed(view.performance)
    lit |= _chosen_by(view.options)
    if view.proposed:
        lit |= dict.fromkeys(range(SQUARE_COUNT), Meaning.PROPOSED)
    return lit | dict.fromkeys(squares_of(view.countdown), Meaning.COUNTDOWN)


def option_meanings(options: tuple[Option, ...]) -> tuple[Meaning, ...]:
    """Return the light of each option."""
    return _YES_AND_NO if len(options) == len(_YES_AND_NO) and not _speaks(options) else _OPTIONS


def _speaks(options: tuple[Option, ...]) -> bool:
    return any(option.language for option in options)


def _chosen_by(options: tuple[Option, ...]) -> dict[int, Meaning]:
    lit: dict[int, Meaning] = {}
    for option, meaning in zip(options, option_meanings(options), strict=False):
        lit |= dict.fromkeys(squares_of(option.squares), meaning)
    return lit


def _performed(shown: Performance) -> dict[int, Meaning]:
    position, move = shown.position, shown.move
    if shown.outcome:
        return dict.fromkeys(range(SQUARE_COUNT), _SHOWN[shown.outcome.winner])
    lit: dict[int, Meaning] = {}
    for squares, meaning in (
        (position.attackers, Meaning.SHOW_ATTACKER),
        (position.defenders, Meaning.SHOW_DEFENDER),
        (position.king, Meaning.SHOW_KING),
        (shown.taken, Meaning.BECAUSE),
    ):
        lit |= dict.fromkeys(squares_of(squares), meaning)
    if move is not None:
        way = (move.origin, *squares_of(PATHS[move.origin][move.target]))
        lit |= dict.fromkeys(way, Meaning.SHOWN)
    return lit
