"""Whole scenes that once were misread: an opening, then every change that the sensors felt."""

from random import Random
from typing import NamedTuple

import pytest

from controller.events.event import SensorFailed
from controller.rules.geometry import bits_of, parse_square, squares_of
from tests.board_driver import OPENING, SCAN_S, SETTLED, BoardDriver


class Scene(NamedTuple):
    """Changes are squares, each with when it was left (-) or filled (+), in seconds."""

    opening: str
    changes: str
    moves: str


SCENES = {
    "a captive is pushed off the board over three squares": Scene(
        "f2-d2 f8-f9 k4-k2 g5-g4 k8-f8xf9 h6-h10 k2-g2 f4-f3",
        "h1-0.01 h9+0.67 h10-1.07 i10+1.08 i10-1.22 j10+1.23 j10-1.45 k10+1.46 k10-1.66",
        "h1-h9",
    ),
    "a captive is pushed off the board along a whole rank": Scene(
        "g1-g4 h6-h4xg4 a4-a2 d6-d7 e1-e3 h4-i4 a5-a4 i4-g4 e3-e2 d7-d2 d11-d3xd2 g4-i4 d1-b1 "
        "f8-i8 a2-a3 e7-b7 a8-a9 e5-b5xb6 h11-h10 i8-i6 h10-h6xi6 i4-i10 f10-f9 b5-b3 d3-c3xb3 "
        "i10-i6xh6 h1-h6xi6 g5-h5 c3-d3 g7-h7xh6 d3-d1 f4-i4 a9-d9 g6-g10",
        "g9+0.45 f9-0.46 f10+1.39 g10-1.40 e10+1.50 f10-1.51 d10+1.61 e10-1.62 c10+1.73 d10-1.74 "
        "b10+1.84 c10-1.86 a10+1.96 b10-1.96 a10-2.08 f6-4.43 g6+4.43",
        "f9-g9 f6-g6",
    ),
    "two pieces that were knocked to the next square are put back one after the other": Scene(
        "e1-e2 g7-g8 b6-b2 g5-g4 k4-k3 g4-k4 k3-f3 g8-i8 f2-g2 i8-i4 f3-k3xk4 f8-c8 k8-d8 "
        "e7-e8xd8 k5-k4 i4-i3 b2-b4 e5-e4",
        "f1-0.21 f2+1.22 f4-3.06 e4-3.14 e5+3.19 f5-3.19 f2-3.23 f1+3.24 f6-3.33 e5-9.33 f5+9.77 "
        "f6+10.05 f1-11.40 f2+11.97 f4+13.25 e4+14.28",
        "f1-f2",
    ),
    "the last piece but one of a board that was knocked over is put back": Scene(
        "k8-k10 e5-e2 d11-d10 f4-g4 d10-d9 h6-h2 d1-d2xe2 e7-c7 h11-h3xh2 c7-c9 a4-a2 e6-e9xd9 "
        "k10-g10 d6-c6 g1-g3",
        "d9+0.23 e9-0.24 j6-1.66 k6-1.67 k5-1.76 j7+1.79 k7-1.79 k4-1.85 g6-1.86 h6+1.86 k4+4.23 "
        "k5+6.19 k6+7.80 j6+8.12 j7-9.88 k7+10.16 h6-10.84 g6+11.33",
        "e9-d9",
    ),
    "three pieces are knocked to the next square, and the king falls last": Scene(
        "h1-j1 g7-i7",
        "a8-0.58 b8+0.58 c8+0.62 b8-0.63 f4-1.94 f5-2.01 e4+2.02 e5-2.02 g4+2.09 g5-2.10 g2+2.17 "
        "f2-2.18 f6-2.20 f5+7.29 g4-9.24 g5+9.56 f4+10.57 f6+12.29 e4-13.16 e5+13.67 g2-14.70 "
        "f2+14.98",
        "a8-c8",
    ),
    "the reply is felt only after the next ply and the lift of the one after that": Scene(
        "k4-g4 g7-i7 f2-i2 i7-i3 i2-h2",
        "f8-0.39 d8+0.63 g4-0.84 e5-0.97 k4+1.06 h2-1.58 i3-1.70 d2+1.74 d5+1.83 i10+2.01",
        "f8-d8 g4-k4 e5-d5 h2-d2 i3-i10",
    ),
    "a captive is pushed off the board over the square that its captor came from": Scene(
        "j6-j1 d6-d10 d1-d9xd10 h6-h3 f10-a10 f4-e4 b6-b1 e4-b4 k4-c4xb4 h3-h4 j1-j4 h4-h5 "
        "g1-g2 f8-d8 a10-d10 e5-d5 g11-g9 e7-d7 g9-j9 d8-b8 k8-c8xb8 g7-g11 e11-e9 g5-g3 f2-a2",
        "g3-0.45 a3+0.78 a2-1.91 g2-3.57 a2+4.06 b3+4.85 a3-4.86 c3+5.02 b3-5.03 d3+5.20 "
        "c3-5.21 e3+5.37 d3-5.38 f3+5.54 e3-5.55 g3+5.71 f3-5.72 h3+5.89 g3-5.90 i3+6.05 "
        "h3-6.07 j3+6.23 i3-6.24 k3+6.40 j3-6.41 k3-6.59 e6-8.21 e5+8.63",
        "g3-a3 g2-a2 e6-e5",
    ),
    "a captive lies beside a piece that is lifted a second later": Scene(
        "g1-g3 h6-h9 g3-i3 e7-e9 f10-j10 e9-e10 i3-i4 g7-j7 i4-i10 h9-c9 i10-i7xj7 c9-g9 a5-c5 "
        "f7-c7 d1-c1 e10-h10 k4-g4 g9-g7 e1-e4xf4 g5-i5 h1-h9xh10 f5-f3 g4-g2 g7-d7 d11-d9 i5-i3 "
        "j10-g10 f8-f10 g2-k2 f10-c10 e4-e1 i3-k3",
        "k2-0.19 a4-0.82 h6+1.02 f4+1.55 g6-2.04 f3-2.26 g9+2.99",
        "a4-f4 g6-g9",
    ),
    "a slide goes on while a piece of the other side is only touched": Scene(
        "k4-k2 f8-e8 f10-a10 h6-h9 k7-h7 d6-d9 h7-h6 d9-c9 h11-j11 g7-h7 d11-d4 c9-f9 k5-h5 "
        "f9-a9xa10 k8-k10 h9-i9 k2-h2 f7-g7 f11-f7 i9-k9xk10 f7-f9 k9-j9 h1-i1 j9-g9",
        "a4-0.30 b4+0.30 h7-0.51 a9-0.54 h7+0.99 b4-1.30 c4+1.31 a9+1.35",
        "a4-c4",
    ),
    "the piece that just moved is adjusted as the reply comes beside it": Scene(
        "a5-c5 d6-d8 f2-f3 g5-g3 h1-h3xg3 f4-d4 k5-j5 e5-e3 j6-i6 g6-g3xf3 a7-d7 d4-d6xd7 "
        "f1-f3xg3 g7-g3xf3 f10-f9 e7-e9 g11-g6xh6 f7-e7 k7-f7xf8 d8-f8xf7 d11-d9xe9 e3-a3 k6-j6 "
        "d6-c6 d9-d6xc6 e7-k7 f9-g9 f8-g8 j6-k6xk7 f6-f7 g6-g7xg8 a3-f3 a4-f4xf5",
        "f7-1.02 f9+1.46 f4-6.19 f9-6.76 f8+6.82 f9+7.34",
        "f7-f9 f4-f8",
    ),
    "a captive is taken as its captor comes to stand": Scene(
        "a5-d5 f4-d4xd5 k4-k2 f8-j8 a8-i8xj8 e5-b5 k5-h5 d4-h4xh5 a4-b4xb5 g7-g8 e1-e3 g8-g7 "
        "d11-d7 h4-e4 h11-i11 e4-c4 d1-d4xc4 e6-e4 f2-f4xe4 g5-j5 g11-g8 g7-j7xj6 e3-e1 d6-e6 "
        "i8-i7xj7 j5-j2 i7-h7 e6-e2 i11-i6 j2-j7 f4-j4 j7-j6xi6 h7-g7 h6-h7xg7 h1-h6 f5-h5xh6 "
        "b6-b11 h5-h4 a7-a9 j6-j5 e11-e8 h4-e4 a6-e6xe7 f7-g7 k6-j6xj5 g6-g2 j6-g6xg7 h7-h6xg6",
        "f1-0.45 f5+0.76 e4-4.25 f4+4.75 f5-4.78",
        "f1-f5 e4-f4",
    ),
    "a slide passes a square where the reply in the hand might have captured it": Scene(
        "a4-d4 d6-d7 d11-d8 d7-b7 a8-b8xb7 f4-j4 d8-d7 e7-e8 d4-i4xj4 f8-f9 k8-f8xf9 e5-b5 d7-d2 "
        "h6-h8 a7-d7 h8-g8xf8 d7-e7 g8-k8 f10-h10 g6-i6 h1-h6xi6 g5-g6 e11-e9xe8 f7-f9 e1-e5xe6 "
        "k8-d8 i4-b4xb5 d8-d5xe5 g11-g9xf9 f6-f10 f2-f4xf5 f10-g10 e7-e5 g6-e6 b6-d6xe6 g7-d7xd6 "
        "a5-c5xd5 g10-e10",
        "h6-0.96 d7-1.08 e6+1.10 e6-1.16 d6+1.18 b7+1.85",
        "h6-d6 d7-b7",
    ),
    "a brushed square is no move of long ago because the reply has begun to slide": Scene(
        "a8-e8 g7-i7 g11-g8xf8 i7-h7 f10-f9 f4-b4 k4-c4xb4 e5-e2 a7-d7 f5-b5 c4-b4xb5 g5-g2xf2 "
        "j6-j4 e2-d2 k5-d5xd6 g2-f2 d7-d6 h6-h4 d5-d3xd2 g6-g5 d3-f3xf2 h7-g7 d6-d7 g5-k5 a4-a3",
        "k5-1.37 g5+1.56 g5-1.71 f5+4.04 k6-4.16 j6+4.17 j6-4.24 g6+4.45",
        "k5-f5 k6-g6",
    ),
    "a slide is not felt at its end until its captive is taken and the reply has been made": Scene(
        "j6-j4 e7-c7 h1-h5 f4-h4xh5 a8-e8 d6-d8xe8 e1-e3 g5-g2 b6-b7 e5-e4 a5-e5xe4 f5-i5 a4-a2 "
        "h4-e4xe5 d1-d7xc7 g2-j2 d11-d9xd8 h6-h8 f2-i2 h8-h2xi2 e3-k3 f8-b8 j4-f4 g6-g4xf4 k3-k2",
        "e6-0.75 c6+0.92 c6-1.05 b7-2.38 d7-2.53 d6+2.56 b6+3.26",
        "e6-b6 d7-d6",
    ),
    "a slide passes its origin as the reply before it is felt at last": Scene(
        "k4-j4 e5-c5",
        "f2-1.25 e2+1.26 e2-1.31 d2+1.32 d2-1.37 f8-1.37 c2+1.38 c2-1.43 b2+1.44 b2-1.49 a2+1.50 "
        "a2-1.66 b2+1.67 b2-2.27 c2+2.28 c2-2.32 d2+2.33 d2-2.37 e2+2.38 i8+2.39 e2-2.41 f2+2.42 "
        "f2-2.46 g2+2.47 g2-2.51 h2+2.52",
        "f2-b2 f8-i8 b2-h2",
    ),
    "the piece that moved last stood a moment, and goes farther than a slide is not felt": Scene(
        "k4-j4 f4-c4",
        "d1-0.05 d2+0.10 d2-0.40 d3+0.48 d3-0.66 e5-0.80 e4+1.16 d5+2.15",
        "d1-d3 e5-e4 d3-d5",
    ),
    "the piece that moved last stood a moment, and is felt beside that after the reply": Scene(
        "k4-j4 f4-c4",
        "d1-0.05 d2+0.10 d2-0.40 d3+0.48 d3-0.66 e5-0.80 e4+1.16 d4+2.15",
        "d1-d4 e5-e4",
    ),
    "what was held over a square of a capture that is taken back moves before its turn": Scene(
        "d1-d3 e5-e2 g1-g3 f4-c4",
        "e2-0.80 g3-1.00 f3+1.06 f3-1.50 e3+1.56 e3-2.50 f3+2.56 f3-2.90 g3+2.96 k4-4.00 b2+5.00 "
        "j4+5.60",
        "k4-j4 e2-b2",
    ),
    "the piece that moved last makes its next move before the reply to it is felt": Scene(
        "k4-j4 f4-c4",
        "d1-0.20 d2+0.22 e5-0.80 d2-2.10 d3+2.14 e4+2.30",
        "d1-d2 e5-e4 d2-d3",
    ),
    "a captive is laid where the piece in the hand might have come to": Scene(
        "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3", "c4-0.50 e2-0.55 c6+0.60 f4+0.74", "c4-c6"
    ),
    "a captive is put back where the piece in the hand might have come to": Scene(
        "d1-d3 e5-e2 g1-g3 f4-c4 a4-b4 c4-c2 g3-e3", "c2-0.50 e2-0.92 e2+1.12 c6+1.28", "c2-c6"
    ),
    "a slide rests while its captive is in the hand, which might capture it": Scene(
        "h1-h2 e7-b7 j6-i6 g5-g2 d11-d9 g2-g4 g1-g2 g4-h4 f2-e2 g6-g3 h11-i11 g7-g9 i11-i10 e6-e9 "
        "f10-f9xe9 d6-d4 a8-b8xb7 f7-j7 k4-k2 g9-g5 b6-c6 e5-b5 g2-g1 j7-i7 f1-f3 f8-c8 k5-h5 "
        "c8-c11 f9-j9 g5-g6 c6-c8 f5-e5 k8-e8 h6-h9 g11-h11 g3-j3 i10-i8xi7 g6-g8 h2-j2 d4-d3 "
        "d1-d2 g8-g9 k6-j6 b5-b6 i6-i4 f6-f8 a4-c4 e5-b5 c4-c5xb5 f4-b4 e2-g2 b4-c4 k2-k6 j3-g3 "
        "d9-d4xd3 c4-a4 i4-i1 g9-g8 d2-a2 h4-e4 f3-a3xa4 f8-f5 k7-k8 g3-k3 j9-j8 c11-c9 h5-h8 "
        "k3-j3 j2-h2 g8-g11 h2-h4 g11-g9 e1-d1 f5-f3 g2-g8 c9-c10 i1-i4 h9-j9 g8-g2 c10-h10 e8-e9 "
        "f3-f8 i8-i9 h10-g10 h4-h2 g10-c10 h2-h4 c10-i10",
        "j6-0.05 i6+0.05 b6-0.18 i6-0.31 h6+0.33 h6-0.57 g6+0.60 g6-0.84 f6+0.87 f6-1.10 e6+1.14 "
        "e6-2.44 d6+2.48 d6-3.73 c6+3.76",
        "j6-c6",
    ),
    "a slide is felt on two squares while its captive is in the hand": Scene(
        "d1-d3 e5-e2 g1-g3 f4-c4", "g3-0.15 f3+0.18 e2-0.21 e3+1.31 f3-1.33", "g3-e3"
    ),
    "a slide is felt on two squares for long while its captive is in the hand": Scene(
        "d1-d3 e5-e2 g1-g3 f4-c4",
        "f3+0.10 g3-0.22 e2-0.25 e3+0.40 f3-0.52",
        "g3-e3",
    ),
    "a slide begins back as the reply to the move before it comes to stand": Scene(
        "",
        "d1-0.10 d2+0.11 d2-0.20 d3+0.21 d3-0.30 d4+0.31 d4-0.40 d5+0.41 f8-1.61 d5-2.38 d4+2.39 "
        "h8+2.41 d4-2.58 d3+2.59 d3-2.78 d2+2.79",
        "d1-d5 f8-h8 d5-d2",
    ),
    "a slow slide goes on evenly while its reply comes to stand": Scene(
        "",
        "d1-0.10 d2+0.11 f8-0.35 d2-0.35 d3+0.36 d3-0.60 d4+0.61 h8+0.70 d4-0.85 d5+0.86",
        "d1-d5 f8-h8",
    ),
    "the captive of a slow slide is laid aside before that ends": Scene(
        "d1-d3 e5-e2 k4-k3 f4-c4",
        "k3-0.10 j3+0.11 e2-0.20 j3-0.35 i3+0.36 a2+0.50 i3-0.60 h3+0.61 h3-0.85 g3+0.86 g3-1.10 "
        "f3+1.11 f3-1.35 e3+1.36",
        "k3-e3",
    ),
    "a move is made once more elsewhere as its reply begins to slide": Scene(
        "",
        "d1-0.10 d4+0.50 d4-1.05 f8-1.48 d2+1.49 g8+1.49 g8-1.57 h8+1.58 h8-1.66 i8+1.67 i8-1.75 "
        "j8+1.76 a4-3.05 c4+3.45",
        "d1-d2 f8-j8 a4-c4",
    ),
    "a sleeve takes along a piece that moved a while ago, as another one slides": Scene(
        "h11-h7 f8-h8xh7 a5-d5 f4-d4xd5 k5-h5 d6-c6 d11-d6xc6 d4-h4xh5 j6-j5 e5-a5 a4-g4 "
        "e7-e10 d6-d10xe10 f5-f4xg4 g1-g4 e6-e10 e1-e9xe10 h4-j4 e9-e4xf4 g5-b5 k7-h7 "
        "h6-j6xj5 e4-a4xa5 f7-b7xb6 g11-g8 b7-b8 h7-j7 h8-h2 g8-c8xb8 b5-b6 g4-i4xj4 "
        "g6-g2 i4-i6xj6",
        "g7-4.20 i6-4.20 h6+4.23 h7+4.23 i7+4.30 h7-4.30 a7-4.57 i7-5.17 h7+5.43 b7+5.70 "
        "b6-5.70 b8+5.77 b7-5.77 h6-6.13 i6+6.20 a6-6.33 e6+6.93 g2-7.10 g10+8.27",
        "g7-i7 a7-h7 b6-b8 a6-e6 g2-g10",
    ),
}
# Nothing waits for longer to count once all hands rest, in seconds.
LONGEST_S = 4.5


