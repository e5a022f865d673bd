"""The view: the one picture of the board that both lights and page draw, so they always agree."""

from dataclasses import dataclass
from enum import StrEnum

from controller.recognition.repair import RepairStep
from controller.rules.endings import Outcome
from controller.rules.game import Ply
from controller.rules.lines import Move
from controller.rules.moves import Refusal
from controller.rules.position import Position
from controller.rules.sentence import Sentence
from controller.words.catalogue import say


class Phase(StrEnum):
    """The phase of a game."""

    SET_UP = "set_up"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything there is to show. Squares are 0..120, sets of squares are bitboards."""

    ruleset: str
    title: str
    phase: Phase
    position: Position  # where the pieces stand in the game, or should stand in a set-up
    sentences: tuple[Sentence, ...]  # what the board believes and waits for
    occupied: int = 0  # where the sensors feel a piece
    lifted: int | None = None
    targets: int = 0
    capturing: int = 0  # those targets where the lifted piece would capture
    tentative: Move | None = None
    last_move: Move | None = None
    owed: int = 0  # captured pieces that still stand on the board
    repair: tuple[RepairStep, ...] = ()
    refusal: Refusal | None = None
    refusal_sentence: Sentence | None = None
    plies: tuple[Ply, ...] = ()
    outcome: Outcome | None = None
    faulty: int = 0  # squares whose sensors are ignored
    paused: Sentence | None = None  # why the board cannot be read, None while it can

    @property
    def sentence(self) -> str:
        """What the board believes and waits for, in English."""
        return say(*self.sentences)
