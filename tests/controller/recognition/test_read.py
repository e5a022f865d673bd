"""What an occupancy is read as, against what the game expects."""

from dataclasses import replace

import pytest

from controller.notation.moves import parse_move
from controller.recognition.expectation import Expectation
from controller.recognition.read import read
from controller.recognition.reading import (
    Base,
    Candidate,
    Cause,
    Lifted,
    Reading,
    Refused,
    Same,
    SetUp,
    Standing,
    TakenBack,
    Unexplained,
)
from controller.recognition.repair import RepairAction, RepairStep
from controller.recognition.sight import Sight
from controller.rules.captures import captured_bits
from controller.rules.game import Game, new_game
from controller.rules.geometry import bits_of, parse_square
from controller.rules.lines import Move
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Piece
from tests.board_driver import COPENHAGEN

# g3-e3 takes the defender on e2.
OPENING = "d1-d3 e5-e2 g1-g3 f4-c4"
CAPTURE = "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3"


def squares(names: str) -> int:
    return bits_of(*(parse_square(name) for name in names.split()))


def move(text: str) -> Move:
    return parse_move(text).move


def game_after(text: str = "") -> Game:
    game = new_game(COPENHAGEN)
    for word in text.split():
        game = game.play(move(word))
    return game


def board(game: Game, without: str = "", with_: str = "") -> Sight:
    return Sight(game.position.occupied & ~squares(without) | squares(with_))


def test_a_board_as_the_game_has_it_is_the_same() -> None:
    game = game_after()
    assert read(Expectation(game), board(game)) == Same()


def test_owed_pieces_may_stand_or_be_gone() -> None:
    game = game_after(CAPTURE)
    expected = Expectation(game, owed=squares("e2"))
    assert read(expected, board(game)) == Same()
    assert read(expected, board(game, with_="e2")) == Same()


def test_a_piece_of_the_side_to_move_is_lifted() -> None:
    game = game_after()
    assert read(Expectation(game), board(game, "d1")) == Lifted(parse_square("d1"), Base.NOW)


def test_a_lifted_piece_of_the_other_side_is_not_explained() -> None:
    game = game_after()
    put_back = RepairStep(RepairAction.PUT, parse_square("e5"), Piece.DEFENDER)
    assert read(Expectation(game), board(game, "e5")) == Unexplained(
        Cause.OTHER_LIFTED, (put_back,)
    )


def test_two_lifted_pieces_are_not_explained() -> None:
    game = game_after()
    assert isinstance(read(Expectation(game), board(game, "d1 e1")), Unexplained)


def test_a_legal_move_that_stands_is_a_candidate() -> None:
    game = game_after()
    reading = read(Expectation(game), board(game, "d1", "d3"))
    assert reading == Candidate(move("d1-d3"), Base.NOW)


@pytest.mark.parametrize("cleared", ["", "e2"])
def test_a_capturing_move_is_a_candidate_with_its_captive_still_there_or_gone(
    cleared: str,
) -> None:
    game = game_after(OPENING)
    reading = read(Expectation(game), board(game, f"g3 {cleared}", "e3"))
    assert reading == Candidate(move("g3-e3"), Base.NOW)


def test_a_captive_may_be_taken_away_before_its_captor_arrives() -> None:
    game = game_after(OPENING)
    reading = read(Expectation(game), board(game, "g3 e2"))
    assert reading == Lifted(parse_square("g3"), Base.NOW)


def test_pieces_that_the_move_does_not_capture_may_not_be_gone() -> None:
    game = game_after(OPENING)
    assert isinstance(read(Expectation(game), board(game, "g3 c4 f5", "e3")), Unexplained)
    assert isinstance(read(Expectation(game), board(game, "g3 e1", "e3")), Unexplained)


def test_an_illegal_move_is_refused_with_its_reason_and_the_way_back() -> None:
    game = game_after()
    refused = Refusal(move("d1-e2"), RefusalReason.NOT_IN_LINE, (parse_square("e2"),), "3")
    back = RepairStep(RepairAction.SHIFT, parse_square("d1"), Piece.ATTACKER, parse_square("e2"))
    assert read(Expectation(game), board(game, "d1", "e2")) == Refused(refused, (back,))


def test_a_move_of_the_other_side_is_refused() -> None:
    game = game_after()
    reading = read(Expectation(game), board(game, "e5", "e3"))
    assert isinstance(reading, Refused)
    assert reading.refusal.reason is RefusalReason.NOT_YOUR_PIECE


def test_a_reply_that_begins_before_the_move_has_settled_tells_that_the_move_is_meant() -> None:
    game = game_after()
    lifted = read(Expectation(game), board(game, "d1 e5", "d3"))
    placed = read(Expectation(game), board(game, "d1 e5", "d3 e2"))
    assert [lifted, placed] == [Candidate(move("d1-d3"), Base.NOW, replied=True)] * 2


def test_the_piece_of_the_last_ply_lifted_again_may_go_elsewhere_from_its_origin() -> None:
    game = game_after("d1-d3")
    expected = Expectation(game, retarget=True)
    origin = parse_square("d1")
    assert read(expected, board(game, "d3")) == Lifted(origin, Base.LAST)
    slid_on = read(expected, board(game, "d3", "d4"))
    assert slid_on == Candidate(move("d1-d4"), Base.LAST)


def test_once_the_other_side_has_acted_the_last_ply_stands() -> None:
    game = game_after("d1-d3")
    closed = Expectation(game, retarget=False)
    assert isinstance(read(closed, board(game, "d3")), Unexplained)
    slid_on = read(closed, board(game, "d3", "d4"))
    assert isinstance(slid_on, Refused)
    assert slid_on.refusal.reason is RefusalReason.NOT_YOUR_PIECE


