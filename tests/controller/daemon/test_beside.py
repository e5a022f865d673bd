"""Who sits beside a game is kept as text, and read back as it was."""

from dataclasses import replace

import pytest

from controller.daemon.beside import (
    Beside,
    KeptHelp,
    KeptSeat,
    beside,
    help_in,
    seat_in,
)
from controller.events.view import OpponentSeat
from controller.rules.pieces import Side
from controller.session.session import Session
from tests.board_driver import COPENHAGEN

VIEW = Session(COPENHAGEN).view


@pytest.mark.parametrize(
    ("seat", "written", "read"),
    [
        (None, "", None),
        (OpponentSeat(Side.DEFENDERS, "chance"), "defenders chance #1", None),
        (
            OpponentSeat(Side.ATTACKERS, "club", 7, thinking=True, adaptive=True),
            "attackers adaptive club #7",
            KeptSeat(Side.ATTACKERS, "club", adaptive=True, seed=7),
        ),
        (OpponentSeat(Side.ATTACKERS, "htp: a b"), "attackers htp: a b #1", None),
    ],
)
def test_who_plays_is_kept_with_its_side(
    seat: OpponentSeat | None, written: str, read: KeptSeat | None
) -> None:
    assert beside(replace(VIEW, opponent=seat)) == Beside(written)
    plain = KeptSeat(seat.side, seat.name, seed=seat.seed) if seat else None
    assert seat_in(written) == (read or plain)


def test_a_name_is_kept_in_harmless_characters() -> None:
    seat = OpponentSeat(Side.ATTACKERS, "htp: \x1b\udcff")
    assert beside(replace(VIEW, opponent=seat)) == Beside(r"attackers htp: \x1b\udcff #1")


def test_what_an_older_program_has_kept_has_no_seed() -> None:
    assert seat_in("defenders club") == KeptSeat(Side.DEFENDERS, "club")
    assert seat_in("defenders htp: a #b") == KeptSeat(Side.DEFENDERS, "htp: a #b")


@pytest.mark.parametrize("text", ["", "attackers", "attackers ", "nobody club", "\0"])
def test_what_names_nobody_is_nobody(text: str) -> None:
    assert seat_in(text) is None


def test_help_that_is_wanted_is_kept() -> None:
    view = replace(VIEW, coached=(Side.ATTACKERS, Side.DEFENDERS), explains=True)
    assert beside(view) == Beside(help="attackers defenders explains")
    assert help_in("attackers defenders explains") == KeptHelp(frozenset(Side), explains=True)
    assert help_in("") == help_in("dances") == KeptHelp()
