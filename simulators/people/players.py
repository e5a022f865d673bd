"""The players at the table: they play planned games the way their profile says.

They know the rules and their moves. They look at the board's view only where people would: to
check that it has followed a ply before they go on, and to put the pieces back. Whatever takes
time yields pauses.
"""

from controller.bus.messages import CommandMessage
from controller.events.command import Command
from controller.events.view import Phase
from controller.rules.game import new_game
from controller.rules.lines import Move
from simulators.people.background import Activity
from simulators.people.captives import Captives
from simulators.people.hand import SimulatedHand
from simulators.people.mishaps import knock_over, set_up_again, set_up_by_hand
from simulators.people.ply_maker import PlyMaker
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
        self._maker = PlyMaker(seat, self._captives)

    @property
    def wants_to_set_up(self) -> bool:
        """Whether the players set up the next game by hand, without the button."""
        restarting, self._restarting = self._restarting, False
        return restarting or self._happens(self._seat.profile.sets_up_by_hand)

    @property
    def making(self) -> tuple[SimulatedHand, int] | None:
        """The hand that is making a ply, and the squares that should be lit for its piece."""
        return self._maker.making

    def forget(self) -> None:
        """Forget the last game; somebody has set up the pieces for a new one."""
        self._maker.forget()
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
            if seat.game.plies and not self._maker.is_begun:
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
            self._maker.reach_for(reply)
        yield from self._maker.make_ply(move, followed_at_once=at_once)
        if bullet or self._maker.is_begun:
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

    def _make_wrongly(self, wrong: Move) -> Activity:
        """Make another move for the opponent than the one it wants, and put it right as lit."""
        seat = self._seat
        yield from seat.background.finish()
        yield from seat.check()
        yield from self._captives.take_all()
        if seat.lost:
            return
        yield from self._maker.clear_the_way(wrong)
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
            seat.scorer.take_back(hand, seat.clock())
            seat.game = seat.game.undo()
            back = seat.moving = Move(ply.move.target, ply.move.origin)
            captives_first = seat.random.random() < 0.5
            if captives_first:
                yield from self._captives.put_back(ply, seat.game.position)
            yield from self._maker.clear_the_way(back)
            yield from hand.make_move(back)
            seat.moving = None
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
        # Any piece of a kind is as good as another.
        seat.captured = {piece.id for piece in seat.table.pieces if piece.in_tray}
        yield from seat.wait_for(seat.is_shown)
        seat.scorer.set_right()
        if not (seat.is_shown() and seat.scorer.agrees()):
            seat.give_up()

    def _happens(self, chance: float) -> bool:
        return self._seat.happens(chance)
