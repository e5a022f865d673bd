"""Whether a fresh game stands on the board of one that is played, and not because of play."""

from typing import NamedTuple

from controller.recognition.line import PlayedLine
from controller.recognition.moments import reached
from controller.recognition.tracker import Beam
from controller.session.starting_over import (
    is_found_anew,
    is_played_anew,
    is_put_up_again,
    rests_begun,
    starts_over,
    starts_with_a_move,
)
from controller.session.watching import Watching

# Who has set up a new game and made its first move looks at the lights for so long, in seconds.
BEGUN_S = 3.0


class Fresh(NamedTuple):
    """What tells a set-up from play; times are in seconds."""

    beam: Beam
    line: PlayedLine  # the plies that count
    watch: Watching
    settle_s: float
    counts_since: float  # when the last of them began to count
    ended: bool  # by people or a clock

    def is_set_up(self, at: float) -> bool:
        """Say whether the start position stands, or its first move, and not because of play."""
        if not reached(at, self.watch.seen_since(self.beam.changed_at) + self.settle_s):
            # Whoever plays on, or has begun before the program, need not wait.
            found = self.is_found_played(at, in_hand=False)
            return found or self._starts_with_a_move(in_hand=True)
        rests = reached(at, self.watch.seen_since(self.beam.changed_at) + BEGUN_S)
        return (
            self.is_found()
            or starts_over(self.beam, self.line, ended=self.ended)
            or self._starts_with_a_move(in_hand=False)
            or (rests and rests_begun(self.beam, self.line))
        )

    def is_found(self) -> bool:
        """Say whether the board was found at a start as it is, set up for a new game."""
        found = self.watch.is_found(self.beam.changed_at)
        return found and is_found_anew(self.beam, self.line)

    def is_found_played(self, at: float, *, in_hand: bool) -> bool:
        """Say whether a board is found just now with a game on it that seems to have begun.

        `in_hand`: all but one piece stand, which is in the hand for its move, or will be set up.
        """
        found = self.watch.is_found(at)
        return found and is_played_anew(self.beam, self.line, in_hand=in_hand)

    def _starts_with_a_move(self, *, in_hand: bool) -> bool:
        beam, line = self.beam, self.line
        if not self.ended and is_put_up_again(beam.sight, line, in_hand=in_hand):
            return False
        return starts_with_a_move(beam, line, self.counts_since, self.settle_s, in_hand=in_hand)
