"""What is wrong at the other end of a line is a whole sentence, whatever the board says of it."""

from controller.words.catalogue import say
from controller.words.notices import notice_sentence
from hal.serial.link.state import Lost, Trouble
from hal.serial.words import trouble


def said(lost: Lost) -> str:
    return say(notice_sentence(trouble("/dev/ttyUSB0", lost, ())))


def test_a_chain_that_gives_no_sense_is_said_with_the_place_where_it_begins_if_there_is_one() -> (
    None
):
    cure = "look at its wires and capacitors."
    whole = "The chain of the board on /dev/ttyUSB0 sends nonsense"
    assert said(Lost(Trouble.CHAIN, "garbled", where="4")) == f"{whole}, first in place 4: {cure}"
    assert said(Lost(Trouble.CHAIN, "garbled")) == f"{whole}: {cure}"
