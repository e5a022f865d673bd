"""A session turns occupancies into plies: tentative first, then committed."""

import pytest

from controller.events.command import Command
from controller.events.event import (
    BoardDisturbed,
    BoardRestored,
    CapturesCleared,
    CommandRefused,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveRefused,
    MoveTakenBack,
    MoveTentative,
    PieceLifted,
)
from controller.events.view import Phase
from controller.notation.moves import parse_move
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.endings import OutcomeReason
from controller.rules.geometry import parse_square
from controller.rules.pieces import Piece, Side
from controller.rules.sentence import sentence
from controller.words.catalogue import say
from tests.board_driver import COPENHAGEN, OPENING, SETTLED, BoardDriver
from tests.controller.session.hands import board_at, feel
from tests.squares import squares

WON = (
    *("d1-d2", "f8-i8", "d2-d1", "f7-f9", "d1-d2", "f6-f8"),
    *("d2-d1", "f8-b8", "d1-d2", "b8-b11", "d2-d1", "b11-a11"),
)


def test_a_game_begins_when_the_start_position_has_stood_still() -> None:
    board = BoardDriver(started=False)
    board.wait(0.2)
    assert (board.view.phase, board.events) == (Phase.SET_UP, [])
    board.wait(0.2)
    assert board.view.phase is Phase.PLAY
    assert [type(event) for event in board.events] == [GameStarted]


def test_a_move_is_tentative_until_it_has_stood_still() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d2")
    assert (board.view.tentative, board.view.lifted) == (None, parse_square("d1"))
    board.wait(0.2)
    assert board.view.tentative == parse_move("d1-d2").move
    assert board.moves == []
    board.wait(SETTLED)
    assert board.view.tentative is None
    assert board.moves == ["d1-d2"]
    assert [type(event) for event in board.events] == [PieceLifted, MoveTentative, MoveCommitted]


def test_a_touch_on_the_way_is_not_shown_as_a_move() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d2")
    board.wait(0.1)
    board.slide(["d2", "d3", "d4"], each=0.15)
    board.wait(SETTLED)
    shown = [e.move for e in board.events if isinstance(e, MoveTentative)]
    assert shown == [parse_move("d1-d4").move]
    assert board.moves == ["d1-d4"]


def test_a_committed_move_is_told_with_its_side_ply_and_captures() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.take_events()
    board.move("g3-e3")
    (committed,) = [e for e in board.events if isinstance(e, MoveCommitted)]
    expected = (5, Side.ATTACKERS, parse_move("g3-e3").move, squares("e2"))
    assert (committed.ply, committed.side, committed.move, committed.captured) == expected


def test_a_lifted_piece_shows_its_targets_and_those_that_capture() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("g3")
    assert board.view.lifted == parse_square("g3")
    assert board.view.targets == squares("g1 g2 g4 e3 f3 h3 i3 j3 k3")
    assert board.view.capturing == squares("e3")


def test_a_piece_put_back_is_no_move() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d1")
    board.wait(SETTLED)
    assert board.moves == []
    assert board.view.lifted is None


def test_sliding_over_squares_commits_only_where_the_piece_comes_to_rest() -> None:
    board = BoardDriver()
    board.slide(["d1", "d2", "d3", "d4"], each=0.25)
    board.wait(SETTLED)
    assert board.moves == ["d1-d4"]
    assert len([e for e in board.events if isinstance(e, MoveCommitted)]) == 1


def test_a_piece_that_was_carried_counts_sooner_than_one_that_was_slid() -> None:
    for lifts, committed in ((True, ["d1-d4"]), (False, [])):
        board = BoardDriver()
        if lifts:
            board.lift("d1")
            board.put("d4")
        else:
            board.slide(["d1", "d2", "d3", "d4"])
        board.wait(0.2)
        assert board.moves == committed


def test_captured_pieces_are_owed_until_they_are_gone() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.move("g3-e3")
    assert board.view.owed == squares("e2")
    board.take_events()
    board.lift("e2")
    assert board.view.owed == 0
    assert [type(event) for event in board.events] == [CapturesCleared]


def test_the_next_move_is_accepted_while_captured_pieces_still_stand() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3")
    board.move("f8-i8")
    assert board.moves[-1] == "f8-i8"
    assert board.view.owed == squares("e2")


