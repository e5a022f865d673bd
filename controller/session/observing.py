"""What a board shows, scan by scan, by which sensors, and whether it can be read at all."""

from dataclasses import dataclass, replace

from controller.events.event import BoardFound, BoardLost, Event
from controller.recognition.eye import Eye
from controller.recognition.line import PlayedLine
from controller.recognition.restless import Restless
from controller.recognition.sight import Sight
from controller.recognition.story import Story
from controller.rules.game import Game
from controller.rules.geometry import ALL
from controller.rules.sentence import Sentence
from controller.session.blame import Blames
from controller.session.news import faults_found
from controller.session.sentences import FLICKERS
from controller.session.sticking import Sticking
from controller.words.notices import notice_sentence
from hal.board import Scan
from hal.notice import Notice

# When no scan came for longer than this, nobody knows what stood meanwhile.
_GAP_S = 0.5


@dataclass(frozen=True, slots=True)
class Look:
    """What came of one scan."""

    changed: bool
    unseen: bool  # nobody looked for a while before
    was_lost: bool  # the board could not be read before
    events: tuple[Event, ...]


_NOTHING_NEW = Look(changed=False, unseen=False, was_lost=False, events=())


class Observer:
    """Looks at a board. `sight` is what it shows; the same object while nothing changes."""

    def __init__(self, debounce_s: float) -> None:
        """Believe a change when it has held for so many seconds."""
        self._eye = Eye(debounce_s)
        self.sight: Sight = self._eye.sight
        self._before = self.sight  # what it showed until the last change
        self._restless = Restless()
        self._blames = Blames()
        self.scanned_at: float | None = None  # the newest scan
        self.paused: Sentence | None = None  # why the board cannot be read

    def look(self, scan: Scan) -> Look:
        """Take in a scan."""
        if self.paused == FLICKERS:
            # `sight` stays as it was, so that what was seen before is what is compared afterwards.
            self._eye.look(scan)
            if self._eye.flickers(scan.at):
                return _NOTHING_NEW
            self._eye.calm_down()
        at, last, before = scan.at, self.scanned_at, self.sight
        self._before = before
        was_lost, self.paused, self.scanned_at = self.paused is not None, None, at
        unseen = last is None or was_lost or at - last > _GAP_S
        if unseen:
            self._eye.look_again(0.0 if last is None else at - last)
        sight = self._eye.look(scan)
        if self._eye.flickers(at):
            self.paused = FLICKERS
            return replace(_NOTHING_NEW, events=(BoardLost(at, FLICKERS),))
        self.sight = sight
        if self.sight is before and not unseen:
            return _NOTHING_NEW
        found = (BoardFound(at),) if was_lost else ()
        faults = self._faults_since(before, at)
        return Look(self.sight is not before, unseen, was_lost, (*found, *faults))

    def lose(self, reason: Notice | str, at: float) -> tuple[Event, ...]:
        """Pause until the next scan, for a reason."""
        why = notice_sentence(reason)
        if why == self.paused:
            return ()
        self.paused = why
        return (BoardLost(at, why),)

    def forget_scans(self) -> None:
        """Forget when the last scan was: another game is on the board."""
        self.scanned_at = None

    def doubt(self, line: PlayedLine, story: Story, at: float) -> list[Event]:
        """Trust no sensor that comes and goes for nothing, by game and story before the scan."""
        self._restless = self._restless.after(line, story, self._before, self.sight, at)
        found, before = self._restless.squares, self.sight
        if not found:
            return []
        self._restless = self._restless.without(found)
        self.sight = self._eye.doubt(found, at)
        return self._faults_since(before, at)

    def distrust(self, squares: int, at: float) -> list[Event]:
        """Listen to the sensors of some squares no longer."""
        before, self.sight = self.sight, self._eye.give_up(squares)
        return self._faults_since(before, at)

    def trust(self, squares: int, at: float) -> list[Event]:
        """Listen to the sensors of some squares again."""
        before, self.sight = self.sight, self._eye.trust(squares)
        return self._faults_since(before, at)

    def judge(self, line: PlayedLine, sticking: Sticking, at: float) -> list[Event]:
        """Blame the sensors that feel a piece which has moved, and no longer those of no ply."""
        if sticking.suspect != self.sight.suspect:
            self.sight = self._eye.suspect(sticking.suspect)
        self._blames, sound = self._blames.after(line.game)
        faults = self.trust(sound, at) if sound else []
        if sticking.stuck:
            self._blames = self._blames.plus(sticking.stuck, line)
            faults += self.distrust(sticking.stuck, at)
        return faults

    def blame_as_said(self, squares: int, line: PlayedLine) -> None:
        """Remember that people say so of sensors because of the last ply of a line."""
        self._blames = self._blames.plus(squares, line, said=True)

    def unsay(self, game: Game, sound: int, at: float) -> list[Event]:
        """Listen again to what people no longer say fails, and to `sound` sensors."""
        self._blames, unsaid = self._blames.unsaid(game)
        return self.trust(unsaid | sound, at)

    def forget_blames(self) -> None:
        """Blame no sensor because of a ply: those of another game are to come."""
        self._blames = Blames()

    def trust_again(self) -> None:
        """Listen to all sensors again, whatever they read before."""
        self.sight = self._eye.trust(ALL)

    def _faults_since(self, before: Sight, at: float) -> list[Event]:
        return [] if self.sight is before else faults_found(before.faulty, self.sight.faulty, at)
