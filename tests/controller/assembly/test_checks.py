"""What a diagnosis has found is put into words that any terminal can show."""

from controller.assembly.checks import as_lines, in_words
from hal.diagnosis.check import Check, Verdict
from hal.notice import notice

BUSY = notice("serial.busy_by", port="/dev/ttyUSB0", program="\x1b[2Jevil\n")


def test_names_of_other_programs_are_harmless() -> None:
    assert in_words(BUSY) == (r"/dev/ttyUSB0 is in use by \x1b[2Jevil\n: close that first.")
    assert as_lines([Check("board", Verdict.FAIL, BUSY)]) == [rf"FAIL board: {in_words(BUSY)}"]


def test_nothing_to_say_is_no_words() -> None:
    assert in_words(None) == ""
