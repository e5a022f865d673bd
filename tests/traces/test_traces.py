"""Every trace beside this file is played as it was meant: the pattern for reports of bad play.

A trace that is put here says in its header which moves were meant, as in
``# moves: d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2``. docs/traces.md tells how such a file comes about.
"""

from pathlib import Path

import pytest

from controller.assembly.replaying import replayed, timing_of
from controller.events.event import Event
from controller.notation.moves import write_ply
from controller.rules.compiled import compiled
from controller.rules.library import named_ruleset
from controller.session.session import Session
from controller.trace.header import TraceHeader
from controller.trace.reader import read_trace

TRACES = sorted(Path(__file__).parent.glob("*.trace"))


def replay(trace: Path) -> tuple[TraceHeader, Session, list[Event]]:
    header, entries = read_trace(trace.read_text(encoding="utf-8").splitlines(keepends=True))
    rules = compiled(named_ruleset(header.ruleset))
    session = Session(rules, timing_of(header.settings))
    happened = list(replayed(session, entries))
    return header, session, [event for event in happened if isinstance(event, Event)]


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.stem)
def test_what_was_meant_is_played(trace: Path) -> None:
    header, session, _ = replay(trace)
    moves = [write_ply(ply) for ply in session.game.plies]
    assert moves == header.settings["moves"].split()


def test_the_example_is_recognised_without_a_second_thought() -> None:
    _, _, events = replay(Path(__file__).with_name("capture-after-slides.trace"))
    said = [event.name for event in events]
    assert (said[0], said[-1]) == ("game_started", "captures_cleared")
    assert set(said[1:-1]) == {"piece_lifted", "move_tentative", "move_committed"}
