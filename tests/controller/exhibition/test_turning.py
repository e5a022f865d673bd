"""From visitor to visitor: what an unattended board does, and that it always finds back."""

from dataclasses import replace

import pytest

from controller.exhibition.glimpse import Glimpse
from controller.exhibition.host import (
    BeginGame,
    BeginWithout,
    Believe,
    Count,
    Hint,
    SeatComputer,
    Teach,
)
from controller.exhibition.programme import Hours, Programme
from controller.exhibition.states import (
    TABLE,
    AgainstMachine,
    AskingFirstTime,
    AskingLanguage,
    Attracting,
    Celebrating,
    Closed,
    Gathering,
    Learning,
    Praising,
    Proposing,
    Signal,
    State,
    StillThere,
    Tidying,
    Together,
)
from controller.exhibition.stay import End
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Side
from tests.controller.exhibition.visits import PROGRAMME, Visits
from tests.squares import squares

_PATIENCE = PROGRAMME.patience
_CORNERS = ("a1", "k1", "k11", "a11")


def learning(programme: Programme = PROGRAMME) -> Visits:
    board = Visits(programme)
    board.come()
    board.touch("f6")
    board.see(has_lesson=True)
    board.wait(1.0)
    return board


def gathering() -> Visits:
    board = Visits()
    board.come()
    board.touch("d1")
    board.forget()
    return board


def against(side: Side = Side.ATTACKERS) -> Visits:
    board = gathering()
    if side is Side.ATTACKERS:
        board.play("d1", "d3")
    else:
        board.touch("f8")
    board.wait(_PATIENCE.other_player + 0.1)
    assert board.host.state == AgainstMachine(board.host.state.since, side)
    board.forget()
    return board


def test_after_a_power_cut_a_board_is_ready_for_the_next_visitor() -> None:
    board = Visits()
    assert board.acts == [Teach(None), SeatComputer(None), BeginGame()]
    board.wait(600)
    assert (board.host.state, board.signals) == (Attracting(0.0), [])


@pytest.mark.parametrize("square", ["a4", "f6", "k8", "f11", "e7"])
def test_any_touched_piece_begins(square: str) -> None:
    board = Visits()
    board.lift(square)
    board.wait(0.1)
    assert isinstance(board.host.state, AskingLanguage)
    assert board.signals == [Signal.TOUCHED, Signal.READY]


def test_the_piece_that_began_chooses_nothing_yet() -> None:
    board = Visits()
    board.lift("d1")
    board.wait(0.1)
    board.lift("e1", "f1", "a4", "k4")  # a child sweeps over the board
    board.wait(1.0)
    board.put("d1", "e1", "f1", "a4", "k4")
    assert isinstance(board.host.state, AskingLanguage)


def test_who_lifts_a_piece_too_early_and_waits_with_it_has_chosen() -> None:
    board = Visits()
    board.touch("d1")
    board.lift("k6")
    assert board.signals[-1] is Signal.READY
    board.wait(1.0)
    assert (type(board.host.state), board.host.language) == (AskingFirstTime, "de")
    # The piece is still in the hand, and answers no second question.
    board.wait(1.0)
    assert isinstance(board.host.state, AskingFirstTime)


def test_who_lifts_a_piece_too_early_and_puts_it_back_has_chosen_nothing() -> None:
    board = Visits()
    board.touch("d1")
    board.touch("k6")
    board.wait(1.0)
    assert board.host.state == AskingLanguage(board.host.state.since)


@pytest.mark.parametrize(
    ("square", "language"), [("e1", "en"), ("k6", "de"), ("f11", "da"), ("b6", "nb")]
)
def test_each_edge_stands_for_a_language(square: str, language: str) -> None:
    board = Visits()
    board.touch("f6")
    board.wait(1.0)
    board.lift(square)
    assert (type(board.host.state), board.host.language) == (AskingFirstTime, language)


