"""Reading an occupancy against what the game expects.

Every reading is a comparison of whole states: the pieces that the game has and the board lacks,
and the pieces that the board shows and the game does not have.
"""

from dataclasses import replace

from controller.recognition.expectation import Expectation
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
from controller.recognition.sight import Sight
from controller.recognition.turn import Turn
from controller.rules.captures import apply_move, captured_bits
from controller.rules.lines import MOVES, Move
from controller.rules.moves import Refusal, moves_from

# So many squares at once are no slip of a hand.
_KNOCKED_OVER = 5


def read(expected: Expectation, sight: Sight) -> Reading:
    """Return what the board shows."""
    position = expected.game.position
    if sight.fits(position, expected.owed):
        return Same()
    # A square that nobody has left since it was last known holds the piece that it held.
    trusted = replace(sight, known=expected.believed, stirring=sight.stirring & ~expected.restless)
    explained = _explained(expected, trusted)
    if explained and not (expected.upset and isinstance(explained, Lifted | Candidate)):
        return explained
    lacking, surplus = sight.differences(position, expected.owed)
    steps = repair(position, lacking, surplus, sight.kinds(expected.believed))
    move = _single_move(lacking, surplus)
    refused = _why_not(expected, move) if move else None
    if refused:
        return Refused(refused, steps)
    return Unexplained(_cause(expected, lacking, surplus), steps)


def unseen_move(expected: Expectation, sight: Sight, lifted: Lifted) -> Candidate | None:
    """Return the one move that a lifted piece may have made to a square that does not tell."""
    game = expected.game if lifted.base is Base.NOW else expected.game.undo()
    owed = expected.owed
    found = []
    for move in moves_from(game.rules, game.position, lifted.origin):
        after, captures = apply_move(game.rules, game.position, move)
        may_stand = sight.unsure >> move.target & 1
        if may_stand and sight.fits(after, owed | captured_bits(captures)):
            found.append(Candidate(move, lifted.base))
    return found[0] if len(found) == 1 else None


def _explained(expected: Expectation, sight: Sight) -> Reading | None:
    """Return what could rightly be going on, None where nothing could."""
    stood = _still_stands(expected, sight)
    if stood:
        return stood
    next_ply = _next_ply(expected, sight)
    if isinstance(next_ply, Candidate) and next_ply.move == expected.barred:
        return None
    if isinstance(next_ply, Candidate) and _is_belied_by_return(next_ply, expected, sight):
        next_ply = None
    plain = isinstance(next_ply, Candidate) and not (
        next_ply.replied or next_ply.doubtful or sight.unsure >> next_ply.move.origin & 1
    )
    captured = None if plain else _captured_at_once(expected, sight)
    if captured:
        return captured
    if isinstance(next_ply, Candidate) and not plain:
        # Two plies at once, or one by a piece that is not seen to be gone, are the least likely
        # of all that can explain a board.
        return _second_thoughts(expected, sight) or _without_haste(next_ply, expected, sight)
    return next_ply or _second_thoughts(expected, sight) or _overtaken(expected, sight)


def _overtaken(expected: Expectation, sight: Sight) -> Candidate | None:
    """Return the ply of a piece that was held, if it is seen only after two plies more."""
    game, held = expected.game, expected.held
    if held is None or game.outcome or not _is_gone(held, sight):
        return None
    return Turn(game.rules, game.position, expected.owed, sight, Base.NOW).overtaken(held)


def _still_stands(expected: Expectation, sight: Sight) -> Candidate | None:
    """Return the move that stood before, if it still does, perhaps with the reply to it."""
    stood = expected.tentative
    turn = _turn_of(stood, expected, sight)
    if stood is None or turn is None:
        return None
    if not (sight.occupied | sight.unsure) >> stood.move.target & 1:
        return None
    seen = not sight.unsure >> stood.move.target & 1
    # One reply is likelier than two; that it stood makes two believable.
    for replies in (1, 2):
        found = turn.candidate(stood.move, replies, seen=seen, stood=expected.steady)
        if found:
            return found
    return None


