"""Lines of play: one object for each sequence of plies."""

import gc
from functools import reduce
from operator import or_
from random import Random
from weakref import ref

import pytest

from controller.recognition.line import PlayedLine
from controller.rules.captures import apply_move, captured_bits
from controller.rules.compiled import compiled
from controller.rules.game import new_game
from controller.rules.geometry import parse_square, squares_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.moves import legal_moves, moves_from
from tests.controller.recognition.stories import line_after


def test_the_same_plies_from_one_line_are_one_line() -> None:
    start = line_after()
    d1, d3 = parse_square("d1"), parse_square("d3")
    assert start.after(d1, d3) is start.after(d1, d3)
    assert start.after(d1, d3).back() is start


def test_a_line_has_the_game_of_its_plies() -> None:
    line = line_after("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3")
    assert [str(ply.move) for ply in line.game.plies] == [
        *("d1-d3", "e5-e2", "g1-g3", "f4-c4", "g3-e3"),
    ]
    assert (line.depth, line.captured) == (5, 1 << parse_square("e2"))
    assert line.position == line.game.position


def test_a_line_contains_those_that_lead_to_it() -> None:
    line = line_after("d1-d3 e5-e2")
    other = line.back().after(parse_square("e5"), parse_square("e3"))
    assert line.contains(line)
    assert line.contains(line.back().back())
    assert not line.contains(other)
    assert not line.back().contains(line)


def test_nothing_is_allowed_after_the_end() -> None:
    won = "d1-d2 f8-i8 d2-d1 f7-f9 d1-d2 f6-f8 d2-d1 f8-b8 d1-d2 b8-b11 d2-d1 b11-a11"
    d1, d2 = parse_square("d1"), parse_square("d2")
    assert line_after(won).back().allows(parse_square("b11"), parse_square("a11"))
    assert not line_after(won).allows(d1, d2)


def test_what_a_piece_could_capture_is_known() -> None:
    line = line_after("d1-d3 e5-e2 g1-g3 f4-c4")
    assert line.capturable(parse_square("g3")) == 1 << parse_square("e2")
    assert line.capturable(parse_square("a4")) == 0


@pytest.mark.parametrize("name", ruleset_names())
def test_a_piece_could_capture_what_any_of_its_moves_captures(name: str) -> None:
    rules, random = compiled(named_ruleset(name)), Random(name)
    line = PlayedLine(new_game(rules))
    for _ in range(60):
        if line.game.outcome:
            break
        position = line.position
        for origin in squares_of(position.of(position.to_move)):
            moves = moves_from(rules, position, origin)
            taken = [captured_bits(apply_move(rules, position, move)[1]) for move in moves]
            assert line.capturable(origin) == reduce(or_, taken, 0)
        move = random.choice(list(legal_moves(rules, position)))
        line = line.after(move.origin, move.target)


def test_what_else_might_have_been_played_is_kept_only_as_long_as_somebody_holds_it() -> None:
    start = line_after()
    e1, e2 = parse_square("e1"), parse_square("e2")
    kept = start.after(e1, e2)
    assert start.after(e1, e2) is kept
    gone = ref(start.after(e1, parse_square("e3")))
    assert gone() is None


def test_a_long_game_forgets_what_else_might_have_been_played_long_ago() -> None:
    line = line_after()
    other = line.after(parse_square("e1"), parse_square("e2"))
    random = Random(1)
    for _ in range(20):
        line = line.after(*random.choice(line.game.legal_moves()))
        line.forget_old()
    first = line
    while first.depth:
        first = first.back()
    assert first.after(parse_square("e1"), parse_square("e2")) is not other


def long_line(plies: int) -> PlayedLine:
    """Return a line of play as a session makes it, ply by ply."""
    line, random = line_after(), Random(2)
    for _ in range(plies):
        line = line.after(*random.choice(line.game.legal_moves()))
        line.forget_old()
    return line


def test_a_long_game_is_kept_by_its_newest_line_and_not_by_every_one() -> None:
    gc.collect()
    gc.disable()  # what is forgotten is gone at once, not when somebody collects it
    try:
        line = long_line(40)
    finally:
        gc.enable()
    lines = [each for each in gc.get_objects() if isinstance(each, PlayedLine)]
    holding = [each for each in lines if each._game is not None and each._game.plies]
    assert line in holding
    assert len(holding) <= 3
    assert len(lines) <= 16


def test_every_line_of_a_long_game_can_still_be_gone_back_to() -> None:
    line = long_line(40)
    plies = line.game.plies
    for depth in range(40, -1, -1):
        assert (line.depth, line.game.plies) == (depth, plies[:depth])
        assert line.position == line.game.position
        line = line.back()


def test_a_line_that_goes_on_from_a_few_plies_back_has_its_game() -> None:
    line = long_line(40)
    plies, origin = line.game.plies, line
    for _ in range(10):
        origin = origin.back()
    move = next(m for m in origin.game.legal_moves() if m != plies[30].move)
    other = origin.after(*move)
    assert [ply.move for ply in other.game.plies] == [*(p.move for p in plies[:30]), move]
    assert not line.contains(other)
    assert line.contains(origin)
