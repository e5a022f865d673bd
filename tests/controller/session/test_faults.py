"""A sensor at fault is named, and play goes on without it."""

from random import Random

import pytest

from controller.events.command import Command
from controller.events.event import MoveRetargeted, MoveTakenBack
from controller.events.view import Phase
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.compiled import compiled
from controller.rules.geometry import bits_of, parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Piece
from controller.session.timing import Timing
from hal.board import Poles
from tests.board_driver import COPENHAGEN, OPENING, SCAN_S, SETTLED, BoardDriver
from tests.controller.session.faulty import FaultyDriver, PolarDriver
from tests.controller.session.hands import asked, feel
from tests.squares import squares


def test_a_dead_sensor_under_a_piece_is_named_and_the_game_begins() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(9)
    before = board.view.phase
    board.wait(2)
    assert board.failed == [parse_square("e5")]
    assert (before, board.view.phase) == (Phase.SET_UP, Phase.PLAY)
    assert "The sensor on e5 does not work; play goes on without it." in board.view.sentence


def test_a_stuck_sensor_is_named_and_the_game_begins() -> None:
    board = FaultyDriver(stuck="b2")
    board.wait(11)
    assert board.failed == [parse_square("b2")]
    assert board.view.phase is Phase.PLAY


def test_a_piece_moves_away_from_a_dead_sensor() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "e5-e2")
    assert board.moves == ["d1-d3", "e5-e2"]


def test_a_piece_that_moves_onto_a_dead_sensor_counts_when_the_other_side_replies() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "e5-e2", "d3-d5")
    board.play("f4-c4")
    board.move("d5-e5")
    assert board.moves[-1] == "f4-c4"
    board.lift("g5")
    board.wait(SETTLED)
    board.put("i5")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["d5-e5", "g5-i5"]


def test_a_piece_put_on_a_dead_sensor_is_confirmed_by_the_clock() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "e5-e2", "d3-d5", "f4-c4")
    board.move("d5-e5")
    board.command(Command.PRESS_CLOCK)
    assert board.moves[-1] == "d5-e5"


def test_a_slide_that_goes_on_beside_a_dead_sensor_is_not_the_move_of_the_piece_there() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.move("d1-d4")
    assert board.moves == ["d1-d4"]
    board.put("d5")  # a magnet between two squares is felt on both
    board.lift("d4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d5"]


def test_a_piece_that_goes_to_a_dead_sensor_takes_no_plies_back() -> None:
    """With d5 in the air the board stands as four plies ago, when a piece was on c5."""
    board = FaultyDriver(dead="c5")
    board.wait(SETTLED)
    board.play("a5-c5")
    board.command(Command.PLACE, "c5")
    board.play("f4-c4", "c5-b5", "c4-c6", "b5-d5", "c6-c4")
    board.wait(1.0)
    board.lift("d5")
    board.wait(1.5)
    board.put("c5")
    board.wait(0.5)
    board.play("e5-d5")
    board.wait(2.0)
    played = "a5-c5 f4-c4 c5-b5 c4-c6 b5-d5 c6-c4 d5-c5 e5-d5"
    assert board.moves == played.split()


def test_a_captive_that_a_dead_sensor_hides_takes_no_plies_back() -> None:
    """With c8 back on a8 the board stands as four plies ago, but for the captive, then on d8."""
    board = FaultyDriver(dead="d8", rules=compiled(named_ruleset("hnefatafl-v2")))
    board.wait(SETTLED)
    board.play("d11-d8")
    board.command(Command.PLACE, "d8")
    played = "d11-d8 d6-d7 d8-e8 d7-d8xe8 a8-c8 d8-d7 c8-a8 f8-c8"
    board.play(*played.split()[1:-2])
    board.wait(1.0)
    board.play("c8-a8")
    board.wait(1.0)
    board.play("f8-c8")
    board.wait(1.0)
    assert board.moves == [ply.split("x")[0] for ply in played.split()]


