"""Clocks follow the game: they run for the side to move, stop with the board, and end the game."""

import pytest

from controller.events.command import Command
from controller.events.event import (
    BoardDisturbed,
    BoardRestored,
    ClockStood,
    EndTakenBack,
    GameEnded,
)
from controller.events.view import ClockFace, Phase, SideTime
from controller.notation.control import parse_control
from controller.rules.compiled import Rules, compiled
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.game import new_game
from controller.rules.geometry import parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.session.clock import new_clock
from controller.session.timekeeping import Moment, TimeKeeping, timed
from hal.board import Scan
from tests.board_driver import COPENHAGEN, SETTLED, BoardDriver

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
VIKING_CHESS = compiled(named_ruleset("viking-chess"))


def board_with(control: str, rules: Rules = COPENHAGEN) -> BoardDriver:
    """Return a board on which a game with clocks has begun."""
    return BoardDriver(rules, control=parse_control(control))


def let_pass(board: BoardDriver, seconds: float) -> None:
    """Let much time pass, with as few scans as a board may send."""
    for _ in range(round(seconds / 0.4)):
        board.stall(0.4)
        board.events += board.session.observe(Scan(board.occupied, board.at))


def left(board: BoardDriver) -> tuple[int, int]:
    """Return the seconds that attackers and defenders have left."""
    face = board.view.clock
    assert face is not None
    assert face.attackers is not None
    assert face.defenders is not None
    return face.attackers.seconds, face.defenders.seconds


def running(board: BoardDriver) -> Side | None:
    face = board.view.clock
    assert face is not None
    return face.running


def test_without_a_control_there_are_no_clocks() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    assert board.view.clock is None
    assert not any(isinstance(event, ClockStood) for event in board.events)


def test_the_clocks_begin_when_the_first_piece_is_lifted() -> None:
    board = board_with("fixed:20m")
    board.wait(60)
    assert board.view.clock == ClockFace("fixed:20m", SideTime(1200), SideTime(1200))
    board.lift("d1")
    board.wait(10)
    assert (running(board), left(board)) == (ATTACKERS, (1190, 1200))
    board.put("d3")
    board.wait(SETTLED)
    assert running(board) is DEFENDERS
    board.wait(30)
    assert left(board) == (1190, 1170)


def test_the_view_is_the_same_object_until_a_second_has_passed() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    views = []
    for _ in range(300):
        board.wait(0.01)
        views.append(board.view)
    assert len({id(view) for view in views}) == 4


def test_every_ply_is_followed_by_what_the_clocks_stood_at() -> None:
    board = board_with("fischer:15+10")
    board.play("d1-d3")
    stood = [event for event in board.events if isinstance(event, ClockStood)][-1]
    assert board.events.index(stood) == len(board.events) - 1
    assert (stood.defenders_ms, stood.running) == (900_000, DEFENDERS)
    assert stood.attackers_ms is not None
    assert 909_500 <= stood.attackers_ms <= 910_000


def test_while_a_clock_runs_it_is_told_now_and_then() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.take_events()
    board.wait(35)
    assert [type(event) for event in board.events] == 3 * [ClockStood]


def test_a_board_that_cannot_be_read_stops_the_clocks() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.lose("unplugged", 100.0)
    assert (running(board), left(board)) == (None, (1200, 1200))
    board.wait(10)
    assert (running(board), left(board)[1]) == (DEFENDERS, 1190)


def test_a_board_that_is_knocked_over_stops_the_clocks_until_it_is_right() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    stood = board.occupied
    board.occupied = stood & ~0b111 & ~(0b1111 << 60)
    board.wait(1)
    assert any(isinstance(event, BoardDisturbed) for event in board.events)
    before = left(board)
    board.wait(100)
    assert (running(board), left(board)) == (None, before)
    board.occupied = stood
    board.wait(1)
    assert any(isinstance(event, BoardRestored) for event in board.events)
    assert running(board) is DEFENDERS


def test_who_has_chosen_a_move_waits_without_a_clock_until_it_is_made() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.wait(10)
    board.say(Command.ANSWERED, DEFENDERS)
    before = left(board)
    board.wait(100)
    board.lift("e5")
    board.wait(5)
    assert (running(board), left(board)) == (None, before)
    board.put("e2")
    board.wait(SETTLED)
    board.wait(10)
    assert (running(board), left(board)) == (ATTACKERS, (before[0] - 10, before[1]))


def test_a_chosen_move_stops_no_other_clock_and_a_takeback_forgets_it() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.say(Command.ANSWERED, ATTACKERS)
    assert running(board) is DEFENDERS
    board.say(Command.ANSWERED, DEFENDERS)
    assert running(board) is None
    board.command(Command.UNDO)
    board.lift("d3")
    board.put("d1")
    board.wait(1)
    assert running(board) is ATTACKERS


