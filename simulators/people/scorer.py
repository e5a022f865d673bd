"""What was really made on the table, held against what the controller committed.

The people tell every deed when they do it: a game begins, a ply is begun, its piece stands, a
ply is taken back. The controller's events are told as they come. From both follow the counts of
a report; every ply that was made counts once as recognised, wrong or missed:

recognised  the game has the made move at the made move's place in it.
wrong       another ply stands in its place when hands are at rest: half a second after the
            piece was put down, or pushed to the middle if it was put down askew, if the other
            side has begun to act by then, or as soon as it begins, or when the people have
            given up waiting (2 s, and 2 s more after lifting the piece and putting it down once
            again, and 2 s more after telling the board what it does not see). A ply that stands
            beyond what was made, because a takeback was not seen, is wrong too. It counts
            though it heals later.
missed      nothing stands in its place when the people have given up waiting.
phantom     a ply was committed, changed or taken back, or a game begun, though no hand did
            anything like it. A game that disagrees only because of a phantom counts no wrong ply.
said        how often people told the board what it could not see: where a piece stands, or that
            pieces which came back to the start by legal moves begin a new game. A ply that counts
            because of that is recognised, for it is in the game; this tells at what price.
provisional a ply was committed on a square where the piece in hand stood still for a while, as
            a slide that stops, a slide too far, or a piece taken by mistake; or while the board
            was upset and put up again. Nothing is wrong with it unless it stays.

`place_to_commit_ms` is measured from the moment when the piece is let go (0 if the ply counted
before that), for plies whose piece was put down in the middle of its square.
"""

from dataclasses import dataclass

from controller.events.event import Event, GameStarted, MoveCommitted, MoveRetargeted, MoveTakenBack
from controller.rules.lines import Move
from simulators.people.hand import SimulatedHand
from simulators.people.score import Score

# How long after its piece was put down a ply may still stand differently in the game, in seconds.
_REST_S = 0.5
# The shortest time on a square that may count as standing there: a session waits 0.15 s or more.
_STOOD_S = 0.14
# Events may be late by so many motions of hands.
_REMEMBERED = 4


@dataclass(slots=True)
class _Made:
    """A ply that was made; `closes_at` is when it must stand in the game, if that is known."""

    move: Move
    placed_at: float
    sampled: bool
    askew: bool = False  # not where a sensor need feel it
    closes_at: float | None = None
    judged: bool = False


@dataclass(frozen=True, slots=True)
class _Committed:
    move: Move
    phantom: bool = False


@dataclass(frozen=True, slots=True)
class _Motion:
    """A piece in a hand: from where it moves, as which ply, and what it is meant to be."""

    ply: int
    origin: int
    meant: Move | None
    hand: SimulatedHand

    def explains(self, ply: int, move: Move, at: float) -> bool:
        """Say whether the piece stood on a square so that it looked like a move."""
        return (ply, move.origin) == (self.ply, self.origin) and any(
            square == move.target and at - since >= _STOOD_S
            for square, since in self.hand.timeline.trail
        )


