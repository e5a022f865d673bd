"""A board that rests: a few plies explain where every piece stands, whatever hands have done."""

from random import Random

import pytest

from controller.recognition.falling import as_seen
from controller.recognition.line import PlayedLine
from controller.recognition.rest import at_rest, is_settled
from controller.recognition.sight import Sight
from controller.recognition.story import Away, Dead, Made, Story, begun
from controller.rules.game import Game
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from tests.board_driver import COPENHAGEN, OPENING
from tests.controller.recognition.stories import dead_on, going_on, line_after, only
from tests.squares import squares

AT = 20.0


def astray(line: PlayedLine, sight: Sight) -> Story:
    """Return a story that knows no more than what counts, and sees where that is not so."""
    return as_seen(begun(line)._replace(top=seen(line)), sight.occupied, sight.unsure, AT)


def seen(line: PlayedLine) -> Made:
    """Return a line of which somebody has seen every ply made."""
    before = seen(line.back()) if line.depth else None
    return Made(line, 1.0, left=0.5, first=1.0, before=before)


def seen_in_turn(line: PlayedLine) -> Made:
    """Return the same, of plies that began when the one before had stood."""
    before = seen_in_turn(line.back()) if line.depth else None
    return Made(line, line.depth, left=line.depth - 0.5, first=line.depth, before=before)


def test_the_order_of_plies_that_nobody_saw_made_is_not_changed() -> None:
    """e5-e4 was played, and a sleeve has pushed e4 back; g5-g4 and d1-d3 come in another order."""
    line = line_after("a4-a3 e5-e4 d1-d3 g5-g4")
    sight = Sight(line_after("a4-a3 g5-g4 d1-d3").position.occupied)
    unwatched = as_seen(begun(line), sight.occupied, sight.unsure, AT)
    assert at_rest(only(unwatched, sight, AT), line) is None
    assert plies(at_rest(only(astray(line, sight), sight, AT), line)) == [
        "a4-a3",
        "g5-g4",
        "d1-d3",
    ]


def plies(story: Story | None) -> list[str] | None:
    """Return the moves of a story, None without one."""
    return None if story is None else [str(ply.move) for ply in story.line.game.plies]


def read(counted: str, stands: str, *captives: str) -> list[str] | None:
    """Return what is read where some plies count, and a board stands as after others.

    Of what these captured, some squares are filled still.
    """
    line = line_after(counted)
    still = squares(*captives)
    sight = Sight(line_after(stands).position.occupied | still)
    return plies(at_rest(only(astray(line, sight), sight, AT), line))


def played(line: PlayedLine, random: Random, count: int) -> PlayedLine:
    """Return a line with some more random plies; no piece moves twice among the last three."""
    moved: list[int] = []
    for _ in range(count):
        moves = [m for m in line.game.legal_moves() if m.origin not in moved[-2:]]
        move = random.choice(moves)
        line = line.after(*move)
        moved.append(move.target)
    return line


@pytest.mark.parametrize("seed", range(30))
def test_one_ply_is_read_from_the_board_alone_whatever_it_captured(seed: int) -> None:
    random = Random(seed)
    line = played(line_after(), random, random.randint(0, 60))
    if line.game.outcome:
        return
    after = played(line, random, 1)
    for lying in (0, after.captured):
        sight = Sight(after.position.occupied | lying)
        found = at_rest(only(astray(line, sight), sight, AT), line)
        assert found is not None
        assert found.line is after
        assert is_settled(found)


def test_a_ply_and_its_reply_are_mostly_read_and_never_others() -> None:
    left_alone = []
    for seed in range(30):
        random = Random(seed)
        line = played(line_after(), random, random.randint(0, 40))
        after = played(line, random, 2)
        sight = Sight(after.position.occupied)
        found = at_rest(only(astray(line, sight), sight, AT), line)
        if found is None:
            left_alone.append(seed)
        else:
            assert found.line.position == after.position, seed
    assert len(left_alone) <= 2


def test_a_ply_that_is_back_with_all_that_it_captured_is_taken_back() -> None:
    before = "d1-d3 e5-e2 g1-g3 f4-c4"
    assert read(f"{before} g3-e3", before) == before.split()


def test_what_a_ply_captured_may_stand_yet() -> None:
    before = "d1-d3 e5-e2 g1-g3 f4-c4"
    line = line_after(before)
    captive = bits_of(parse_square("e2"))
    sight = Sight(line_after(f"{before} g3-e3").position.occupied | captive)
    found = at_rest(only(astray(line, sight), sight, AT), line)
    assert found is not None
    assert (plies(found), dead_on(found)) == ([*before.split(), "g3-e3"], ["e2"])


