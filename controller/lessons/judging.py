"""What comes of a learner's move: solved, wrong, a reply, or his next move. Knows no time."""

from dataclasses import dataclass
from functools import lru_cache

from controller.lessons.goals import is_met
from controller.lessons.lesson import Lesson, Reply
from controller.lessons.progress import Base, Progress, progress_of
from controller.rules.game import Game
from controller.rules.lines import Move

MOST_STARS = 4
# The last step of a hint gives the move away.
HINT_STEPS = 3


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The learner is to move."""


@dataclass(frozen=True, slots=True)
class MoveAgain:
    """The learner is to move again at once, from a new base."""

    base: Base


@dataclass(frozen=True, slots=True)
class OpponentMoves:
    """The other side replies: with a move, or with what an engine chooses."""

    move: Move | None


@dataclass(frozen=True, slots=True)
class Solved:
    """The goal is met, after so many moves."""

    moves: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """The attempt has failed; `shown` are moves that show why, if the lesson has any."""

    shown: tuple[Move, ...]


Verdict = YourTurn | MoveAgain | OpponentMoves | Solved | Wrong


def judge(lesson: Lesson, base: Base, game: Game) -> Verdict:
    """Return what comes of a game that began from a base of a lesson."""
    now = progress_now(lesson, base, game)
    if is_met(lesson.goal, now):
        return Solved(now.moves)
    if not game.plies:
        return YourTurn()
    failed = (
        game.outcome is not None
        or (lesson.fail is not None and is_met(lesson.fail, now))
        or _misses_the_only_move(lesson, game)
    )
    late = now.moves >= lesson.most
    if game.position.to_move is lesson.side:
        return Wrong(_shown(lesson, now)) if failed or late else YourTurn()
    move = game.plies[-1].move
    reply = dict(lesson.replies).get(move)
    if failed or now.moves > lesson.most:
        return Wrong(_shown(lesson, now))
    if lesson.reply is Reply.FIXED and reply is not None and game.refusal(reply) is None:
        return OpponentMoves(reply)
    if late or lesson.reply is Reply.FIXED:
        return Wrong(_shown(lesson, now))
    return OpponentMoves(None) if lesson.reply is Reply.SEARCHED else MoveAgain(now.base)


def _misses_the_only_move(lesson: Lesson, game: Game) -> bool:
    """Say whether it was begun with a move after which nothing can solve it any more."""
    return lesson.only and all(game.plies[0].move != line[0] for line in lesson.solutions)


def progress_now(lesson: Lesson, base: Base, game: Game) -> Progress:
    """Return what the learner has done in a game that began from a base of a lesson."""
    replies = frozenset(reply for _, reply in lesson.replies)
    return progress_of(lesson.side, base, game, replies)


def _shown(lesson: Lesson, now: Progress) -> tuple[Move, ...]:
    shown = dict(lesson.shown)
    return shown.get(now.last_move, shown.get(None, ()))


def stars(lesson: Lesson, moves: int, hints: int = 0) -> int:
    """Return the stars, 1 to 4, for a solution in so many moves and steps of the hint."""
    late = min(max(moves - lesson.par, 0), 2)
    return max(1, MOST_STARS - late - (hints >= HINT_STEPS))


def played_on(
    lesson: Lesson, base: Base, game: Game, moves: tuple[Move, ...]
) -> tuple[Verdict, Game]:
    """Return what comes of more moves in a game, and the game, up to a move that is wrong.

    Fixed replies are made.

    Raises:
        ValueError: a move is not legal.
    """
    verdict: Verdict = YourTurn()
    for move in moves:
        game = game.play(move)
        verdict = judge(lesson, base, game)
        if isinstance(verdict, OpponentMoves) and verdict.move is not None:
            game = game.play(verdict.move)
            verdict = judge(lesson, base, game)
        if isinstance(verdict, Wrong):
            break
        if isinstance(verdict, MoveAgain):
            base = verdict.base
            game = Game(lesson.rules, base.position)
    return verdict, game


# While a hint is shown it is asked for in every turn, with the same game.
@lru_cache(maxsize=4)
def next_move(lesson: Lesson, base: Base, game: Game) -> Move | None:
    """Return the move that the last step of a hint shows, None where no solution leads on.

    A solution leads on where the rest of it solves the lesson from here.
    """
    if game.position.to_move is not lesson.side:
        return None
    if base == lesson.base and not game.plies:
        return next((line[0] for line in lesson.solutions if game.refusal(line[0]) is None), None)
    made = progress_now(lesson, base, game).moves
    followed = [line[made:] for line in lesson.solutions]
    joined = [line[number:] for line in lesson.solutions for number in range(len(line))]
    for rest in (*followed, *joined):
        if rest and game.refusal(rest[0]) is None and _solves(lesson, base, game, rest):
            return rest[0]
    return None


def _solves(lesson: Lesson, base: Base, game: Game, moves: tuple[Move, ...]) -> bool:
    try:
        verdict, _ = played_on(lesson, base, game, moves)
    except ValueError:
        return False
    return isinstance(verdict, Solved)
