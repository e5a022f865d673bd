"""Positions in which a field of a ruleset tells: what is judged for each of its values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.notation.moves import parse_move
from controller.rules.captures import Capture
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from tests.controller.rules.fields import Value
from tests.symmetry import NO_CAPTURE, Symmetry, custodial, named, shieldwall


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that the rules say of one move."""

    refusal: Refusal | None = None
    captures: frozenset[Capture] = NO_CAPTURE
    outcome: Outcome | None = None

    def image(self, symmetry: Symmetry) -> "Judgement":
        """Return the same of the image of the move."""
        return Judgement(
            self.refusal and symmetry.refusal(self.refusal),
            symmetry.captures(self.captures),
            symmetry.outcome(self.outcome),
        )


@dataclass(frozen=True, slots=True)
class Witness:
    """Moves on a drawing, and what is said of the last for each value of a field.

    `given` are other fields of the ruleset, the same for all the values.
    """

    drawing: str
    moves: str
    says: Mapping[Value, Judgement]
    given: Mapping[str, Value] = field(default_factory=dict)
    elapsed_s: float = 0.0


PLAYED = Judgement()


def taken(*captures: Capture) -> Judgement:
    """Return the judgement of a move that captures men."""
    return Judgement(captures=frozenset(captures))


def over(winner: Side | None, reason: OutcomeReason, squares: str, clause: str) -> Judgement:
    """Return the judgement of a move that ends the game."""
    return Judgement(outcome=Outcome(winner, reason, named(squares), clause))


def refused(move: str, reason: RefusalReason, squares: str) -> Judgement:
    """Return the judgement of a move that a restricted square stands against."""
    return Judgement(refusal=Refusal(parse_move(move).move, reason, named(squares), "5"))


def king_taken(by: str) -> Judgement:
    """Return the judgement of the move that captures the king."""
    return over(Side.ATTACKERS, OutcomeReason.KING_CAPTURED, by, "7a")


def by_value(*said: tuple[tuple[Value, ...], Judgement]) -> dict[Value, Judgement]:
    """Return what is said for each of several values."""
    return {value: judgement for values, judgement in said for value in values}


LOW = "...........\n"
BY_MOVING = LOW * 2 + "..DA...K...\n..........A\n..........."
BY_STANDING = LOW * 2 + "..KA...D...\n..........A\n..........."
DEFENDER_AT_CORNER = ".....K.....\n...........\n.D.....A..."
ATTACKER_AT_CORNER = ".....K....A\n...........\n.A.....D..."
THRONE_DEFENDER = "......D...A\n...........\n.K.........\n" + LOW * 3
THRONE_ATTACKER = "......A...D\n...........\n.K........A\n" + LOW * 3
TAKEN_DEFENDER = ".....KD...A\n" + LOW * 5
TAKEN_ATTACKER = ".....KA...D\n" + LOW * 4 + "..........A"
ROW_OF_DEFENDERS = ".....K.....\n...........\n...AA......\n..ADD...A.."
ROW_OF_ATTACKERS = ".....K....A\n...........\n...DD......\n..DAA...D.."
STUCK_ATTACKER = ".....K.....\n...D.......\n...........\n..DAD......"
STUCK_KING = "...A.......\n...........\n..AKA......"
QUIET = ".....K.....\n...........\nD..........\n..........A\n..........."
TWICE = "k2-k3 a3-a4 k3-k2 a4-a3"
THRICE = f"{TWICE} {TWICE}"
CUSTODIAL_KING: dict[str, Value] = {
    "king.captured_by": "custodial",
    "king.throne_stands_in": False,
}

AT_G6 = taken(custodial("g6", by="h6 f6"))
AT_B1 = taken(custodial("b1", by="c1 a1"))
AT_D3 = taken(custodial("d3", by="e3 c3"))
ROW = taken(shieldwall("d1 e1", by="c1 f1 d2 e2"))
REPEATED = over(Side.ATTACKERS, OutcomeReason.REPETITION, "", "8")
DRAWN_BY_TIME = over(None, OutcomeReason.TIME, "", "11")

