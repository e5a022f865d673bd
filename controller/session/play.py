"""A game while it is played: what stands long enough counts, and what is new is told.

Knows the stories and the plies that count; neither scans, set-ups nor pauses.
"""

from dataclasses import replace

from controller.events.event import CapturesCleared, CommandRefused, Event, MoveTakenBack
from controller.recognition.answer import Lifted, Placed, Way, way_to
from controller.recognition.board import UNSEEN_S, Disturbed
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO, NEVER, reached
from controller.recognition.rest import is_settled
from controller.recognition.sight import Sight
from controller.recognition.story import standing
from controller.recognition.tracker import beginning, narrowed, resumed, tracked
from controller.rules.geometry import bits_of
from controller.rules.position import Position
from controller.rules.sentence import Sentence
from controller.session import firmness
from controller.session.counted import Counted, changed_move, forced, taken_back
from controller.session.counting import Past, Withdrawn, counted_next
from controller.session.display import Display
from controller.session.due import next_due
from controller.session.fresh import Fresh
from controller.session.hindsight import Hindsight
from controller.session.misreading import misread, missing_from, slid_unfelt
from controller.session.news import board_news, mover_news
from controller.session.placing import missed
from controller.session.resting import resting
from controller.session.said import pressed, said_to_stand, undone
from controller.session.sentences import (
    NOTHING_LIFTED,
    NOTHING_TO_UNDO,
    NOTHING_WAITS,
)
from controller.session.starting_over import has_captives_back
from controller.session.sticking import Sticking, sticking
from controller.session.strangers import Crowds, faithful, withdrawn
from controller.session.taking_up import as_found, left_so
from controller.session.timing import Timing
from controller.session.unfelt import shown_unfelt
from controller.session.watching import Watching

# In plies: a line forgets those before the last twelve, and no story is another for so long.
_FAR_BACK = range(8, 48)
# Whoever asks for an undo so soon after a takeback by hand has not seen that it counts.
_SAME_UNDO_S = 0.5
# What has stood for so long when the last ply counted is the piece that the game has there.
_KNOWN_S = 5.0


