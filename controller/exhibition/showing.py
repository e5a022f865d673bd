"""What an unattended board shows and says: lights to choose by, countdowns, short games."""

from math import ceil
from typing import Final

from controller.events.view import ExhibitionView, Option
from controller.exhibition.glimpse import Glimpse
from controller.exhibition.groups import EDGE_GROUPS, groups, start
from controller.exhibition.host import Host
from controller.exhibition.programme import DAYS, MINUTES_OF_DAY, Programme, clock_time
from controller.exhibition.shows import beat_at
from controller.exhibition.signals import languages_shown
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
    State,
    StillThere,
    Tidying,
    Together,
)
from controller.rules.geometry import SIZE, SQUARE_COUNT, bits_of
from controller.rules.pieces import Piece
from controller.rules.sentence import Sentence, sentence, verbatim

# All pieces of the start; the king is one of them.
ALL_PIECES: Final = 37
# What is going on is said for so long; then the game itself speaks.
_SAID_S: Final = 12.0
# An untidy board shows in turn where its pieces go and a game.
_TURN_ABOUT_S: Final = 20.0
_NAMES: Final[dict[type[State], str]] = {
    Closed: "closed",
    Attracting: "attracting",
    Tidying: "tidying",
    AskingLanguage: "language",
    AskingFirstTime: "first_time",
    Learning: "learning",
    Praising: "praising",
    Gathering: "gathering",
    AgainstMachine: "against_machine",
    Together: "together",
    Celebrating: "celebrating",
    StillThere: "still_there",
    Proposing: "proposing",
}
# The edge, going round.
_EDGE: Final = (
    *range(SIZE - 1),
    *range(SIZE - 1, SQUARE_COUNT - 1, SIZE),
    *range(SQUARE_COUNT - 1, SQUARE_COUNT - SIZE, -1),
    *range(SQUARE_COUNT - SIZE, 0, -SIZE),
)


def name_of(state: State) -> str:
    """Return the word for a state, as pages and programs read it."""
    return state_name(type(state))


def state_name(kind: type[State]) -> str:
    """Return the word for a kind of state."""
    return _NAMES[kind]


def exhibition_view(host: Host, now: Glimpse, programme: Programme) -> ExhibitionView:
    """Return what the board shows of itself at a moment."""
    state = host.state
    counted = ALL_PIECES - now.missing.bit_count() if now.setting_up else None
    beat = beat_at(now.at - state.since) if _performs(state, now) else None
    return ExhibitionView(
        name_of(state),
        covers=beat is not None or isinstance(state, Closed | AskingLanguage | AskingFirstTime),
        language=host.language,
        options=_options(host, programme),
        performance=None if beat is None else beat.performance,
        countdown=_countdown(state, now, programme),
        proposed=isinstance(state, Proposing),
        counted=counted,
        all_pieces=ALL_PIECES,
    )


def _performs(state: State, now: Glimpse) -> bool:
    if not isinstance(state, Attracting):
        return False
    return now.ready or int((now.at - state.since) / _TURN_ABOUT_S) % 2 == 0


def _options(host: Host, programme: Programme) -> tuple[Option, ...]:
    state, lit = host.state, groups(start())
    if isinstance(state, AskingFirstTime):
        edges = sum(lit[:EDGE_GROUPS])
        return (
            Option(lit[EDGE_GROUPS], sentence("exhibition.first_time.yes")),
            Option(edges, sentence("exhibition.first_time.no")),
        )
    if not isinstance(state, AskingLanguage):
        return ()
    shown = languages_shown(programme, state.page)
    found = [
        Option(group, verbatim(programme.called(language)), language)
        for group, language in zip(lit, shown, strict=False)
    ]
    if len(programme.languages) > EDGE_GROUPS:
        found.append(Option(lit[EDGE_GROUPS], sentence("exhibition.language.others")))
    return tuple(found)


