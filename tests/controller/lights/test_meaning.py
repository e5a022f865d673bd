"""What lights mean is shown by colour and rhythm, and by people who confuse colours too.

Colour blindness is simulated as Machado, Oliveira and Fernandes do ("A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009; matrices of severity 1,
applied to linear light). An LED's channel is linear light: half of it is half the light.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from controller.lights.meaning import STYLES, Meaning, Rhythm, Style
from controller.lights.scene import meanings
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.pieces import Side
from tests.board_driver import SETTLED, BoardDriver

_TURNS = (Meaning.TURN_ATTACKERS, Meaning.TURN_DEFENDERS)
_WON = (Meaning.WON_ATTACKERS, Meaning.WON_DEFENDERS, Meaning.DRAW)
_PUT = (Meaning.PUT_ATTACKER, Meaning.PUT_DEFENDER, Meaning.PUT_KING)
_LAST = (Meaning.LAST_ORIGIN, Meaning.LAST_TARGET)
_ENDING = (Meaning.WINNING, Meaning.REPEATING)
_LIFTED = (Meaning.LIFTED, Meaning.TARGET, Meaning.CAPTURING, *_ENDING)
_WRONG = (Meaning.WRONG, *_PUT)
_TIMES = (Meaning.TIME_ATTACKERS, Meaning.TIME_DEFENDERS)
_GRADED = (Meaning.TARGET_GOOD, Meaning.TARGET_FAIR, Meaning.TARGET_BAD)
_HINTS = (Meaning.HINT_AREA, Meaning.HINT_PIECE, Meaning.HINT)

# What can be lit at the same time.
TOGETHER = [
    *({turn, *_LAST, Meaning.OWED, *_LIFTED} for turn in _TURNS),
    *({turn, *_LAST, Meaning.OWED, Meaning.TENTATIVE} for turn in _TURNS),
    *({turn, *_LAST, Meaning.OWED, *_WRONG} for turn in _TURNS),
    *({won, Meaning.OWED, Meaning.TENTATIVE} for won in _WON),
    # In the last seconds of a side's time.
    *({time, *_LAST, Meaning.OWED, *_LIFTED, *_ENDING} for time in _TIMES),
    *({time, *_LAST, Meaning.OWED, Meaning.TENTATIVE} for time in _TIMES),
    *({time, *_LAST, Meaning.OWED, *_WRONG, Meaning.ASKED} for time in _TIMES),
    # With an opponent and a coach.
    *({turn, *_LAST, Meaning.OWED, Meaning.ASKED, *_LIFTED} for turn in _TURNS),
    *({turn, *_LAST, Meaning.OWED, Meaning.ASKED, Meaning.TENTATIVE} for turn in _TURNS),
    *({turn, *_LAST, Meaning.OWED, Meaning.ASKED, *_WRONG} for turn in _TURNS),
    *(
        {turn, *_LAST, Meaning.OWED, Meaning.LIFTED, *_GRADED, *_ENDING, Meaning.SHOWN}
        for turn in _TURNS
    ),
    *({turn, *_LAST, Meaning.OWED, Meaning.THREATENED, hint} for turn in _TURNS for hint in _HINTS),
    *({turn, *_LAST, Meaning.OWED, Meaning.THREATENED, Meaning.SHOWN} for turn in _TURNS),
    *({turn, *_LAST, Meaning.OWED, *_WRONG, Meaning.SHOWN} for turn in _TURNS),
    *({turn, *_LAST, Meaning.OWED, *_LIFTED, Meaning.BECAUSE} for turn in _TURNS),
    *({turn, *_LAST, Meaning.OWED, *_WRONG, Meaning.BECAUSE} for turn in _TURNS),
    *({won, Meaning.OWED, Meaning.BECAUSE, Meaning.STAR} for won in _WON),
    # In a lesson.
    *(
        {turn, *_LAST, Meaning.OWED, *_LIFTED, Meaning.VISIT, hint}
        for turn in _TURNS
        for hint in _HINTS
    ),
    *({turn, *_LAST, Meaning.OWED, *_WRONG, Meaning.VISIT} for turn in _TURNS),
    *({won, Meaning.OWED, Meaning.STAR} for won in _WON),
    *({turn, *_LAST, Meaning.OWED, Meaning.STAR} for turn in _TURNS),
]
# What stands for different things at different times, in the same places.
IN_TURN: list[set[Meaning]] = [set(_TURNS), set(_TIMES), set(_WON)]


def pairs(sets: list[set[Meaning]]) -> list[tuple[Meaning, Meaning]]:
    order = list(Meaning)
    found = {pair for some in sets for pair in combinations(sorted(some, key=order.index), 2)}
    return sorted(found)


# In rows: how much of linear red, green and blue goes into each channel.
_Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, _Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Linear sRGB to CIE XYZ, each row divided by that of D65's white (IEC 61966-2-1).
_TO_XYZ: _Matrix = (
    (0.433891, 0.376235, 0.189906),
    (0.212673, 0.715152, 0.072175),
    (0.017756, 0.109455, 0.872789),
)
# A distance of 2.3 in CIELAB is just noticeable side by side (Mahy, 1994); across a board, at a
# glance, it takes several times as much.
CLEAR = 10.0


def _times(matrix: _Matrix, vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def seen(style: Style, eyes: str) -> tuple[float, float, float]:
    """Return the CIELAB lightness and chroma axes of a style at its brightest."""
    light = [channel * style.level / 255 for channel in style.colour]
    confused = [min(1.0, max(0.0, channel)) for channel in _times(EYES[eyes], light)]
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in _times(_TO_XYZ, confused)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Meaning, other: Meaning, eyes: str) -> float:
    colours = zip(seen(STYLES[one], eyes), seen(STYLES[other], eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in colours) ** 0.5)


def test_every_meaning_has_one_style_of_its_own() -> None:
    assert set(STYLES) == set(Meaning)
    assert len(set(STYLES.values())) == len(Meaning)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_every_style_shines(style: Style) -> None:
    assert 0 < style.level <= 1
    assert all(0 <= channel <= 255 for channel in style.colour)
    # Even a twelfth of it is some light.
    assert max(style.colour) * style.level / 12 >= 1


def test_what_needs_hands_moves_and_what_may_wait_is_still() -> None:
    needing_hands = (Meaning.OWED, Meaning.WRONG, *_PUT)
    assert all(STYLES[meaning].rhythm is not Rhythm.STEADY for meaning in needing_hands)
    assert {STYLES[meaning].rhythm for meaning in (*_TURNS, *_LAST)} == {Rhythm.STEADY}


@pytest.mark.parametrize(
    "of_one_side",
    [
        (Meaning.TURN_ATTACKERS, Meaning.PUT_ATTACKER, Meaning.WON_ATTACKERS),
        (Meaning.TURN_DEFENDERS, Meaning.PUT_DEFENDER, Meaning.WON_DEFENDERS),
    ],
    ids=list(Side),
)
def test_a_side_keeps_its_colour_in_all_that_it_means(of_one_side: tuple[Meaning, ...]) -> None:
    assert len({STYLES[meaning].colour for meaning in of_one_side}) == 1


def test_a_capturing_target_differs_in_colour_and_rhythm_from_another_target() -> None:
    target, capturing = STYLES[Meaning.TARGET], STYLES[Meaning.CAPTURING]
    assert target.rhythm is not capturing.rhythm
    assert target.colour != capturing.colour


def test_the_last_move_goes_from_dim_to_bright() -> None:
    origin, target = STYLES[Meaning.LAST_ORIGIN], STYLES[Meaning.LAST_TARGET]
    assert origin.level < target.level < STYLES[Meaning.TENTATIVE].level


def test_a_pause_has_a_colour_and_a_rhythm_that_nothing_else_has() -> None:
    paused = STYLES[Meaning.PAUSED]
    others = [style for meaning, style in STYLES.items() if meaning is not Meaning.PAUSED]
    assert paused.colour not in {style.colour for style in others}
    assert paused.rhythm not in {style.rhythm for style in others}
    assert paused.level < 0.5


@pytest.mark.parametrize("eyes", EYES)
def test_meanings_that_meet_are_distinguished_by_rhythm_or_clearly_by_light(eyes: str) -> None:
    alike = [
        (one, other)
        for one, other in pairs(TOGETHER)
        if STYLES[one].rhythm is STYLES[other].rhythm and distance(one, other, eyes) < CLEAR
    ]
    assert alike == []


@pytest.mark.parametrize("eyes", EYES)
def test_sides_and_pieces_are_distinguished_by_all_eyes(eyes: str) -> None:
    found = pairs([*IN_TURN, set(_PUT)])
    alike = [(one, other) for one, other in found if distance(one, other, eyes) < 2 * CLEAR]
    assert alike == []


def _meddle(board: BoardDriver, random: Random) -> None:
    """Do something to the board, most often a legal move, sometimes nonsense."""
    moves = board.session.game.legal_moves()
    if moves and random.random() < 0.7:
        move = random.choice(moves)
        if board.occupied >> move.origin & 1 and not board.occupied >> move.target & 1:
            board.lift(SQUARE_NAMES[move.origin])
            board.put(SQUARE_NAMES[move.target])
    else:
        board.occupied ^= 1 << random.choice(list(squares_of(board.occupied)))


def _shown_in_play(seed: int) -> Iterator[set[Meaning]]:
    random = Random(seed)
    board = BoardDriver(started=False)
    for _ in range(60):
        _meddle(board, random)
        for pause in (0.02, SETTLED):
            board.wait(pause)
            yield set(meanings(board.view).values())
        if random.random() < 0.3:
            board.occupied = board.session.game.position.occupied
            board.wait(SETTLED)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_else_meets_in_play(seed: int) -> None:
    """What the table above says of meanings that can meet is what sessions show."""
    assert [lit for lit in _shown_in_play(seed) if not any(lit <= some for some in TOGETHER)] == []
