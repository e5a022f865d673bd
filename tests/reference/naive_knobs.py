"""What the eight rulesets differ in, typed by hand from their texts.

It knows the answers, not what follows from them; the game asks for a knob, never for a name.
Where a text is silent, the reading taken is noted beside the answer it led to.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Knobs:
    """One ruleset's answers; the defaults are those of Fetlar Hnefatafl, on which most build.

    king_escapes_at: "corner" or "edge" (the corners are edge squares too).
    king_taken_by_two: he falls to a custodial capture like any piece, not by being surrounded.
    king_taken_on_edge: he can be captured there at all.
    king_captures: "both" (moving or standing), "moving" (only as the moving piece) or "never".
    king_may_return: the king may stop on the throne; no other piece ever may.
    corners_for_all: every piece may stop on a corner, not only the king.
    hostile_corners, hostile_throne: the square may replace one of the two captors.
    no_moves_loses: the side without a legal move loses, otherwise it is a draw.
    repetition_loses: the defenders lose by a threefold repetition, otherwise it is a draw.
    """

    king_escapes_at: str = "corner"  # Fetlar 6
    king_taken_by_two: bool = False  # Fetlar 7a
    king_taken_on_edge: bool = False  # Fetlar 7a; its "unless" is the loss by rule 8
    king_captures: str = "both"  # Fetlar 4
    king_may_return: bool = True  # Fetlar 5
    corners_for_all: bool = False  # Fetlar 5
    hostile_corners: bool = True  # Fetlar 5
    hostile_throne: bool = True  # Fetlar 5
    shieldwall: bool = False
    exit_fort: bool = False
    encirclement: bool = True  # Fetlar 7b
    no_moves_loses: bool = True  # Fetlar 8
    repetition_loses: bool = False  # Fetlar 9


FETLAR = Knobs()

# Copenhagen Hnefatafl 4b, 6b and 8 are what it adds to Fetlar.
COPENHAGEN = replace(FETLAR, shieldwall=True, exit_fort=True, repetition_loses=True)

# "Hnefatafl - The viking game" retells Fetlar clause by clause.
VIKING_GAME = FETLAR

# "Rules of 11x11 Hnefatafl (Viking chess)" drops Fetlar's sentence about the square beside the
# throne but keeps the pictures, so there too the hostile empty throne stands in as the fourth.
# Its two hours are a matter of the clock, which this implementation does not have.
VIKING_CHESS = FETLAR

# "Rules of the game hnefatafl": captures only "between two of your pieces", so no square is
# hostile; "no pieces can move onto the center square", of passing over it the text says nothing,
# hence all may; the draws are those of the unnumbered rules at its foot.
VERSION_1 = replace(
    FETLAR,
    king_escapes_at="edge",
    king_captures="never",
    king_may_return=False,
    corners_for_all=True,
    hostile_corners=False,
    hostile_throne=False,
    encirclement=False,
    no_moves_loses=False,
)

# Version 2: the table lets pieces stop on the corners, the prose does not; the table wins.
VERSION_2 = replace(
    VERSION_1, king_taken_by_two=True, king_taken_on_edge=True, king_captures="moving"
)

# Version 3: "the king can be captured by 3 pieces only, if he's standing on an edge".
VERSION_3 = replace(
    VERSION_1,
    king_escapes_at="corner",
    king_taken_on_edge=True,
    king_captures="moving",
    corners_for_all=False,
)

# The unnumbered rules at the foot of "Rules of the game hnefatafl".
CORNER = replace(FETLAR, encirclement=False, no_moves_loses=False)

TABLE: dict[str, Knobs] = {
    "copenhagen": COPENHAGEN,
    "fetlar": FETLAR,
    "viking-game": VIKING_GAME,
    "viking-chess": VIKING_CHESS,
    "hnefatafl-v1": VERSION_1,
    "hnefatafl-v2": VERSION_2,
    "hnefatafl-v3": VERSION_3,
    "hnefatafl-corner": CORNER,
}
