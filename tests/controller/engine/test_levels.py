"""Levels: how far they look, and that none of them blunders on purpose."""

from random import Random

import pytest

from controller.assembly.rivals import Choosing, rival_of
from controller.engine.binding import Kernel
from controller.engine.errors import LevelError
from controller.engine.levels import ADAPTIVE, Adaptive, level_names, levels, named_level
from controller.engine.plain import PlainSearcher
from controller.engine.players import LevelPlayer, accepts_draw, chosen
from controller.engine.search import WON, Found, Limits, Line
from controller.engine.searchers import new_searcher
from controller.engine.weights import named_weights
from controller.notation.moves import parse_move
from controller.rules.game import Game, new_game
from controller.rules.lines import MOVES, Move
from controller.rules.pieces import Side
from controller.words.catalogue import catalogue
from tests.controller.engine.kernels import in_every_ruleset, kernel_of, rules_of

COPENHAGEN = rules_of("copenhagen")
FROM_TWO_MOVES_UP = [level for level in levels() if level.depth != 1]


def lines(*scores: int) -> Found:
    """Return lines of these scores, each with a move of its own."""
    moves = [move for row in MOVES for move in row]
    return Found(tuple(Line(s, (moves[n],)) for n, s in enumerate(scores)), 3, 100)


def played(level: str, found: Found) -> set[int]:
    """Return the scores of what a level may play."""
    near = named_level(level).near
    return {chosen(found, near, Random(seed)).score for seed in range(50)}


def test_there_are_at_least_eight_and_every_one_has_words() -> None:
    assert len(levels()) >= 8
    assert len(set(level_names())) == len(levels())
    texts = catalogue().texts
    assert all(f"level.{name.replace('-', '_')}" in texts for name in (*level_names(), ADAPTIVE))


def test_who_plays_at_a_level_is_called_like_it() -> None:
    searcher = new_searcher(COPENHAGEN)
    assert [LevelPlayer(searcher, level).name for level in levels()] == list(level_names())


def test_a_level_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(LevelError) as refused:
        named_level("grandmaster")
    assert str(refused.value) == (
        f"level: expected one of {', '.join(level_names())}, got 'grandmaster'"
    )


def test_a_name_that_is_good_elsewhere_is_offered_only_there() -> None:
    with pytest.raises(LevelError) as refused:
        named_level(ADAPTIVE)
    assert f"{ADAPTIVE}, got" not in str(refused.value)
    with pytest.raises(LevelError, match=f"strongest, {ADAPTIVE}, got 'nobody'"):
        named_level("nobody", (ADAPTIVE,))
    with pytest.raises(LevelError, match=f"strongest, {ADAPTIVE}, chance"):
        rival_of("nobody", Side.ATTACKERS, Choosing(seed=0))


def test_each_level_sees_more_than_the_one_below_or_as_much_and_chooses_more_narrowly() -> None:
    sights = [(level.depth or 100, -level.overlooks, -level.near) for level in levels()]
    assert sights == sorted(set(sights))


def test_a_careful_level_sees_as_far_as_its_namesake_and_chooses_more_narrowly() -> None:
    careful = [level for level in levels() if level.name.endswith("-careful")]
    assert len(careful) >= 3
    for level in careful:
        namesake = named_level(level.name.removesuffix("-careful"))
        assert level.depth == namesake.depth
        assert level.near < namesake.near


def test_only_the_two_easiest_overlook_moves_each_fewer_than_the_one_below() -> None:
    overlooking = [(level.name, level.overlooks) for level in levels() if level.overlooks]
    assert overlooking == [("overlooks-most", 80), ("overlooks-many", 55)]
    assert [name for name, _ in overlooking] == list(level_names()[:2])


class Notebook(PlainSearcher):
    """A searcher that notes which moves it is asked to look at."""

    def __init__(self) -> None:
        super().__init__(COPENHAGEN, named_weights("corner"))
        self.noted: list[tuple[Move, ...]] = []

    def search(self, game: Game, limits: Limits) -> Found:
        self.noted.append(limits.moves)
        return super().search(game, limits)