def _is_belied_by_return(candidate: Candidate, expected: Expectation, sight: Sight) -> bool:
    """Say whether a move is none because the last ply's piece was seen back on its origin."""
    if not expected.returning:
        return False
    origin = expected.game.plies[-1].move.origin
    # What stands there is the piece that came back, not one that captured it; and the way back,
    # which came first, is no reply to the move.
    needs_reply = candidate.replied or candidate.doubtful
    return candidate.move.target == origin or bool(needs_reply and sight.occupied >> origin & 1)


def _captured_at_once(expected: Expectation, sight: Sight) -> Candidate | None:
    """Return the move that stood before, if its piece is gone because the reply captured it."""
    stood = expected.tentative
    turn = _turn_of(stood, expected, sight)
    if stood is None or turn is None or not turn.is_answered(stood.move):
        return None
    return replace(stood, replied=True, doubtful=False)


def _turn_of(stood: Candidate | None, expected: Expectation, sight: Sight) -> Turn | None:
    """Return the turn in which a move stood before, None if it may not stand any more."""
    game, owed = expected.game, expected.owed
    if stood is None or stood.move == expected.barred:
        return None
    if stood.base is Base.LAST:
        captured = captured_bits(game.plies[-1].captures) if game.plies else 0
        if not game.plies or (captured and not expected.steady):
            return None  # what was captured may have to come back first
        game, owed = game.undo(), owed & ~captured
    return Turn(game.rules, game.position, owed, sight, stood.base)


def _without_haste(candidate: Candidate, expected: Expectation, sight: Sight) -> Candidate:
    """Return a candidate as doubtful if what looks like the reply was in the air before it."""
    if expected.aloft and not sight.occupied >> expected.game.plies[-1].move.target & 1:
        return replace(candidate, replied=False, doubtful=True)
    return candidate


def _second_thoughts(expected: Expectation, sight: Sight) -> Reading | None:
    """Return how plies are being changed or taken back, or all pieces set up anew."""
    # All pieces in their places are no accident, whatever was believed of some before.
    start = SetUp() if replace(sight, known=None).fits(expected.game.rules.start) else None
    if _has_never_left(expected, sight):
        return start
    again = _last_ply_again(expected, sight)
    if start and not (isinstance(again, TakenBack | Candidate) and not again.replied):
        return start
    earlier = None
    if again is None or (isinstance(again, TakenBack) and again.replied):
        earlier = _earlier_position(expected, sight)
    return earlier or again


def _has_never_left(expected: Expectation, sight: Sight) -> bool:
    """Say whether the last ply's piece has been seen where it went since the board was right."""
    game, believed = expected.game, expected.believed
    if believed is None or not game.plies:
        return False
    return bool(
        (believed.occupied & sight.occupied & ~sight.unsure) >> game.plies[-1].move.target & 1
    )


def _cause(expected: Expectation, lacking: int, surplus: int) -> Cause:
    move = _single_move(lacking, surplus)
    if move is not None and move == expected.barred:
        return Cause.UNDONE
    if lacking == surplus:
        return Cause.WRONG_KIND
    if lacking.bit_count() + surplus.bit_count() >= _KNOCKED_OVER:
        return Cause.KNOCKED_OVER
    if not lacking:
        return Cause.SURPLUS
    if surplus:
        return Cause.DISPLACED
    return Cause.OTHER_LIFTED if lacking.bit_count() == 1 else Cause.SEVERAL_LIFTED


def _next_ply(expected: Expectation, sight: Sight) -> Lifted | Candidate | None:
    game, seen = expected.game, expected.tentative
    if game.outcome:
        return None
    turn = Turn(game.rules, game.position, expected.owed, sight, Base.NOW)
    found = turn.ply(replies=1)
    if not (isinstance(found, Candidate) and seen and seen.move.origin == found.move.origin):
        return found
    unseen = sight.unsure >> found.move.target & 1 and found.move != seen.move
    if unseen and found.replied and not turn.is_answered(found.move):
        # It stands rather where it was seen, but askew.
        return replace(found, replied=False, doubtful=True)
    return turn.without_corners(found, seen.move)


