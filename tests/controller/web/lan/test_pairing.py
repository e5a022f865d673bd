"""A code lives ten minutes; after five tries an address waits; many addresses help little."""

from itertools import count

import pytest

from controller.web.lan.pairing import (
    CODE_LIVES_S,
    MOST_WRONG,
    TRIES,
    WAIT_S,
    Code,
    CodePairing,
    MustWait,
    RightCode,
    WrongCode,
    six_digits,
)

RIGHT, WRONG = "271828", "000000"
PHONE, TABLET = "192.0.2.7", "192.0.2.8"


def pairing() -> CodePairing:
    """Return a pairing with a code, made at the time 0."""
    made = CodePairing(lambda: RIGHT)
    assert made.new_code(0) == Code(RIGHT, CODE_LIVES_S)
    return made


def test_all_who_know_the_code_come_in() -> None:
    made = pairing()
    assert [made.attempt(RIGHT, address, 1) for address in (PHONE, TABLET, PHONE)] == [
        RightCode()
    ] * 3


@pytest.mark.parametrize(
    ("at", "verdict"),
    [(0.0, RightCode()), (CODE_LIVES_S - 0.1, RightCode()), (CODE_LIVES_S, WrongCode(4))],
)
def test_a_code_lives_ten_minutes(at: float, verdict: RightCode | WrongCode) -> None:
    made = pairing()
    assert made.attempt(RIGHT, PHONE, at) == verdict
    assert (made.code(at) is None) is (verdict != RightCode())


def test_a_new_code_ends_the_one_before() -> None:
    made = CodePairing(map(str, count(100_000)).__next__)
    old, new = made.new_code(0).digits, made.new_code(1).digits
    assert made.attempt(old, PHONE, 2) == WrongCode(4)
    assert made.attempt(new, PHONE, 3) == RightCode()


def test_without_a_code_nothing_is_right() -> None:
    made = CodePairing(lambda: RIGHT)
    assert [made.attempt(sent, PHONE, 0) for sent in (RIGHT, "", "-")] == [
        WrongCode(4),
        WrongCode(3),
        WrongCode(2),
    ]


def test_after_five_wrong_tries_an_address_waits_even_if_it_is_right_then() -> None:
    made = pairing()
    tries = [made.attempt(WRONG, PHONE, at) for at in range(TRIES)]
    assert tries == [WrongCode(4), WrongCode(3), WrongCode(2), WrongCode(1), MustWait(WAIT_S)]
    assert made.attempt(RIGHT, PHONE, 10) == MustWait(WAIT_S - 6)
    assert made.attempt(RIGHT, TABLET, 10) == RightCode()


def test_who_tries_while_waiting_does_not_wait_longer() -> None:
    made = pairing()
    for _ in range(TRIES):
        made.attempt(WRONG, PHONE, 0)
    for at in range(10, 590, 10):
        assert made.attempt(WRONG, PHONE, at) == MustWait(WAIT_S - at)
    assert made.attempt(WRONG, PHONE, WAIT_S) == WrongCode(4)


def test_a_right_code_forgets_the_wrong_ones_before() -> None:
    made = pairing()
    for _ in range(TRIES - 1):
        made.attempt(WRONG, PHONE, 0)
    assert made.attempt(RIGHT, PHONE, 1) == RightCode()
    assert made.attempt(WRONG, PHONE, 2) == WrongCode(4)


def test_many_addresses_together_end_the_code() -> None:
    made = pairing()
    for each in range(MOST_WRONG):
        assert made.code(1) is not None
        made.attempt(WRONG, f"198.51.100.{each}", 1)
    assert made.code(1) is None
    assert made.attempt(RIGHT, PHONE, 1) == WrongCode(4)
    made.new_code(2)
    assert made.attempt(RIGHT, PHONE, 2) == RightCode()


def test_tries_of_very_many_addresses_take_no_more_memory_and_open_nothing() -> None:
    made = pairing()
    for _ in range(TRIES):
        made.attempt(WRONG, PHONE, 0)
    for each in range(5000):
        made.attempt(WRONG, f"host-{each}", 1)
    assert len(made._tries) == 1000
    assert made.attempt(RIGHT, PHONE, 2) == WrongCode(4)  # the code has long ended


def test_what_is_no_text_of_digits_is_wrong() -> None:
    assert pairing().attempt("\ud800 Æ" * 1000, PHONE, 0) == WrongCode(4)


def test_codes_have_six_digits_and_differ() -> None:
    drawn = {six_digits() for _ in range(200)}
    assert {(len(each), each.isdigit()) for each in drawn} == {(6, True)}
    assert len(drawn) > 190
