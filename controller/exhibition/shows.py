"""The short games that the lights play while nobody is there, and what is said about them."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from controller.events.view import Performance
from controller.exhibition.groups import start_rules
from controller.notation.moves import parse_move
from controller.rules.game import Game, new_game
from controller.rules.geometry import bits_of
from controller.rules.sentence import Sentence, sentence
from controller.rules.sentences import outcome_sentence

# One that the king wins and one that he loses.
_GAMES: Final = (
    "k8-k9 g5-j5 g1-g3 f8-b8 e11-e9 g6-g5 f10-e10 h6-h4 j6-j10 f6-i6 k4-k2 i6-i1 g11-g10 i1-k1",
    "k7-h7 g7-g10 k5-h5 g6-g9 h11-h10 f6-h6 j6-i6 g9-e9 g11-g6",
)
# How long the start is shown, a move, what came of it, and the end.
_START_S, _MOVE_S, _AFTER_S, _END_S = 5.0, 1.6, 0.9, 6.0
_CAPTIONS: Final = (
    sentence("exhibition.show.move"),
    sentence("exhibition.show.attackers"),
    sentence("exhibition.show.king"),
)
# Each is said for this many plies.
_PLIES_A_CAPTION: Final = 3


@dataclass(frozen=True, slots=True)
class Beat:
    """What is shown for some seconds, and said."""

    seconds: float
    performance: Performance
    caption: Sentence


def beat_at(seconds: float) -> Beat:
    """Return what is shown so long after a show began; it goes round."""
    beats = _beats()
    left = seconds % sum(beat.seconds for beat in beats)
    for beat in beats:
        if left < beat.seconds:
            return beat
        left -= beat.seconds
    return beats[-1]


@cache
def _beats() -> tuple[Beat, ...]:
    return tuple(beat for game in _GAMES for beat in _played(game))


def _played(written: str) -> list[Beat]:
    game = new_game(start_rules())
    beats = [Beat(_START_S, Performance(game.position), sentence("exhibition.show.start"))]
    for number, word in enumerate(written.split()):
        move, before = parse_move(word).move, game
        game = game.play(move)
        taken = bits_of(*(square for each in game.plies[-1].captures for square in each.squares))
        caption = _caption(game, number, taken)
        beats.append(Beat(_MOVE_S, Performance(before.position, move), caption))
        seconds = _END_S if game.outcome else _AFTER_S
        after = Performance(game.position, None, taken, game.outcome)
        beats.append(Beat(seconds, after, caption))
    return beats


def _caption(game: Game, number: int, taken: int) -> Sentence:
    if game.outcome:
        return outcome_sentence(game.outcome)
    if taken:
        return sentence("exhibition.show.capture")
    return _CAPTIONS[number // _PLIES_A_CAPTION % len(_CAPTIONS)]