def test_a_captive_on_a_dead_sensor_is_asked_for_until_the_reply() -> None:
    """Nothing shows that it is gone."""
    board = FaultyDriver(dead="e2")
    board.wait(SETTLED)
    board.play("d1-d3", "e5-e2")
    board.command(Command.PLACE, "e2")
    board.play("g1-g3", "f4-c4", "g3-e3")
    board.wait(1.0)
    asked = board.view.owed
    board.play("c4-c2")
    board.wait(1.0)
    assert (asked, board.view.owed) == (bits_of(parse_square("e2")), 0)
    assert board.moves == ["d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3", "c4-c2"]


def test_a_captive_taken_early_is_not_back_on_the_dead_sensor_that_it_came_from() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "f4-c4", "g1-g3", "e5-e2")
    board.lift("e2")
    board.lift("g3")
    board.wait(0.5)
    board.put("e3")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "f4-c4", "g1-g3", "e5-e2", "g3-e3"]
    assert not [event for event in board.events if isinstance(event, MoveTakenBack)]


def test_a_chattering_sensor_is_named_and_played_on() -> None:
    board = FaultyDriver(chatters="d3")
    board.wait(SETTLED)
    board.move("d1-d3")
    board.wait(2)
    assert board.failed == [parse_square("d3")]
    assert board.moves == ["d1-d3"]
    board.play("e5-e2", "d3-c3")
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3"]


@pytest.mark.parametrize("seed", [5, 6, 9, 10])
def test_an_empty_square_whose_sensor_chatters_holds_no_piece(seed: int) -> None:
    """h1 alone could go to h3, whose sensor chatters for a while though nobody touches anything."""
    random, board = Random(seed), BoardDriver()
    board.play("d1-d3", "e5-e4")
    h3, closed = bits_of(parse_square("h3")), random.choice([0.2, 0.35, 0.5])
    for _ in range(random.randint(30, 90)):
        board.occupied = board.occupied & ~h3 | (h3 if random.random() < closed else 0)
        board.wait(SCAN_S)
    board.occupied &= ~h3
    board.wait(SETTLED)
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-e4"], ())
    assert board.view.sentence.startswith("Move one of the attackers' pieces.")


@pytest.mark.parametrize("name", ["a1", "e3"])
def test_two_moves_in_one_turn_are_put_right_though_a_sensor_elsewhere_is_not_trusted(
    name: str,
) -> None:
    board = BoardDriver()
    for _ in range(20):
        board.occupied ^= bits_of(parse_square(name))
        board.wait(SCAN_S)
    board.wait(1.0)
    for move in ("h1-h3", "d1-d3", "h3-h1", "h6-h9"):
        origin, target = move.split("-")
        board.lift(origin)
        board.wait(0.5)
        board.put(target)
        board.wait(1.5)
    assert (board.moves, board.view.repair) == (["d1-d3", "h6-h9"], ())


def test_a_captive_is_laid_where_a_piece_may_go_whose_sensor_has_chattered() -> None:
    """The sensor of c4 feels its piece again; the captive of e2 is laid on c1."""
    board = BoardDriver()
    board.play(*OPENING)
    for _ in range(20):
        board.occupied ^= bits_of(parse_square("c4"))
        board.wait(SCAN_S)
    board.wait(2.0)
    board.play("g3-e3")
    board.lift("e2")
    board.wait(0.5)
    board.put("c1")
    board.wait(3.0)
    assert (board.moves[-1], board.view.strays) == ("g3-e3", bits_of(parse_square("c1")))


def with_a_piece_gone_from_a_sensor_that_chatters() -> FaultyDriver:
    """Play three plies: d3 was stood on, and its sensor is known to chatter."""
    board = FaultyDriver(chatters="d3")
    board.wait(SETTLED)
    board.move("d1-d3")
    board.wait(2.0)
    board.play("e5-e2", "d3-c3")
    return board


def test_a_move_onto_a_chattering_sensor_counts_as_soon_as_that_stirs() -> None:
    board = with_a_piece_gone_from_a_sensor_that_chatters()
    board.lift("d6")
    board.wait(0.5)
    board.put("d3")
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3", "d6-d3"]


