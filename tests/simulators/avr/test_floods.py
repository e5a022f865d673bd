"""Whatever comes over the line and however fast: reports go on, and no state is wrong."""

from random import Random

import pytest

from hal.board import SQUARE_COUNT
from hal.serial.link.framing import frame
from hal.serial.link.messages import (
    Ask,
    Calibrate,
    Configure,
    Hello,
    Identity,
    Levels,
    Occupancy,
    Report,
    SetName,
    States,
    Subject,
    ToBoard,
)
from simulators.avr.harness import CYCLES_PER_SECOND
from tests.effort import NIGHTLY
from tests.simulators.avr.bench import Bench, any_light, of_kind

FLOOD_S = 0.5
BYTES_PER_S = 50_000  # of the line, at 500 000 baud
# What a pass of the loop may take: a part of a scan, a report, and the bytes that came meanwhile.
LONGEST_PASS_S = {"reed": 0.002, "hall": 0.0032}
MUTATED = 20_000 if NIGHTLY else 2_000
CLOSED = sum(1 << each for each in Random(2).sample(range(SQUARE_COUNT), 37))
REPORTS_PER_S = 100

FLOODS: dict[str, bytes] = {
    "hello": frame(Hello()),
    "ask": frame(Ask(Subject.STATISTICS)),
    "both": frame(Hello()) + frame(Ask(Subject.STATISTICS)),
    "junk": b"\x55" * 64,
    "frame ends": bytes(64),
    "one long frame": b"\x11" * 64,
}


def reports_in(board: Bench, seconds: float, data: bytes) -> list[Report]:
    said = board.heard.feed(board.harness.run(seconds, data))
    return [message for message in said if isinstance(message, Report)]


@pytest.mark.parametrize("flood", FLOODS)
def test_reports_never_fall_below_half_their_rate(board: Bench, flood: str) -> None:
    board.send(Configure(10))
    board.wait(0.1)
    unit = FLOODS[flood]
    data = unit * (round(FLOOD_S * BYTES_PER_S) // len(unit))
    board.harness.stats()  # measure from here
    assert len(reports_in(board, FLOOD_S, data)) >= FLOOD_S * REPORTS_PER_S / 2
    _, longest = board.harness.stats()["pass_cycles"]
    assert longest / CYCLES_PER_SECOND <= LONGEST_PASS_S[board.harness.sensors]
    board.heard.feed(board.harness.run(0.05, b"\0"))
    assert of_kind(Identity, board.send(Hello()))


def mutated(random: Random) -> bytes:
    """Return a frame that was right once."""
    messages: list[ToBoard] = [
        Hello(),
        Ask(Subject.STATISTICS),
        Configure(10),
        any_light(10),
        SetName("no"),
        Calibrate(),
    ]
    data = bytearray(frame(random.choice(messages)))
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(data))
        kind = random.randrange(3)
        if kind == 0:
            data[at] ^= 1 << random.randrange(8)
        elif kind == 1 and len(data) > 1:
            del data[at]
        else:
            data.insert(at, random.randrange(256))
    return bytes(data)


def test_mutated_frames_give_no_wrong_state(board: Bench) -> None:
    random = Random(3)
    if board.harness.sensors == "reed":
        board.harness.occupancy(CLOSED)
    else:
        board.harness.levels([3300 if CLOSED >> n & 1 else 2500 for n in range(SQUARE_COUNT)])
    board.send(Configure(10))
    board.wait(0.1)
    before = board.heard.dropped
    seen = 0
    for _ in range(MUTATED // 20):
        data = b"".join(mutated(random) for _ in range(20))
        for report in reports_in(board, 0.03, data):
            seen += 1
            match report:
                case Occupancy(closed=closed):
                    assert closed == CLOSED
                case Levels(levels=levels):
                    assert sum(1 << n for n, each in enumerate(levels) if each > 2300) == CLOSED
                case States(felt=felt):
                    assert felt in (0, CLOSED)  # calibrated with the pieces on it
    assert board.heard.dropped == before
    assert seen >= MUTATED // 20 * 0.03 * REPORTS_PER_S / 4  # Configure may ask for fewer
    statistics = board.statistics()
    assert statistics.dropped > MUTATED // 4
