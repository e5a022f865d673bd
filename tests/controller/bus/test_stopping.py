"""Tasks end, however often they overhear it."""

import asyncio

from controller.bus.stopping import stop


def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    swallowed: list[bool] = []

    async def deaf() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if len(swallowed) == 2:
                    raise
                swallowed.append(True)

    async def check() -> None:
        task = asyncio.create_task(deaf())
        await asyncio.sleep(0)
        await stop([task])
        assert task.cancelled()

    asyncio.run(check())
    assert len(swallowed) == 2


def test_tasks_that_have_ended_already_are_no_trouble() -> None:
    async def check() -> None:
        task = asyncio.create_task(asyncio.sleep(0))
        await task
        await stop([task])
        await stop([])

    asyncio.run(check())
