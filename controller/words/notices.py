"""Turns the notices of boards into sentences."""

from controller.rules.sentence import Argument, Sentence, verbatim
from hal.notice import Notice, Particular


def notice_sentence(notice: Notice | str) -> Sentence:
    """Return the sentence of a notice; a text, as from another program, stays as it is."""
    if isinstance(notice, str):
        return verbatim(notice)
    arguments = ((name, _argument(value)) for name, value in notice.particulars)
    return Sentence(notice.key, tuple(arguments))


def _argument(value: Particular) -> Argument:
    match value:
        case Notice():
            return notice_sentence(value)
        case int() | str():
            return value
    notices = tuple(notice_sentence(each) for each in value if isinstance(each, Notice))
    return notices or tuple(each for each in value if isinstance(each, str))