def change_of(text: str) -> tuple[str, float]:
    """Return the square and the time of a change such as ``f7-1.02``."""
    name, _, seconds = text.replace("+", "-").partition("-")
    return name, float(seconds)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_moves_of_a_scene_count(scene: Scene) -> None:
    board = BoardDriver()
    for move in scene.opening.split():
        board.move(move.split("x")[0])
        for captive in move.split("x")[1:]:
            board.lift(captive)
    before, began = len(board.moves), board.at + 0.6
    for change in scene.changes.split():
        name, seconds = change_of(change)
        board.wait(began + seconds - board.at)
        board.occupied ^= 1 << parse_square(name)
    board.wait(LONGEST_S)
    assert board.moves[before:] == scene.moves.split()


@pytest.mark.parametrize("stands_s", [0.5, 1.0, 1.5, 2.0])
def test_a_captive_laid_in_line_with_a_piece_is_no_move_of_that(stands_s: float) -> None:
    """The piece of g5 is in line with g1, where e2 is laid; then the wrong side tries k7-i7."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2")
    board.wait(3.6)
    board.put("g1")
    board.wait(1.0)
    for square, seconds in (("k7", 0.5), ("i7", stands_s), ("i7", 0.5), ("k7", 3.0)):
        board.occupied ^= 1 << parse_square(square)
        board.wait(seconds)
    assert board.moves == [*OPENING, "g3-e3"]
    assert [e for e in board.events if isinstance(e, SensorFailed)] == []


def test_a_piece_that_is_put_back_on_its_square_is_no_captive_that_is_laid_there() -> None:
    """d6 is lifted while the captive of e2 is taken; later the wrong side tries h1, and k4."""
    board = BoardDriver()
    board.play(*OPENING, "g3-e3")
    board.lift("d6")
    board.wait(0.1)
    board.lift("e2")
    board.wait(1.0)
    board.put("d6")
    board.wait(SETTLED)
    for origin, target in (("h1", "h3"), ("k4", "i4")):
        board.lift(origin)
        board.wait(0.5)
        board.put(target)
        board.wait(0.6)
        board.lift(target)
        board.wait(0.5)
        board.put(origin)
        board.wait(SETTLED)
    board.wait(2.0)
    assert board.view.repair == ()
    assert board.view.sentence == "Move one of the defenders' pieces."
    board.move("d6-d4")
    assert board.moves[-1] == "d6-d4"


def test_a_captive_that_is_shaken_is_not_where_the_piece_in_the_air_has_landed() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3", "c4-c2", "a4-b4")
    board.lift("c2")
    board.wait(0.15)
    board.occupied ^= 1 << parse_square("e2")
    board.wait(0.02)
    board.occupied ^= 1 << parse_square("e2")
    board.wait(0.24)
    board.put("b2")
    board.wait(SETTLED)
    assert board.moves[-1] == "c2-b2"


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_blow_to_the_table_is_no_fall_though_a_captive_lies_on_the_board(
    seed: int, share: float
) -> None:
    """The captive of e2 lies on a2. Some pieces hop, and all are back at once; then c4 is moved."""
    random, board = Random(seed), BoardDriver()
    board.play(*OPENING, "g3-e3")
    board.lift("e2")
    board.wait(0.5)
    board.put("a2")
    board.wait(3.0)
    stands = board.occupied
    hops = {square: random.randint(0, 10) for square in squares_of(stands)}
    hops = {square: begins for square, begins in hops.items() if random.random() < share}
    lands = {square: begins + random.randint(2, 9) for square, begins in hops.items()}
    for scan in range(30):
        flying = [square for square in hops if hops[square] <= scan < lands[square]]
        board.occupied = stands & ~bits_of(*flying)
        board.wait(SCAN_S)
    board.wait(1.5)
    board.move("c4-c2")
    board.wait(4.0)
    assert (board.moves[-1], board.view.repair) == ("c4-c2", ())
    assert board.view.strays == 1 << parse_square("a2")