@pytest.mark.parametrize("control", ["gong:10", "byoyomi:0+2x10"])
def test_a_takeback_gives_back_no_time_of_a_period(control: str) -> None:
    board = board_with(control)
    board.play("d1-d3")
    board.wait(6)
    board.play("e5-e2")
    board.wait(3)
    board.command(Command.UNDO)
    board.move("e2-e5")
    assert (running(board), left(board)[1]) == (DEFENDERS, 4)


def test_two_moves_that_are_taken_back_cost_a_period_what_the_first_has_cost_or_more() -> None:
    """And not what both have cost together."""
    board = board_with("gong:10")
    board.play("d1-d3")
    board.wait(6)
    board.play("e5-e2", "d3-d4")
    board.wait(5)
    for home in ("d4-d3", "e2-e5"):
        board.command(Command.UNDO)
        board.move(home)
    assert (running(board), left(board)[1]) == (DEFENDERS, 4)


def test_a_piece_that_is_lifted_again_is_on_the_clock_of_its_own_side() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.wait(4)
    board.lift("d3")
    board.wait(10)
    assert (running(board), left(board)) == (ATTACKERS, (1190, 1196))
    board.put("d3")
    board.wait(10)
    assert (running(board), left(board)) == (DEFENDERS, (1190, 1186))


def test_while_the_other_side_holds_a_piece_its_clock_runs_whatever_is_in_the_air() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.lift("e5")
    board.wait(10)
    board.lift("d3")
    board.wait(0.2)
    assert (running(board), left(board)) == (DEFENDERS, (1200, 1190))


@pytest.mark.parametrize(
    ("control", "after"),
    [
        ("fixed:20m", (1197, 1200)),
        ("fischer:15+10", (907, 900)),
        ("gong:10", (7, 10)),
        ("byoyomi:0+2x10", (7, 10)),
    ],
)
def test_a_move_that_goes_on_gives_the_other_side_back_what_it_has_used_since(
    control: str, after: tuple[int, int]
) -> None:
    """What a move adds is added once."""
    board = board_with(control)
    board.play("d1-d3")
    board.wait(6)
    board.lift("d3")
    board.wait(2.8)
    board.put("d5")
    board.wait(SETTLED)
    assert (board.moves, running(board), left(board)) == (["d1-d5"], DEFENDERS, after)
    assert isinstance(board.events[-1], ClockStood)
    board.wait(6)
    assert left(board)[1] == after[1] - 6


def test_a_slow_slide_takes_no_time_from_the_other_side() -> None:
    board = board_with("gong:3")
    board.slide(["d1", "d2", "d3", "d4", "d5"], each=1.0)
    assert (board.moves, board.view.outcome) == (["d1-d5"], None)
    assert left(board)[1] == 3


def test_by_gong_a_move_that_went_on_leaves_the_next_one_its_whole_time() -> None:
    board = board_with("gong:10")
    board.play("d1-d3")
    board.lift("d3")
    board.wait(6)
    board.put("d5")
    board.wait(SETTLED)
    assert left(board) == (4, 10)
    board.play("e5-e2")
    assert left(board) == (10, 10)


def test_who_holds_the_piece_of_his_last_move_loses_on_time_and_not_the_other_side() -> None:
    board = board_with("gong:5")
    board.play("d1-d3")
    board.wait(4)
    board.lift("d3")
    board.wait(4.5)
    assert board.view.outcome is None
    board.wait(1)
    assert board.view.outcome == Outcome(DEFENDERS, OutcomeReason.TIME, (), None)


def test_a_takeback_by_hand_costs_its_own_side_what_the_piece_was_in_the_air() -> None:
    board = board_with("fischer:15+10")
    board.play("d1-d3")
    board.wait(5)
    board.lift("d3")
    board.wait(5)
    board.put("d1")
    board.wait(SETTLED)
    assert (board.moves, running(board), left(board)) == ([], ATTACKERS, (895, 895))


def test_no_time_runs_out_for_the_other_side_while_a_move_is_taken_back_or_goes_on() -> None:
    for square, moves in (("d1", []), ("d5", ["d1-d5"])):
        board = board_with("gong:5")
        board.play("d1-d3")
        board.wait(4.65)
        assert left(board)[1] == 1
        board.lift("d3")
        board.put(square)
        board.wait(SETTLED)
        assert board.moves == moves
        assert not any(isinstance(event, GameEnded) for event in board.events)


def test_who_takes_a_captive_before_its_captor_does_not_let_the_other_clock_run() -> None:
    """g3-e3 captures the piece that has come to e2."""
    board = board_with("fixed:20m")
    board.play("d1-d3", "f4-c4", "g1-g3", "e5-e2")
    before = left(board)
    board.lift("e2")
    board.wait(4)
    assert (running(board), left(board)) == (None, before)
    board.lift("g3")
    assert running(board) is ATTACKERS


