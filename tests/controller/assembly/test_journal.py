"""What libraries log is said once, unless it is that a page has gone."""

import asyncio
import logging
import socket
import struct

from controller.assembly.journal import journal
from controller.rules.sentence import Sentence, verbatim
from controller.supervision.tally import Tally
from tests.waiting import PATIENCE_S


def test_what_a_library_logs_is_said() -> None:
    said: list[Sentence] = []
    with journal(Tally(lambda: 0.0, said.append)):
        logging.getLogger("redis").warning("something\nin two lines")
        logging.getLogger("redis").debug("a detail")
    assert said == [verbatim("redis: something")]


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