@pytest.mark.parametrize(("level", "noticed"), [("overlooks-most", 23), ("overlooks-many", 52)])
def test_a_level_that_overlooks_moves_looks_at_the_rest_whichever_these_are(
    level: str, noticed: int
) -> None:
    game, notebook = new_game(COPENHAGEN), Notebook()
    for seed in range(40):
        LevelPlayer(notebook, named_level(level), seed).choose(game)
    assert {len(moves) for moves in notebook.noted} == {noticed}
    assert {move for moves in notebook.noted for move in moves} == set(game.legal_moves())
    LevelPlayer(notebook, named_level(level), 0).choose(game)
    assert notebook.noted[-1] == notebook.noted[0]


def test_a_level_that_overlooks_moves_notices_at_least_one_of_those_that_are_wanted() -> None:
    game = new_game(COPENHAGEN)
    wanted = game.legal_moves()[7]
    player = LevelPlayer(new_searcher(COPENHAGEN), named_level("overlooks-most"))
    assert player.choose(game, moves=(wanted,)).move == wanted


def test_a_level_that_sees_everything_is_asked_for_no_moves_in_particular() -> None:
    notebook = Notebook()
    LevelPlayer(notebook, named_level("one-move")).choose(new_game(COPENHAGEN))
    assert notebook.noted == [()]


def test_the_only_win_in_one_is_found_as_often_as_a_level_notices_moves() -> None:
    game, searcher = new_game(COPENHAGEN), new_searcher(COPENHAGEN)
    for move in won_in_one(kernel_of(COPENHAGEN), 1, "seen or not")[0]:
        game = game.play(move)
    (winning,) = [move for move in game.legal_moves() if game.play(move).outcome]
    most, many, one_move = (
        sum(LevelPlayer(searcher, level, seed).choose(game).move == winning for seed in range(100))
        for level in levels()[:3]
    )
    assert 10 < most < 30
    assert 35 < many < 55
    assert one_move == 100


def test_time_given_limits_every_level_and_only_the_strongest_takes_its_own() -> None:
    weak, strong = levels()[0], levels()[-1]
    assert weak.limits().seconds is None
    assert weak.limits(0.5).seconds == 0.5
    assert strong.limits().seconds is not None
    assert strong.limits(0.5).seconds == 0.5


