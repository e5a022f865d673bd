"""A hand that has opened has opened, whatever becomes of the message that says so."""

import asyncio

from controller.bus.bus import Bus
from controller.bus.entries import RawEntry, decode, encode
from controller.bus.memory_bus import MemoryBus
from controller.bus.streams import Stream
from controller.web.hands import OpenedHands

DROP = {"action": "drop", "hand": "one", "x": 3.0, "y": 2.0}


def table(*hands: object) -> dict[str, object]:
    return {"pieces": [{"id": n, "hand": hand} for n, hand in enumerate(hands)]}


def opened_after(*seen: dict[str, object]) -> OpenedHands:
    hands = OpenedHands()
    hands.hold("one")
    hands.open("one", DROP)
    for each in seen:
        hands.see(each)
    return hands


def test_what_a_hand_said_is_said_again_as_long_as_the_table_shows_it_with_a_piece() -> None:
    assert opened_after(table(None, "one")).take_unheard() == [encode(DROP)]
    assert opened_after(table(None, "one"), table(None, None)).take_unheard() == []


def test_a_hand_that_the_table_has_shown_free_may_be_anybodys_afterwards() -> None:
    hands = opened_after(table("one"), table(None), table("one"))
    assert hands.take_unheard() == []


def test_a_hand_that_never_held_a_piece_may_be_anybodys_when_what_it_said_has_had_time() -> None:
    hands = opened_after(table(None))
    assert hands.take_unheard() == []
    hands.see(table(None))
    hands.see(table("one"))
    assert hands.take_unheard() == []


def test_a_table_from_before_the_hand_took_hold_does_not_show_that_it_has_opened() -> None:
    assert opened_after(table(None), table("one")).take_unheard() == [encode(DROP)]


def test_what_a_hand_says_after_others_had_time_gets_time_of_its_own() -> None:
    hands = opened_after()
    assert hands.take_unheard() == []
    hands.hold("one")
    hands.open("one", DROP)
    hands.see(table(None))
    hands.see(table("one"))
    assert hands.take_unheard() == [encode(DROP)]


def test_nothing_is_said_for_hands_of_which_nobody_said_that_they_opened() -> None:
    assert opened_after(table("two", None)).take_unheard() == []


def test_a_hand_that_takes_hold_again_has_not_opened() -> None:
    hands = opened_after(table("one"))
    hands.hold("one")
    assert hands.take_unheard() == []


def test_a_flood_of_other_hands_does_not_push_out_one_that_holds_something() -> None:
    hands = opened_after(table("one"))
    for number in range(10_000):
        hands.open(f"other {number}", {"action": "let_go", "hand": f"other {number}"})
    assert hands.take_unheard() == [encode(DROP)]
    assert len(hands._said) < 1000


def test_a_table_that_makes_no_sense_tells_nothing() -> None:
    tables: list[dict[str, object]]
    tables = [{}, {"pieces": 7}, {"pieces": [1, {"hand": ["one"]}, {"hand": 5}]}]
    for nonsense in tables:
        assert opened_after(nonsense).take_unheard() == []


def test_it_is_said_on_the_bus_until_the_table_shows_it() -> None:
    async def run() -> list[dict[str, object]]:
        bus: Bus = MemoryBus()
        hands = opened_after(table("one"))
        repeating = asyncio.create_task(hands.repeat(bus))
        found: list[tuple[Stream, RawEntry]] = []
        while not found:
            found = await bus.after({Stream.HANDS: "0"}, 1.0)
        repeating.cancel()
        return [decode(raw.data, 1000) for _, raw in found]

    assert asyncio.run(run()) == [DROP]
