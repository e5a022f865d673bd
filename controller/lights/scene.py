"""The meaning of each square, and the lights that show it, from the view of the board."""

from dataclasses import dataclass

from controller.events.view import Advice, BoardView, Phase
from controller.lights.exhibiting import exhibition_meanings
from controller.lights.meaning import STYLES, Meaning, Rhythm, Style
from controller.recognition.repair import RepairStep
from controller.rules.geometry import (
    CORNER_BITS,
    CORNERS,
    EDGE,
    PATHS,
    SIZE,
    SQUARE_COUNT,
    THRONE,
    squares_of,
)
from controller.rules.lines import Move
from controller.rules.pieces import Piece, Side
from hal.board import CHANNELS

_PUT = {
    Piece.ATTACKER: Meaning.PUT_ATTACKER,
    Piece.DEFENDER: Meaning.PUT_DEFENDER,
    Piece.KING: Meaning.PUT_KING,
}
_TURN = {Side.ATTACKERS: Meaning.TURN_ATTACKERS, Side.DEFENDERS: Meaning.TURN_DEFENDERS}
_TIME = {Side.ATTACKERS: Meaning.TIME_ATTACKERS, Side.DEFENDERS: Meaning.TIME_DEFENDERS}
_WON = {
    Side.ATTACKERS: Meaning.WON_ATTACKERS,
    Side.DEFENDERS: Meaning.WON_DEFENDERS,
    None: Meaning.DRAW,
}


# The squares of each edge, from corner to corner round the board.
_EDGES = (
    range(SIZE),
    range(SIZE - 1, SQUARE_COUNT, SIZE),
    range(SQUARE_COUNT - 1, SQUARE_COUNT - SIZE - 1, -1),
    range(SQUARE_COUNT - SIZE, -1, -SIZE),
)


@dataclass(frozen=True, slots=True)
class Light:
    """One lit square; `distance` in squares delays a wave."""

    square: int
    style: Style
    distance: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """All lights of a board: the steady ones already painted, and those that change with time."""

    steady: bytes
    moving: tuple[Light, ...]


@dataclass(frozen=True, slots=True)
class LightGroup:
    """The squares that are lit with one meaning; what moves in it sets out from `origin`."""

    meaning: Meaning
    squares: tuple[int, ...]
    origin: int


def meanings(view: BoardView) -> dict[int, Meaning]:
    """Return the meaning of each lit square; what matters more covers what matters less."""
    if view.paused:
        # Nothing else, because the board may have changed unseen.
        return dict.fromkeys(squares_of(EDGE), Meaning.PAUSED)
    lit: dict[int, Meaning] = {}
    if view.exhibition and view.exhibition.covers:
        return exhibition_meanings(view.exhibition)
    if view.phase is Phase.PLAY:
        lit |= dict.fromkeys(squares_of(CORNER_BITS), _TURN[view.position.to_move])
        lit |= _meanings_of_time(view)
    if view.outcome and view.lifted is None and not view.repair:
        lit |= dict.fromkeys(range(SQUARE_COUNT), _WON[view.outcome.winner])
    if view.last_move and not view.outcome:
        lit[view.last_move.origin] = Meaning.LAST_ORIGIN
        lit[view.last_move.target] = Meaning.LAST_TARGET
    if view.lifted is not None:
        lit[view.lifted] = Meaning.LIFTED
        lit |= dict.fromkeys(squares_of(view.targets), Meaning.TARGET)
        lit |= dict.fromkeys(squares_of(view.capturing), Meaning.CAPTURING)
    lit |= _meanings_of_advice(view.advice)
    if view.lesson:
        lit |= dict.fromkeys(squares_of(view.lesson.visit), Meaning.VISIT)
        lit |= dict.fromkeys(CORNERS[: view.lesson.stars], Meaning.STAR)
    lit |= dict.fromkeys(squares_of(view.outlook.repeating), Meaning.REPEATING)
    lit |= dict.fromkeys(squares_of(view.outlook.winning), Meaning.WINNING)
    if view.tentative:
        lit[view.tentative.target] = Meaning.TENTATIVE
    lit |= dict.fromkeys(squares_of(view.owed | view.strays), Meaning.OWED)
    for step in view.repair:
        lit |= _meanings_of_step(step)
    return lit | (exhibition_meanings(view.exhibition) if view.exhibition else {})


