"""Plays a game with a page: opens its port, the bus behind it, and a recording if asked."""

import asyncio
import gc
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from controller.assembly.brain import ProcessBrain
from controller.assembly.companion import Choosing, Companion
from controller.assembly.configuration import Configuration
from controller.assembly.errors import UsageMistake
from controller.assembly.interrupts import interruptible
from controller.assembly.opponent import Rival
from controller.assembly.recording import memory_of, recording
from controller.assembly.serving import Serving, end_on_sigterm, open_browser
from controller.bus.errors import BusDownError, BusUrlError
from controller.bus.redis_bus import RedisBus
from controller.rules.compiled import Rules
from controller.session.session import Session
from controller.session.timing import Timing

_HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The choices for a page, and for the session that it shows."""

    port: int
    redis: str | None = None  # the URL of a Redis server, None for the embedded bus
    browser: bool = True  # open the page in a browser
    record: str | None = None  # a file for a trace
    timing: Timing = field(default_factory=Timing)
    rival: Rival | None = None  # who plays a side in people's place
    choosing: Choosing = field(default_factory=Choosing)

    @classmethod
    def of(
        cls,
        config: Configuration,
        record: str | None,
        timing: Timing,
        rival: Rival | None = None,
        choosing: Choosing | None = None,
    ) -> "PageOptions":
        """Return what a configuration says of the page and of the bus, with what options say."""
        page, redis = config.page, config.bus.redis or None
        return cls(page.port, redis, page.browser, record, timing, rival, choosing or Choosing())


def play_with_page(
    play: Callable[[Serving], Awaitable[None]],
    rules: Rules,
    options: PageOptions,
    board_name: str,
) -> None:
    """Play with a page until interrupted, and record a trace if the options name a file.

    Raises:
        UsageMistake: the port, the Redis server or the file cannot be used.
    """
    listening = _listen(options.port)
    url = f"http://{_HOST}:{listening.getsockname()[1]}"

    def announce() -> None:
        _leave_what_stays_to_itself()
        sys.stdout.write(f"The board is at {url}\nStop it with Ctrl-C.\n")
        sys.stdout.flush()
        if options.browser:
            # Some browsers are slow to start, and the board must not wait.
            threading.Thread(target=open_browser, args=(url,), daemon=True).start()

    async def run() -> None:
        end_on_sigterm()
        bus = RedisBus(options.redis)
        await bus.ping()
        began = float(int(time.monotonic()))
        memory = memory_of(rules, options.timing, board_name, began)
        with recording(options.record, rules, options.timing, board_name, began, memory) as trace:
            session = Session(rules, options.timing)
            companion = Companion(ProcessBrain(), options.choosing)
            companion.seat(options.rival)
            await play(Serving(session, bus, listening, announce, trace, companion))

    try:
        with interruptible(), listening:
            asyncio.run(run())
    except BusUrlError as error:
        raise UsageMistake(f"--redis: {error}") from error
    except BusDownError as error:
        raise UsageMistake(
            f"--redis: no server answers at {options.redis}; start one (redis-server) or leave "
            "--redis out"
        ) from error
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    except asyncio.CancelledError:
        return  # somebody asked for the end by SIGTERM


def _leave_what_stays_to_itself() -> None:
    """Take all that the program has loaded out of the garbage collector's sight.

    It would look through all of it now and then, and the board would wait: half a second on a Pi.
    """
    gc.collect()
    gc.freeze()


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HOST, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise UsageMistake(
            f"--port: expected a free port on {_HOST}, but {port} cannot be used "
            f"({error.strerror}); choose another with --port"
        ) from error
    return listening
