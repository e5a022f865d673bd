"""Faults as text, and what a missing diode does to a matrix."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.geometry import (
    ALL,
    SIZE,
    SQUARE_NAMES,
    bits_of,
    squares_of,
)
from simulators.table.faults import (
    FAULTLESS,
    Faults,
    FaultSpecError,
    ghosted,
    parse_faults,
)
from tests.squares import squares

bitboards = st.integers(0, ALL)
few_squares = st.frozensets(st.integers(0, 120), max_size=40).map(lambda bits: bits_of(*bits))
probabilities = st.floats(0, 1)


def named(squares: int) -> set[str]:
    return {SQUARE_NAMES[square] for square in squares_of(squares)}


# Text ----------------------------------------------------------------------------------------


def test_every_fault_has_a_word() -> None:
    text = (
        "dead=e5+f5,stuck=a1,chatter=c3,no_diode=d4,faint=h8,floating=b2,bridged=d1+e1,"
        "lost=0.02,late=0.05,weak=17"
    )
    faults = Faults(
        dead=squares("e5", "f5"),
        stuck=squares("a1"),
        chatter=squares("c3"),
        no_diode=squares("d4"),
        faint=squares("h8"),
        floating=squares("b2"),
        bridged=squares("d1", "e1"),
        lost=0.02,
        late=0.05,
        weak=frozenset({17}),
    )
    assert parse_faults(text) == faults


def test_no_text_is_no_fault() -> None:
    assert parse_faults("") == parse_faults(" ") == FAULTLESS


def test_squares_and_pieces_add_up() -> None:
    text = "weak=3, dead=f5 + E5 , weak=17+3,dead=a1"
    faults = Faults(dead=squares("a1", "e5", "f5"), weak=frozenset({3, 17}))
    assert parse_faults(text) == faults


ONE_OF = (
    "faults: expected one of dead=, stuck=, chatter=, no_diode=, faint=, floating=, bridged=, "
    "lost=, late=, weak=; got"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dad=e5", f"{ONE_OF} 'dad=e5'"),
        ("dead=e5,,lost=0.1", f"{ONE_OF} ''"),
        ("=e5", f"{ONE_OF} '=e5'"),
        ("dead", "faults: dead: expected a square a1 to k11, got ''"),
        ("dead=l5", "faults: dead: expected a square a1 to k11, got 'l5'"),
        ("stuck=a1+", "faults: stuck: expected a square a1 to k11, got ''"),
        ("lost=2", "faults: lost: expected a probability 0 to 1, got '2'"),
        ("lost=-0.1", "faults: lost: expected a probability 0 to 1, got '-0.1'"),
        ("late=nan", "faults: late: expected a probability 0 to 1, got 'nan'"),
        ("late=0.1=2", "faults: late: expected a probability 0 to 1, got '0.1=2'"),
        ("lost=0.1,lost=0.2", "faults: lost: expected one probability, got '0.2' too"),
        ("weak=e5", "faults: weak: expected the id of a piece, got 'e5'"),
        ("weak=-1", "faults: weak: expected the id of a piece, got '-1'"),
        ("weak=" + "9" * 5000, f"faults: weak: expected the id of a piece, got '{'9' * 5000}'"),
    ],
)
def test_what_is_no_fault_is_refused_and_the_place_named(text: str, message: str) -> None:
    with pytest.raises(FaultSpecError) as refused:
        parse_faults(text)
    assert str(refused.value) == message


@given(st.text())
def test_any_text_is_faults_or_refused(text: str) -> None:
    with suppress(FaultSpecError):
        parse_faults(text)


# Ghosts --------------------------------------------------------------------------------------


def test_three_corners_close_the_fourth_through_a_missing_diode_opposite_to_it() -> None:
    closed = squares("c3", "c7", "h3")
    assert named(ghosted(closed, squares("c3"))) == {"c3", "c7", "h3", "h7"}


@pytest.mark.parametrize("missing", ["c7", "h3", "h7", "a1"])
def test_a_diode_missing_at_another_corner_makes_no_ghost(missing: str) -> None:
    closed = squares("c3", "c7", "h3")
    assert ghosted(closed, squares(missing)) == closed


def test_two_corners_make_no_ghost() -> None:
    assert ghosted(squares("c3", "c7"), ALL) == squares("c3", "c7")
    assert ghosted(squares("c3", "h7"), ALL) == squares("c3", "h7")


def test_ghosts_go_on_through_one_missing_diode_after_another() -> None:
    steps = squares("b1", "b2", "c2", "c3", "d3")
    assert named(ghosted(steps, ALL)) == {f"{file}{rank}" for file in "bcd" for rank in "123"}


@given(bitboards)
def test_no_ghost_appears_when_no_diode_is_missing(closed: int) -> None:
    assert ghosted(closed, 0) == closed


@given(few_squares)
def test_without_any_diode_all_rows_that_share_a_column_read_alike(closed: int) -> None:
    read = ghosted(closed, ALL)
    rows = [read >> SIZE * rank & (1 << SIZE) - 1 for rank in range(SIZE)]
    assert closed & ~read == 0
    assert all(one == other or not one & other for one in rows for other in rows)


@given(few_squares, few_squares)
def test_a_ghost_is_the_fourth_corner_of_a_rectangle_or_comes_of_other_ghosts(
    closed: int, no_diode: int
) -> None:
    read = closed
    while True:  # corner by corner, slowly
        more = read
        for leak in squares_of(closed & no_diode):
            for beside in (n for n in squares_of(read) if n % SIZE == leak % SIZE):
                for above in (n for n in squares_of(closed) if n // SIZE == leak // SIZE):
                    more |= 1 << beside // SIZE * SIZE + above % SIZE
        if more == read:
            break
        read = more
    assert ghosted(closed, no_diode) == read
