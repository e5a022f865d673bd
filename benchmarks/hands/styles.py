"""Ways to bring one piece from its square to another: each writes its deeds, and says when done."""

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

from benchmarks.hands.deeds import Verb
from benchmarks.hands.script import HandScript, where
from controller.rules.geometry import BETWEEN, SIZE, squares_of
from controller.rules.lines import Move

# What a style is given: the script, when the hand is at the piece, the piece, its move.
# It returns when the piece stands for good.
Style = Callable[[HandScript, float, int, Move], float]


def carry(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Through the air."""
    script.lift(at, piece)
    down = at + script.within(0.12, 0.8)
    script.put(down, piece, move.target)
    return down


def quick(script: HandScript, at: float, piece: int, move: Move) -> float:
    """As in a bullet game."""
    script.lift(at, piece)
    down = at + script.within(0.05, 0.2)
    script.put(down, piece, move.target)
    return down


def hold(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Through the air, and thinks with the piece in the hand."""
    script.lift(at, piece)
    down = at + script.within(3.0, 30.0)
    script.put(down, piece, move.target)
    return down


def slide(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Along the board."""
    return _slide_over(script, at, piece, [move.origin, move.target], [])


def slow_slide(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Along the board, as slowly as a snail."""
    return _slide_over(script, at, piece, [move.origin, move.target], [], (0.25, 0.6))


def slide_with_stops(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Along the board, and stands still once or twice on the way."""
    way = _way(move)[1:-1]
    stops = sorted(
        script.random.sample(way, min(len(way), script.random.randint(1, 2))), key=_way(move).index
    )
    pauses = [script.within(0.05, 1.2) for _ in stops]
    return _slide_over(script, at, piece, [move.origin, *stops, move.target], pauses)


def short_stop(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Along the board, and stands still one square short of the target."""
    way = _way(move)
    if len(way) < 3:
        return slide(script, at, piece, move)
    return _slide_over(
        script, at, piece, [move.origin, way[-2], move.target], [script.within(0.15, 1.0)]
    )


def overshoot(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Along the board, a square too far, and back."""
    beyond = _beyond(move)
    if beyond is None or not script.is_free(beyond, [piece]):
        return slide(script, at, piece, move)
    return _slide_over(
        script, at, piece, [move.origin, beyond, move.target], [script.within(0.03, 0.8)]
    )


def hop_slide(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Along the board, in hops that leave it for moments."""
    script.do(at, Verb.GRASP, piece)
    way = _way(move)
    here, now, raised = where(move.origin), at, False
    for square in way[1:]:
        there = where(square)
        if not raised and script.happens(0.5):
            script.put(now, piece, 0)  # replaced below: a hand lets go where it is
            script.deeds.pop()
            script.do(now, Verb.PUT, piece, here)
            now += 0.005
            script.lift(now, piece)
            raised = True
        now = script.slide(now, piece, here, there, script.within(0.05, 0.2))
        here = there
        if raised and script.happens(0.6):
            script.do(now, Verb.PUT, piece, here)
            now += script.within(0.02, 0.12)
            script.do(now, Verb.GRASP, piece)
            raised = False
    script.put(now + 0.01, piece, move.target)
    return now + 0.01


def touch_on_the_way(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Through the air, and touches a square or two for a moment."""
    now = at
    script.lift(now, piece)
    free = [s for s in script.empty_squares() if s != move.target]
    on_way = [s for s in _way(move)[1:-1] if script.is_free(s, [piece])]
    for _ in range(script.random.randint(1, 2)):
        now += script.within(0.1, 0.4)
        square = script.random.choice(on_way if on_way and script.happens(0.6) else free)
        script.put(now, piece, square)
        now += script.within(0.05, 0.19)
        script.lift(now, piece)
    now += script.within(0.1, 0.4)
    script.put(now, piece, move.target)
    return now


def fumble(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Take it, put it back, take it again."""
    now = at
    for _ in range(script.random.randint(1, 2)):
        script.lift(now, piece)
        now += script.within(0.1, 0.8)
        script.put(now, piece, move.origin)
        now += script.within(0.05, 0.5)
    return carry(script, now, piece, move)


def twice_down(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Put it down, lift it once more and put it down there again."""
    now = carry(script, at, piece, move)
    for _ in range(script.random.randint(1, 2)):
        now += script.within(0.05, 0.7)
        script.lift(now, piece)
        now += script.within(0.05, 0.6)
        script.put(now, piece, move.target)
    return now


def askew(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Put it down off the middle, and push it right."""
    return _askew(script, at, piece, move, (0.2, 0.42))


def far_askew(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Put it down half beside its square, and push it right."""
    return _askew(script, at, piece, move, (0.4, 0.6))


def second_choice(script: HandScript, at: float, piece: int, move: Move) -> float:
    """Put it on another square that is open to it, think better of it, and go on."""
    game = script.game
    others = [
        m.target
        for m in game.legal_moves()
        if m.origin == move.origin and m.target != move.target and script.is_free(m.target, [piece])
    ]
    if not others:
        return carry(script, at, piece, move)
    down = carry(script, at, piece, Move(move.origin, script.random.choice(others)))
    again = down + script.within(0.1, 1.2)
    return carry(script, again, piece, move)


def _askew(script: HandScript, at: float, piece: int, move: Move, by: tuple[float, float]) -> float:
    x, y = where(move.target)
    angle, distance = script.within(0, 2 * pi), script.within(*by)
    dx, dy = distance * cos(angle), distance * sin(angle)
    if not script.has_room(x + dx, y + dy, [piece]):
        return carry(script, at, piece, move)
    script.lift(at, piece)
    down = at + script.within(0.15, 0.6)
    script.put(down, piece, move.target, (dx, dy))
    push = down + script.within(0.15, 1.0)
    script.do(push, Verb.GRASP, piece)
    there = script.slide(push, piece, (x + dx, y + dy), (x, y), script.within(0.05, 0.15))
    script.put(there + 0.01, piece, move.target)
    return down


def _slide_over(
    script: HandScript,
    at: float,
    piece: int,
    squares: list[int],
    pauses: list[float],
    each: tuple[float, float] = (0.04, 0.25),
) -> float:
    per_square = script.within(*each)
    script.do(at, Verb.GRASP, piece)
    now = at
    for n, (here, there) in enumerate(pairwise(squares)):
        (x, y), (to_x, to_y) = where(here), where(there)
        length = abs(to_x - x) + abs(to_y - y)
        now = script.slide(now, piece, (x, y), (to_x, to_y), length * per_square)
        if n < len(pauses):
            now += pauses[n]
    script.put(now + 0.01, piece, squares[-1])
    return now + 0.01


def _way(move: Move) -> list[int]:
    between = list(squares_of(BETWEEN[move.origin][move.target]))
    if move.origin > move.target:
        between.reverse()
    return [move.origin, *between, move.target]


def _beyond(move: Move) -> int | None:
    (x, y), (to_x, to_y) = where(move.origin), where(move.target)
    length = abs(to_x - x) + abs(to_y - y)
    far_x, far_y = to_x + (to_x - x) / length, to_y + (to_y - y) / length
    inside = 0 <= far_x < SIZE and 0 <= far_y < SIZE
    return int(SIZE * far_y + far_x) if inside else None


# Which of them touch the board between the squares: nothing may stand in their way.
CONTACT = (slide, slow_slide, slide_with_stops, short_stop, overshoot, hop_slide)