def test_a_piece_that_may_not_stand_where_it_does_is_no_ply() -> None:
    line = line_after()
    illegal = line.position.occupied ^ squares("d1 e3")
    sight = Sight(illegal)
    assert at_rest(only(astray(line, sight), sight, AT), line) is None


def test_of_two_moves_in_a_row_nobody_knows_which_was_replied_to() -> None:
    assert read("", "a5-c5 h6-h5 j6-j10") is None


def test_where_nobody_watched_the_order_of_plies_that_come_to_the_same_does_not_matter() -> None:
    """Both of the attackers' moves were made while the program was off."""
    line, end = line_after(), line_after("a5-c5 h6-h5 j6-j10")
    sight = Sight(end.position.occupied)
    found = at_rest(only(astray(line, sight), sight, AT), line, watched=False)
    assert found is not None
    assert (found.line.position, found.line.depth) == (end.position, 3)


def test_of_two_orders_that_one_is_read_in_which_the_squares_were_left_and_filled() -> None:
    """Either of the attackers' moves may have been the first, and either of the replies."""
    line = line_after()
    after = ["a5-c5", "h6-h5", "j6-j10", "e5-e2"]
    sight = Sight(line_after(" ".join(after)).position.occupied)
    stood_at = [0.0] * 121
    for number, ply in enumerate(after):
        origin, target = map(parse_square, ply.split("-"))
        stood_at[origin], stood_at[target] = 10.0 + number, 10.5 + number
    story = astray(line, sight)
    assert plies(at_rest(only(story, sight, AT), line)) is None
    assert plies(at_rest(only(story, sight, AT, stood_at), line)) == after


def test_a_ply_that_stood_before_the_last_one_was_begun_is_not_the_next() -> None:
    counted = line_after("d1-d3 e5-e4")
    sight = Sight(line_after("d1-d3 e5-e4 g1-g3").position.occupied)
    g1, g3 = map(parse_square, ("g1", "g3"))
    begins = begun(counted)._replace(top=Made(counted, 5.0, left=4.0, first=5.0))
    for stood, expected in ((4.5, ["d1-d3", "e5-e4", "g1-g3"]), (3.5, None)):
        out = begins._replace(away=(Away(g1, g3, stood, 3.0, g1),), occupied=sight.occupied)
        assert plies(at_rest(only(out, sight, AT), counted)) == expected


def test_what_counts_and_stands_is_not_made_another_ply() -> None:
    """e5 stands on e3; d3, which may not go to e4, is there since, and d1 was left long before."""
    counted = line_after("d1-d3 e5-e3")
    changed = tuple(map(parse_square, ("d3", "e4")))
    sight = Sight(counted.position.occupied ^ bits_of(*changed))
    stood_at = [10.0 if square in changed else 0.0 for square in range(121)]
    assert at_rest(only(astray(counted, sight), sight, AT, stood_at), counted) is None


def test_a_piece_that_was_pushed_and_put_right_may_have_made_no_ply() -> None:
    """A sleeve pushed e6 and lifted a4; d5-d4 was played, and seemed to be a reply of a4."""
    before = "a5-b5 e5-d5 b5-a5"
    assert read(f"{before} e6-e5 a4-d4 e5-e6", f"{before} d5-d4") == f"{before} d5-d4".split()


def test_what_counts_and_does_not_stand_has_gone_on() -> None:
    assert read("d1-d3", "d1-d4") == ["d1-d4"]


def test_after_a_time_in_which_nobody_watched_nothing_has_gone_on() -> None:
    line = line_after("d1-d3")
    sight = Sight(line_after("d1-d4").position.occupied)
    story = as_seen(begun(line), sight.occupied, sight.unsure, AT)
    assert at_rest(only(story, sight, AT), line) is None


@pytest.mark.parametrize(("left_at", "read"), [(12.0, ["d1-c1"]), (18.0, None)])
def test_a_piece_was_not_elsewhere_while_it_was_felt_where_it_seems_to_have_gone(
    left_at: float, read: list[str] | None
) -> None:
    """d1-d3 counts; d3 is lifted, and something has stood on c1 since 12.1 s."""
    line = line_after("d1-d3")
    sight = Sight(line_after("d1-c1").position.occupied)
    stood_at = [0.0] * 121
    stood_at[parse_square("d1")] = 10.0
    stood_at[parse_square("d3")] = left_at
    stood_at[parse_square("c1")] = 12.1
    assert plies(at_rest(only(astray(line, sight), sight, AT, stood_at), line)) == read


