"""An unattended board: joins the host of an exhibition with game, teacher, opponent and lights.

Sits where opponent and coach sit, with these behind it. What the host wants done it asks of them,
or of the session by command, as people do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from controller.assembly.companion import Companion
from controller.assembly.rivals import Choosing, rival_of
from controller.bus.messages import CommandMessage, RequestMessage
from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import BoardView, ExhibitionView, Phase
from controller.exhibition.glimpse import Glimpse
from controller.exhibition.groups import start
from controller.exhibition.host import (
    Act,
    BeginGame,
    BeginWithout,
    Believe,
    Count,
    Hint,
    Host,
    SeatComputer,
    Teach,
    Turned,
)
from controller.exhibition.programme import Programme
from controller.exhibition.showing import exhibition_view, sentences
from controller.exhibition.states import Learning, Praising, Signal
from controller.exhibition.stay import Stay
from controller.exhibition.turning import begun, turned
from controller.lessons.library import named_lesson
from controller.notation.opentafl import write_position
from controller.recognition.repair import RepairAction
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES, bits_of, squares_of
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.sentence import Sentence, sentence

NOT_HERE = sentence("exhibition.refused")
# Whoever plays and what is taught is the host's business.
_REFUSED = (Request.OPPONENT, Request.LESSON, Request.COACH, Request.EXPLAIN, Request.REVIEW)
# A command takes a turn or two.
_TAKES_S = 0.5
# How often what passes with time alone is drawn again.
_LOOKS_A_SECOND = 4


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around an unattended board.

    `minute` gives the minute of the week; `count` takes in each stay that is over, and `hear` each
    signal with the words that the board says then, in the language that was chosen.
    """

    minute: Callable[[], int]
    count: Callable[[Stay], None] = lambda _: None
    hear: Callable[[Signal, tuple[Sentence, ...], str], None] = lambda *_: None


