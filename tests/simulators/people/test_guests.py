"""Each kind of guest at an exhibition does what its name says, and leaves nothing in the air."""

from random import Random

import pytest

from controller.lights.meaning import STYLES, Meaning
from controller.lights.rhythm import brightness
from controller.rules.geometry import CORNERS
from hal.board import CHANNELS, DARK, SQUARE_COUNT, Frame
from simulators.clock import VirtualClock
from simulators.people.guests import Guest, GuestKind
from simulators.table.start import start_pieces
from simulators.table.tabletop import TRAY, Tabletop
from tests.board_driver import COPENHAGEN

SEEDS = range(5)


class Hall:
    """A table and the guests who come to it, in virtual time."""

    def __init__(self, shows: Meaning | None = None) -> None:
        self.clock = VirtualClock()
        self.table = Tabletop(start_pieces(COPENHAGEN))
        self.shows = shows  # on a1
        self.pockets: list[str] = []
        self.hands: list[str] = []  # that took hold of something, in their order

    def visit(self, kind: GuestKind, seed: int, stays_s: float = 20.0) -> None:
        """Let one guest come, act and go."""
        guest = Guest(
            kind,
            "guest",
            self.table,
            self.frame,
            Random(seed),
            stays_s,
            self.clock,
            self.pockets,
        )
        held: set[str] = set()
        for pause in guest.act():
            before, held = held, {each.held_by for each in self.table.pieces if each.held_by}
            self.hands += sorted(held - before)
            self.clock.advance(pause)

    def frame(self) -> Frame:
        """Return what the lights show now."""
        if self.shows is None:
            return DARK
        style = STYLES[self.shows]
        level = style.level * brightness(style.rhythm, self.clock(), 0)
        colour = bytes(round(channel * level) for channel in style.colour)
        return Frame(colour + bytes(CHANNELS * (SQUARE_COUNT - 1)))

    def empty(self) -> None:
        """Take every piece off the board."""
        for piece in self.table.pieces:
            self.table.grab("helper", piece.id)
            self.table.drop("helper", *TRAY)


@pytest.mark.parametrize("kind", GuestKind)
@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_goes_holds_nothing_but_what_is_in_a_pocket(kind: GuestKind, seed: int) -> None:
    hall = Hall()
    hall.visit(kind, seed)
    held = {piece.held_by for piece in hall.table.pieces if piece.held_by}
    assert held == set(hall.pockets)
    assert bool(held) == (kind is GuestKind.THIEF)


@pytest.mark.parametrize("kind", [kind for kind in GuestKind if kind is not GuestKind.LEANER])
def test_at_a_table_without_pieces_there_is_nothing_to_do(kind: GuestKind) -> None:
    hall = Hall()
    hall.empty()
    before = hall.table.pieces
    hall.visit(kind, 1)
    assert (hall.table.pieces, hall.hands, hall.pockets) == (before, [], [])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sleeve_pushes_many_pieces_and_lifts_none(seed: int) -> None:
    hall = Hall()
    before = hall.table.pieces
    hall.visit(GuestKind.LEANER, seed)
    pushed = [1 for old, new in zip(before, hall.table.pieces, strict=True) if old != new]
    assert len(pushed) > 2
    assert hall.hands == []
    assert all(piece.stands for piece in hall.table.pieces)


def test_what_was_stolen_is_on_no_square_and_in_no_tray() -> None:
    hall = Hall()
    hall.visit(GuestKind.THIEF, 3)
    stolen = [piece for piece in hall.table.pieces if piece.held_by]
    assert len(stolen) == len(hall.pockets) > 0
    assert not any(piece.stands or piece.in_tray for piece in stolen)


@pytest.mark.parametrize("seed", SEEDS)
def test_staff_walks_one_piece_round_the_corners_and_clears_what_stands_there(seed: int) -> None:
    hall = Hall()
    in_the_corner = hall.table.pieces[0].id
    hall.table.grab("child", in_the_corner)
    hall.table.drop("child", 10, 10)
    felt: list[int] = []
    guest = Guest(
        GuestKind.STAFF, "staff", hall.table, lambda: DARK, Random(seed), 60.0, hall.clock, []
    )
    for pause in guest.act():
        hall.clock.advance(pause)
        square = next(
            (each for each in CORNERS if (at := hall.table.at(each)) and at.id != in_the_corner),
            None,
        )
        if square is not None and felt[-1:] != [square]:
            felt.append(square)
    a1, k1, a11, k11 = CORNERS
    assert felt == [a1, k1, k11, a11]
    assert hall.table.pieces[in_the_corner].in_tray


def test_who_wavers_walks_more_quickly_and_then_touches_the_board() -> None:
    staff, waverer = Hall(), Hall()
    staff.visit(GuestKind.STAFF, 1)
    waverer.visit(GuestKind.WAVERER, 1)
    assert waverer.hands == [*staff.hands, "guest/0"]
    assert waverer.clock() < staff.clock()


@pytest.mark.parametrize(("seed", "acts"), [(0, "01010101"), (1, "01010101"), (4, "010101010101")])
def test_of_two_strangers_each_acts_in_turn_until_one_goes(seed: int, acts: str) -> None:
    hall = Hall(Meaning.COUNTDOWN)
    hall.visit(GuestKind.PAIR, seed, stays_s=60.0)
    assert "".join(hand[-1] for hand in hall.hands).startswith(acts)


def test_who_is_left_of_two_strangers_plays_on_alone() -> None:
    hall = Hall(Meaning.COUNTDOWN)
    hall.visit(GuestKind.PAIR, 1, stays_s=60.0)
    assert hall.hands[8:] == ["guest/0"] * 8
