"""Weights: data with a checker, and an evaluation that is equal in all eight symmetries."""

from pathlib import Path
from random import Random

import pytest

from controller.engine.errors import WeightsError
from controller.engine.weights import (
    EIGHTH_SQUARES,
    TERM_COUNT,
    TERMS,
    Weights,
    named_weights,
    parse_weights,
    read_weights,
    weights_name,
)
from controller.rules.game import new_game
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.moves import legal_moves
from controller.rules.pieces import Piece, Side
from controller.rules.position import parse_diagram
from tests.controller.engine.kernels import in_every_ruleset, kernel_of, rules_of
from tests.symmetry import SYMMETRIES


@in_every_ruleset
def test_every_ruleset_has_weights(name: str) -> None:
    weights = named_weights(weights_name(named_ruleset(name)))
    assert set(weights.squares) == set(Piece)
    assert all(set(values) == set(EIGHTH_SQUARES) for values in weights.squares.values())
    assert len(weights.terms) == TERM_COUNT


@in_every_ruleset
def test_an_evaluation_is_equal_in_all_eight_symmetries(name: str) -> None:
    rules, random = rules_of(name), Random(name)
    kernel = kernel_of(rules)
    seen = set()
    for _ in range(8):
        game = new_game(rules)
        while game.outcome is None and len(game.plies) < random.randrange(5, 60):
            game = game.play(random.choice(game.legal_moves()))
        scores, terms = set(), set()
        for symmetry in SYMMETRIES:
            kernel.set(symmetry.position(game.position))
            scores.add(kernel.evaluate())
            terms.add(tuple(kernel.terms()))
        assert (len(scores), len(terms)) == (1, 1)
        seen |= scores
    assert len(seen) > 4


CORNERS_CLOSED = """
    ..A.....A..
    .A.......A.
    A....A....A
    ....A.A....
    ...A...A...
    ....A.KA...
    .....AA....
    ...........
    A.........A
    .A.......A.
    ..A.....A..
"""


@pytest.mark.parametrize(
    ("row", "closed"),
    [
        # Six squares within the ring, two of which the king may go to.
        ("    ....A.KA...", (1, 2)),
        # Through a hole on e6 he gets to 89 squares, no corner among them, and may go to seven.
        ("    ......KA...", (22, 7)),
    ],
)
def test_where_no_corner_is_open_the_room_within_the_attackers_counts(
    row: str, closed: tuple[int, int]
) -> None:
    first = list(TERMS).index("closed_region")
    kernel = kernel_of(rules_of("copenhagen"))
    rows = CORNERS_CLOSED.splitlines()
    rows[6] = row
    kernel.set(parse_diagram("\n".join(rows)))
    assert tuple(kernel.terms()[first : first + 2]) == closed
    rows[1] = "    ..A........"
    kernel.set(parse_diagram("\n".join(rows)))
    assert tuple(kernel.terms()[first : first + 2]) == ((0, 0) if closed[0] > 1 else closed)


@in_every_ruleset
def test_the_moves_of_each_sides_men_are_counted_in_tens(name: str) -> None:
    rules, first = rules_of(name), list(TERMS).index("attackers_moves")
    kernel = kernel_of(rules)
    for plies in range(60):
        kernel.set(rules.start)
        kernel.random_plies(plies, plies)
        position = kernel.position()
        moves = [legal_moves(rules, position._replace(to_move=side)) for side in Side]
        men = [sum(not position.king >> move.origin & 1 for move in each) for each in moves]
        assert kernel.terms()[first : first + 2] == [count // 10 for count in men]


@in_every_ruleset
def test_what_is_kept_up_while_looking_ahead_is_what_is_counted_anew(name: str) -> None:
    """A score in the middle of a game is that of the same position set up."""
    rules, random = rules_of(name), Random(name)
    played, fresh = kernel_of(rules), kernel_of(rules)
    played.set(rules.start)
    for _ in range(60):
        moved = played.play(random.choice(played.moves()))
        assert moved is not None
        if moved.standing:
            break
        fresh.set(played.position())
        assert played.evaluate() == fresh.evaluate()


def test_written_weights_are_read_again_the_same() -> None:
    for name in {weights_name(named_ruleset(ruleset)) for ruleset in ruleset_names()}:
        weights = named_weights(name)
        again = parse_weights(weights.as_toml(), name)
        assert (again.squares, again.terms) == (weights.squares, weights.terms)


def changed(old: str, new: str) -> str:
    text = named_weights("corner").as_toml()
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("weights", "x: expected TOML"),
        ("[attacker]", "x: expected the tables"),
        (changed("[attacker]\na1 =", "[attacker]\na2 ="), "x: attacker: expected the keys a1, b1"),
        (changed("turn = ", "turn = 0.5 # "), "x: terms: turn: expected a whole number, got 0.5"),
        (
            changed("guards = [", "guards = [7, "),
            "x: terms: guards: expected 4 whole numbers, got [7, ",
        ),
        (changed("turn = ", "turn = 99999 # "), "x: terms: turn: expected a whole number"),
    ],
)
def test_what_is_wrong_with_a_file_of_weights_is_named(text: str, complaint: str) -> None:
    with pytest.raises(WeightsError) as wrong:
        parse_weights(text, "x")
    assert str(wrong.value).startswith(complaint)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a = " + "[" * 60_000, "x: expected TOML: expected tables and lists at most 20 deep"),
        (changed("turn = ", "turn = 0x" + "f" * 9999 + " # "), "x: expected TOML: expected whole"),
    ],
    ids=["deep", "long"],
)
def test_weights_beyond_all_sense_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(WeightsError) as wrong:
        parse_weights(text, "x")
    assert str(wrong.value).startswith(complaint)


def test_a_file_without_end_is_no_file_of_weights() -> None:
    with pytest.raises(WeightsError) as wrong:
        read_weights(Path("/dev/zero"))
    assert str(wrong.value) == "/dev/zero: expected weights of at most 65536 bytes"


@pytest.mark.parametrize("size", [0, 23_823, 23_825])
def test_a_network_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    file, network = tmp_path / "mine.toml", tmp_path / "mine.net"
    file.write_text(named_weights("corner").as_toml())
    network.write_bytes(bytes(23_824))
    assert read_weights(file).network == bytes(23_824)
    network.write_bytes(bytes(size))
    with pytest.raises(WeightsError) as wrong:
        read_weights(file)
    assert str(wrong.value) == f"{network}: expected a network of 23824 bytes"


def test_an_attacker_is_worth_something_to_the_attackers_and_a_defender_to_the_defenders() -> None:
    weights: Weights = named_weights("corner")
    inner = [square for square in EIGHTH_SQUARES if square > 12]
    assert sum(weights.squares[Piece.ATTACKER][square] for square in inner) > 0
    assert sum(weights.squares[Piece.DEFENDER][square] for square in inner) < 0
