"""A position is set up: what is still to do, since when, and which pieces left it early.

Knows no scans and no pauses; time is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from controller.recognition import durations
from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO
from controller.recognition.repair import RepairAction, RepairStep
from controller.recognition.sight import Sight, stood_since
from controller.rules.geometry import SQUARE_COUNT, bits_of, squares_of
from controller.rules.position import Position
from controller.session.opening import PASSING_S, opened

# With more squares that read wrong than this a game is no pleasure, and a set-up is not finished.
MOST_WRONG = 2
# Squares, as two pieces change: who moves away so far from what is asked for sets up another.
_AWAY = 4


@dataclass(frozen=True, slots=True)
class SettingUp:
    """A position is being set up; what is still to do has been so since a time.

    `untouched` pieces stand where they stood in the game before. `newest` squares were filled
    last. `stood` are the squares that have their piece, and `early` those that it left again while
    fewer others were still missing. `stood_at` says since when each square is as it is. `played` is
    what may have been played by the first look, or when people asked for it; `found` squares were
    occupied then. `nearest` is the fewest squares that have read wrong since it was asked for.
    LONG_AGO is the time before the first look at the board.
    """

    steps: tuple[RepairStep, ...]
    since: float = LONG_AGO
    believed: Position | None = None  # which pieces stood where when that was last known
    untouched: Position | None = None
    newest: int = 0
    stood: int = 0
    early: int = 0
    occupied: int = 0
    stood_at: tuple[float, ...] = (LONG_AGO,) * SQUARE_COUNT
    played: PlayedLine | None = None
    found: int = 0
    nearest: int = SQUARE_COUNT

    @property
    def is_given_up(self) -> bool:
        """Whether people have moved away from what was asked for, by more than a try."""
        return self.squares.bit_count() - self.nearest >= _AWAY

    @property
    def is_filled(self) -> bool:
        """Whether each piece stood on its square then, though one or two are of the wrong kind.

        A magnet may be upside down; people who know what they put there play on.
        """
        put = {step.square for step in self.steps if step.action is not RepairAction.TAKE}
        shifted = {step.origin for step in self.steps if step.action is RepairAction.SHIFT}
        taken = {step.square for step in self.steps if step.action is RepairAction.TAKE}
        return self.since != LONG_AGO and put == taken | shifted and len(put) <= MOST_WRONG

    def has_seen_play(self, wrong: int) -> bool:
        """Say whether what reads wrong was seen to move: then no sensor is at fault."""
        changed = all(self.stood_at[square] > LONG_AGO for square in squares_of(wrong))
        return self.played is not None and bool(wrong) and changed

    @property
    def squares(self) -> int:
        """The squares that do not stand as they should, as bits."""
        ends = ((step.square, step.origin) for step in self.steps)
        return bits_of(*(square for pair in ends for square in pair if square is not None))

    def knowing(self, occupied: int) -> "SettingUp":
        """Return the same once some squares are seen to be occupied: of the others nobody knows."""
        return replace(
            self,
            believed=self.believed and self.believed.masked(occupied),
            untouched=self.untouched and self.untouched.masked(occupied),
        )

    def then(self, steps: tuple[RepairStep, ...], at: float) -> "SettingUp":
        """Return what is still to do after one more look."""
        if steps == self.steps and self.since != LONG_AGO:
            return self
        now = replace(self, steps=steps, since=at)
        return replace(now, nearest=min(self.nearest, now.squares.bit_count()))

    def seeing(self, position: Position, occupied: int, at: float) -> "SettingUp":
        """Return the same once some squares are seen to be occupied, at a time."""
        first = self.since == LONG_AGO
        if occupied == self.occupied and not first:
            return self
        stood = position.occupied & occupied
        left, missing = self.stood & ~stood, position.occupied & ~(stood | self.stood | self.early)
        # While most pieces stand, somebody may begin to play. What came last may only come past.
        most_stand = 2 * missing.bit_count() < position.occupied.bit_count()
        passed = bits_of(*(q for q in squares_of(left) if at - self.stood_at[q] < PASSING_S))
        early = left & ~(passed if missing else self.newest) if most_stand else 0
        came = 0 if first else stood & ~self.stood
        changed = 0 if first else occupied ^ self.occupied
        return replace(
            self,
            newest=came or self.newest,
            stood=stood,
            early=(self.early | early) & ~stood,
            occupied=occupied,
            stood_at=stood_since(self.stood_at, changed, at),
        )

    @classmethod
    def seen_before(
        cls, line: PlayedLine, sight: Sight, stood_at: Sequence[float], at: float
    ) -> "SettingUp":
        """Return the set-up of a line's position on a board that was looked at till now.

        `stood_at` says since when each square is as it is. While several pieces are missing, those
        that left no longer ago than a hand holds one have left early.
        """
        start, occupied = line.position.occupied, sight.occupied
        lacking, surplus = sight.differences(line.position)
        left = bits_of(*(q for q in squares_of(lacking) if at - stood_at[q] < durations.HOLDS_S))
        most_stand = 2 * lacking.bit_count() < start.bit_count()
        comes = most_stand and lacking.bit_count() - surplus.bit_count() > 1
        return cls(
            (),
            at,
            stood=start & occupied,
            early=left if comes else 0,
            occupied=occupied,
            stood_at=tuple(stood_at),
            played=opened(line, sight),
            found=occupied,
        )

    def looked_away(self, at: float) -> "SettingUp":
        """Return the same after a time in which nobody looked: in it, nothing has stood."""
        since = LONG_AGO if self.since == LONG_AGO else at
        return replace(self, since=since, untouched=None)

    def lost(self) -> "SettingUp":
        """Return the same after the board was lost: whatever stood may have been moved since."""
        return replace(self, since=LONG_AGO, stood=0, early=0, untouched=None)
