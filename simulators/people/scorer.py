"""Compares what hands did on the table with what the controller committed.

The players report each deed: a game begins, a hand takes a piece, a ply is made, a ply is taken
back. The controller's events come in beside them. Every ply that was made counts exactly once, as
recognised, wrong or missed:

recognised  the controller's game has the ply in its place.
wrong       another ply stands in its place once hands are at rest. Hands are at rest half a second
            after the piece was put down (or pushed straight, if it was put down askew) and the
            other side has begun to act; or when the players give up: after 2 s, another 2 s
            after they put the piece down again, and another 2 s after they said where it stands.
            A ply that should be gone, because the controller missed a takeback, is wrong too. A
            wrong ply still counts if it is corrected later.
missed      no ply stands in its place when the players give up.
phantom     the controller committed, changed or dropped a ply, or began a game, though no hand did
            anything like it. A game that differs only by a phantom has no wrong ply.
said        how often players said what the board could not see: where a piece stands, or that
            a new game begins although legal moves led back to the start. A ply that counts
            because of that is recognised; this count shows the price.
stuck       a ply whose piece is felt on its square did not count within 5 s of rest.
late        a ply was missing or wrong when hands had rested for a second, right later by itself.
undecidable how often nobody with these sensors could know: players had to say what none of them
            shows; a captive was laid where a piece in a hand may go, and was taken for it; or a
            piece made its next ply before its reply was felt, and seemed to go on. What follows
            from that for these plies is not counted as well. See docs/people.md.
unanswered  it was the opponent's turn, and it asked for no move.
provisional the controller committed a ply where a piece in a hand only stood for a while (a pause
            in a slide, a slide too far, a piece lifted by mistake), where a piece stands that was
            pushed before any hand had moved one, or while the board was upset. That is no mistake
            if it does not stay.

`place_to_commit_ms` runs from the moment the hand lets go (0 if the ply counted before that), for
plies whose piece was put down in the middle of its square.
"""

from dataclasses import dataclass

from controller.events.event import Event, GameStarted, MoveCommitted, MoveRetargeted, MoveTakenBack
from controller.rules.lines import MOVES, Move
from simulators.people.hand import SimulatedHand
from simulators.people.motions import Motions
from simulators.people.score import Score
from simulators.table.tabletop import PhysicalPiece

# A ply has this long after its piece was put down to appear in the game, in seconds.
_REST_S = 0.5
# What is not right when hands have rested for so long is late.
_LATE_S = 1.0
# Events may lag behind this many plies.
_REMEMBERED = 4
# In plies after one that nobody could know to be none: what its piece, which comes down later, may
# be taken for is not counted as well.
_FOLLOWING = (1, 2)


@dataclass(slots=True)
class _Made:
    """A ply that a hand made; `closes_at` is when it must be in the game, None if not known yet."""

    move: Move
    placed_at: float
    sampled: bool
    askew: bool = False  # a sensor may not feel it there
    felt: bool = True  # a sensor felt it there when it was put down
    put_right_at: float = 0.0  # ... and it was pushed straight then
    closes_at: float | None = None
    judged: bool = False

    @property
    def rests_at(self) -> float:
        """From when on it must be in the game, once the other side acts."""
        return max(self.placed_at, self.put_right_at) + _REST_S

    def is_unfelt(self, at: float) -> bool:
        """Say whether no sensor feels its piece at a time after it was put down."""
        return not self.felt and (self.askew or at < self.put_right_at)


@dataclass(frozen=True, slots=True)
class _Committed:
    """A ply of the controller's game; one that is `doubtful` nobody could have known to be none."""

    move: Move
    phantom: bool = False
    doubtful: bool = False