def _last_ply_again(expected: Expectation, sight: Sight) -> Reading | None:
    """Return how the last ply is being taken back or changed, None where it is not."""
    game = expected.game
    if not game.plies:
        return None
    last = game.plies[-1]
    captured = captured_bits(last.captures)
    before = game.undo()
    owed = expected.owed & ~captured
    lacking, surplus = sight.differences(before.position, owed)
    if not lacking and not surplus:
        return TakenBack()
    if not surplus and not lacking & ~captured:
        steps = repair(before.position, lacking, surplus, sight.kinds(expected.believed))
        return Unexplained(Cause.TAKING_BACK, steps)
    left = lacking >> last.move.origin & 1
    may_have_left = left or sight.unsure >> last.move.origin & 1
    changed = _changed(expected, sight) if expected.retarget and may_have_left else None
    # A piece that still stands where it went is not back on an origin that does not tell.
    stands = not left and may_have_left and surplus >> last.move.target & 1
    if left or changed or stands:
        return changed
    if expected.held is not None and _is_gone(expected.held, sight):
        return None  # nobody takes a ply back while the other side makes its own
    # Its piece is back on its origin. If what else goes on makes sense from there, it was
    # taken back on purpose.
    back = Expectation(before, owed, retarget=True)
    return TakenBack(replied=True) if _goes_on(back, sight, seen=expected.returning) else None


def _changed(expected: Expectation, sight: Sight) -> Reading | None:
    """Return how the last ply is being changed, None where its piece does not go elsewhere."""
    game = expected.game
    last, before = game.plies[-1], game.undo()
    captured = captured_bits(last.captures)
    owed = expected.owed & ~captured
    # What the ply captured may be gone; it comes back if its piece goes elsewhere.
    returning = sight.differences(before.position, owed)[0] & captured
    complete = sight.with_pieces(returning)
    turn = Turn(game.rules, before.position, owed, complete, Base.LAST)
    found = turn.ply(replies=1)
    if found is None or _origin(found) != last.move.origin:
        return None  # only the piece that made the ply can change it
    if isinstance(found, Lifted):
        return found
    if found.move == last.move:
        return None  # that is what the game has already
    if returning:
        after, captures = apply_move(game.rules, before.position, found.move)
        lacking = returning & ~captured_bits(captures)
        if lacking:
            return Unexplained(Cause.SLID_ON, repair(after, lacking, 0))
    return turn.without_corners(found, last.move)


def _origin(found: Lifted | Candidate) -> int:
    return found.origin if isinstance(found, Lifted) else found.move.origin


def _goes_on(back: Expectation, sight: Sight, *, seen: bool) -> bool:
    """Say whether a board on which a ply was taken back shows what may come after that.

    The ply before may be on its way back too, but only if the first was `seen` to come back.
    """
    if _next_ply(back, sight):
        return True
    before = _last_ply_again(back, sight)
    return isinstance(before, TakenBack) or (seen and isinstance(before, Lifted | Candidate))


def _earlier_position(expected: Expectation, sight: Sight) -> Reading | None:
    """Return how many plies, two or more, the board stands before the game."""
    owed, game = expected.owed, expected.game
    if _single_move(*sight.differences(game.position, owed)):
        # One piece alone does not take back several plies, but may pass by where it once stood.
        return None
    for plies in range(1, len(game.plies) + 1):
        owed &= ~captured_bits(game.plies[-plies].captures)
        before = game.plies[-plies - 1].position if plies < len(game.plies) else game.start
        if sight.fits(before, owed):
            return TakenBack(plies)
    return None


def _is_gone(square: int, sight: Sight) -> bool:
    return not sight.occupied >> square & 1


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
