"""Reading an occupancy against what the game expects.

Every reading is a comparison of whole states: the pieces that the game has and the board lacks,
and the pieces that the board shows and the game does not have. Only a piece of the side to move
can be the one that moves, so the one missing piece of that side and the one square too many name
the move, whatever else is going on with captured pieces.
"""

from dataclasses import dataclass

from controller.recognition.reading import (
    Base,
    Candidate,
    Cause,
    Lifted,
    Reading,
    Refused,
    Same,
    SetUp,
    TakenBack,
    Unexplained,
)
from controller.recognition.repair import repair
from controller.rules.captures import advance, captured_bits
from controller.rules.compiled import Rules
from controller.rules.game import Game
from controller.rules.geometry import squares_of
from controller.rules.lines import MOVES, Move
from controller.rules.moves import Refusal, moves_from, refusal
from controller.rules.position import Position

# So many squares at once are no slip of a hand.
_KNOCKED_OVER = 8


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the board is read against.

    `owed` are the squares of captured pieces that may still stand. `retarget` says that the
    last ply may still be changed by sliding its piece on. `barred` is a move that was undone
    by command and still stands: it does not count until its piece is lifted.
    """

    game: Game
    owed: int = 0
    retarget: bool = False
    barred: Move | None = None
    believed: Position | None = None  # which pieces stood where when that was last known


def read(expected: Expectation, occupied: int) -> Reading:
    """Return what an occupancy (a bitboard) shows."""
    position = expected.game.position
    missing, extra = _differences(position, expected.owed, occupied)
    if not missing and not extra:
        return Same()
    explained = _explained(expected, occupied)
    if explained:
        return explained
    steps = repair(position, occupied, expected.owed, expected.believed)
    move = _single_move(missing, extra)
    refused = _why_not(expected, move) if move else None
    if refused:
        return Refused(refused, steps)
    return Unexplained(_cause(expected, missing, extra), steps)


def _explained(expected: Expectation, occupied: int) -> Reading | None:
    """Return what could rightly be going on, None where nothing could."""
    next_ply = _next_ply(expected, occupied)
    start = SetUp() if occupied == expected.game.rules.start.occupied else None
    match next_ply:
        case Candidate(move=move) if move == expected.barred:
            return None
        case Candidate(replied=True):
            # Two plies at once are less likely than a new game that was set up.
            return start or next_ply
    return (
        next_ply
        or _last_ply_again(expected, occupied)
        or start
        or _earlier_position(expected, occupied)
    )


def _cause(expected: Expectation, missing: int, extra: int) -> Cause:
    move = _single_move(missing, extra)
    if move is not None and move == expected.barred:
        return Cause.UNDONE
    if missing.bit_count() + extra.bit_count() >= _KNOCKED_OVER:
        return Cause.KNOCKED_OVER
    if not missing:
        return Cause.SURPLUS
    if extra:
        return Cause.DISPLACED
    return Cause.OTHER_LIFTED if missing.bit_count() == 1 else Cause.SEVERAL_LIFTED


def _differences(position: Position, owed: int, occupied: int) -> tuple[int, int]:
    """Return the squares that lack a piece, and those that hold one too many."""
    should = position.occupied
    return should & ~occupied, occupied & ~should & ~owed


def _next_ply(expected: Expectation, occupied: int) -> Reading | None:
    game = expected.game
    if game.outcome:
        return None
    return _ply(game.rules, game.position, expected.owed, occupied, Base.NOW, replies=1)


def _last_ply_again(expected: Expectation, occupied: int) -> Reading | None:
    """Return how the last ply is being taken back or changed, None where it is not."""
    game = expected.game
    if not game.plies:
        return None
    last = game.plies[-1]
    captured = captured_bits(last.captures)
    before = game.undo().position
    owed = expected.owed & ~captured
    missing, extra = _differences(before, owed, occupied)
    if not missing and not extra:
        return TakenBack()
    if not extra and not missing & ~captured:
        steps = repair(before, occupied, owed, expected.believed)
        return Unexplained(Cause.TAKING_BACK, steps)
    if not expected.retarget or not missing >> last.move.origin & 1:
        return None
    # What the ply captured may be gone; it comes back if its piece goes elsewhere.
    returning = missing & captured
    found = _ply(game.rules, before, owed, occupied | returning, Base.LAST, replies=0)
    if isinstance(found, Candidate) and returning:
        after, captures = advance(game.rules, before, found.move)
        lacking = returning & ~captured_bits(captures)
        if lacking:
            return Unexplained(Cause.SLID_ON, repair(after, occupied, owed, expected.believed))
    return found


def _earlier_position(expected: Expectation, occupied: int) -> Reading | None:
    """Return how many plies, two or more, the board stands before the game."""
    owed, game = expected.owed, expected.game
    for plies in range(1, len(game.plies) + 1):
        owed &= ~captured_bits(game.plies[-plies].captures)
        before = game.plies[-plies - 1].position if plies < len(game.plies) else game.start
        if not any(_differences(before, owed, occupied)):
            return TakenBack(plies)
    return None


def _ply(
    rules: Rules, position: Position, owed: int, occupied: int, base: Base, replies: int
) -> Lifted | Candidate | None:
    """Return the one ply that is being made from a position, up to so many replies to it."""
    missing, extra = _differences(position, owed, occupied)
    own = missing & position.of(position.to_move)
    if own.bit_count() != 1 or extra.bit_count() > 1 + replies:
        return None
    origin = own.bit_length() - 1
    if not extra:
        return Lifted(origin, base) if _may_lift(rules, position, origin, missing ^ own) else None
    found = []
    for target in squares_of(extra):
        move = MOVES[origin][target]
        if refusal(rules, position, move):
            continue
        after, captures = advance(rules, position, move)
        owed_then = owed | captured_bits(captures)
        if not any(_differences(after, owed_then, occupied)):
            found.append(Candidate(move, base))
        elif replies and _ply(rules, after, owed_then, occupied, base, replies - 1):
            found.append(Candidate(move, base, replied=True))
    return found[0] if len(found) == 1 else None


def _may_lift(rules: Rules, position: Position, origin: int, taken_early: int) -> bool:
    """Say whether a piece may be lifted while those pieces are gone: its captives to be."""
    if not taken_early:
        return True
    return any(
        not taken_early & ~captured_bits(advance(rules, position, move)[1])
        for move in moves_from(rules, position, origin)
    )


def _single_move(missing: int, extra: int) -> Move | None:
    if missing.bit_count() != 1 or extra.bit_count() != 1:
        return None
    return MOVES[missing.bit_length() - 1][extra.bit_length() - 1]


def _why_not(expected: Expectation, move: Move) -> Refusal | None:
    game = expected.game
    if expected.retarget and game.plies and move.origin == game.plies[-1].move.target:
        origin = game.plies[-1].move.origin
        return game.undo().refusal(MOVES[origin][move.target])
    return game.refusal(move)
