"""How the process is: what `GET /health` answers. Reads what other threads write, never waits."""

import os
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from controller.bus.entries import JsonObject
from controller.bus.streams import VERSION
from controller.daemon.lateness import Late
from controller.daemon.run import GameLoop
from controller.supervision.tally import Tally
from controller.web.app import HealthAnswer
from controller.words.catalogue import say
from hal.board import Attached, Board, Counting

# A loop that takes no turn for so long hangs.
_HANGS_S = 1.0


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """The game and the board that it is played on."""

    game: GameLoop
    board: Board


class HealthReport:
    """Puts together what is known; `server` is where the bus is."""

    def __init__(self, board: str, server: str, tally: Tally) -> None:
        """Begin before there is a game."""
        self._board = board
        self._server = server
        self._tally = tally
        self._began = time.monotonic()
        self.played: PlayedBoard | None = None

    def health(self, *, pages: int, connections: int, waiting: int) -> HealthAnswer:
        """Return how the process is."""
        game = self._game()
        troubles = [say(trouble) for trouble in self._tally.troubles]
        if game["hangs"]:
            troubles.append("The game's loop hangs.")
        if game["lost"]:
            troubles.append(game["lost"])
        particulars = {
            "well": not troubles,
            "troubles": troubles,
            "version": version("hnefi"),
            "uptime_s": round(time.monotonic() - self._began, 1),
            "memory_mb": memory_mb(),
            "board": {"name": self._board, **game},
            "link": self._link(),
            "page": {"pages": pages, "connections": connections},
            "bus": {"server": self._server, "version": VERSION, "waiting": waiting},
            "counts": dict(sorted(self._counts().items())),
        }
        return HealthAnswer(not troubles, particulars)

    def _counts(self) -> dict[str, int]:
        counts = dict(self._tally.counts)
        if self.played is not None:
            requests = self.played.game.requests
            counts["commands dropped"] = requests.commands.dropped
            counts["hands dropped"] = requests.hands.dropped
        return counts

    def _game(self) -> JsonObject:
        played = self.played
        if played is None:
            return {"hangs": False, "lost": "", "place": ""}
        game, pulse = played.game, played.game.pulse
        lateness, view = pulse.lateness, game.publisher.view
        return {
            "place": played.board.place if isinstance(played.board, Attached) else "",
            "lost": say(view.paused) if view and view.paused else "",
            "hangs": pulse.turns > 0 and time.monotonic() - pulse.turned_at > _HANGS_S,
            "resting": pulse.is_resting,
            "turns": pulse.turns,
            "late_ms": _late_ms(lateness.late()),
            "late_by_clock_ms": _late_ms(lateness.late_by_clock()),
            "game": game.publisher.game,
            "plies": len(view.plies) if view else 0,
            "phase": view.phase if view else "",
        }

    def _link(self) -> JsonObject | None:
        if self.played is None or not isinstance(self.played.board, Counting):
            return None
        return dict(self.played.board.counts())


def memory_mb() -> float | None:
    """Return how much memory this process has, None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def _late_ms(late: Late) -> JsonObject:
    return {"p99": round(1000 * late.p99, 2), "worst": round(1000 * late.worst, 2)}