def test_the_middle_stands_for_more_languages_and_comes_round() -> None:
    board = Visits()
    board.touch("d1")
    for page in (1, 2, 3):
        board.wait(1.0)
        board.touch("f6")
        assert isinstance(board.host.state, AskingLanguage)
        assert board.host.state.page == page
    board.wait(1.0)
    board.lift("d1")
    assert board.host.language == "sv"


def test_who_chooses_no_language_is_asked_the_next_question_in_the_usual_one() -> None:
    board = Visits()
    board.touch()
    board.wait(_PATIENCE.language + 0.2)
    assert (type(board.host.state), board.host.language) == (AskingFirstTime, "en")


def test_first_time_visitors_get_all_lessons_and_then_a_game() -> None:
    board = learning()
    assert Teach(0) in board.acts
    board.see(stars=4)
    assert board.host.state == Praising(board.now.at, 0)
    board.wait(3.1)
    board.see(stars=0)
    board.wait(1.0)
    assert isinstance(board.host.state, Learning)
    assert (board.host.state.number, board.acts[-1]) == (1, Teach(1))
    board.see(stars=3, is_start=False)
    board.forget()
    board.wait(3.1)
    assert board.acts == [Teach(None), SeatComputer(Side.DEFENDERS), BeginGame()]
    assert isinstance(board.host.state, AgainstMachine)


def test_a_game_that_a_lesson_began_goes_on() -> None:
    board = learning(replace(PROGRAMME, lessons=("welcome",)))
    board.play("a4", "e4")
    board.play("f8", "c8")
    board.forget()
    board.play("k4", "g4", stars=4)
    board.wait(3.1)
    assert isinstance(board.host.state, AgainstMachine)
    assert board.host.state.person is Side.ATTACKERS
    assert board.acts == [Teach(None), SeatComputer(Side.DEFENDERS)]


def test_who_knows_the_game_plays_at_once() -> None:
    board = gathering()
    assert (type(board.host.state), board.acts) == (Gathering, [])


@pytest.mark.parametrize("side", Side)
def test_the_machine_takes_the_empty_side_after_a_while(side: Side) -> None:
    board = gathering()
    if side is Side.ATTACKERS:
        board.play("d1", "d3")
    else:
        board.touch("f8")
    board.wait(_PATIENCE.other_player - 0.2)
    assert board.signals == []
    board.wait(0.4)
    assert board.host.state == AgainstMachine(board.host.state.since, side)
    assert board.acts == [Teach(None), SeatComputer(side.other)]


@pytest.mark.parametrize(("first", "second"), [("d1", "f8"), ("f8", "d1")])
def test_two_strangers_play_each_other_whoever_begins(first: str, second: str) -> None:
    board = gathering()
    board.touch(first)
    board.wait(2.0)
    board.touch(second)
    assert (type(board.host.state), board.acts) == (Together, [SeatComputer(None)])


def test_who_has_lifted_the_first_piece_before_the_game_begins_plays_its_side() -> None:
    """The last piece is set up while the first move is made."""
    board = gathering()
    board.see(setting_up=True)
    board.play("d1", "d3", setting_up=False)
    board.wait(_PATIENCE.other_player + 0.4)
    assert board.host.state == AgainstMachine(board.host.state.since, Side.ATTACKERS)
    assert board.acts[-1] == SeatComputer(Side.DEFENDERS)


def test_two_who_have_moved_before_the_game_begins_play_each_other() -> None:
    board = gathering()
    board.see(setting_up=True)
    board.play("d1", "d3")
    board.play("f8", "c8", setting_up=False)
    assert isinstance(board.host.state, Together)


def test_where_one_of_two_has_gone_the_other_plays_on_against_the_machine() -> None:
    board = gathering()
    board.play("d1", "d3")
    board.play("f8", "c8")
    assert isinstance(board.host.state, Together)
    board.wait(_PATIENCE.game + 0.1)
    assert isinstance(board.host.state, StillThere)
    board.lift("c8")  # it is the attackers' turn
    assert board.host.state == AgainstMachine(board.now.at, Side.DEFENDERS)
    assert board.acts[-1] == SeatComputer(Side.ATTACKERS)