def test_a_chattering_sensor_that_closes_now_and_then_makes_no_move_to_its_square() -> None:
    board = with_a_piece_gone_from_a_sensor_that_chatters()
    board.lift("d6")
    board.closes_now_and_then("d3")
    board.put("d5")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3", "d6-d5"]
    assert not [event for event in board.events if isinstance(event, MoveRetargeted)]


def test_a_piece_that_slides_to_where_one_left_for_a_bad_sensor_takes_no_move_back() -> None:
    """For a moment d6 feels the piece of c6, and not its own that has come home."""
    board = with_a_piece_gone_from_a_sensor_that_chatters()
    board.play("e2-e3", "b6-c6", "d6-d3")
    board.wait(2.0)
    for name in ("d6", "c6"):
        board.occupied ^= bits_of(parse_square(name))
        board.wait(SCAN_S)
    board.wait(SETTLED)
    assert board.moves[-3:] == ["b6-c6", "d6-d3", "c6-d6"]
    assert not [event for event in board.events if isinstance(event, MoveTakenBack)]


def test_a_move_is_taken_back_while_a_sensor_elsewhere_chatters() -> None:
    board = with_a_piece_gone_from_a_sensor_that_chatters()
    board.play("e2-e3", "b6-c6", "d6-d3")
    board.wait(2.0)
    board.play("c6-c7")
    board.lift("c7")
    board.put("c6")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["b6-c6", "d6-d3"]


def test_among_strangers_nothing_counts_on_a_sensor_that_chatters() -> None:
    board = FaultyDriver(chatters="d3", timing=Timing(apart_s=1.0))
    board.wait(SETTLED)
    board.move("d1-d3")
    board.wait(10.0)
    assert (board.failed, board.moves) == ([parse_square("d3")], [])
    board.move("d3-d4")
    assert (board.moves, board.view.repair) == (["d1-d4"], ())


def test_a_chattering_sensor_that_falls_silent_has_no_piece_on_it() -> None:
    """Beside it stands the piece that is lifted, and made it chatter."""
    board = with_a_piece_gone_from_a_sensor_that_chatters()
    board.put("d3")
    board.wait(0.3)
    board.lift("d6")
    board.lift("d3")
    board.wait(1)
    board.put("d5")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3", "d6-d5"]
    assert not [event for event in board.events if isinstance(event, MoveRetargeted)]


def test_a_sensor_that_chattered_before_a_piece_was_lifted_does_not_feel_that() -> None:
    """Something beside d3 makes it chatter, and d6 could go there."""
    board = with_a_piece_gone_from_a_sensor_that_chatters()
    board.put("d3")
    board.wait(1)
    board.lift("d6")
    board.wait(1)
    board.put("d5")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3", "d6-d5"]
    assert not [event for event in board.events if isinstance(event, MoveRetargeted)]


def test_a_reply_that_is_lifted_early_does_not_say_that_the_move_ended_on_a_bad_sensor() -> None:
    board = with_a_piece_gone_from_a_sensor_that_chatters()
    board.lift("d6")
    board.wait(0.3)
    board.lift("a4")
    board.wait(0.8)
    board.put("d5")
    board.wait(0.3)
    board.put("b4")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "d3-c3", "d6-d5", "a4-b4"]
    assert not [event for event in board.events if isinstance(event, MoveRetargeted)]


def test_a_set_up_is_verified_piece_by_piece() -> None:
    board = PolarDriver()
    start = COPENHAGEN.start
    other = bits_of(parse_square("f7"))
    board.poles = Poles(start.attackers, start.defenders ^ other | start.king, other)
    board.wait(2)
    before = board.view.phase
    assert [(step.square, step.origin) for step in board.view.repair] == [
        (parse_square("f7"), parse_square("f6")),
        (parse_square("f6"), parse_square("f7")),
    ]
    board.poles = Poles(start.attackers, start.defenders, start.king)
    board.wait(SETTLED)
    assert (before, board.view.phase) == (Phase.SET_UP, Phase.PLAY)


