"""The teacher at the table: sets lessons up, asks for replies, and shows what was wrong.

One lesson at a time, and one state in it. Positions are set up by the session's own command, so
that the lights lead to them as to any other; replies are asked for as an opponent's moves are.
"""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from itertools import chain

from controller.assembly.brain import Brain
from controller.assembly.lesson_picture import advice, lesson_sentences, lesson_view
from controller.assembly.played_out import PlayedOut
from controller.assembly.teaching import (
    Answering,
    Done,
    LearnerToMove,
    Placing,
    Refuting,
    Seeking,
    State,
)
from controller.bus.messages import CommandMessage
from controller.engine.levels import levels
from controller.engine.participants import Participant
from controller.engine.players import Choice
from controller.engine.thinking import GameSoFar, choose
from controller.events.command import Command
from controller.events.view import Advice, BoardView, LessonView, Phase
from controller.lessons.judging import (
    HINT_STEPS,
    MoveAgain,
    OpponentMoves,
    Solved,
    Wrong,
    judge,
    stars,
)
from controller.lessons.lesson import Lesson
from controller.lessons.library import next_lesson
from controller.lessons.progress import Base
from controller.notation.opentafl import write_position
from controller.recognition.repair import RepairAction
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.lines import Move
from controller.rules.sentence import Sentence, sentence

# A move that stands so long is meant; before that its piece may slide on.
SURE_S = 0.6
NEXT_S = 4.0
# Who does nothing for so long gets one step more of the hint.
HINT_EVERY_S = 20.0
# With no more squares that stand wrong than this a lesson can be done; where nobody puts them right
# for so long they stand right, on sensors that are at fault.
_FAULTS_TAUGHT_WITH = 2
_BELIEVED_AFTER_S = 30.0
# A command takes a turn or two; who is not there by then has another game.
_LOST_S = 2.0

_NO_GAME = sentence("command.in_lesson")
_ENDS_GAMES = (Command.RESIGN, Command.DRAW, Command.NO_DRAW, Command.DECIDE)


