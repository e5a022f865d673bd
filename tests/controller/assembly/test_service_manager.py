"""What systemd hears: that the game is up, and that it lives as long as its loop turns."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from controller.assembly.service_manager import ALIVE, READY, ServiceManager
from controller.daemon.run import Pulse
from tests.waiting import until


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(0)
        yield listening


def manager(heard: socket.socket, **more: str) -> ServiceManager:
    return ServiceManager({"NOTIFY_SOCKET": str(heard.getsockname()), **more})


def all_of(heard: socket.socket) -> list[str]:
    said = []
    with suppress(BlockingIOError):
        while True:
            said.append(heard.recv(100).decode())
    return said


def test_what_is_said_arrives(heard: socket.socket) -> None:
    manager(heard).say(READY)
    assert all_of(heard) == [READY]


def test_without_a_manager_nothing_is_said_and_nothing_fails(tmp_path: Path) -> None:
    ServiceManager({}).say(READY)
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).say(READY)


def test_a_socket_without_a_file_is_found() -> None:
    name = f"hnefi-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        ServiceManager({"NOTIFY_SOCKET": f"@{name}"}).say(READY)
        assert listening.recv(100).decode() == READY


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_the_watchdog_is_the_one_of_this_process(
    environment: dict[str, str], seconds: float | None
) -> None:
    assert ServiceManager(environment).watchdog_s == seconds


def test_the_watchdog_is_fed_while_the_loop_turns_and_no_longer(heard: socket.socket) -> None:
    async def watched(pulse: Pulse, *, fed: bool) -> list[str]:
        looks = 0

        def clock() -> float:
            nonlocal looks
            looks += 1
            return 100.0

        watching = asyncio.create_task(manager(heard, WATCHDOG_USEC="4000").watch(pulse, clock))
        await until(lambda: looks > 3, "some looks at the loop")
        watching.cancel()
        said = all_of(heard)
        assert bool(said) is fed
        return said

    assert set(asyncio.run(watched(Pulse(turns=5, turned_at=99.999), fed=True))) == {ALIVE}
    asyncio.run(watched(Pulse(turns=5, turned_at=99.997), fed=False))
