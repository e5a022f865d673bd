"""A loop waits until it is due, or until somebody rings, from whichever thread."""

import asyncio
import threading

from controller.supervision.alarm import Alarm, Post


def test_a_wait_ends_when_it_is_due() -> None:
    async def check() -> None:
        loop = asyncio.get_running_loop()
        assert not await Alarm().wait(loop.time() + 0.01)

    asyncio.run(check())


def test_who_rang_before_is_heard_at_once_and_only_once() -> None:
    async def check() -> None:
        loop, alarm = asyncio.get_running_loop(), Alarm()
        alarm.ring()
        alarm.ring()
        assert await alarm.wait(loop.time() + 60)
        assert not await alarm.wait(loop.time() + 0.01)

    asyncio.run(check())


def test_another_thread_ends_the_wait() -> None:
    async def check() -> None:
        loop, alarm = asyncio.get_running_loop(), Alarm()
        await alarm.wait(loop.time())
        for _ in range(100):
            ringing = threading.Thread(target=alarm.ring)
            ringing.start()
            assert await alarm.wait(loop.time() + 60)
            ringing.join()

    asyncio.run(check())


def test_a_ring_that_was_heard_early_does_not_end_a_later_wait() -> None:
    async def check() -> None:
        loop, alarm = asyncio.get_running_loop(), Alarm()
        await alarm.wait(loop.time())
        ringing = threading.Thread(target=alarm.ring)
        ringing.start()
        ringing.join()
        assert await alarm.wait(loop.time() + 60)  # its call is still to come
        loop.call_later(0.01, alarm.ring)
        assert await alarm.wait(loop.time() + 60)

    asyncio.run(check())


def test_ringing_after_the_loop_has_ended_does_nothing() -> None:
    alarm = Alarm()

    async def once() -> None:
        await alarm.wait(asyncio.get_running_loop().time())

    asyncio.run(once())
    ringing = threading.Thread(target=alarm.ring)
    ringing.start()
    ringing.join()


def test_nothing_is_lost_between_threads() -> None:
    async def check() -> None:
        loop, alarm = asyncio.get_running_loop(), Alarm()
        post: Post[int] = Post(100_000, alarm.ring)

        def send() -> None:
            for number in range(20_000):
                post.put(number)

        sending = threading.Thread(target=send)
        sending.start()
        found: list[int] = []
        while len(found) < 20_000:
            assert await alarm.wait(loop.time() + 60)
            found += post.take()
        assert found == list(range(20_000))
        sending.join()

    asyncio.run(check())


def test_a_full_post_drops_the_oldest_and_counts_them() -> None:
    post: Post[int] = Post(3, lambda: None)
    for number in range(5):
        post.put(number)
    assert (len(post), post.dropped) == (3, 2)
    assert post.take(2) == [2, 3]
    assert post.take() == [4]
