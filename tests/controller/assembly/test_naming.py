"""A board has the name that was given first: by an option, by somebody else, by the machine."""

import socket

import pytest

from controller.assembly.errors import UsageMistake
from controller.assembly.naming import board_name
from controller.bus.streams import is_board_name


def test_the_option_wins() -> None:
    assert board_name("hall", ["attic"]) == "hall"


def test_what_was_configured_or_stored_comes_next_in_order() -> None:
    assert board_name(None, [None, "", "attic", "cellar"]) == "attic"


def test_without_a_name_the_machine_gives_its_own() -> None:
    assert is_board_name(board_name(None))
    assert board_name(None).lower() in socket.gethostname().replace("_", "-").lower()


@pytest.mark.parametrize(
    ("given", "name"),
    [("Club house!", "Club-house"), ("..x", "x"), ("ü", "board"), ("n" * 99, "n" * 32)],
)
def test_a_stored_name_is_changed_until_it_can_be_one(given: str, name: str) -> None:
    assert board_name(None, [given, "board"]) == name


@pytest.mark.parametrize("option", ["", "a b", "a:b", ".a", "-a", "x" * 33, "ü", "a\n", "a*"])
def test_an_option_that_is_no_name_is_refused(option: str) -> None:
    with pytest.raises(UsageMistake, match=r"^--board-name: expected up to 32 letters"):
        board_name(option)
