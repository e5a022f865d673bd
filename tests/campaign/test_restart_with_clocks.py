"""A daemon that is stopped and started again: the game, its players and its clocks go on."""

import asyncio
import signal
from pathlib import Path

from tests.campaign.served import page_of, serving
from tests.waiting import PATIENCE_S

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
