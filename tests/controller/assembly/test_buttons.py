"""Buttons ask for what the page asks for, each clock for its own side, and end the day safely."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from controller.assembly.buttons import SHUTDOWN, command_of, open_buttons, press_buttons
from controller.bus.messages import CommandMessage
from controller.events.command import Command
from controller.events.view import BoardView
from controller.rules.pieces import Side
from controller.session.session import Session
from hal.config import ButtonsSection
from tests.board_driver import COPENHAGEN
from tests.hnefi import hnefi
from tests.waiting import until

VIEW = Session(COPENHAGEN).view  # the attackers are to move


@pytest.mark.parametrize(
    ("button", "command"),
    [
        ("undo", Command.UNDO),
        ("new_game", Command.NEW_GAME),
        ("clock", Command.PRESS_CLOCK),
        ("clock_attackers", Command.PRESS_CLOCK),
        ("clock_defenders", None),
    ],
)
def test_each_button_asks_for_its_own(button: str, command: Command | None) -> None:
    expected = None if command is None else CommandMessage(command=command)
    assert command_of(button, VIEW) == expected


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ("draw_attackers", "draw attackers"),
        ("resign_defenders", "resign defenders"),
        ("decide_draw", "decide draw"),
        ("decide_attackers", "decide attackers"),
    ],
)
def test_each_side_and_the_arbiter_have_buttons_of_their_own(button: str, words: str) -> None:
    asked = command_of(button, VIEW)
    assert asked is not None
    assert asked.words == words


def test_an_offer_is_declined_by_the_side_that_was_asked() -> None:
    offered = replace(VIEW, draw_offer=Side.DEFENDERS)
    asked = command_of("no_draw", offered)
    assert asked == CommandMessage(command=Command.NO_DRAW, side=Side.ATTACKERS)


def test_every_button_that_can_be_configured_asks_for_something() -> None:
    settings = dict.fromkeys(ButtonsSection.model_fields, 4)
    pins = ButtonsSection.model_validate(settings | {"shutdown_command": ("true",)}).pins()
    buttons = set(ButtonsSection.model_fields) - {"hold_s", "shutdown_command"}
    assert set(pins) == buttons
    # Shutting down is not the game's affair, and it is not the defenders' turn.
    silent = {name for name in pins if name != SHUTDOWN and command_of(name, VIEW) is None}
    assert silent == {"clock_defenders"}


class Panel:
    """Buttons on mock pins, and what came of them."""

    def __init__(self, buttons: ButtonsSection) -> None:
        gpiozero = pytest.importorskip("gpiozero")
        gpiozero.Device.pin_factory = None
        self.buttons = buttons
        self.commands: list[CommandMessage] = []
        self.ran: list[tuple[str, ...]] = []

    async def press(self, gpio: int, is_enough: Callable[[], bool]) -> None:
        """Hold a button down until it is enough."""
        from gpiozero import Device  # noqa: PLC0415 - it reads the environment first

        def view() -> BoardView:
            return VIEW

        with open_buttons(self.buttons) as lines:
            looking = asyncio.create_task(
                press_buttons(self.buttons, lines, self.commands.append, view, self.ran.append)
            )
            Device.pin_factory.pin(gpio).drive_low()
            await until(is_enough, "the button")
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)


def test_a_pressed_button_becomes_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    panel = Panel(ButtonsSection(undo=2, clock=4))
    asyncio.run(panel.press(2, lambda: bool(panel.commands)))
    assert panel.commands == [CommandMessage(command=Command.UNDO)]


def test_shutdown_runs_its_command_once_it_was_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    panel = Panel(ButtonsSection(shutdown=3, hold_s=0.5, shutdown_command=("true", "now")))
    asyncio.run(panel.press(3, lambda: bool(panel.ran)))
    assert panel.ran == [("true", "now")]


def test_a_board_without_buttons_looks_at_none() -> None:
    commands: list[CommandMessage] = []
    section = ButtonsSection()
    with open_buttons(section) as lines:
        assert lines is None
        asyncio.run(press_buttons(section, lines, commands.append, lambda: VIEW))
    assert commands == []


def test_buttons_that_cannot_be_opened_are_a_mistake_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    file = tmp_path / "board.toml"
    file.write_text("[buttons]\nundo = 3\n")
    ran = hnefi("play", "--config", str(file), "--no-browser", "--port", "0")
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        2,
        "",
        (
            "hnefi: gpio: needs the Python package gpiozero, which is not installed: pip install "
            "'.[pi]' in the folder of hnefi's sources\n"
        ),
    )
