"""A picture for each rule: a position, a move, and what the rules core makes of it.

Only positions and moves stand here. What a move brings about is played by the ruleset that is
explained, so a picture cannot disagree with the rules.
"""

from dataclasses import dataclass

from controller.rules.captures import captured_bits
from controller.rules.compiled import Rules
from controller.rules.explain import explain
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES, bits_of, parse_square
from controller.rules.lines import MOVES, Move
from controller.rules.moves import moves_from
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.sentence import Sentence, sentence
from controller.rules.sentences import capture_sentence, outcome_sentence, refusal_sentence

# By the beginning of a rule's key: pieces on squares, then moves. The longest beginning counts.
# The last move is what is shown. `NAME ->` shows all squares that are open to a piece.
_FAR = "A k9 k10"
_BY_TWO = f"A c4 h4; {_FAR}; D b9; K d4 | h4-e4"
_BY_FOUR = f"A c4 d5 d3 h4; {_FAR}; D b9; K d4 | h4-e4"
_BESIDE_THRONE = f"A e5 g5 f2; {_FAR}; D b9; K f5 | f2-f4"
_ON_EDGE = f"A a6 a4 f5; {_FAR}; D c9; K a5 | f5-b5"
_BY_TWO_ON_EDGE = f"A a6 h4; {_FAR}; D c9; K a5 | h4-a4"
_THERE_AND_BACK = "k2-k3 a3-a4 k3-k2 a4-a3"

_DRAWN: dict[str, tuple[str, ...]] = {
    "rule.movement": (f"A d4; {_FAR}; D d8 h4; K f6 | d4 ->",),
    "rule.stopping": (
        f"A b6; {_FAR}; K d2 | b6 ->",
        f"A a4; {_FAR}; K f9 | a4-a1",
        f"A f3; {_FAR}; K d9 | f3-f6",
    ),
    "rule.custodial": (
        f"A d4 f8; {_FAR}; D e4 b9; K h2 | f8-f4",
        f"A d4 f4; {_FAR}; D e8 b9; K h2 | e8-e4",
    ),
    "rule.king_captures": (
        f"A e4; {_FAR}; D d4; K f9 | f9-f4",
        f"A e4; {_FAR}; D f9; K d4 | f9-f4",
    ),
    "rule.hostility": (
        f"A c6; {_FAR}; D b1 i8; K h2 | c6-c1",
        f"A k6; {_FAR}; D g6 b9; K c2 | k6-h6",
    ),
    "rule.shieldwall": (f"A c1 d2 e2 f7; {_FAR}; D d1 e1 b9; K h9 | f7-f1",),
    "rule.king.two": (_BY_TWO,),
    "rule.king.two.edge_safe": (_BY_TWO, _BY_TWO_ON_EDGE),
    "rule.king.four": (_BY_FOUR,),
    "rule.king.four.edge": (_BY_FOUR, _ON_EDGE),
    "rule.king.four.edge_safe": (_BY_FOUR, _ON_EDGE),
    "rule.king.four_or_throne": (_BY_FOUR, _BESIDE_THRONE),
    "rule.king.four_or_throne.edge": (_BY_FOUR, _BESIDE_THRONE, _ON_EDGE),
    "rule.king.four_or_throne.edge_safe": (_BY_FOUR, _BESIDE_THRONE, _ON_EDGE),
    "rule.king_steps_in": (f"A d6 e5 e7; {_FAR}; D b9; K f6 | f6-e6",),
    "rule.escape.corner": (f"A c3 g2; {_FAR}; D c5; K d1 | d1-a1",),
    "rule.escape.edge": (f"A c3 g2; {_FAR}; D c5; K d5 | d5-d1",),
    "rule.exit_fort": (f"A b1 c2 f2 g1 d3 e3; {_FAR}; D c1 d2 e2 f1; K e1 | e1-d1",),
    "rule.encirclement": ("A f9 g8 h7 k6 h5 g4 f3 e4 d5 c6 d7 e8; D f7 e6; K f6 | k6-i6",),
    "rule.no_moves": ("A d1; D c1 d3 e1; K h7 | d3-d2",),
    "rule.repetition": (f"A k2; D a3; K f3 | {_THERE_AND_BACK} {_THERE_AND_BACK}",),
}


@dataclass(frozen=True, slots=True)
class Example:
    """A position, a move or all moves of a piece, and what comes of it.

    `after` is None where nothing moves: the move is refused, or `lit` squares are only open.
    `taken` are the squares of captured pieces, and `by` those that show how the game ended.
    """

    before: Position
    origin: int
    target: int | None
    after: Position | None
    lit: int
    taken: int
    by: tuple[int, ...]
    said: Sentence


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule with its pictures."""

    number: str
    said: Sentence
    examples: tuple[Example, ...]


def clauses(rules: Rules) -> tuple[Clause, ...]:
    """Return every rule of a ruleset with its pictures, in the order of play."""
    return tuple(
        Clause(number, said, _examples(rules, said.key)) for number, said in explain(rules.ruleset)
    )


def _examples(rules: Rules, key: str) -> tuple[Example, ...]:
    begun = [beginning for beginning in _DRAWN if f"{key}.".startswith(f"{beginning}.")]
    if not begun:
        return ()
    return tuple(_played(rules, drawn) for drawn in _DRAWN[max(begun, key=len)])


def _played(rules: Rules, drawn: str) -> Example:
    pieces, moves = drawn.split(" | ")
    position = _position(pieces)
    if moves.endswith("->"):
        return _open(rules, position, parse_square(moves.split()[0]))
    made = [_move(text) for text in moves.split()]
    first = position.piece_at(made[0].origin)
    side = first.side if first else Side.ATTACKERS
    game = Game(rules, position._replace(to_move=side))
    for move in made[:-1]:
        game = game.play(move)
    return _shown(game, made[-1])


def _shown(game: Game, move: Move) -> Example:
    before = game.position
    refused = game.refusal(move)
    if refused:
        said = refusal_sentence(refused, game)
        return Example(before, move.origin, move.target, None, 0, 0, refused.squares, said)
    game = game.play(move)
    captures, outcome = game.plies[-1].captures, game.outcome
    taken = captured_bits(captures)
    if outcome:
        said = outcome_sentence(outcome)
    elif captures:
        said = capture_sentence(captures[0])
    else:
        said = sentence("example.nothing")
    by = (
        outcome.squares
        if outcome
        else tuple(square for each in captures for square in each.captors)
    )
    return Example(before, move.origin, move.target, game.position, 0, taken, by, said)


def _open(rules: Rules, position: Position, origin: int) -> Example:
    lit = bits_of(*(move.target for move in moves_from(rules, position, origin)))
    said = sentence("example.open", square=SQUARE_NAMES[origin], count=lit.bit_count())
    return Example(position, origin, None, None, lit, 0, (), said)


def _position(text: str) -> Position:
    by_letter = {"A": 0, "D": 0, "K": 0}
    for group in text.split("; "):
        letter, *names = group.split()
        by_letter[letter] |= bits_of(*map(parse_square, names))
    return Position(by_letter["A"], by_letter["D"], by_letter["K"], Side.ATTACKERS)


def _move(text: str) -> Move:
    origin, target = map(parse_square, text.split("-"))
    return MOVES[origin][target]
