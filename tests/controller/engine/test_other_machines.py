"""The kernel compiled for other kinds of machines, run on an imitated one: it answers the same."""

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.engine import header
from controller.engine.binding import Kernel
from controller.engine.kernel.build import FOLDER
from controller.engine.search import Limits
from controller.engine.weights import named_weights, weights_name
from controller.rules.perft import perft
from tests.controller.engine.kernels import kernel_of, rules_of

_DRIVER = Path(__file__).with_name("answers.c")
_NODES, _SECONDS = 20_000, 1.0
# By target of the compiler: what imitates the machine.
MACHINES = {
    "aarch64-linux-musl": "qemu-aarch64-static",
    "arm-linux-musleabihf": "qemu-arm-static",
    "x86_64-linux-musl": "",
}

pytestmark = pytest.mark.nightly  # it compiles for a minute


def structures(name: str) -> bytes:
    """Return what the driver reads: a ruleset, its weights, limits by positions and by time."""
    rules = rules_of(name)
    weights = named_weights(weights_name(rules.ruleset))
    table = header.CWeights()
    for piece, values in enumerate(weights.by_piece(), 1):
        table.squares[piece][:] = values
    table.terms[:] = weights.terms
    parts: list[ctypes.Structure] = [
        header.ruleset_of(rules),
        table,
        header.CLimits(nodes=_NODES, lines=1, threads=1),
        header.CLimits(milliseconds=round(1000 * _SECONDS), lines=1, threads=1),
    ]
    return b"".join(bytes(part) for part in parts)


@pytest.mark.parametrize("target", MACHINES)
def test_another_machine_gives_the_same_answer_and_within_its_time(
    target: str, tmp_path: Path
) -> None:
    pytest.importorskip("ziglang")
    imitation = MACHINES[target]
    if imitation and not shutil.which(imitation):
        pytest.skip(f"no {imitation}: install qemu-user-static")
    program = tmp_path / "answers"
    sources = [str(_DRIVER), *map(str, sorted(FOLDER.glob("*.c")))]
    subprocess.run(
        [
            *(sys.executable, "-m", "ziglang", "cc", "-target", target, "-static", "-O2"),
            *("-std=c11", "-D_POSIX_C_SOURCE=200809L", "-pthread", "-iquote", str(FOLDER)),
            *sources,
            *("-o", str(program)),
        ],
        check=True,
    )
    for name in ("copenhagen", "hnefatafl-v2"):
        rules, kernel = rules_of(name), kernel_of(rules_of(name))
        command = [imitation, str(program)] if imitation else [str(program)]
        ran = subprocess.run(command, input=structures(name), capture_output=True, check=True)
        answers, timed = ran.stdout.decode().splitlines()
        found = kernel.search(Limits(nodes=_NODES))
        sequences, nodes, score, *line = map(int, answers.split())
        assert sequences == perft(rules, rules.start, 2)
        # The driver's table has another size, so the rest of a line may differ; its table of
        # replies is the same on every machine.
        assert (nodes, score, line[0]) == _native(name, found.nodes), target
        seconds, depth, lines = timed.split()
        assert float(seconds) < _SECONDS + 0.25
        assert int(depth) >= 1
        assert int(lines) == 1


def _native(name: str, _: int) -> tuple[int, int, int]:
    rules = rules_of(name)
    weights = named_weights(weights_name(rules.ruleset))
    found = Kernel(rules, weights, 1 << 20).search(Limits(nodes=_NODES))
    move = found.best.moves[0]
    return found.nodes, found.best.score, move.origin << 7 | move.target