def test_a_cleared_square_is_free_for_a_move() -> None:
    board = BoardDriver()
    board.play(*OPENING, "g3-e3xe2", "f8-i8")
    board.move("e1-e2")
    assert board.moves[-1] == "e1-e2"


def test_a_captive_taken_before_the_captor_stands_is_not_owed() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.lift("g3", "e2")
    board.put("e3")
    board.wait(SETTLED)
    assert board.moves[-1] == "g3-e3"
    assert board.view.owed == 0


def test_a_reply_commits_the_move_before_it_has_settled() -> None:
    board = BoardDriver()
    board.lift("d1")
    board.put("d3")
    board.wait(0.15)
    board.lift("e5")
    assert board.moves == ["d1-d3"]
    board.put("e2")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2"]


def test_an_illegal_move_is_explained_and_does_not_count() -> None:
    board = BoardDriver()
    board.move("d1-e2")
    (refused,) = [e for e in board.events if isinstance(e, MoveRefused)]
    assert say(refused.sentence) == (
        "A piece moves in a straight line, and e2 is neither in the row nor in the column of d1."
    )
    assert board.view.refusal == refused.refusal
    assert board.view.refusal_sentence == refused.sentence
    shift = RepairStep(RepairAction.SHIFT, parse_square("d1"), Piece.ATTACKER, parse_square("e2"))
    assert board.view.repair == (shift,)
    assert board.moves == []


def test_an_illegal_move_may_be_put_right_by_a_legal_one() -> None:
    board = BoardDriver()
    board.move("d1-e2")
    board.move("e2-d2")
    assert board.moves == ["d1-d2"]
    assert board.view.refusal is None


def test_putting_an_illegal_move_back_restores_the_board() -> None:
    board = BoardDriver()
    board.move("d1-e2")
    board.lift("e2")
    board.put("d1")
    assert board.view.repair == ()
    assert board.view.refusal is None


def test_a_disturbed_board_says_what_to_do_and_goes_on_when_it_is_done() -> None:
    board = BoardDriver()
    board.lift("d1", "e5", "f6")
    board.put("b2")
    board.wait(SETTLED)
    (disturbed,) = [e for e in board.events if isinstance(e, BoardDisturbed)]
    assert disturbed.steps == len(board.view.repair) == 3
    board.lift("b2")
    board.put("d1", "e5", "f6")
    board.wait(SETTLED)
    assert [type(event) for event in board.events][-1] is BoardRestored
    board.move("d1-d3")
    assert board.moves == ["d1-d3"]


WAITS = "h1-i1 counts as soon as the other side moves. If nobody has moved there, take"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), WAITS),
        (("d1-d3",), "A piece stands where none belongs. Take"),
        (OPENING, WAITS),
    ],
    ids=["it may have moved", "it is not its turn", "it may have moved there later"],
)
def test_a_piece_beside_another_that_belongs_nowhere_is_named(
    moves: tuple[str, ...], said: str
) -> None:
    board = BoardDriver()
    board.play(*moves)
    board.put("i1")
    board.wait(1.0)
    assert board.view.sentence == f"{said} the piece on i1 off the board."
    lit = board.view.tentative or board.view.repair[0].square
    assert lit == (parse_move("h1-i1").move if said is WAITS else parse_square("i1"))


def test_a_passing_disturbance_is_not_announced() -> None:
    board = BoardDriver()
    board.lift("e5")
    board.wait(0.1)
    board.put("e5")
    board.wait(SETTLED)
    assert board.events == []


def test_a_game_ends_when_the_king_escapes() -> None:
    board = BoardDriver()
    board.play(*WON)
    assert board.view.phase is Phase.OVER
    ended = board.events[-1]
    assert isinstance(ended, GameEnded)
    assert ended.outcome.reason is OutcomeReason.KING_ESCAPED
    assert board.view.sentence == "The defenders win: the king has escaped to a11."


def test_moves_that_the_winner_and_then_the_loser_make_after_the_end_do_not_undo_it() -> None:
    board = BoardDriver()
    board.play(*WON)
    for origin, target in (("f4", "c4"), ("k4", "k2")):
        board.lift(origin)
        board.wait(0.5)
        board.put(target)
        board.wait(0.8)
    board.wait(5.0)
    assert (board.moves, board.view.phase) == (list(WON), Phase.OVER)