def test_a_piece_that_nothing_feels_any_more_stops_no_thought() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.lift("d3")
    board.wait(29)
    assert running(board) is ATTACKERS
    board.wait(2)
    assert running(board) is DEFENDERS


def test_nobody_pays_for_a_chosen_move_that_is_made_in_two_goes() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.wait(10)
    board.say(Command.ANSWERED, DEFENDERS)
    board.play("e5-e3")
    board.wait(10)
    before = left(board)
    board.lift("e3")
    board.wait(10)
    assert (running(board), left(board)) == (None, before)
    board.put("e2")
    board.wait(SETTLED)
    assert (board.moves[-1], running(board)) == ("e5-e2", ATTACKERS)
    assert left(board) == (1200, before[1])


def test_who_has_chosen_a_reply_to_a_move_that_goes_on_has_to_think_again() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.say(Command.ANSWERED, DEFENDERS)
    board.lift("d3")
    board.put("d5")
    board.wait(SETTLED)
    assert (board.moves, running(board)) == (["d1-d5"], DEFENDERS)


def test_who_has_chosen_a_move_takes_that_back_by_giving_the_choice_to_the_other_side() -> None:
    board = board_with("fixed:20m")
    board.play("d1-d3")
    board.say(Command.ANSWERED, DEFENDERS)
    assert running(board) is None
    board.say(Command.ANSWERED, ATTACKERS)
    assert running(board) is DEFENDERS
    board.play("e5-e2")
    assert running(board) is ATTACKERS


def test_a_takeback_stops_the_clocks_until_the_pieces_are_back() -> None:
    board = board_with("fischer:15+10")
    board.play("d1-d3", "e5-e2")
    board.wait(5)
    board.command(Command.UNDO)
    board.wait(1)
    before = left(board)
    board.wait(100)
    assert (running(board), left(board)) == (None, before)
    board.lift("e2")
    board.put("e5")
    board.wait(1)
    board.wait(10)
    assert running(board) is DEFENDERS
    # The ten seconds that the move had added are gone again.
    assert 885 <= left(board)[1] <= 891


def test_who_has_no_time_left_loses() -> None:
    board = board_with("gong:10")
    board.play("d1-d3")
    board.wait(20)
    assert board.view.outcome == Outcome(ATTACKERS, OutcomeReason.TIME, (), None)
    assert (board.view.phase, running(board), left(board)) == (Phase.OVER, None, (10, 0))
    ended, stood = board.events[-2:]
    assert (type(ended), type(stood)) == (GameEnded, ClockStood)
    assert not board.session.game.legal_moves()


def test_whose_time_runs_out_at_a_scan_loses_whatever_the_sums_of_floats_are() -> None:
    """As the clocks of virtual boards stand: on whole hundredths of a second."""
    game, control = new_game(COPENHAGEN), parse_control("fixed:6.17s")
    for hundredths in range(1, 2000):
        begun, flag = hundredths / 100, (hundredths + 617) / 100
        clock = new_clock(control).running_for(ATTACKERS, begun)
        time = TimeKeeping(control, 0.0, clock, waiting=False)
        ended = timed(time, Moment(game), (), flag)
        assert ended.game.outcome == Outcome(DEFENDERS, OutcomeReason.TIME, (), None)
        again = timed(ended.time, Moment(game), (EndTakenBack(flag),), flag)
        assert (again.game.outcome, again.time.face) == (None, None)


def test_a_ruleset_whose_time_runs_out_at_a_scan_draws_whatever_the_sums_of_floats_are() -> None:
    game = new_game(VIKING_CHESS)
    for hundredths in range(1, 2000):
        begun, end = hundredths / 100, (hundredths + 617) / 100
        time = TimeKeeping(
            None, 6.17, new_clock(None, 6.17).running_for(ATTACKERS, begun), waiting=False
        )
        ended = timed(time, Moment(game), (), end)
        clause = VIKING_CHESS.ruleset.clauses.time
        assert ended.game.outcome == Outcome(None, OutcomeReason.TIME, (), clause)
        again = timed(ended.time, Moment(game), (EndTakenBack(end),), end)
        assert (again.game.outcome, again.time.face) == (None, None)


def test_a_move_that_stands_when_the_time_runs_out_was_made_in_time() -> None:
    board = board_with("gong:10")
    board.play("d1-d3")
    board.lift("e5")
    while left(board)[1] > 1:
        board.wait(0.01)
    board.wait(0.8)
    board.put("e2")
    board.wait(0.5)
    assert (board.moves, board.view.outcome) == (["d1-d3", "e5-e2"], None)
    board.wait(20)
    assert board.view.outcome == Outcome(DEFENDERS, OutcomeReason.TIME, (), None)


