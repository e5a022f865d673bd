"""The sentences of events, as traces and terminals show them in English."""

import pytest

from controller.events.command import Decision
from controller.events.event import (
    BoardDisturbed,
    ClockStood,
    Decided,
    DrawOffered,
    Event,
    MoveCommitted,
    MoveRefused,
    MoveRetargeted,
    MoveTakenBack,
    TraceSaved,
)
from controller.events.sentences import as_clock, event_sentence
from controller.notation.moves import parse_move
from controller.rules.geometry import parse_square
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from controller.rules.sentence import verbatim
from controller.words.catalogue import say

SLIDE, LONGER = parse_move("g3-e3").move, parse_move("g3-d3").move
E2 = 1 << parse_square("e2")
MINUTES_MS = 60_000


def refused(clause: str | None) -> MoveRefused:
    refusal = Refusal(SLIDE, RefusalReason.PATH_BLOCKED, (parse_square("f3"),), clause)
    return MoveRefused(1.0, refusal, verbatim("f3 is in the way."))


def clock(attackers: int | None, defenders: int | None) -> ClockStood:
    return ClockStood(1.0, attackers, defenders, 61 * MINUTES_MS, None)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            MoveCommitted(1.0, 5, Side.ATTACKERS, SLIDE, E2),
            "Ply 5: the attackers play g3-e3xe2.",
        ),
        (
            MoveRetargeted(1.0, 5, Side.ATTACKERS, SLIDE, LONGER, 0),
            "Ply 5: the attackers play g3-d3, no longer g3-e3.",
        ),
        (
            MoveTakenBack(1.0, 6, Side.DEFENDERS, SLIDE),
            "Ply 6: the defenders take back g3-e3.",
        ),
        (refused(None), "g3-e3 is refused: f3 is in the way."),
        (refused("4a"), "g3-e3 is refused: f3 is in the way. (rule 4a)"),
        (BoardDisturbed(1.0, 1), "The board is disturbed; 1 step puts it right."),
        (BoardDisturbed(1.0, 3), "The board is disturbed; 3 steps put it right."),
        (DrawOffered(1.0, Side.DEFENDERS), "The defenders offer a draw."),
        (Decided(1.0, Decision(None)), "The arbiter has decided."),
        (Decided(1.0, Decision(None, "too late")), "The arbiter has decided: too late."),
        (
            clock(15 * MINUTES_MS, 62 * MINUTES_MS),
            "The clocks stand at 15:00 for the attackers and 1:02:00 for the defenders.",
        ),
        (clock(None, None), "1:01:00 of the game have passed."),
        (TraceSaved(1.0, "a.trace"), "The last minutes are saved in a.trace."),
    ],
)
def test_an_event_is_told_in_one_sentence(event: Event, said: str) -> None:
    assert say(event_sentence(event)) == said


def test_a_clock_shows_a_second_until_it_has_passed() -> None:
    assert [as_clock(ms) for ms in (0, 1, 1000, 1001, 3_599_001)] == [
        "0:00",
        "0:01",
        "0:01",
        "0:02",
        "1:00:00",
    ]