def test_pieces_that_are_swapped_in_a_game_are_noticed() -> None:
    board = PolarDriver()
    board.wait(SETTLED)
    one, other = bits_of(parse_square("d1")), bits_of(parse_square("e5"))
    south, north, strong = board.poles
    board.poles = Poles(south ^ one | other, north ^ other | one, strong)
    board.wait(SETTLED)
    assert board.view.sentence.startswith("The wrong pieces stand on these squares.")
    board.poles = Poles(south, north, strong)
    board.wait(SETTLED)
    assert board.view.repair == ()


@pytest.mark.parametrize("every", [2, 7])
@pytest.mark.parametrize("name", ["f6", "f5"])
def test_a_move_is_taken_back_while_the_pole_of_another_piece_flickers(
    name: str, every: int
) -> None:
    """The king seems a defender at times, or a defender has no pole."""
    board = PolarDriver()
    board.wait(SETTLED)
    board.move("d1-d3")
    south, north, strong = board.poles
    board.lift("d3")
    board.put("d1")
    bit = bits_of(parse_square(name))
    for scan in range(60):
        flickers = 0 if scan % every else bit
        board.poles = Poles(south, north ^ flickers, strong & ~flickers)
        board.wait(SCAN_S)
    assert board.moves == []


def test_a_piece_of_one_side_is_not_taken_for_the_other_sides_that_it_might_capture() -> None:
    """f4 is in the air, and h3 slides to f3, from where it could capture a piece from f4."""
    board = PolarDriver()
    south, north, strong = board.poles
    before, after = (
        squares("e1 h1"),
        squares("e3 h3"),
    )
    board.wait(SETTLED)
    board.poles = Poles(south ^ before | after | bits_of(parse_square("f3")), north, strong)
    board.play("e1-e3")
    board.poles = Poles(board.poles.south, north | bits_of(parse_square("e4")), strong)
    board.play("e5-e4", "h1-h3")
    board.lift("f4")
    board.wait(0.2)
    board.slide(["h3", "g3", "f3"], each=0.05)
    board.wait(2 * SETTLED)
    assert board.moves == ["e1-e3", "e5-e4", "h1-h3"]


def test_a_strange_magnet_is_not_the_piece_beside_it_where_its_pole_is_the_other_one() -> None:
    """Children have spare pieces: an attacker comes to b8, and a defender to j7, beside k7."""
    board = PolarDriver()
    board.wait(SETTLED)
    south, north, strong = board.poles
    strange = bits_of(parse_square("i3"), parse_square("b8"))
    board.poles = Poles(south | strange, north | bits_of(parse_square("j7")), strong)
    for lifted, put in (("a4", "i3"), ("a6", ""), ("e11", "b8"), ("", "j7"), ("i3", "a4")):
        board.lift(*filter(None, [lifted]))
        board.wait(0.4)
        board.put(*filter(None, [put]))
        board.wait(0.6)
    board.wait(8.0)
    assert RepairStep(RepairAction.TAKE, parse_square("j7")) in board.view.repair


def test_the_pole_says_which_of_two_pieces_in_the_air_was_put_down() -> None:
    """d1 and e5 may both go to d5. A magnet that comes near is felt before its pole is sure."""
    board = PolarDriver()
    board.wait(SETTLED)
    south, north, strong = board.poles
    board.lift("d1")
    board.wait(0.2)
    board.lift("e5")
    board.wait(0.2)
    board.put("d5")
    board.wait(0.1)
    d3, d5 = bits_of(parse_square("d3")), bits_of(parse_square("d5"))
    board.poles = Poles(south | d3, north | d5, strong)
    board.wait(SETTLED)
    before = board.moves
    board.put("d3")
    board.wait(SETTLED)
    assert (before, board.moves) == ([], ["d1-d3", "e5-d5"])


def test_a_move_from_a_dead_sensor_slides_on() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3")
    board.slide(["e5", "e4"], each=0.5)
    board.slide(["e4", "e3", "e2"], each=0.1)
    board.wait(SETTLED)
    assert board.moves == ["d1-d3", "e5-e2"]
    assert not [event for event in board.events if isinstance(event, MoveTakenBack)]