def test_silence_is_asked_about_counted_down_and_ended() -> None:
    board = against()
    board.wait(_PATIENCE.game - 0.3)
    assert isinstance(board.host.state, AgainstMachine)
    board.wait(0.4)
    assert isinstance(board.host.state, StillThere)
    board.wait(_PATIENCE.countdown - 0.3)
    assert isinstance(board.host.state, StillThere)
    board.forget()
    board.wait(0.5)
    assert isinstance(board.host.state, Attracting)
    (counted,) = (act.stay for act in board.acts if isinstance(act, Count))
    assert (counted.end, counted.place, counted.games_begun) == (End.LEFT, "game", 1)
    assert board.acts[1:] == [Teach(None), SeatComputer(None), BeginGame()]


def test_any_touch_while_it_counts_down_goes_on_where_people_were() -> None:
    board = against()
    state = board.host.state
    board.wait(_PATIENCE.game + 0.1)
    board.lift("k8")
    assert board.host.state == state
    board.wait(_PATIENCE.game - 0.3)
    assert board.host.state == state


def test_nobody_is_hurried_while_the_machine_thinks_or_the_board_is_lost() -> None:
    board = against()
    board.see(thinks=True)
    board.wait(300)
    board.see(thinks=False, paused=True)
    board.wait(300)
    board.see(paused=False)
    assert isinstance(board.host.state, AgainstMachine)


def test_pieces_that_moved_while_the_board_was_lost_are_no_touch() -> None:
    board = Visits()
    board.see(paused=True)
    board.see(occupied=0)
    board.see(paused=False)
    board.wait(1.0)
    assert (board.host.state, board.signals) == (Attracting(0.0), [])


def test_a_sensor_at_fault_is_no_visitor() -> None:
    board = Visits()
    faulty = bits_of(parse_square("e5"))
    board.see(faulty=faulty)
    for _ in range(50):
        board.lift("e5")
        board.put("e5")
    assert (board.host.state, board.signals) == (Attracting(0.0), [])


def test_one_touch_and_no_more_is_no_visit() -> None:
    board = Visits()
    board.lift("d1")
    board.wait(120)
    assert isinstance(board.host.state, Attracting)
    assert not [act for act in board.acts if isinstance(act, Count)]


def test_hints_come_one_step_at_a_time_to_who_does_nothing() -> None:
    board = against()
    board.play("f8", "c8")
    board.forget()
    board.wait(_PATIENCE.hint + 0.1)
    assert board.acts == [Hint()]
    board.wait(2 * _PATIENCE.hint)
    assert board.acts == [Hint()] * 3
    board.touch("e1")
    board.wait(_PATIENCE.hint + 0.1)
    assert board.acts == [Hint()] * 4


# The gesture of staff ----------------------------------------------------------------------


def walk(board: Visits, corners: tuple[str, ...], pause: float = 1.0) -> None:
    board.lift("d1")
    for corner in corners:
        board.put(corner)
        board.wait(pause)
        board.lift(corner)


@pytest.mark.parametrize("begin", range(4))
@pytest.mark.parametrize("direction", [1, -1])
def test_a_piece_on_each_corner_going_round_only_proposes(begin: int, direction: int) -> None:
    board = against()
    state = board.host.state
    round_ = (_CORNERS[begin:] + _CORNERS[:begin])[::direction]
    walk(board, round_[:3])
    board.put(round_[3])
    assert isinstance(board.host.state, Proposing)
    assert board.host.state.back == state
    board.wait(_PATIENCE.gesture - 0.2)
    assert isinstance(board.host.state, Proposing)
    board.forget()
    board.wait(0.4)
    assert isinstance(board.host.state, Attracting)
    (counted,) = (act.stay for act in board.acts if isinstance(act, Count))
    assert counted.end is End.STAFF


