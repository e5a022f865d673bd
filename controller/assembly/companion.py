"""Opponent, coach and teacher beside a session: they see each turn, and add to the view.

The session knows nothing of them. What they want done they ask of it by command, as people do.
"""

from collections.abc import Callable
from dataclasses import replace

from controller.assembly.additions import Additions
from controller.assembly.brain import Brain
from controller.assembly.coach import Coach
from controller.assembly.explainer import Explainer
from controller.assembly.opponent import Opponent
from controller.assembly.opponent_states import Thinking
from controller.assembly.rivals import Choosing, Rival, rival_again, rival_who
from controller.assembly.teacher import Teacher
from controller.bus.messages import CommandMessage, RequestMessage
from controller.daemon.beside import Beside, help_in, seat_in
from controller.engine.errors import LevelError
from controller.engine.levels import ADAPTIVE
from controller.engine.participants import seated
from controller.events.command import Command
from controller.events.request import Request
from controller.events.view import BoardView, LessonView, OpponentSeat, Phase
from controller.lessons.errors import LessonError
from controller.lessons.lesson import Lesson
from controller.lessons.library import named_lesson
from controller.rules.game import Game, Ply
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
    """Opponent and coach at one board."""

    def __init__(self, brain: Brain, choosing: Choosing | None = None) -> None:
        """Begin with a coach whom nobody has asked yet, and without an opponent."""
        self._brain = brain
        self._choosing = choosing or Choosing()
        self._tell: Callable[[CommandMessage], None] = lambda _: None
        self._opponent: Opponent | None = None
        self._coach = Coach(brain, self._command)
        self._teacher = Teacher(brain, self.tell)
        self._explainer = Explainer(brain)
        self._among_strangers = False
        self._drawn: tuple[BoardView, Additions] | None = None
        self._view: BoardView | None = None
        self._standing: tuple[Ply, ...] | None = None  # after these plies a clock stands still
        self._missed: Sentence | None = None  # who has not come back, until a ply is made
        self._missed_since: tuple[Ply, ...] | None = None

    def seat(self, rival: Rival | None) -> None:
        """Let a rival play, or nobody."""
        if self._opponent:
            self._opponent.rest()
        self._opponent = Opponent(rival, self._brain, self._command) if rival else None
        self._missed = None

    def come_back(self, beside: Beside) -> Sentence | None:
        """Let sit down again who sat beside a game that goes on; return who does not, if so.

        Who sits there already stays; one that is the same as then asks for the same move again.
        """
        wanted, seat = help_in(beside.help), seat_in(beside.opponent)
        for side in wanted.coached:
            self._coach.switch(side, on=True)
        self._explainer.on = wanted.explains
        if seat is None:
            return None
        if self._opponent is not None:
            if self._opponent.rival.is_as(seat.side, seat.name) and seat.seed is not None:
                self.seat(replace(self._opponent.rival, seed=seat.seed))
            return None
        try:
            self.seat(rival_again(seat, self._choosing))
        except LevelError:
            self._missed = sentence("opponent.not_back", name=seat.name)
        return self._missed

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
        return self._opponent.asked if self._opponent else None

    @property
    def review_state(self) -> object:
        """Where a review stands, None without one."""
        return self._coach.review.state

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
                return self._choose_opponent(message.level, message.side)
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
            refused = self._coach.why(game, self.person)
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
        if self._opponent is None:
            return NOBODY_PLAYS
        if game.outcome:
            return GAME_OVER
        self._opponent.hurry()
        return None

    def _choose_opponent(self, level: str | None, side: Side | None) -> Sentence | None:
        if level is None or side is None:
            self.seat(None)
            return None
        # Programs and files are named on the command line only: whoever reaches the page must not
        # start programs on this machine.
        try:
            participant = None if level == ADAPTIVE else seated(level, (ADAPTIVE,))
        except LevelError as error:
            return verbatim(str(error))
        self.seat(rival_who(participant, side, self._choosing))
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

    @property
    def person(self) -> Side | None:
        """The side that people play, None where they play both."""
        return self._opponent.rival.side.other if self._opponent else None

    def _reviewed(self, game: Game) -> Side:
        """Return whose mistakes a review is about: the person's, or else the loser's."""
        if self.person:
            return self.person
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
        if self._opponent:
            self._opponent.rest()
        self._coach.forget()

    def _follow(self, view: BoardView, game: Game, at: float) -> None:
        if self._teacher.running:
            return
        self._miss(game)
        self._coach.review.follow(game)
        avoided = self._coach.avoided = view.faulty if self._among_strangers else 0
        if self._opponent and not self._coach.review.running:
            right = view.stands_as_played
            self._opponent.follow(
                game,
                at,
                right=right,
                occupied=view.occupied,
                avoided=avoided,
                clock=view.clock,
            )
            self._opponent.hear(view.draw_offer, game)
        self._let_clock_stand(view, game)

    def _miss(self, game: Game) -> None:
        """Say who has not come back until somebody plays on."""
        if self._missed_since is None:
            self._missed_since = game.plies
        elif self._missed_since != game.plies:
            self._missed = None

    def _let_clock_stand(self, view: BoardView, game: Game) -> None:
        """Let a clock stand still while people make the opponent's move, or look back."""
        side = game.position.to_move
        if self._is_nobodys_time(side):
            if view.clock is not None and view.clock.running is side:
                self._standing = game.plies
                self._command(Command.ANSWERED, side)
        elif self._standing is not None:
            # The side that is not to move has no clock that could stand still for this.
            if self._standing == game.plies:
                self._command(Command.ANSWERED, side.other)
            self._standing = None

    def _is_nobodys_time(self, side: Side) -> bool:
        """Say whether a side that is to move need not think: it has chosen, or a review runs."""
        if self._coach.review.running:
            return True
        opponent = self._opponent
        return opponent is not None and opponent.rival.side is side and opponent.asked is not None

    def _added(self, view: BoardView, game: Game, at: float) -> Additions:
        coached = tuple(side for side in Side if side in self._coach.sides)
        if self._teacher.running and not view.paused:
            advice, said = self._teacher.advise(game, at), self._teacher.sentences(view)
            return Additions(self._seat(view), coached, advice, said, self._teacher.shown)
        if view.phase is Phase.SET_UP or view.paused:
            # A lesson is one, too, while its board is away.
            return Additions(self._seat(view), coached, lesson=self._teacher.shown)
        advice, sentences = self._coach.advise(game, view.lifted, at), self._coach.sentences(game)
        if self._missed is not None:
            sentences = (self._missed, *sentences)
        if self._opponent is None or self._coach.review.running:
            reviewed = self._coach.review.running
            return Additions(self._seat(view), coached, advice, sentences, reviewed=reviewed)
        advice = replace(advice, asked=self._opponent.asked)
        sentences = (*self._opponent.sentences(at), *sentences)
        return Additions(self._seat(view), coached, advice, sentences)

    def _explained(self, added: Additions, view: BoardView, at: float) -> Additions:
        added = replace(added, explains=self._explainer.on)
        if view.phase is Phase.SET_UP or view.paused:
            return added
        advice, said = self._explainer.add(added.advice, added.sentences, at)
        return replace(added, advice=advice, sentences=said)

    def _seat(self, view: BoardView) -> OpponentSeat | None:
        if self._opponent is None:
            return None
        rival, opponent = self._opponent.rival, self._opponent
        return OpponentSeat(
            rival.side,
            rival.playing.name,
            rival.seed,
            thinking=isinstance(opponent.state, Thinking),
            adaptive=rival.adaptive is not None,
            offers_draw=view.draw_offer is rival.side,
        )