def test_the_second_move_of_a_piece_from_a_dead_sensor_is_not_the_end_of_its_first() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("k4-j4", "e5-e2", "j4-k4", "f5-d5", "k4-j4")
    board.slide(["d5", "e5"], each=5.5)
    board.lift("j4")
    board.wait(0.5)
    board.put("k4")
    board.wait(SETTLED)
    board.slide(["e5", "f5"], each=SETTLED)
    board.play("k4-j4")
    assert board.moves[5:] == ["d5-e5", "j4-k4", "e5-f5", "k4-j4"]


def test_a_move_from_a_dead_sensor_is_taken_back() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "e5-e4")
    board.slide(["e4", "e5"], each=SETTLED)
    assert board.moves == ["d1-d3"]


def test_a_reply_goes_where_a_piece_came_from_that_stands_on_a_dead_sensor() -> None:
    """While it is slid from d6, the piece is felt on both squares for a moment."""
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d5", "e5-e2", "d5-e5")
    board.command(Command.PRESS_CLOCK)
    board.put("d5")
    board.lift("d6")
    board.wait(SETTLED)
    board.play("a4-b4")
    assert board.moves == ["d1-d5", "e5-e2", "d5-e5", "d6-d5", "a4-b4"]


def test_a_slide_back_is_not_the_capture_of_its_piece_by_one_on_a_dead_sensor() -> None:
    """From e1 the defender could take b1 against the corner."""
    board = FaultyDriver(dead="e1")
    board.wait(11)
    board.play("e1-e2", "f4-c4", "e2-b2", "e5-e1")
    board.command(Command.PRESS_CLOCK)
    board.slide(["d1", "c1", "b1"], each=SETTLED)
    board.slide(["b1", "c1"], each=SETTLED)
    assert board.moves == ["e1-e2", "f4-c4", "e2-b2", "e5-e1", "d1-c1"]


def test_a_captive_taken_early_is_no_reply_to_a_move_onto_a_dead_sensor() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("a4-b4", "f4-c4", "d1-d5", "e5-e2")
    board.lift("c4")
    board.lift("d5")
    board.wait(1)
    board.put("d4")
    board.wait(SETTLED)
    assert board.moves == ["a4-b4", "f4-c4", "d1-d5", "e5-e2", "d5-d4"]


def test_a_slide_that_goes_on_to_a_dead_sensor_counts_when_the_reply_is_made() -> None:
    """The piece that replies is felt on two squares for a moment, and is never gone."""
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "e5-e2")
    board.slide(["a5", "b5", "c5", "d5"], each=SETTLED)
    board.lift("d5")
    board.wait(SETTLED)
    board.put("h5")
    board.lift("g5")
    board.wait(2 * SETTLED)
    assert board.moves == ["d1-d3", "e5-e2", "a5-e5", "g5-h5"]


def test_a_move_from_a_dead_sensor_is_not_taken_back_while_its_piece_stands() -> None:
    """The last plies might be undone, and e2 lifted, which g3 could not capture then."""
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "e5-e2", "g1-g3", "e6-e5")
    board.command(Command.PRESS_CLOCK)
    board.play("g3-h3", "e5-e6")
    board.lift("e2")
    board.slide(["h3", "g3"], each=SETTLED)
    board.slide(["g3", "f3", "e3"], each=0.1)
    board.wait(SETTLED)
    assert board.moves[-2:] == ["e5-e6", "h3-e3"]
    assert not [event for event in board.events if isinstance(event, MoveTakenBack)]


def test_a_reply_at_once_goes_where_the_piece_came_from_that_is_not_seen_any_more() -> None:
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d5", "e5-e2")
    board.lift("d5")
    board.wait(0.2)
    board.occupied ^= bits_of(parse_square("d5"), parse_square("d6"))
    board.wait(0.3)
    board.play("a4-b4")
    assert board.moves == ["d1-d5", "e5-e2", "d5-e5", "d6-d5", "a4-b4"]


