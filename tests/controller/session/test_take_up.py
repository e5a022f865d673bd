"""A game goes on after the program was started again: the board is put right as at any time."""

import pytest

from controller.events.command import Command
from controller.events.event import (
    BoardDisturbed,
    BoardRestored,
    CapturesCleared,
    GameStarted,
    MoveCommitted,
    MoveTakenBack,
    SensorFailed,
)
from controller.events.view import Phase
from controller.notation.moves import parse_move
from controller.recognition.repair import RepairAction
from controller.rules.compiled import compiled
from controller.rules.game import Game, new_game
from controller.rules.geometry import SQUARE_NAMES, bits_of, parse_square, squares_of
from controller.rules.library import named_ruleset
from controller.store.replay import replayed
from tests.board_driver import COPENHAGEN, OPENING, SETTLED, BoardDriver
from tests.controller.store.kept import plies
from tests.squares import squares

# The first captive of this game stands on e2.
_PLAYED = replayed(new_game(COPENHAGEN), plies(*OPENING, "g3-e3xe2"))


def resumed(game: Game, occupied: int) -> BoardDriver:
    board = BoardDriver(started=False)
    board.session.take_up(game)
    board.occupied = occupied
    board.wait(2 * SETTLED)
    return board


def test_on_a_board_that_stands_as_the_game_does_play_goes_on_at_once() -> None:
    board = resumed(_PLAYED, _PLAYED.position.occupied)
    assert (board.view.phase, board.view.repair, board.events) == (Phase.PLAY, (), [])
    board.move("f5-c5")
    assert isinstance(board.events[-1], MoveCommitted)
    assert board.moves == [*OPENING[:4], "g3-e3", "f5-c5"]


def test_on_a_board_that_was_cleared_the_lights_guide_every_piece_back() -> None:
    board = resumed(_PLAYED, 0)
    assert any(isinstance(event, BoardDisturbed) for event in board.events)
    assert {step.action for step in board.view.repair} == {RepairAction.PUT}
    assert len(board.view.repair) == _PLAYED.position.occupied.bit_count()
    assert board.view.sentences[0].key == "cause.taken_up"
    board.occupied = _PLAYED.position.occupied
    board.wait(2 * SETTLED)
    assert isinstance(board.events[-1], BoardRestored)
    assert (board.session.game, board.view.repair) == (_PLAYED, ())


@pytest.mark.parametrize(
    ("gone", "stands"),
    [("c4", ""), ("c4 h1", ""), ("a4 a5 a6 a7 a8 c4", ""), ("c4", "k9")],
    ids=["one", "one of each side", "many", "one stands elsewhere"],
)
def test_what_is_not_put_up_again_yet_was_neither_lifted_nor_moved_nor_knocked_over(
    gone: str, stands: str
) -> None:
    lacking, there = (squares(names) for names in (gone, stands))
    board = resumed(_PLAYED, _PLAYED.position.occupied & ~lacking | there)
    assert board.view.sentences[0].key == "cause.taken_up"
    board.occupied = _PLAYED.position.occupied
    board.wait(2 * SETTLED)
    board.occupied &= ~squares("a4 a5 a6 a7 a8 b6")
    board.wait(3.0)
    assert board.view.sentences[0].key == "cause.knocked_over"


def test_whoever_plays_on_beside_a_piece_that_nothing_feels_has_put_up_the_rest() -> None:
    board = resumed(_PLAYED, _PLAYED.position.occupied & ~bits_of(parse_square("a8")))
    board.move("f5-c5")
    board.lift("d3", "h6")
    board.wait(2 * SETTLED)
    assert board.moves[-1] == "f5-c5"
    assert board.view.sentences[0].key != "cause.taken_up"


@pytest.mark.parametrize("last", ["d1", "e5", "f4"])
def test_a_square_that_was_empty_and_is_filled_in_the_next_set_up_by_hand_has_a_sound_sensor(
    last: str,
) -> None:
    """There is one piece more than in the game before, and it comes last."""
    board = resumed(_PLAYED, _PLAYED.position.occupied)
    board.play("f5-c5", "h1-h2", "c5-f5")
    for square in squares_of(board.occupied):
        board.lift(SQUARE_NAMES[square])
        board.wait(0.1)
    for square in squares_of(COPENHAGEN.start.occupied & ~bits_of(parse_square(last))):
        board.put(SQUARE_NAMES[square])
        board.wait(0.2)
    board.put(last)
    board.wait(2.0)
    failed = [event for event in board.events if isinstance(event, SensorFailed)]
    assert (board.moves, board.view.faulty, failed) == ([], 0, [])
    assert isinstance(board.events[-1], GameStarted)


