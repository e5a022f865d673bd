"""What libraries log is said once, unless it is that a page has gone."""

import asyncio
import errno
import logging
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.assembly.journal import journal
from controller.rules.sentence import Sentence, sentence, verbatim
from controller.supervision.tally import Tally
from controller.web.server import PageServer
from tests.waiting import PATIENCE_S


def test_what_a_library_logs_is_said() -> None:
    said: list[Sentence] = []
    with journal(Tally(lambda: 0.0, said.append)):
        logging.getLogger("redis").warning("something\nin two lines")
        logging.getLogger("redis").debug("a detail")
    assert said == [verbatim("redis: something")]


def test_a_page_that_no_file_can_be_opened_for_is_said_as_a_connection_too_many() -> None:
    said: list[Sentence] = []
    with journal(Tally(lambda: 0.0, said.append)):
        for name in ("index.html", "art.svg"):
            error = OSError(errno.EMFILE, "Too many open files", name)
            logger = logging.getLogger("uvicorn.error")
            logger.error("Exception in ASGI application\n", exc_info=error)
    assert said == [sentence("page.not_accepted", error="Too many open files")]


def test_a_page_that_goes_while_much_is_sent_to_it_is_no_news() -> None:
    said: list[Sentence] = []

    async def send_to_who_goes() -> None:
        ended = asyncio.Event()

        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while not writer.is_closing():
                writer.write(b"x" * 1000)
                await asyncio.sleep(0)
            for _again in range(20):
                writer.write(b"x")
            ended.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            page = socket.create_connection(server.sockets[0].getsockname())
            # The connection is reset, as when a phone goes out of reach.
            page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            page.close()
            await asyncio.wait_for(ended.wait(), PATIENCE_S)

    with journal(Tally(lambda: 0.0, said.append)):
        asyncio.run(send_to_who_goes())
    assert said == []


_UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: %s\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_NO_UTF_8 = b"\x81\x82\0\0\0\0\xff\xff"


async def _listen(socket_: WebSocket) -> None:
    await socket_.accept()
    with suppress(WebSocketDisconnect):
        while True:
            await socket_.receive_text()


async def _send_to_a_server(tally: Tally, sent: Sequence[bytes]) -> None:
    """Send each of some pieces once the one before was answered, until the server hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = PageServer(Starlette(routes=[WebSocketRoute("/socket", _listen)]), tally)
    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as running:
        serving = running.create_task(server.serve_on(listening))
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        for piece in sent:
            writer.write(piece)
            assert await reader.read(1000)
        writer.close()
        serving.cancel()
    listening.close()


@pytest.mark.parametrize(
    "sent",
    [[b"\0\xff\r\n\r\n"], [_UPGRADE % b"h2c"], [_UPGRADE % b"websocket", _NO_UTF_8]],
    ids=["no request", "another upgrade", "no text"],
)
def test_what_a_stranger_sends_that_is_no_request_is_counted_and_not_said(
    sent: list[bytes],
) -> None:
    said: list[Sentence] = []
    tally = Tally(lambda: 0.0, said.append)
    with journal(tally):
        asyncio.run(_send_to_a_server(tally, sent))
    assert (said, tally.counts) == ([], {"malformed requests": 1})
