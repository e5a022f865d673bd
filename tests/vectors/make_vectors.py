"""Writes `protocol.json`: messages of the serial protocol with their bytes and frames.

A reading of `docs/protocol.md` of its own: it shares no line with the firmware or the controller,
so that a mistake in one of them cannot hide in the other.

    python3 tests/vectors/make_vectors.py > tests/vectors/protocol.json
"""

import json
import sys
from binascii import crc_hqx
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

SENSORS = 121
PIXELS = 121
LONGEST_FRAME = 384
Message = dict[str, Any]
Case = dict[str, Any]


def cobs(data: bytes) -> bytes:
    """Stuff: blocks of up to 254 bytes that are not 00, each behind its length and one.

    A block shorter than 254 stands for itself and a 00; the 00 of the last block is made up.
    """
    out = bytearray()
    rest = data + b"\0"
    while rest:
        block = rest[: rest.index(0)][:254]
        out += bytes([len(block) + 1]) + block
        rest = rest[len(block) :]
        if len(block) < 254:
            rest = rest[1:]
        elif rest == b"\0":
            break  # the made-up 00 needs no block of its own behind a full one
    return bytes(out)


def checked(message: bytes) -> bytes:
    """Append the CRC, high byte first."""
    return message + crc_hqx(message, 0xFFFF).to_bytes(2, "big")


def frame(message: bytes) -> bytes:
    """Return a message as it stands in the line, its frame end included."""
    return cobs(checked(message)) + b"\0"


def u16(number: int) -> bytes:
    """Two bytes, the lowest first."""
    return number.to_bytes(2, "little")


def u32(number: int) -> bytes:
    """Four bytes, the lowest first."""
    return number.to_bytes(4, "little")