class Play:
    """A game that is played on a board, from a line of play on."""

    def __init__(
        self,
        line: PlayedLine,
        sight: Sight,
        timing: Timing,
        at: float,
        played: PlayedLine | None = None,
        *,
        taken_up: PlayedLine | None = None,
    ) -> None:
        """Begin with a board that is believed to stand as the line says, at a time.

        `played`: the line as which it stands, if that is not known to count yet. `taken_up`: it
        was played before, and need not stand so yet; it was left so, before its last plies were
        undone.
        """
        self.line = line  # the plies that count
        self.placed = False  # somebody has set up its position
        if taken_up is None:
            self.beam = beginning(played or line, sight, at)
        else:
            self.beam = left_so(taken_up, line, sight, at)
        self._hindsight = Hindsight(self.beam)
        self.shown = Display(taken_up=taken_up is not None)
        self.ended = False  # by people or a clock: nothing counts any more
        self.due = LONG_AGO  # when something may happen though nothing changes
        self._crowds = Crowds()
        self._timing = timing
        self._watch = Watching(at)
        self._first_seen: float | None = None
        self._withdrawn: Withdrawn | None = None  # what a takeback by hand has undone
        self._believed: dict[PlayedLine, float] = {}  # since when each ply ahead is the likeliest
        self._since = firmness.Since(counts=at, doubted=at)

    @property
    def apart(self) -> bool:
        """Whether strangers play, of whose moves only those count that nobody can mistake."""
        return bool(self._timing.apart_s)

    @property
    def believed(self) -> Position:
        """Which pieces stand where by the best story."""
        story = self.beam.best
        return Position(*standing(story), story.line.to_move)

    @property
    def untouched(self) -> Position:
        """The pieces of the plies that count whose squares are as they were long before the last.

        That one may be none: so it seems where people put up two pieces at once. None are known
        where nobody looked for a while since then.
        """
        counts = self._since.counts
        known_at = counts - _KNOWN_S if self._watch.since <= counts else LONG_AGO
        stood = (q for q, since in enumerate(self.beam.stood_at) if since <= known_at)
        return self.line.position.masked(bits_of(*stood) & self.beam.sight.occupied)

    @property
    def stood_at(self) -> tuple[float, ...]:
        """Since when each square is as it is, in seconds."""
        return self.beam.stood_at

    def resume(self, at: float) -> None:
        """Go on after a time in which nobody looked: nothing has stood in it."""
        self._watch = self._watch.resumed(at)
        self.beam = resumed(self.beam)

    def go_on(self, sight: Sight, at: float) -> list[Event]:
        """Play on from an end that people have taken back; what they showed since was no play."""
        if sight.fits(self.line.position):
            kept = [s for s in self.beam.stories if s.line is self.line and is_settled(s)]
            begun = beginning(self.line, sight, at)
            self.beam = narrowed(self.beam, kept) if kept else begun
        return self.see(sight, at)

    def see(self, sight: Sight, at: float, *, unseen: bool = False) -> list[Event]:
        """Take in what is seen, and return what it brought about."""
        if self._first_seen is None:
            self._first_seen = at
            if self.shown.taken_up:
                self.beam = as_found(self.beam, self.line, sight, at)
        seen_at = self._watch.seen_since(self.beam.changed_at)
        self._since, self.beam = firmness.lasting(self.beam, self.line, self._since, seen_at, at)
        self.beam = tracked(self.beam, sight, at, unseen=unseen)
        self._hindsight.note(sight, at, unseen=unseen)
        self.beam = firmness.ending(self.beam, self.line, self._since.counts)
        self.beam = firmness.as_before(self.beam, self.line)
        if not (self.ended or self.apart):
            watched = self.beam.changed_at > self._watch.since
            rest_s = self._watch.rested_s(self.beam.changed_at, at)
            seen_s = at - self._watch.seen_since(self.beam.changed_at)
            self.beam = resting(self.beam, self.line, rest_s, seen_s=seen_s, watched=watched)
        return self._update(at)

    @property
    def _is_over(self) -> bool:
        """Whether the game has ended: whatever is done with the pieces then needs no advice."""
        return self.ended or self.line.game.outcome is not None

    @property
    def sticking(self) -> Sticking:
        """Which sensors stick by the plies that count, or may."""
        return sticking(self.beam, self.line, self._first_seen)

    def misread(self, at: float) -> int:
        """Return the square, as a bit, whose sensor is given up: it reads wrong by itself."""
        if self._is_over or self.apart:
            return 0
        found = slid_unfelt(self.beam, self.line, at)
        found = found or misread(self.beam, self.line, at, self._watch)
        if found is None:
            return 0
        square, story = found
        self.beam = narrowed(self.beam, [story])
        return 1 << square

    def is_long_unseen(self, at: float) -> bool:
        """Say whether a piece was lifted so long ago that it probably stands unseen."""
        mover = self.shown.believed
        return self.shown.missed is not None or (
            isinstance(mover, Lifted)
            and reached(at - self._watch.seen_since(mover.since), UNSEEN_S)
        )

    def missing(self, at: float) -> int | None:
        """Return where the one piece belongs that is asked for, if it may have long stood there."""
        return missing_from(self.beam, self.line, self.shown.asked, at, self._watch)

    @property
    def fresh(self) -> Fresh:
        """What tells whether a fresh game stands on the board."""
        since, settle_s = self._since.counts, self._timing.settle_s
        return Fresh(self.beam, self.line, self._watch, settle_s, since, self.ended)

    # What people ask for -------------------------------------------------------------------

    def undo(self, at: float) -> list[Event]:
        """Drop the last ply; if it still stands on the board, it is not made again by that.

        One that has just been taken back by hand is the one that is meant, or one that is shown to
        count in a moment. A piece that has gone on since, before that is shown, stands for another
        move, which nobody has undone.
        """
        meant, self._withdrawn = self._withdrawn, None
        if meant is not None and at - meant.at < _SAME_UNDO_S:
            return []
        way = self._way()
        shown: tuple[Event, ...] = ()
        if isinstance(self.shown.mover, Placed) and (not way.back or changed_move(self.line, way)):
            shown = self._count(forced(self.line, way, at))
        if self.line.move is None:
            return [CommandRefused(at, NOTHING_TO_UNDO)]
        before = self.line
        event, self.line = taken_back(before, at)
        self.beam = undone(self.beam, before, self.line)
        return [*shown, event, *self._update(at)]

    def press_clock(self, at: float) -> list[Event]:
        """Let the move that stands count at once, seen or not."""
        left = NOTHING_WAITS if self._is_over else pressed(self.beam, self.line, at)
        if isinstance(left, Sentence):
            return [CommandRefused(at, left)]
        self.beam = left
        return self._force(self._way(), at)

    def place(self, square: int, at: float) -> list[Event]:
        """Believe that a piece stands on a square, though none is felt; refuse what cannot be."""
        said = (self.beam, self.line, square, at, self._hindsight)
        left = NOTHING_LIFTED if self._is_over else said_to_stand(*said)
        if isinstance(left, Sentence):
            return [CommandRefused(at, left)]
        self.beam = left
        return []

    def trust_less(self, sight: Sight, at: float) -> list[Event]:
        """Go on after `place`, with one sensor less perhaps; what was said counts at once."""
        self.beam = self.beam.seeing(sight)
        way = self._way()
        return self._force(way, at) if way.ahead else self._update(at)

    def see_without(self, sight: Sight, at: float) -> list[Event]:
        """Go on with fewer sensors, once a ply from one that sticks has counted."""
        self.beam = self.beam.seeing(sight)
        return self._update(at)

    # What is new ---------------------------------------------------------------------------

    def _update(self, at: float) -> list[Event]:
        """Let what has stood long enough count, and tell what else is new."""
        events = self._cleared(at)
        while True:
            self._withdraw(at)
            events += self._moved(at)
            counted = self._counted_next(at)
            if not isinstance(counted, Counted):
                break
            events += self._count(counted)
        self._note_captives()
        events += self._stands(at)
        settle_s = self._timing.settle_s
        looked = next_due(self.beam, self._way(), self._watch, self._since, settle_s, at)
        self.due = min(counted or NEVER, looked)
        return events

    def _withdraw(self, at: float) -> None:
        """Among strangers, let what nobody can be sure of be put back."""
        if not self.apart or self.ended:
            return
        self._crowds = self._crowds.after(self.beam, at)
        kept = faithful(self.beam, self.line)
        settle_s = self._timing.settle_s
        self.beam = withdrawn(kept, self.line, self.shown.board, at, settle_s, self._crowds)
        if self.beam is not kept:
            self.shown = replace(self.shown, crossed=True)

    def _counted_next(self, at: float) -> Counted | float | None:
        if self.ended or has_captives_back(self.beam, self.line) or self.fresh.is_found():
            return None
        ahead = self._way().ahead
        self._believed = {made.line: self._believed.get(made.line, at) for made in ahead}
        believed_at = next(iter(self._believed.values()), LONG_AGO)
        past = Past(self._watch.since, believed_at, self._withdrawn)
        return counted_next(self.beam, self.line, self._timing, at, past)

    def _way(self) -> Way:
        return way_to(self.line, self.beam.best.top)

    def _force(self, way: Way, at: float) -> list[Event]:
        return [*self._count(forced(self.line, way, at)), *self._update(at)]

    def _count(self, counted: Counted) -> tuple[Event, ...]:
        undone, self.line = self.line, counted.line
        self.shown = replace(self.shown, taken_up=False)
        self.beam = firmness.playing_on(firmness.believing(self.beam, self.line), self.line)
        self._hindsight.keep(self.beam)
        for event in counted.events:
            self._since = self._since.counting(event.at)
            took_back = isinstance(event, MoveTakenBack)
            self._withdrawn = Withdrawn(undone, event.at) if took_back else None
        # A story that branched off before what is forgotten would be walked back to the start.
        if not any(way_to(self.line, story.top).back in _FAR_BACK for story in self.beam.stories):
            self.line.forget_old()
        self._note_captives()
        return counted.events

    def _moved(self, at: float) -> list[Event]:
        """Tell what the mover does, if that is new."""
        before = self.shown.mover
        self.shown = self.shown.with_mover(self.beam, self._way(), at, over=self._is_over)
        return mover_news(before, self.shown.mover, at)

    def _cleared(self, at: float) -> list[Event]:
        """Tell that the last captive is off the board."""
        gone = self.shown.owed & ~self.beam.sight.occupied
        self._note_captives()
        return [CapturesCleared(at)] if gone and not self.shown.owed else []

    def _note_captives(self) -> None:
        self.shown = self.shown.with_captives(self.beam, self._way(), over=self._is_over)

    def _stands(self, at: float) -> list[Event]:
        """Tell how the board stands, if that is new."""
        newest = self._watch.since + self._timing.settle_s
        patience_s = self._timing.settle_s if reached(at, newest) else NEVER
        before, over = self.shown.asked, self._is_over
        shown = self.shown.with_board(self.beam, self._way(), at, patience_s, over=over)
        disturbed = isinstance(shown.board, Disturbed) and not self.apart
        lacks = missed(self.beam, self.line, at) if disturbed else None
        unfelt = shown_unfelt(self.beam, self.line, shown.board)
        self.shown = shown.with_missed(lacks, () if self.apart else unfelt)
        return board_news(before, self.shown.asked, self.line.game, at)
