"""What a process that thinks remembers, and that it can forget everybody."""

from controller.engine.search import Limits
from controller.engine.thinking import GameSoFar, best, let_go
from controller.rules.game import new_game
from tests.controller.engine.kernels import kernel_of, rules_of

START = GameSoFar.of(new_game(rules_of("copenhagen")))
LIMITS = Limits(depth=4)


def test_whoever_was_let_go_remembers_nothing_when_he_is_asked_again() -> None:
    kernel_of(rules_of("copenhagen"))
    let_go()
    first = best(START, LIMITS)
    assert best(START, LIMITS).nodes < first.nodes
    let_go()
    assert best(START, LIMITS) == first