def bitboard(sensors: Iterable[int]) -> bytes:
    """Return bit n mod 8 of byte n div 8 set for every sensor n."""
    board = bytearray(16)
    for n in sensors:
        board[n // 8] |= 1 << n % 8
    return bytes(board)


def packed(levels: list[int]) -> bytes:
    """Pack two levels of 12 bits in three bytes; a last one alone in two."""
    out = bytearray()
    for i in range(0, len(levels), 2):
        first = levels[i]
        out += bytes([first & 0xFF])
        if i + 1 == len(levels):
            out += bytes([first >> 8])
        else:
            second = levels[i + 1]
            out += bytes([first >> 8 | (second & 0xF) << 4, second >> 4])
    return bytes(out)


def identity(m: Message) -> bytes:
    """0x01, from the board."""
    head = [1, m["version"], m["sensors"], m["rows"], m["columns"], *m["firmware"]]
    tail = u16(m["pixels"]) + u16(m["full_scale_mv"]) + bytes([m["cause"], m["starts"]])
    first = bytes([*head, m["capabilities"]]) + tail
    if "protocol" not in m:
        return first
    name: bytes = m["name"].encode()
    return first + bytes([m["protocol"]]) + u32(m["build"]) + bytes([len(name)]) + name


def statistics(m: Message) -> bytes:
    """0x06, from the board."""
    words = ("dropped", "lost", "skipped", "shown", "longest_scan_us")
    counters = u32(m["scans"]) + u32(m["reports"]) + b"".join(u16(m[word]) for word in words)
    first = b"\x06" + counters + bytes([m["cause"], m["starts"]])
    if "chain" not in m:
        return first
    condition = bytes([m["chain"], m["chain_at"], m["flags"]])
    return first + condition + u16(m["longest_pass_us"]) + u16(m["disbelieved"])


def configure(m: Message) -> bytes:
    """0x43, to the board; of the first version if it says nothing of silence."""
    if "silence" not in m:
        return bytes([0x43, m["report_ms"], m["mode"]])
    words = b"".join(map(u16, (*m["byte_ua"], *m["thresholds"])))
    first = bytes([0x43, min(m["report_ms"], 255), m["mode"]]) + u16(m["report_ms"])
    return first + bytes([m["silence"]]) + u32(m["ceiling_ua"]) + words


def report(m: Message) -> bytes:
    """Return number and time of a report."""
    return bytes([m["number"]]) + u32(m["time_ms"])


def states(m: Message) -> bytes:
    """0x04, from the board."""
    boards = (m["felt"], m["south"], m["north"], m["strong"])
    return b"\x04" + report(m) + b"".join(bitboard(board) for board in boards)


BYTES: dict[str, Callable[[Message], bytes]] = {
    "identity": identity,
    "occupancy": lambda m: b"\x02" + report(m) + bitboard(m["closed"]),
    "levels": lambda m: b"\x03" + report(m) + packed(m["levels"]),
    "states": states,
    "shown": lambda m: bytes([0x05, m["number"]]),
    "statistics": statistics,
    "empty_levels": lambda m: bytes([0x07, m["calibrated"]]) + packed(m["levels"]),
    "hello": lambda m: bytes([0x41, m["version"]]),
    "light": lambda m: bytes([0x42, m["number"]]) + bytes.fromhex(m["pixels"]),
    "configure": configure,
    "ask": lambda m: bytes([0x44, m["for"]]),
    "calibrate": lambda _: b"\x45",
    "set_name": lambda m: b"\x46" + m["name"].encode(),
}


def case(name: str, /, **message: Any) -> Case:
    """Return a message with its bytes and its frame."""
    data = BYTES[message["type"]](message)
    return {"name": name, "message": message, "bytes": data.hex(), "frame": frame(data).hex()}


START = [
    *(3, 4, 5, 6, 7, 16, 33, 44, 55, 66, 77, 43, 54, 65, 76, 87, 56, 64, 113, 114, 115, 116, 117),
    *(104, 38, 48, 49, 50, 58, 59, 60, 61, 62, 70, 71, 72, 82),
]
EVERY = list(range(SENSORS))
TOP = 2**32 - 1


def identities() -> Iterator[Case]:
    """Yield who the board may be."""
    common = {"type": "identity", "version": 1, "rows": 11, "columns": 11, "pixels": 121}
    second = {**common, "protocol": 2, "firmware": [0, 2, 0]}
    reeds = {**second, "sensors": 1, "capabilities": 0b0001, "full_scale_mv": 0}
    hall = {**second, "sensors": 2, "capabilities": 0b1111, "full_scale_mv": 5000}
    yield case("identity", **reeds, cause=1, starts=1, build=0x04030201, name="")
    yield case("identity with a name", **hall, cause=8, starts=9, build=0xFFFFFFFF, name="Thing")
    longest = "Ásgarður, borð 7 við"  # 24 bytes
    yield case("identity with a long name", **hall, cause=2, starts=2, build=0, name=longest)


def old_identities() -> Iterator[Case]:
    """Yield who a board of the first version may be."""
    common = {"type": "identity", "version": 1, "rows": 11, "columns": 11, "pixels": 121}
    reeds = {**common, "sensors": 1, "capabilities": 0b0001, "full_scale_mv": 0}
    hall = {**common, "sensors": 2, "capabilities": 0b1111, "full_scale_mv": 5000}
    yield case("identity of reeds", **reeds, firmware=[1, 0, 0], cause=0b0001, starts=1)
    yield case("identity of Hall sensors", **hall, firmware=[1, 2, 3], cause=0b0010, starts=2)
    yield case("identity, watchdog again", **hall, firmware=[255] * 3, cause=0b1111, starts=255)
    dark = {**reeds, "capabilities": 0, "pixels": 0}
    yield case("identity without pixels", **dark, firmware=[0, 0, 0], cause=0, starts=1)


def occupancies() -> Iterator[Case]:
    """Yield what reeds report."""
    boards = {
        "empty board": (0, 0, []),
        "start position": (1, 1000, START),
        "every reed closed": (255, TOP, EVERY),
        "the first reed": (10, 0x01020304, [0]),
        "the last reed": (13, 0x7FFFFFFF, [120]),
        "every other reed": (0x55, 0x00FF00FF, EVERY[::2]),
    }
    for name, (number, time_ms, closed) in boards.items():
        yield case(
            f"occupancy, {name}", type="occupancy", number=number, time_ms=time_ms, closed=closed
        )


def hall_reports() -> Iterator[Case]:
    """Yield what Hall sensors report."""
    rng = Random(121)
    boards = {
        "all 0": (0, 0, [0] * SENSORS),
        "all 4095": (255, TOP, [4095] * SENSORS),
        "the middle": (1, 20, [2048] * SENSORS),
        "a ramp": (2, 40, [n * 33 for n in EVERY]),
        "low and high by turns": (3, 60, [0x0FF, 0xF00] * 60 + [0x0FF]),
        "noise": (4, 80, [rng.randrange(4096) for _ in EVERY]),
    }
    for name, (number, time_ms, levels) in boards.items():
        yield case(f"levels, {name}", type="levels", number=number, time_ms=time_ms, levels=levels)
    yield case(
        "empty levels, never calibrated", type="empty_levels", calibrated=0, levels=[2048] * SENSORS
    )
    yield case(
        "empty levels, calibrated",
        type="empty_levels",
        calibrated=1,
        levels=[2048 - 60 + n for n in EVERY],
    )
    nothing: dict[str, list[int]] = {"felt": [], "south": [], "north": [], "strong": []}
    yield case("states, empty board", type="states", number=0, time_ms=0, **nothing)
    men = {"felt": START, "south": START[24:30], "north": START[:24], "strong": [60]}
    yield case("states, start position, some not sure", type="states", number=9, time_ms=99, **men)
    full = {"felt": EVERY, "south": EVERY[:40], "north": EVERY[40:80], "strong": EVERY[80:]}
    yield case("states, every sensor", type="states", number=255, time_ms=TOP, **full)


def small_ones() -> Iterator[Case]:
    """Yield shown and statistics."""
    for number in (0, 1, 255):
        yield case(f"shown {number}", type="shown", number=number)
    words = ("dropped", "lost", "skipped", "shown", "longest_scan_us")
    zero = dict.fromkeys(words, 0)
    condition = ("chain", "chain_at", "flags", "longest_pass_us", "disbelieved")
    sound = dict(zip(condition, (0, 255, 0, 0x0280, 0), strict=True))
    yield case(
        "statistics, a sound chain",
        type="statistics",
        scans=1,
        reports=2,
        **zero,
        cause=1,
        starts=1,
        **sound,
    )
    garbled = dict(zip(condition, (8, 10, 1, 0xFFFF, 0x0102), strict=True))
    yield case(
        "statistics, a garbled chain and dark pixels",
        type="statistics",
        scans=TOP,
        reports=0,
        **zero,
        cause=8,
        starts=2,
        **garbled,
    )


def old_statistics() -> Iterator[Case]:
    """Yield the statistics of a board of the first version."""
    words = ("dropped", "lost", "skipped", "shown", "longest_scan_us")
    zero = dict.fromkeys(words, 0)
    yield case(
        "statistics, nothing yet", type="statistics", scans=0, reports=0, **zero, cause=1, starts=1
    )
    some = dict(zip(words, (1, 2, 3, 0x0400, 0x0100), strict=True))
    yield case(
        "statistics, some",
        type="statistics",
        scans=0x00010002,
        reports=0x03000400,
        **some,
        cause=8,
        starts=3,
    )
    full = dict.fromkeys(words, 65535)
    yield case(
        "statistics, at their highest",
        type="statistics",
        scans=TOP,
        reports=TOP,
        **full,
        cause=15,
        starts=255,
    )


def light(name: str, number: int, pixels: bytes) -> Case:
    """Return a light frame."""
    return case(f"light, {name}", type="light", number=number, pixels=pixels.hex())


def lights() -> Iterator[Case]:
    """Yield light frames, around the borders of COBS blocks too."""
    size = 3 * PIXELS
    yield light("all dark", 0, bytes(size))
    yield light("all white", 255, b"\xff" * size)
    yield light("no 00 but one", 1, b"\x01" * (size - 1) + b"\0")
    yield light("00 by turns", 2, b"\0\x7f\0" * PIXELS)
    yield light("noise", 3, Random(363).randbytes(size))
    for run in (253, 254, 255):  # bytes before the first 00, type and number among them
        yield light(f"a run of {run}", 4, b"\x11" * (run - 2) + b"\0" + b"\x22" * (size - run + 1))
    # From the only 00 to the end, the CRC included, 254 bytes: a full block ends the frame.
    yield light(
        "a full block at the end",
        *search(lambda n: (n, b"\x33" * 110 + b"\0" + b"\x44" * 252), lambda crc: 0 not in crc),
    )
    yield light(
        "a CRC that begins with 00", *search(lambda n: (n, b"\x55" * size), lambda crc: crc[0] == 0)
    )
    yield light(
        "a CRC that ends with 00", *search(lambda n: (n, b"\x66" * size), lambda crc: crc[1] == 0)
    )
    yield light(
        "a CRC of 00 00",
        *search(
            lambda n: (n % 255 + 1, u16(n // 255) + b"\x77" * (size - 2)),
            lambda crc: crc == b"\0\0",
        ),
    )


def search(
    make: Callable[[int], tuple[int, bytes]], fits: Callable[[bytes], bool]
) -> tuple[int, bytes]:
    """Return the first number and pixels whose CRC fits."""
    for n in range(1, 1 << 24):
        number, pixels = make(n)
        if fits(checked(bytes([0x42, number]) + pixels)[-2:]):
            return number, pixels
    raise ValueError("search: no message has such a CRC")


def orders() -> Iterator[Case]:
    """Yield what the controller asks, other than light."""
    yield case("hello", type="hello", version=1)
    yield case("hello of a later version", type="hello", version=2)
    for report_ms, mode in ((10, 0), (20, 1), (255, 0), (0, 0)):
        yield case(
            f"configure {report_ms} ms, mode {mode}",
            type="configure",
            report_ms=report_ms,
            mode=mode,
        )
    full = {"type": "configure", "report_ms": 10, "mode": 0}
    usual = {"byte_ua": [20_000] * 3, "thresholds": [144, 112, 1024, 928]}
    yield case("configure in full", **full, silence=30, ceiling_ua=729_000, **usual)
    slow = {**full, "report_ms": 0x0302, "mode": 1}
    odd = {"byte_ua": [1, 0x0203, 65_535], "thresholds": [0] * 4}
    yield case("configure, slow and odd", **slow, silence=0, ceiling_ua=0x04030201, **odd)
    for name in ("", "Thing", "Ásgarður, borð 7 við"):
        yield case(f"set the name {name!r}", type="set_name", name=name)
    yield case("ask for statistics", type="ask", **{"for": 1})
    yield case("ask for empty levels", type="ask", **{"for": 2})
    yield case("calibrate", type="calibrate")


def longer(name: str, short: Case, more: bytes) -> Case:
    """Return a message as a later version may send it; what is known of it stays the same."""
    data = bytes.fromhex(short["bytes"]) + more
    return {**short, "name": name, "bytes": data.hex(), "frame": frame(data).hex()}


def damaged(
    name: str, to: str, stream: bytes, delivered: list[bytes], dropped: int = 0, skipped: int = 0
) -> Case:
    """Return bytes on the line, and what a receiver makes of them."""
    return {
        "name": name,
        "to": to,
        "stream": stream.hex(),
        "delivered": [message.hex() for message in delivered],
        "dropped": dropped,
        "skipped": skipped,
    }


def either_side(to: str, first: bytes, second: bytes) -> Iterator[Case]:
    """Yield damage that both sides must survive; `second` is longer than ten bytes."""
    one, two = frame(first), frame(second)
    flipped = bytearray(two)
    flipped[6] ^= 0x10
    early = bytearray(two)
    early[6] = 0
    yield damaged("two good frames", to, b"\0" + one + two, [first, second])
    yield damaged("frame ends only", to, b"\0" * 50, [])
    yield damaged("frame ends between frames", to, b"\0\0" + one + b"\0\0\0" + two, [first, second])
    yield damaged("the rest of a frame first", to, two[5:] + one, [first], dropped=1)
    yield damaged(
        "noise, then a frame end", to, bytes(range(200, 230)) + b"\0" + one, [first], dropped=1
    )
    yield damaged("a flipped bit", to, one + flipped + one, [first, first], dropped=1)
    yield damaged("a lost byte", to, one + two[:6] + two[7:] + one, [first, first], dropped=1)
    yield damaged("a byte too many", to, two[:6] + b"\x07" + two[6:] + one, [first], dropped=1)
    yield damaged("a lost frame end", to, one + two[:-1] + one + two, [first, second], dropped=1)
    yield damaged("a frame end amidst a frame", to, bytes(early) + one, [first], dropped=2)
    yield damaged("a frame cut short", to, two[:-4] + b"\0" + one, [first], dropped=1)
    yield damaged("a frame that goes on", to, one + two[:-1], [first])
    yield damaged("a frame without a byte in it", to, b"\x01\0" + one, [first], dropped=1)
    yield damaged("a frame of one byte", to, b"\x02\xff\0" + one, [first], dropped=1)
    yield damaged(
        "the CRC's bytes exchanged",
        to,
        cobs(first + checked(first)[:-3:-1]) + b"\0" + two,
        [second],
        dropped=1,
    )
    yield damaged("a right CRC and no message", to, frame(b"") + one, [first], skipped=1)
    yield damaged(
        "unknown types", to, frame(b"\x7f") + frame(b"\x00\x01") + one, [first], skipped=2
    )
    yield from long_ones(to, first, second)


def long_ones(to: str, first: bytes, second: bytes) -> Iterator[Case]:
    """Yield frames about as long as they may be, and blocks about as long; `first` has no 00."""
    one, two = frame(first), frame(second)
    # Type 7e, 378 bytes and the CRC without a 00, with two bytes for the blocks, make 384.
    just = next(
        m for n in range(1, 256) if 0 not in checked(m := b"\x7e" + b"\x10" * 378 + bytes([n]))
    )
    just_too_long = next(
        m for n in range(1, 256) if 0 not in checked(m := b"\x7e" + b"\x10" * 379 + bytes([n]))
    )
    if (len(frame(just)), len(frame(just_too_long))) != (LONGEST_FRAME + 1, LONGEST_FRAME + 2):
        raise ValueError("the longest frame: expected 384 bytes and a frame end")
    yield damaged("the longest frame", to, frame(just) + one, [first], skipped=1)
    yield damaged("a frame too long by a byte", to, frame(just_too_long) + one, [first], dropped=1)
    # Its first 384 bytes would be a right frame.
    more = frame(just)[:-1] + b"\x01\0"
    yield damaged("the longest frame and a byte more", to, more + one, [first], dropped=1)
    # Everything is right, its CRC too, but the last block says that it goes on.
    unfinished = bytes([one[0] + 1]) + one[1:]  # `first` is one block
    yield damaged("a block longer than its frame", to, unfinished + two, [second], dropped=1)
    yield damaged("no frame end for long", to, b"\x11" * 5000 + b"\0" + one, [first], dropped=1)
    # A sender may close a full block with an empty one: the same bytes come out.
    full = next(
        m for n in range(1, 256) if 0 not in checked(m := b"\x7e" + b"\x10" * 250 + bytes([n]))
    )
    yield damaged(
        "an empty block at the end", to, frame(full)[:-1] + b"\x01\0" + one, [first], skipped=1
    )


def to_board(known: dict[str, bytes]) -> Iterator[Case]:
    """Yield what a board must make of bytes."""
    hello, dark = known["hello"], known["light, all dark"]
    yield from either_side("board", hello, known["light, noise"])
    short = [b"\x41", b"\x42", b"\x42\x01", b"\x43", b"\x43\x0a", b"\x44"]
    yield damaged(
        "too short", "board", b"".join(map(frame, short)) + frame(hello), [hello], skipped=6
    )
    yield damaged(
        "a byte too few in a light", "board", frame(dark[:-1]) + frame(dark), [dark], skipped=1
    )
    yield damaged(
        "a pixel too many", "board", frame(dark + b"\1\2\3") + frame(dark), [dark], skipped=1
    )
    yield damaged(
        "what nobody can be asked for",
        "board",
        frame(b"\x44\0") + frame(b"\x44\x03") + frame(hello),
        [hello],
        skipped=2,
    )
    own = frame(known["shown 1"]) + frame(known["occupancy, empty board"])
    yield damaged("what only boards say", "board", own + frame(hello), [hello], skipped=2)
    more = hello + b"\xaa\xbb"
    yield damaged("longer than known", "board", frame(more), [more])


def to_controller(known: dict[str, bytes]) -> Iterator[Case]:
    """Yield what a controller must make of bytes."""
    shown = known["shown 1"]
    yield from either_side("controller", shown, known["occupancy, start position"])
    names = [
        "identity of reeds",
        "occupancy, start position",
        "levels, a ramp",
        "states, every sensor",
        "shown 1",
        "statistics, some",
        "empty levels, calibrated",
    ]
    short = b"".join(frame(known[name][:-1]) for name in names)
    yield damaged("too short", "controller", short + frame(shown), [shown], skipped=len(names))
    own = frame(known["hello"]) + frame(known["calibrate"])
    yield damaged("what only controllers say", "controller", own + frame(shown), [shown], skipped=2)
    more = shown + b"\xaa"
    yield damaged("longer than known", "controller", frame(more), [more])


def vectors() -> dict[str, list[Case]]:
    """Return everything that stands in the file."""
    from_board = [*identities(), *occupancies(), *hall_reports(), *small_ones()]
    from_old_board = [*old_identities(), *old_statistics()]
    from_controller = [*orders(), *lights()]
    known = {c["name"]: c for c in (*from_board, *from_old_board, *from_controller)}
    data = {name: bytes.fromhex(c["bytes"]) for name, c in known.items()}
    later = [
        longer("identity with a field more", known["identity with a name"], b"\x2a"),
        longer("occupancy with fields more", known["occupancy, start position"], b"\0\0\x01"),
        longer("statistics with a field more", known["statistics, a sound chain"], b"\0\0"),
        longer("hello with a field more", known["hello"], b"\x11\0"),
        longer("configure with a field more", known["configure 20 ms, mode 1"], b"\xff"),
        longer("configure in full and a field more", known["configure in full"], b"\x01"),
    ]
    return {
        "from_board": from_board,
        "from_old_board": from_old_board,
        "to_board": from_controller,
        "longer": later,
        "damaged": [*to_board(data), *to_controller(data)],
    }


def text() -> str:
    """Return the file: one line for each case."""
    parts = []
    for name, cases in vectors().items():
        lines = ",\n".join(f"  {json.dumps(one)}" for one in cases)
        parts.append(f' "{name}": [\n{lines}\n ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(text())
