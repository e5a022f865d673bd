"""The end that people, an arbiter or a clock gave a game, as it is written.

Knows no moves: what the rules end is not said here.
"""

from collections.abc import Mapping
from typing import Final

from controller.rules.game import Game
from controller.rules.pieces import Side

# What the tag `result` of an OpenTafl record says of a winner, a draw, and a game without an end.
OTG_RESULTS: Final = {"attackers": "1", "draw": "0", "defenders": "-1", None: "?"}


def ended_by_people(game: Game, result: str, reason: str) -> Game:
    """Return a game that people, an arbiter or time ended: its winner or ``draw``, and why.

    Raises:
        ValueError: they cannot end it so.
    """
    winner = None if result == "draw" else Side(result)
    match reason, winner:
        case "agreement", None:
            return game.agree_draw()
        case "resignation", Side():
            return game.resign(winner.other)
        case "arbiter", _:
            return game.decide(winner)
        case "time", _:
            return game.run_out_of_time(winner.other if winner else None)
    raise ValueError("expected an end that people, an arbiter or time can give a game")


def ended_as_tagged(game: Game, tags: Mapping[str, str]) -> Game:
    """Return a game with the result of its record's tags, where the rules gave it none."""
    by_text = {text: result for result, text in OTG_RESULTS.items()}
    result = by_text.get(tags.get("result", ""))
    if game.outcome or result is None:
        return game
    usual = "agreement" if result == "draw" else "resignation"
    try:
        return ended_by_people(game, result, tags.get("termination", ""))
    except ValueError:
        return ended_by_people(game, result, usual)
