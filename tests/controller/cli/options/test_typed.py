"""A mistake is named as people have made it: by an option, or by a file and its key."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from typer.main import get_command

from controller.assembly.configuration import Configuration
from controller.cli.main import app
from controller.cli.options.typed import OPTIONS, as_made, options_of

WRONG = "expected a port, got 'x'"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "board.toml"
    file.write_text('[board.serial]\nport = "x"\n[wiring.pixels]\nbefore = 3\n')
    return file


def test_what_was_typed_is_named_by_its_option(file: Path) -> None:
    complaint = f"board.serial.port: {WRONG}"
    assert as_made(complaint, ["--serial"], None) == f"--serial: {WRONG}"
    assert as_made(complaint, ["--serial"], file) == f"--serial: {WRONG}"


@pytest.mark.parametrize("key", ["board.serial.port", "wiring.pixels", "wiring"])
def test_what_stands_in_the_file_is_named_by_it(file: Path, key: str) -> None:
    assert as_made(f"{key}: {WRONG}", ["--strip"], file) == f"{file}: {key}: {WRONG}"


def test_a_usual_value_that_is_wrong_is_named_by_the_option_that_would_change_it(
    file: Path,
) -> None:
    complaint = f"page.port: {WRONG}"
    assert as_made(complaint, [], file, ["--port", "--data"]) == f"--port: {WRONG}"
    assert as_made(complaint, [], file, ["--data"]) == complaint


def test_the_file_is_named_although_an_option_is_offered(file: Path) -> None:
    complaint = f"board.serial.port: {WRONG}"
    assert as_made(complaint, [], file, ["--serial"]) == f"{file}: {complaint}"


@pytest.mark.parametrize(
    "complaint",
    [f"strip.driver: {WRONG}", f"--board: {WRONG}", "Nothing answers.", "board.serial: ", "a: b"],
)
def test_what_nobody_wrote_is_left_as_it_is(complaint: str) -> None:
    assert as_made(complaint, ["--board"], None) == complaint


def test_a_file_that_is_no_longer_there_says_nothing(tmp_path: Path) -> None:
    complaint = f"board.driver: {WRONG}"
    assert as_made(complaint, [], tmp_path / "none.toml") == complaint


def test_the_options_of_settings_are_those_of_their_keys() -> None:
    settings = {"board": {"driver": "x", "serial": {"port": "y"}}, "power": {"supply_ma": 9}}
    assert options_of(settings) == {"--board", "--serial"}


def is_key(name: str) -> bool:
    model: Any = Configuration
    for part in name.split("."):
        if not issubclass(model, BaseModel) or part not in model.model_fields:
            return False
        model = model.model_fields[part].annotation
    return True


def test_each_option_is_one_of_play_and_stands_for_a_key_that_there_is() -> None:
    commands: Any = get_command(app)
    known = {word for param in commands.commands["play"].params for word in param.opts}
    assert {option for option in OPTIONS.values() if option not in known} == set()
    assert [key for key in OPTIONS if not is_key(key)] == []
