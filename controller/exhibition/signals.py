"""The conditions of the signals: which one, if any, a glimpse gives in a state."""

from typing import Final

from controller.exhibition.gesture import is_made
from controller.exhibition.glimpse import Glimpse, Touch, touch
from controller.exhibition.groups import EDGE_GROUPS, chosen, start
from controller.exhibition.host import Host
from controller.exhibition.programme import Patience, Programme
from controller.exhibition.states import (
    AgainstMachine,
    AskingFirstTime,
    AskingLanguage,
    Attracting,
    Celebrating,
    Closed,
    Gathering,
    Learning,
    Praising,
    Proposing,
    Signal,
    StillThere,
    Tidying,
    Together,
)
from controller.recognition.moments import reached
from controller.rules.pieces import Side

# So few pieces that are seen nowhere may stand on sensors at fault, or be replaced by coins.
FEW_MISSING: Final = 2
# A hand that sweeps over the board has not answered a question that has just come up.
_DEAF_S: Final = 0.8
# The stars are looked at for so long; the teacher itself would go on a second later.
_PRAISE_S: Final = 3.0
# A lesson, or a game, takes a turn or two to begin.
_BEGINS_S: Final = 1.0


def signal_of(host: Host, now: Glimpse, felt: Touch, programme: Programme) -> Signal | None:
    """Return the signal that a glimpse gives, None for none."""
    state = host.state
    if isinstance(state, Closed):
        return Signal.OPENED if now.is_open else None
    if _closes(host, now, programme):
        return Signal.CLOSED
    asks = isinstance(state, StillThere | Proposing)
    if not asks and is_made(host.corners, now.faulty):
        return Signal.SUMMONED
    if _is_muddled(host, now, programme.patience):
        return Signal.MUDDLED
    found = _answer(host, now, felt, programme) or _news(host, now, programme)
    return found or (Signal.QUIET if _is_quiet(host, now, programme.patience) else None)


def _is_muddled(host: Host, now: Glimpse, patience: Patience) -> bool:
    """Say whether people do not get on, though they are there."""
    state = host.state
    if not isinstance(state, Learning | Gathering | AgainstMachine | Together):
        return False
    if _passed(now, max(host.moved_at, state.since), patience.stuck):
        return True
    since = host.wrong_since
    return since is not None and _passed(now, max(since, state.since), patience.muddle)


def _closes(host: Host, now: Glimpse, programme: Programme) -> bool:
    since = host.closing_since
    if since is None:
        return False
    nobody = isinstance(host.state, Attracting)
    return nobody or reached(now.at - since, programme.patience.closing)


def _answer(host: Host, now: Glimpse, felt: Touch, programme: Programme) -> Signal | None:
    """Return what a touch says where the board waits for one."""
    state, patience = host.state, programme.patience
    match state:
        case Attracting() if felt.touched:
            return Signal.TOUCHED
        case AskingLanguage() | AskingFirstTime():
            return _chosen(state, now, felt, programme)
        case Celebrating(since=since) if felt.touched and _passed(now, since, _PRAISE_S):
            return Signal.AGAIN
        case StillThere(back=Together()) if _is_of_idle_side(felt, now):
            return Signal.TAKEN
        case StillThere() | Proposing() if felt.touched:
            return Signal.TOUCHED
        case StillThere(since=since) if _passed(now, since, patience.countdown):
            return Signal.TIME_UP
        case Proposing(since=since) if _passed(now, since, patience.gesture):
            return Signal.TIME_UP
        case Gathering():
            return _gathering(host, state, now, felt, patience)
    return None


def _chosen(
    state: AskingLanguage | AskingFirstTime, now: Glimpse, felt: Touch, programme: Programme
) -> Signal | None:
    group = _group_of(state, felt)
    if group is None or not _passed(now, state.since, _DEAF_S):
        return None
    if isinstance(state, AskingFirstTime):
        return Signal.TAUGHT if group == EDGE_GROUPS else Signal.SKIPPED
    more = len(programme.languages) > EDGE_GROUPS
    return Signal.OTHERS if group == EDGE_GROUPS and more else Signal.CHOSEN


def _group_of(state: AskingLanguage | AskingFirstTime, felt: Touch) -> int | None:
    """Return the group that somebody means, None if nobody does.

    Who lifted one piece while the board was deaf, and waits with it, means it; a handful is none.
    """
    one = state.held.bit_count() == 1
    return chosen(felt.lifted | (state.held if one else 0), start())


