"""When a set-up becomes a game: all stands, people play already, or a sensor only reads wrong.

Knows no scans and no pauses; time is given.
"""

from dataclasses import dataclass, replace

from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO, reached
from controller.recognition.repair import RepairStep, repair
from controller.recognition.sight import Sight
from controller.rules.geometry import squares_of
from controller.rules.position import Position
from controller.session.opening import PASSING_S, has_opened, opened, targets_of
from controller.session.setting_up import MOST_WRONG, SettingUp
from controller.session.timing import Timing

# In pieces: two plies, a third one and the reply to that take no more from their squares.
_MOST_BEGUN = 4


@dataclass(frozen=True, slots=True)
class Waits:
    """The set-up goes on, and is looked at again at a time, in seconds, though nothing changes."""

    setting_up: SettingUp
    due: float


@dataclass(frozen=True, slots=True)
class Begins:
    """The game begins, without the sensors of some squares, as bits.

    `elsewhere`: from the start, where people have left a position that was asked for. `played` has
    been made by then.
    """

    without: int = 0
    elsewhere: bool = False
    played: PlayedLine | None = None


def seen_in_set_up(
    before: SettingUp,
    line: PlayedLine,
    sight: Sight,
    at: float,
    timing: Timing,
    instead: Position | None = None,
) -> Waits | Begins:
    """Return what comes of a set-up after one more look.

    `instead`: where people may have set up a game instead, if a position was asked for.
    """
    known = before.knowing(sight.occupied)
    steps = steps_to(line.position, sight, known)
    now = known.seeing(line.position, sight.occupied, at).then(steps, at)
    turned, felt = upside_down(line.position, sight)
    if before.since == LONG_AGO and instead is None:
        now = replace(now, played=opened(line, felt), found=sight.occupied)
    elif not 0 < len(steps_to(line.position, felt, known)) <= _MOST_BEGUN:
        now = replace(now, played=None)  # people set up, or clear the board, and do not play
    if has_begun(before, line, felt, at) or has_moved(now, line, felt, in_hand=True):
        return Begins()
    played = gone_on_from(now, line, felt)
    # What was found elsewhere, and has left there, may slide home, and only passes this square.
    if played is not None and not now.found & ~(line.position.occupied | sight.occupied):
        return Begins(played=played)
    leaves = instead is not None and now.is_given_up and sight.fits(instead)
    moved = played is not None or has_moved(now, line, felt, in_hand=False)
    stands = leaves or not steps or moved
    patience = timing.settle_s if stands else timing.give_up_s
    other_kind = misplaced(line.position, now.untouched)
    asked_for = instead is not None and now.squares & ~other_kind
    turned |= other_kind
    most = 0 if asked_for or now.has_seen_play(now.squares & ~turned) else MOST_WRONG
    few = now.squares.bit_count() <= most
    if not reached(at - now.since, patience) or not (stands or few):
        return Waits(now, now.since + patience)
    # Without the sensors that have read wrong for long while all the rest is right; what feels a
    # piece of the wrong kind feels a piece.
    without = 0 if stands else now.squares & ~turned
    return Begins(without, elsewhere=leaves, played=played)


def steps_to(position: Position, sight: Sight, known: SettingUp) -> tuple[RepairStep, ...]:
    """Return what is still to do until a position stands."""
    lacking, surplus = sight.differences(position)
    wrong = misplaced(position, known.untouched) & sight.occupied & ~sight.unsure
    return repair(position, lacking | wrong, surplus | wrong, sight.kinds(known.believed))


def misplaced(position: Position, untouched: Position | None) -> int:
    """Return the squares on which a piece of another kind stands, as it did in the game before."""
    if untouched is None:
        return 0
    return position.occupied & (
        (untouched.attackers & ~position.attackers)
        | (untouched.defenders & ~position.defenders)
        | (untouched.king & ~position.king)
    )


def upside_down(position: Position, sight: Sight) -> tuple[int, Sight]:
    """Return the squares of pieces of the wrong kind, and what is seen but for a few of these.

    A magnet may be upside down: then poles say nothing of who moves.
    """
    lacking, surplus = sight.differences(position)
    turned = lacking & surplus
    few = turned.bit_count() <= MOST_WRONG
    return turned, replace(sight, poles=None) if few else sight


def has_begun(before: SettingUp, line: PlayedLine, sight: Sight, at: float) -> bool:
    """Say whether what is done was followed at once by a move, or by its first half.

    Whoever plays so soon need not wait until the pieces have stood still for a while.
    """
    if not before.is_filled:
        return False
    lacking, surplus = sight.differences(line.position)
    passes = before.newest & lacking and at - before.since < PASSING_S
    return not passes and _is_moving(line, lacking, surplus)


def has_moved(before: SettingUp, line: PlayedLine, sight: Sight, *, in_hand: bool) -> bool:
    """Say whether a position stands after its first move, which began before all pieces stood.

    Two people set up, and the first of them is ready to play. A piece that did not leave its square
    so early stands in the wrong place instead. The other one may have replied by now; `in_hand`:
    the piece that moves next is in a hand.
    """
    lacking, _ = sight.differences(line.position)
    early = not lacking & ~before.early
    return early and has_opened(line, sight, before.stood_at, in_hand=in_hand)


def gone_on_from(now: SettingUp, line: PlayedLine, sight: Sight) -> PlayedLine | None:
    """Return what people had played before the first look, or New game, once they go on from there.

    Their last piece may not have stood yet then. Until a piece has come to where it may go, one
    that was found elsewhere may just stand in the wrong place; it is put right by going home.
    """
    if now.played is None or sight.occupied == now.found:
        return None
    for played in (now.played, now.played.back()):
        lacking, surplus = sight.differences(played.position)
        new = surplus & ~(now.found | line.position.occupied)
        if new and _is_moving(played, lacking, surplus):
            return played
    return None


def _is_moving(line: PlayedLine, lacking: int, surplus: int) -> bool:
    """Say whether one piece of the side to move has left its square, and come where it may go."""
    if lacking.bit_count() != 1 or surplus.bit_count() > 1:
        return False
    (origin,) = squares_of(lacking)
    targets = targets_of(line, origin)
    return bool(targets) and not surplus & ~targets
