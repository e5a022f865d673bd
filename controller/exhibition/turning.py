"""The host of an unattended board: a glimpse comes in, its next state and what to do go out.

The table in `states` says what follows on what, and `signals` when. Here stands what entering a
state asks for. Time is data; nothing here knows a clock, a board or a language.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from controller.exhibition.gesture import followed
from controller.exhibition.glimpse import Glimpse, Touch, touch
from controller.exhibition.groups import start
from controller.exhibition.host import (
    Act,
    BeginGame,
    BeginWithout,
    Believe,
    Count,
    Hint,
    Host,
    SeatComputer,
    Teach,
    Turned,
)
from controller.exhibition.programme import Programme
from controller.exhibition.signals import (
    FEW_MISSING,
    is_held_up,
    language_chosen,
    may_begin,
    signal_of,
)
from controller.exhibition.states import (
    TABLE,
    AgainstMachine,
    AskingFirstTime,
    AskingLanguage,
    Attended,
    Attracting,
    Celebrating,
    Closed,
    Gathering,
    Learning,
    Praising,
    Proposing,
    Signal,
    State,
    StillThere,
    Tidying,
    Together,
)
from controller.exhibition.stay import Stay, ended, entered, is_question, touched
from controller.rules.pieces import Side

# The part of the board, the piece, the move.
HINT_STEPS: Final = 3
# The states that begin with nothing but their time.
_PLAIN: Final[Mapping[type[State], Callable[[float], State]]] = {
    Closed: Closed,
    Attracting: Attracting,
    Tidying: Tidying,
    AskingLanguage: AskingLanguage,
    AskingFirstTime: AskingFirstTime,
    Learning: Learning,
    Gathering: Gathering,
    Together: Together,
    Celebrating: Celebrating,
}


def begun(at: float) -> Turned:
    """Return the host of a board that was just switched on, whatever stands on it."""
    return Turned(
        Host(Attracting(at), touched_at=at), (Teach(None), SeatComputer(None), BeginGame())
    )


def turned(host: Host, now: Glimpse, programme: Programme) -> Turned:
    """Take in a glimpse."""
    felt = touch(host.seen, now)
    host = _noticed(host, now, felt)
    if isinstance(host.state, Gathering):
        host = replace(host, state=_begun_by(host.state, now))
    signal = None if now.paused else signal_of(host, now, felt, programme)
    if signal is None:
        host, acts = _helped(replace(host, seen=now), now, programme)
        return Turned(host, acts)
    to = TABLE[type(host.state), signal]
    if isinstance(to, str):
        return Turned(_back(host, now), (), signal)
    return _entered(host, to, signal, now, programme)


def _noticed(host: Host, now: Glimpse, felt: Touch) -> Host:
    """Return the host with what it remembers of touches, corners and hours."""
    state, stay, closing = host.state, host.stay, host.closing_since
    # Nobody is expected to touch anything meanwhile.
    waits = now.paused or (now.thinks and isinstance(state, AgainstMachine))
    if now.is_open == (closing is not None):
        host = replace(host, closing_since=None if now.is_open else now.at)
    if waits or host.seen is None or host.seen.plies != now.plies:
        host = replace(host, moved_at=now.at)
    if now.is_right == (host.wrong_since is not None):
        host = replace(host, wrong_since=None if now.is_right else now.at)
    if waits and not felt.touched:
        return replace(host, touched_at=now.at)
    if not felt.touched:
        return host
    if stay is not None:
        stay = touched(stay, now.at, now.plies if now.is_start else 0)
    return replace(
        host,
        state=_touched(state, now, felt),
        touched_at=now.at,
        corners=followed(host.corners, felt.put, now.at),
        stay=stay,
        hints=0,
    )


def _touched(state: State, now: Glimpse, felt: Touch) -> State:
    """Return a state with what it remembers of a touch."""
    match state:
        case Gathering():
            return _gathered(state, now, felt)
        case AskingLanguage() | AskingFirstTime():
            return replace(state, held=(state.held | felt.lifted) & ~now.occupied)
    return state


def _gathered(state: Gathering, now: Glimpse, felt: Touch) -> Gathering:
    """Return whose piece was lifted first, once one was."""
    if state.first is not None or now.setting_up:
        return state
    for side in Side:
        if felt.lifted_of(side, now.position):
            return replace(state, first=side, first_at=now.at)
    return state


def _begun_by(state: Gathering, now: Glimpse) -> Gathering:
    """Return whose piece was lifted first, where that was before the game began."""
    if state.first is not None or now.setting_up or not now.plies:
        return state
    return replace(state, first=start().to_move, first_at=now.at)


def _helped(host: Host, now: Glimpse, programme: Programme) -> tuple[Host, tuple[Act, ...]]:
    """Help who does not know what to do: with a hint, or to a game without the missing pieces."""
    state, patience = host.state, programme.patience
    waited = now.at - max(host.touched_at, state.since)
    if isinstance(state, Tidying | Gathering | AgainstMachine) and is_held_up(now):
        few = now.lacking.bit_count() <= FEW_MISSING
        act = Believe(now.lacking | now.surplus) if few else BeginWithout(now.lacking)
        return host, (act,) if waited >= patience.missing and may_begin(now) else ()
    is_to_move = isinstance(state, AgainstMachine) and now.position.to_move is state.person
    may_move = is_to_move and not (now.setting_up or now.over or now.paused)
    if not may_move or host.hints >= HINT_STEPS or waited < patience.hint * (host.hints + 1):
        return host, ()
    return replace(host, hints=host.hints + 1), (Hint(),)


def _back(host: Host, now: Glimpse) -> Host:
    state = host.state
    before = state.back if isinstance(state, StillThere | Proposing) else state
    return replace(host, state=before, seen=now, corners=())


def _entered(
    host: Host, to: type[State], signal: Signal, now: Glimpse, programme: Programme
) -> Turned:
    """Enter a state by a signal."""
    state = _state(host, to, signal, now)
    number = state.number if isinstance(state, Learning | Praising) else 0
    stay = host.stay
    if isinstance(state, Tidying) and stay is None:
        stay = touched(Stay(now.at, now.at), now.at, 0)
    language = host.language
    if isinstance(state, AskingFirstTime):
        language = language_chosen(host, now, programme)
        stay = stay and replace(stay, language=language)
    acts = _acts(state, now)
    if isinstance(state, Attracting | Closed):
        if stay is not None and stay.counts:
            acts = (Count(ended(stay, host.state, signal)), *acts)
        stay, language = None, ""
    elif stay is not None and not is_question(state):
        stay = entered(stay, state, programme.lessons[number])
    corners = () if isinstance(state, Proposing) else host.corners
    entering = replace(host, state=state, seen=now, corners=corners, language=language, stay=stay)
    return Turned(entering, acts, signal)


def _state(host: Host, to: type[State], signal: Signal, now: Glimpse) -> State:
    """Return the state that a signal leads to."""
    before, at = host.state, now.at
    match before:
        case StillThere(back=back) if to is Proposing:
            return Proposing(at, back)
        case AskingLanguage(page=page) if to is AskingLanguage:
            return AskingLanguage(at, page + 1)
        case Praising(number=number) if to is Learning:
            return Learning(at, number + 1)
        case Learning(number=number) if to is Praising:
            return Praising(at, number)
    if to is AgainstMachine:
        return AgainstMachine(at, _person(before, signal, now))
    if to is StillThere and isinstance(before, Attended):
        return StillThere(at, before)
    if to is Proposing and isinstance(before, Attended | Attracting):
        return Proposing(at, before)
    return _PLAIN[to](at)


def _person(before: State, signal: Signal, now: Glimpse) -> Side:
    """Return the side that a visitor plays from now on."""
    if isinstance(before, Gathering) and before.first is not None:
        return before.first
    goes_on = now.is_start and now.plies > 0
    if signal is Signal.TAKEN or goes_on:
        return now.position.to_move.other
    return Side.ATTACKERS


def _acts(state: State, now: Glimpse) -> tuple[Act, ...]:
    """Return what entering a state asks for."""
    fresh: tuple[Act, ...] = () if now.ready else (BeginGame(),)
    match state:
        case Attracting() | Closed():
            return (Teach(None), SeatComputer(None), BeginGame())
        case Tidying():
            stop = (Teach(None), SeatComputer(None))
            return () if now.setting_up and now.is_start else (*stop, *fresh)
        case Learning(number=number):
            return (SeatComputer(None), Teach(number))
        case Gathering():
            return (Teach(None), SeatComputer(None), *fresh)
        case AgainstMachine(person=person):
            goes_on = now.is_start and not now.over
            return (Teach(None), SeatComputer(person.other), *(() if goes_on else (BeginGame(),)))
        case Together():
            return (SeatComputer(None),)
    return ()
