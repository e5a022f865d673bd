"""What a move captures, and how. Knows neither how a king is captured nor how a game ends."""

from dataclasses import dataclass
from enum import StrEnum

from controller.rules.compiled import Rules
from controller.rules.geometry import (
    CAPTURE_STEPS,
    CORNER_BITS,
    EDGE,
    FILE_A,
    FILE_K,
    RANK_1,
    RANK_11,
    SIZE,
    bits_of,
    squares_of,
)
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.position import Position


class CaptureKind(StrEnum):
    """The two ways to capture a piece."""

    CUSTODIAL = "custodial"
    SHIELDWALL = "shieldwall"


@dataclass(frozen=True, slots=True)
class Capture:
    """Pieces captured together: their squares, the captors' squares, and the clause."""

    kind: CaptureKind
    squares: tuple[int, ...]
    captors: tuple[int, ...]
    clause: str


# (edge, the step along it, the step from it towards the centre)
_EDGES = ((RANK_1, 1, SIZE), (RANK_11, 1, -SIZE), (FILE_A, SIZE, 1), (FILE_K, SIZE, -1))


def apply_move(
    rules: Rules, position: Position, move: Move
) -> tuple[Position, tuple[Capture, ...]]:
    """Return the position after a legal move, and its captures.

    Nothing checks the move here; `refusal` does that.
    """
    moved = _moved(position, move)
    captures = _captures(rules, moved, move)
    if captures:
        taken = captured_bits(captures)
        moved = Position(
            moved.attackers & ~taken, moved.defenders & ~taken, moved.king, moved.to_move
        )
    return moved, captures


def captured_bits(captures: tuple[Capture, ...]) -> int:
    """Return the squares of all captured pieces as one bitboard."""
    return bits_of(*(square for capture in captures for square in capture.squares))


def _moved(position: Position, move: Move) -> Position:
    attackers, defenders, king, to_move = position
    change = 1 << move.origin | 1 << move.target
    if to_move is Side.ATTACKERS:
        return Position(attackers ^ change, defenders, king, Side.DEFENDERS)
    if king >> move.origin & 1:
        return Position(attackers, defenders, king ^ change, Side.ATTACKERS)
    return Position(attackers, defenders ^ change, king, Side.ATTACKERS)


def _captures(rules: Rules, moved: Position, move: Move) -> tuple[Capture, ...]:
    """Return the captures of a move whose piece stands on its target already."""
    attackers, defenders, king, _ = moved
    if moved.to_move is Side.DEFENDERS:
        men, partners, victims, row = attackers, attackers, defenders, defenders | king
    else:
        role = rules.ruleset.capture.king_captures
        mover_is_king = bool(king >> move.target & 1)
        if mover_is_king and role == "never":
            return ()
        partners = defenders | king if mover_is_king or role == "both" else defenders
        men, victims, row = partners, attackers, attackers
    captures = _custodial(rules, moved, move.target, partners, victims)
    if 1 << move.target & EDGE and rules.ruleset.capture.shieldwall:
        captures += _shieldwalls(rules, move.target, men, row, row & ~king)
    return tuple(captures)


def _custodial(
    rules: Rules, moved: Position, target: int, partners: int, victims: int
) -> list[Capture]:
    hostile = partners | rules.hostile_to(
        moved.to_move, moved.attackers | moved.defenders | moved.king
    )
    captures = []
    for neighbour, behind in CAPTURE_STEPS[target]:
        if neighbour & victims and behind & hostile:
            victim, partner = neighbour.bit_length() - 1, behind.bit_length() - 1
            clause = rules.ruleset.clauses.custodial
            captures.append(Capture(CaptureKind.CUSTODIAL, (victim,), (target, partner), clause))
    return captures


def _shieldwalls(rules: Rules, target: int, men: int, row: int, takeable: int) -> list[Capture]:
    """Return the rows of two or more on the edge that the piece on `target` brackets.

    `row` holds all enemies, `takeable` those that can be captured: a king belongs to the row but
    is spared.
    """
    captures = []
    for edge, along, inward in _EDGES:
        if not edge >> target & 1:
            continue
        for step in (along, -along):
            members = _row_from(target, step, edge & row)
            end = target + step * (len(members) + 1)
            if len(members) < 2 or not _brackets(end, edge, men):
                continue
            fronts = tuple(square + inward for square in members)
            taken = tuple(square for square in members if takeable >> square & 1)
            if taken and all(men >> square & 1 for square in fronts):
                captors = tuple(sorted((target, end, *fronts)))
                clause = rules.ruleset.clauses.shieldwall or ""
                captures.append(
                    Capture(CaptureKind.SHIELDWALL, tuple(sorted(taken)), captors, clause)
                )
    return captures


def _row_from(target: int, step: int, enemies: int) -> list[int]:
    members = []
    square = target + step
    while square >= 0 and enemies >> square & 1:
        members.append(square)
        square += step
    return members


def _brackets(end: int, edge: int, men: int) -> bool:
    # The edge's own mask keeps the row from running round into the next rank.
    return end >= 0 and bool((men | CORNER_BITS) & edge & 1 << end)


def captured_squares(captures: tuple[Capture, ...]) -> tuple[int, ...]:
    """Return the captured squares in square order, each once."""
    return tuple(squares_of(captured_bits(captures)))
