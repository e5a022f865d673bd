"""A day at an exhibition, in virtual time: guests, sensors that fail, power cuts, and no staff.

The board is judged by what really stood on the table: a move is wrong if another piece than the one
that was moved, or none, stands where the board says; it is undecidable if all that sensors could
feel was that move. A reset is a phantom if somebody was there.
"""

from collections.abc import Iterator
from random import Random

from controller.assembly.brain import PatientBrain
from controller.assembly.companion import Companion
from controller.assembly.exhibition import Exhibition, Surroundings
from controller.assembly.rivals import Choosing
from controller.assembly.unattended import unattended_timing
from controller.bus.messages import CommandMessage
from controller.daemon.controller import Controller, Tick
from controller.daemon.run import SCANS_PER_SECOND
from controller.events.event import MoveCommitted
from controller.exhibition.groups import start_rules
from controller.exhibition.programme import WEEK, Programme
from controller.exhibition.showing import name_of
from controller.exhibition.states import Attracting
from controller.rules.geometry import SIZE, bits_of
from controller.session.session import Session
from controller.session.timing import Timing
from hal.board import DARK
from simulators.boards.changing import ChangingBoard
from simulators.clock import VirtualClock
from simulators.day_report import FIRST_MINUTE_S, DayReport, Minute
from simulators.people.guests import SHARES, Guest, GuestKind
from simulators.table.faults import Faults
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from simulators.truth import Truth

# While nothing moves the board is looked at less often, and still less while nobody is there.
_PERIOD_S, _STILL_S, _IDLE_S = 1 / SCANS_PER_SECOND, 0.05, 0.2
_MOVES_S = 0.7
# How long guests stay.
_STAYS_S, _CHILD_S = (15.0, 40.0, 90.0, 240.0, 600.0), 25.0
# The last one has time for a lesson.
_LAST_STAYS_S = 1200.0
# A board without opening hours begins on Monday at ten.
_USUALLY_OPENS = 10 * 60
# A board that was switched on is ready after a few turns.
_WAKES_S = 2.0


