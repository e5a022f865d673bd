"""Pieces that come to squares, or leave them, whose sensors do not tell."""

import pytest

from controller.recognition import prices
from controller.recognition.change import SquareChange
from controller.recognition.story import AIR, Away, Made, Straddle, begun
from controller.recognition.unseen import back_unseen, came_unseen, slid_on, slid_past
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import Looker, gap, line_after, whereabouts


def price_of_return(other: str) -> float:
    """Return what it costs that e2 is back on e5 while the attackers hold another piece."""
    pieces = (Away(home, AIR, 5.0, 5.0, home) for home in map(parse_square, ("e2", other)))
    line = line_after("d1-d3 f4-c4 g1-g3 e5-e2")
    back = back_unseen(begun(line)._replace(away=tuple(pieces)))
    assert back is not None
    return back.price


def test_what_the_piece_in_the_other_hand_may_capture_was_rather_taken_than_put_back() -> None:
    assert price_of_return("g3") - price_of_return("k4") > prices.SURE


@pytest.mark.parametrize(
    ("origin", "target", "behind", "goes_on"),
    [("h11", "h10", "h9", True), ("h11", "h10", "g10", False), ("j6", "k6", "a7", False)],
    ids=["straight on", "round a corner", "over the edge"],
)
def test_a_piece_that_slides_past_a_sensor_that_sticks_goes_straight_on(
    origin: str, target: str, behind: str, *, goes_on: bool
) -> None:
    straddle = Straddle(parse_square(origin), parse_square(target), 5.0)
    seen = SquareChange(parse_square(behind), 5.1)
    found = [*slid_past(begun(line_after()), straddle, seen)]
    assert bool(found) is goes_on


@pytest.mark.parametrize(("last", "price"), [("g3-f3", prices.RATHER_TAKEN), ("a4-a3", 0.0)])
def test_what_a_slide_that_goes_on_may_capture_was_rather_taken_than_put_where_nothing_feels_it(
    last: str, price: float
) -> None:
    """e2 is in the air; the last ply's piece, which may come to e3 or may not, has left, too."""
    e2, d2 = map(parse_square, ("e2", "d2"))
    line = line_after(f"d1-d3 e5-e2 g1-g3 f4-c4 {last}")
    story = begun(line)._replace(away=(Away(e2, AIR, 5.0, 5.0, e2),))
    seen = SquareChange(d2, 7.0, unsure=1 << d2)
    stays, goes_on = (
        min(came.price for came in came_unseen(story, seen, 0.0, goes_on=on))
        for on in (False, True)
    )
    assert goes_on - stays == price


def slid_from(
    square: str, target: str, top: Made | None = None, away: tuple[Away, ...] = (), stuck: int = 0
) -> list[float]:
    """Return at what prices a piece slides on from a square that feels it still."""
    story = begun(line_after()) if top is None else begun(top.line)._replace(top=top)
    story = story._replace(away=away, stuck=stuck)
    straddle = Straddle(parse_square(square), parse_square(target), 5.0)
    return [one.price for one in slid_on(story, straddle, 5.1)]


def test_a_piece_that_slides_on_from_a_sensor_that_sticks_moves_in_its_turn_or_only_passes() -> (
    None
):
    slid = Made(line_after("d1-d3"), 5.0, left=4.9, first=5.0)
    assert slid_from("d1", "d2") == [prices.STICKS]
    assert slid_from("e5", "e4") == []
    assert slid_from("d3", "d4", slid) == [prices.STICKS_AS_IT_PASSES]
    assert slid_from("d3", "d4", slid._replace(carried=True)) == []
    assert slid_from("d3", "d4", slid._replace(closed=True)) == []


def test_nor_while_a_piece_is_elsewhere_or_another_sensor_sticks() -> None:
    h1 = parse_square("h1")
    assert slid_from("d1", "d2", away=(Away(h1, AIR, 4.0, 4.0, h1),)) == []
    assert slid_from("d1", "d2", stuck=1 << h1) == []


@pytest.mark.parametrize(("seconds", "price"), [(0.19, prices.CAME_SOON), (0.21, 0.0)])
def test_what_comes_unfelt_through_the_air_takes_as_long_as_people_need_to_see_it(
    seconds: float, price: float
) -> None:
    d1, d3 = map(parse_square, ("d1", "d3"))
    story = begun(line_after())._replace(away=(Away(d1, AIR, 5.0, 5.0, d1),))

    def cheapest(at: float) -> float:
        seen = SquareChange(d3, at, unsure=1 << d3)
        return min(came.price for came in came_unseen(story, seen, 0.0, stirs=False))

    assert cheapest(5.0 + seconds) - cheapest(7.0) == price


def test_a_piece_that_comes_unfelt_is_less_sure_than_one_that_left_and_least_beside_a_hand() -> (
    None
):
    """e1, on the next square, may be felt on e2, too; the other side may hold e5 meanwhile."""
    felt = gap(Looker().look("-f2").look("+e2"))
    unfelt = gap(Looker(unsure="f2").look("-f2", "+e2"))
    beside_a_hand = gap(Looker(unsure="f2").look("-e5").look("-f2", "+e2"))
    assert felt > unfelt > prices.SURE > beside_a_hand


def test_a_piece_that_was_felt_on_the_line_for_a_moment_is_still_where_its_slide_has_ended() -> (
    None
):
    """d3 may stick, and the piece be in a hand behind d4: then it would be felt on the next one."""
    board = Looker()
    for change in ("-d1", "+d2", "-d2", "+d3"):
        board.look(change, after=0.03)
    board.look("+d4").look("-d4", after=0.1)
    assert (board.moves, whereabouts(board.best)) == (["d1-d3"], {})
    assert gap(board) > prices.SURE