class Teacher:
    """One lesson after the other, or none."""

    def __init__(self, brain: Brain, tell: Callable[[CommandMessage], None]) -> None:
        """Begin without a lesson; `tell` reaches the session."""
        self.state: State | None = None
        self._lesson: Lesson | None = None
        self._alone = False
        self._brain = brain
        self._tell = tell
        self._asked_steps = 0  # of the hint that somebody asked for
        self._steps = 0  # that were shown in this attempt

    @property
    def running(self) -> bool:
        """Whether what is on the board belongs to a lesson."""
        return self._lesson is not None

    def refuses(self, command: Command) -> Sentence | None:
        """Return why nobody gives a lesson up, or decides it; None for any other command."""
        return _NO_GAME if self.running and command in _ENDS_GAMES else None

    def begin(self, lesson: Lesson | None, *, alone: bool = False) -> None:
        """Begin a lesson, or end the one that runs; one `alone` is followed by no other."""
        self._lesson, self._alone = lesson, alone
        self._asked_steps = self._steps = 0
        self.state = Placing(lesson.base) if lesson else None

    def hint(self) -> None:
        """Show one step more of the hint."""
        self._asked_steps = min(max(self._asked_steps, self._steps) + 1, HINT_STEPS)

    def take_back(self) -> bool:
        """Set up what the learner's last move was made from, if nothing else was; say whether.

        Where he moves again at once, each move ends a game, and its undo has nothing to take back.
        """
        before = self.state.earlier if isinstance(self.state, LearnerToMove) else None
        if before is not None:
            self.state = Placing(before, goes_on=True)
        return before is not None

    # Every turn --------------------------------------------------------------------------

    def follow(self, view: BoardView, game: Game, at: float) -> None:
        """Do what there is to do in a game as the session has it now."""
        lesson, state = self._lesson, self.state
        if lesson is None or state is None:
            return
        if isinstance(state, Placing):
            self._place(lesson, state, view, game, at)
        elif not _began_from(lesson, state.base, view, game):
            self.begin(None)  # somebody has begun something else
        elif view.phase is not Phase.SET_UP:
            self._go_on(lesson, state, view, game, at)

    def _place(
        self, lesson: Lesson, state: Placing, view: BoardView, game: Game, at: float
    ) -> None:
        if state.asked_at is None:
            position = state.base.position
            self._tell(
                CommandMessage(
                    command=Command.SET_UP,
                    position=write_position(position),
                    side=position.to_move,
                    ruleset=lesson.rules.ruleset.name,
                )
            )
            self.state = replace(state, asked_at=at)
        elif _began_from(lesson, state.base, view, game):
            if view.phase is not Phase.SET_UP and not game.plies:
                self.state = LearnerToMove(state.base, game, at, failed=state.failed)
            else:
                self._wait_for_set_up(state, view, at)
        elif at - state.asked_at > _LOST_S:
            self.begin(None)

    def _wait_for_set_up(self, state: Placing, view: BoardView, at: float) -> None:
        """Believe no sensor at fault, once all the rest has stood for long."""
        if view.repair != state.left:
            self.state = replace(state, left=view.repair, left_since=at)
            return
        # At an unattended board a sensor may also feel what nobody can take away.
        only_missing = all(step.action is RepairAction.PUT for step in view.repair)
        if not (only_missing or self._alone) or len(view.repair) > _FAULTS_TAUGHT_WITH:
            return
        if at - state.left_since >= _BELIEVED_AFTER_S:
            self.state = replace(state, left_since=at)
            wrong = chain.from_iterable((step.square, step.origin) for step in view.repair)
            for square in (each for each in wrong if each is not None):
                name = SQUARE_NAMES[square]
                self._tell(CommandMessage(command=Command.PLACE, square=name))

    def _go_on(self, lesson: Lesson, state: State, view: BoardView, game: Game, at: float) -> None:
        match state:
            case LearnerToMove():
                self._try(lesson, state, view, game, at)
            case Seeking(base=base, game=before) if before is not game:
                self.state = LearnerToMove(base, game, at)
            case Seeking(base=base, answer=answer) if answer.done():
                self.state = self._answered(lesson, base, game, answer, at)
            case Answering():
                self._await_reply(state, game, at)
            case Refuting(base=base, game=before) if before is not game:
                self.state = LearnerToMove(base, game, at, failed=True)
            case Refuting() if state.is_over(at):
                self._again(lesson)
            case Done(since=since) if at - since >= NEXT_S:
                self.begin(self._following(lesson))

    def _try(
        self, lesson: Lesson, state: LearnerToMove, view: BoardView, game: Game, at: float
    ) -> None:
        if state.game is not game:
            self.state = LearnerToMove(state.base, game, at)
            if _is_without_reply(lesson, state.game, game) and not view.stands_as_played:
                # Who takes back the reply wants his own move back, too. One that was put back by
                # hand is asked for again: it stands as the game.
                self._tell(CommandMessage(command=Command.UNDO))
            return
        if state.failed and view.lifted is not None:
            self.state = state = replace(state, failed=False)
        steps = int((at - state.since) / HINT_EVERY_S)
        self._steps = min(max(self._steps, self._asked_steps, steps), HINT_STEPS)
        if state.judged or at - state.since < SURE_S or _is_on_its_way(view):
            return
        self.state = replace(state, judged=True)
        match judge(lesson, state.base, game):
            case Solved(moves=moves):
                self.state = Done(state.base, game, stars(lesson, moves, self._steps), at)
            case Wrong(shown=line):
                self.state = Refuting(state.base, game, PlayedOut(line, at))
            case MoveAgain(base=base):
                self.state = Placing(replace(base, before=state.base), goes_on=True)
            case OpponentMoves(move=None):
                self.state = Seeking(state.base, game, self._seek(game))
            case OpponentMoves(move=move) if move is not None:
                self.state = Answering(state.base, game, move)

    def _seek(self, game: Game) -> "Future[Choice]":
        easiest = Participant(levels()[0])
        return self._brain.ask(choose, GameSoFar.of(game), easiest, 1, None, 1)

    def _answered(
        self, lesson: Lesson, base: Base, game: Game, answer: "Future[Choice]", at: float
    ) -> State:
        try:
            move = answer.result().move
        except BrokenExecutor:
            return Seeking(base, game, self._seek(game))
        if move is None:  # it gives up
            return Done(base, game, stars(lesson, lesson.par, self._steps), at)
        return Answering(base, game, move)

    def _await_reply(self, state: Answering, game: Game, at: float) -> None:
        more = len(game.plies) - len(state.game.plies)
        if more < 0 or (more == 0 and game.plies != state.game.plies):
            self.state = LearnerToMove(state.base, game, at)  # the learner has had another thought
        elif more > 0 and game.plies[len(state.game.plies)].move == state.move:
            self.state = LearnerToMove(state.base, game, at)
        elif more > 0 and at - state.undone_at > SURE_S:
            self.state = replace(state, undone_at=at)
            self._tell(CommandMessage(command=Command.UNDO))

    def _again(self, lesson: Lesson) -> None:
        self.state = Placing(lesson.base, failed=True)
        self._asked_steps = self._steps = 0

    # What there is to see ----------------------------------------------------------------

    @property
    def asked(self) -> Move | None:
        """The other side's reply, to be made for it."""
        return self.state.move if isinstance(self.state, Answering) else None

    @property
    def shown(self) -> LessonView | None:
        """The lesson as the view has it."""
        if self._lesson is None or self.state is None:
            return None
        return lesson_view(self._lesson, self.state)

    def advise(self, game: Game, at: float) -> Advice:
        """Return what the lights show beside the game."""
        if self._lesson is None or self.state is None:
            return Advice()
        return advice(self._lesson, self.state, self._steps, game, at)

    def sentences(self, view: BoardView) -> tuple[Sentence, ...]:
        """Return what it has to say."""
        if self._lesson is None:
            return ()
        following = self._following(self._lesson)
        return lesson_sentences(self._lesson, self.state, self._steps, following, view)

    def _following(self, lesson: Lesson) -> Lesson | None:
        return None if self._alone else next_lesson(lesson)


def _began_from(lesson: Lesson, base: Base, view: BoardView, game: Game) -> bool:
    """Say whether a game is the one that was set up, and no new one from the same start."""
    same_rules = game.rules.ruleset.name == lesson.rules.ruleset.name
    return view.placed and same_rules and game.start == base.position


def _is_on_its_way(view: BoardView) -> bool:
    """Say whether the piece of the last move does not rest where that ended.

    After the end it may well be taken off the board.
    """
    last = view.last_move
    if last is None or view.outcome is not None:
        return False
    return not (view.occupied | view.faulty) >> last.target & 1


def _is_without_reply(lesson: Lesson, before: Game, game: Game) -> bool:
    """Say whether the other side's last ply was taken back."""
    return game.plies == before.plies[:-1] and game.position.to_move is not lesson.side
