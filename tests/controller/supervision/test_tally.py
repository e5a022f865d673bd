"""What goes wrong is said once a minute, counted each time, and known as long as it lasts."""

from controller.rules.sentence import Sentence, sentence
from controller.supervision.tally import Tally

FULL = sentence("redis.full", server="here")
GONE = sentence("redis.refused", server="here")


class Heard:
    """A tally, its clock, and what it said."""

    def __init__(self) -> None:
        self.at = 0.0
        self.said: list[Sentence] = []
        self.tally = Tally(lambda: self.at, self.said.append)


def test_what_fails_again_and_again_is_said_once_and_counted() -> None:
    heard = Heard()
    for _ in range(3):
        heard.tally.begin("outbox", FULL)
    assert (heard.said, heard.tally.counts) == ([FULL], {"outbox failed": 3})


def test_what_fails_for_another_reason_is_said() -> None:
    heard = Heard()
    heard.tally.begin("outbox", FULL)
    heard.tally.begin("outbox", GONE)
    assert (heard.said, heard.tally.troubles) == ([FULL, GONE], (GONE,))


def test_a_trouble_of_several_parts_is_one() -> None:
    heard = Heard()
    for part in ("outbox", "hub"):
        heard.tally.begin(part, GONE)
    assert (heard.said, heard.tally.troubles) == ([GONE], (GONE,))
    heard.tally.end("hub")
    assert heard.tally.troubles == (GONE,)
    heard.tally.end("outbox")
    assert not heard.tally.troubles


def test_a_part_is_over_a_failure_only_while_nothing_else_is_wrong_with_it() -> None:
    heard = Heard()
    heard.tally.begin("hub", FULL)
    heard.tally.begin("hub", GONE)
    heard.tally.recover("hub", FULL)
    assert heard.tally.troubles == (GONE,)
    heard.tally.recover("hub", GONE)
    assert not heard.tally.troubles


def test_what_lasts_is_said_again_after_a_minute() -> None:
    heard = Heard()
    heard.tally.note(GONE)
    heard.at = 61.0
    heard.tally.note(GONE)
    assert heard.said == [GONE, GONE]


def test_of_what_counts_each_time_it_is_known_a_minute_later_how_often_it_was_not_said() -> None:
    heard = Heard()
    for _ in range(3):
        heard.tally.note_each(GONE)
    heard.tally.note(FULL)
    heard.tally.note(FULL)
    heard.at = 59.0
    assert heard.tally.take_unsaid() == {}
    heard.at = 60.0
    assert heard.tally.take_unsaid() == {GONE: 2}
    assert heard.tally.take_unsaid() == {}
    heard.tally.note_each(GONE)
    heard.at = 120.0
    assert (heard.said, heard.tally.take_unsaid()) == ([GONE, FULL], {GONE: 1})


def test_at_the_end_what_was_not_said_again_is_taken_before_its_minute_is_over() -> None:
    heard = Heard()
    for _ in range(3):
        heard.tally.note_each(GONE)
    assert heard.tally.take_unsaid() == {}
    assert heard.tally.take_unsaid(at_end=True) == {GONE: 2}
    assert heard.tally.take_unsaid(at_end=True) == {}


def test_ten_thousand_different_sentences_are_not_remembered_for_ever() -> None:
    heard = Heard()
    for number in range(10_000):
        heard.tally.note(sentence("bus.skipped", stream="s", error=str(number)))
    assert len(heard.tally._said) <= 200
