"""The players at the table: they play planned games the way their profile says.

They know the rules and their moves. They look at the board's view only where people would: to
check that it has followed a ply before they go on, and to put the pieces back. Whatever takes
time yields pauses.
"""

from controller.bus.messages import CommandMessage
from controller.events.command import Command
from controller.events.view import Phase
from controller.rules.captures import captured_bits
from controller.rules.game import new_game
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
from simulators.people.mishaps import knock_over, set_up_again, set_up_by_hand
from simulators.people.script import Script
from simulators.people.seat import Seat

# An instant reply starts this long after the other side's piece stands.
REPLY_S = 0.2


class Players:
    """Both sides at the table, with all the hands they need."""

    def __init__(self, seat: Seat) -> None:
        """Sit down."""
        self._seat = seat
        self._captives = Captives(seat)
        self._restarting = False
        # By ply, counted from 1: the hand that lifted its piece before the ply's turn.
        self._early: dict[int, SimulatedHand] = {}
        # The hand that is making a ply, and the squares that should be lit for its piece.
        self.making: tuple[SimulatedHand, int] | None = None

    @property
    def wants_to_set_up(self) -> bool:
        """Whether the players set up the next game by hand, without the button."""
        restarting, self._restarting = self._restarting, False
        return restarting or self._happens(self._seat.profile.sets_up_by_hand)

    @property
    def _is_begun(self) -> bool:
        """Whether a hand holds the piece of the next ply already."""
        return len(self._seat.game.plies) + 1 in self._early

    def forget(self) -> None:
        """Forget the last game; somebody has set up the pieces for a new one."""
        self._early.clear()
        self._seat.game = new_game(self._seat.game.rules)
        self._seat.lost = False
        self._captives.forget_all()
        self._seat.scorer.begin_game()

    def set_up(self) -> Activity:
        """Set up the start position by hand and wait until the board recognises it."""
        self.forget()
        yield from self._seat.background.alongside(self._set_up())

    def play(self, script: Script) -> Activity:
        """Play a game until it ends, the players restart it, or the board no longer follows."""
        yield from self._seat.background.alongside(self._play(script))

    def _set_up(self) -> Activity:
        seat = self._seat
        yield from set_up_by_hand(seat)
        yield from seat.wait_for(lambda: seat.is_shown() and seat.scorer.agrees())
        if not seat.is_shown():
            # A few plies that lead back to the start look like play, not like a new game.
            message = CommandMessage(command=Command.NEW_GAME)
            yield from seat.send_command(message, undecidable=True)
        if seat.view().phase is Phase.SET_UP or not seat.scorer.agrees():
            seat.give_up()
        seat.scorer.set_right()

    def _play(self, script: Script) -> Activity:
        seat = self._seat
        while not (seat.lost or seat.is_ended) and script.goes_on(seat.game):
            if seat.game.plies and not self._is_begun:
                yield from self._perhaps_mishap(script.most_takebacks(seat.game))
            if self._restarting or seat.lost:
                break
            yield from script.wait(seat)
            wrong = script.wrong_move(seat.game)
            if wrong is not None:
                yield from self._make_wrongly(wrong)
            move = script.move(seat.game)
            if move is None or seat.lost:
                break
            yield from self._ply_and_pause(move, script.reply(seat.game))
        yield from seat.background.finish()
        if not seat.lost and not self._restarting:
            yield from seat.check()
            yield from self._captives.take_all()

    def _ply_and_pause(self, move: Move, reply: Move | None) -> Activity:
        """Make a ply, and pause as long as these people do before the reply, if they know it."""
        seat, profile = self._seat, self._seat.profile
        early = reply is not None and self._happens(profile.replies_early)
        bullet = self._happens(profile.bullets)
        at_once = early or bullet or self._happens(profile.replies_at_once)
        if reply is not None and early:
            self._reach_for(reply)
        yield from self._ply(move, followed_at_once=at_once)
        if bullet or self._is_begun:
            yield seat.random.uniform(*profile.bullet_s)
        elif at_once:
            yield REPLY_S
        elif not seat.lost:
            yield from seat.hand().think()
            yield from seat.check()

    def _perhaps_mishap(self, most_takebacks: int) -> Activity:
        seat, profile = self._seat, self._seat.profile
        has_moved = seat.game.position.occupied != seat.game.start.occupied
        takes_back = self._happens(profile.takes_back) and most_takebacks > 0
        knocks_over = self._happens(profile.knocks_over)
        restarts = self._happens(profile.restarts) and has_moved
        if not (takes_back or knocks_over or restarts):
            return
        yield from seat.background.finish()
        yield from seat.check()
        if seat.lost:
            return
        if takes_back:
            yield from self._take_back(most_takebacks)
        elif knocks_over:
            yield from self._knock_over()
        else:
            self._restarting = True

    # One ply -----------------------------------------------------------------------------

    def _reach_for(self, move: Move) -> None:
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

    def _ply(self, move: Move, *, followed_at_once: bool) -> Activity:
        seat = self._seat
        self._captives.take_remembered()
        if not self._is_begun:
            yield from self._before_a_ply(move)
        yield from self._clear_the_way(move)
        after = seat.game.play(move)
        captured = tuple(squares_of(captured_bits(after.plies[-1].captures)))
        if captured and self._happens(seat.profile.captives_first):
            yield from self._captives.clear(captured)
            captured = ()
        if followed_at_once or self._happens(seat.profile.scatters):
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
        if self._happens(profile.adjusts):
            yield from self._seat.background.finish()
            yield from adjust(self._seat)
        if self._happens(profile.changes_mind):
            yield from self._take_another(move)
        for chance, of_other_side in ((profile.wrong_side, True), (profile.jumps, False)):
            if self._happens(chance):
                bad = bad_move(self._seat, of_other_side=of_other_side)
                if bad is not None:
                    yield from move_and_think_better(self._seat, bad)

    def _move_and_scatter(self, move: Move, captured: tuple[int, ...]) -> Activity:
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
            hand = seat.hand()
            seat.scorer.begin_ply(move, move.origin, hand, seat.clock())
            self.making = (hand, self._lights_of(move))
        if self._happens(seat.profile.carries_two):
            carry_another(seat, move)
        if self._happens(seat.profile.sleeves):
            seat.background.add(seat.random.uniform(0.0, 0.4), sweep(seat, move))
        yield from hand.make_move(move)
        self.making = None
        askew = hand.timeline.askew
        seat.scorer.made(move, hand.timeline.placed_at, askew=askew)
        if askew:
            self._put_right_later(move, seat.random.uniform(*seat.profile.adjust_s))
        if self._happens(seat.profile.nudges):
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

    def _clear_the_way(self, move: Move) -> Activity:
        """Take the captives in a move's way, and push the pieces beside it straight."""
        seat = self._seat
        yield from seat.wait_while(
            lambda: not self._is_begun and seat.table.at(move.origin) is None
        )
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
        yield from self._clear_the_way(other)
        piece = seat.table.at(other.origin)
        if piece is None:
            return
        hand = seat.hand()
        seat.scorer.begin_ply(None, other.origin, hand, seat.clock())
        seconds = seat.random.uniform(*seat.profile.hesitates_s)
        if self._happens(seat.profile.slides):
            yield from hand.slide_and_return(other, seconds)
        else:
            yield from hand.carry(piece.id, other.origin, seconds)
        yield seat.random.uniform(0.1, 0.6)

    def _make_wrongly(self, wrong: Move) -> Activity:
        """Make another move for the opponent than the one it wants, and put it right as lit."""
        seat = self._seat
        yield from seat.background.finish()
        yield from seat.check()
        yield from self._captives.take_all()
        if seat.lost:
            return
        yield from self._clear_the_way(wrong)
        hand = seat.hand()
        seat.scorer.begin_ply(None, wrong.origin, hand, seat.clock())
        yield from hand.make_move(wrong)
        seat.scorer.made_wrongly()
        yield from set_up_again(seat)
        yield from seat.check()

    # Mishaps -----------------------------------------------------------------------------

    def _take_back(self, most: int) -> Activity:
        """Take back one ply or more, each with its captives."""
        seat, profile = self._seat, self._seat.profile
        count = min(seat.random.randint(*profile.takes_back_plies), most, len(seat.game.plies))
        for number in range(count):
            if number:
                yield seat.random.uniform(*profile.between_takebacks_s)
            ply = seat.game.plies[-1]
            hand = seat.hand()
            seat.scorer.take_back(hand)
            seat.game = seat.game.undo()
            back = Move(ply.move.target, ply.move.origin)
            captives_first = seat.random.random() < 0.5
            if captives_first:
                yield from self._captives.put_back(ply, seat.game.position)
            yield from self._clear_the_way(back)
            yield from hand.make_move(back)
            yield from seat.make_room(back.target)
            if not captives_first:
                yield from self._captives.put_back(ply, seat.game.position)
        yield from seat.wait_for(seat.is_shown)
        if not (seat.is_shown() and seat.scorer.agrees()):
            seat.give_up()

    def _knock_over(self) -> Activity:
        """Knock pieces over, and put them back as the board's view asks."""
        seat = self._seat
        yield from self._captives.take_all()
        seat.scorer.upset()
        yield from knock_over(seat)
        yield from set_up_again(seat)
        yield from seat.wait_for(seat.is_shown)
        seat.scorer.set_right()
        if not (seat.is_shown() and seat.scorer.agrees()):
            seat.give_up()

    def _happens(self, chance: float) -> bool:
        return self._seat.happens(chance)


def _is_beside(x: float, y: float, move: Move) -> bool:
    """Say whether a place is about one square from a move's origin or target."""
    ends = ((square % SIZE, square // SIZE) for square in (move.origin, move.target))
    return any(0.5 < abs(x - file) + abs(y - rank) < 1.5 for file, rank in ends)
