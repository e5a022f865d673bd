"""The small search on the rules core: it plays where there is no kernel, and sees two moves."""

from controller.engine.coach import Grade, grades
from controller.engine.plain import PlainSearcher
from controller.engine.search import SURELY_WON, WON, Limits, chance_of
from controller.engine.weights import named_weights, weights_name
from controller.notation.moves import parse_move
from controller.rules.game import Game, new_game
from controller.rules.geometry import SQUARE_NAMES, parse_square
from controller.rules.pieces import Side
from tests.controller.engine.kernels import in_every_ruleset, rules_of
from tests.symmetry import COPENHAGEN, draw


def searcher(name: str = "copenhagen") -> PlainSearcher:
    rules = rules_of(name)
    return PlainSearcher(rules, named_weights(weights_name(rules.ruleset)))


@in_every_ruleset
def test_it_plays_legal_moves_of_every_ruleset(name: str) -> None:
    rules = rules_of(name)
    plays, game = searcher(name), new_game(rules)
    for _ in range(4):
        game = game.play(plays.search(game, Limits(depth=1)).best.moves[0])
    assert len(game.plies) == 4


IN_LINE = "A.........A ........... ...K......."  # the king on d1, nobody in his way


def test_a_king_in_line_with_a_corner_goes_there() -> None:
    game = Game(COPENHAGEN, draw(IN_LINE, Side.DEFENDERS))
    best = searcher().search(game, Limits(depth=1)).best
    assert best.score == WON - 1
    assert str(best.moves[0]) in {"d1-a1", "d1-k1"}


def test_a_king_with_two_ways_out_cannot_be_stopped() -> None:
    game = Game(COPENHAGEN, draw(IN_LINE, Side.ATTACKERS))
    assert searcher().search(game, Limits(depth=2)).best.score < -SURELY_WON


def test_it_scores_every_first_move_and_gives_the_best_first() -> None:
    found = searcher().search(new_game(COPENHAGEN), Limits(depth=1, lines=5))
    scores = [line.score for line in found.lines]
    assert len(scores) == 5
    assert scores == sorted(scores, reverse=True)


@in_every_ruleset
def test_where_a_game_starts_no_side_seems_to_win(name: str) -> None:
    found = searcher(name).search(new_game(rules_of(name)), Limits(depth=1))
    assert 0.3 < chance_of(found.best.score) < 0.7


def test_a_coach_without_a_kernel_tells_good_moves_from_bad_ones() -> None:
    game = new_game(COPENHAGEN)
    for move in ("d1-d3", "e5-e2", "g1-g3", "f4-c4"):
        game = game.play(parse_move(move).move)
    given = grades(searcher(), game, parse_square("g3"), Limits(depth=2))
    by_grade = {
        grade: {SQUARE_NAMES[target] for target, found in given.items() if found is grade}
        for grade in Grade
    }
    # On e3 it captures; on f3, k3 and g4 it leaves the squares where attackers are worth something.
    assert by_grade[Grade.GOOD] == {"e3"}
    assert {"f3", "k3", "g4"} <= by_grade[Grade.BAD]


def test_it_keeps_to_its_limits() -> None:
    found = searcher().search(new_game(COPENHAGEN), Limits(nodes=300))
    assert found.nodes <= 301
    assert found.lines
    only = parse_move("d1-d3").move
    found = searcher().search(new_game(COPENHAGEN), Limits(depth=1, moves=(only,)))
    assert [line.moves for line in found.lines] == [(only,)]
    assert searcher().search(new_game(COPENHAGEN), Limits(seconds=0.05)).lines


def test_a_stopped_search_answers_with_what_it_has() -> None:
    plays = searcher()
    plays.stop()
    assert plays.search(new_game(COPENHAGEN), Limits(depth=1)).depth == 1


def test_a_repetition_that_loses_is_not_walked_into() -> None:
    game = new_game(COPENHAGEN)
    for text in ("a4-a3", "f4-g4", "a3-a4", "g4-f4") * 2:
        if game.outcome is None:
            game = game.play(parse_move(text).move)
    before = game.undo()
    lines = searcher().search(before, Limits(depth=1, lines=200)).lines
    lost = next(line for line in lines if line.moves[0] == game.plies[-1].move)
    assert lost.score == 1 - WON


def test_a_search_that_nobody_wants_any_more_ends_as_it_begins() -> None:
    weights = named_weights(weights_name(COPENHAGEN.ruleset))
    unwanted = PlainSearcher(COPENHAGEN, weights, unwanted=lambda: True)
    found = unwanted.search(new_game(COPENHAGEN), Limits(seconds=1.0))
    assert found.nodes <= 64  # it looks whether it is stopped every 64 positions
    assert new_game(COPENHAGEN).refusal(found.best.moves[0]) is None
