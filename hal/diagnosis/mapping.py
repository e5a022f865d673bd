"""Learns the wiring of a board: the light asks for one piece, the sensors answer.

Knows neither where the wiring is written nor where the answers are kept meanwhile.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hal.board import DARK, SQUARE_COUNT
from hal.diagnosis.check import Check, Verdict
from hal.diagnosis.conversation import WHITE, AskPerson, Conversation, frame_of
from hal.diagnosis.findings import failing
from hal.diagnosis.grounds import ground_checks
from hal.diagnosis.pixel_examination import ask_order
from hal.diagnosis.standing import Coming, Flips, clear, rest
from hal.diagnosis.strip_length import strip_check
from hal.diagnosis.wiring_search import Answer, Question, SettledWiring, WiringSearch, each_sensor
from hal.notice import notice
from hal.squares import SQUARE_NAMES, squares_in
from hal.wiring.pixels import SPARE, PixelWiring
from hal.wiring.sensors import SensorWiring

# A piece that stands this long is an answer; after this time there is none.
_MEANT_S = 0.5
_PATIENCE_S = 12.0
# After this many questions in a row without an answer nobody is there, or nothing works.
_MOST_UNANSWERED = 4
# How long an empty board is watched for sensors that read at random, and how often one may change.
_REST_S = 1.0
_MOST_CHANGES = 1


@dataclass(frozen=True, slots=True)
class MappedEach:
    """The sensor of every square, None where nobody answered any more; and unsound sensors."""

    found: SensorWiring | None
    checks: list[Check]


@dataclass(frozen=True, slots=True)
class Mapped:
    """What was learnt: sensors, and the strip with its order of colours; None where it was not."""

    found: SettledWiring | None
    checks: list[Check]


@dataclass(frozen=True, slots=True)
class _Felt:
    """The one sensor that feels the piece; it may chatter under it."""

    sensor: int
    chatters: bool = False

    @property
    def chattering(self) -> int:
        """The sensor as bits if it chatters."""
        return 1 << self.sensor if self.chatters else 0


def raw_pixels(believed: PixelWiring) -> PixelWiring:
    """Return the wiring under which pixel *n* of a frame is the first of the n-th on the strip."""
    rest = (SPARE,) * (believed.per_square - 1)
    squares = [each for name in SQUARE_NAMES for each in (name, *rest)]
    return PixelWiring(squares=tuple(squares), order="RGB")


def learn_wiring(search: WiringSearch, believed: PixelWiring | None) -> Conversation[Mapped]:
    """Learn how sensors and pixels are wired; frames go out as `raw_pixels` lays them.

    Without pixels that are believed in, squares are asked for by name.
    """
    first = yield AskPerson(DARK, notice("ask.clear"))
    ignored = yield from clear(notice("ask.clear"))
    counts = yield from rest(notice("ask.rest"), _REST_S, ignored)
    restless = counts.restless(_MOST_CHANGES)
    # Wires are named by what they are connected to: which squares they have is not known yet.
    floating = list(ground_checks(restless, range(SQUARE_COUNT)))
    if floating:
        return Mapped(None, [check for check in floating if check.square is None])
    step = believed.per_square if believed else 1
    failed, chattering = yield from _ask_on(search, ignored | restless, step)
    restless |= chattering
    found = search.found
    if failed is not None or found is None:
        return Mapped(None, [failed or _no_regular_wiring()])
    unsound = list(_unsound(found.sensors, ignored, restless, search.unanswered(found)))
    if found.pixels is None:
        return Mapped(found, unsound)
    if (few := strip_check(first.driven, found.pixels.used)) is not None:
        unsound.append(few)
    ignored |= restless
    order = yield from ask_order("RGB", ignored, _places(found.pixels, step), found.sensors.order())
    if order is None:
        finding, cure = notice("check.order.unknown"), notice("cure.order.dark")
        return Mapped(found, [*unsound, Check("strip", Verdict.WARN, finding, cure)])
    pixels = found.pixels.model_copy(update={"order": order})
    return Mapped(SettledWiring(found.sensors, pixels), unsound)


def learn_each(answers: list[Answer], believed: SensorWiring) -> Conversation[MappedEach]:
    """Learn the sensor of every square, one by one, on a board whose pixels are known.

    Answers are added to those that are there, which are not asked for again. Squares that do not
    answer keep the sensor that they are believed to have, as far as it has no other square.
    """
    stuck = yield from clear(notice("ask.clear"))
    counts = yield from rest(notice("ask.rest"), _REST_S, stuck)
    restless = counts.restless(_MOST_CHANGES)
    unanswered = 0
    known = {answer.question.square for answer in answers}
    silent = []
    for square in range(SQUARE_COUNT):
        if square in known:
            continue
        question = Question(square=square)
        felt = yield from _felt(_asking_by_light(square), stuck | restless)
        unanswered = unanswered + 1 if felt is None else 0
        if felt is None:
            silent.append(square)
        else:
            restless |= felt.chattering
            answers.append(Answer(question, felt.sensor))
        if unanswered >= _MOST_UNANSWERED:
            if not (yield from _is_there(answers, stuck | restless)):
                return MappedEach(None, [_nobody()])
            unanswered = 0
    found = each_sensor(answers, believed)
    return MappedEach(found, list(_unsound(found, stuck, restless, silent)))


def _unsound(
    wiring: SensorWiring, stuck: int, restless: int, silent: Iterable[int]
) -> Iterator[Check]:
    """Yield what is wrong with single sensors; which squares they have is known now."""
    order = wiring.order()
    for how, sensors in (("stuck", stuck), ("chatters", restless)):
        for square in sorted(order[sensor] for sensor in squares_in(sensors)):
            yield failing(how, square)
    named = {order[sensor] for sensor in squares_in(stuck | restless)}
    finding, cure = notice("check.sensor.unanswered"), notice("cure.sensor.unanswered")
    for square in sorted(set(silent) - named):
        yield Check("sensor", Verdict.WARN, finding, cure, square)


def _ask_on(
    search: WiringSearch, ignored: int, step: int
) -> Conversation[tuple[Check | None, int]]:
    """Ask until the wiring is settled; return why it cannot be, and the sensors that chatter."""
    unanswered = chattering = 0
    while search.found is None and not search.is_hopeless:
        question = search.next_question()
        if question is None:
            return _silent_lines(), chattering
        felt = yield from _felt(_asking(question, step), ignored | chattering)
        if felt is None:
            unanswered += 1
            search.forget(question)
        else:
            unanswered = 0
            chattering |= felt.chattering
            search.take(Answer(question, felt.sensor))
        if unanswered >= _MOST_UNANSWERED:
            why = _why_silent(search, question)
            if why is None and not (
                yield from _is_there(search.answers, ignored | chattering, step)
            ):
                why = _nobody()
            if why is not None:
                return why, chattering
            unanswered = 0
    return None, chattering


def _why_silent(search: WiringSearch, last: Question) -> Check | None:
    """Return why nobody can answer: no sensor works, or no light; None if some have answered."""
    if not search.answers:
        return _nobody("nothing")
    if last.pixel is not None and all(each.question.pixel is None for each in search.answers):
        return Check("strip", Verdict.FAIL, notice("check.strip.dark"), notice("cure.order.dark"))
    return None


def _is_there(
    answers: Sequence[Answer], ignored: int, step: int | None = None
) -> Conversation[bool]:
    """Say whether somebody still answers a square that was felt before, by a sound sensor.

    If so, those who did not answer could not, because no sensor feels them, or no light is seen.
    Without a step between pixels, the board's own are known.
    """
    sound = [answer for answer in answers if not ignored >> answer.sensor & 1]
    if not sound:
        return False
    # Where no light is seen, the piece still stands on the last one: nobody needs to move it.
    known = sound[-2:][0]
    if step is None and known.question.square is not None:
        ask = _asking_by_light(known.question.square)
    else:
        ask = _asking(known.question, step or 1)
    return (yield from _felt(ask, ignored)) is not None


def _nobody(how: str = "nobody") -> Check:
    return Check("board", Verdict.FAIL, notice(f"check.{how}"), notice(f"cure.{how}"))


def _asking_by_light(square: int) -> AskPerson:
    return AskPerson(frame_of({square: WHITE}), notice("ask.light", square=SQUARE_NAMES[square]))


def _asking(question: Question, step: int) -> AskPerson:
    if question.pixel is not None:
        lit = frame_of({question.pixel // step: WHITE})
        return AskPerson(lit, notice("ask.pixel"))
    name = "" if question.square is None else SQUARE_NAMES[question.square]
    return AskPerson(DARK, notice("ask.square", square=name))


def _felt(ask: AskPerson, ignored: int) -> Conversation[_Felt | None]:
    """Return the one sensor that feels the piece; None if none does, or several do."""
    reading = yield ask
    coming, flips = Coming(0, ignored, reading), Flips(ignored)
    while coming.waited_s < _PATIENCE_S and not reading.confirmed:
        coming.see(reading)
        flips.see(reading)
        felt = coming.elsewhere
        if coming.elsewhere_s >= _MEANT_S and felt & (felt - 1) == 0:
            return _Felt(felt.bit_length() - 1)
        reading = yield ask
    # None stayed closed; but one that closes again and again has the piece over it.
    chattering = flips.chattering
    if chattering.bit_count() != 1:
        return None
    return _Felt(chattering.bit_length() - 1, chatters=True)


def _places(pixels: PixelWiring, step: int) -> list[int]:
    """Return for each square the place of its pixel in a raw frame."""
    first: dict[int, int] = {}
    for number, square in enumerate(pixels.pixels()):
        if square is not None and number % step == 0:
            first.setdefault(square, number // step)
    return [min(first.get(square, 0), SQUARE_COUNT - 1) for square in range(SQUARE_COUNT)]


def _no_regular_wiring() -> Check:
    return Check("wiring", Verdict.FAIL, notice("check.wiring.irregular"), notice("cure.irregular"))


def _silent_lines() -> Check:
    return Check("wiring", Verdict.FAIL, notice("check.wiring.silent"), notice("cure.line.dead"))