class Scorer:
    """The plies that were made and the plies that the controller has, and what differs."""

    def __init__(self, report: Score) -> None:
        """Count into a report."""
        self._report = report
        self._made: list[_Made] = []
        self._game: list[_Committed] = []
        self._motions: list[_Motion] = []
        self._upset = True

    # Deeds -------------------------------------------------------------------------------

    @property
    def moves(self) -> tuple[Move, ...]:
        """The plies that were made and not taken back."""
        return tuple(made.move for made in self._made)

    def begin_game(self) -> None:
        """Note that the pieces are being set up for a new game."""
        self._made.clear()
        self._motions.clear()
        self._upset = True

    def upset(self) -> None:
        """Note that the board has been knocked over."""
        self._upset = True

    def set_right(self) -> None:
        """Note that all pieces stand as they shall again."""
        self._upset = False

    def begin_ply(self, meant: Move | None, origin: int, hand: SimulatedHand, at: float) -> None:
        """Note that a hand takes a piece, to make a ply or, meaning none, by mistake."""
        if self._made and self._made[-1].closes_at is None:
            last = self._made[-1]
            last.closes_at = max(at, last.placed_at + _REST_S)
        self._motions.append(_Motion(len(self._made) + 1, origin, meant, hand))
        del self._motions[:-_REMEMBERED]

    def made(self, move: Move, placed_at: float, *, askew: bool) -> None:
        """Note that a ply has been made; `askew` plies give no latency."""
        self._report.plies += 1
        self._made.append(_Made(move, placed_at, not askew, askew))
        if self._has(len(self._made), move):
            self._recognise(self._made[-1], placed_at)

    def put_right(self, move: Move, at: float) -> None:
        """Note that the piece of a ply that was put down askew stands in the middle now."""
        for made in self._made[-_REMEMBERED:]:
            if made.askew and made.move == move:
                made.askew = False
                made.closes_at = made.closes_at and max(made.closes_at, at + _REST_S)

    def said(self) -> None:
        """Note that somebody tells the board what it does not see."""
        self._report.said += 1

    def take_back(self, hand: SimulatedHand) -> None:
        """Note that a hand begins to take the last ply back."""
        last = self._made.pop()
        self._motions.append(_Motion(len(self._made) + 1, last.move.origin, None, hand))
        del self._motions[:-_REMEMBERED]

    # Events ------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Count what an event of the controller is."""
        self._close(event.at)
        match event:
            case MoveCommitted(ply=ply, move=move):
                self._commit(ply, move, event.at)
            case MoveRetargeted(ply=ply, move=move):
                self._commit(ply, move, event.at)
            case MoveTakenBack(ply=ply):
                # To drop what was never made is right, however late.
                expected = self._upset or not self._was_made(ply)
                self._report.phantom += not expected
                del self._game[ply - 1 :]
            case GameStarted():
                self._report.phantom += bool(self._made) and not self._upset
                self._game.clear()

    def _commit(self, ply: int, move: Move, at: float) -> None:
        del self._game[ply - 1 :]
        meant = ply == len(self._made) + 1 and bool(self._motions)
        if ply <= len(self._made) and self._made[ply - 1].move == move:
            self._game.append(_Committed(move))
            self._recognise(self._made[ply - 1], at)
        elif meant and self._motions[-1].meant == move:
            self._game.append(_Committed(move))
        else:
            explained = any(motion.explains(ply, move, at) for motion in self._motions)
            phantom = not (explained or self._upset)
            self._game.append(_Committed(move, phantom))
            self._report.phantom += phantom
            self._report.provisional += not phantom

    def _recognise(self, made: _Made, at: float) -> None:
        if made.judged:
            return
        made.judged = True
        self._report.recognised += 1
        if made.sampled:
            self._report.place_to_commit_ms.append(1000 * max(at - made.placed_at, 0.0))

    def _close(self, at: float) -> None:
        """Judge the plies that stand differently in the game though hands are at rest."""
        for ply, made in enumerate(self._made[-_REMEMBERED:], max(len(self._made) - 3, 1)):
            closed = made.closes_at is not None and made.closes_at < at
            if closed and not (made.askew or made.judged) and len(self._game) >= ply:
                self._find_wrong(ply)

    # Verdict -----------------------------------------------------------------------------

    def agrees(self) -> bool:
        """Say whether the game is what was made."""
        return self.moves == tuple(committed.move for committed in self._game)

    def give_up(self) -> None:
        """Judge all plies that nobody waits for any longer."""
        same = 0
        while same < len(self._made) and self._has(same + 1, self._made[same].move):
            same += 1
        if len(self._game) > same:
            self._find_wrong(same + 1)
        for made in self._made:
            self._report.missed += not made.judged
            made.judged = True

    def _find_wrong(self, ply: int) -> None:
        """Count the ply that stands in the place of another, unless it is a phantom."""
        if self._game[ply - 1].phantom:
            return
        if ply > len(self._made):
            self._report.wrong += 1
            return
        made = self._made[ply - 1]
        if not made.judged:
            made.judged = True
            self._report.wrong += 1

    def _was_made(self, ply: int) -> bool:
        """Say whether the game has a ply as it was made."""
        return ply <= len(self._made) and self._has(ply, self._made[ply - 1].move)

    def _has(self, ply: int, move: Move) -> bool:
        return len(self._game) >= ply and self._game[ply - 1].move == move
