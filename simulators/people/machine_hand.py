"""The hand of an opponent that moves by itself: on a virtual board nobody has to make its moves.

A plain generator of pauses, as all hands of the simulators are; whoever runs it lets time pass.
"""

from collections.abc import Callable, Iterator

from controller.rules.captures import captured_bits
from controller.rules.game import Game
from controller.rules.geometry import SIZE, squares_of
from controller.rules.lines import Move
from simulators.table.tabletop import TRAY, Tabletop

_NAME = "opponent"
# Slow enough to be followed with the eyes.
_BEFORE_S = 0.4
_STEP_S = 0.03
_STEPS_A_SQUARE = 2
_CAPTIVE_S = 0.25


def make_for_it(
    table: Tabletop, game: Game, move: Move, shown: Callable[[], None]
) -> Iterator[float]:
    """Make a move of a game on the table, with its captures; yield how long to wait.

    `shown` is called after each change. Nothing is done where the pieces do not stand as in the
    game, as while somebody holds one.
    """
    yield _BEFORE_S
    piece = table.at(move.origin)
    if piece is None or piece.held_by or table.at(move.target) is not None:
        return
    table.grab(_NAME, piece.id)
    x, y = move.origin % SIZE, move.origin // SIZE
    across, up = move.target % SIZE - x, move.target // SIZE - y
    steps = _STEPS_A_SQUARE * max(abs(across), abs(up))
    for step in range(1, steps + 1):
        table.move(_NAME, x + across * step / steps, y + up * step / steps)
        shown()
        yield _STEP_S
    table.drop(_NAME, move.target % SIZE, move.target // SIZE)
    shown()
    for square in squares_of(captured_bits(game.play(move).plies[-1].captures)):
        yield _CAPTIVE_S
        captive = table.at(square)
        if captive is not None and captive.held_by is None:
            table.grab(_NAME, captive.id)
            table.drop(_NAME, *TRAY)
            shown()
