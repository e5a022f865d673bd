"""What happens in the game that is played, handed over to whoever writes it to disk.

The game's thread never waits: entries go to `put`, and the events of plies are held back until
these are on disk. While they cannot be written, events go out at once, and `saved` says so.
"""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from sys import intern

from controller.daemon.beside import Beside
from controller.events.command import DRAWN
from controller.events.event import (
    BoardDisturbed,
    BoardLost,
    BoardRestored,
    ClockStood,
    Decided,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    EndTakenBack,
    Event,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
)
from controller.notation.control import NO_CLOCK, parse_control
from controller.notation.moves import write_move
from controller.rules.library import ruleset_called
from controller.rules.pieces import Side
from controller.rules.ruleset import Ruleset
from controller.session.clock import new_clock, write_clock
from controller.store.course import Course, begun, followed
from controller.store.records import Entry, Header, Kind
from controller.store.store import Change
from controller.words.catalogue import say

# Others are no news to anybody who counts on what is on disk.
_DURABLE = (MoveCommitted, MoveRetargeted, MoveTakenBack, GameEnded, EndTakenBack)
_LONGEST_TEXT = 200
# Earlier than any game of hnefi: a computer without a clock of its own begins in 1970.
_UNKNOWN_BEFORE_MS = 1_600_000_000_000
_AGREEING: Mapping[type[Event], Kind] = {
    DrawOffered: Kind.OFFER,
    DrawAccepted: Kind.ACCEPT,
    DrawDeclined: Kind.DECLINE,
    DrawWithdrawn: Kind.DECLINE,  # by the side that made the offer
}


@dataclass(slots=True)
class _Waiting:
    """A change on its way to the disk, how many plies there are with it, and events behind it."""

    change: Change
    plies: int
    events: list[Event] = field(default_factory=list)


class Keeper:
    """Keeps the games of one board, one after the other."""

    def __init__(
        self,
        ruleset: Ruleset,
        wall_ms: Callable[[], int],
        release: Callable[[Event], None],
        ring: Callable[[], None],
        names: Mapping[Side, str] | None = None,
    ) -> None:
        """Begin before any game; `names` are those of who will play.

        `ruleset` is one that need not be among those that ship with hnefi.
        `wall_ms` gives the time since 1970; `release` sends an event, and `ring` wakes the game
        because `saved` has changed: both are called from any thread.
        """
        self._names = names or {}
        self._beside = Beside()
        self._own: tuple[Ruleset, ...] = (ruleset,)
        self._clock = NO_CLOCK  # what the clocks of the game go by
        self._wall_ms = wall_ms
        self._release = release
        self._ring = ring
        self._put: Callable[[Change], None] = lambda _: None
        self._header: Header | None = None
        self._course = Course()
        # The board's clock when the game was at `_base_ms`; None before the first turn.
        self._anchor: float | None = None
        self._base_ms = 0
        self._lock = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._saved = 0
        self._troubled = False

    def connect(self, put: Callable[[Change], None]) -> None:
        """Hand changes over to a function that never waits."""
        self._put = put

    @property
    def saved(self) -> int | bool:
        """How many plies of the game are on disk; False while they cannot be written."""
        return False if self._troubled else self._saved

    @property
    def names(self) -> Mapping[Side, str]:
        """The names of those who play, where they are known."""
        if not self._course.entries:
            return self._names
        found = {Side.ATTACKERS: self._course.attackers, Side.DEFENDERS: self._course.defenders}
        return {side: name for side, name in found.items() if name}

    def call(self, names: Mapping[Side, str]) -> None:
        """Take in who plays the games to come."""
        self._names = names

    def accompany(self, beside: Beside, at: float) -> None:
        """Take in who sits beside the game: that goes on with it, as the names do."""
        self._beside = beside
        if self._header is None or not self._course.entries or not self._course.is_open:
            return
        before = Beside(self._course.opponent, self._course.help)
        news = _beside(beside, before, self._elapsed_ms(at))
        if news:
            self._add(news, [])

    def resume(self, header: Header, course: Course) -> None:
        """Go on with a game out of the store; who is named plays on for whoever played before."""
        self._header, self._course, self._saved = header, course, len(course.plies)
        self._own = (Ruleset.model_validate_json(header.ruleset), *self._own)
        self._base_ms, self._anchor = course.elapsed_ms, None
        now_ms = self._known_ms()
        resumed = Entry(course.elapsed_ms, Kind.RESUMED, "" if now_ms is None else str(now_ms))
        now, before = self._names, self.names
        renamed = {side: name for side, name in now.items() if before.get(side) != name}
        self._add([resumed, *_names(renamed, course.elapsed_ms)], [])

    def _known_ms(self) -> int | None:
        """Return the time since 1970, None before the computer has learnt the day."""
        now_ms = self._wall_ms()
        return now_ms if now_ms >= _UNKNOWN_BEFORE_MS else None

    def begin(self) -> None:
        """Note that another game is set up: the one before is played no more."""
        if self._header is not None and self._course.entries and self._course.is_open:
            self._add([Entry(self._course.elapsed_ms, Kind.ABANDONED)], [])
        self._header, self._course, self._saved = None, Course(), 0

    def keep(self, game: str, at: float, events: Sequence[Event]) -> Sequence[Event]:
        """Take in the events of a turn of a game; return those that may go out at once."""
        if self._anchor is None:
            self._anchor = at
        entries: list[Entry] = []
        for event in events:
            if isinstance(event, GameStarted):
                # A position of a lesson or a class is no game to keep.
                if event.placed:
                    self.begin()
                else:
                    self._start(game, event)
            elif self._header is not None:
                self._note(entries, event)
        first = next((n for n, each in enumerate(events) if isinstance(each, _DURABLE)), None)
        if not entries or (first is None and not self._course.entries):
            return self._behind(events)  # a game without plies is not worth keeping
        first = len(events) if first is None else first
        return [*self._behind(events[:first]), *self._add(entries, list(events[first:]))]

    def _start(self, game: str, started: GameStarted) -> None:
        self.begin()
        ruleset = ruleset_called(started.ruleset, self._own)
        self._header = Header(game, ruleset.model_dump_json(), self._known_ms())
        self._course = begun(self._header)
        self._base_ms, self._anchor = 0, started.at
        self._clock = started.clock

    def _note(self, entries: list[Entry], event: Event) -> None:
        """Add the entry of an event; what the clocks stand at belongs to an entry before.

        That is the last ply's, whatever came with it, such as the end of the game.
        """
        if isinstance(event, ClockStood) and entries:
            plies = [at for at, each in enumerate(entries) if each.kind is Kind.PLY]
            at = plies[-1] if plies else -1
            entries[at] = entries[at]._replace(clock=_clock(event))
            return
        kind_and_what = self._written(event)
        if kind_and_what is None:
            return
        clock = _clock(event) if isinstance(event, ClockStood) else ""
        entries.append(Entry(self._elapsed_ms(event.at), *kind_and_what, clock))

    def _elapsed_ms(self, at: float) -> int:
        """Return how long the game lasts at a time of the board's clock; it never goes back."""
        passed = 0 if self._anchor is None else round(1000 * (at - self._anchor))
        return max(self._course.elapsed_ms, self._base_ms + passed)

    def _written(self, event: Event) -> tuple[Kind, str] | None:
        """Return the kind and text of an event's entry, None for what is not kept."""
        if isinstance(event, ClockStood):
            return Kind.CLOCK, self._course.control
        return _written(event)

    def _add(self, entries: Sequence[Entry], held: list[Event]) -> list[Event]:
        """Hand entries over; return the events that need not wait for them."""
        if self._header is None:
            return held
        if not self._course.entries:
            entries = [*self._beginning(), *entries]
        change = Change(self._header, self._course.entries, tuple(entries))
        self._course = followed(self._course, entries)
        with self._lock:
            waits = not self._troubled
            self._waiting.append(_Waiting(change, len(self._course.plies), held if waits else []))
        self._put(change)
        return [] if waits else held

    def _beginning(self) -> list[Entry]:
        """Return what is known of a game before anything happens in it."""
        control = parse_control(self._clock)
        known = [*_names(self._names, 0), *_beside(self._beside, Beside(), 0)]
        if control is None:
            return known
        return [*known, Entry(0, Kind.CLOCK, control.text, write_clock(new_clock(control)))]

    def _behind(self, events: Sequence[Event]) -> Sequence[Event]:
        """Let events wait behind those that wait already; return them if none do."""
        with self._lock:
            if self._troubled or not any(each.events for each in self._waiting):
                return events
            self._waiting[-1].events.extend(events)
            return ()

    # In the writer's thread ---------------------------------------------------------------

    def on_disk(self, changes: Sequence[Change]) -> None:
        """Take in that changes are on disk: send what waited for them."""
        with self._lock:
            for change in changes:
                if self._waiting and self._waiting[0].change is change:
                    done = self._waiting.popleft()
                    self._saved = done.plies
                    for event in done.events:
                        self._release(event)
        self._ring()

    def set_troubled(self, *, troubled: bool) -> None:
        """Take in that nothing can be written for now, or that it can again."""
        with self._lock:
            self._troubled = troubled
            for each in self._waiting if troubled else ():
                for event in each.events:
                    self._release(event)
                each.events.clear()
        self._ring()


