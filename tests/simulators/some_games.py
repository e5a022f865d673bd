"""Random games of Copenhagen for simulated people; short ones, but at night."""

from simulators.people.games import PlannedGame, random_games
from tests.board_driver import COPENHAGEN
from tests.effort import long_or_short

_WHOLE = 400


def some_games(count: int, seed: int, plies: int = 60) -> list[PlannedGame]:
    """Return games of a few plies at most; whole ones at night."""
    longest = long_or_short(nightly=_WHOLE, usual=plies)
    return [PlannedGame(game.moves[:longest]) for game in random_games(COPENHAGEN, count, seed)]
