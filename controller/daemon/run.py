"""The loop in real time. It is the one thing that must live: nothing outside can end or stop it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from controller.bus.messages import CommandMessage, HandMessage, RequestMessage
from controller.daemon.controller import Controller, Tick
from controller.daemon.garbage import Garbage, collected_by_hand
from controller.daemon.lateness import Lateness, Machine
from controller.daemon.pace import LOOKED_AT_S, PERIOD_S, REPORTED_S, REST_AFTER_S, Pace
from controller.daemon.publisher import Publisher
from controller.daemon.requests import Requests
from controller.daemon.stopped import says_so
from controller.supervision.alarm import Alarm
from controller.supervision.supervisor import report_failure
from controller.supervision.tally import Tally

SCANS_PER_SECOND = round(1 / PERIOD_S)
# In one turn; what comes faster waits, so that it cannot hold up the lights.
MOST_COMMANDS = 1
_MOST_HANDS = 16


@dataclass(slots=True)
class Pulse:
    """What shows from outside whether the loop lives; read by other threads."""

    lateness: Lateness = field(default_factory=Lateness)
    turns: int = 0
    turned_at: float = float("-inf")  # on the monotonic clock
    is_resting: bool = False


Asked = CommandMessage | RequestMessage


def _no_hands(_: HandMessage) -> None:
    """Let no hands reach a real board from a page."""


@dataclass(frozen=True, slots=True)
class GameLoop:
    """What the loop joins.

    `heed` gets each command first and returns what is left to do of it; `act` moves pieces.
    """

    controller: Controller
    publisher: Publisher
    requests: Requests
    alarm: Alarm
    tally: Tally
    pulse: Pulse = field(default_factory=Pulse)
    heed: Callable[[Asked], Asked | None] = lambda asked: asked
    act: Callable[[HandMessage], None] = _no_hands
    by_hand: bool = False  # nothing on the board changes but by what acts on it
    rests: bool = True
    rest_after_s: float = REST_AFTER_S


async def run(game: GameLoop) -> None:
    """Turn for ever; a turn that fails is reported, and the next one comes."""
    with collected_by_hand():
        await _turn_for_ever(game)


async def _turn_for_ever(game: GameLoop) -> None:
    loop = asyncio.get_running_loop()
    pace = Pace(loop.time(), rests=game.rests, rest_after_s=game.rest_after_s)
    pulse, reports, garbage = game.pulse, _Reports(game), Garbage(loop.time())
    machine = Machine()
    due, worked, waited = loop.time(), machine.worked_s(), machine.waited_s()
    while True:
        began = loop.time()
        moved = _turn(game)
        if pace.take(began, moved=moved):
            pulse.is_resting = pace.is_resting
            if pace.is_resting:
                reports.rest()
            else:
                reports.wake()
        ended, now_worked, now_waited = loop.time(), machine.worked_s(), machine.waited_s()
        pulse.lateness.add(ended - due, now_worked - worked, now_waited - waited)
        pulse.turns, pulse.turned_at = pulse.turns + 1, ended
        worked, waited = now_worked, now_waited
        garbage.collect(ended, moved=moved)
        # A late turn is not made up for: the next scan holds the whole state anyway.
        period = pace.period(wakes=reports.wake_us, lights=game.controller.has_moving_lights)
        due = max(due + period, ended)
        if not pace.is_resting:
            await asyncio.sleep(due - loop.time())
            continue
        reports.listen()
        if await game.alarm.wait(due):
            # However fast it comes, it is looked at no more often than while people play.
            now = loop.time()
            due = max(began + PERIOD_S, now)
            if due > now:
                await asyncio.sleep(due - now)


class _Reports:
    """What wakes the loop while it rests: the reports of the board, which come less often then."""

    def __init__(self, game: GameLoop) -> None:
        self._game = game
        self._loop = asyncio.get_running_loop()
        self._descriptor: int | None = None
        self.wake_us = False

    def rest(self) -> None:
        """Be woken by the board, if it can do so, and let it report less often."""
        self.wake_us = self._game.by_hand or self._game.controller.wakes_on is not None
        self._game.controller.set_period(REPORTED_S if self.wake_us else LOOKED_AT_S)

    def listen(self) -> None:
        """Wake the loop when something comes from now on."""
        if self._descriptor is None:
            self._descriptor = self._game.controller.wakes_on
            if self._descriptor is not None:
                self._loop.add_reader(self._descriptor, self._hear)

    def wake(self) -> None:
        """Let the board report as often as it did; it is looked at again."""
        self._stop_listening()
        self.wake_us = False
        self._game.controller.set_period(PERIOD_S)

    def _hear(self) -> None:
        # Until the next turn has read what came, the descriptor would ring without end.
        self._stop_listening()
        self._game.alarm.ring()

    def _stop_listening(self) -> None:
        if self._descriptor is not None:
            self._loop.remove_reader(self._descriptor)
            self._descriptor = None


def _turn(game: GameLoop) -> bool:
    """Take one turn; return whether anything moved."""
    # How the board stood before anybody moved a piece has to be seen once.
    most = _MOST_HANDS if game.pulse.turns else 0
    hands, commands = game.requests.hands.take(most), _take_commands(game)
    try:
        for hand in hands:
            game.act(hand)
        turn: Tick = game.controller.tick(commands)
        game.publisher.publish(turn)
        for event in filter(says_so, turn.events):
            game.tally.count("times the program stood still")
            game.tally.note(event.reason)
    except Exception as error:  # noqa: BLE001 - a fault in one turn must not be the end of all
        report_failure(game.tally, "game", error)
        return True
    if game.tally.in_trouble("game"):
        game.tally.end("game")
    return turn.moved or bool(hands or commands)


def _take_commands(game: GameLoop) -> list[CommandMessage | RequestMessage]:
    commands = game.controller.without_late(game.requests.commands.take(MOST_COMMANDS))
    return [left for command in commands if (left := game.heed(command)) is not None]