def slide_on(board: BoardDriver, here: str, there: str, overlap_s: float) -> None:
    """Slide a piece that is felt on both squares for a while, or on none if that is negative."""
    first, then = (there, here) if overlap_s > 0 else (here, there)
    board.occupied ^= 1 << parse_square(first)
    board.wait(abs(overlap_s))
    board.occupied ^= 1 << parse_square(then)
    board.wait(0.06)


def slide_at_the_last_moment(overlap_s: float) -> BoardDriver:
    """Return a board by gong on which a piece has just slid to e3, with less than 0.1 s left."""
    board = board_with("gong:10")
    board.play("d1-d3")
    board.wait(9.63 - 2 * abs(overlap_s))
    slide_on(board, "e5", "e4", overlap_s)
    slide_on(board, "e4", "e3", overlap_s)
    assert left(board)[1] == 1
    board.wait(0.1)
    assert left(board)[1] == 0
    return board


OVERLAPS_S = [0.04, 0.0, -0.04]


@pytest.mark.parametrize("overlap_s", OVERLAPS_S)
def test_a_piece_that_passes_a_square_as_the_time_runs_out_has_not_moved_in_time(
    overlap_s: float,
) -> None:
    board = slide_at_the_last_moment(overlap_s)
    slide_on(board, "e3", "e2", overlap_s)
    board.wait(SETTLED)
    assert board.view.outcome == Outcome(ATTACKERS, OutcomeReason.TIME, (), None)


@pytest.mark.parametrize("overlap_s", OVERLAPS_S)
def test_a_piece_that_stands_as_the_time_runs_out_has_moved_in_time(overlap_s: float) -> None:
    board = slide_at_the_last_moment(overlap_s)
    board.wait(SETTLED)
    assert (board.moves, board.view.outcome) == (["d1-d3", "e5-e3"], None)


def test_who_takes_back_a_loss_on_time_plays_on_without_clocks() -> None:
    board = board_with("gong:10")
    board.play("d1-d3")
    board.wait(20)
    board.command(Command.UNDO)
    board.wait(60)
    assert (board.view.phase, board.view.clock) == (Phase.PLAY, None)
    board.play("e5-e2")
    board.command(Command.NEW_GAME)
    board.occupied = COPENHAGEN.start.occupied
    board.wait(SETTLED)
    assert left(board) == (10, 10)


def test_viking_chess_is_drawn_after_two_hours_of_play() -> None:
    board = board_with("none", VIKING_CHESS)
    board.lift("d1")
    board.put("d3")
    board.lose("unplugged", 10.0)
    board.wait(1)
    let_pass(board, 7100)
    assert board.view.outcome is None
    assert board.view.clock == ClockFace(running=DEFENDERS, game_s=120)
    let_pass(board, 110)
    clause = VIKING_CHESS.ruleset.clauses.time
    assert board.view.outcome == Outcome(None, OutcomeReason.TIME, (), clause)


def test_the_last_seconds_are_low() -> None:
    board = board_with("fixed:0.5")
    board.play("d1-d3")
    seen = {}
    while board.view.outcome is None:
        board.wait(0.5)
        face = board.view.clock
        assert face is not None
        assert face.defenders is not None
        seen[face.defenders.seconds] = face.defenders.is_low
    assert seen == {seconds: seconds <= 10 for seconds in range(31)}


def test_byoyomi_shows_the_main_time_then_the_seconds_of_a_period_and_how_many_are_left() -> None:
    board = board_with("byoyomi:10s+2x20")
    board.play("d1-d3")
    seen = []
    while board.view.outcome is None:
        face = board.view.clock
        assert face is not None
        assert face.defenders is not None
        seen.append((face.defenders.periods, face.defenders.seconds, face.defenders.is_low))
        board.wait(5)
    assert seen == [
        *((2, 10, False), (2, 5, False)),
        *((2, 20, False), (2, 15, False), (2, 10, False), (2, 5, False)),
        *((1, 20, False), (1, 15, False), (1, 10, True), (1, 5, True)),
    ]


def test_a_game_that_goes_on_has_its_clocks_and_they_wait_for_the_first_piece() -> None:
    board = board_with("none")
    board.play("d1-d3", "e5-e2")
    game = board.session.game
    control = parse_control("fixed:20m")
    again = BoardDriver(started=False)
    again.occupied = game.position.occupied
    clock = new_clock(control).with_left(ATTACKERS, 77.0)
    again.session.take_up(game, clock)
    again.wait(60)
    assert (running(again), left(again)) == (None, (77, 1200))
    again.lift("g1")
    again.wait(7)
    assert (running(again), left(again)) == (ATTACKERS, (70, 1200))
