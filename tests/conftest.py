"""What all tests share: programs they need, and what a skip means in CI."""

import gc
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import count
from random import SystemRandom
from tempfile import TemporaryDirectory

import pytest

from tests.effort import IN_CI, NIGHTLY, load_profile
from tests.recorded import RECORDED

load_profile()
_COUNT = count()
# Which of the processes that share the tests this is, as gw0; nothing where they are not shared.
_RUNNER = os.environ.get("PYTEST_XDIST_WORKER", "")
_RUNNERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
# What a module or a session shares begins before any test has a folder of its own.
_SHARED = TemporaryDirectory(prefix="hnefi-tests-")
_HOMES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
for home in _HOMES:
    os.environ[home] = _SHARED.name
os.environ.pop("STATE_DIRECTORY", None)
# What the shell of somebody says of colours and widths must not change what a test reads.
for variable in ("COLUMNS", "FORCE_COLOR", "GITHUB_ACTIONS", "NO_COLOR", "PY_COLORS"):
    os.environ.pop(variable, None)
# A shell starts what runs in its background with Ctrl-C ignored, and so would be all that tests
# start and press Ctrl-C on.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _homes_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let no test find games or settings of another, or of whoever runs the tests, or harm them."""
    nobodys = tmp_path_factory.getbasetemp() / f"home-{next(_COUNT)}"  # made by whoever needs it
    for home in _HOMES:
        monkeypatch.setenv(home, str(nobodys / home))
    monkeypatch.setattr("controller.store.folder.SERVICE_FOLDER", nobodys / "service")


@pytest.hookimpl(tryfirst=True, specname="pytest_collection_modifyitems")
def _in_the_order_of_files(items: list[pytest.Item]) -> None:
    """Undo that each runner begins elsewhere to read: all must find the same tests in one order."""
    if _RUNNER:
        items.sort(key=lambda item: item.path)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the games in a browser: they take longest, and at the end nobody would share them.

    The first runner begins with these and the second with the campaigns, which mostly wait. All
    else stays in the random order of pytest-randomly; what is for the night is left out by day.
    """
    if not NIGHTLY:
        left_out = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    whole, campaigns = _taken(items, "tests/whole/"), _taken(items, "tests/campaign/")
    second = max((len(whole) + len(campaigns) + len(items)) // _RUNNERS - len(whole), 0)
    items[:] = [*whole, *items[:second], *campaigns, *items[second:]]


def _taken(items: list[pytest.Item], folder: str) -> list[pytest.Item]:
    """Return the tests of a folder, and leave the others."""
    found = [item for item in items if folder in item.nodeid]
    items[:] = [item for item in items if folder not in item.nodeid]
    return found


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for no garbage among tests, which are all kept, and that took a tenth of the time.

    Each runner begins elsewhere to read all tests. In a fresh checkout, what another has compiled
    is only loaded then; it took each of them more than half of the time to compile everything.
    """
    config = session.config
    if _RUNNER and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        files = sorted(str(file) for file in config.rootpath.glob("tests/**/test_*.py"))
        begin = len(files) * int(_RUNNER.removeprefix("gw")) // _RUNNERS
        config.args[:] = files[begin:] + files[:begin]
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Let the garbage collector look no more through some thousand tests, and look less often.

    That took an eighth of the tests' time: they are many objects, and none of them is garbage.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5000, 20, 20)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs recorded games where there are none."""
    if item.get_closest_marker("outside_data") and not RECORDED.is_file():
        pytest.skip(f"no recorded games at {RECORDED}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure in CI, where everything that tests need can be installed.

    Only data that are not part of the project may be absent there.
    """
    report = yield
    may_skip = item.get_closest_marker("outside_data") is not None
    if IN_CI and report.skipped and not may_skip and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {call.excinfo and call.excinfo.value}"
    return report


def needs(program: str, package: str) -> str:
    """Return the path of a program; skip the test where it is not installed."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"needs {program}: install Debian's package {package}")
    return path


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Debian's browser.

    By day without the windows that nobody sees: the same pages cost it a quarter less.
    """
    windowless = None if NIGHTLY else shutil.which("chromium-headless-shell")
    return windowless or needs("chromium", "chromium")


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on.

    It is none of those that the system gives to whoever asks for any port, so that nobody takes it
    while a server is down.
    """
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class RedisServer:
    """A real Redis server that keeps nothing on disk, to be stopped and started at will."""

    def __init__(self, program: str, *options: str) -> None:
        """Choose a port; nothing is started yet. The options are the server's, beside the usual."""
        self._program = program
        self._options = options
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The server's URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._process = subprocess.Popen(
            [
                *(self._program, "--bind", "127.0.0.1", "--port", str(self.port), "--save", ""),
                *self._options,
            ],
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if b"Ready to accept connections" in line:
                return
        raise RuntimeError("redis-server ended without answering")

    def hang(self) -> None:
        """Let the server do nothing, though its connections stay, until it goes on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let the server go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Kill the server, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """Run a real Redis server for one test."""
    server = RedisServer(needs("redis-server", "redis-server"))
    server.start()
    yield server
    server.stop()
