"""The view: the one picture of the board that both lights and page draw, so they always agree."""

from dataclasses import dataclass
from enum import StrEnum

from controller.events.outlook import NO_OUTLOOK, Outlook
from controller.recognition.repair import RepairStep
from controller.rules.endings import BY_PEOPLE, Outcome
from controller.rules.game import Ply
from controller.rules.lines import Move
from controller.rules.moves import Refusal
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.sentence import Sentence
from controller.words.catalogue import say


class Phase(StrEnum):
    """The phase of a game."""

    SET_UP = "set_up"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Advice:
    """What opponent and coach add to the picture; squares are 0..120, sets are bitboards."""

    asked: Move | None = None  # the opponent's move, to be made for it
    threatened: int = 0  # pieces of the side to move that are taken next if nothing is done
    good: int = 0  # targets of the lifted piece by how good they are
    fair: int = 0
    bad: int = 0
    hint_area: int = 0  # where the best move is, then its piece, then all of it
    hint_piece: int | None = None
    hint: Move | None = None
    shown: Move | None = None  # of a line that is played out to show why
    because: int = 0  # the squares that did what is being explained


NO_ADVICE = Advice()


@dataclass(frozen=True, slots=True)
class OpponentSeat:
    """Who plays a side in people's place; `adaptive` goes up and down with its results.

    With the same `seed` it chooses the same move in the same game.
    """

    side: Side
    name: str
    seed: int = 1
    thinking: bool = False
    adaptive: bool = False
    offers_draw: bool = False


@dataclass(frozen=True, slots=True)
class LessonView:
    """The lesson that runs; `number` counts from 1, and is 0 for a lesson that does not ship."""

    name: str
    title: Sentence
    number: int
    total: int
    visit: int = 0  # squares to go to, a bitboard
    stars: int = 0  # once it is solved, 1 to 4
    can_go_back: bool = False  # before the learner's last move, which no undo of a ply takes back


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose at an exhibition: lift a piece of the group; squares are a bitboard."""

    squares: int
    called: Sentence
    language: str = ""


@dataclass(frozen=True, slots=True)
class Performance:
    """A moment of a short game that the lights play; `taken` are the squares of what it takes."""

    position: Position
    move: Move | None = None
    taken: int = 0
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class ExhibitionView:
    """What an unattended board shows beside its game, or in its place if it `covers` it.

    `countdown` are lit squares of the edge, one less from time to time, a bitboard; `counted` is
    how many of the pieces of a set-up stand, None outside one.
    """

    state: str
    covers: bool = False
    language: str = ""
    options: tuple[Option, ...] = ()
    performance: Performance | None = None
    countdown: int = 0
    proposed: bool = False  # staff wants to begin again
    counted: int | None = None
    all_pieces: int = 0


@dataclass(frozen=True, slots=True)
class SideTime:
    """What a side has left: seconds, of the main time or of this period, and periods if any."""

    seconds: int
    periods: int | None = None
    is_low: bool = False  # the last seconds of all


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clocks show; `running` is the side whose clock runs now.

    Without a control the sides' time is not limited, and only the ruleset ends the game some day,
    after `game_s` seconds.
    """

    control: str = ""
    attackers: SideTime | None = None
    defenders: SideTime | None = None
    running: Side | None = None
    game_s: int | None = None

    def of(self, side: Side) -> SideTime | None:
        """Return what a side has left, None where that is not limited."""
        return self.attackers if side is Side.ATTACKERS else self.defenders


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
    strays: int = 0  # captured pieces that were taken, and put on the board again
    repair: tuple[RepairStep, ...] = ()
    refusal: Refusal | None = None
    refusal_sentence: Sentence | None = None
    plies: tuple[Ply, ...] = ()
    placed: bool = False  # they go on from a position that somebody has set up
    next_ruleset: str = ""  # of a new game, unless somebody chooses: a lesson may have another
    outcome: Outcome | None = None
    draw_offer: Side | None = None  # the side that offers a draw
    clock: ClockFace | None = None
    faulty: int = 0  # squares whose sensors are ignored
    paused: Sentence | None = None  # why the board cannot be read, None while it can
    advice: Advice = NO_ADVICE
    opponent: OpponentSeat | None = None
    coached: tuple[Side, ...] = ()  # the sides that want a coach
    reviewed: bool = False  # what changes now belongs to a look back, and not to the game
    outlook: Outlook = NO_OUTLOOK
    lesson: LessonView | None = None
    explains: bool = False  # whether captures, refusals and ends are explained
    exhibition: ExhibitionView | None = None

    @property
    def undo_leaves(self) -> int | None:
        """How many plies are left after an undo, None where there is nothing to undo.

        It takes back the end that people gave the game, else the move that does not count yet, else
        the last ply. So the number tells what somebody meant from what is there when it comes.
        """
        ended = self.outcome is not None and self.outcome.reason in BY_PEOPLE
        if ended or self.tentative is not None:
            return len(self.plies)
        return len(self.plies) - 1 if self.plies else None

    @property
    def sentence(self) -> str:
        """What the board believes and waits for, in English."""
        return say(*self.sentences)

    @property
    def stands_as_played(self) -> bool:
        """Whether the pieces stand as the game, but for captives and sensors that fail."""
        different = self.occupied ^ self.position.occupied
        return not different & ~(self.owed | self.strays | self.faulty)
