"""A lesson: a position, something to do in it, and what helps."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from controller.lessons.goals import Goal
from controller.lessons.progress import Base
from controller.rules.compiled import Rules
from controller.rules.game import Game
from controller.rules.geometry import bits_of
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.sentence import Sentence, sentence, verbatim


class Reply(StrEnum):
    """What the other side does after a move of the learner."""

    NONE = "none"  # nothing: the learner moves again
    FIXED = "fixed"  # the reply that the lesson has for the move
    SEARCHED = "searched"  # what the engine chooses


@dataclass(frozen=True, slots=True)
class Texts:
    """What a lesson says in its own words; a lesson that ships says it by key."""

    title: str
    task: str
    wrong: str
    idea: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to do in a position, with its par and what helps.

    `most` is after how many moves an attempt has failed; `visit` are squares to go to, a bitboard;
    `shown` are the moves that show what is wrong with a move, those of None with any other.
    """

    name: str
    stage: str
    rules: Rules
    start: Position
    goal: Goal
    par: int
    most: int
    fail: Goal | None = None
    visit: int = 0
    arrows: tuple[Move, ...] = ()
    reply: Reply = Reply.NONE
    replies: tuple[tuple[Move, Move], ...] = ()
    shown: tuple[tuple[Move | None, tuple[Move, ...]], ...] = ()
    solutions: tuple[tuple[Move, ...], ...] = ()
    only: bool = False  # whether nothing solves it that begins with another move than these
    texts: Texts | None = None
    key: str = ""  # of its texts in the catalogues, where that is not its name

    @property
    def side(self) -> Side:
        """The side that the learner plays."""
        return self.start.to_move

    @property
    def base(self) -> Base:
        """What a new attempt begins with."""
        return Base(self.start)

    @property
    def game(self) -> Game:
        """The game that a new attempt begins with."""
        return Game(self.rules, self.start)

    @property
    def needed(self) -> int:
        """The squares on which its moves and their replies begin and end, a bitboard."""
        moves = [*self.arrows, *chain.from_iterable(self.solutions)]
        for made, reply in self.replies:
            moves += (made, reply)
        return self.visit | bits_of(*chain.from_iterable(moves))

    @property
    def _key(self) -> str:
        return self.key or self.name

    @property
    def title(self) -> Sentence:
        """What the lesson is called."""
        return verbatim(self.texts.title) if self.texts else sentence(f"lesson.{self._key}.title")

    @property
    def task(self) -> Sentence:
        """What there is to do."""
        return verbatim(self.texts.task) if self.texts else sentence(f"lesson.{self._key}.task")

    @property
    def wrong(self) -> Sentence:
        """What is wrong with a move that does not do it."""
        return verbatim(self.texts.wrong) if self.texts else sentence(f"lesson.{self._key}.wrong")

    @property
    def idea(self) -> Sentence:
        """The first step of the hint."""
        return verbatim(self.texts.idea) if self.texts else sentence(f"lesson.{self._key}.idea")
