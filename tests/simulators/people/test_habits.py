"""What people do in habits that can be mixed is to be seen on the table."""

import re

import pytest

from controller.rules.geometry import parse_square
from controller.rules.lines import Move
from simulators.people.habits import put_back
from simulators.people.profiles import (
    HABITS,
    PROFILES,
    STEADY,
    HandError,
    Profile,
    parse_profile,
)
from simulators.table.tabletop import PhysicalPiece
from tests.effort import long_or_short
from tests.simulators.film import Filmed, Still, only
from tests.simulators.people.at_the_table import AtTheTable

OPENING = "d1-d3 e5-e2 g1-g3 f4-c4"
CAPTURE = f"{OPENING} g3-e3 f8-i8 h1-h3 g7-g10"
SEEDS = range(8)


def filmed(seed: int, *habits: str, game: str = OPENING) -> Filmed:
    return Filmed(only(PROFILES["friends"], *habits), seed, game)


def raised(still: Still) -> list[PhysicalPiece]:
    return [piece for piece in still.pieces if piece.raised]


def squares_of(piece_id: int, film: Filmed) -> set[tuple[float, float]]:
    """Return the places where a piece stood."""
    pieces = (still.pieces[piece_id] for still in film.stills)
    return {(piece.x, piece.y) for piece in pieces if piece.stands and not piece.held_by}


def captive(film: Filmed) -> int:
    """Return the id of the piece that stood on e2 when the game began to turn against it."""
    e2 = parse_square("e2")
    return next(
        piece.id
        for still in film.stills
        for piece in still.pieces
        if piece.stands and 11 * piece.y + piece.x == e2 and not piece.held_by
    )


# The words of the command line ------------------------------------------------------------


def test_a_profile_can_be_given_habits() -> None:
    found = parse_profile("quick,lays_aside=0.5,slides=0")
    assert (found.name, found.lays_aside, found.slides) == ("quick", 0.5, 0.0)
    assert found.takes_back == PROFILES["quick"].takes_back


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_alone_is_itself(name: str) -> None:
    assert parse_profile(name) is PROFILES[name] or parse_profile(name) == PROFILES[name]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("robot", f"expected one of {', '.join(PROFILES)}, got 'robot'"),
        ("", f"expected one of {', '.join(PROFILES)}, got ''"),
        ("quick,juggles=1", f"expected a habit, one of {', '.join(HABITS)}; got 'juggles'"),
        ("quick,stop_s=1", f"expected a habit, one of {', '.join(HABITS)}; got 'stop_s'"),
        ("quick,slides", "slides: expected a chance from 0 to 1, got ''"),
        ("quick,slides=2", "slides: expected a chance from 0 to 1, got '2'"),
        ("quick,slides=nan", "slides: expected a chance from 0 to 1, got 'nan'"),
    ],
)
def test_a_hand_that_nobody_has_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(HandError, match=f"^{re.escape(complaint)}$"):
        parse_profile(text)


# On the table ------------------------------------------------------------------------------


def test_who_replies_early_holds_the_reply_before_the_move_stands() -> None:
    assert any(
        len(raised(still)) > 1 for seed in SEEDS for still in filmed(seed, "replies_early").stills
    )


def test_the_steady_hand_never_holds_two_pieces() -> None:
    assert all(len(raised(still)) <= 1 for still in Filmed(STEADY, 1, OPENING).stills)


def test_who_carries_two_puts_the_other_one_back() -> None:
    films = [filmed(seed, "carries_two") for seed in SEEDS]
    assert any(len(raised(still)) == 2 for film in films for still in film.stills)
    assert {film.counts[:2] for film in films} == {(4, 4)}


def test_a_sleeve_shifts_pieces_and_all_are_put_right() -> None:
    for seed in SEEDS:
        film = filmed(seed, "sleeves")
        last = film.stills[-1].pieces
        assert any(piece.x % 1 or piece.y % 1 for still in film.stills for piece in still.pieces)
        assert all(piece.x % 1 == piece.y % 1 == 0 for piece in last)


