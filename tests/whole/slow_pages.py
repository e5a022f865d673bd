"""Pages to which everything comes late, as on a slow machine: races show that a quick one hides.

HNEFI_SLOW_PAGES=SEED holds every message of a page's socket up for 0 to 400 ms, in both directions
and in order, and every answer of the server that its modules ask for. HNEFI_SLOW_PAGES=SEED:TIMES
also makes the page's processor that many times slower. The only place that reads the variable.
"""

import json
import os
import re
from itertools import count
from typing import Final
from weakref import WeakSet

from playwright.sync_api import Page

_LATEST_MS = 400
_WANTED = re.fullmatch(r"(\d+)(?::(\d+))?", os.environ.get("HNEFI_SLOW_PAGES") or "")
SEED: Final = int(_WANTED[1]) if _WANTED else None
_TIMES: Final = int(_WANTED[2]) if _WANTED and _WANTED[2] else 1
if _WANTED is None and os.environ.get("HNEFI_SLOW_PAGES"):
    given = os.environ["HNEFI_SLOW_PAGES"]
    raise ValueError(f"HNEFI_SLOW_PAGES: expected SEED or SEED:TIMES, got {given!r}")

_SLOWED: WeakSet[Page] = WeakSet()
_PAGES = count()

# Each direction of a socket is a queue: what comes later is never handed on before what came first.
_SLOW_DOWN = """(seed, latest) => {
    let state = seed >>> 0;
    const chance = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const [wait, now] = [setTimeout.bind(window), performance.now.bind(performance)];
    const queue = () => {
        const waiting = [];
        let last = 0;
        return (run) => {
            waiting.push(run);
            last = Math.max(last, now() + latest * chance());
            // Two timers that count whole milliseconds may change places; what waits does not.
            wait(() => waiting.shift()(), last - now());
        };
    };
    const Quick = WebSocket;
    window.WebSocket = class extends Quick {
        #out = queue();
        #in = queue();
        send(data) {
            this.#out(() => super.send(data));
        }
        addEventListener(type, run) {
            super.addEventListener(type, (event) => this.#in(() => run(event)));
        }
    };
    const ask = fetch.bind(window);
    window.fetch = async (...what) => {
        const answer = await ask(...what);
        await new Promise((run) => wait(run, latest * chance()));
        return answer;
    };
}"""


def slow_down(page: Page, *, seed: int | None = SEED, times: int = _TIMES) -> None:
    """Let everything come late to a page that is opened from now on, if that is wanted."""
    if seed is None or page in _SLOWED:
        return
    _SLOWED.add(page)
    numbers = json.dumps([1000 * seed + next(_PAGES), _LATEST_MS])
    page.add_init_script(f"({_SLOW_DOWN})(...{numbers})")
    if times > 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": times})
