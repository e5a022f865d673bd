"""Every clause of a ruleset is named where its judgement is made, and nowhere else."""

from collections.abc import Callable

import pytest

from controller.notation.moves import parse_move
from controller.rules.compiled import Rules, compiled
from controller.rules.game import Game
from controller.rules.pieces import Side
from controller.rules.ruleset import Clauses
from tests.controller.rules.fields import Value, rules_with
from tests.symmetry import draw

MEN = """
    ...D.......
    .....D.....
    .A.A..K....
    ..........."""
RESTRICTED = """
    D..........
    ...........
    ...K.......
    ...........
    .....A.....
    A.........."""
SANDWICH = """
    .....K.....
    ..AD...A...
    ...........
    ..........."""
ROW = """
    .....K.....
    ...........
    ...AA......
    ..ADD...A.."""
ESCAPE = """
    ..........A
    K.........."""
FORT = """
    ...AA......
    ..ADDA.....
    .AD.KDA...."""
HELD = """
    ...A.......
    ..AKA......
    ...........
    ...A......."""
RING = """
    ...A.......
    ..A.A......
    .A.K.A.....
    ..ADA......
    ...........
    ...A......."""
STUCK = """
    .....K.....
    ...D.......
    ...........
    ..DAD......"""
QUIET = """
    .....K.....
    ...........
    D..........
    ..........A
    ..........."""
ROUND = ("k2-k3", "a3-a4", "k3-k2", "a4-a3")

Report = Callable[[Rules], str | None]


def after(rules: Rules, drawing: str, *moves: str) -> Game:
    """Return the game from a drawing; whoever owns the first piece moved begins."""
    start = draw(drawing)
    first = start.piece_at(parse_move(moves[0]).move.origin)
    game = Game(rules, start._replace(to_move=first.side if first else Side.ATTACKERS))
    for move in moves:
        game = game.play(parse_move(move).move)
    return game


def refusing(drawing: str, move: str, to_move: Side = Side.ATTACKERS) -> Report:
    """Return what tells the clause of the refusal of a move."""

    def report(rules: Rules) -> str | None:
        refusal = Game(rules, draw(drawing, to_move)).refusal(parse_move(move).move)
        return refusal.clause if refusal else "not refused"

    return report


def capturing(drawing: str, move: str) -> Report:
    """Return what tells the clause of the one capture of a move."""

    def report(rules: Rules) -> str | None:
        (capture,) = after(rules, drawing, move).plies[-1].captures
        return capture.clause

    return report


def ending(drawing: str, *moves: str) -> Report:
    """Return what tells the clause on which a game ends, and its moves are refused."""

    def report(rules: Rules) -> str | None:
        return clause_of_end(after(rules, drawing, *moves))

    return report


def ended(end: Callable[[Game], Game]) -> Report:
    """Return what tells the clause on which people or a clock end a game."""

    def report(rules: Rules) -> str | None:
        return clause_of_end(end(Game(rules, draw(QUIET))))

    return report


def clause_of_end(game: Game) -> str | None:
    """Return the clause of an outcome, which refuses every further move too."""
    assert game.outcome is not None
    refusal = game.refusal(parse_move("k2-k3").move)
    assert refusal is not None
    assert refusal.clause == game.outcome.clause
    return game.outcome.clause


def unpassable(rules: Rules) -> Rules:
    """Return the same ruleset in which nobody passes over the throne."""
    movement = rules.ruleset.movement.model_copy(update={"throne_pass": "nobody"})
    return compiled(rules.ruleset.model_copy(update={"movement": movement}))


REPORTS: dict[str, tuple[Report, ...]] = {
    "turn": (refusing(MEN, "f3-f4"), refusing(MEN, "d2-d3", Side.DEFENDERS)),
    "movement": (
        refusing(MEN, "h8-h9"),
        refusing(MEN, "d2-d2"),
        refusing(MEN, "d2-e3"),
        refusing(MEN, "d2-d9"),
    ),
    "restricted": (
        refusing(RESTRICTED, "f2-f6"),
        refusing(RESTRICTED, "a6-f6", Side.DEFENDERS),
        refusing(RESTRICTED, "a1-k1"),
        lambda rules: refusing(RESTRICTED, "f2-f7")(unpassable(rules)),
    ),
    "custodial": (capturing(SANDWICH, "h3-e3"),),
    "shieldwall": (capturing(ROW, "i1-f1"),),
    "king_escaped": (ending(ESCAPE, "a1-k1"),),
    "exit_fort": (ending(FORT, "e1-d1"),),
    "king_captured": (ending(HELD, "d1-d2"),),
    "encircled": (ending(RING, "d1-d2"),),
    "repetition": (ending(QUIET, *ROUND, *ROUND),),
    "no_moves": (ending(STUCK, "d3-d2"),),
    "agreement": (ended(Game.agree_draw), ended(lambda game: game.decide(None))),
    "time": (ended(lambda game: game.after(3600.0)),),
}

# Every clause is called like its field.
TOLD_BY_FIELD: dict[str, Value] = {f"clauses.{clause}": clause for clause in Clauses.model_fields}
TIMED: dict[str, Value] = {"ending.time_limit_minutes": 60}


def said(changes: dict[str, Value]) -> dict[str, set[str | None]]:
    """Return what every report tells by a ruleset with its clauses changed."""
    rules = rules_with(TIMED | TOLD_BY_FIELD | changes)
    return {clause: {report(rules) for report in REPORTS[clause]} for clause in REPORTS}


def test_no_report_is_of_a_clause_that_is_not_there() -> None:
    assert set(REPORTS) <= set(Clauses.model_fields)


@pytest.mark.parametrize("clause", Clauses.model_fields)
def test_a_clause_is_told_where_its_judgement_is_made_and_nowhere_else(clause: str) -> None:
    assert clause in REPORTS, f"draw a position whose judgement stands on {clause}"
    expected = {other: {other} for other in REPORTS}
    assert said({}) == expected
    elsewhere = said({f"clauses.{clause}": "elsewhere"})
    assert elsewhere == {**expected, clause: {"elsewhere"}}


def test_a_draw_by_people_of_whom_the_text_is_silent_stands_on_no_clause() -> None:
    assert said({"clauses.agreement": None})["agreement"] == {None}


@pytest.mark.parametrize(
    "end",
    [
        lambda game: game.resign(Side.DEFENDERS),
        lambda game: game.decide(Side.ATTACKERS),
        lambda game: game.run_out_of_time(Side.DEFENDERS),
    ],
    ids=["resigned", "decided", "out of time"],
)
def test_what_no_text_speaks_of_stands_on_no_clause(end: Callable[[Game], Game]) -> None:
    assert ended(end)(rules_with(TIMED | TOLD_BY_FIELD)) is None
