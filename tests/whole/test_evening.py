"""From a bag of parts to a first game in an evening, with three mistakes made on the way.

The data wire of the strip sits on another pin, the ribbon of the columns is turned round, and one
diode is missing. Each is found by what the tools say, mended by what they advise, and then a game
is played on the board.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from controller.assembly.configuration import load
from controller.rules.compiled import compiled
from controller.rules.geometry import SIZE
from controller.rules.library import named_ruleset
from controller.session.session import Session
from hal.kits import kit_build
from simulators.boards.soldered import Soldering
from simulators.table.start import start_pieces
from simulators.workbench import Kind, Workbench
from tests.controller.doctor.computers import ROOT, Tree
from tests.effort import NIGHTLY
from tests.hnefi import hnefi

RULES = compiled(named_ruleset("copenhagen"))
OPENING = ("d1-d3", "e5-e2", "g1-g3")
TURNED = '\n[wiring.sensors]\nfirst = "k1"\n'
# By day only the squares around the missing diode are visited.
VISITED = () if NIGHTLY else ("--only", "d5,e5,f5")


@dataclass
class Evening:
    """A builder's table: what the configuration believes, and how the board really is."""

    kind: Kind
    kit: str
    folder: Path
    faults: list[str] = field(default_factory=lambda: ["no_diode=e5"])

    @property
    def believed(self) -> Path:
        return self.folder / "board.toml"

    @property
    def real(self) -> Path:
        return self.folder / "real.toml"

    def hnefi(self, *command: str) -> CompletedProcess[str]:
        faults = ("--faults", ",".join(self.faults)) if self.faults else ()
        return hnefi(
            *(*command, "--config", str(self.believed), "--simulated", self.kind),
            *("--wired-as", str(self.real), *faults),
        )

    def checks(self, *command: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = json.loads(self.hnefi(*command, "--json").stdout)["checks"]
        return [check for check in found if check["verdict"] != "ok"]


def wrong_pin(text: str) -> str:
    """Return a configuration whose strip hangs on another pin, where the kit names one."""
    return text.replace("pin = 18", "pin = 21")


def begin(evening: Evening) -> None:
    """Buy the parts, copy the kit's configuration, and make three mistakes with the iron."""
    parts = {part["id"]: part.get("count", 1) for part in kit_build(evening.kit)["part"]}
    assert (parts["S"], parts["D"]) == (121, 121)
    assert hnefi("config", "init", evening.kit, "--config", str(evening.believed)).returncode == 0
    evening.real.write_text(wrong_pin(evening.believed.read_text()) + TURNED)


def play_a_game(evening: Evening) -> list[str]:
    """Play the opening on the board as it is now known; return the plies that were recognised."""
    config, really = load(evening.believed), load(evening.real)
    bench = Workbench(evening.kind, Soldering(really.wiring.sensors, really.wiring.pixels))
    session = Session(RULES)
    with bench.opened(config) as (board, _):
        bench.table.arrange(start_pieces(RULES))

        def wait(seconds: float) -> None:
            for _ in range(round(seconds * 100)):
                bench.clock.advance(0.01)
                session.observe(board.scan())

        wait(2.0)
        for text in OPENING:
            origin, target = (_square(name) for name in text.split("-"))
            piece = bench.table.at(origin)
            assert piece is not None
            bench.table.grab("hand", piece.id)
            wait(0.3)
            bench.table.drop("hand", target % SIZE, target // SIZE)
            wait(1.0)
    return [str(ply.move) for ply in session.game.plies]


def _square(name: str) -> int:
    return "abcdefghijk".index(name[0]) + SIZE * (int(name[1:]) - 1)


def test_an_evening_on_the_pins_of_a_raspberry_pi(tmp_path: Path) -> None:
    evening = Evening("gpio-matrix", "gpio-matrix", tmp_path)
    begin(evening)

    # The computer first: the sound is still on, as on every new card.
    card = tmp_path / "card"
    Tree("Pi 4", "dtparam=audio=on", user=ROOT).computer(card)
    doctor = ("doctor", "--root", str(card), "--config", str(evening.believed), "--json")
    sound = [c for c in json.loads(hnefi(*doctor).stdout)["checks"] if c["part"] == "sound"]
    assert "dtparam=audio=off" in sound[0]["cure"]
    Tree("Pi 4", "dtparam=audio=off", user=ROOT).computer(card)
    sound = [c for c in json.loads(hnefi(*doctor).stdout)["checks"] if c["part"] == "sound"]
    assert sound[0]["verdict"] == "ok"

    # The strip is dark: the first mistake. The pin that it should be on is named by config check.
    (dark,) = evening.checks("map")
    assert (dark["part"], dark["verdict"]) == ("strip", "fail")
    assert "its data wire is on the pin that hnefi config check names" in dark["cure"]
    check = hnefi("config", "check", "--config", str(evening.believed))
    assert "GPIO 18, pin 12: the strip (ws281x)" in check.stdout
    evening.real.write_text(evening.real.read_text().replace("pin = 21", "pin = 18"))

    learn_play_and_mend(evening, lambda: evening.checks("selftest", *VISITED))


@pytest.mark.nightly
def test_an_evening_with_a_microcontroller(tmp_path: Path) -> None:
    evening = Evening("avr-reed", "nano-reed", tmp_path)
    begin(evening)
    learn_play_and_mend(evening, lambda: evening.checks("selftest", "--diodes"))


def learn_play_and_mend(evening: Evening, test_diodes: Callable[[], list[dict[str, str]]]) -> None:
    """Learn the wiring, find the missing diode and put it in, and play."""
    # The turned ribbon, the second mistake, is learnt and needs no iron.
    found = evening.checks("map")
    assert "their ribbon is turned round" in found[0]["finding"]
    assert (
        load(evening.believed).wiring.sensors.order() == load(evening.real).wiring.sensors.order()
    )

    # The missing diode, the third, is found by its square.
    (diode,) = test_diodes()
    assert (diode["part"], diode["square"], diode["verdict"]) == ("diode", "e5", "fail")
    evening.faults.clear()
    assert test_diodes() == []

    assert play_a_game(evening) == list(OPENING)