def _names(names: Mapping[Side, str], elapsed_ms: int) -> list[Entry]:
    return [Entry(elapsed_ms, Kind.NAMES, f"{side} {name}") for side, name in names.items()]


def _beside(now: Beside, before: Beside, elapsed_ms: int) -> list[Entry]:
    """Return the entries of what has changed beside a game."""
    entries = []
    if now.opponent != before.opponent:
        entries.append(Entry(elapsed_ms, Kind.OPPONENT, now.opponent))
    if now.help != before.help:
        entries.append(Entry(elapsed_ms, Kind.HELP, now.help))
    return entries


def _clock(event: ClockStood) -> str:
    """Return what the clocks stand at, as games on disk have it."""
    sides = event.attackers_ms, event.defenders_ms
    return " ".join([*("-" if each is None else str(each) for each in sides), str(event.played_ms)])


def _written(event: Event) -> tuple[Kind, str] | None:
    """Return the kind and text of an event's entry, None for what is not kept."""
    match event:
        case MoveCommitted(move=move, captured=captured):
            return Kind.PLY, intern(write_move(move, captured))
        case MoveRetargeted(move=move, captured=captured):
            return Kind.RETARGET, write_move(move, captured)
        case MoveTakenBack() | EndTakenBack():
            return Kind.TAKEBACK, ""
        case GameEnded(outcome=outcome):
            return Kind.END, f"{outcome.winner or 'draw'} {outcome.reason}"
        case DrawOffered() | DrawAccepted() | DrawDeclined() | DrawWithdrawn():
            return _AGREEING[type(event)], f"{event.side} {DRAWN}"
        case Decided(decision=decision):
            return (Kind.DECISION, decision.why) if decision.why else None
        case BoardLost(reason=reason):
            return Kind.PAUSED, say(reason)[:_LONGEST_TEXT]
        case BoardDisturbed(steps=steps):
            return Kind.DISTURBED, str(steps)
        case BoardRestored():
            return Kind.RESTORED, ""
    return None