def _left(state: State, now: Glimpse, programme: Programme) -> float:
    """Return the seconds that a countdown still has, 0 without one."""
    return max(0.0, _whole(state, programme) - (now.at - state.since))


def _whole(state: State, programme: Programme) -> float:
    match state:
        case StillThere():
            return programme.patience.countdown
        case Proposing():
            return programme.patience.gesture
    return 0.0


def _countdown(state: State, now: Glimpse, programme: Programme) -> int:
    whole = _whole(state, programme)
    if not whole:
        return 0
    lit = ceil(len(_EDGE) * _left(state, now, programme) / whole)
    return bits_of(*_EDGE[:lit])


# What is said ----------------------------------------------------------------------------


def sentences(host: Host, now: Glimpse, programme: Programme, minute: int) -> tuple[Sentence, ...]:
    """Return what the board says of itself; nothing where the game or the lesson says enough."""
    state = host.state
    match state:
        case Closed():
            return _closed(programme, minute)
        case Attracting(since=since):
            if _performs(state, now):
                return (sentence("exhibition.attract"), beat_at(now.at - since).caption)
            return (sentence("exhibition.attract"), *_setting_up(now))
        case AskingLanguage():
            return (sentence("exhibition.language"),)
        case AskingFirstTime():
            return (sentence("exhibition.first_time"),)
        case StillThere() | Proposing():
            return _asking(state, now, programme)
        case Praising(number=number):
            return (_after_lesson(programme.lessons[number + 1 :]),)
    return _playing(state, now)


def _after_lesson(following: tuple[str, ...]) -> Sentence:
    if not following:
        return sentence("exhibition.learned")
    return sentence("lesson.next", title=sentence(f"lesson.{following[0]}.title"))


def _closed(programme: Programme, minute: int) -> tuple[Sentence, ...]:
    opens = programme.opens_next(minute)
    if opens is None:
        return (sentence("exhibition.closed"),)
    if minute < opens and minute // MINUTES_OF_DAY == opens // MINUTES_OF_DAY:
        return (sentence("exhibition.closed_until", time=clock_time(opens)),)
    day = sentence(f"exhibition.until.{DAYS[opens // MINUTES_OF_DAY]}")
    return (sentence("exhibition.closed_until_day", day=day, time=clock_time(opens)),)


def _asking(state: State, now: Glimpse, programme: Programme) -> tuple[Sentence, ...]:
    left = ceil(_left(state, now, programme))
    match state:
        case Proposing():
            return (sentence("exhibition.proposed", count=left),)
        case StillThere(back=Together()):
            asked = sentence("exhibition.still_there", count=left)
            return (asked, sentence("exhibition.nobody_opposite"))
    return (sentence("exhibition.still_there", count=left),)


def _playing(state: State, now: Glimpse) -> tuple[Sentence, ...]:
    if now.setting_up and isinstance(state, Tidying | Gathering | AgainstMachine):
        return _setting_up(now)
    begins = now.at - state.since < _SAID_S
    match state:
        case Tidying():
            return _setting_up(now)
        case Gathering(first=None):
            return (sentence("exhibition.gathering"),)
        case AgainstMachine(person=person) if begins:
            return (sentence(f"exhibition.against.{person}"),)
        case Together() if begins:
            return (sentence("exhibition.together"),)
        case Celebrating():
            return (sentence("exhibition.over"),)
    return ()


def _setting_up(now: Glimpse) -> tuple[Sentence, ...]:
    """Return what a set-up lacks, kind by kind."""
    if not now.steps:
        return ()
    said = [sentence("lesson.set_up", count=now.steps)]
    for kind, squares in (
        (Piece.ATTACKER, now.position.attackers),
        (Piece.DEFENDER, now.position.defenders),
        (Piece.KING, now.position.king),
    ):
        lacking = (now.missing & squares).bit_count()
        if lacking:
            said.append(sentence(f"exhibition.missing.{kind}", count=lacking))
    if now.steps == now.missing.bit_count():
        said.append(sentence("exhibition.coin"))
    return tuple(said)
