"""Games written a turn a line, put together: each line goes on where the one before ended.

Most programs and forums write games so. Of what is on a line, only the numbers of turns are looked
at, and whether anything ends the game there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from controller.notation.plain_text import bare
from controller.notation.record import NUMBER, TIMEOUT

# No game is longer, and a stranger's file must not fill the memory.
LONGEST_GAME = 1 << 20
# A number that more words follow is no turn's: perhaps the game's own in a list.
_MOST_WORDS = 2
Line = bytes | None


@dataclass(frozen=True, slots=True)
class _Turn:
    """The last turn of a line: its number, and how many of its moves stand there."""

    number: int
    moves: int


@dataclass(slots=True)
class _Held:
    """A game that the next line may go on with; blank lines between two of them are no end."""

    begun: int
    lines: list[bytes]
    last: _Turn
    size: int = field(init=False)
    blanks: range = range(0)

    def __post_init__(self) -> None:
        self.size = sum(map(len, self.lines))

    def add(self, line: bytes) -> None:
        """Take in one line more; nothing is kept of a game that is too long."""
        self.blanks = range(0)
        self.size += len(line)
        if self.size >= LONGEST_GAME:
            self.lines.clear()
        self.lines.append(line)

    def whole(self) -> Iterator[tuple[int, Line]]:
        """Yield the game, and the blank lines that nothing went on after."""
        yield self.begun, None if self.size >= LONGEST_GAME else b" ".join(self.lines)
        yield from ((number, b"\n") for number in self.blanks)


def games_of(lines: Iterable[tuple[int, Line]]) -> Iterator[tuple[int, Line]]:
    """Yield the games of numbered lines, each as one line with the number of its first.

    None stands for a line, or a game, of more than a megabyte. A line that nothing can go on after
    is yielded at once, so games that are written without numbers wait for nobody.
    """
    held: _Held | None = None
    for number, line in lines:
        text = "" if line is None else bare(line)
        turn = _last_turn(text)
        if held is not None and line is not None:
            if not text:
                held.blanks = range(number - len(held.blanks), number + 1)
                continue
            if _goes_on(held.last, text):
                held.add(line)
                if turn is None:
                    yield from held.whole()
                    held = None
                else:
                    held.last = turn
                continue
        if held is not None:
            yield from held.whole()
            held = None
        if line is None or turn is None:
            yield number, line
        else:
            held = _Held(number, [line], turn)
    if held is not None:
        yield from held.whole()


def _last_turn(text: str) -> _Turn | None:
    """Return the last turn of a line, None where nothing can go on after it."""
    numbers = list(NUMBER.finditer(text))
    if not numbers or "," in text:
        return None
    words = text[numbers[-1].end() :].split()
    if len(words) > _MOST_WORDS or words[-1] == TIMEOUT:
        return None
    return _Turn(int(numbers[-1]["turn"]), len(words))


def _goes_on(last: _Turn, text: str) -> bool:
    """Say whether a line goes on with the turn after the last one, or with its second move."""
    begun = NUMBER.match(text)
    if begun is None:
        return False
    turn, is_second = int(begun["turn"]), len(begun["marks"]) > 1
    return turn == last.number + 1 or (is_second and last == _Turn(turn, 1))
