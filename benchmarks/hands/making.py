"""Plies written into a script: who moves what how and when, and who takes the captives where."""

from dataclasses import dataclass

from benchmarks.hands import styles
from benchmarks.hands.script import HandScript, where
from benchmarks.hands.styles import CONTACT, Style
from controller.rules.captures import captured_bits
from controller.rules.geometry import BETWEEN, EDGE, squares_of
from controller.rules.lines import Move

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Manner:
    """How people play: styles by weight, the time between plies, and what becomes of captives."""

    styles: tuple[tuple[Style, float], ...] = ((styles.carry, 1.0), (styles.slide, 1.0))
    # From when a piece stands until the reply is begun; before that, if negative.
    gap_s: Span = (0.6, 2.0)
    rests: float = 0.25  # of the plies, after which all hands rest
    # Captives: of each, how likely it is taken early, or forgotten for some plies ...
    early: float = 0.1
    later: float = 0.0
    forgets_plies: tuple[int, int] = (1, 3)
    # ... and whether it is laid on another square, or put back where it stood.
    aside: float = 0.0
    back: float = 0.0
    held_s: Span = (0.1, 0.6)
    near: float = 0.3  # replies that have to do with the squares of the move before


def make_ply(script: HandScript, manner: Manner) -> Move:
    """Write one ply with its captives; the script's `now` is when its piece stands."""
    move = choose(script, manner)
    make(script, manner, move)
    return move


def make(script: HandScript, manner: Manner, move: Move, gap: float | None = None) -> None:
    """Write a given ply."""
    piece = script.at(move.origin)
    weights = [weight for _, weight in manner.styles]
    style = script.random.choices([style for style, _ in manner.styles], weights)[0]
    gap = script.within(*manner.gap_s) if gap is None else gap
    if gap < 0 and style in CONTACT:
        style = styles.carry  # nobody slides over a board on which another still moves
    at = max(script.now + gap, script.free_at[piece] + 0.05, script.begun + 0.08)
    remembered = [p for p, due in script.due.items() if due <= len(script.game.plies)]
    for dead in remembered:
        _take_off(script, dead, max(at - 0.3, script.free_at[dead] + 0.05))
    at = _clear(script, piece, move, style, at)
    after = script.game.play(move)
    victims = [script.at(s) for s in squares_of(captured_bits(after.plies[-1].captures))]
    early = [v for v in victims if script.happens(manner.early)]
    script.note(f"{move} {style.__name__} at {at:.2f} captures {victims} early {early}")
    script.begun = at
    down = style(script, at, piece, move)
    if down <= script.now:  # a reply stands after its move
        late = script.now + script.within(0.05, 0.3)
        _postpone(script, piece, down, late)
        down = late
    script.history.append((piece, move.origin, tuple(victims)))
    for victim in victims:
        square = script.square.pop(victim)
        script.dead[victim] = square
        when = down - script.within(0.0, 0.7) if victim in early else down + script.within(0.1, 1.5)
        _take_captive(script, manner, victim, square, max(when, script.free_at[victim] + 0.05))
    script.square[piece] = move.target
    script.game = after
    script.now = down


def choose(script: HandScript, manner: Manner) -> Move:
    """Choose a legal move, rather one that captures, or that crosses the last one."""
    game = script.game
    legal = game.legal_moves()
    if script.happens(0.35):
        sample = script.random.sample(legal, min(len(legal), 25))
        capturing = [m for m in sample if game.play(m).plies[-1].captures]
        if capturing:
            return script.random.choice(capturing)
    if game.plies and script.happens(manner.near):
        last = game.plies[-1].move
        own = game.plies[-2].move.target if len(game.plies) > 1 else -1
        near = [
            m
            for m in legal
            if m.target == last.origin or m.origin == own or m.target in _around(last)
        ]
        if near:
            return script.random.choice(near)
    return script.random.choice(legal)


def _around(move: Move) -> set[int]:
    return {move.target - 1, move.target + 1, move.target - 11, move.target + 11}


def _clear(script: HandScript, piece: int, move: Move, style: Style, at: float) -> float:
    """Take out of the way what is in it; return when the hand may begin."""
    blocking = script.in_the_way(move.origin, move.target, [piece])
    if style not in CONTACT:
        x, y = where(move.target)
        blocking = [p for p in blocking if _is_near(script, p, x, y)]
    for other in blocking:
        if other in script.dead:
            gone = _take_off(script, other, max(at - 0.4, script.free_at[other] + 0.05))
            at = max(at, gone + 0.1)
        else:  # it stands askew, and will be put right
            at = max(at, script.free_at[other] + 0.1)
    # Whoever may still be about to be put down or pushed near there.
    busy = [
        t for p, t in script.free_at.items() if p != piece and t > at and _crosses(script, p, move)
    ]
    path = BETWEEN[move.origin][move.target] if style in CONTACT else 0
    leaving = [t for square, t in script.leaves if (path | 1 << move.target) >> square & 1]
    return max([at, *(t + 0.05 for t in busy + leaving)])


def _crosses(script: HandScript, piece: int, move: Move) -> bool:
    place = script.place[piece]
    if place is None:
        return False
    spots = [where(move.origin), where(move.target)]
    if piece in script.dead:
        return piece in script.in_the_way(move.origin, move.target)
    return any(abs(place[0] - x) < 1 and abs(place[1] - y) < 1 for x, y in spots)


def _is_near(script: HandScript, piece: int, x: float, y: float) -> bool:
    place = script.place[piece]
    return place is not None and (place[0] - x) ** 2 + (place[1] - y) ** 2 < 0.75


def _postpone(script: HandScript, piece: int, down: float, late: float) -> None:
    """Let the last deed of a piece, at the time `down`, be done later."""
    for n in range(len(script.deeds) - 1, -1, -1):
        deed = script.deeds[n]
        if deed.piece == piece and deed.at == down:
            script.deeds[n] = deed._replace(at=late)
            break
    script.busy = max(script.busy, late)
    script.free_at[piece] = max(script.free_at[piece], late)


def _take_captive(script: HandScript, manner: Manner, victim: int, square: int, at: float) -> None:
    if script.happens(manner.later):
        script.due[victim] = (
            len(script.game.plies) + 1 + script.random.randint(*manner.forgets_plies)
        )
        return
    script.lift(at, victim)
    script.leaves.append((square, at))
    down = at + script.within(*manner.held_s)
    chance = script.random.random()
    if chance < manner.aside:
        free = script.empty_squares()
        edge = [s for s in free if EDGE >> s & 1]
        _lay(
            script,
            manner,
            victim,
            script.random.choice(edge if script.happens(0.6) else free),
            down,
        )
    elif chance < manner.aside + manner.back:
        down += 0.3
        _lay(script, manner, victim, square, down)
    else:
        script.to_tray(down, victim)


def _lay(script: HandScript, manner: Manner, victim: int, square: int, at: float) -> None:
    script.put(at, victim, square)
    script.dead[victim] = square
    script.due[victim] = len(script.game.plies) + 1 + script.random.randint(*manner.forgets_plies)


def _take_off(script: HandScript, dead: int, at: float) -> float:
    script.due.pop(dead, None)
    at = max(at, script.free_at[dead] + 0.05)
    script.lift(at, dead)
    script.leaves.append((script.dead[dead], at))
    script.to_tray(at + script.within(0.1, 0.4), dead)
    return at