def _is_of_idle_side(felt: Touch, now: Glimpse) -> bool:
    """Say whether only pieces of the side that is not to move were lifted."""
    to_move = now.position.to_move
    idle = felt.lifted_of(to_move.other, now.position)
    return idle and not felt.lifted_of(to_move, now.position)


def _gathering(
    host: Host, state: Gathering, now: Glimpse, felt: Touch, patience: Patience
) -> Signal | None:
    first = state.first
    if first is None or now.setting_up:
        return None
    is_answered = now.is_start and now.plies > 1
    if is_answered or (felt.lifted_of(first.other, now.position) and now.at > state.first_at):
        return Signal.BOTH
    # Who has lifted an attacker is expected to move it; a defender cannot be moved first.
    begun = now.plies > 0 or first is Side.DEFENDERS
    waited = begun and _passed(now, host.touched_at, patience.other_player)
    return Signal.ALONE if waited else None


def _news(host: Host, now: Glimpse, programme: Programme) -> Signal | None:
    """Return what the game, the lesson or the set-up says."""
    state, before = host.state, host.seen
    again = now.ready and before is not None and before.plies > 0
    match state:
        case Tidying() if now.ready:
            return Signal.READY
        case Learning(since=since):
            return _learning(host, now, since, programme)
        case Praising(since=since, number=number) if _passed(now, since, _PRAISE_S):
            more = number + 1 < len(programme.lessons)
            return Signal.NEXT if more else Signal.LEARNED
        case AgainstMachine(since=since) | Together(since=since) if again and _passed(
            now, since, _BEGINS_S
        ):
            return Signal.AGAIN
        case Gathering(since=since) | AgainstMachine(since=since) | Together(since=since) if (
            now.over and now.is_start and _passed(now, since, _BEGINS_S)
        ):
            return Signal.OVER
    return None


def _learning(host: Host, now: Glimpse, since: float, programme: Programme) -> Signal | None:
    if not _passed(now, since, _BEGINS_S):
        return None
    if now.stars:
        return Signal.SOLVED
    if now.hindered:
        return Signal.LOST  # among strangers no move counts that ends where no sensor tells
    waited = now.at - max(host.touched_at, since)
    many = is_held_up(now) and now.lacking.bit_count() > FEW_MISSING
    if many and reached(waited, programme.patience.missing):
        return Signal.LOST  # a game can begin with fewer pieces, a lesson cannot
    return None if now.has_lesson else Signal.LOST


def _is_quiet(host: Host, now: Glimpse, patience: Patience) -> bool:
    waits = {
        Tidying: patience.set_up,
        AskingLanguage: patience.language,
        AskingFirstTime: patience.first_time,
        Learning: patience.lesson,
        Gathering: patience.game,
        AgainstMachine: patience.game,
        Together: patience.game,
        Celebrating: patience.end,
    }
    waits_s = waits.get(type(host.state))
    since = max(host.touched_at, host.state.since)
    return waits_s is not None and _passed(now, since, waits_s)


def _passed(now: Glimpse, since: float, seconds: float) -> bool:
    return reached(now.at - since, seconds)


def is_held_up(now: Glimpse) -> bool:
    """Say whether a set-up may lack nothing that people can do.

    The pieces are not there; and what is felt elsewhere may be sensors that feel what is not there.
    """
    wrong = now.lacking | now.surplus
    return now.setting_up and wrong > 0 and now.surplus.bit_count() <= FEW_MISSING


def may_begin(now: Glimpse) -> bool:
    """Say whether a game can begin although pieces are missing: not without its king."""
    return now.lacking.bit_count() <= FEW_MISSING or not now.lacking & now.position.king


def language_chosen(host: Host, now: Glimpse, programme: Programme) -> str:
    """Return the language of the group that was lifted, or else the one that was spoken before."""
    state = host.state
    usual = host.language or programme.languages[0]
    if not isinstance(state, AskingLanguage):
        return usual
    group = _group_of(state, touch(host.seen, now))
    if group is None or group >= EDGE_GROUPS:
        return usual
    shown = languages_shown(programme, state.page)
    return shown[group] if group < len(shown) else usual


def languages_shown(programme: Programme, page: int) -> tuple[str, ...]:
    """Return the languages that shine at the edges; after the last page comes the first."""
    pages = -(-len(programme.languages) // EDGE_GROUPS)
    begin = page % pages * EDGE_GROUPS
    return programme.languages[begin : begin + EDGE_GROUPS]
