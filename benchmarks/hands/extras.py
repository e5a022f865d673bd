"""What people do beside and between plies: sleeves, adjusting, takebacks, refused moves."""

from math import cos, hypot, pi, sin

from benchmarks.hands import styles
from benchmarks.hands.deeds import Verb
from benchmarks.hands.making import Manner, choose, make
from benchmarks.hands.script import HandScript, where
from controller.rules.geometry import in_line
from controller.rules.lines import MOVES, Move

# In pieces.
_MOST_SWEPT = 6


def sleeve(script: HandScript, at: float, around: tuple[int, ...]) -> None:
    """Let a sleeve push pieces near some squares aside, and put them right after a while."""
    near = sorted(
        (min(hypot(x - a, y - b) for a, b in map(where, around)), piece)
        for piece, (x, y) in script.place_of_living()
        if script.free_at[piece] < at
    )
    pieces = [p for distance, p in near if 0.5 < distance < 3.2]
    count = min(len(pieces), script.random.randint(1, _MOST_SWEPT))
    way = script.within(0, 2 * pi)
    moved = []
    for piece in script.random.sample(pieces, count):
        angle, distance = way + script.within(-0.4, 0.4), script.within(0.2, 0.6)
        dx, dy = distance * cos(angle), distance * sin(angle)
        x, y = where(script.square[piece])
        if not script.has_room(x + dx, y + dy, [piece]):
            continue
        begun = at + script.within(0.0, 0.25)
        steps = max(1, round(distance / 0.1))
        for n in range(steps):
            script.do(begun + 0.01 * n, Verb.NUDGE, piece, (dx / steps, dy / steps))
        script.place[piece] = (x + dx, y + dy)
        moved.append((piece, begun))
    for piece, begun in moved:
        right = begun + script.within(0.4, 1.5)
        script.do(right, Verb.GRASP, piece)
        there = script.slide(
            right, piece, script.place[piece] or (0, 0), where(script.square[piece]), 0.1
        )
        script.put(there + 0.01, piece, script.square[piece])
    script.note(f"sleeve {[(p, round(t, 2)) for p, t in moved]}")


def adjust(script: HandScript, at: float, most: int = 4) -> float:
    """Lift pieces of both sides one after the other, overlapping, and put each back."""
    pieces = [p for p, _ in script.place_of_living() if script.free_at[p] < at]
    count = min(len(pieces), script.random.randint(1, most))
    now = end = at
    for piece in script.random.sample(pieces, count):
        script.lift(now, piece)
        down = now + script.within(0.1, 1.0)
        script.put(down, piece, script.square[piece])
        end = max(end, down)
        now += script.within(0.15, 0.9)
    script.note(f"adjusts {count} from {at:.2f} to {end:.2f}")
    return end


def take_back(script: HandScript, plies: int = 1, gap: float | None = None) -> None:
    """Take back some plies, each with its captives, in any order."""
    for _ in range(min(plies, len(script.game.plies))):
        piece, origin, victims = script.history.pop()
        target = script.square[piece]
        at = script.now + (script.within(0.3, 1.5) if gap is None else gap)
        at = max([at, *(script.free_at[p] + 0.1 for p in (piece, *victims))])
        first = script.happens(0.5)
        captured = script.captured_squares[len(script.history)]
        squares = dict(zip(victims, captured, strict=True))
        if first:
            at = _put_back(script, squares, at)
        blocking = [p for p in script.in_the_way(target, origin, [piece]) if p not in squares]
        for other in blocking:
            at = max(at, script.free_at[other] + 0.1)
            if other in script.dead:
                script.lift(at, other)
                script.to_tray(at + 0.3, other)
                at += 0.2
        style = script.random.choice([styles.carry, styles.quick])
        if not blocking and not (set(squares.values()) and not first) and script.happens(0.4):
            style = styles.slide
        script.note(f"takes back {Move(origin, target)} {style.__name__} at {at:.2f}")
        done = style(script, at, piece, Move(target, origin))
        if not first:
            done = _put_back(script, squares, done + 0.1)
        script.square[piece] = origin
        script.game = script.game.undo()
        script.now = done


