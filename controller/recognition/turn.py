"""One side's turn in a position, held against what the board shows.

Only a piece of the side to move can be the one that moves, so the one missing piece of that side
and the one square too many name the move, whatever else is going on with captured pieces.
"""

from dataclasses import dataclass, replace

from controller.recognition.reading import Base, Candidate, Lifted
from controller.recognition.sight import Sight
from controller.rules.captures import apply_move, captured_bits
from controller.rules.compiled import Rules
from controller.rules.geometry import SIZE, squares_of
from controller.rules.lines import MOVES, Move
from controller.rules.moves import legal_moves, moves_from, refusal
from controller.rules.position import Position


@dataclass(frozen=True, slots=True)
class Turn:
    """A side's turn in a position, as the board shows it."""

    rules: Rules
    position: Position
    owed: int
    sight: Sight
    base: Base

    def ply(self, replies: int) -> Lifted | Candidate | None:
        """Return the one ply that is being made, up to so many replies to it."""
        lacking, surplus = self.sight.differences(self.position, self.owed)
        own = self.position.of(self.position.to_move)
        gone = lacking & own
        if not (gone or surplus):
            return self._ply_into_the_gap(own) if replies else None
        if max(gone.bit_count(), surplus.bit_count()) > 1 + replies:
            return None
        # A piece goes from where it is seen to be gone to where it is seen to stand, unless
        # the sensor there does not tell.
        origins = gone or self.sight.unsure & own
        found = self._candidates(origins, surplus, replies)
        if not found:
            found = self._candidates(origins, self.sight.unsure, replies, seen=False)
        if len(found) == 1:
            return found[0]
        if found or surplus or gone.bit_count() > 1 or not self._may_lift(gone, lacking ^ gone):
            return None
        return Lifted(gone.bit_length() - 1, self.base)

    def overtaken(self, origin: int) -> Candidate | None:
        """Return the one ply from a square that two more follow on the board, or one and a lift."""
        lacking, surplus = self.sight.differences(self.position, self.owed)
        found = self._candidates(1 << origin, surplus, replies=2)
        if len(found) != 1 or not found[0].replied:
            return None
        # What is in the air since may as well be what has come there.
        others = lacking & self.position.of(self.position.to_move) & ~(1 << origin)
        rest = self.position.masked(~(1 << origin))
        ways = [MOVES[other][found[0].move.target] for other in squares_of(others)]
        return found[0] if all(refusal(self.rules, rest, way) for way in ways) else None

    def _ply_into_the_gap(self, own: int) -> Candidate | None:
        """Return the one ply to a square that does not tell, if the reply fills the origin."""
        known = self.sight.known
        if not (known and self.sight.unsure):
            return None
        left = own & ~known.occupied & ~self.sight.unsure
        found = self._candidates(left, self.sight.unsure, replies=1, seen=False)
        return found[0] if len(found) == 1 else None

    def _candidates(
        self, origins: int, targets: int, replies: int, *, seen: bool = True
    ) -> list[Candidate]:
        """Return the moves between some squares that explain the board."""
        return [
            candidate
            for origin in squares_of(origins)
            for target in squares_of(targets)
            if (candidate := self.candidate(MOVES[origin][target], replies, seen=seen))
        ]

    def candidate(
        self, move: Move, replies: int, *, seen: bool = True, stood: bool = False
    ) -> Candidate | None:
        """Return a move if it explains the board, by itself or with a reply to it.

        A move to a square that cannot be `seen` needs a sign of life there, or a reply. One that
        `stood` before is no mistake for the move of another piece.
        """
        if refusal(self.rules, self.position, move):
            return None
        after, captures = apply_move(self.rules, self.position, move)
        owed = self.owed | captured_bits(captures)
        if self.sight.fits(after, owed):
            stirs = self.sight.stirring >> move.target & 1
            return Candidate(move, self.base) if seen or stirs else None
        answer = Turn(self.rules, after, owed, self.sight, self.base)
        reply = answer.ply(replies - 1) if replies else None
        if reply is None:
            # The other side may take its captive first, and lift its captor then; or slide it.
            begun = replies and (answer.takes_captives_first() or answer.is_on_its_way())
            return Candidate(move, self.base) if begun else None
        lifted = 1 << reply.origin if isinstance(reply, Lifted) else 0
        if not seen and lifted and self._may_capture(move.origin, lifted):
            return None  # a captive may be taken before the piece that is to capture it lands
        # An enemy that the piece captures if it goes on may be gone for that, or it may be the
        # one that has come to the target.
        doubtful = isinstance(reply, Lifted) and (
            self._may_go_on_to_capture(move, lifted)
            or not (stood or self._is_out_of_reach(reply.origin, move))
        )
        return Candidate(move, self.base, replied=not doubtful, doubtful=doubtful)

    def _may_go_on_to_capture(self, move: Move, victims: int) -> bool:
        """Say whether a move that goes on, or comes back by a square, captures some squares."""
        return any(
            not victims & ~captured_bits(apply_move(self.rules, self.position, further)[1])
            for further in moves_from(self.rules, self.position, move.origin)
            if _goes_on(move, further)
        )

    def _is_out_of_reach(self, origin: int, move: Move) -> bool:
        """Say whether the other side's piece from a square cannot have gone where a move goes."""
        others = self.position.masked(~(1 << move.origin))
        theirs = others._replace(to_move=self.position.to_move.other)
        return bool(refusal(self.rules, theirs, MOVES[origin][move.target]))

    def without_corners(self, found: Candidate, seen: Move) -> Candidate:
        """Return a move of a piece that was seen on another one before, doubtful if need be.

        No slide goes round a corner: it is rather what the move would capture that has come to
        its target.
        """
        captured = captured_bits(apply_move(self.rules, self.position, found.move)[1])
        gone = captured & ~(self.sight.occupied | self.sight.unsure)
        may_be_captive = any(
            not self._is_out_of_reach(square, found.move) for square in squares_of(gone)
        )
        if may_be_captive and not _is_in_line(found.move, seen):
            return replace(found, replied=False, doubtful=True)
        return found

    def is_answered(self, move: Move) -> bool:
        """Say whether the board shows a move and the whole reply to it."""
        if refusal(self.rules, self.position, move):
            return False
        after, captures = apply_move(self.rules, self.position, move)
        answer = Turn(self.rules, after, self.owed | captured_bits(captures), self.sight, self.base)
        return isinstance(answer.ply(replies=0), Candidate)

    def takes_captives_first(self) -> bool:
        """Say whether nothing is amiss but enemies gone that a move could capture."""
        lacking, surplus = self.sight.differences(self.position, self.owed)
        own = self.position.of(self.position.to_move)
        if surplus or lacking & own or not lacking:
            return False
        movers = {move.origin for move in legal_moves(self.rules, self.position)}
        return any(self._may_capture(origin, lacking) for origin in movers)

    def is_on_its_way(self) -> bool:
        """Say whether a piece has been slid to where it cannot stay, or has not captured yet.

        It may be over a throne; or the captives of where it goes on to are already gone.
        """
        lacking, surplus = self.sight.differences(self.position, self.owed)
        gone = lacking & self.position.of(self.position.to_move)
        if gone.bit_count() != 1 or surplus.bit_count() != 1 or surplus & lacking:
            return False
        move = MOVES[gone.bit_length() - 1][surplus.bit_length() - 1]
        return self._may_go_on_to_capture(move, lacking ^ gone)

    def _may_lift(self, gone: int, taken_early: int) -> bool:
        """Say whether a piece may be lifted while others are gone: its captives to be."""
        return not taken_early or self._may_capture(gone.bit_length() - 1, taken_early)

    def _may_capture(self, origin: int, victims: int) -> bool:
        """Say whether a move of the piece from a square captures all of some squares."""
        return any(
            not victims & ~captured_bits(apply_move(self.rules, self.position, move)[1])
            for move in moves_from(self.rules, self.position, origin)
        )


def _is_in_line(move: Move, other: Move) -> bool:
    """Say whether two moves of the same piece go along the same rank or file."""
    return bool(_way(move)[0]) == bool(_way(other)[0])


def _goes_on(move: Move, further: Move) -> bool:
    """Say whether a move of the same piece goes the same way, at most one square less far."""
    (ranks, files), (more_ranks, more_files) = _way(move), _way(further)
    forwards = ranks * more_ranks + files * more_files
    squares = abs(ranks + files)
    return _is_in_line(move, further) and forwards >= squares * (squares - 1)


def _way(move: Move) -> tuple[int, int]:
    """Return how many ranks and files a move goes, one of which is 0."""
    return (
        move.target // SIZE - move.origin // SIZE,
        move.target % SIZE - move.origin % SIZE,
    )