@pytest.mark.parametrize("sticks", ["d1", "g1", "f4"])
def test_a_sensor_that_has_stuck_since_the_game_before_is_named_when_both_sides_have_played_on(
    sticks: str,
) -> None:
    """Its square is empty, and was felt at the first look."""
    board = resumed(_PLAYED, _PLAYED.position.occupied | bits_of(parse_square(sticks)))
    board.play("f5-c5", "h1-h2", "c5-c6")
    assert (board.moves[5:], board.view.repair) == (["f5-c5", "h1-h2", "c5-c6"], ())
    assert board.view.faulty == bits_of(parse_square(sticks))


def test_on_a_board_that_shows_the_start_position_a_new_game_begins() -> None:
    board = resumed(_PLAYED, COPENHAGEN.start.occupied)
    board.wait(2 * SETTLED)
    assert isinstance(board.events[-1], GameStarted)
    assert board.moves == []


@pytest.mark.parametrize("count", [2, 3])
def test_the_start_position_begins_a_new_game_however_few_plies_were_played(count: int) -> None:
    played = replayed(new_game(COPENHAGEN), plies(*OPENING[:count]))
    board = resumed(played, COPENHAGEN.start.occupied)
    board.wait(2 * SETTLED)
    assert board.events[-1] == GameStarted(board.events[-1].at, "copenhagen")
    assert not any(isinstance(event, MoveTakenBack) for event in board.events)


@pytest.mark.parametrize("count", [3, len(_PLAYED.plies)])
def test_a_new_game_may_have_begun_while_the_program_was_stopped(count: int) -> None:
    played = replayed(new_game(COPENHAGEN), plies(*[*OPENING, "g3-e3xe2"][:count]))
    begun = replayed(new_game(COPENHAGEN), plies("h1-h4"))
    board = resumed(played, begun.position.occupied)
    assert (board.session.game, board.view.repair) == (begun, ())


@pytest.mark.parametrize(
    ("before", "unseen"),
    [
        (("h11-i11", "f8-f9"), ("a8-f8", "f4-g4")),
        (("h1-h3", "h6-i6"), ("h11-h6", "f4-j4")),
        (("g1-g4", "f4-f3", "f10-j10"), ("f8-g8", "g4-f4")),
        (("d11-d7",), ("f8-d8", "a8-b8")),
    ],
)
def test_a_game_goes_on_though_it_looks_like_the_start_of_another_with_a_piece_in_the_hand(
    before: tuple[str, ...], unseen: tuple[str, ...]
) -> None:
    """While the program is stopped, a piece is captured; so one is missing.

    Its captor has come to where it started, or it has just moved.
    """
    played = replayed(new_game(COPENHAGEN), plies(*before))
    stands = replayed(new_game(COPENHAGEN), plies(*before, *unseen))
    board = resumed(played, stands.position.occupied)
    assert (board.session.game, board.view.repair) == (stands, ())


def test_but_a_new_game_with_a_piece_in_the_hand_begins_where_only_many_plies_explain_it() -> None:
    """The first one would have had to go back to where it came from."""
    rules = compiled(named_ruleset("hnefatafl-v3"))
    played = replayed(new_game(rules), plies("f10-k10", "g5-g2", "k10-k9", "e5-e2"))
    begun = replayed(new_game(rules), plies("f10-k10", "e5-e2"))
    board = resumed(played, begun.position.occupied ^ bits_of(parse_square("g1")))
    board.put("g3")
    board.wait(SETTLED)
    assert board.session.game == replayed(begun, plies("g1-g3"))


def test_two_plies_that_were_taken_back_while_the_program_was_stopped_are_no_play() -> None:
    played = replayed(new_game(COPENHAGEN), plies("d1-d3", "f4-c4", "g1-g3", "e5-e2"))
    board = resumed(
        played, replayed(new_game(COPENHAGEN), plies("d1-d3", "f4-c4")).position.occupied
    )
    board.wait(5.0)
    assert board.moves == ["d1-d3", "f4-c4"]


