"""A daemon that is stopped and started again: the game, its players and its clocks go on."""

import asyncio
import signal
import time
from pathlib import Path

from tests.campaign.served import page_of, serving
from tests.waiting import PATIENCE_S, until, wait_until

_TERMS = ("--clock", "fixed:20m", "--attackers", "Anna", "--timing", "settle=50,carried=50")


def test_names_and_clocks_go_on_after_a_restart(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))

    async def begin() -> float:
        with serving(tmp_path, *data, *_TERMS) as served:
            async with page_of(served) as page:
                await page.ready()
                await page.play("d1-d3")
                await page.until(
                    lambda: page.view["clock"]["defenders"]["seconds"] < 1199, "time to pass"
                )
                left = page.view["clock"]["defenders"]["seconds"]
            served.process.send_signal(signal.SIGINT)
            assert served.process.wait(PATIENCE_S) == 0
            return float(left)

    async def go_on(left: float) -> None:
        # Another control is for the games to come.
        with serving(tmp_path, *data, "--clock", "gong:10", "--defenders", "Bo") as served:
            async with page_of(served) as page:
                await page.ready()
                view = page.view
                assert view["names"] == {"attackers": "Anna", "defenders": "Bo"}
                assert (view["clock"]["control"], view["clock"]["running"]) == ("fixed:20m", None)
                assert left - 2 <= view["clock"]["defenders"]["seconds"] <= left
                await page.lift("e5")
                await page.until(lambda: page.view["clock"]["running"] == "defenders", "the clock")
                await page.send(type="command", command="resign", side="defenders")
                await page.until(lambda: page.view["phase"] == "over", "the end")
                await page.until(lambda: page.view["clock"]["running"] is None, "the clock to stop")

    asyncio.run(go_on(asyncio.run(begin())))


def test_time_in_which_the_process_is_stopped_counts_for_no_clock(tmp_path: Path) -> None:
    stopped_s = 6.0

    async def check() -> None:
        with serving(tmp_path, *_TERMS) as served:
            async with page_of(served) as page:
                await page.ready()
                await page.play("d1-d3")
                await page.until(lambda: page.view["clock"]["running"] == "defenders", "the clock")
                before = page.view["clock"]["defenders"]["seconds"]
                served.process.send_signal(signal.SIGSTOP)
                ends_at = time.monotonic() + stopped_s
                wait_until(lambda: time.monotonic() >= ends_at, "time to pass")
                served.process.send_signal(signal.SIGCONT)
                await until(lambda: "stood still" in "".join(served.said), "what it says of that")
                after = page.view["clock"]["defenders"]["seconds"]
                assert before - stopped_s / 2 < after <= before
            counts = served.health()[1]["counts"]
            assert counts["times the program stood still"] == 1

    asyncio.run(check())