def compose(view: BoardView) -> Scene:
    """Return the scene of a view."""
    lights = [
        Light(square, STYLES[meaning], _distance(square, _beginning(view, meaning)))
        for square, meaning in sorted(meanings(view).items())
    ]
    steady = bytearray(SQUARE_COUNT * CHANNELS)
    moving = []
    for light in lights:
        if light.style.rhythm is Rhythm.STEADY:
            put_pixel(steady, light, 1.0)
        else:
            moving.append(light)
    return Scene(bytes(steady), tuple(moving))


def light_groups(view: BoardView) -> tuple["LightGroup", ...]:
    """Return the lights of a view by meaning: for pages, which paint and move lights themselves."""
    squares: dict[Meaning, list[int]] = {}
    for square, meaning in sorted(meanings(view).items()):
        squares.setdefault(meaning, []).append(square)
    return tuple(
        LightGroup(meaning, tuple(lit), _beginning(view, meaning))
        for meaning, lit in sorted(squares.items())
    )


def put_pixel(pixels: bytearray, light: Light, brightness: float) -> None:
    """Paint one light, at a brightness of 0..1, into the pixels of a frame."""
    start = CHANNELS * light.square
    scale = light.style.level * brightness
    for channel, value in enumerate(light.style.colour):
        pixels[start + channel] = round(value * scale)


def _meanings_of_step(step: RepairStep) -> dict[int, Meaning]:
    if step.piece is None:
        return {step.square: Meaning.WRONG}
    lit = {step.square: _PUT[step.piece]}
    if step.origin is not None:
        lit[step.origin] = Meaning.WRONG
    return lit


def _meanings_of_time(view: BoardView) -> dict[int, Meaning]:
    """Return the last seconds of the side to move: one square less on each edge with each."""
    to_move = view.position.to_move
    left = view.clock.of(to_move) if view.clock and view.clock.running else None
    if left is None or not left.is_low:
        return {}
    seconds = range(1, 1 + min(left.seconds, SIZE - 2))
    squares = {way[n] for way in _EDGES for n in seconds}
    return dict.fromkeys((*squares_of(CORNER_BITS), *sorted(squares)), _TIME[to_move])


def _meanings_of_advice(advice: Advice) -> dict[int, Meaning]:
    lit: dict[int, Meaning] = {}
    for squares, meaning in (
        (advice.hint_area, Meaning.HINT_AREA),
        (advice.threatened, Meaning.THREATENED),
        (advice.good, Meaning.TARGET_GOOD),
        (advice.fair, Meaning.TARGET_FAIR),
        (advice.bad, Meaning.TARGET_BAD),
        (advice.because, Meaning.BECAUSE),
    ):
        lit |= dict.fromkeys(squares_of(squares), meaning)
    if advice.hint_piece is not None:
        lit[advice.hint_piece] = Meaning.HINT_PIECE
    for move, meaning in (
        (advice.hint, Meaning.HINT),
        (advice.shown, Meaning.SHOWN),
        (advice.asked, Meaning.ASKED),
    ):
        if move is not None:
            lit |= dict.fromkeys(_way(move), meaning)
    return lit


def _way(move: Move) -> tuple[int, ...]:
    """Return the squares of a move from its origin to its target."""
    return (move.origin, *squares_of(PATHS[move.origin][move.target]))


def _beginning(view: BoardView, meaning: Meaning) -> int:
    """Return the square from which what moves in a light sets out."""
    advice, outcome = view.advice, view.outcome
    moves = {
        Meaning.ASKED: advice.asked,
        Meaning.HINT: advice.hint,
        Meaning.SHOWN: advice.shown,
    }
    performance = view.exhibition.performance if view.exhibition else None
    if performance:
        moves[Meaning.SHOWN], outcome = performance.move, performance.outcome
    move = moves.get(meaning)
    if move is not None:
        return move.origin
    return outcome.squares[0] if outcome and outcome.squares else THRONE


def _distance(one: int, other: int) -> int:
    return max(abs(one // SIZE - other // SIZE), abs(one % SIZE - other % SIZE))
