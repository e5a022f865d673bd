"""The firmware is run for real wherever it and the harness can be built."""

from collections.abc import Iterator

import pytest

from simulators.avr import build
from simulators.avr.harness import Harness
from tests.simulators.avr.bench import Bench


@pytest.fixture(scope="session", autouse=True)
def _tools() -> None:
    missing = build.missing_packages()
    if missing:
        pytest.skip(f"needs Debian packages {' '.join(missing)}")


@pytest.fixture
def reeds() -> Iterator[Bench]:
    """Run a board of reeds on the bench."""
    with Harness("reed", build.firmware("reed")) as harness:
        yield Bench(harness)


@pytest.fixture
def halls() -> Iterator[Bench]:
    """Run a board of Hall sensors on the bench."""
    with Harness("hall", build.firmware("hall")) as harness:
        yield Bench(harness)


@pytest.fixture(params=["reed", "hall"])
def board(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Run either board on the bench."""
    with Harness(request.param, build.firmware(request.param)) as harness:
        yield Bench(harness)


@pytest.fixture(params=["reed", "hall"])
def fresh(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Run a board that was wired without a signature, and never showed one."""
    with Harness(request.param, build.firmware(request.param)) as harness:
        harness.break_chain("unsigned")
        bench = Bench(harness)
        bench.wait(0.1)
        yield bench
