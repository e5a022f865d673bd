"""The last minutes are saved by whoever asks, and nobody can fill the disk with them."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from controller.assembly.recording import Recording, save_trace
from controller.assembly.saving import TraceSaver
from controller.bus.outbox import Outbox
from controller.bus.streams import Stream
from controller.supervision.tally import Tally
from simulators.clock import VirtualClock
from tests.waiting import wait_until


@pytest.fixture(autouse=True)
def traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "hnefi" / "traces"


class Remembering(Recording):
    """A recording of which only the memory matters."""

    def __init__(self) -> None:
        super().__init__(None)

    def in_memory(self) -> str:
        return "a trace"


class Answers(Outbox):
    """What goes out."""

    def __init__(self) -> None:
        super().__init__(Tally(lambda: 0.0, lambda _: None))
        self.said: list[dict[str, Any]] = []

    def put(self, stream: Stream, write: Callable[[], Any]) -> None:
        assert stream is Stream.EVENTS
        self.said.append(write())


def test_only_the_newest_traces_stay_and_nothing_else_is_taken_away(traces: Path) -> None:
    traces.mkdir(parents=True)
    (traces / "keep.trace").write_text("mine")
    saved = [save_trace(str(second), datetime(2026, 1, 1, 0, 0, second)) for second in range(25)]  # noqa: DTZ001 - the name says when by the clock on the wall
    assert sorted(traces.iterdir()) == [*saved[5:], traces / "keep.trace"]


def test_the_trace_that_was_just_saved_stays_though_the_clock_was_set_back(traces: Path) -> None:
    newer = [save_trace("newer", datetime(2026, 1, 1, 0, 0, second)) for second in range(20)]  # noqa: DTZ001 - the same
    without_a_date = save_trace("from a computer that does not know the day", datetime(1970, 1, 1))  # noqa: DTZ001 - the same
    assert sorted(traces.iterdir()) == [without_a_date, *newer[1:]]


def test_a_disk_that_is_full_keeps_no_half_of_a_trace(
    traces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    real = Path.open

    def opened(path: Path, *arguments: Any, **more: Any) -> Any:
        stream = real(path, *arguments, **more)
        stream.write = fail
        return stream

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(OSError, match="No space left"):
        save_trace("a trace", datetime(2026, 1, 1))  # noqa: DTZ001 - the same
    assert list(traces.iterdir()) == []


def test_who_asks_again_within_seconds_gets_the_trace_that_was_just_saved(traces: Path) -> None:
    clock, answers = VirtualClock(), Answers()
    saver = TraceSaver(Remembering(), answers, clock)
    for message_id in ("one", "two"):
        saver.save(message_id)
    wait_until(lambda: len(answers.said) == 2, "both answers")
    clock.advance(4.9)
    saver.save("three")
    (file,) = traces.iterdir()
    assert [(said["event"], said["file"], said["id"]) for said in answers.said] == [
        ("trace_saved", str(file), message_id) for message_id in ("one", "two", "three")
    ]
    clock.advance(0.1)
    saver.save("four")
    wait_until(lambda: len(answers.said) == 4, "the fourth answer")
    assert len(list(traces.iterdir())) == 2


def test_a_trace_that_cannot_be_saved_is_refused_to_everybody_who_asked(traces: Path) -> None:
    traces.parent.parent.joinpath("hnefi").write_text("in the way")
    answers = Answers()
    saver = TraceSaver(Remembering(), answers, VirtualClock())
    for message_id in ("one", "two"):
        saver.save(message_id)
    wait_until(lambda: len(answers.said) == 2, "both answers")
    assert [(said["message"], said["id"]) for said in answers.said] == [
        ("The trace could not be saved (Not a directory).", message_id)
        for message_id in ("one", "two")
    ]