class Scorer:
    """Keeps the plies of the players and those of the controller, and counts the differences."""

    def __init__(self, report: Score) -> None:
        """Count into a score."""
        self._report = report
        self._made: list[_Made] = []
        self._game: list[_Committed] = []
        self._motions = Motions()
        self._upset = True

    # Deeds -------------------------------------------------------------------------------

    @property
    def moves(self) -> tuple[Move, ...]:
        """The plies that the players made and did not take back."""
        return tuple(made.move for made in self._made)

    def begin_game(self) -> None:
        """Note that players are setting up the pieces for a new game."""
        self._made.clear()
        self._motions = Motions()
        self._upset = True

    def upset(self) -> None:
        """Note that somebody has knocked the board over."""
        self._upset = True

    def set_right(self) -> None:
        """Note that every piece is back in its place."""
        self._upset = False

    def begin_ply(
        self,
        meant: Move | None,
        origin: int,
        hand: SimulatedHand,
        at: float,
        ply: int | None = None,
    ) -> None:
        """Note that a hand takes a piece: to make a move, or by mistake where `meant` is None.

        `ply` counts from 1; None is the next one.
        """
        self._close_last(at)
        self._motions.begin(ply or len(self._made) + 1, origin, meant, hand, at)

    def made(self, move: Move, placed_at: float, *, askew: bool, felt: bool = True) -> None:
        """Note that a hand has made a ply; `askew` plies give no latency, and may not be felt."""
        self._close_last(placed_at)
        self._report.plies += 1
        self._made.append(_Made(move, placed_at, not askew, askew, felt))
        if self._has(len(self._made), move):
            self._recognise(self._made[-1], placed_at)

    def _close_last(self, at: float) -> None:
        """Note that the other side acts, so that the last ply must count soon."""
        if self._made and self._made[-1].closes_at is None:
            last = self._made[-1]
            last.closes_at = max(at, last.rests_at)

    def put_right(self, move: Move, at: float) -> None:
        """Note that the piece of a ply, put down askew, now stands in the middle of its square."""
        for made in self._made[-_REMEMBERED:]:
            if made.askew and made.move == move:
                made.askew, made.put_right_at = False, at
                made.closes_at = made.closes_at and max(made.closes_at, made.rests_at)

    def made_wrongly(self) -> None:
        """Note that another move than the opponent's was made for it, to be put right."""
        self._report.corrected += 1

    def unanswered(self) -> None:
        """Note that the opponent did not say in time what it plays."""
        self._report.unanswered += 1

    def said(self, *, undecidable: bool) -> None:
        """Note that a player said what the board did not see; perhaps because it could not."""
        self._report.said += 1
        self._report.undecidable += undecidable

    def rested(self, seconds: float) -> None:
        """Note that the board was right after hands had rested for so long, by itself."""
        self._report.late += seconds > _LATE_S

    def stuck(self) -> None:
        """Note that a ply does not count, though its piece is felt and hands have rested."""
        self._report.stuck += self._doubtful_from() is None

    def laid(self, square: int, at: float) -> None:
        """Note that a hand puts a captive on a square."""
        self._motions.laid(square, at)

    def pushed(self, before: PhysicalPiece, now: PhysicalPiece, at: float) -> None:
        """Note that somebody has pushed a piece by mistake, perhaps to another square."""
        self._motions.pushed(before, now, at)

    def pushed_back(self, origin: int, at: float) -> None:
        """Note that a piece that was pushed from a square is back there."""
        self._motions.pushed_back(origin, at)

    def take_back(self, hand: SimulatedHand, at: float) -> None:
        """Note that a hand starts to take the last ply back."""
        last = self._made.pop()
        self._motions.begin(len(self._made) + 1, last.move.origin, None, hand, at)

    # Events ------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Take in an event of the controller, and count it."""
        self._close(event.at)
        match event:
            case MoveCommitted(ply=ply, move=move):
                self._commit(ply, move, event.at)
            case MoveRetargeted(ply=ply, move=move):
                self._commit(ply, move, event.at)
            case MoveTakenBack(ply=ply):
                # It is right to drop a ply that nobody made, however late.
                expected = self._upset or not self._was_made(ply)
                self._report.phantom += not expected
                del self._game[ply - 1 :]
            case GameStarted():
                self._report.phantom += bool(self._made) and not self._upset
                self._game.clear()

    def _commit(self, ply: int, move: Move, at: float) -> None:
        del self._game[ply - 1 :]
        meant = self._motions.mean(ply, move)
        if ply <= len(self._made) and self._made[ply - 1].move == move:
            self._game.append(_Committed(move))
            self._recognise(self._made[ply - 1], at)
        elif ply > len(self._made) and meant:
            self._game.append(_Committed(move))
        else:
            explained = self._upset or self._motions.explain(ply, move, at)
            hidden = self._motions.hide(ply, move, at) or self._goes_on_unanswered(ply, move)
            follows = ply - (self._doubtful_from() or ply) in _FOLLOWING
            doubtful = (hidden or follows) and not explained
            phantom = not (explained or doubtful)
            self._game.append(_Committed(move, phantom, doubtful))
            self._report.phantom += phantom
            self._report.undecidable += doubtful and not follows
            self._report.provisional += explained

    def _goes_on_unanswered(self, ply: int, move: Move) -> bool:
        """Say whether the piece of a ply made its next one before its reply was felt.

        So it seems to go on while the reply is in a hand.
        """
        if ply >= len(self._made) or self._made[ply - 1].move.origin != move.origin:
            return False
        first, reply = self._made[ply - 1 : ply + 1]
        went_on = MOVES[first.move.target][move.target]
        lifted_at = self._motions.lifted_at(ply + 2, went_on)
        return lifted_at is not None and reply.is_unfelt(lifted_at)

    def _recognise(self, made: _Made, at: float) -> None:
        if made.judged:
            return
        made.judged = True
        self._report.recognised += 1
        if made.sampled:
            self._report.place_to_commit_ms.append(1000 * max(at - made.placed_at, 0.0))

    def _close(self, at: float) -> None:
        """Judge the plies that should be in the game by now and are not."""
        for ply, made in enumerate(self._made[-_REMEMBERED:], max(len(self._made) - 3, 1)):
            closed = made.closes_at is not None and made.closes_at < at
            if closed and not (made.askew or made.judged) and len(self._game) >= ply:
                self._find_wrong(ply)

    # Verdict -----------------------------------------------------------------------------

    def _doubtful_from(self) -> int | None:
        """Return the first ply, from 1, that nobody could know to be none, if there is one."""
        plies = enumerate(self._game, 1)
        return next((ply for ply, committed in plies if committed.doubtful), None)

    def agrees(self) -> bool:
        """Say whether the controller's game is the one that the players made."""
        return self.moves == tuple(committed.move for committed in self._game)

    def give_up(self) -> None:
        """Judge every ply that is still open."""
        same = 0
        while same < len(self._made) and self._has(same + 1, self._made[same].move):
            same += 1
        if len(self._game) > same:
            self._find_wrong(same + 1)
        known = self._made[: (self._doubtful_from() or len(self._made) + 1) - 1]
        for made in known:
            self._report.missed += not made.judged
        for made in self._made:
            made.judged = True

    def _find_wrong(self, ply: int) -> None:
        """Count a ply that stands in the place of another as wrong, unless it counts already."""
        committed = self._game[ply - 1]
        if committed.phantom or committed.doubtful:
            return
        if ply > len(self._made):
            self._report.wrong += 1
            return
        made = self._made[ply - 1]
        if not made.judged:
            made.judged = True
            self._report.wrong += 1

    def _was_made(self, ply: int) -> bool:
        """Say whether the controller's game has the ply that was made in this place."""
        return ply <= len(self._made) and self._has(ply, self._made[ply - 1].move)

    def _has(self, ply: int, move: Move) -> bool:
        return len(self._game) >= ply and self._game[ply - 1].move == move
