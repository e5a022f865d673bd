"""Why a move is refused, in the words of the game that refuses it.

Where hands move two pieces at once, one of them makes a move that does not count yet, and it is the
game after that move that refuses the other. In the game that counts it is still the first side's
turn, and nobody has won, so that its words would be untrue.
"""

from dataclasses import dataclass

from controller.recognition.board import Refused
from controller.recognition.story import Story
from controller.rules.game import Game
from controller.rules.sentence import Sentence
from controller.rules.sentences import refusal_sentence


@dataclass(frozen=True, slots=True)
class Explained(Refused):
    """A move that is refused, and the sentence that says why."""

    sentence: Sentence


def explained(board: Refused, story: Story) -> Explained:
    """Return what a story finds refused, with the sentence of its own game."""
    refusal, line = board.refusal, story.line
    # The last ply's piece, as long as it may go on, is judged by the game before that ply.
    game = line.game if line.game.refusal(refusal.move) == refusal else line.back().game
    return Explained(refusal, board.repair, refusal_sentence(refusal, game))


def why_refused(board: Refused, game: Game) -> Sentence:
    """Return why a move is refused; by this game if nothing was said yet."""
    if isinstance(board, Explained):
        return board.sentence
    return refusal_sentence(board.refusal, game)
