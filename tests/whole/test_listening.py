"""The page is served to this machine alone."""

import socket
from urllib.parse import urlsplit

import pytest

from tests.whole.board_page import running


def test_the_server_listens_on_127_0_0_1_only() -> None:
    with running() as url:
        port = urlsplit(url).port
        assert port is not None
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        # Another address of this same machine: it would answer, were all addresses listened on.
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port), timeout=5)
