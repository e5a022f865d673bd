"""However many entries of the bus are skipped, of each stream one line a minute says so."""

from controller.rules.sentence import Sentence, sentence
from controller.supervision.skips import Skips
from controller.supervision.tally import Tally

HANDS, COMMANDS = "hnefi:hall:hands", "hnefi:hall:commands"


class Reader:
    """Who skips entries, in virtual time, and what is said of it."""

    def __init__(self) -> None:
        self.at = 0.0
        self.said: list[Sentence] = []
        self.tally = Tally(lambda: self.at, self.said.append)
        self.skips = Skips(self.tally)

    def skip(self, stream: str, count: int) -> None:
        """Skip entries, each with another fault."""
        for number in range(count):
            self.skips.skip(stream, f"fault {number}")


def first(stream: str) -> Sentence:
    return sentence("bus.skipped", stream=stream, error="fault 0")


def more(stream: str, count: int, error: str) -> Sentence:
    return sentence("bus.skipped_more", count=count, stream=stream, error=error)


def test_of_three_hundred_entries_with_other_faults_one_is_said_and_all_are_counted() -> None:
    reader = Reader()
    reader.skip(COMMANDS, 300)
    assert (reader.said, reader.tally.counts) == ([first(COMMANDS)], {"entries skipped": 300})


def test_each_stream_is_said() -> None:
    reader = Reader()
    reader.skip(COMMANDS, 2)
    reader.skip(HANDS, 2)
    assert reader.said == [first(COMMANDS), first(HANDS)]


def test_how_many_more_were_skipped_is_said_with_the_next_entry_a_minute_later() -> None:
    reader = Reader()
    reader.skip(COMMANDS, 4)
    reader.at = 59.0
    reader.skips.arrived(COMMANDS)
    assert reader.said == [first(COMMANDS)]
    reader.at = 60.0
    reader.skips.arrived(COMMANDS)
    assert reader.said == [first(COMMANDS), more(COMMANDS, 3, "fault 3")]
    reader.skip(COMMANDS, 2)
    reader.at = 120.0
    reader.skip(COMMANDS, 1)
    assert reader.said[2:] == [more(COMMANDS, 2, "fault 1")]


def test_what_is_skipped_once_in_a_while_is_said_each_time() -> None:
    reader = Reader()
    reader.skip(COMMANDS, 1)
    reader.at = 60.0
    reader.skip(COMMANDS, 1)
    reader.at = 121.0
    reader.skips.arrived(COMMANDS)
    reader.skip(COMMANDS, 1)
    assert reader.said == 3 * [first(COMMANDS)]