def test_setting_up_the_start_position_begins_a_new_game() -> None:
    board = BoardDriver()
    board.play(*WON)
    board.occupied = 0
    board.wait(SETTLED)
    board.occupied = COPENHAGEN.start.occupied
    board.take_events()
    board.wait(2 * SETTLED)
    assert [type(event) for event in board.events] == [GameStarted]
    assert (board.moves, board.view.phase) == ([], Phase.PLAY)


def test_a_new_game_begins_when_all_pieces_are_put_back_with_the_captive_on_another_square() -> (
    None
):
    board = BoardDriver()
    board.play("k8-h8", "f8-f9", "a8-f8xf9")
    board.wait(3.0)
    board.move("f8-a8")
    board.lift("h8")
    board.wait(0.4)
    board.put("k8")
    board.wait(1.3)
    board.put("f8")
    board.wait(3.0)
    assert (board.moves, board.view.phase, board.view.strays) == ([], Phase.PLAY, 0)


def test_a_new_game_asks_for_every_piece_by_its_kind() -> None:
    board = BoardDriver()
    board.play("d1-d3")
    board.command(Command.NEW_GAME)
    shift = RepairStep(RepairAction.SHIFT, parse_square("d1"), Piece.ATTACKER, parse_square("d3"))
    assert (board.view.phase, board.view.repair) == (Phase.SET_UP, (shift,))
    board.lift("d3")
    assert board.view.repair == (RepairStep(RepairAction.PUT, parse_square("d1"), Piece.ATTACKER),)
    board.put("d1")
    board.wait(SETTLED)
    assert board.view.phase is Phase.PLAY


def test_a_spare_piece_that_was_asked_to_a_square_stays_there() -> None:
    """One comes to c9, a4 is carried to i3, and one comes to j7; then c9 goes to a4, as asked."""
    board = BoardDriver()
    for lifted, put in (("", "c9"), ("a4", "i3"), ("", "j7"), ("c9", "a4")):
        board.lift(*filter(None, [lifted]))
        board.wait(0.5)
        board.put(put)
        board.wait(1.5)
    board.wait(6.0)
    assert board.view.repair == (
        RepairStep(RepairAction.TAKE, parse_square("i3")),
        RepairStep(RepairAction.TAKE, parse_square("j7")),
    )


def test_there_is_nothing_to_undo_before_the_first_move() -> None:
    board = BoardDriver()
    at = board.at
    board.command(Command.UNDO)
    assert board.events == [CommandRefused(at, sentence("command.nothing_to_undo"))]


def test_the_same_scans_and_commands_give_the_same_events() -> None:
    def play_once() -> list[object]:
        board = BoardDriver()
        board.play(*OPENING, "g3-e3xe2")
        board.command(Command.UNDO)
        return [*board.events, board.view]

    first = play_once()
    assert play_once() == first
    assert any(isinstance(event, MoveTakenBack) for event in first)


@pytest.mark.parametrize(
    ("slides", "on_the_throne_s", "moves", "refused"),
    [
        ("f4+f5:0.2 f5+f6", 0.42, ["h2-h3", "f4-f8"], False),
        ("f4+f5:0.2 f5+f6", 0.8, ["h2-h3"], True),
        ("f4:0.3 f5:1.0 i3:0.3 i4:1.0 f5+f6", 0.42, ["h2-h3", "f4-f5", "i3-i4", "f5-f8"], False),
    ],
)
def test_a_slow_slide_over_the_empty_throne_is_refused_only_if_it_stops_there(
    slides: str, on_the_throne_s: float, moves: list[str], *, refused: bool
) -> None:
    board = board_at(
        """
...........
...........
...........
...........
...........
.K.........
...........
.....A.....
........D..
.......D...
...........
""",
        Side.DEFENDERS,
    )
    feel(board, f"h2:0.3 h3:1.0 {slides}:{on_the_throne_s}")
    seen = [event for event in board.events if isinstance(event, (MoveRefused, BoardDisturbed))]
    assert bool(seen) == refused
    if not refused:
        feel(board, "f6+f7:0.2 f7+f8:0.4")
    assert board.moves == moves