def test_any_move_near_the_best_may_be_played_and_none_that_is_farther() -> None:
    near = named_level("two-moves").near
    found = lines(100, 100 - near // 2, 100 - near, 99 - near)
    assert played("two-moves", found) == {100, 100 - near // 2, 100 - near}


def test_the_strongest_plays_the_best() -> None:
    assert played("strongest", lines(100, 99, 98)) == {100}


def test_no_level_throws_a_win_away_or_walks_into_a_loss() -> None:
    for level in level_names():
        assert played(level, lines(WON - 1, WON - 3, 50)) == {WON - 1}
        assert played(level, lines(-20, -WON + 2)) == {-20}


def won_in_one(kernel: Kernel, count: int, seed: str) -> list[list[Move]]:
    """Return the moves of random games up to where a side wins with its next move."""
    found: list[list[Move]] = []
    random = Random(seed)
    while len(found) < count:
        kernel.set(COPENHAGEN.start)
        moves: list[Move] = []
        while len(moves) < 150 and not kernel.proves_win(1):
            moves.append(random.choice(kernel.moves()))
            played = kernel.play(moves[-1])
            assert played is not None
            if played.standing:
                break
        else:
            found += [moves] if len(moves) < 150 else []
    return found


def is_won(kernel: Kernel, move: Move, side: Side) -> bool:
    """Say whether a move wins at once."""
    played = kernel.play(move)
    kernel.undo()
    return played is not None and played.standing == (1 if side is Side.ATTACKERS else 2)


def is_safe(kernel: Kernel, move: Move) -> bool:
    """Say whether a move leaves the other side no win in one."""
    played = kernel.play(move)
    safe = played is not None and (played.standing != 0 or not kernel.proves_win(1))
    kernel.undo()
    return safe


@in_every_ruleset
def test_from_two_moves_up_no_win_in_one_is_missed_and_none_is_allowed(name: str) -> None:
    rules = rules_of(name)
    kernel, searcher = kernel_of(rules), new_searcher(rules)
    for moves in won_in_one(kernel, 4, name):
        game = new_game(rules)
        for move in moves:
            game = game.play(move)
        before = game.undo()
        for level in FROM_TWO_MOVES_UP:
            quick = level.model_copy(update={"seconds": None, "nodes": level.nodes or 20_000})
            won, kept = (LevelPlayer(searcher, quick).choose(each).move for each in (game, before))
            assert won is not None
            assert kept is not None
            kernel.set(game.position)
            assert is_won(kernel, won, game.position.to_move), f"{level.name} {moves}"
            kernel.set(before.position)
            can_be_saved = any(is_safe(kernel, move) for move in kernel.moves())
            assert is_safe(kernel, kept) or not can_be_saved, f"{level.name} {moves}"


def test_adaptive_begins_at_two_moves_and_stays_within_the_levels() -> None:
    adaptive = Adaptive()
    assert adaptive.level is named_level("two-moves")
    assert adaptive.after_game(person_won=None) == adaptive
    for _ in range(20):
        adaptive = adaptive.after_game(person_won=True)
    assert adaptive.level is levels()[-1]
    for _ in range(20):
        adaptive = adaptive.after_game(person_won=False)
    assert adaptive.level is levels()[0]


@pytest.mark.parametrize("level", ["overlooks-many", "one-move-careful"])
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    kernel_of(COPENHAGEN)

    def moves(seed: int) -> list[str]:
        player, game = (
            LevelPlayer(new_searcher(COPENHAGEN), named_level(level), seed),
            new_game(COPENHAGEN),
        )
        for _ in range(8):
            move = player.choose(game).move
            assert move is not None
            game = game.play(move)
        return [str(ply.move) for ply in game.plies]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_a_lost_game_is_given_up_after_a_while_and_not_at_the_first_fright() -> None:
    kernel_of(COPENHAGEN)
    game = new_game(COPENHAGEN)
    for text in ("f2-a2", "f4-e4", "d11-d8", "f5-f2", "h1-h3", "f6-f3", "h3-h1", "f3-a3"):
        game = game.play(parse_move(text).move)
    player = LevelPlayer(new_searcher(COPENHAGEN), named_level("three-moves"))
    choices = [player.choose(game).move for _ in range(6)]
    assert choices[0] is not None
    assert choices[-1] is None


def test_the_easiest_levels_play_on_to_the_end_so_that_a_child_sees_how_it_wins() -> None:
    kernel_of(COPENHAGEN)
    game = new_game(COPENHAGEN)
    for text in ("f2-a2", "f4-e4", "d11-d8", "f5-f2", "h1-h3", "f6-f3", "h3-h1", "f3-a3"):
        game = game.play(parse_move(text).move)
    assert [level.name for level in levels() if not level.resigns] == list(level_names()[:2])
    for name in level_names()[:2]:
        player = LevelPlayer(new_searcher(COPENHAGEN), named_level(name))
        assert all(player.choose(game).move for _ in range(8))


def test_a_draw_is_taken_when_nothing_happens_and_nobody_is_better_off() -> None:
    game = new_game(COPENHAGEN)
    assert not accepts_draw(game, 0.5)
    there_and_back = ("a4-a3", "f4-g4", "a3-a2", "g4-h4", "a2-b2", "h4-i4", "b2-c2", "i4-i3")
    for text in (*there_and_back, "c2-c3", "i3-i2", "c3-b3", "i2-j2", "b3-b4", "j2-j3", "b4-c4"):
        game = game.play(parse_move(text).move)
    for text in ("j3-i3", "c4-d4", "i3-h3", "d4-d3", "h3-h2", "d3-c3"):
        game = game.play(parse_move(text).move)
    assert game.plies[-1].quiet >= 20
    assert accepts_draw(game, 0.5)
    assert not accepts_draw(game, 0.7)
    assert game.position.to_move is Side.DEFENDERS


def test_limits_ask_for_several_lines_only_where_there_is_a_choice() -> None:
    assert named_level("strongest").limits() == Limits(
        seconds=named_level("strongest").seconds, lines=1, threads=1
    )
    assert levels()[0].limits().lines > 1
