"""A simulated device behind a port: it may be unplugged while it runs."""

import threading
from pathlib import Path

from simulators.boards.pty_line import PtyLine


class Talker:
    """A device that is unplugged by somebody else while it has something to send."""

    def __init__(self) -> None:
        self.talks, self.is_out = threading.Event(), threading.Event()
        self.received = b""

    def receive(self, data: bytes) -> None:
        self.received += data

    def produce(self) -> bytes:
        if self.received and not self.talks.is_set():
            self.talks.set()
            self.is_out.wait(0.2)
        return b"reply"


def test_a_device_that_is_unplugged_while_it_sends_has_sent_before(tmp_path: Path) -> None:
    device = Talker()
    line = PtyLine(device, tmp_path / "board")
    failed = list[OSError]()

    def pump() -> None:
        try:
            line.pump()
        except OSError as error:
            failed.append(error)

    with line.name.open("wb", buffering=0) as port:
        port.write(b"hello")
        thread = threading.Thread(target=pump)
        thread.start()
        assert device.talks.wait(5)
        line.unplug()
        device.is_out.set()
        thread.join()
    assert (device.received, failed, line.name.exists()) == (b"hello", [], False)