def test_a_board_that_stands_as_three_plies_ago_is_no_new_game_however_near_the_start() -> None:
    played = replayed(new_game(COPENHAGEN), plies("d1-d3", "e5-e2", "g1-g3", "f4-c4", "k4-j4"))
    begun = replayed(new_game(COPENHAGEN), plies("d1-d3", "e5-e2"))
    board = resumed(played, begun.position.occupied)
    board.wait(2.0)
    assert board.session.game == begun
    assert not any(isinstance(event, GameStarted) for event in board.events)


def test_what_was_moved_on_while_the_program_was_stopped_goes_back() -> None:
    """A slide does not go on after a time in which nobody looked."""
    played = replayed(new_game(COPENHAGEN), plies("d1-d3"))
    d3, d4 = (1 << parse_square(name) for name in ("d3", "d4"))
    board = resumed(played, played.position.occupied ^ d3 ^ d4)
    assert board.moves == ["d1-d3"]
    (step,) = board.view.repair
    assert (step.action, step.origin, step.square) == (
        RepairAction.SHIFT,
        parse_square("d4"),
        parse_square("d3"),
    )
    board.occupied = played.position.occupied
    board.wait(2 * SETTLED)
    assert (board.moves, board.view.repair) == (["d1-d3"], ())


def test_a_captive_that_still_stands_is_a_captive_and_the_game_goes_on_beside_it() -> None:
    board = resumed(_PLAYED, _PLAYED.position.occupied | bits_of(parse_square("e2")))
    assert (board.view.owed, board.view.repair) == (bits_of(parse_square("e2")), ())
    assert "Take the captured piece on e2 off the board." in board.view.sentence
    board.lift("e2")
    assert [type(event) for event in board.events] == [CapturesCleared]
    board.play("f5-c5")
    assert (board.moves[-1], board.view.owed) == ("f5-c5", 0)


def test_a_capture_whose_captive_still_stands_is_taken_back_by_hand() -> None:
    board = resumed(_PLAYED, _PLAYED.position.occupied | bits_of(parse_square("e2")))
    board.move("e3-g3")
    board.wait(1.0)
    assert (board.session.game, board.view.repair) == (_PLAYED.undo(), ())


def test_a_piece_may_have_come_to_where_the_captive_stood_while_the_program_was_stopped() -> None:
    game = replayed(new_game(COPENHAGEN), plies("a4-e4", "d6-d4xe4"))
    stands = replayed(game, plies("e1-e4"))
    board = resumed(game, stands.position.occupied)
    assert (board.session.game, board.view.owed) == (stands, 0)


def test_what_stands_where_an_older_captive_was_taken_is_no_captive() -> None:
    game = replayed(_PLAYED, plies("f5-c5"))
    board = resumed(game, game.position.occupied | bits_of(parse_square("e2")))
    assert [step.action for step in board.view.repair] == [RepairAction.TAKE]


def test_a_game_by_other_rules_goes_on_by_them_and_so_do_the_games_after_it() -> None:
    viking = compiled(named_ruleset("viking-chess"))
    game = new_game(viking).play(parse_move("d1-d3").move)
    board = resumed(game, game.position.occupied)
    assert (board.view.ruleset, board.session.game) == ("viking-chess", game)
    board.command(Command.NEW_GAME)
    board.occupied = viking.start.occupied
    board.wait(2 * SETTLED)
    assert board.session.game == new_game(viking)
    assert board.view.clock is not None
    assert board.view.clock.game_s == 7200


def test_plies_are_taken_back_by_hand_although_nobody_saw_when_they_were_made() -> None:
    played = replayed(new_game(COPENHAGEN), plies("a4-a2", "e5-e2", "h1-h2", "g7-j7"))
    board = resumed(played, played.position.occupied)
    board.lift("j7")
    board.wait(0.5)
    board.put("g7")
    board.wait(0.15)
    board.occupied ^= bits_of(parse_square("h2"), parse_square("h1"))
    board.wait(2.0)
    assert board.moves == ["a4-a2", "e5-e2"]