def test_nobody_puts_a_piece_back_with_which_a_move_is_being_made() -> None:
    """A sleeve has shifted d1, and somebody else has just put it down on d3."""
    at = AtTheTable(1)
    move = Move(parse_square("d1"), parse_square("d3"))
    before = at.table.at(move.origin)
    assert before is not None
    at.table.nudge(before.id, 0.4, 0.0)
    at.seat.moving = move
    at.table.grab("another hand", before.id)
    at.table.drop("another hand", 3, 2)
    at.does(put_back(at.seat, before, 0))
    assert at.table.at(move.target) == at.table.pieces[before.id]


def test_who_stops_short_stands_one_square_before_the_target() -> None:
    film = filmed(1, "slides", "stops_short", game="d1-d4")
    least, _ = PROFILES["friends"].stop_short_s
    assert film.felt("d3") > least


def test_a_hop_leaves_the_board_between_the_squares() -> None:
    films = [filmed(seed, "slides", "hops", game="d1-d5") for seed in SEEDS]
    assert any(raised(still) for film in films for still in film.stills)
    assert {film.counts[:2] for film in films} == {(1, 1)}


def test_who_holds_a_piece_holds_it_for_long() -> None:
    film = filmed(1, "holds", game="d1-d3")
    least, most = PROFILES["friends"].hold_s
    assert least <= 0.01 * sum(bool(raised(still)) for still in film.stills) <= most + 0.1


def test_a_bullet_is_answered_at_once() -> None:
    film = filmed(1, "bullets")
    still = sum(not raised(still) for still in film.stills if still.at > 0.4)
    assert film.counts[:2] == (4, 4)
    assert 0.01 * still < 4 * 0.3 + 2.5


@pytest.mark.parametrize("habit", ["wrong_side", "jumps"])
def test_a_move_that_is_none_is_put_back(habit: str) -> None:
    for seed in SEEDS[: long_or_short(len(SEEDS), 2)]:
        film = filmed(seed, habit, game="d1-d3 e5-e2")
        moved = [piece for piece in film.stills[0].pieces if len(squares_of(piece.id, film)) > 1]
        assert len(moved) > 2
        assert film.counts[:4] == (2, 2, 0, 0)


def test_who_adjusts_lifts_pieces_of_both_sides_and_puts_them_back() -> None:
    films = [filmed(seed, "adjusts", game="d1-d3") for seed in SEEDS]
    kinds = {piece.kind for film in films for still in film.stills for piece in raised(still)}
    assert len(kinds) >= 2
    assert {film.counts[:2] for film in films} == {(1, 1)}


def test_captives_that_are_taken_first_are_gone_when_the_move_begins() -> None:
    film = filmed(1, "captives_first", game=CAPTURE)
    one = captive(film)
    gone = next(still.at for still in film.stills if still.pieces[one].in_tray)
    felt = next(still.at for still in film.stills if still.feels("e3"))
    assert gone < felt


def test_a_captive_that_is_laid_aside_stands_elsewhere_for_a_while() -> None:
    found: set[tuple[float, float]] = set()
    for seed in SEEDS:
        film = filmed(seed, "lays_aside", "captives_first", game=CAPTURE)
        found |= squares_of(captive(film), film)
    assert len(found) > 3  # e5, e2, and some others


def test_a_captive_that_is_put_back_stands_where_it_stood() -> None:
    film = filmed(1, "puts_back", "captives_first", game=CAPTURE)
    one = captive(film)
    assert squares_of(one, film) == {(4, 4), (4, 1)}
    lifts = [
        before.at
        for before, after in zip(film.stills, film.stills[1:], strict=False)
        if not before.pieces[one].raised and after.pieces[one].raised
    ]
    assert len(lifts) >= 2


def test_far_off_is_felt_beside_the_square_or_nowhere() -> None:
    profile: Profile = only(PROFILES["friends"], "far_off")
    assert any(
        piece.x % 1 or piece.y % 1
        for seed in SEEDS
        for still in Filmed(profile, seed, "d1-d3").stills
        for piece in still.pieces
    )
