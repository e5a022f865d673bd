"""What goes wrong is said once a minute, counted each time, and known as long as it lasts."""

from controller.rules.sentence import Sentence, sentence
from controller.supervision.tally import Tally

FULL = sentence("redis.full", server="here")
GONE = sentence("redis.refused", server="here")


class Told:
    """A tally, its clock, and what it said."""

    def __init__(self) -> None:
        self.at = 0.0
        self.said: list[Sentence] = []
        self.tally = Tally(lambda: self.at, self.said.append)


def test_what_fails_again_and_again_is_said_once_and_counted() -> None:
    told = Told()
    for _ in range(3):
        told.tally.begin("outbox", FULL)
    assert (told.said, told.tally.counts) == ([FULL], {"outbox failed": 3})


def test_what_fails_for_another_reason_is_said() -> None:
    told = Told()
    told.tally.begin("outbox", FULL)
    told.tally.begin("outbox", GONE)
    assert (told.said, told.tally.troubles) == ([FULL, GONE], (GONE,))


def test_a_trouble_of_several_parts_is_one() -> None:
    told = Told()
    for part in ("outbox", "hub"):
        told.tally.begin(part, GONE)
    assert (told.said, told.tally.troubles) == ([GONE], (GONE,))
    told.tally.end("hub")
    assert told.tally.troubles == (GONE,)
    told.tally.end("outbox")
    assert not told.tally.troubles


def test_a_part_is_over_a_failure_only_while_nothing_else_is_wrong_with_it() -> None:
    told = Told()
    told.tally.begin("hub", FULL)
    told.tally.begin("hub", GONE)
    told.tally.recover("hub", FULL)
    assert told.tally.troubles == (GONE,)
    told.tally.recover("hub", GONE)
    assert not told.tally.troubles


def test_what_lasts_is_said_again_after_a_minute() -> None:
    told = Told()
    told.tally.note(GONE)
    told.at = 61.0
    told.tally.note(GONE)
    assert told.said == [GONE, GONE]


def test_ten_thousand_different_sentences_are_not_remembered_for_ever() -> None:
    told = Told()
    for number in range(10_000):
        told.tally.note(sentence("bus.skipped", stream="s", error=str(number)))
    assert len(told.tally._said) <= 200
