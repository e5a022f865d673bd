"""Shows why: the squares that captured, refused or ended something, one after the other.

Off until somebody asks for it; lessons switch it on. It says the rule's own number beside the
sentence, and on request what a side can do.
"""

from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, replace

from controller.assembly.brain import Brain
from controller.engine.coach import Options
from controller.engine.thinking import GameSoFar, seen_options
from controller.events.view import Advice, BoardView
from controller.rules.game import Game
from controller.rules.geometry import bits_of, squares_of
from controller.rules.lines import Move
from controller.rules.sentence import Sentence, sentence
from controller.rules.sentences import capture_sentence, names_of, outcome_sentence

# From square to square, and how long all of them stay lit.
STEP_S = 0.5
HOLD_S = 2.0
# How long each thing that a side can do is shown.
OPTION_S = 2.0
_LISTED = 4


@dataclass(frozen=True, slots=True)
class Because:
    """One thing that happened: its squares in the order in which they are lit, and its sentence."""

    squares: tuple[int, ...]
    said: Sentence

    @property
    def seconds(self) -> float:
        """How long it is shown."""
        return STEP_S * len(self.squares) + HOLD_S

    def lit(self, since: float) -> int:
        """Return the squares that are lit so long after it began, as bits."""
        return bits_of(*self.squares[: 1 + int(since / STEP_S)])


@dataclass(frozen=True, slots=True)
class Explaining:
    """What happened is shown, since a time."""

    reasons: tuple[Because, ...]
    since: float

    def now(self, at: float) -> tuple[Because, float] | None:
        """Return what is shown at a time and since how long, None once all was."""
        passed = at - self.since
        for reason in self.reasons:
            if passed < reason.seconds:
                return reason, passed
            passed -= reason.seconds
        return None


@dataclass(frozen=True, slots=True)
class Listing:
    """What a side can do is being looked for, or is shown since it was found."""

    game: Game
    answer: "Future[Options]"
    since: float | None = None


State = Explaining | Listing


class Explainer:
    """What there is to explain on one board."""

    def __init__(self, brain: Brain) -> None:
        """Begin with nothing to explain."""
        self.on = False
        self._brain = brain
        self._state: State | None = None
        self._seen: tuple[Game | None, object] = (None, None)

    def list_options(self, game: Game) -> None:
        """Show what the side to move can do."""
        self._state = Listing(game, self._brain.ask(seen_options, GameSoFar.of(game)))

    def drop_options(self) -> None:
        """Show no longer what a side can do: something else is asked."""
        if isinstance(self._state, Listing):
            self._state = None

    def follow(self, view: BoardView, game: Game, at: float, *, on: bool) -> None:
        """Begin to explain what has just happened, if something has."""
        before, self._seen = self._seen, (game, view.refusal)
        if isinstance(self._state, Listing):
            self._follow_listing(self._state, game, at)
        if not on or before == self._seen:
            return
        if view.refusal is not None and view.refusal != before[1]:
            self._begin(_of_refusal(view), at)
        elif before[0] is not None and _is_next(before[0], game):
            self._begin(_of_ply(game), at)
        elif game is not before[0]:
            self._state = None

    def _follow_listing(self, state: Listing, game: Game, at: float) -> None:
        if state.game.plies != game.plies:
            self._state = None
        elif state.since is None and state.answer.done():
            self._state = replace(state, since=at)

    def _begin(self, reasons: tuple[Because, ...], at: float) -> None:
        self._state = Explaining(reasons, at) if reasons else None

    # What there is to see ----------------------------------------------------------------

    def add(
        self, advice: Advice, said: tuple[Sentence, ...], at: float
    ) -> tuple[Advice, tuple[Sentence, ...]]:
        """Return advice and sentences with what is explained at a time."""
        match self._state:
            case Explaining() as state if (shown := state.now(at)) is not None:
                reason, since = shown
                return replace(advice, because=reason.lit(since)), (*said, reason.said)
            case Listing(since=None):
                return advice, (*said, sentence("coach.thinking"))
            case Listing(answer=answer, since=since) if since is not None:
                return self._listed(advice, said, answer, at - since)
        return advice, said

    def _listed(
        self,
        advice: Advice,
        said: tuple[Sentence, ...],
        answer: "Future[Options]",
        passed: float,
    ) -> tuple[Advice, tuple[Sentence, ...]]:
        try:
            options = answer.result()
        except BrokenExecutor:
            return advice, said
        moves = (*options.winning, *options.capturing)[:_LISTED]
        step = int(passed / OPTION_S)
        if step < len(moves):
            advice = replace(advice, hint=moves[step])
        elif step == len(moves):
            advice = replace(advice, threatened=options.threatened)
        else:
            self._state = None
        return advice, (*said, *option_sentences(options))


def option_sentences(options: Options) -> tuple[Sentence, ...]:
    """Return what a side can do, and what threatens it."""
    found = []
    if options.winning:
        found.append(sentence("options.wins", moves=_written(options.winning)))
    if options.capturing:
        found.append(sentence("options.captures", moves=_written(options.capturing)))
    if options.threatened:
        squares = names_of(squares_of(options.threatened))
        found.append(sentence("options.threatened", squares=squares))
    return tuple(found) or (sentence("options.nothing"),)


def _written(moves: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(map(str, moves[:_LISTED]))


def _is_next(before: Game, game: Game) -> bool:
    return len(game.plies) == len(before.plies) + 1 and game.plies[:-1] == before.plies


def _of_ply(game: Game) -> tuple[Because, ...]:
    """Return what the last ply has brought about: its captures, then how it ended the game."""
    reasons = [
        Because((*each.captors, *each.squares), _with_rule(capture_sentence(each), each.clause))
        for each in game.plies[-1].captures
    ]
    outcome = game.outcome
    if outcome is not None:
        said = _with_rule(outcome_sentence(outcome), outcome.clause)
        reasons.append(Because(outcome.squares, said))
    return tuple(reasons)


def _of_refusal(view: BoardView) -> tuple[Because, ...]:
    refusal, said = view.refusal, view.refusal_sentence
    if refusal is None or said is None:
        return ()
    return (Because(refusal.squares, _with_rule(said, refusal.clause)),)


def _with_rule(said: Sentence, clause: str | None) -> Sentence:
    """Return a sentence with the rule's number, or with the heading under which the rule stands."""
    if not clause:
        return said
    if clause[0].isdigit():
        return sentence("explain.rule", said=said, clause=clause)
    return sentence("explain.clause", said=said, clause=clause)
