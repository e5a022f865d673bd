"""How people make one ply: with which hand, when they take the captives, and what happens to them.

They change their minds, lift the next piece early, put pieces down askew and push their neighbours,
as often as their profile says. Knows the table and the seat, not what the board has recognised.
"""

from controller.rules.captures import captured_bits
from controller.rules.geometry import SIZE, squares_of
from controller.rules.lines import Move
from controller.rules.moves import moves_from
from simulators.people.background import Activity
from simulators.people.captives import Captives
from simulators.people.habits import (
    adjust,
    bad_move,
    carry_another,
    move_and_think_better,
    sweep,
)
from simulators.people.hand import SimulatedHand
from simulators.people.seat import Seat


class PlyMaker:
    """Makes the plies of both sides, with all the hands they need."""

    def __init__(self, seat: Seat, captives: Captives) -> None:
        """Sit down; `captives` are shared with whoever takes plies back."""
        self._seat = seat
        self._captives = captives
        # By ply, counted from 1: the hand that lifted its piece before the ply's turn.
        self._early: dict[int, SimulatedHand] = {}
        # The hand that is making a ply, and the squares that should be lit for its piece.
        self.making: tuple[SimulatedHand, int] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether a hand holds the piece of the next ply already."""
        return len(self._seat.game.plies) + 1 in self._early

    def forget(self) -> None:
        """Forget the last game."""
        self._early.clear()

    def reach_for(self, move: Move) -> None:
        """Lift the piece of the next ply soon, whether the one before it stands by then or not."""
        seat = self._seat
        ply = len(seat.game.plies) + 2

        def reach() -> Activity:
            hand = seat.hand()
            # Whoever is late has only replied at once.
            if len(seat.game.plies) + 2 == ply and hand.lift(move.origin):
                seat.scorer.begin_ply(move, move.origin, hand, seat.clock(), ply=ply)
                self._early[ply] = hand
            yield 0.0

        seat.background.add(seat.random.uniform(*seat.profile.early_s), reach())

    def make_ply(self, move: Move, *, followed_at_once: bool) -> Activity:
        """Make a ply, and all that people do before and after it."""
        seat = self._seat
        self._captives.take_remembered()
        if not self.is_begun:
            yield from self._before_a_ply(move)
        yield from self.clear_the_way(move)
        after = seat.game.play(move)
        squares = tuple(squares_of(captured_bits(after.plies[-1].captures)))
        # Whoever captures a piece knows which, whatever happens to it meanwhile.
        captured = yield from self._captives.on(squares)
        if captured and seat.happens(seat.profile.captives_first):
            yield from self._captives.clear(captured)
            captured = {}
        if followed_at_once or seat.happens(seat.profile.scatters):
            yield from self._move_and_scatter(move, captured)
            seat.game = after
            return
        yield from self._make(move)
        seat.game = after
        takes_early = seat.random.random() < 0.3
        if takes_early:
            yield from self._captives.clear(captured)
        yield from seat.check()
        if not takes_early and not seat.lost:
            yield from self._captives.clear(captured)

    def _before_a_ply(self, move: Move) -> Activity:
        """Do what people do before they make a move, if they happen to."""
        profile = self._seat.profile
        if self._seat.happens(profile.adjusts):
            yield from self._seat.background.finish()
            yield from adjust(self._seat)
        if self._seat.happens(profile.changes_mind):
            yield from self._take_another(move)
        for chance, of_other_side in ((profile.wrong_side, True), (profile.jumps, False)):
            if self._seat.happens(chance):
                bad = bad_move(self._seat, of_other_side=of_other_side)
                if bad is not None:
                    yield from move_and_think_better(self._seat, bad)

    def _move_and_scatter(self, move: Move, captured: dict[int, int]) -> Activity:
        """Make a move; take each captive before, during or after it, or forget it."""
        seat, profile = self._seat, self._seat.profile
        later = []
        for piece_id in self._captives.note(captured):
            chance = seat.random.random()
            if chance < profile.takes_before:
                yield seat.random.uniform(0.05, 0.4)
                yield from self._captives.take(piece_id)
            elif chance < profile.takes_before + profile.takes_during:
                self._captives.take_during_move(piece_id)
            elif chance < profile.takes_before + profile.takes_during + profile.forgets:
                self._captives.forget_for_a_while(piece_id)
            else:
                later.append(piece_id)
        yield from self._make(move)
        for piece_id in later:
            self._captives.take_later(piece_id)

    def _make(self, move: Move) -> Activity:
        seat = self._seat
        hand = self._early.pop(len(seat.game.plies) + 1, None)
        if hand is None:
            # A sleeve may have pushed it half a square away just now.
            yield from seat.wait_while(lambda: seat.table.at(move.origin) is None)
            hand = seat.hand()
            seat.scorer.begin_ply(move, move.origin, hand, seat.clock())
            self.making = (hand, self._lights_of(move))
        if seat.happens(seat.profile.carries_two):
            carry_another(seat, move)
        if seat.happens(seat.profile.sleeves):
            seat.background.add(seat.random.uniform(0.0, 0.4), sweep(seat, move))
        seat.moving = move
        yield from hand.make_move(move)
        standing = seat.table.at(move.target)
        if standing is None or standing.id != hand.moved:
            # Somebody may have laid a captive there meanwhile.
            yield from self._captives.take_from({move.target})
            yield from hand.try_again(move)
        self.making = seat.moving = None
        askew = hand.timeline.askew
        felt = bool(seat.table.occupied() >> move.target & 1)
        seat.scorer.made(move, hand.timeline.placed_at, askew=askew, felt=felt)
        if askew:
            self._put_right_later(move, seat.random.uniform(*seat.profile.adjust_s))
        if seat.happens(seat.profile.nudges):
            self._nudge_a_neighbour(move)

    def _lights_of(self, move: Move) -> int:
        """Return the squares that should be lit while a move's piece is lifted, as bits."""
        game = self._seat.game
        bits = 0
        for open_to_it in moves_from(game.rules, game.position, move.origin):
            bits |= 1 << open_to_it.target
        return bits

    def _nudge_a_neighbour(self, move: Move) -> None:
        seat = self._seat
        near = [p for p in seat.table.pieces if p.stands and _is_beside(p.x, p.y, move)]
        if near:
            piece = seat.random.choice(near)
            if seat.hand().nudge(piece.id):
                seconds = seat.random.uniform(*seat.profile.put_right_s)
                seat.background.add(seconds, seat.hand().put_right(piece.id))

    def _put_right_later(self, move: Move, seconds: float) -> None:
        piece = self._seat.table.at(move.target)
        if piece is not None:
            self._seat.background.add(seconds, self._put_right(move, piece.id))

    def _put_right(self, move: Move, piece_id: int) -> Activity:
        yield from self._seat.hand().put_right(piece_id)
        self._seat.scorer.put_right(move, self._seat.clock())

    def clear_the_way(self, move: Move) -> Activity:
        """Take the captives in a move's way, and push the pieces beside it straight."""
        seat = self._seat
        yield from seat.wait_while(lambda: not self.is_begun and seat.table.at(move.origin) is None)
        step = 1 if abs(move.target - move.origin) < SIZE else SIZE
        ends = sorted((move.origin, move.target))
        way = set(range(ends[0], ends[1] + 1, step)) - {move.origin}
        yield from self._captives.take_from(way)
        yield from seat.make_room(move.origin, *way)
        # Another hand may still be pushing one of them straight.
        while any(piece.held_by for piece in map(seat.table.at, (move.origin, *way)) if piece):
            yield 0.02

    def _take_another(self, move: Move) -> Activity:
        """Lift or slide some other piece first, think better of it, and put it back."""
        seat = self._seat
        legal = [m for m in seat.game.legal_moves() if m.origin != move.origin]
        if not legal:
            return
        other = seat.random.choice(legal)
        yield from self.clear_the_way(other)
        piece = seat.table.at(other.origin)
        if piece is None:
            return
        hand = seat.hand()
        seat.scorer.begin_ply(None, other.origin, hand, seat.clock())
        seconds = seat.random.uniform(*seat.profile.hesitates_s)
        if seat.happens(seat.profile.slides):
            yield from hand.slide_and_return(other, seconds)
        else:
            yield from hand.carry(piece.id, other.origin, seconds)
        yield seat.random.uniform(0.1, 0.6)


def _is_beside(x: float, y: float, move: Move) -> bool:
    """Say whether a place is about one square from a move's origin or target."""
    ends = ((square % SIZE, square // SIZE) for square in (move.origin, move.target))
    return any(0.5 < abs(x - file) + abs(y - rank) < 1.5 for file, rank in ends)
