"""How commands show what they take, in words of people: in `--help`, and where a name is wrong.

Typer shows types of Python such as ``<int range>``, and marks with braces what must be given. Knows
no command.
"""

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from controller.assembly.errors import UsageMistake
from controller.cli.options.typed import as_made

if TYPE_CHECKING:
    from pathlib import Path

_BOUNDS = (
    (re.compile(r"([\d.]+)<=x<=([\d.]+)"), r"\1 to \2"),
    (re.compile(r"x>=([\d.]+)"), r"\1 or more"),
    (re.compile(r"x<=([\d.]+)"), r"\1 or less"),
)
_NUMBER = "N"


class PlainCommand(TyperCommand):
    """A command whose help has no types."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Give a name to each value that has none."""
        super().__init__(*given, **named)
        for param in self.params:
            if param.metavar is None and not getattr(param, "is_flag", False):
                param.metavar = _name_of(param)

    def invoke(self, ctx: Any) -> Any:  # typer keeps its types to itself
        """Run the command.

        Raises:
            UsageMistake: as people have made it, by an option or in a file.
        """
        try:
            return super().invoke(ctx)
        except UsageMistake as mistake:
            offered = [word for param in self.params for word in param.opts]
            said = as_made(str(mistake), _typed(ctx), _configuration_of(ctx), offered)
            raise UsageMistake(said) from mistake

    def collect_usage_pieces(
        self,
        ctx: Any,  # noqa: ARG002 - as typer calls it, which keeps its type to itself
    ) -> list[str]:
        """Return what stands behind the command's name: in brackets what may be left out."""
        return [self.options_metavar or "", *map(placed, arguments_of(self))]

    def format_options(self, ctx: Any, formatter: Any) -> None:  # typer keeps its types to itself
        """Write arguments and options, a line or more for each."""
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            if rows := rows_of(ctx, kind):
                with formatter.section(title):
                    formatter.write_dl(rows)


class PlainGroup(TyperGroup):
    """Commands that are held by one; a name that none of them has is a mistake in one line."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # typer keeps its types to itself
        """Return the command that was asked for.

        Raises:
            UsageMistake: there is none of that name.
        """
        name = args[0]
        is_unknown = self.get_command(ctx, name) is None and not name.startswith("-")
        # A shell that completes the line must not hear of it.
        if is_unknown and not ctx.resilient_parsing:
            near = get_close_matches(name, self.list_commands(ctx), 1)
            cure = f"did you mean {near[0]}?" if near else f"{ctx.command_path} --help lists them"
            where = place_of(ctx.command_path)
            raise UsageMistake(f"{where}expected a command, got {name[:40]!r}; {cure}")
        return super().resolve_command(ctx, args)


def make_plain(app: typer.Typer) -> None:
    """Let all commands of an app, and those that are held by others, show no types."""
    for held in (app, *(group.typer_instance for group in app.registered_groups)):
        for info in held.registered_commands if held else ():
            info.cls = PlainCommand


def rows_of(ctx: Any, kind: str) -> list[tuple[str, str]]:
    """Return what a command takes, arguments or options: how each is typed, and what it means."""
    params = [each for each in ctx.command.get_params(ctx) if each.param_type_name == kind]
    records = [each.get_help_record(ctx) for each in params]
    return [
        (_without_type(param, record[0]), in_words(record[1]))
        for param, record in zip(params, records, strict=True)
        if record is not None
    ]


def place_of(path: str) -> str:
    """Return a command's path as where a mistake is: ``games show: ``, or nothing for all."""
    _, _, below = path.partition(" ")
    return f"{below}: " if below else ""


def arguments_of(command: Any) -> list[TyperArgument]:
    """Return what a command takes without naming it."""
    return [each for each in command.params if isinstance(each, TyperArgument)]


def placed(argument: TyperArgument) -> str:
    """Return an argument as it stands in a line to type."""
    name = argument.metavar or argument.name.upper()
    return (name if argument.required else f"[{name}]") + ("..." if argument.nargs != 1 else "")


def in_words(text: str) -> str:
    """Return a text of typer with its bounds of numbers in words."""
    for pattern, words in _BOUNDS:
        text = pattern.sub(words, text)
    return text


def choices_of(param: Any) -> list[str]:
    """Return the words that an option or argument may be; nothing if it may be any."""
    return [str(choice) for choice in param.type_descriptor.choices or ()]


def _typed(ctx: Any) -> list[str]:
    """Return the options that stand on the command line."""
    sources = ((param, ctx.get_parameter_source(param.name)) for param in ctx.command.params)
    return [param.opts[0] for param, source in sources if source and source.name == "COMMANDLINE"]


def _configuration_of(ctx: Any) -> "Path | None":
    from controller.assembly.configuration import find_file

    try:
        return find_file(ctx.params.get("config"))
    except UsageMistake:
        return None  # it is the mistake


def _name_of(param: Any) -> str:
    if choices := choices_of(param):
        return "|".join(choices)
    return _NUMBER if param.type_descriptor.annotation in (int, float) else param.name.upper()


def _without_type(param: Any, shown: str) -> str:
    """Return what stands before the help of a parameter; typer puts the type behind arguments."""
    return (param.metavar or shown) if isinstance(param, TyperArgument) else shown
