"""What was made is held against what was committed: each count by the smallest story it tells."""

from random import Random

import pytest

from controller.events.event import Event, GameStarted, MoveCommitted, MoveRetargeted, MoveTakenBack
from controller.notation.moves import parse_move
from controller.rules.geometry import SIZE, parse_square
from controller.rules.lines import Move
from controller.rules.pieces import Piece, Side
from simulators.clock import VirtualClock
from simulators.people.hand import SimulatedHand
from simulators.people.score import Score
from simulators.people.scorer import Scorer
from simulators.table.tabletop import PhysicalPiece, Tabletop

ATTACKERS = Side.ATTACKERS


def move(text: str) -> Move:
    return parse_move(text).move


def committed(at: float, ply: int, text: str) -> Event:
    return MoveCommitted(at, ply, ATTACKERS, move(text), 0)


def retargeted(at: float, ply: int, old: str, text: str) -> Event:
    return MoveRetargeted(at, ply, ATTACKERS, move(old), move(text), 0)


def taken_back(at: float, ply: int, text: str) -> Event:
    return MoveTakenBack(at, ply, ATTACKERS, move(text))


class Story:
    """Deeds and events, one after the other."""

    def __init__(self) -> None:
        """Begin a game."""
        self.report = Score()
        self.scorer = Scorer(self.report)
        self.scorer.begin_game()
        self.happens(GameStarted(0.0, "copenhagen"))
        self.scorer.set_right()

    def begins(
        self, text: str, at: float, *stops: tuple[str, float], mistaken: bool = False
    ) -> None:
        """Take a piece in hand, and stand on squares since some times."""
        hand = SimulatedHand(Tabletop({}), VirtualClock(), Random(1))
        hand.timeline.trail += [(parse_square(name), since) for name, since in stops]
        self.scorer.begin_ply(None if mistaken else move(text), move(text).origin, hand, at)

    def made(self, text: str, at: float, *stops: tuple[str, float], askew: bool = False) -> None:
        """Make a move, which stands at some time."""
        self.begins(text, at - 0.3, *stops)
        self.scorer.made(move(text), at, askew=askew)

    def pushes(self, text: str, at: float) -> None:
        """Push a piece to another square by mistake."""
        origin, target = move(text)
        before, now = (
            PhysicalPiece(0, Piece.ATTACKER, x=square % SIZE, y=square // SIZE)
            for square in (origin, target)
        )
        self.scorer.pushed(before, now, at)

    def happens(self, *events: Event) -> None:
        """Let the controller tell of events."""
        for event in events:
            self.scorer.take(event)

    @property
    def counts(self) -> dict[str, int]:
        """All counts that are not zero."""
        faults = ("wrong", "missed", "phantom", "stuck", "provisional", "undecidable")
        names = ("plies", "recognised", *faults)
        return {name: value for name in names if (value := getattr(self.report, name))}


def test_a_ply_that_stands_in_the_game_as_it_was_made_is_recognised() -> None:
    story = Story()
    story.made("d1-d3", 1.0)
    story.happens(committed(1.3, 1, "d1-d3"))
    assert story.counts == {"plies": 1, "recognised": 1}
    assert story.report.place_to_commit_ms == [pytest.approx(300)]
    assert story.scorer.agrees()


def test_a_ply_that_counts_before_its_piece_is_let_go_is_recognised_at_once() -> None:
    story = Story()
    story.begins("d1-d3", 1.0)
    story.happens(committed(1.3, 1, "d1-d3"))
    assert story.counts == {}
    story.scorer.made(move("d1-d3"), 1.5, askew=False)
    assert story.counts == {"plies": 1, "recognised": 1}
    assert story.report.place_to_commit_ms == [0.0]


def test_a_piece_put_down_askew_gives_no_latency() -> None:
    story = Story()
    story.made("d1-d3", 1.0, askew=True)
    story.happens(committed(1.3, 1, "d1-d3"))
    assert (story.counts, story.report.place_to_commit_ms) == ({"plies": 1, "recognised": 1}, [])


def test_a_ply_that_was_not_committed_until_people_gave_up_is_missed() -> None:
    story = Story()
    story.made("d1-d3", 1.0)
    story.scorer.give_up()
    assert story.counts == {"plies": 1, "missed": 1}
    assert not story.scorer.agrees()


def test_another_ply_in_its_place_is_wrong_when_people_give_up() -> None:
    story = Story()
    story.made("d1-d3", 1.0, ("d2", 0.8))
    story.happens(committed(1.1, 1, "d1-d2"))
    story.scorer.give_up()
    assert story.counts == {"plies": 1, "wrong": 1, "provisional": 1}


def test_where_a_slide_stopped_a_ply_is_provisional_if_it_goes_on() -> None:
    story = Story()
    story.begins("d1-d3", 0.0, ("d2", 0.1))
    story.happens(committed(0.5, 1, "d1-d2"))
    story.scorer.made(move("d1-d3"), 1.0, askew=False)
    story.happens(retargeted(1.3, 1, "d1-d2", "d1-d3"))
    assert story.counts == {"plies": 1, "recognised": 1, "provisional": 1}


def test_where_a_slide_only_passed_a_ply_is_a_phantom() -> None:
    story = Story()
    story.begins("d1-d3", 0.0, ("d2", 0.1))
    story.happens(committed(0.15, 1, "d1-d2"))
    assert story.counts == {"phantom": 1}


def test_a_stop_that_still_stands_after_the_reply_was_begun_is_wrong_though_it_heals() -> None:
    story = Story()
    story.made("d1-d3", 1.0, ("d2", 0.5))
    story.happens(committed(0.9, 1, "d1-d2"))
    story.begins("e5-e2", 1.2)
    story.happens(retargeted(1.6, 1, "d1-d2", "d1-d3"))
    assert story.counts == {"plies": 1, "wrong": 1, "provisional": 1}


def test_half_a_second_is_left_to_a_ply_that_is_replied_to_at_once() -> None:
    story = Story()
    story.made("d1-d3", 1.0, ("d2", 0.5))
    story.happens(committed(0.9, 1, "d1-d2"))
    story.begins("e5-e2", 1.2)
    story.happens(retargeted(1.4, 1, "d1-d2", "d1-d3"))
    assert story.counts == {"plies": 1, "recognised": 1, "provisional": 1}


def test_a_piece_taken_by_mistake_may_count_until_it_is_back() -> None:
    story = Story()
    story.begins("e1-e3", 0.0, ("e3", 0.2), mistaken=True)
    story.happens(committed(0.6, 1, "e1-e3"), taken_back(1.0, 1, "e1-e3"))
    assert story.counts == {"provisional": 1}
    assert story.scorer.agrees()


def test_a_mistake_may_be_dropped_after_the_next_ply_has_been_made() -> None:
    story = Story()
    story.begins("e1-e3", 0.0, ("e3", 0.2), mistaken=True)
    story.happens(committed(0.6, 1, "e1-e3"))
    story.made("d1-d3", 1.2)
    story.happens(taken_back(1.3, 1, "e1-e3"), committed(1.5, 1, "d1-d3"))
    assert story.counts == {"plies": 1, "recognised": 1, "provisional": 1}


def test_a_piece_that_stands_askew_is_not_at_rest_until_it_is_put_right() -> None:
    for put_right, counts in ((True, {"recognised": 1}), (False, {"wrong": 1})):
        story = Story()
        story.made("d1-d3", 1.0, ("d2", 0.5), askew=True)
        story.happens(committed(0.9, 1, "d1-d2"))
        story.begins("e5-e4", 1.2)
        if put_right:
            story.scorer.put_right(move("d1-d3"), 2.0)
            story.happens(retargeted(2.3, 1, "d1-d2", "d1-d3"))
        else:
            story.scorer.give_up()
        assert story.counts == {"plies": 1, "provisional": 1, **counts}


def test_it_is_not_at_rest_either_if_the_other_side_acts_only_then() -> None:
    story = Story()
    story.made("d1-d3", 1.0, ("d2", 0.5), askew=True)
    story.happens(committed(0.9, 1, "d1-d2"))
    story.scorer.put_right(move("d1-d3"), 2.0)
    story.begins("e5-e4", 2.1)
    story.happens(retargeted(2.3, 1, "d1-d2", "d1-d3"))
    assert story.counts == {"plies": 1, "provisional": 1, "recognised": 1}


def test_a_ply_that_no_hand_made_is_a_phantom_and_not_wrong_as_well() -> None:
    story = Story()
    story.made("d1-d3", 1.0)
    story.happens(committed(1.3, 1, "d1-d3"), committed(2.0, 2, "e5-e2"))
    story.scorer.give_up()
    assert story.counts == {"plies": 1, "recognised": 1, "phantom": 1}


def test_a_ply_taken_back_by_nobody_is_a_phantom() -> None:
    story = Story()
    story.made("d1-d3", 1.0)
    story.happens(committed(1.3, 1, "d1-d3"), taken_back(2.0, 1, "d1-d3"))
    assert story.counts == {"plies": 1, "recognised": 1, "phantom": 1}


def test_a_game_begun_by_nobody_is_a_phantom() -> None:
    story = Story()
    story.made("d1-d3", 1.0)
    story.happens(committed(1.3, 1, "d1-d3"), GameStarted(2.0, "copenhagen"))
    assert story.counts == {"plies": 1, "recognised": 1, "phantom": 1}


def test_a_takeback_is_expected_from_the_moment_a_hand_begins_it() -> None:
    story = Story()
    story.made("d1-d3", 1.0)
    story.happens(committed(1.3, 1, "d1-d3"))
    story.scorer.take_back(SimulatedHand(Tabletop({}), VirtualClock(), Random(1)), 1.8)
    assert not story.scorer.agrees()
    story.happens(taken_back(2.0, 1, "d1-d3"))
    assert (story.counts, story.scorer.agrees()) == ({"plies": 1, "recognised": 1}, True)


def test_a_takeback_that_is_not_seen_leaves_a_wrong_ply() -> None:
    story = Story()
    story.made("d1-d3", 1.0)
    story.happens(committed(1.3, 1, "d1-d3"))
    story.scorer.take_back(SimulatedHand(Tabletop({}), VirtualClock(), Random(1)), 1.8)
    story.scorer.give_up()
    assert story.counts == {"plies": 1, "recognised": 1, "wrong": 1}


def test_while_the_board_is_upset_nothing_is_a_phantom_but_what_stays_is_wrong() -> None:
    story = Story()
    story.scorer.upset()
    story.happens(committed(1.0, 1, "d1-d3"), taken_back(2.0, 1, "d1-d3"))
    assert story.counts == {"provisional": 1}
    story.happens(committed(3.0, 1, "e1-e3"))
    story.scorer.set_right()
    story.scorer.give_up()
    assert story.counts == {"wrong": 1, "provisional": 2}


def captive_taken_for_the_piece() -> Story:
    """Return a story in which a captive on d2 counts as d1-d2 while d1-d3 is in a hand."""
    story = Story()
    story.begins("d1-d3", 1.0)
    story.scorer.laid(parse_square("d2"), 1.2)
    story.happens(committed(1.5, 1, "d1-d2"))
    story.scorer.made(move("d1-d3"), 2.0, askew=False)
    return story


def test_nobody_can_tell_a_captive_from_a_piece_in_a_hand_that_may_go_where_it_is_laid() -> None:
    story = captive_taken_for_the_piece()
    story.scorer.stuck()
    story.scorer.give_up()
    assert story.counts == {"plies": 1, "undecidable": 1}


def test_but_it_tells_when_the_order_of_the_two_shows_which_is_which() -> None:
    for laid_at in (0.9, 2.1):
        story = Story()
        story.begins("d1-d3", 1.0, ("d3", 2.0))
        story.scorer.laid(parse_square("d2"), laid_at)
        story.happens(committed(2.4, 1, "d1-d2"))
        story.scorer.made(move("d1-d3"), 2.0, askew=False)
        story.scorer.stuck()
        story.scorer.give_up()
        assert story.counts == {"plies": 1, "phantom": 1, "missed": 1, "stuck": 1}


def test_what_follows_a_captive_that_was_taken_for_a_piece_is_not_counted_as_well() -> None:
    """The piece comes down later, and a captive taken early seems to have gone there."""
    story = captive_taken_for_the_piece()
    story.happens(committed(2.4, 2, "e5-d5"))
    story.made("e5-e4", 3.0)
    story.begins("d3-d4", 4.0)
    story.happens(committed(5.0, 3, "d3-d4"))
    story.scorer.give_up()
    assert story.counts == {"plies": 2, "undecidable": 1}


def test_but_what_comes_long_after_that_is_a_phantom_as_ever() -> None:
    story = captive_taken_for_the_piece()
    moves = ("e5-e4", "h1-h2", "f4-e4")
    story.happens(*(committed(3.0 + n, 2 + n, move) for n, move in enumerate(moves)))
    assert story.counts == {"plies": 1, "phantom": 1, "undecidable": 1}


def test_a_ply_is_recognised_once_it_shows_that_a_captive_was_taken_for_it() -> None:
    story = captive_taken_for_the_piece()
    story.happens(retargeted(2.3, 1, "d1-d2", "d1-d3"))
    story.scorer.stuck()
    assert story.counts == {"plies": 1, "recognised": 1, "undecidable": 1, "stuck": 1}


def gone_on_before_the_reply_is_felt(*, felt: bool, lifted_at: float, on: str = "d2-d3") -> Story:
    """Return a story in which d1-d2 and the next ply, from d2 on, count as d1-d3 for a while.

    The reply, e5-e4, is pushed straight at 3.0.
    """
    story = Story()
    story.made("d1-d2", 1.0)
    story.happens(committed(1.3, 1, "d1-d2"))
    story.begins("e5-e4", 1.8)
    story.scorer.made(move("e5-e4"), 2.1, askew=True, felt=felt)
    story.begins(on, lifted_at)
    story.scorer.made(move(on), lifted_at + 0.3, askew=False)
    story.scorer.put_right(move("e5-e4"), 3.0)
    story.happens(retargeted(3.5, 1, "d1-d2", "d1-d3"), committed(3.6, 2, "e5-e4"))
    return story


@pytest.mark.parametrize("on", ["d2-d3", "d2-d5"])
def test_nobody_can_tell_a_second_thought_from_the_next_ply_while_nothing_feels_the_reply(
    on: str,
) -> None:
    """The next ply ends on d3, or only pauses there."""
    story = gone_on_before_the_reply_is_felt(felt=False, lifted_at=2.5, on=on)
    story.scorer.stuck()
    story.scorer.give_up()
    assert story.counts == {"plies": 3, "recognised": 2, "undecidable": 1}


def test_but_it_tells_once_something_feels_it() -> None:
    for felt, lifted_at in ((True, 2.5), (False, 3.1)):
        story = gone_on_before_the_reply_is_felt(felt=felt, lifted_at=lifted_at)
        story.scorer.stuck()
        story.scorer.give_up()
        assert story.counts == {
            "plies": 3,
            "recognised": 2,
            "missed": 1,
            "phantom": 1,
            "stuck": 1,
        }


def test_a_pushed_piece_may_count_until_somebody_puts_it_right() -> None:
    story = Story()
    story.pushes("d1-d2", 1.0)
    story.happens(committed(1.3, 1, "d1-d2"))
    story.scorer.pushed_back(parse_square("d1"), 1.6)
    story.happens(taken_back(1.7, 1, "d1-d2"))
    assert (story.counts, story.scorer.agrees()) == ({"provisional": 1}, True)


def test_and_not_longer_nor_sooner_nor_while_a_hand_has_moved_another_piece() -> None:
    for at, moved in ((1.1, False), (1.8, False), (1.3, True)):
        story = Story()
        if moved:
            story.begins("e1-e3", 0.9, ("e1", 0.9), ("e2", 1.0))
        story.pushes("d1-d2", 1.0)
        story.scorer.pushed_back(parse_square("d1"), 1.6)
        story.happens(committed(at, 1, "d1-d2"))
        assert story.counts == {"phantom": 1}


def test_a_pushed_piece_that_stays_in_the_game_is_wrong() -> None:
    story = Story()
    story.pushes("d1-d2", 1.0)
    story.happens(committed(1.3, 1, "d1-d2"))
    story.made("e1-e3", 3.0)
    story.scorer.give_up()
    assert story.counts == {"plies": 1, "wrong": 1, "provisional": 1}