@pytest.mark.parametrize(
    ("reply", "read"), [("e5-e4", None), ("f8-i8", ["h1-h3"])], ids=["pushed", "carried"]
)
def test_what_comes_home_from_afar_long_after_is_taken_back_and_from_beside_is_pushed(
    reply: str, read: list[str] | None
) -> None:
    """The move that is made instead of three plies has stood for two seconds by then."""
    line = line_after(f"a4-c4 {reply} c4-c9")
    sight = Sight(line_after("h1-h3").position.occupied)
    stood_at = [0.0] * 121
    changed = ["h1", "h3", "c9", "a4", reply[3:], reply[:2]]
    for since, name in enumerate(changed, start=11):
        stood_at[parse_square(name)] = float(since)
    story = astray(line, sight)
    assert plies(at_rest(only(story, sight, AT, stood_at), line)) == read
    story = story._replace(top=seen_in_turn(line))
    assert plies(at_rest(only(story, sight, AT, stood_at), line)) == read


def found(line: PlayedLine, after: PlayedLine, *, watched: bool = False) -> list[str] | None:
    """Return what is read of a board that was found to stand as after other plies."""
    sight = Sight(after.position.occupied)
    story = as_seen(begun(line), sight.occupied, sight.unsure, AT)
    return plies(at_rest(only(story, sight, AT), line, watched=watched))


def test_a_piece_that_the_reply_has_taken_has_stood_while_nobody_looked() -> None:
    """d6 has come to d8, and taken what stood on e8 by then."""
    line, after = line_after(), line_after("a8-e8 d6-d8")
    assert found(line, after) == ["a8-e8", "d6-d8"]
    assert found(line, after, watched=True) is None


def test_after_a_reply_that_has_taken_a_piece_others_may_have_played_on() -> None:
    moves = "a8-e8 d6-d8 k5-i5"
    assert found(line_after(), line_after(moves)) == moves.split()


def test_of_two_squares_on_which_a_piece_may_have_been_taken_either_will_do() -> None:
    """e1 has come to e5; the piece of d6 may have gone to d5 or to e6."""
    diagram = """
...........
...........
...........
A..........
....D......
...A.K.....
..D........
...........
..........A
...........
....D......
"""
    line = PlayedLine(Game(COPENHAGEN, parse_diagram(diagram, Side.ATTACKERS)))
    d5, d6, e6, e1, e5 = map(parse_square, ("d5", "d6", "e6", "e1", "e5"))
    ways = [line.after(d6, square).after(e1, e5) for square in (d5, e6)]
    assert ways[0].position == ways[1].position
    assert found(line, ways[0]) in [[str(ply.move) for ply in way.game.plies] for way in ways]


def test_what_changed_before_the_board_was_lost_was_seen() -> None:
    line, sight = line_after(), Sight(line_after("a8-e8 d6-d8").position.occupied)
    story = as_seen(begun(line), sight.occupied, sight.unsure, AT)
    for changed_at, expected in ((AT, ["a8-e8", "d6-d8"]), (AT - 5.0, None)):
        stood_at = [changed_at] * 121
        assert plies(at_rest(only(story, sight, AT, stood_at), line, watched=False)) == expected


@pytest.mark.parametrize(
    ("stands", "captives"),
    [("g3-e3 c4-b4", ["e2"]), ("g3-e3", ["e2"]), ("g3-f3", []), ("", [])],
    ids=["it goes on", "it is right", "it captures nothing", "it is taken back"],
)
def test_what_a_ply_captured_that_does_not_count_yet_is_captured_once_or_lives(
    stands: str, captives: list[str]
) -> None:
    """By the story g3-e3 has captured e2, which lies there still, and something else is astray."""
    counted = line_after(" ".join(OPENING))
    ahead = going_on(counted, "g3-e3")
    captive = Dead(parse_square("e2"), Side.DEFENDERS, 3.0, home=parse_square("e2"))
    astray = begun(ahead)._replace(top=seen_in_turn(ahead), dead=(captive,))
    position = going_on(counted, *stands.split()).position.occupied
    sight = Sight(position | squares(*captives))
    story = at_rest(only(as_seen(astray, sight.occupied, 0, AT), sight, AT), counted)
    assert story is not None
    assert (story.line.position.occupied, dead_on(story)) == (position, captives)