@pytest.mark.parametrize("gap_s", [0.0, 0.03])
def test_the_first_slide_after_a_restart_is_a_move_though_it_goes_on_straight(gap_s: float) -> None:
    """g1-g3 was replied to before the program stopped; g3 slides on to g4."""
    played = replayed(new_game(COPENHAGEN), plies("g1-g3", "f8-i8"))
    board = resumed(played, played.position.occupied)
    board.occupied ^= bits_of(parse_square("g3"))
    board.wait(gap_s)
    board.occupied ^= bits_of(parse_square("g4"))
    board.wait(1.0)
    assert (board.moves, board.view.repair) == (["g1-g3", "f8-i8", "g3-g4"], ())


@pytest.mark.parametrize("reply", ["f4-c4", "f4-e4"])
def test_who_plays_on_soon_after_a_restart_keeps_the_moves_that_nobody_saw(reply: str) -> None:
    """Two moves were made while the program was stopped; the second captured the piece of e2."""
    played = replayed(new_game(COPENHAGEN), plies(*OPENING[:3]))
    stands = replayed(new_game(COPENHAGEN), plies(*OPENING[:3], reply, "g3-e3xe2"))
    board = BoardDriver(started=False)
    board.session.take_up(played)
    board.occupied = stands.position.occupied
    board.wait(0.2)
    board.move("f5-c5")
    assert board.moves == [*OPENING[:3], reply, "g3-e3", "f5-c5"]


@pytest.mark.parametrize("late", ["d11", "d11 e11 f11 a8 k8"])
def test_sensors_that_close_late_at_a_start_have_not_seen_pieces_fall(late: str) -> None:
    """One move was made while the program was stopped; some squares close 0.08 s late."""
    played = replayed(new_game(COPENHAGEN), plies(*OPENING[:3]))
    stands = replayed(new_game(COPENHAGEN), plies(*OPENING[:4]))
    board = BoardDriver(started=False)
    board.session.take_up(played)
    closing = squares(late)
    board.occupied = stands.position.occupied ^ closing
    board.wait(0.08)
    board.occupied ^= closing
    board.wait(1.0)
    assert (board.moves, board.view.repair) == (list(OPENING[:4]), ())


def found_after(*played: str) -> BoardDriver:
    """Return a board on which some plies were played while the program was stopped."""
    stands = replayed(new_game(COPENHAGEN), plies(*OPENING, *played))
    return resumed(replayed(new_game(COPENHAGEN), plies(*OPENING)), stands.position.occupied)


def test_a_piece_that_was_moved_and_taken_while_the_program_was_stopped_has_moved() -> None:
    board = found_after("k7-h7", "f8-h8xh7")
    assert (board.moves, board.view.repair) == ([*OPENING, "k7-h7", "f8-h8"], ())


def test_that_a_piece_was_taken_counts_late_where_the_reply_may_be_in_a_hand() -> None:
    """The piece of a8 may be the one that stands on d8."""
    board = found_after("a8-e8", "d6-d8xe8")
    board.wait(3.0)
    assert board.moves == [*OPENING, "a8-d8"]
    board.wait(1.5)
    assert (board.moves, board.view.repair) == ([*OPENING, "a8-e8", "d6-d8"], ())


@pytest.mark.parametrize(("target", "reply"), [("d7", ["d6-d7"]), ("d6", [])])
def test_a_reply_that_was_in_the_hand_when_the_program_was_started_has_taken_nothing(
    target: str, reply: list[str]
) -> None:
    game = replayed(new_game(COPENHAGEN), plies(*OPENING))
    stands = replayed(game, plies("a8-d8")).position.occupied
    board = resumed(game, stands ^ bits_of(parse_square("d6")))
    board.wait(3.0)
    board.put(target)
    board.wait(2.0)
    assert (board.moves, board.view.repair) == ([*OPENING, "a8-d8", *reply], ())


@pytest.mark.parametrize("back", ["d1-d3 h6-i6 d3-d5 i6-h6", "a4-b4 h6-i6 b4-c4 i6-h6"])
def test_a_side_that_stepped_there_and_back_has_done_so_though_nobody_saw_how_fast(
    back: str,
) -> None:
    game = replayed(new_game(COPENHAGEN), plies(*back.split()))
    board = resumed(game, game.position.occupied)
    board.wait(3.0)
    assert (board.session.game, board.events) == (game, [])