def test_pieces_that_stand_wrong_for_long_are_set_up_from_the_start() -> None:
    board = against()
    board.see(is_right=False)
    for _ in range(round(_PATIENCE.muddle / 1.2) - 2):
        board.touch("e1")  # people try, and do not get it right
        board.wait(1.0)
    assert isinstance(board.host.state, AgainstMachine)
    board.wait(3.0)
    assert isinstance(board.host.state, Tidying)
    assert board.acts[-3:] == [Teach(None), SeatComputer(None), BeginGame()]


def test_people_who_make_no_move_however_they_try_get_a_new_start() -> None:
    board = against()
    for _ in range(round(_PATIENCE.stuck / 2.2) - 3):
        board.touch("e1")
        board.wait(2.0)
    assert isinstance(board.host.state, AgainstMachine)
    for _ in range(4):
        board.touch("e1")
        board.wait(2.0)
    assert Signal.MUDDLED in board.signals


def test_any_touch_within_five_seconds_takes_it_back_for_good() -> None:
    board = against()
    state = board.host.state
    walk(board, _CORNERS[:3])
    board.put("a11")
    board.wait(_PATIENCE.gesture - 0.3)
    board.lift("e1")
    assert board.host.state == state
    board.wait(30)
    assert board.host.state == state


@pytest.mark.parametrize(
    "corners", [("a1", "k11", "k1", "a11"), ("a1", "k1", "k11", "k1"), ("a1", "k1", "k11")]
)
def test_other_ways_to_the_corners_propose_nothing(corners: tuple[str, ...]) -> None:
    board = against()
    walk(board, corners)
    board.put("c3")
    assert isinstance(board.host.state, AgainstMachine)


def test_corners_of_long_ago_are_no_gesture() -> None:
    board = against()
    walk(board, _CORNERS, pause=6.0)
    assert Signal.SUMMONED not in board.signals


def test_a_corner_whose_sensor_is_at_fault_is_left_out() -> None:
    board = against()
    board.see(faulty=bits_of(parse_square("k11")))
    walk(board, ("a1", "k1"))
    board.put("a11")
    assert isinstance(board.host.state, Proposing)


# Pieces that are not there -----------------------------------------------------------------


def set_up_without(*names: str) -> Visits:
    board = Visits()
    missing = squares(*names)
    board.see(setting_up=True, missing=missing, steps=len(names))
    board.touch("k8")
    assert isinstance(board.host.state, Tidying)
    board.forget()
    return board


def test_a_game_begins_as_if_one_or_two_missing_pieces_stood() -> None:
    board = set_up_without("d1", "f6")
    board.wait(_PATIENCE.missing + 0.1)
    assert board.acts[0] == Believe(bits_of(parse_square("d1"), parse_square("f6")))


def test_a_game_begins_with_what_is_there_if_more_are_missing() -> None:
    board = set_up_without("d1", "e1", "f8")
    board.wait(_PATIENCE.missing - 0.3)
    assert board.acts == []
    board.wait(0.4)
    assert isinstance(board.acts[0], BeginWithout)
    assert board.acts[0].missing.bit_count() == 3


def test_a_sensor_that_feels_what_is_not_there_holds_up_no_set_up() -> None:
    board = Visits()
    e2, f8 = (bits_of(parse_square(square)) for square in ("e2", "f8"))
    board.see(setting_up=True, misplaced=f8, surplus=e2, steps=1)
    board.touch("k8")
    board.forget()
    board.wait(_PATIENCE.missing - 1.0)
    assert board.acts == []
    board.wait(1.2)
    assert set(board.acts) == {Believe(e2 | f8)}


def test_no_game_begins_without_its_king_and_two_more() -> None:
    board = set_up_without("d1", "e1", "f6")
    board.wait(_PATIENCE.missing + 1.0)
    assert board.acts == []
    board.wait(_PATIENCE.set_up + _PATIENCE.countdown)
    assert isinstance(board.host.state, Attracting)