def test_a_piece_seen_beyond_a_dead_sensor_does_not_stand_on_that_when_another_is_touched() -> None:
    """a5 stands askew on f5, and h6 is lifted by mistake."""
    board = FaultyDriver(dead="e5")
    board.wait(11)
    board.play("d1-d3", "f4-c4", "d3-d1", "f5-f3", "d1-d3", "e5-e2")
    board.slide(["a5", "b5", "c5", "d5"], each=0.05)
    board.lift("d5")
    board.put("f5")
    board.lift("f5")
    board.wait(0.2)
    board.lift("h6")
    board.wait(2 * SETTLED)
    board.put("h6")
    board.put("f5")
    board.wait(SETTLED)
    assert board.moves[-2:] == ["e5-e2", "a5-f5"]


def with_a_sensor_that_sticks_under_a_piece() -> FaultyDriver:
    """Begin a game in which e5 feels its piece for ever, and a ply has been played."""
    board = FaultyDriver(stuck="e5")
    board.wait(SETTLED)
    board.play("d1-d3")
    return board


def test_a_slide_from_a_sensor_that_sticks_counts_and_the_sensor_is_named() -> None:
    board = with_a_sensor_that_sticks_under_a_piece()
    for name in ("e4", "e3", "e2"):
        board.put(name)
        board.wait(0.1)
        board.lift(name)
        board.wait(SCAN_S)
    board.put("e2")
    board.wait(2.0)
    assert board.moves == ["d1-d3", "e5-e2"]
    assert board.failed == [parse_square("e5")]
    assert board.view.sentence == (
        "Move one of the attackers' pieces. The sensor on e5 does not work; play goes on "
        "without it."
    )


def test_a_piece_that_comes_from_nowhere_may_have_moved_or_is_to_be_taken_off() -> None:
    board = with_a_sensor_that_sticks_under_a_piece()
    board.put("e2")
    board.wait(2.0)
    asked = board.view.sentence
    board.play("g1-g3")
    assert asked == (
        "e5-e2 counts as soon as the other side moves. "
        "If nobody has moved there, take the piece on e2 off the board."
    )
    assert board.moves == ["d1-d3", "e5-e2", "g1-g3"]
    assert board.failed == [parse_square("e5")]


def test_whoever_presses_the_clock_has_moved_it() -> None:
    board = with_a_sensor_that_sticks_under_a_piece()
    board.put("e2")
    board.wait(2.0)
    board.command(Command.PRESS_CLOCK)
    assert (board.moves, board.view.repair) == (["d1-d3", "e5-e2"], ())
    board.play("g1-g3")
    assert board.failed == [parse_square("e5")]


def test_a_magnet_that_is_forgotten_where_one_piece_might_go_is_no_move_of_it() -> None:
    board = FaultyDriver()
    board.wait(SETTLED)
    board.play("d1-d3")
    board.put("e2")
    board.wait(20.0)
    assert (board.moves, board.failed) == (["d1-d3"], [])
    board.lift("e2")
    board.play("f4-c4", "g1-g3")
    assert (board.moves, board.failed) == (["d1-d3", "f4-c4", "g1-g3"], [])


def test_what_its_square_feels_while_both_sides_play_on_is_no_piece_left_there() -> None:
    """The move was taken back and made again; a piece that comes to e5 counts then."""
    board = with_a_sensor_that_sticks_under_a_piece()
    feel(board, "e3:0.1 e3:0.01 e2:1.7 e2:0.06 e3:0.3 e3:0.05 e4:0.31 e4:0.4 a2:0.5 a2:1.4 e4:1.0")
    assert (board.moves, asked(board.view)) == (["d1-d3", "e5-e4"], {(None, "e5")})
    board.play("g1-g3", "e4-d4")
    assert asked(board.view) == set()
    board.play("h1-h2")
    board.lift("f5")
    board.wait(1.0)
    board.play("h2-h3")
    board.wait(5.0)
    assert board.moves[3:] == ["e4-d4", "h1-h2", "f5-e5", "h2-h3"]


