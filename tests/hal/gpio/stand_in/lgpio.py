"""Stands in for lgpio: groups of lines of a chip, claimed and freed as the kernel has it.

Between the lines of `rows` and `columns` lies a matrix whose `closed` keys let current flow.
"""

from collections.abc import Sequence

from simulators.boards.pin_matrix import reached

BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128

rows: Sequence[int] = ()
columns: Sequence[int] = ()
closed = 0
no_diode = 0
opened: list[int] = []
_outputs: dict[int, int] = {}  # by line, as it is driven
_inputs: dict[int, int] = {}  # by line, its pull
_groups: dict[int, Sequence[int]] = {}  # by their first line


class error(Exception):  # noqa: N801, N818 - lgpio's own name
    """What lgpio raises."""


def gpiochip_open(chip: int) -> int:
    opened.append(chip)
    return len(opened)


def gpiochip_close(handle: int) -> None:
    opened[handle - 1] = -1


def group_claim_output(handle: int, lines: Sequence[int], levels: Sequence[int]) -> None:
    _claim(handle, lines)
    _outputs.update(zip(lines, levels, strict=True))


def group_claim_input(handle: int, lines: Sequence[int], flags: int = 0) -> None:
    _claim(handle, lines)
    _inputs.update(dict.fromkeys(lines, flags))


def group_free(handle: int, first: int) -> None:
    _check(handle)
    for line in _group(first):
        _outputs.pop(line, None)
        _inputs.pop(line, None)
    del _groups[first]


def group_write(handle: int, first: int, bits: int) -> None:
    _check(handle)
    for n, line in enumerate(_group(first)):
        if line not in _outputs:
            raise error("bad GPIO mode")
        _outputs[line] = bits >> n & 1


def group_read(handle: int, first: int) -> tuple[int, int]:
    _check(handle)
    lines = _group(first)
    if any(_inputs.get(line) != SET_PULL_DOWN for line in lines):
        raise error("this line floats")
    high = {*_high(rows, 0), *_high(columns, 1)}
    return len(lines), sum(1 << n for n, line in enumerate(lines) if line in high)


def _high(lines: Sequence[int], which: int) -> list[int]:
    driven = [
        sum(_outputs.get(line, 0) << n for n, line in enumerate(all_)) for all_ in (rows, columns)
    ]
    bits = reached(closed, no_diode, driven[0], driven[1])[which]
    return [line for n, line in enumerate(lines) if bits >> n & 1]


def _driven(lines: Sequence[int]) -> int:
    return sum(_outputs.get(line, 0) << n for n, line in enumerate(lines))


def _claim(handle: int, lines: Sequence[int]) -> None:
    _check(handle)
    if any(line in _outputs or line in _inputs for line in lines):
        raise error("GPIO busy")
    _groups[lines[0]] = list(lines)


def _group(first: int) -> Sequence[int]:
    if first not in _groups:
        raise error("GPIO not allocated")
    return _groups[first]


def _check(handle: int) -> None:
    if opened[handle - 1] < 0:
        raise error("unknown handle")