def test_only_the_piece_of_the_last_ply_may_go_elsewhere() -> None:
    game = game_after("d1-d3")
    other = read(Expectation(game, retarget=True), board(game, "e1", "d1"))
    assert isinstance(other, Refused)


def test_a_slide_that_goes_where_the_piece_could_not_go_is_refused_from_its_origin() -> None:
    game = game_after("d1-d3")
    reading = read(Expectation(game, retarget=True), board(game, "d3", "e3"))
    assert isinstance(reading, Refused)
    assert reading.refusal == Refusal(
        move("d1-e3"), RefusalReason.NOT_IN_LINE, (parse_square("e3"),), "3"
    )


@pytest.mark.parametrize("retarget", [True, False])
def test_the_board_as_before_the_last_ply_takes_it_back(retarget: bool) -> None:  # noqa: FBT001
    game = game_after("d1-d3 e5-e2")
    expected = Expectation(game, retarget=retarget)
    assert read(expected, board(game.undo())) == TakenBack()


def test_a_capture_is_taken_back_only_with_the_captive_in_its_place() -> None:
    game = game_after(CAPTURE)
    owed = captured_bits(game.plies[-1].captures)
    expected = Expectation(game, owed=owed)
    assert read(expected, board(game, "e3", "g3 e2")) == TakenBack()
    captive = RepairStep(RepairAction.PUT, parse_square("e2"), Piece.DEFENDER)
    in_part = read(expected, board(game, "e3", "g3"))
    assert in_part == Unexplained(Cause.TAKING_BACK, (captive,))


def test_a_capture_that_is_slid_on_asks_for_the_captive() -> None:
    game = game_after(CAPTURE)
    expected = Expectation(game, retarget=True)
    captive = RepairStep(RepairAction.PUT, parse_square("e2"), Piece.DEFENDER)
    lacking = read(expected, board(game, "e3", "f3"))
    assert lacking == Unexplained(Cause.SLID_ON, (captive,))
    complete = read(expected, board(game, "e3", "f3 e2"))
    assert complete == Candidate(move("g3-f3"), Base.LAST)


def test_several_plies_are_taken_back_at_once() -> None:
    game = game_after(CAPTURE)
    earlier = board(game_after("d1-d3 e5-e2 g1-g3"))
    assert read(Expectation(game), earlier) == TakenBack(2)
    expected = Expectation(game_after(f"{CAPTURE} f8-i8 e3-e4"))
    assert read(expected, earlier) == TakenBack(4)


@pytest.mark.parametrize(
    ("without", "with_", "cause"),
    [
        ("e5", "", Cause.OTHER_LIFTED),
        ("d1 e1", "", Cause.SEVERAL_LIFTED),
        ("", "b2", Cause.SURPLUS),
        ("d1 e1", "b2", Cause.DISPLACED),
        ("d1 e1 f1 g1 h1", "b2 c2 e2", Cause.KNOCKED_OVER),
    ],
)
def test_what_no_move_explains_has_a_cause(without: str, with_: str, cause: Cause) -> None:
    game = game_after()
    reading = read(Expectation(game), board(game, without, with_))
    assert isinstance(reading, Unexplained)
    assert reading.cause is cause


def test_an_undone_move_that_still_stands_is_no_candidate() -> None:
    game = game_after()
    expected = Expectation(game, barred=move("d1-d3"))
    back = RepairStep(RepairAction.SHIFT, parse_square("d1"), Piece.ATTACKER, parse_square("d3"))
    assert read(expected, board(game, "d1", "d3")) == Unexplained(Cause.UNDONE, (back,))
    other = read(expected, board(game, "d1", "d2"))
    assert other == Candidate(move("d1-d2"), Base.NOW)


def test_nothing_moves_after_the_end_but_the_last_piece() -> None:
    won = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
    game = game_after(won)
    expected = Expectation(game, retarget=True)
    refused = read(expected, board(game, "d1", "d2"))
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is RefusalReason.GAME_OVER
    assert read(expected, board(game, "a11", "c11")) == Candidate(move("b11-c11"), Base.LAST)


def test_the_start_position_in_the_middle_of_a_game_asks_for_a_new_one() -> None:
    game = game_after("d1-d3 e5-e2")
    assert read(Expectation(game), board(game_after())) == SetUp()


@pytest.mark.parametrize(
    ("reading", "since"),
    [
        (Candidate(Move(3, 4), Base.NOW, replied=True), 1.0),
        (Candidate(Move(3, 5), Base.NOW), 2.0),
        (Candidate(Move(3, 4), Base.LAST), 2.0),
        (Same(), 2.0),
    ],
)
def test_a_move_goes_on_standing_while_the_reply_begins(reading: Reading, since: float) -> None:
    standing = Standing(Candidate(Move(3, 4), Base.NOW), 1.0)
    assert standing.followed_by(reading, 2.0) == Standing(reading, since)


def test_every_legal_move_of_a_position_is_read_as_itself() -> None:
    game = game_after(OPENING)
    for legal in game.legal_moves():
        after = replace(game).play(legal)
        assert read(Expectation(game), board(after)) == Candidate(legal, Base.NOW)


def test_a_move_that_was_doubtful_has_stood_since_its_reply_does() -> None:
    replied = Candidate(Move(3, 4), Base.NOW, replied=True)
    doubtful = Standing(Candidate(Move(3, 4), Base.NOW, doubtful=True), 1.0)
    assert doubtful.followed_by(replied, 2.0) == Standing(replied, 2.0)
