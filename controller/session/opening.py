"""The first moves of a game, made before anybody could see that it begins.

Whoever sets up errs, and puts right what is wrong; only the order of times tells that from play.
"""

from collections.abc import Sequence

from controller.recognition import durations
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.rules.geometry import bits_of, squares_of
from controller.rules.moves import moves_from

# A piece that is slid to its place, or bounces there, is on the next square sooner than this, in
# seconds; two squares feel it for no longer.
PASSING_S = 0.15
# A reply begins later than this after the move: what left sooner was pushed, or slides itself.
_REPLIED_S = 0.05
# In plies: the first move and a reply may be made before anybody can see that a game has begun.
OPENED = 2


def has_opened(line: PlayedLine, sight: Sight, stood_at: Sequence[float], *, in_hand: bool) -> bool:
    """Say whether a position stands after its first move, or after that and a reply, made in turn.

    `stood_at` says since when each square is as it is. `in_hand`: the piece that moves next is in a
    hand; it left when all others stood. Who clears a board, or sets it up, moves nothing.
    """
    lacking, surplus = sight.differences(line.position)
    few = 0 < surplus.bit_count() <= OPENED
    if not few or lacking.bit_count() - surplus.bit_count() != in_hand:
        return False
    newest = max(squares_of(lacking), key=stood_at.__getitem__)
    standing = line.position.occupied & ~lacking | surplus
    all_stood = max(stood_at[square] for square in squares_of(standing))
    if in_hand and stood_at[newest] < all_stood + _REPLIED_S:
        return False
    held = 1 << newest if in_hand else 0
    return in_turn(lacking & ~held, surplus, stood_at) and _played(line, sight, held) is not None


def in_turn(lacking: int, surplus: int, stood_at: Sequence[float]) -> bool:
    """Say whether pieces may have gone one by one from some squares to others, of the same number.

    Squares that wait for their pieces stay empty for longer than a hand holds one.
    """
    left = sorted(stood_at[square] for square in squares_of(lacking))
    came = sorted(stood_at[square] for square in squares_of(surplus))
    took = [at - since for since, at in zip(left, came, strict=True)]
    return all(-PASSING_S < seconds < durations.HOLDS_S for seconds in took)


def opened(line: PlayedLine, sight: Sight) -> PlayedLine | None:
    """Return the line of play to which a board stands after a first move or its first half.

    Or after that and a reply. The piece that moves next may be in a hand. None if it stands
    otherwise.
    """
    lacking, surplus = sight.differences(line.position)
    if not lacking or surplus.bit_count() > OPENED:
        return None
    on_board = lacking.bit_count() == surplus.bit_count()
    held = [0] if on_board else [1 << square for square in squares_of(lacking)]
    return next(filter(None, (_played(line, sight, each) for each in held)), None)


def _played(line: PlayedLine, sight: Sight, held: int) -> PlayedLine | None:
    """Return the line as which a board stands after a few more moves at most, if there is one.

    `held`: the square of the piece that moves next, which is in a hand, as a bit.
    """
    lacking, surplus = sight.differences(line.position)
    if lacking.bit_count() - surplus.bit_count() != held.bit_count():
        return None
    if not surplus:
        return None if lacking & ~(held & line.position.of(line.to_move)) else line
    after = (
        _played(line.after(origin, target), sight, held)
        for origin in squares_of(lacking)
        for target in squares_of(surplus & targets_of(line, origin))
    )
    return next(filter(None, after), None)


def made_again(played: PlayedLine | None, line: PlayedLine) -> PlayedLine | None:
    """Return the line that the plies of another one lead to from here, None if they may not be."""
    if played is None or played.move is None:
        return None if played is None else line
    before = made_again(played.back(), line)
    if before is None or not before.allows(*played.move):
        return None
    return before.after(*played.move)


def targets_of(line: PlayedLine, origin: int) -> int:
    """Return the squares to which the piece of a square may move now, as bits."""
    moves = moves_from(line.game.rules, line.position, origin)
    return bits_of(*(move.target for move in moves))
