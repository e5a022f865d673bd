"""What holds after every ply of any game whatever."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from controller.notation.moves import parse_move, write_ply
from controller.rules.captures import captured_bits, captured_squares
from controller.rules.game import Game, new_game
from controller.rules.geometry import ALL, CORNER_BITS, THRONE_BIT, squares_of
from controller.rules.lines import Move
from controller.rules.moves import has_legal_move, legal_moves
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from tests.effort import examples
from tests.symmetry import COPENHAGEN, SYMMETRIES, Symmetry

seeds = st.integers(0, 2**32)
lengths = st.integers(1, 150)


def playout(seed: int, length: int) -> Game:
    """Return a game of random moves that is over or this long."""
    random, game = Random(seed), new_game(COPENHAGEN)
    while not game.outcome and len(game.plies) < length:
        game = game.play(random.choice(game.legal_moves()))
    return game


def positions_of(game: Game) -> list[tuple[int, int, int, Side]]:
    """Return all positions of a game, the first included."""
    return [game.start, *(ply.position for ply in game.plies)]


@given(seeds, lengths)
@examples(40)
def test_pieces_never_overlap_and_keep_off_the_squares_of_the_king(seed: int, length: int) -> None:
    for attackers, defenders, king, _ in positions_of(playout(seed, length)):
        occupied = attackers | defenders | king
        assert occupied.bit_count() == sum(b.bit_count() for b in (attackers, defenders, king))
        assert (occupied & ~ALL, king.bit_count()) == (0, 1)
        assert not (attackers | defenders) & (CORNER_BITS | THRONE_BIT)


@given(seeds, lengths)
@examples(40)
def test_a_ply_moves_one_piece_and_takes_what_it_captures(seed: int, length: int) -> None:
    game = playout(seed, length)
    for before, ply in zip(positions_of(game), game.plies, strict=False):
        change = 1 << ply.move.origin | 1 << ply.move.target
        taken = captured_bits(ply.captures)
        attackers, defenders, king, mover = before
        moved = [
            bits ^ (change if bits >> ply.move.origin & 1 else 0)
            for bits in (attackers, defenders, king)
        ]
        victims = moved[1] if mover is Side.ATTACKERS else moved[0]
        assert taken & ~victims == 0
        assert ply.position == (moved[0] & ~taken, moved[1] & ~taken, moved[2], mover.other)


@given(seeds, lengths)
@examples(40)
def test_the_piece_that_moved_is_a_captor_of_all_it_captures(seed: int, length: int) -> None:
    for ply in playout(seed, length).plies:
        assert all(ply.move.target in capture.captors for capture in ply.captures)
        taken = tuple(squares_of(captured_bits(ply.captures)))
        assert captured_squares(ply.captures) == taken


@given(seeds, lengths)
@examples(40)
def test_undo_gives_back_every_game_on_the_way(seed: int, length: int) -> None:
    games = [playout(seed, length)]
    while games[-1].plies:
        games.append(games[-1].undo())
    again = new_game(COPENHAGEN)
    for game in reversed(games):
        assert game == again
        if len(game.plies) < len(games[0].plies):
            again = again.play(games[0].plies[len(game.plies)].move)


@given(seeds, lengths)
@examples(40)
def test_a_game_that_is_written_and_read_again_is_the_same_game(seed: int, length: int) -> None:
    game = playout(seed, length)
    again = new_game(COPENHAGEN)
    for ply in game.plies:
        again = again.play(parse_move(write_ply(ply)).move)
    assert again == game


@given(seeds, lengths)
@examples(40)
def test_a_position_that_is_drawn_and_read_again_is_the_same(seed: int, length: int) -> None:
    position = playout(seed, length).position
    assert parse_diagram(position.diagram(), position.to_move) == position


@given(seeds, lengths)
@examples(40)
def test_the_game_goes_on_exactly_while_somebody_can_move(seed: int, length: int) -> None:
    game = playout(seed, length)
    moves = legal_moves(COPENHAGEN, game.position)
    assert game.legal_moves() == ([] if game.outcome else moves)
    assert has_legal_move(COPENHAGEN, game.position) == bool(moves)
    assert game.outcome or moves


@given(seeds, lengths, st.sampled_from(SYMMETRIES))
@examples(60)
def test_the_image_of_a_game_is_judged_as_the_image_of_its_judgement(
    seed: int, length: int, symmetry: Symmetry
) -> None:
    game = playout(seed, length)
    image = Game(COPENHAGEN, symmetry.position(game.start))
    for ply in game.plies:
        image = image.play(symmetry.move(ply.move))
        there = image.plies[-1]
        assert there.position == symmetry.position(ply.position)
        assert frozenset(there.captures) == symmetry.captures(ply.captures)
    assert image.outcome == symmetry.outcome(game.outcome)


@given(seeds, lengths)
@examples(20)
def test_a_refused_move_changes_nothing(seed: int, length: int) -> None:
    game = playout(seed, length)
    before = game.play(game.legal_moves()[0]).undo() if not game.outcome else game
    assert before == game
    stays = Move(60, 60)
    assert game.refusal(stays) is not None
