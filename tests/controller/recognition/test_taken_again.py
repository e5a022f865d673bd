"""A ply and the reply that takes its piece again, of which a board shows only where both left."""

from controller.recognition.line import PlayedLine
from controller.recognition.story import Made
from controller.recognition.taken_again import may_be_in_hand, taken_again
from tests.controller.recognition.stories import line_after
from tests.squares import squares


def pairs(lacking: str, surplus: str, free: str) -> list[str]:
    """Return what is found at the start."""
    found = taken_again(line_after(), squares(lacking), squares(surplus), squares(free))
    return [f"{ply} {reply}" for ply, reply in found]


def test_a_piece_was_taken_beside_where_its_captor_stands() -> None:
    assert pairs("a8 d6", "d8", "c8 e8 d7 d9") == ["a8-e8 d6-d8"]


def test_nothing_was_taken_where_its_captor_did_not_come_from() -> None:
    assert pairs("a8 f8", "d8", "c8 e8 d7 d9") == []


def test_nothing_was_taken_on_a_square_that_is_not_free() -> None:
    assert pairs("a8 d6", "d8", "c8 d7 d9") == []


def held(moves: str, occupied: str) -> bool:
    """Say whether the last of some moves may be in a hand instead."""
    line = line_after(moves)
    return may_be_in_hand([made(line.back()), made(line)], squares(occupied))


def made(line: PlayedLine) -> Made:
    return Made(line, 1.0)


def test_a_reply_may_be_in_a_hand_where_the_ply_may_have_ended_on_its_square() -> None:
    assert held("a8-e8 d6-d8", "d8")
    assert not held("a7-d7 f8-d8", "d8")
    assert not held("a8-e8 d6-d8", "d8 e8")
    assert not held("a8-e8 d6-d5", "d5")
