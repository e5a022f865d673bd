"""The simulated hand makes moves as people do: lifting or sliding, at human speed."""

from collections.abc import Iterator
from itertools import islice
from math import atan2, floor, pi
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import parse_square, squares_of
from controller.rules.lines import MOVES, Move
from controller.rules.pieces import Piece
from simulators.clock import VirtualClock
from simulators.people.hand import SimulatedHand
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from tests.board_driver import COPENHAGEN

START = start_pieces(COPENHAGEN)

seeds = st.integers(0, 10_000)
opening = st.sampled_from(
    [
        move
        for to_move in ("attackers", "defenders")
        for move in COPENHAGEN.men_moves.moves(
            COPENHAGEN.start.occupied, getattr(COPENHAGEN.start, to_move)
        )
    ]
)


def move(text: str) -> Move:
    origin, target = text.split("-")
    return MOVES[parse_square(origin)][parse_square(target)]


class AtTheTable:
    """A hand at a table, in virtual time."""

    def __init__(self, seed: int, start: dict[int, Piece] | None = None) -> None:
        self.clock = VirtualClock()
        self.table = Tabletop(START if start is None else start)
        self.hand = SimulatedHand(self.table, self.clock, Random(seed))
        self.pauses: list[float] = []
        self.felt: list[int] = []  # what the sensors felt from pause to pause

    def does(self, pauses: Iterator[float]) -> None:
        """Let the hand do something, and time pass as it says."""
        for pause in pauses:
            self.felt.append(self.table.occupied())
            self.pauses.append(pause)
            self.clock.advance(pause)

    @property
    def slid(self) -> bool:
        """Whether the last move was a slide."""
        return self.hand.timeline.lifted_at is None


def test_a_hand_both_lifts_and_slides() -> None:
    ways = set()
    for seed in range(20):
        at = AtTheTable(seed)
        at.does(at.hand.make_move(move("d1-d3")))
        ways.add(at.slid)
    assert ways == {True, False}


@given(seeds, opening)
def test_a_made_move_takes_its_piece_from_origin_to_target_and_no_other(
    seed: int, made: Move
) -> None:
    at = AtTheTable(seed)
    before = {square: at.table.at(square) for square in START}
    at.does(at.hand.make_move(made))
    piece, there = before.pop(made.origin), at.table.at(made.target)
    assert piece is not None
    assert there is not None
    assert (there.id, at.table.at(made.origin), there.held_by) == (piece.id, None, None)
    assert {square: at.table.at(square) for square in before} == before


@given(seeds, opening)
def test_a_lifted_piece_is_in_the_air_for_a_human_while(seed: int, made: Move) -> None:
    at = AtTheTable(seed)
    at.clock.advance(7.0)
    at.does(at.hand.make_move(made))
    timeline = at.hand.timeline
    if timeline.lifted_at is not None:
        assert timeline.lifted_at == 7.0
        assert 0.15 <= timeline.placed_at - timeline.lifted_at <= 0.6
        in_the_air = COPENHAGEN.start.occupied & ~(1 << made.origin)
        assert at.felt[0] == in_the_air


@given(seeds, opening)
def test_a_slid_piece_is_felt_on_every_square_that_it_passes_in_order(
    seed: int, made: Move
) -> None:
    at = AtTheTable(seed)
    at.does(at.hand.make_move(made))
    if not at.slid:
        return
    others = COPENHAGEN.start.occupied & ~(1 << made.origin)
    alone = [list(squares_of(felt & ~others)) for felt in at.felt]
    passed = [*dict.fromkeys(square for squares in alone for square in squares)]
    step = (made.target - made.origin) // _length(made)
    assert passed == list(range(made.origin, made.target + step, step))
    assert 0.06 - 0.01 <= at.clock() / _length(made) <= 0.16 + 0.01


def _length(made: Move) -> int:
    ranks, files = made.target // 11 - made.origin // 11, made.target % 11 - made.origin % 11
    return abs(ranks) + abs(files)


@given(seeds)
def test_a_hand_thinks_for_up_to_half_a_second(seed: int) -> None:
    (pause,) = AtTheTable(seed).hand.think()
    assert 0.1 <= pause <= 0.5


