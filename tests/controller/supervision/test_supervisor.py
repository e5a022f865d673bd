"""A part that fails is started again; one that ends, or is cancelled, is not."""

import asyncio

import pytest

from controller.rules.sentence import Sentence, sentence
from controller.supervision import supervisor
from controller.supervision.supervisor import Supervisor, report_end
from controller.supervision.tally import Tally
from tests.waiting import until


def test_a_part_that_fails_is_started_again_and_said_with_its_place() -> None:
    said: list[Sentence] = []
    tally = Tally(lambda: 0.0, said.append)
    runs: list[int] = []

    async def part() -> None:
        runs.append(1)
        if len(runs) < 3:
            raise KeyError("a\nb")

    async def check() -> None:
        await Supervisor(tally).keep("page", part)

    asyncio.run(check())
    assert (len(runs), tally.counts["page failed"]) == (3, 2)
    (sentence,) = said
    assert sentence.key == "part.failed"
    error = str(sentence.argument("error"))
    assert error.startswith(r"KeyError: 'a\nb' at test_supervisor.py:")


def test_a_part_that_nobody_starts_again_is_named_without_a_promise() -> None:
    said: list[Sentence] = []
    tally = Tally(lambda: 0.0, said.append)
    report_end(tally, "buttons", OSError(5, "gone"))
    ended = sentence("part.ended", part="buttons", error="OSError: [Errno 5] gone")
    assert (said, tally.troubles, dict(tally.counts)) == ([ended], (ended,), {"buttons failed": 1})


def test_a_part_that_runs_on_is_well_again() -> None:
    tally = Tally(lambda: 0.0, lambda _: None)
    runs: list[int] = []

    async def part() -> None:
        runs.append(1)
        if len(runs) == 1:
            raise OSError
        await asyncio.Event().wait()

    async def check() -> None:
        keeping = asyncio.create_task(Supervisor(tally).keep("page", part))
        await until(lambda: tally.in_trouble("page"), "the failure")
        await until(lambda: not tally.in_trouble("page"), "the recovery")
        keeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await keeping

    asyncio.run(check())
    assert len(runs) == 2


def test_what_a_part_itself_finds_wrong_lasts_however_long_the_part_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(supervisor, "_RECOVERED_S", 0.0)
    tally = Tally(lambda: 0.0, lambda _: None)
    outage = sentence("redis.refused", server="here")
    runs: list[int] = []

    async def part() -> None:
        runs.append(1)
        if len(runs) == 1:
            tally.begin("hub", outage)
            await asyncio.sleep(0.01)
            assert tally.troubles == (outage,)
            raise OSError
        tally.begin("hub", outage)
        await asyncio.sleep(0.01)

    asyncio.run(Supervisor(tally).keep("hub", part))
    assert (len(runs), tally.troubles) == (2, (outage,))
