"""Turns the shared vectors into a C header: `vectors_to_c.py protocol.json > vectors.h`."""

import json
import sys
from pathlib import Path
from typing import Any

# The numbers of each message, in the order in which the tests read them; a list counts as several.
NUMBERS = {
    "identity": "sensors firmware capabilities pixels full_scale_mv cause starts build name",
    "occupancy": "number time_ms",
    "levels": "number time_ms",
    "states": "number time_ms",
    "shown": "number",
    "statistics": "scans reports dropped lost skipped shown longest_scan_us cause starts chain"
    " chain_at flags longest_pass_us disbelieved",
    "empty_levels": "calibrated",
    "hello": "version",
    "light": "number",
    "configure": "report_ms mode",
    "ask": "for",
    "calibrate": "",
    "set_name": "name",
}
BITBOARDS = ("closed", "felt", "south", "north", "strong")


def array(values: list[int]) -> str:
    """Return a list of C; one 0 in place of none, which C does not know."""
    return "{" + ",".join(map(str, values or [0])) + "}"


def octets(text: str) -> str:
    """Return bytes given as hex as a pointer and a length."""
    data = bytes.fromhex(text)
    return f"(const uint8_t[]){array(list(data))}, {len(data)}"


def bitboard(sensors: list[int]) -> list[int]:
    """Return the bytes of a bitboard."""
    return [sum(1 << n % 8 for n in sensors if n // 8 == i) for i in range(16)]


def numbers_of(value: int | str | list[int]) -> list[int]:
    """Return a field as numbers; a text as its length and its bytes."""
    if isinstance(value, str):
        return [len(value.encode()), *value.encode()]
    return value if isinstance(value, list) else [value]


def message(case: dict[str, Any]) -> str:
    """Return one message as an initializer."""
    m = case["message"]
    numbers: list[int] = []
    for field in filter(m.__contains__, NUMBERS[m["type"]].split()):
        numbers += numbers_of(m[field])
    boards = ",".join(array(bitboard(m[field])) for field in BITBOARDS if field in m)
    fields = [
        json.dumps(case["name"]),
        f"TYPE_{m['type'].upper()}",
        octets(case["bytes"]),
        octets(case["frame"]),
        array(numbers),
        f"{{{boards or '{0}'}}}",
        array(m.get("levels", [])),
        array(list(bytes.fromhex(m["pixels"] if m["type"] == "light" else ""))),
    ]
    return "{" + ", ".join(fields) + "},"


def damage(case: dict[str, Any]) -> str:
    """Return one damaged stream as an initializer."""
    delivered = "".join(f"{{{octets(text)}}}," for text in case["delivered"]) or "{0}"
    fields = [
        json.dumps(case["name"]),
        str(int(case["to"] == "board")),
        octets(case["stream"]),
        f"(const struct octets[]){{{delivered}}}, {len(case['delivered'])}",
        str(case["dropped"]),
        str(case["skipped"]),
    ]
    return "{" + ", ".join(fields) + "},"


HEAD = """\
// Made by vectors_to_c.py.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define UNUSED __attribute__((unused))
struct octets { const uint8_t *bytes; size_t length; };
struct vector {
    const char *name;
    enum type type;
    const uint8_t *bytes; size_t length;
    const uint8_t *frame; size_t frame_length;
    uint32_t numbers[40];
    uint8_t bitboards[4][16];
    uint16_t levels[121];
    uint8_t pixels[363];
};
struct damage {
    const char *name;
    bool to_board;
    const uint8_t *stream; size_t length;
    const struct octets *delivered; size_t delivered_count;
    unsigned dropped, skipped;
};
"""


def main() -> None:
    """Write the header."""
    vectors = json.loads(Path(sys.argv[1]).read_text(encoding="ascii"))
    out = ["enum type {", *(f"TYPE_{name.upper()}," for name in NUMBERS), "};", HEAD]
    for name in ("from_board", "from_old_board", "to_board", "longer"):
        out += [
            f"static const struct vector {name}[] UNUSED = {{",
            *map(message, vectors[name]),
            "};",
        ]
    out += [
        "static const struct damage damaged[] UNUSED = {",
        *map(damage, vectors["damaged"]),
        "};",
    ]
    sys.stdout.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
