"""How the board stands by the best story: right, refused, or disturbed, and what puts it right."""

from dataclasses import dataclass
from enum import StrEnum

from controller.recognition import prices
from controller.recognition.answer import Way, mover_in_air
from controller.recognition.circumstances import is_captured_by_held
from controller.recognition.moments import reached
from controller.recognition.repair import RepairStep, repair
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Story, held, held_own, standing
from controller.recognition.tracker import Beam
from controller.rules.geometry import NEIGHBOURS, PATHS, bits_of
from controller.rules.lines import MOVES
from controller.rules.moves import Refusal, moves_from
from controller.rules.position import Position

# Nobody holds a piece over the board for so long; it stands somewhere and is not seen.
UNSEEN_S = 10.0
# A piece that comes down on the line is felt on both squares within this time, in seconds.
_COMES_DOWN_S = 1.0
# A slow slide takes no longer over a square where no piece may stop.
PASSES_S = 0.6


class Cause(StrEnum):
    """What seems to have happened to a board that stands as it should not."""

    AT_ONCE = "at_once"  # hands have moved several pieces at once, and none of that counts
    UNDONE = "undone"  # a move that was undone by command still stands
    TAKING_BACK = "taking_back"  # the piece is back, what it captured is not yet
    SLID_ON = "slid_on"  # the piece went on, what it captured before is not back yet
    OTHER_LIFTED = "other_lifted"  # a piece of the side that is not to move is off the board
    SEVERAL_LIFTED = "several_lifted"
    SURPLUS = "surplus"  # pieces stand where none belong
    BETWEEN = "between"  # the last piece stands on the line: the next square feels it, too
    DISPLACED = "displaced"
    WRONG_KIND = "wrong_kind"  # as many pieces as there should be, but not the right ones
    KNOCKED_OVER = "knocked_over"
    TAKEN_UP = "taken_up"  # the game was played before, and its pieces are not put up again yet


@dataclass(frozen=True, slots=True)
class Right:
    """The board stands as the game does, but for what hands hold and for dead pieces."""


@dataclass(frozen=True, slots=True)
class Refused:
    """One piece was moved as the rules do not allow."""

    refusal: Refusal
    repair: tuple[RepairStep, ...]


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The board stands as no move explains; the repair leads to where it seems to be going."""

    cause: Cause
    repair: tuple[RepairStep, ...]


BoardState = Right | Refused | Disturbed
RIGHT = Right()


def board_of(
    beam: Beam, way: Way, at: float, since: float, *, wrong: bool, crossed: bool
) -> BoardState:
    """Return how the board stands by the best story.

    `since` is how long what is wrong must have stood by now, in seconds; `wrong` says that it
    was wrong already, and so it is until it is right; `crossed`, that hands have moved several
    pieces at once.
    """
    story = beam.best
    mover = mover_in_air(story)
    others = (a for a in story.away if a is not mover)
    amiss = [a for a in others if not _is_captive(story, a, at)]
    lacking, surplus = beam.sight.differences(story.line.position) if story.misfits else (0, 0)
    kinds = lacking & surplus
    if not (amiss or story.foreign or kinds):
        return RIGHT
    alone = amiss[0] if len(amiss) == 1 and amiss[0].at != AIR else None
    since = max(since, PASSES_S) if alone and _passes(story, alone) else since
    if not wrong and not _is_announced(beam, way, amiss, mover, at, since):
        return RIGHT
    steps = _steps(story, beam.sight, amiss, kinds, crossed=crossed)
    taking_back = _awaits_captives(story, way, amiss)
    not_moved = mover or story.foreign or taking_back
    refused = _refused(story, alone) if alone and not not_moved else None
    if refused:
        return Refused(refused, steps)
    cause = Cause.TAKING_BACK if taking_back else _cause(story, way, amiss, kinds)
    return Disturbed(cause, steps)


def _awaits_captives(story: Story, way: Way, amiss: list[Away]) -> bool:
    """Say whether a ply was just taken back, and only its captives are not in their places yet."""
    if not story.top.reopened or way.ahead or story.upset or story.foreign:
        return False
    # A captive that lives again was where it is when its ply was dropped; nobody moved it there.
    return bool(amiss) and all(a.left == a.since and not a.barred for a in amiss)


def _is_captive(story: Story, piece: Away, at: float) -> bool:
    """Say whether a piece was taken, and perhaps laid down, before its captor comes.

    What seems to be in a hand for long is not, and what has fallen is no captive.
    """
    if piece.lost or not is_captured_by_held(story, piece):
        return False
    comes = not story.upset and any(at - a.since < UNSEEN_S for a in held_own(story))
    return piece.at == AIR or comes


def _is_announced(
    beam: Beam, way: Way, amiss: list[Away], mover: Away | None, at: float, since: float
) -> bool:
    """Say whether what is amiss has stood for long enough, and is no deed of hands.

    What slides just then may go on, and capture what was taken early.
    """
    story = beam.best
    newest = max((a.since for a in amiss), default=beam.changed_at)
    newest = max(newest, way.ahead[-1].since) if way.ahead else newest
    if not reached(at - newest, since):
        return False
    flying = held(story)
    down = len(story.away) - len(flying) + story.foreign.bit_count()
    if not flying or story.upset or any(a.lost for a in amiss):
        return True
    if len(flying) > prices.HANDS or (down and len(story.away) > prices.HANDS):
        return True
    return at - max(a.since for a in flying) >= UNSEEN_S and not (
        mover and not down and len(flying) == 1
    )


def _steps(
    story: Story, sight: Sight, amiss: list[Away], kinds: int, *, crossed: bool
) -> tuple[RepairStep, ...]:
    """Return what is to be done until the board stands as a story's game does."""
    lacking = bits_of(*(a.home for a in amiss)) | kinds
    surplus = bits_of(*(a.at for a in amiss if a.at != AIR)) | story.foreign | kinds
    position = story.line.position
    # Of pieces that crossed nobody knows which of them is where.
    guessed = story.upset or crossed
    believed = None if guessed else Position(*standing(story), position.to_move)
    told = ~sight.unsure
    undone = {(a.at, a.home) for a in amiss if a.barred}
    return repair(position, lacking & told, surplus & told, sight.kinds(believed), undone)


