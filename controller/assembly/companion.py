"""Opponent, coach and teacher beside a session: they see each turn, and add to the view.

The session knows nothing of them. What they want done they ask of it by command, as people do.
"""

from collections.abc import Callable
from dataclasses import replace

from controller.assembly.additions import Additions
from controller.assembly.brain import Brain
from controller.assembly.coach import Coach
from controller.assembly.explainer import Explainer
from controller.assembly.rivals import Choosing, Rival
from controller.assembly.seating import Seating
from controller.assembly.standing_clock import StandingClock
from controller.assembly.teacher import Teacher
from controller.bus.messages import CommandMessage, RequestMessage
from controller.daemon.beside import Beside, help_in, seat_in
from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import BoardView, LessonView, Phase
from controller.lessons.errors import LessonError
from controller.lessons.lesson import Lesson
from controller.lessons.library import named_lesson
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence, verbatim
from controller.session.sentences import PAUSED

NOBODY_PLAYS = sentence("opponent.nobody")
GAME_OVER = sentence("coach.game_over")
# What nobody can answer while pieces are set up.
_ABOUT_PLAY = (Request.HINT, Request.OPTIONS, Request.MOVE_NOW)


class Companion:
    """Opponent, coach, teacher and explainer at one board."""

    def __init__(self, brain: Brain, choosing: Choosing | None = None) -> None:
        """Begin with a coach whom nobody has asked yet, and without an opponent."""
        self._brain = brain
        self._tell: Callable[[CommandMessage], None] = lambda _: None
        self._seating = Seating(brain, self._command, choosing or Choosing())
        self._coach = Coach(brain, self._command)
        self._teacher = Teacher(brain, self.tell)
        self._explainer = Explainer(brain)
        self._among_strangers = False
        self._drawn: tuple[BoardView, Additions] | None = None
        self._view: BoardView | None = None
        self._clock = StandingClock(self._command)

    def seat(self, rival: Rival | None) -> None:
        """Let a rival play, or nobody."""
        self._seating.seat(rival)

    def come_back(self, beside: Beside) -> Sentence | None:
        """Let sit down again who sat beside a game that goes on; return who does not, if so."""
        wanted, seat = help_in(beside.help), seat_in(beside.opponent)
        for side in wanted.coached:
            self._coach.switch(side, on=True)
        self._explainer.on = wanted.explains
        return None if seat is None else self._seating.come_back(seat)

    def connect(self, tell: Callable[[CommandMessage], None]) -> None:
        """Give commands to the session this way: they are done at its next turn."""
        self._tell = tell

    def serve_strangers(self) -> None:
        """Recommend and choose no move that ends where no sensor tells: it would not count.

        Nor say how to ask for something: there is no button.
        """
        self._among_strangers = self._coach.hints_by_itself = True

    @property
    def asked(self) -> Move | None:
        """The opponent's move, to be made for it."""
        if self._teacher.running:
            return self._teacher.asked
        opponent = self._seating.opponent
        return opponent.asked if opponent else None

    @property
    def person(self) -> Side | None:
        """The side that people play, None where they play both."""
        return self._seating.person

    def teach(self, lesson: Lesson | None, *, alone: bool = False) -> None:
        """Begin a lesson, or end the one that runs; one `alone` is followed by no other."""
        self._teacher.begin(lesson, alone=alone)

    @property
    def lesson(self) -> LessonView | None:
        """The lesson that runs."""
        return self._teacher.shown

    def close(self) -> None:
        """Think no more."""
        self._brain.close()

    def tell(self, message: CommandMessage) -> None:
        """Give a command to the session: it is done at its next turn."""
        self._tell(message)

    def _command(
        self, command: Command, side: Side | None = None, square: int | None = None
    ) -> None:
        name = None if square is None else SQUARE_NAMES[square]
        self._tell(CommandMessage(command=command, side=side, square=name))

    # Requests ----------------------------------------------------------------------------

    def request(self, message: RequestMessage, game: Game) -> Sentence | None:
        """Do what somebody asks; return why not, if not."""
        if message.command in _ABOUT_PLAY and (to_do := self._to_do_before_play()) is not None:
            return to_do
        match message.command:
            case Request.OPPONENT:
                return self._seating.choose(message.level, message.side)
            case Request.COACH:
                if message.side is not None:
                    self._coach.switch(message.side, on=bool(message.on))
                return None
            case Request.LESSON | Request.EXPLAIN | Request.OPTIONS:
                return self._learn(message, game)
            case Request.HINT | Request.WHY | Request.REVIEW:
                return self._ask_coach(message.command, game)
            case Request.MOVE_NOW:
                return self._move_now(game)

    def takes(self, command: Command) -> bool:
        """Take back a move of a lesson that no undo of the session takes back; say whether."""
        return command is Command.UNDO and self._teacher.take_back()

    def refuses(self, command: Command) -> Sentence | None:
        """Return why a command makes no sense now; None where it does."""
        return self._teacher.refuses(command)

    def _to_do_before_play(self) -> Sentence | None:
        """Return what has to be done before there is a game to ask about, None where there is."""
        view = self._drawn[0] if self._drawn else None
        if view is None or view.phase is not Phase.SET_UP or self._teacher.running:
            return None
        return next((each for each in view.sentences if each.key.startswith("set_up.")), None)

    def _ask_coach(self, request: Request, game: Game) -> Sentence | None:
        if request is Request.WHY:
            refused = self._coach.why(game, self._seating.person)
        elif request is Request.REVIEW:
            refused = self._coach.look_back(game, self._reviewed(game))
        else:
            refused = self._hint(game)
        if refused is None:
            self._explainer.drop_options()
        return refused

    def _hint(self, game: Game) -> Sentence | None:
        if self._teacher.running:
            self._teacher.hint()
        elif game.outcome:
            return GAME_OVER
        else:
            self._coach.hint(game)
        return None

    def _move_now(self, game: Game) -> Sentence | None:
        if self._seating.opponent is None:
            return NOBODY_PLAYS
        if game.outcome:
            return GAME_OVER
        self._seating.opponent.hurry()
        return None

    def _learn(self, message: RequestMessage, game: Game) -> Sentence | None:
        match message.command:
            case Request.EXPLAIN:
                self._explainer.on = bool(message.on)
            case Request.OPTIONS if game.outcome:
                return GAME_OVER
            case Request.OPTIONS:
                self._coach.drop_answers()
                self._explainer.list_options(game)
            case Request.LESSON if message.lesson is None:
                return self._end_lesson()
            case Request.LESSON:
                try:
                    self.teach(named_lesson(message.lesson or ""))
                except LessonError as error:
                    return verbatim(str(error))
        return None

    def _end_lesson(self) -> Sentence | None:
        """Put a new game in the place of the lesson, whose few pieces are none."""
        if not self._teacher.running:
            return None
        if self._drawn is not None and self._drawn[0].paused:
            return PAUSED
        self.teach(None)
        self._command(Command.NEW_GAME)
        return None

    def _reviewed(self, game: Game) -> Side:
        """Return whose mistakes a review is about: the person's, or else the loser's."""
        if self._seating.person:
            return self._seating.person
        winner = game.outcome.winner if game.outcome else None
        return winner.other if winner else game.position.to_move

    # Every turn --------------------------------------------------------------------------

    def see(self, view: BoardView, game: Game, at: float) -> BoardView:
        """Do what there is to do, and return the view with what opponent and coach add.

        The same object as long as nothing changes.
        """
        if not view.paused:
            self._teacher.follow(view, game, at)
        if view.phase is Phase.SET_UP:
            self._forget()
        elif not view.paused:
            self._follow(view, game, at)
        explains = self._explainer.on or self._teacher.running
        self._explainer.follow(view, game, at, on=explains)
        drawn = view, self._explained(self._added(view, game, at), view, at)
        if self._view is None or self._drawn != drawn:
            self._drawn, self._view = drawn, drawn[1].to(view)
        return self._view

    def _forget(self) -> None:
        self._seating.rest()
        self._coach.forget()

    def _follow(self, view: BoardView, game: Game, at: float) -> None:
        if self._teacher.running:
            return
        self._seating.follow(game)
        self._coach.review.follow(game)
        avoided = self._coach.avoided = view.faulty if self._among_strangers else 0
        opponent = self._seating.opponent
        if opponent and not self._coach.review.running:
            opponent.follow(
                game,
                at,
                right=view.stands_as_played,
                occupied=view.occupied,
                avoided=avoided,
                clock=view.clock,
            )
            opponent.hear(view.draw_offer, game)
        self._clock.follow(view, game, thinks=self._thinks(game.position.to_move))

    def _thinks(self, side: Side) -> bool:
        """Say whether a side that is to move thinks; not once it has chosen, or in a review."""
        if self._coach.review.running:
            return False
        opponent = self._seating.opponent
        return opponent is None or opponent.rival.side is not side or opponent.asked is None

    def _added(self, view: BoardView, game: Game, at: float) -> Additions:
        coached = tuple(side for side in Side if side in self._coach.sides)
        seat, opponent = self._seating.shown(view), self._seating.opponent
        if self._teacher.running and not view.paused:
            advice, said = self._teacher.advise(game, at), self._teacher.sentences(view)
            return Additions(seat, coached, advice, said, self._teacher.shown)
        if view.phase is Phase.SET_UP or view.paused:
            # A lesson is one, too, while its board is away.
            return Additions(seat, coached, lesson=self._teacher.shown)
        advice = self._coach.advise(game, view.lifted, at)
        sentences = (*self._seating.sentences(), *self._coach.sentences(game))
        reviewed = self._coach.review.running
        if opponent is None or reviewed:
            return Additions(seat, coached, advice, sentences, reviewed=reviewed)
        advice = replace(advice, asked=opponent.asked)
        sentences = (*opponent.sentences(at), *sentences)
        return Additions(seat, coached, advice, sentences)

    def _explained(self, added: Additions, view: BoardView, at: float) -> Additions:
        added = replace(added, explains=self._explainer.on)
        if view.phase is Phase.SET_UP or view.paused:
            return added
        advice, said = self._explainer.add(added.advice, added.sentences, at)
        return replace(added, advice=advice, sentences=said)
