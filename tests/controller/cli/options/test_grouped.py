"""Options that belong together become options of a command, and one value for it."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from controller.cli.options.grouped import chosen_only, flat

NameOption = Annotated[str | None, typer.Option("--name", help="Whose it is.")]
SizeOption = Annotated[int, typer.Option("--size", min=1)]


@dataclass(frozen=True, slots=True)
class Tent:
    """Two options."""

    size: SizeOption
    name: NameOption = None


def _pitched(*arguments: str) -> tuple[int, list[object], str]:
    """Return the exit status, what the command got, and the output."""
    got: list[object] = []

    def pitch(*, dry: Annotated[bool, typer.Option("--dry")] = False, tent: Tent) -> None:
        """Pitch a tent."""
        got.append((dry, tent))

    app = typer.Typer(rich_markup_mode=None)
    app.command()(flat(pitch))
    ran = CliRunner().invoke(app, arguments)
    return ran.exit_code, got, ran.output


def test_a_command_gets_a_group_as_one_value() -> None:
    said = ("--size", "3", "--name", "Eir", "--dry")
    assert _pitched(*said) == (0, [(True, Tent(3, "Eir"))], "")


def test_an_option_that_nobody_chose_is_as_the_group_has_it() -> None:
    assert _pitched("--size", "3") == (0, [(False, Tent(3, None))], "")


@pytest.mark.parametrize("said", [(), ("--size", "0"), ("--size", "3", "--colour", "red")])
def test_a_group_is_checked_as_other_options_are(said: tuple[str, ...]) -> None:
    status, got, _ = _pitched(*said)
    assert (status, got) == (2, [])


def test_help_lists_the_options_of_a_group_where_the_group_stands() -> None:
    _, _, said = _pitched("--help")
    assert "Pitch a tent." in said
    order = [said.index(option) for option in ("--dry", "--size", "--name", "--help")]
    assert order == sorted(order)
    assert "Whose it is." in said


def test_settings_that_nobody_chose_are_left_out() -> None:
    assert chosen_only({"port": None, "browser": False, "redis": ""}) == {
        "browser": False,
        "redis": "",
    }