def test_it_may_be_a_captive_once_one_is_off_the_board() -> None:
    board = FaultyDriver(stuck="e7")
    board.wait(SETTLED)
    moves = ["d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3"]
    board.play(*moves)
    board.lift("e2")
    board.wait(10.0)
    board.put("e9")
    board.wait(20.0)
    assert (board.moves, board.failed) == (moves, [])
    assert board.view.sentence == (
        "e7-e9 counts as soon as the other side moves. "
        "If nobody has moved there, take the piece on e9 off the board."
    )
    board.play("a4-b4")
    assert (board.moves, board.failed) == ([*moves, "e7-e9", "a4-b4"], [parse_square("e7")])


def test_a_reply_that_is_only_lifted_does_not_say_that_a_sensor_sticks() -> None:
    board = with_a_sensor_that_sticks_under_a_piece()
    board.put("e2")
    board.wait(2.0)
    board.lift("g1")
    board.wait(2.0)
    board.put("g1")
    board.wait(SETTLED)
    assert (board.moves, board.failed) == (["d1-d3"], [])


def test_whoever_puts_a_piece_there_again_means_it() -> None:
    board = with_a_sensor_that_sticks_under_a_piece()
    board.put("e2")
    board.wait(2.0)
    board.lift("e2")
    board.wait(1.0)
    board.put("e2")
    board.wait(SETTLED)
    assert board.moves == ["d1-d3"]  # such a sensor may also feel something for nothing
    board.wait(1.6)
    assert board.moves == ["d1-d3", "e5-e2"]
    assert board.failed == [parse_square("e5")]


def test_a_sensor_that_has_felt_a_piece_go_does_not_stick() -> None:
    """Both d1 and a4 could have come to d4, but a4 was felt to go before."""
    board = FaultyDriver(stuck="d1")
    board.wait(SETTLED)
    board.lift("a4")
    board.wait(0.1)
    board.put("a4")
    board.wait(10.0)
    board.put("d4")
    board.wait(1.0)
    board.play("e5-e2")
    assert board.moves == ["d1-d4", "e5-e2"]
    assert board.failed == [parse_square("d1")]


@pytest.mark.parametrize("closed_s", [0.02, 0.03, 0.05])
def test_an_empty_square_that_chatters_is_no_move_from_a_sensor_that_sticks(
    closed_s: float,
) -> None:
    board = BoardDriver()
    board.play("d1-d2")
    for _ in range(12):
        for _ in range(2):
            board.occupied ^= 1 << parse_square("h3")
            board.wait(closed_s)
    board.wait(5.0)
    assert board.moves == ["d1-d2"]
    assert not board.view.faulty >> parse_square("h6") & 1


@pytest.mark.parametrize("stands_s", [1.0, 7.0, 12.0])
def test_a_piece_whose_magnet_is_upside_down_makes_its_moves(stands_s: float) -> None:
    """Its pole says that d6 is an attacker; the board asks for a defender, and play goes on.

    It begins with the first move, or after ten seconds. No sensor is to blame.
    """
    board = PolarDriver()
    turned = squares("d6 d3 c3")
    south, north, strong = board.poles
    board.poles = Poles(south | turned, north & ~turned, strong)
    board.wait(stands_s)
    asked = [(step.square, step.piece) for step in board.view.repair]
    board.poles = Poles((1 << 121) - 1 & ~north | turned, north & ~turned, strong)
    board.play("g1-g3", "d6-d3", "d11-d9", "d3-c3")
    d6 = parse_square("d6")
    assert asked == [(d6, None), (d6, Piece.DEFENDER)]
    assert board.moves == ["g1-g3", "d6-d3", "d11-d9", "d3-c3"]
    assert board.view.faulty == 0