def test_the_same_seed_moves_the_hand_the_same_way() -> None:
    def pauses(seed: int) -> list[float]:
        at = AtTheTable(seed)
        at.does(at.hand.make_move(move("d1-d3")))
        at.does(at.hand.think())
        return at.pauses

    assert pauses(5) == pauses(5)
    assert pauses(5) != pauses(6)


def test_a_hand_that_finds_no_piece_says_where() -> None:
    at = AtTheTable(1)
    with pytest.raises(LookupError, match=r"^d2-d3: no piece stands on the origin$"):
        at.does(at.hand.make_move(move("d2-d3")))


def test_a_piece_that_is_put_down_pushes_its_neighbour_straight() -> None:
    e5, e7 = parse_square("e5"), parse_square("e7")
    at = AtTheTable(1, {e5: Piece.DEFENDER, e7: Piece.ATTACKER})
    beside, moved = (at.table.at(square) for square in (e5, e7))
    assert beside
    assert moved
    at.table.nudge(beside.id, 0.16, 0.26)
    at.does(at.hand.make_move(move("e7-e6")))
    places = {piece.id: (piece.x, piece.y) for piece in at.table.pieces if not piece.in_tray}
    assert places == {beside.id: (4, 4), moved.id: (4, 5)}
    assert at.hand.timeline.placed_at < 2.0


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_that_a_sleeve_has_pushed_half_onto_a_target_is_pushed_off_it(seed: int) -> None:
    f4, g3 = parse_square("f4"), parse_square("g3")
    at = AtTheTable(seed, {f4: Piece.DEFENDER, g3: Piece.ATTACKER})
    beside, moved = (at.table.at(square) for square in (f4, g3))
    assert beside
    assert moved
    at.table.nudge(beside.id, 0.53, 0.2)
    at.does(at.hand.make_move(move("g3-g4")))
    places = {piece.id: (piece.x, piece.y) for piece in at.table.pieces if not piece.in_tray}
    assert places == {beside.id: (5, 3), moved.id: (6, 3)}


def test_a_piece_is_pushed_again_until_what_stands_in_its_way_is_gone() -> None:
    c2, c3 = parse_square("c2"), parse_square("c3")
    at = AtTheTable(1, {c2: Piece.ATTACKER, c3: Piece.ATTACKER})
    below, above = (at.table.at(square) for square in (c2, c3))
    assert below
    assert above
    at.table.nudge(below.id, 0.0, -0.39)
    at.table.nudge(above.id, 0.0, -0.3)
    pushing = at.hand.put_right(below.id)
    at.does(islice(pushing, 2))
    other = SimulatedHand(at.table, at.clock, Random(2), name="another hand")
    at.does(other.put_right(above.id))
    at.does(pushing)
    assert at.table.pieces[below.id] == below


def test_who_carries_a_piece_waits_until_there_is_room() -> None:
    b4, c4 = parse_square("b4"), parse_square("c4")
    at = AtTheTable(1, {parse_square("a4"): Piece.ATTACKER, b4: Piece.DEFENDER})
    carried, in_the_way = at.table.at(parse_square("a4")), at.table.at(b4)
    assert carried is not None
    assert in_the_way is not None
    pauses = at.hand.carry(carried.id, b4, 0.2)
    assert [next(pauses), next(pauses)] == [0.2, 0.1]
    at.table.grab("another", in_the_way.id)
    at.table.drop("another", c4 % 11, c4 // 11)
    assert list(pauses) == []
    assert [piece and piece.id for piece in map(at.table.at, (b4, c4))] == [
        carried.id,
        in_the_way.id,
    ]


def test_a_piece_is_nudged_in_any_direction() -> None:
    octants = set()
    for seed in range(100):
        at = AtTheTable(seed, {parse_square("f6"): Piece.ATTACKER})
        assert at.hand.nudge(0, (0.1, 0.2))
        (nudged,) = at.table.pieces
        octants.add(floor(atan2(nudged.y - 5, nudged.x - 5) / (pi / 4)))
    assert octants == set(range(-4, 4))