class ExhibitionDay:
    """One table, one board and one host, from opening to closing."""

    def __init__(self, programme: Programme, seed: int = 1) -> None:
        """Put the start position on a table; the seed decides everything that happens."""
        self.table = Tabletop(start_pieces(start_rules()))
        self.clock = VirtualClock()
        self.report = DayReport(seed, 0.0)
        self._programme = programme
        first = programme.opens_next(-1)
        self._opens = _USUALLY_OPENS if first is None else first
        self._random = Random(f"day/{seed}")
        self._board = ChangingBoard(self.table, self.clock, seed)
        self._guests: list[tuple[Guest, Iterator[float], float]] = []
        self._minutes: dict[str, Minute] = {}
        self._pockets: list[str] = []
        self._commands: list[CommandMessage] = []
        self._frame = DARK
        self._truth = Truth(self.table)
        self._felt = self.table.occupied()
        self._felt_at = float("-inf")
        self._state = ""
        self._truth.look(0.0)
        self._switch_on()

    def run(self, hours: float, each_s: float = 90.0) -> DayReport:
        """Let a day pass with a guest every so often, power lost twice, and one last guest."""
        until = 3600.0 * hours
        self.report.hours = hours
        coming, fails = self._random.expovariate(1 / each_s), self._random.uniform(300, 1800)
        cuts = sorted(self._random.uniform(0.1, 0.9) * until for _ in range(2))
        while self.clock() < until:
            if self.clock() >= coming:
                if self._is_open():
                    self._welcome()
                coming = self.clock() + self._random.expovariate(1 / each_s)
            if self.clock() >= fails:
                self._fail()
                fails = self.clock() + self._random.uniform(300, 2400)
            if cuts and self.clock() >= cuts[0]:
                cuts.pop(0)
                self.report.power_cuts += 1
                self.clock.advance(self._random.uniform(5, 60))
                self._switch_on()
            self._turn()
        self._end()
        return self.report

    # What happens ------------------------------------------------------------------------

    def _switch_on(self) -> None:
        companion = Companion(PatientBrain(), Choosing(seed=self.report.seed))
        companion.connect(self._commands.append)
        self._commands.clear()
        around = Surroundings(self._minute, self.report.stays.append)
        choosing = Choosing(seed=self.report.seed)
        self.exhibition = Exhibition(companion, self._programme, around, choosing)
        self._session = Session(start_rules(), unattended_timing(Timing()))
        self._controller = Controller(self._board, self._session, self.exhibition)
        self._frame = DARK

    def _minute(self) -> int:
        return (self._opens + int(self.clock() / 60)) % WEEK

    def _is_open(self, minutes: int = 0) -> bool:
        """Say whether the board is open a number of minutes from now."""
        return self._programme.is_open((self._minute() + minutes) % WEEK)

    def _welcome(self, kind: GuestKind | None = None) -> Minute:
        number = self.report.guests.total() + 1
        if kind is None:
            kind = self._random.choices(list(SHARES), list(SHARES.values()))[0]
            if number % 40 == 20:
                kind = GuestKind.STAFF if number % 80 == 20 else GuestKind.WAVERER
        name = f"{kind}-{number}"
        stays = _CHILD_S if kind is GuestKind.CHILD else self._random.choice(_STAYS_S)
        guest = Guest(
            kind,
            name,
            self.table,
            lambda: self._frame,
            self._random,
            stays,
            self.clock,
            self._pockets,
        )
        self.report.guests[kind] += 1
        minute = Minute(kind, self.clock())
        minute.shown.append((0.0, self._state))
        self.report.minutes.append(minute)
        self._minutes[name] = minute
        self._guests.append((guest, guest.act(), self.clock()))
        if len(self._pockets) > 2 or (self._pockets and self._random.random() < 0.2):
            self._find()
        return minute

    def _find(self) -> None:
        """Let somebody bring back what was pocketed."""
        for pocket in self._pockets:
            self.table.drop(pocket, -2.0, 5.0)
        self._pockets.clear()

    def _fail(self) -> None:
        """Let a sensor or two fail, or mend all of them."""
        if self._board.faults != Faults():
            self._board.change(Faults())
            return
        self.report.faults += 1
        squares = bits_of(*self._random.sample(range(SIZE * SIZE), self._random.randint(1, 2)))
        kind = self._random.choice(("dead", "stuck", "chatter"))
        fails = {"dead": Faults(dead=squares), "stuck": Faults(stuck=squares)}
        self._board.change(fails.get(kind, Faults(chatter=squares)))

    def _turn(self) -> None:
        self._let_guests_act()
        self.clock.advance(self._period)
        commands = tuple(self._commands)
        self._commands.clear()
        tick = self._controller.tick(commands)
        self._frame = tick.frame or self._frame
        self._judge(tick)

    @property
    def _period(self) -> float:
        if self.clock() - self._felt_at < _MOVES_S or self._commands:
            return _PERIOD_S
        return _STILL_S if self._guests else _IDLE_S

    def _let_guests_act(self) -> None:
        now, still = self.clock(), []
        for guest, acting, due in self._guests:
            after: float | None = due
            while after is not None and after <= now:
                pause = next(acting, None)
                after = None if pause is None else after + pause
            if after is not None:
                still.append((guest, acting, after))
        self._guests = still

    # What it is judged by ----------------------------------------------------------------

    def _judge(self, tick: Tick) -> None:
        report, now = self.report, self.clock()
        felt = self.table.occupied()
        if felt != self._felt:
            self._felt, self._felt_at = felt, now
            self._truth.look(now)
        for event in tick.events:
            fault = self._truth.take(event, tick.view.position.occupied)
            if fault:
                counted = report.undecidable if fault.undecidable else report.wrong
                counted.append(f"{now:.1f} s in {self._state}: {fault.what}")
            report.plies += isinstance(event, MoveCommitted)
            if isinstance(event, MoveCommitted):
                self._note(now, "first_move")
        self._truth.agree(tick.view)
        if tick.view.lesson and tick.view.lesson.stars:
            self._note(now, "first_star")
        self._follow(now)

    def _follow(self, now: float) -> None:
        host = self.exhibition.host
        if host is None:
            return
        name = name_of(host.state)
        self.report.states[name] += 1
        if name == self._state:
            return
        before, self._state = self._state, name
        if isinstance(host.state, Attracting) and before in ("still_there", "proposing"):
            self._note_reset(before, now)
        for minute in self._minutes.values():
            if now - minute.came_at <= FIRST_MINUTE_S:
                minute.shown.append((now - minute.came_at, name))

    def _note_reset(self, before: str, now: float) -> None:
        self.report.resets[before] += 1
        staff = any(g.kind in (GuestKind.STAFF, GuestKind.WAVERER) for g, *_ in self._guests)
        quiet = self._programme.patience.countdown
        if before == "proposing" and not staff:
            self.report.phantom.append(f"{now:.1f} s: nobody made the gesture")
        if before == "still_there" and now - self._felt_at < quiet - 0.5:
            self.report.phantom.append(f"{now:.1f} s: touched {now - self._felt_at:.1f} s before")

    def _note(self, now: float, what: str) -> None:
        for minute in self._minutes.values():
            since = now - minute.came_at
            if since <= FIRST_MINUTE_S and getattr(minute, what) is None:
                setattr(minute, what, since)

    def _end(self) -> None:
        """Let everybody go, and one more come, who must find a board that teaches."""
        self._guests.clear()
        for piece in self.table.pieces:
            if piece.held_by and piece.held_by not in self._pockets:
                self.table.let_go(piece.held_by)
        self._find()
        self._board.change(Faults())
        patience = self._programme.patience
        self._wait(2 * (patience.game + patience.countdown) + patience.closing)
        if not self._is_open(int(_LAST_STAYS_S / 60)):
            self._sleep()
        host = self.exhibition.host
        if host is None or not isinstance(host.state, Attracting):
            return
        came = self.clock()
        minute = self._welcome(GuestKind.READER)
        guest = self._guests[-1][0]
        guest.stays_s = _LAST_STAYS_S
        while self._guests and minute.first_star is None:
            self._turn()
            lesson = self._controller_lesson()
            if lesson:
                self.report.ready_after_s = self.clock() - came
                return

    def _wait(self, seconds: float) -> None:
        until = self.clock() + seconds
        while self.clock() < until:
            self._turn()

    def _sleep(self) -> None:
        """Switch off, and on again when the board opens next."""
        now = self._minute()
        opens = self._programme.opens_next(now)
        self.clock.advance(60.0 * ((now if opens is None else opens) - now) % (60 * WEEK))
        self._switch_on()
        self._wait(_WAKES_S)

    def _controller_lesson(self) -> bool:
        host = self.exhibition.host
        return host is not None and name_of(host.state) == "praising"