WITNESSES: dict[str, tuple[Witness, ...]] = {
    "movement.throne_stop": (
        Witness(
            "...K.......\n" + LOW * 4 + "..........A",
            "d6-f6",
            {"king": PLAYED, "nobody": refused("d6-f6", RefusalReason.THRONE, "f6")},
        ),
    ),
    "movement.throne_pass": tuple(
        Witness(
            "D..........\n...........\n.K.........\n...........\n.....A.....\n...........",
            move,
            {"all": PLAYED, "nobody": refused(move, RefusalReason.THRONE, "f6")},
        )
        for move in ("f2-f7", "a6-h6")
    ),
    "movement.corner_stop": tuple(
        Witness(
            ".....K.....\nD..........\n...........\n...A.......",
            move,
            {"king": refused(move, RefusalReason.CORNER, "a1"), "all": PLAYED},
        )
        for move in ("d1-a1", "a3-a1")
    ),
    "capture.king_captures": (
        Witness(BY_MOVING, "h3-e3", by_value((("both", "mover"), AT_D3), (("never",), PLAYED))),
        Witness(BY_STANDING, "h3-e3", by_value((("both",), AT_D3), (("mover", "never"), PLAYED))),
    ),
    "capture.corners_hostile": (
        Witness(DEFENDER_AT_CORNER, "h1-c1", {True: AT_B1, False: PLAYED}),
        Witness(ATTACKER_AT_CORNER, "h1-c1", {True: AT_B1, False: PLAYED}),
    ),
    "capture.throne_hostile_to_attackers": (
        Witness(
            THRONE_ATTACKER, "k6-h6", by_value((("always", "empty"), AT_G6), (("never",), PLAYED))
        ),
        # A king who helped to capture would do so from the throne as from any square.
        Witness(
            TAKEN_ATTACKER,
            "k6-h6",
            by_value((("always",), AT_G6), (("empty", "never"), PLAYED)),
            given={"capture.king_captures": "mover"},
        ),
    ),
    "capture.throne_hostile_to_defenders": (
        Witness(
            THRONE_DEFENDER, "k6-h6", by_value((("always", "empty"), AT_G6), (("never",), PLAYED))
        ),
        Witness(
            TAKEN_DEFENDER, "k6-h6", by_value((("always",), AT_G6), (("empty", "never"), PLAYED))
        ),
        Witness(
            ".....K.....\n...........\n.....A.....\n...........\n...........",
            "f3-f4",
            by_value((("always", "empty"), king_taken("f4 f6")), (("never",), PLAYED)),
            given=CUSTODIAL_KING,
        ),
    ),
    "capture.shieldwall": (
        Witness(ROW_OF_DEFENDERS, "i1-f1", {True: ROW, False: PLAYED}),
        Witness(ROW_OF_ATTACKERS, "i1-f1", {True: ROW, False: PLAYED}),
    ),
    "king.captured_by": (
        Witness(
            "..AK...A...\n...........\n...........",
            "h3-e3",
            {"surrounding": PLAYED, "custodial": king_taken("c3 e3")},
            given={"king.throne_stands_in": False},
        ),
        Witness(
            "...A.......\n..AKA......\n...........\n...A.......",
            "d1-d2",
            {"surrounding": king_taken("d2 c3 e3 d4"), "custodial": king_taken("d2 d4")},
            given={"king.throne_stands_in": False},
        ),
    ),
    "king.throne_stands_in": (
        Witness(
            "....AKA....\n...........\n.....A.....\n...........\n...........",
            "f3-f4",
            {True: king_taken("f4 e5 g5 f6"), False: PLAYED},
        ),
    ),
    "king.edge": (
        Witness(
            "..........D\n...A.......\n...........\n..AKA......",
            "d3-d2",
            {"safe": PLAYED, "capturable": king_taken("c1 e1 d2")},
        ),
    ),
    "ending.escape": (
        Witness(
            "..A.......A\n.....K.....\n...........",
            "f2-f1",
            {
                "corner": PLAYED,
                "edge": over(Side.DEFENDERS, OutcomeReason.KING_ESCAPED, "f1", "6a"),
            },
            given={"ending.exit_fort": False},
        ),
    ),
    "ending.exit_fort": (
        Witness(
            "...AA......\n..ADDA.....\n.AD.KDA....",
            "e1-d1",
            {
                True: over(Side.DEFENDERS, OutcomeReason.EXIT_FORT, "c1 f1 d2 e2", "6b"),
                False: PLAYED,
            },
        ),
    ),
    "ending.encirclement": (
        Witness(
            "...A.......\n..A.A......\n.A.K.A.....\n..ADA......\n...........\n...A.......",
            "d1-d2",
            {
                True: over(
                    Side.ATTACKERS, OutcomeReason.ENCIRCLED, "d2 c3 e3 b4 f4 c5 e5 d6", "7b"
                ),
                False: PLAYED,
            },
        ),
    ),
    "ending.no_moves": tuple(
        Witness(
            drawing,
            "d3-d2",
            {
                "loses": over(winner, OutcomeReason.NO_MOVES, "", "9"),
                "draw": over(None, OutcomeReason.NO_MOVES, "", "9"),
            },
        )
        for drawing, winner in ((STUCK_ATTACKER, Side.DEFENDERS), (STUCK_KING, Side.ATTACKERS))
    ),
    "ending.repetition": (
        Witness(
            QUIET,
            THRICE,
            {
                "defenders_lose": REPEATED,
                "draw": over(None, OutcomeReason.REPETITION, "", "8"),
            },
        ),
    ),
    "ending.repetition_count": (
        Witness(QUIET, THRICE, {3: REPEATED, 4: PLAYED}),
        Witness(QUIET, TWICE, {2: REPEATED, 3: PLAYED, 4: PLAYED}),
        Witness(QUIET, f"{THRICE} {TWICE}", {4: REPEATED, 5: PLAYED}),
    ),
    "ending.time_limit_minutes": tuple(
        Witness(
            QUIET,
            "k2-k3",
            by_value(((0, 120), PLAYED), (drawn, DRAWN_BY_TIME)),
            given={"clauses.time": "11"},
            elapsed_s=elapsed_s,
        )
        for drawn, elapsed_s in (((1,), 60.0), ((1, 2), 120.0), ((), 59.9))
    ),
}
