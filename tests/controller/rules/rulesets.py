"""The rulesets beside Copenhagen: which of them share a rule, and where each text has it.

Typed by hand from the texts in `seeds/`, so that the data that ship can be held against it.
"""

from collections.abc import Callable
from typing import TypeVar

import pytest

from controller.notation.moves import parse_move
from controller.rules.captures import Capture, CaptureKind
from controller.rules.compiled import Rules, compiled
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.game import Game
from controller.rules.library import named_ruleset
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from tests.symmetry import Symmetry, draw, named, played

FETLAR_KIN = ("fetlar", "viking-game", "viking-chess")
V1, V2, V3 = "hnefatafl-v1", "hnefatafl-v2", "hnefatafl-v3"
VERSIONS = (V1, V2, V3)
CORNER = "hnefatafl-corner"
# The seven; Copenhagen has files of its own.
OTHERS = (*FETLAR_KIN, *VERSIONS, CORNER)

_VERSION = {
    "turn": "Foot 1",
    "movement": "How to move pieces",
    "custodial": "How to capture pieces",
    "restricted": "How to move pieces",
    "king_escaped": "Summary, king wins at",
    "king_captured": "Summary, king captured by",
    "no_moves": "Foot 10",
    "repetition": "Foot 11",
}
_FETLAR = {
    "turn": "2",
    "movement": "3",
    "custodial": "4",
    "restricted": "5",
    "king_escaped": "6",
    "king_captured": "7a",
    "encircled": "7b",
    "no_moves": "8",
    "repetition": "9",
    "agreement": "9",
}
CLAUSES: dict[str, dict[str, str]] = {
    "fetlar": _FETLAR,
    "viking-game": _FETLAR | {"king_captured": "7.1", "encircled": "7.2"},
    "viking-chess": {
        "turn": "Layout at start",
        "movement": "Piece movement",
        "custodial": "Piece is captured",
        "restricted": "Restricted squares",
        "king_escaped": "Defenders win",
        "king_captured": "Attackers win",
        "encircled": "Attackers win, last paragraph",
        "no_moves": "Final Notes 1",
        "time": "Final Notes 2",
        "repetition": "Final Notes 3",
        "agreement": "Final Notes 3",
    },
    V1: _VERSION,
    V2: _VERSION,
    V3: _VERSION,
    CORNER: _VERSION
    | {"restricted": "Foot 7", "king_escaped": "Foot 3", "king_captured": "Foot 2, 5 and 6"},
}

_CLAUSE_OF_OUTCOME = {
    OutcomeReason.KING_CAPTURED: "king_captured",
    OutcomeReason.KING_ESCAPED: "king_escaped",
    OutcomeReason.ENCIRCLED: "encircled",
    OutcomeReason.NO_MOVES: "no_moves",
    OutcomeReason.REPETITION: "repetition",
}

_Test = TypeVar("_Test", bound=Callable[..., None])


def in_rulesets(*names: str) -> Callable[[_Test], _Test]:
    """Return the mark of a test that says the same of several rulesets."""
    return pytest.mark.parametrize("name", names)


def rules_of(name: str) -> Rules:
    """Return the compiled ruleset of a name."""
    return compiled(named_ruleset(name))


def game_of(name: str, symmetry: Symmetry, drawing: str, *moves: str) -> Game:
    """Return the image of the game that goes on as drawn, by the rules of a name."""
    return played(symmetry, drawing, *moves, rules=rules_of(name))


def taken(name: str, symmetry: Symmetry, drawing: str, *moves: str) -> frozenset[Capture]:
    """Return what the last of the moves captures in the image of a drawing."""
    return frozenset(game_of(name, symmetry, drawing, *moves).plies[-1].captures)


def refused(name: str, symmetry: Symmetry, drawing: str, move: str) -> Refusal | None:
    """Return why a move is refused to the owner of the piece, None where it is legal."""
    start, wanted = draw(drawing), parse_move(move).move
    piece = start.piece_at(wanted.origin)
    assert piece is not None, f"{move} moves nothing that is drawn"
    game = Game(rules_of(name), symmetry.position(start._replace(to_move=piece.side)))
    refusal, image = game.refusal(symmetry.move(wanted)), symmetry.move(wanted)
    assert (image in game.legal_moves()) == (refusal is None), "a move is legal or refused"
    return refusal


def custodial(name: str, victim: str, by: str) -> Capture:
    """Return one piece taken between the piece that moved, named first, and its partner."""
    clause = CLAUSES[name]["custodial"]
    return Capture(CaptureKind.CUSTODIAL, named(victim), named(by), clause)


def restricted(name: str, move: str, reason: RefusalReason, square: str) -> Refusal:
    """Return the refusal of a move to, or over, a restricted square."""
    return Refusal(parse_move(move).move, reason, named(square), CLAUSES[name]["restricted"])


def ended(name: str, winner: Side | None, reason: OutcomeReason, squares: str = "") -> Outcome:
    """Return an outcome with the clause that the text of a ruleset has for it."""
    clause = CLAUSES[name][_CLAUSE_OF_OUTCOME[reason]]
    return Outcome(winner, reason, named(squares), clause)


def captured(name: str, by: str) -> Outcome:
    """Return the win of the attackers who hold the king from these squares."""
    return ended(name, Side.ATTACKERS, OutcomeReason.KING_CAPTURED, by)


def escaped(name: str, at: str) -> Outcome:
    """Return the win of the defenders whose king is here."""
    return ended(name, Side.DEFENDERS, OutcomeReason.KING_ESCAPED, at)