def _put_back(script: HandScript, squares: dict[int, int], at: float) -> float:
    for victim, square in squares.items():
        if script.dead.get(victim) != square or script.place[victim] != where(square):
            script.lift(at, victim)
            at += script.within(0.15, 0.5)
            script.put(at, victim, square)
        script.dead.pop(victim, None)
        script.due.pop(victim, None)
        script.square[victim] = square
        at += script.within(0.1, 0.4)
    return at


def refused(script: HandScript, manner: Manner) -> None:
    """Make a move that the rules do not allow, and put it back or make a good one of it."""
    found = _bad_move(script)
    if found is None:
        return
    piece, target = found
    origin = script.square[piece]
    at = max(script.now + script.within(*manner.gap_s), script.free_at[piece] + 0.05)
    script.note(f"illegal {Move(origin, target)} at {at:.2f}")
    script.lift(at, piece)
    down = at + script.within(0.15, 0.7)
    script.put(down, piece, target)
    again = down + script.within(0.2, 3.0)
    script.lift(again, piece)
    back = again + script.within(0.15, 0.7)
    script.put(back, piece, origin)
    script.now = back


def _bad_move(script: HandScript) -> tuple[int, int] | None:
    for _ in range(200):
        piece = script.random.choice(list(script.square))
        target = script.random.choice(script.empty_squares())
        origin = script.square[piece]
        if not in_line(origin, target) and script.happens(0.5):
            continue
        if script.game.refusal(MOVES[origin][target]):
            last = script.history[-1] if script.history else None
            if last and last[0] == piece:
                continue  # that would change the last ply
            return piece, target
    return None


def early_reply(script: HandScript, manner: Manner, lead: float | None = None) -> None:
    """Make two plies, the second of which is lifted before the first one stands."""
    make(script, manner, choose(script, manner))
    if script.game.outcome:
        return
    lead = script.within(0.0, 0.5) if lead is None else lead
    make(script, manner, choose(script, manner), gap=-lead)


def other_piece(script: HandScript, manner: Manner) -> None:
    """Lift another own piece together with the one that moves, and put that one back."""
    move = choose(script, manner)
    own = [m.origin for m in script.game.legal_moves() if m.origin != move.origin]
    if not own:
        return
    other = script.at(script.random.choice(own))
    at = max(script.now + script.within(*manner.gap_s), script.free_at[other] + 0.05)
    script.note(f"carries {other} too at {at:.2f}")
    script.lift(at, other)
    begun = script.within(-0.3, 0.5)
    make(script, manner, move, gap=max(at - script.now + begun, 0.05))
    back = max(script.now + script.within(-0.4, 0.8), at + 0.1)
    script.put(back, other, script.square[other])
    script.now = max(script.now, back)


def changes_mind(script: HandScript, manner: Manner, touch: float = 0.0) -> None:
    """Take a piece, perhaps touch a square with it, and put it back."""
    move = choose(script, manner)
    piece = script.at(move.origin)
    at = max(script.now + script.within(*manner.gap_s), script.free_at[piece] + 0.05)
    script.note(f"changes mind about {move} at {at:.2f}")
    script.lift(at, piece)
    now = at + script.within(0.15, 1.0)
    if script.happens(touch) and script.is_free(move.target, [piece]):
        script.put(now, piece, move.target)
        now += script.within(0.1, 0.19)
        script.lift(now, piece)
        now += script.within(0.1, 0.4)
    script.put(now, piece, move.origin)
    script.now = now


def mid_air_takeback(script: HandScript, manner: Manner) -> None:
    """Make a move and take it back before it counts, or just after."""
    move = choose(script, manner)
    if script.game.play(move).outcome:
        return
    make(script, manner, move)
    take_back(script, 1, gap=script.within(0.05, 0.5))
