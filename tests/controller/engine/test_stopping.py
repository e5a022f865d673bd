"""A search that is stopped answers at once, with a legal move."""

import pytest

from controller.engine.search import Limits
from tests.controller.engine.kernels import kernel_of, rules_of

COPENHAGEN = rules_of("copenhagen")
# The search looks whether it is stopped every 256 positions, about 0.15 ms.
BETWEEN_LOOKS = 256


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("lines", [1, 6])
def test_a_stopped_search_looks_at_few_more_positions(threads: int, lines: int) -> None:
    kernel = kernel_of(COPENHAGEN)
    kernel.stop()
    found = kernel.search(Limits(depth=20, lines=lines, threads=threads))
    assert found.nodes <= BETWEEN_LOOKS * threads
    assert found.best.moves[0] in kernel.moves()


def test_once_it_is_ready_again_it_looks_as_far_as_it_is_asked() -> None:
    kernel = kernel_of(COPENHAGEN)
    kernel.stop()
    kernel.search(Limits(depth=3))
    kernel.ready()
    assert kernel.search(Limits(depth=3)).depth == 3
