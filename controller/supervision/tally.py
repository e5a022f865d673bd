"""What goes wrong in the parts of a process: said once, counted, and kept while it lasts.

Knows no terminal and no page: `say` is called with what there is to say, at most once a minute
for each sentence, so that a failure in a loop fills no log.
"""

from collections import Counter
from collections.abc import Callable

from controller.rules.sentence import Sentence

AGAIN_S = 60.0
# Sentences that name what somebody sent could be without end.
_MOST_REMEMBERED = 200


class Tally:
    """Counters by name, and the troubles that last now by part; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float], say: Callable[[Sentence], None]) -> None:
        """Begin without troubles."""
        self._clock = clock
        self._say = say
        self._said: dict[Sentence, float] = {}
        self._unsaid: Counter[Sentence] = Counter()
        self._troubles: dict[str, Sentence] = {}
        self.counts: Counter[str] = Counter()

    @property
    def now(self) -> float:
        """The time, in seconds of its clock."""
        return self._clock()

    @property
    def troubles(self) -> tuple[Sentence, ...]:
        """What is wrong now, each thing once."""
        return tuple(dict.fromkeys(list(self._troubles.values())))

    def in_trouble(self, part: str) -> bool:
        """Whether a part has not recovered yet."""
        return part in self._troubles

    def begin(self, part: str, why: Sentence) -> None:
        """Note that a part failed, or fails in another way; it lasts until it ends."""
        self.counts[f"{part} failed"] += 1
        self._troubles[part] = why
        self.note(why)

    def end(self, part: str) -> None:
        """Note that a part is well again, if it was not."""
        self._troubles.pop(part, None)

    def recover(self, part: str, failure: Sentence) -> None:
        """Note that a part is over a failure; what else it has found wrong by now lasts."""
        if self._troubles.get(part) == failure:
            self.end(part)

    def count(self, what: str, number: int = 1) -> None:
        """Count something that needs no words."""
        self.counts[what] += number

    def note(self, what: Sentence) -> bool:
        """Say something, unless it was said a moment ago; return whether it is said."""
        at = self._clock()
        if self._said_lately(what, at):
            return False
        if len(self._said) >= _MOST_REMEMBERED:
            self._said.clear()
        self._said[what] = at
        self._say(what)
        return True

    def note_each(self, what: Sentence) -> None:
        """Say something of which each time counts, or keep how often it was not said."""
        if not self.note(what):
            self._unsaid[what] += 1

    def take_unsaid(self, *, at_end: bool = False) -> dict[Sentence, int]:
        """Return what was said a minute ago and how often it came since, as said now.

        At the end of a program nobody asks again: then also what was said within the minute.
        """
        at = self._clock()
        due = {
            what: count
            for what, count in self._unsaid.items()
            if at_end or not self._said_lately(what, at)
        }
        for what in due:
            del self._unsaid[what]
            self._said[what] = at
        return due

    def _said_lately(self, what: Sentence, at: float) -> bool:
        return at - self._said.get(what, float("-inf")) < AGAIN_S
