"""The meanings of the lights, each with its colour and rhythm. docs/lights.md shows them.

The colours are Okabe and Ito's, which colour-blind people can distinguish ("Color Universal
Design", 2008). No two meanings that can be lit together differ by colour alone.
"""

from dataclasses import dataclass
from enum import StrEnum

Colour = tuple[int, int, int]  # red, green, blue, 0..255

WHITE: Colour = (200, 200, 190)
ORANGE: Colour = (230, 159, 0)
SKY_BLUE: Colour = (86, 180, 233)
GREEN: Colour = (0, 158, 115)
YELLOW: Colour = (240, 228, 66)
VERMILLION: Colour = (213, 94, 0)
PURPLE: Colour = (204, 121, 167)
BLUE: Colour = (0, 114, 178)


class Rhythm(StrEnum):
    """How the brightness of a light changes with time."""

    STEADY = "steady"
    BREATHE = "breathe"  # slow: a piece is missing here
    BLINK = "blink"  # take this piece away
    HURRY = "hurry"  # fast: this is wrong
    DOUBLE = "double"  # two short flashes: a move to this square captures
    TRIPLE = "triple"  # three short flashes: a move to this square wins
    WAVE = "wave"  # rings that run outwards: the game is over
    REST = "rest"  # very slow: the game is paused
    TICK = "tick"  # a flash at each second: time runs out
    RUN = "run"  # a light that runs along the way of a move, again and again


class Meaning(StrEnum):
    """What a lit square means."""

    TURN_ATTACKERS = "turn_attackers"
    TURN_DEFENDERS = "turn_defenders"
    TIME_ATTACKERS = "time_attackers"
    TIME_DEFENDERS = "time_defenders"
    LAST_ORIGIN = "last_origin"
    LAST_TARGET = "last_target"
    TENTATIVE = "tentative"
    LIFTED = "lifted"
    TARGET = "target"
    CAPTURING = "capturing"
    WINNING = "winning"
    REPEATING = "repeating"  # it repeats the position once too often
    OWED = "owed"
    WRONG = "wrong"
    PUT_ATTACKER = "put_attacker"
    PUT_DEFENDER = "put_defender"
    PUT_KING = "put_king"
    WON_ATTACKERS = "won_attackers"
    WON_DEFENDERS = "won_defenders"
    DRAW = "draw"
    PAUSED = "paused"
    # Opponent and coach.
    ASKED = "asked"  # the way of the opponent's move, to be made for it
    THREATENED = "threatened"
    TARGET_GOOD = "target_good"
    TARGET_FAIR = "target_fair"
    TARGET_BAD = "target_bad"
    HINT_AREA = "hint_area"
    HINT_PIECE = "hint_piece"
    HINT = "hint"
    SHOWN = "shown"  # a move of a line that shows why
    BECAUSE = "because"  # a square that did what is being explained
    # Lessons.
    VISIT = "visit"  # go to this square
    STAR = "star"  # earned by solving a lesson
    # Exhibitions.
    SHOW_ATTACKER = "show_attacker"  # of a short game that the lights play
    SHOW_DEFENDER = "show_defender"
    SHOW_KING = "show_king"
    OPTION_FIRST = "option_first"  # a group of pieces to choose by
    OPTION_SECOND = "option_second"
    OPTION_THIRD = "option_third"
    OPTION_FOURTH = "option_fourth"
    OPTION_MIDDLE = "option_middle"
    COUNTDOWN = "countdown"  # the board begins again when these are gone
    PROPOSED = "proposed"  # staff wants that


@dataclass(frozen=True, slots=True)
class Style:
    """How a meaning is shown; `level` 0..1 scales the colour's brightness."""

    colour: Colour
    rhythm: Rhythm = Rhythm.STEADY
    level: float = 1.0


STYLES = {
    Meaning.TURN_ATTACKERS: Style(ORANGE, level=0.35),
    Meaning.TURN_DEFENDERS: Style(SKY_BLUE, level=0.35),
    Meaning.TIME_ATTACKERS: Style(ORANGE, Rhythm.TICK),
    Meaning.TIME_DEFENDERS: Style(SKY_BLUE, Rhythm.TICK),
    Meaning.LAST_ORIGIN: Style(WHITE, level=0.12),
    Meaning.LAST_TARGET: Style(WHITE, level=0.3),
    Meaning.TENTATIVE: Style(WHITE, level=0.8),
    Meaning.LIFTED: Style(WHITE, Rhythm.BREATHE, level=0.5),
    Meaning.TARGET: Style(GREEN),
    Meaning.CAPTURING: Style(YELLOW, Rhythm.DOUBLE),
    Meaning.WINNING: Style(WHITE, Rhythm.TRIPLE),
    Meaning.REPEATING: Style(VERMILLION, Rhythm.BREATHE, level=0.5),
    Meaning.OWED: Style(PURPLE, Rhythm.BLINK),
    Meaning.WRONG: Style(VERMILLION, Rhythm.HURRY),
    Meaning.PUT_ATTACKER: Style(ORANGE, Rhythm.BREATHE),
    Meaning.PUT_DEFENDER: Style(SKY_BLUE, Rhythm.BREATHE),
    Meaning.PUT_KING: Style(YELLOW, Rhythm.BREATHE),
    Meaning.WON_ATTACKERS: Style(ORANGE, Rhythm.WAVE),
    Meaning.WON_DEFENDERS: Style(SKY_BLUE, Rhythm.WAVE),
    Meaning.DRAW: Style(WHITE, Rhythm.WAVE, level=0.6),
    Meaning.PAUSED: Style(BLUE, Rhythm.REST, level=0.3),
    Meaning.ASKED: Style(SKY_BLUE, Rhythm.RUN),
    Meaning.THREATENED: Style(VERMILLION, Rhythm.BREATHE, level=0.6),
    Meaning.TARGET_GOOD: Style(GREEN, Rhythm.DOUBLE),
    Meaning.TARGET_FAIR: Style(GREEN, level=0.9),
    Meaning.TARGET_BAD: Style(VERMILLION, Rhythm.BLINK, level=0.3),
    Meaning.HINT_AREA: Style(GREEN, Rhythm.BREATHE, level=0.3),
    Meaning.HINT_PIECE: Style(GREEN, Rhythm.DOUBLE, level=0.8),
    Meaning.HINT: Style(GREEN, Rhythm.RUN),
    Meaning.SHOWN: Style(VERMILLION, Rhythm.RUN),
    Meaning.BECAUSE: Style(WHITE, Rhythm.BLINK),
    Meaning.VISIT: Style(GREEN, Rhythm.TRIPLE),
    Meaning.STAR: Style(YELLOW),
    Meaning.SHOW_ATTACKER: Style(ORANGE, level=0.7),
    Meaning.SHOW_DEFENDER: Style(SKY_BLUE, level=0.7),
    Meaning.SHOW_KING: Style(YELLOW, Rhythm.TRIPLE),
    Meaning.OPTION_FIRST: Style(ORANGE, Rhythm.DOUBLE),
    Meaning.OPTION_SECOND: Style(SKY_BLUE, Rhythm.BLINK),
    Meaning.OPTION_THIRD: Style(PURPLE, Rhythm.TRIPLE),
    Meaning.OPTION_FOURTH: Style(WHITE, Rhythm.DOUBLE),
    Meaning.OPTION_MIDDLE: Style(GREEN, level=0.8),
    Meaning.COUNTDOWN: Style(YELLOW, Rhythm.TICK),
    Meaning.PROPOSED: Style(PURPLE, Rhythm.BREATHE, level=0.6),
}
