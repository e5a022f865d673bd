"""What a session made of a script, held against what the hands did."""

from dataclasses import dataclass, field

from benchmarks.hands.deeds import World
from benchmarks.hands.script import HandScript, ScriptCheck, where
from controller.events.event import MoveTakenBack
from controller.rules.compiled import Rules


@dataclass(slots=True)
class ScriptResult:
    """Of one script: plies made, and faults at rest; `healed` ones were right 4 s later."""

    plies: int = 0
    late: int = 0
    wrong: int = 0  # another ply, or one too many, when hands had rested for 5 s
    missed: int = 0
    spoilt: int = 0  # the hands themselves failed
    scolded: int = 0  # the board complained while a piece was in a hand
    dropped: int = 0  # plies that counted and were taken back
    first: ScriptCheck | None = None
    seen: tuple[str, ...] = ()
    keys: set[str] = field(default_factory=set)


def judge(
    script: HandScript, rules: Rules, sensors: str, seed: int, faults: str = ""
) -> tuple[ScriptResult, World]:
    """Carry a script out on a board; look at every check, and stop at a fault that stays."""
    world = World(rules, sensors, seed, faults)
    verdict = ScriptResult()
    deeds = script.finished()
    done = 0

    def watch(_: float) -> None:
        if any(piece.held_by for piece in world.table.pieces):
            for sentence in world.session.view.sentences:
                if sentence.key.startswith(("cause.", "refused")):
                    verdict.keys.add(sentence.key)
                    verdict.scolded += 1

    for number, check in enumerate(script.checks):
        upto = next((n for n in range(done, len(deeds)) if deeds[n].at > check.at), len(deeds))
        world.run(deeds[done:upto], check.at, watch)
        done = upto
        verdict.plies = len(check.moves)
        if world.spoilt or _is_spoilt(world, check):
            verdict.spoilt += 1
            break
        is_last = number % 2 == 1
        if world.moves == check.moves:
            continue
        if not is_last:
            verdict.late += 1
            continue
        verdict.late -= 1
        verdict.first, verdict.seen = check, world.moves
        prefix = world.moves == check.moves[: len(world.moves)]
        verdict.missed += prefix
        verdict.wrong += not prefix
        break
    verdict.dropped = sum(isinstance(event, MoveTakenBack) for event in world.events)
    return verdict, world


def _is_spoilt(world: World, check: ScriptCheck) -> bool:
    for piece, square in check.stands:
        found = world.table.pieces[piece]
        if found.in_tray or (round(found.x), round(found.y)) != where(square):
            return True
    return False