def test_a_lesson_that_lacks_its_pieces_gives_way_to_a_game() -> None:
    board = learning()
    missing = squares("d1 e1 f8")
    board.see(setting_up=True, missing=missing, steps=3)
    board.wait(_PATIENCE.missing + 0.2)
    assert isinstance(board.host.state, Gathering)


def test_a_lesson_that_needs_a_square_whose_sensor_fails_gives_way_to_a_game() -> None:
    board = learning()
    board.wait(5.0)
    assert isinstance(board.host.state, Learning)
    board.see(hindered=True)
    assert isinstance(board.host.state, Gathering)


# Opening hours -----------------------------------------------------------------------------


def test_a_board_that_closes_lets_people_finish_but_not_for_long() -> None:
    board = against()
    board.see(is_open=False)
    for _ in range(round(_PATIENCE.closing / 2.3)):
        board.touch("e1")
        board.see(plies=board.now.plies + 1)
        board.wait(2.0)
    assert isinstance(board.host.state, AgainstMachine)
    board.wait(3.0)
    assert isinstance(board.host.state, Closed)
    (counted,) = (act.stay for act in board.acts if isinstance(act, Count))
    assert counted.end is End.CLOSED
    board.touch("e1")
    assert isinstance(board.host.state, Closed)
    board.see(is_open=True)
    assert isinstance(board.host.state, Attracting)


def test_an_empty_board_closes_at_once() -> None:
    board = Visits()
    board.see(is_open=False)
    assert isinstance(board.host.state, Closed)


def test_hours_are_of_days() -> None:
    programme = replace(PROGRAMME, hours=(Hours(1, 600, 1020), Hours(6, 660, 960)))
    tuesday, sunday = 24 * 60, 6 * 24 * 60
    assert [programme.is_open(tuesday + minute) for minute in (599, 600, 1019, 1020)] == [
        False,
        True,
        True,
        False,
    ]
    assert not programme.is_open(600)
    assert programme.opens_next(0) == tuesday + 600
    assert programme.opens_next(tuesday + 1020) == sunday + 660
    assert programme.opens_next(sunday + 1000) == tuesday + 600


# The table ---------------------------------------------------------------------------------


def test_every_state_with_people_in_it_has_an_answer_to_silence_and_to_staff() -> None:
    attended = (
        Tidying, AskingLanguage, AskingFirstTime, Learning, Gathering, AgainstMachine, Together,
        Celebrating,
    )  # fmt: skip
    assert all((state, Signal.QUIET) in TABLE for state in attended)
    assert all((state, Signal.SUMMONED) in TABLE for state in (*attended, Praising, Attracting))
    assert all((state, Signal.CLOSED) in TABLE for state in (*attended, Praising, StillThere))


def test_from_every_state_the_board_comes_back_to_attracting_visitors() -> None:
    leads: dict[type[State], set[type[State]]] = {}
    for (state, _), to in TABLE.items():
        if not isinstance(to, str):
            leads.setdefault(state, set()).add(to)
    for state in leads:
        reached, waiting = {state}, [state]
        while waiting:
            new = leads.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        assert Attracting in reached


def test_a_finished_game_is_followed_by_another_or_by_nobody() -> None:
    board = against()
    board.wait(1.0)
    board.see(over=True)
    assert isinstance(board.host.state, Celebrating)
    board.touch("e1")
    assert isinstance(board.host.state, Celebrating)  # captives are still carried off
    board.wait(4.0)
    board.lift("e1")
    assert isinstance(board.host.state, Gathering)
    assert BeginGame() in board.acts


def test_a_glimpse_is_ready_only_before_the_first_move_of_a_start() -> None:
    ready = Glimpse(0.0, 0, Visits().now.position, is_start=True)
    assert ready.ready
    others = (
        replace(ready, plies=1),
        replace(ready, over=True),
        replace(ready, setting_up=True),
        replace(ready, is_start=False),
    )
    assert not any(other.ready for other in others)


def test_a_programme_without_hours_is_always_open() -> None:
    assert Programme(("en",), ("welcome",), "one-move").opens_next(0) is None