class Exhibition:
    """The host at one board."""

    def __init__(
        self,
        companion: Companion,
        programme: Programme,
        around: Surroundings,
        choosing: Choosing | None = None,
    ) -> None:
        """Begin as after every power cut: whatever stands on the board, nobody is there."""
        self._companion = companion
        companion.serve_strangers()
        self._programme = programme
        self._around = around
        self._choosing = choosing or Choosing(seconds=1.0)
        self._turned: Turned | None = None
        self._starts: tuple[Position, ...] = (start(),)
        self._busy_until = float("-inf")  # what was asked is being done
        self._drawn: tuple[BoardView, ExhibitionView, tuple[Sentence, ...]] | None = None
        self._glanced: tuple[object, ...] = ()
        self._view: BoardView | None = None

    @property
    def host(self) -> Host | None:
        """What the host remembers; None before the first turn."""
        return self._turned.host if self._turned else None

    def request(self, message: RequestMessage, game: Game) -> Sentence | None:
        """Do what somebody asks on a page, as far as visitors may; return why not, if not."""
        if message.command in _REFUSED:
            return NOT_HERE
        return self._companion.request(message, game)

    def takes(self, command: Command) -> bool:
        """Do a command in place of the session, as its companion does; say whether."""
        return self._companion.takes(command)

    def refuses(self, command: Command) -> Sentence | None:
        """Return why a command makes no sense now, as its companion says it."""
        return self._companion.refuses(command)

    def see(self, view: BoardView, game: Game, at: float) -> BoardView:
        """Do what there is to do, and return the view with what an unattended board adds."""
        view = self._companion.see(view, game, at)
        now = self._glimpse(view, game, at)
        if self._turned is None:
            self._turned = begun(at)
        elif at >= self._busy_until:
            self._turned = turned(self._turned.host, now, self._programme)
        else:
            self._turned = Turned(replace(self._turned.host, seen=now))
        for act in self._turned.acts:
            self._do(act, game, at)
        return self._drawing(view, now)

    def _glimpse(self, view: BoardView, game: Game, at: float) -> Glimpse:
        setting_up = view.phase is Phase.SET_UP
        steps = view.repair if setting_up else ()
        puts = [step.square for step in steps if step.action is RepairAction.PUT]
        shifts = [step.square for step in steps if step.origin is not None]
        takes = [step.square for step in steps if step.action is RepairAction.TAKE]
        origins = [step.origin for step in steps if step.origin is not None]
        # What somebody holds for long lies in a pocket, though nothing is asked for.
        lacking = view.position.occupied & ~(view.occupied | view.faulty)
        return Glimpse(
            at,
            view.occupied,
            view.position,
            view.faulty,
            is_open=self._programme.is_open(self._around.minute()),
            paused=view.paused is not None,
            setting_up=setting_up,
            is_start=game.start in self._starts,
            is_right=setting_up or not (view.repair or lacking),
            plies=len(view.plies),
            over=view.phase is Phase.OVER,
            thinks=view.opponent is not None and view.opponent.thinking,
            stars=view.lesson.stars if view.lesson else 0,
            has_lesson=view.lesson is not None,
            hindered=self._is_hindered(view),
            missing=bits_of(*puts),
            misplaced=bits_of(*shifts),
            surplus=bits_of(*origins, *takes),
            steps=len(steps),
        )

    def _is_hindered(self, view: BoardView) -> bool:
        """Say whether the lesson that runs cannot be done on the sensors there are."""
        state = self.host.state if self.host else None
        if not isinstance(state, Learning):
            return False
        lesson = named_lesson(self._programme.lessons[state.number])
        return bool(lesson.needed & view.faulty)

    # What the host wants done ------------------------------------------------------------

    def _do(self, act: Act, game: Game, at: float) -> None:
        companion, programme = self._companion, self._programme
        match act:
            case BeginGame():
                self._starts = self._starts[:1]
                self._tell(CommandMessage(command=Command.NEW_GAME), at)
            case BeginWithout(missing=missing):
                self._begin_without(missing, at)
            case Believe(squares=squares):
                for square in squares_of(squares):
                    name = SQUARE_NAMES[square]
                    self._tell(CommandMessage(command=Command.PLACE, square=name), at)
            case Teach(number=None):
                companion.teach(None)
            case Teach(number=int(number)):
                companion.teach(named_lesson(programme.lessons[number]), alone=True)
            case SeatComputer(side=side):
                self._seat(side, game)
            case Hint():
                companion.request(RequestMessage(command=Request.HINT), game)
            case Count(stay=stay):
                self._around.count(stay)

    def _tell(self, message: CommandMessage, at: float) -> None:
        self._busy_until = at + _TAKES_S
        self._companion.tell(message)

    def _begin_without(self, missing: int, at: float) -> None:
        position = start().masked(~missing)
        self._starts = (start(), position)
        record = write_position(position)
        side = position.to_move
        self._tell(CommandMessage(command=Command.SET_UP, position=record, side=side), at)

    def _seat(self, side: Side | None, game: Game) -> None:
        """Let the computer play a side, and explain what happens; or nobody, and say less."""
        rival = None if side is None else rival_of(self._programme.level, side, self._choosing)
        self._companion.seat(rival)
        explains = RequestMessage(command=Request.EXPLAIN, on=side is not None)
        self._companion.request(explains, game)

    # What there is to see and to hear ----------------------------------------------------

    def _drawing(self, view: BoardView, now: Glimpse) -> BoardView:
        host = self._turned.host if self._turned else begun(now.at).host
        glanced = (view, host.state, host.language, int(now.at * _LOOKS_A_SECOND))
        if self._view is not None and glanced == self._glanced:
            return self._view
        self._glanced = glanced
        shown = exhibition_view(host, now, self._programme)
        said = () if view.paused else sentences(host, now, self._programme, self._around.minute())
        drawn = (view, shown, said)
        if self._view is None or self._drawn != drawn:
            self._drawn = drawn
            replaces = shown.covers or now.setting_up or shown.countdown
            rest = () if replaces and said else view.sentences
            if shown.countdown:
                # Nothing may hide the question whether anybody is there.
                view = replace(view, refusal=None, refusal_sentence=None)
            # Stars first, and then what comes after them.
            words = (*rest, *said) if isinstance(host.state, Praising) else (*said, *rest)
            self._view = replace(view, exhibition=shown, sentences=words)
        if self._turned and self._turned.signal:
            self._around.hear(self._turned.signal, self._view.sentences, host.language)
        return self._view
