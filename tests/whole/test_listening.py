"""The page is served to this machine alone."""

import socket
from urllib.parse import urlsplit

import pytest

from tests.waiting import PATIENCE_S


def test_the_server_listens_on_127_0_0_1_only(simulated: str) -> None:
    port = urlsplit(simulated).port
    assert port is not None
    socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S).close()
    # Another address of this same machine: it would answer, were all addresses listened on.
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=PATIENCE_S)