@pytest.mark.parametrize("captor_first", [True, False])
def test_a_capture_is_taken_back_though_its_captive_comes_back_upside_down(
    *, captor_first: bool
) -> None:
    board = PolarDriver()
    board.wait(SETTLED)
    e2 = bits_of(parse_square("e2"))
    south, north, strong = board.poles
    south |= squares("d3 g3 e3")
    board.poles = Poles(south, north | bits_of(parse_square("c4")) | e2, strong)
    board.play(*OPENING, "g3-e3xe2")
    board.wait(3.0)
    board.poles = Poles(south | e2, board.poles.north & ~e2, strong)
    for name in ("g3", "e2") if captor_first else ("e2", "g3"):
        if name == "g3":
            board.lift("e3")
            board.wait(0.4)
        board.put(name)
        board.wait(0.3)
    board.wait(2.0)
    assert board.moves == list(OPENING)
    asked = [(step.square, step.piece) for step in board.view.repair]
    assert asked == [(parse_square("e2"), None), (parse_square("e2"), Piece.DEFENDER)]


def test_a_game_does_not_begin_by_itself_where_many_pieces_are_of_the_wrong_kind() -> None:
    board = PolarDriver()
    turned = squares("d6 e6 g5")
    south, north, strong = board.poles
    board.poles = Poles(south | turned, north & ~turned, strong)
    board.wait(12.0)
    board.play("d1-d3")
    assert (board.view.phase, board.moves) == (Phase.SET_UP, [])


# Seconds, then what is lifted from a square (-), or which kind of piece is put there.
KNOCKED_OVER = (
    "0.48:-:i4 0.49:-:g7 0.50:-:f2 0.51:-:f4 0.52:-:e5 0.52:-:f5 0.54:-:g6 0.56:-:e6 0.56:-:e7 "
    "0.58:-:f8 0.61:D:g6 0.63:-:e1 0.64:-:g1 0.68:-:k5 0.69:-:f1 0.71:-:d1 0.73:-:d7 0.79:D:c4 "
    "0.81:-:f6 0.81:-:h6 0.82:A:g3 0.83:-:f7 0.89:-:a6 0.90:-:a5 0.90:-:b6 0.93:-:g5 0.93:A:b5 "
    "0.97:-:a4 1.04:D:h3 1.08:A:h2 1.13:A:b8 1.18:D:a3 1.21:A:e7 1.21:A:e9 1.23:A:b3 1.30:D:b11 "
    "10.96:-:b8 11.59:A:a6 12.31:-:b5 12.89:A:f5 13.47:-:g6 14.33:D:f4 15.08:-:h3 15.78:D:g6 "
    "16.54:A:a4 16.65:-:g3 17.27:A:k5 17.40:-:h2 17.96:A:e1 18.24:-:e9 18.86:A:d7 20.04:A:d1 "
    "20.79:A:f2 21.28:D:f8 21.84:-:f5 22.44:A:f1 23.09:-:d7 23.75:A:a5 24.19:K:f6 24.49:-:a3 "
    "24.99:D:f7 25.98:D:g4 26.95:A:i4 27.94:D:g7 28.20:-:b3 29.07:A:g1 29.79:-:b11 30.60:D:d7 "
    "31.82:D:e5 33.25:D:f5 33.37:-:e7 33.70:A:b6 34.06:-:g4 34.49:D:g5 35.08:D:h6 35.85:-:f5 "
    "36.64:D:e6 37.48:D:f5 37.65:-:c4 38.01:D:e7 "
)


def test_a_board_that_feels_poles_is_put_right_by_way_of_wrong_pieces_on_right_squares() -> None:
    """24 pieces fall; two hands put up what comes first, attackers on defenders' squares, too."""
    board = PolarDriver()
    south, north = (squares(*names) for names in (("i4", "h10"), ("d7",)))
    board.poles = Poles(board.poles.south | south, board.poles.north | north, board.poles.strong)
    board.wait(1.0)
    board.play("k4-i4", "d6-d7", "h11-h10")
    began = board.at
    for act in KNOCKED_OVER.split():
        time, kind, name = act.split(":")
        board.wait(began + float(time) - board.at)
        bit = bits_of(parse_square(name))
        board.occupied ^= bit
        felt = zip("ADK", board.poles, strict=True)
        board.poles = Poles(*(pole & ~bit | bit * (kind == each) for each, pole in felt))
    board.wait(5.0)
    assert (board.moves, board.view.repair) == (["k4-i4", "d6-d7", "h11-h10"], ())