def _passes(story: Story, piece: Away) -> bool:
    """Say whether the one piece that is amiss may slide on from there, as over an empty throne."""
    origin, line, move = piece.home, story.line, story.line.move
    if move and origin == move.target:
        origin, line = move.origin, line.back()
    moves = moves_from(line.game.rules, line.position, origin)
    return any(PATHS[origin][each.target] >> piece.at & 1 for each in moves)


def _refused(story: Story, piece: Away) -> Refusal | None:
    """Return why the one piece that stands elsewhere may not stand there."""
    if piece.barred:
        return None
    move = story.line.move
    if move and piece.home == move.target and not story.top.closed:
        return story.line.back().game.refusal(MOVES[move.origin][piece.at])
    return story.line.game.refusal(MOVES[piece.home][piece.at])


def _is_on_the_line(story: Story) -> bool:
    """Say whether all that is strange came beside the last ply's piece, just as that came down."""
    move, top = story.line.move, story.top
    if move is None or not NEIGHBOURS[move.target] & story.foreign:
        return False
    return story.foreign.bit_count() == 1 and abs(story.came_at - top.first) < _COMES_DOWN_S


def _cause(story: Story, way: Way, amiss: list[Away], kinds: int) -> Cause:
    if story.upset:
        return Cause.KNOCKED_OVER
    down = [a for a in amiss if a.at != AIR]
    # What it had captured is off the board, though nobody has lifted it.
    if any(a.barred for a in amiss) and all(a.barred or a.lost for a in amiss):
        return Cause.UNDONE
    if way.back and not down and any(a.lost for a in amiss):
        return Cause.SLID_ON if way.ahead else Cause.TAKING_BACK
    if kinds and not amiss:
        return Cause.WRONG_KIND
    if story.foreign and not amiss:
        return Cause.BETWEEN if _is_on_the_line(story) else Cause.SURPLUS
    if down or story.foreign:
        return Cause.DISPLACED
    return Cause.OTHER_LIFTED if len(amiss) == 1 else Cause.SEVERAL_LIFTED
