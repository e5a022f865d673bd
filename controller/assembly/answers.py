"""What was answered while a wiring was learnt, kept in a file until the wiring is known."""

import json
from collections.abc import Sequence
from pathlib import Path

from hal.board import SQUARE_COUNT
from hal.diagnosis.wiring_search import Answer, Question
from hal.state_folder import state_folder


def answers_file(way: str) -> Path:
    """Return where the answers of one way to ask are kept."""
    return state_folder() / f"map-{way}.json"


def read_answers(file: Path) -> list[Answer]:
    """Return the answers of a file; none if there is no such file, or no sense in it."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
        answers = [Answer(Question(row["square"], row["pixel"]), row["sensor"]) for row in rows]
    except (OSError, ValueError, TypeError, KeyError):
        return []
    return answers if all(_is_sound(answer) for answer in answers) else []


def write_answers(file: Path, answers: Sequence[Answer]) -> None:
    """Write all answers; a file that is written half is never read.

    Raises:
        OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {"square": a.question.square, "pixel": a.question.pixel, "sensor": a.sensor}
        for a in answers
    ]
    beside = file.with_suffix(".new")
    beside.write_text(json.dumps(rows), encoding="utf-8")
    beside.replace(file)


def _is_sound(answer: Answer) -> bool:
    asked = (answer.question.square, answer.question.pixel)
    numbers = [each for each in (*asked, answer.sensor) if each is not None]
    return asked.count(None) == 1 and all(_is_place(each) for each in numbers)


def _is_place(number: object) -> bool:
    return isinstance(number, int) and 0 <= number < SQUARE_COUNT
