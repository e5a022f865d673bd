"""`hnefi games export` and `hnefi games import`: games as text, out and in."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal, TextIO

import typer

from controller.assembly.errors import UsageMistake, shown
from controller.assembly.written import refuse_what_is_no_text
from controller.cli.complaining import complain
from controller.cli.options import offering
from controller.cli.options.board import ConfigOption
from controller.cli.options.data import DataOption, full_id, library, library_to_change
from controller.cli.options.files import new_file, whole_or_gone
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.printing import print_lines

if TYPE_CHECKING:
    from rich.progress import Progress

    from controller.rules.compiled import Rules
    from controller.store.exporting import Kept
    from controller.store.store import Store

_LONGEST_LINE = 1 << 20
# Games that are written to the disk together.
_AT_ONCE = 200
# More lines about games that are refused help nobody.
_NAMED = 10


def export_games(
    *,
    wanted: Annotated[
        str | None,
        typer.Argument(
            metavar="ID", autocompletion=offering.games, help="The id of a game, or how it begins."
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All games, the oldest first.")] = False,
    form: Annotated[
        Literal["otg", "moves", "json"],
        typer.Option(
            "--format",
            help="otg: OpenTafl's records. moves: a game a line. json: all that is known.",
        ),
    ] = "otg",
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Write to a new file.")
    ] = None,
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    """Write a game, or all games, as text for other programs."""
    from controller.notation.errors import NotationError
    from controller.store.errors import EntryError
    from controller.store.exporting import FORMATS, kept

    if everything == (wanted is not None):
        raise UsageMistake("games export: expected the ID of a game, or --all")
    write, refused = FORMATS[form], 0
    with library(data, config) as store, ExitStack() as closing:
        ids = store.ids() if everything else iter([full_id(store, wanted or "")])
        stream = closing.enter_context(_written(output)) if output else sys.stdout
        progress = closing.enter_context(_progress())
        task = progress.add_task("exporting", total=store.count() if everything else 1)
        for game_id in ids:
            try:
                stream.write(write(kept(store, game_id)))
            except (EntryError, NotationError) as error:
                refused += 1
                complain(f"{game_id}: {error}")
            progress.advance(task)
    raise typer.Exit(1 if refused else 0)


def import_games(
    *,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Files of games, in any of the formats.")
    ],
    ruleset: RulesetOption = DEFAULT_RULESET,
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    """Judge games, and keep those that are legal."""
    rules = find_rules(ruleset)
    with library_to_change(data, config) as store, _progress() as progress:
        task = progress.add_task("importing", total=sum(map(_size_of_text, files)))
        importer = _Importer(store, rules)
        for file in files:
            with _opened(file) as stream:
                refuse_what_is_no_text(stream, file)
                importer.take(file, _read(stream, file, lambda size: progress.advance(task, size)))
    importer.say_how_many_more()
    print_lines(
        f"{importer.new} imported, {importer.known} already here, {importer.refused} refused."
    )
    raise typer.Exit(1 if importer.refused else 0)


class _Importer:
    """Puts games into a store, some hundred at a time, and counts them."""

    def __init__(self, store: "Store", rules: "Rules") -> None:
        self._store = store
        self._rules = rules
        self._waiting: dict[str, Kept] = {}
        self.new = self.known = self.refused = 0

    def take(self, file: str, lines: Iterator[bytes]) -> None:
        """Take in the games of a file; say of the first that are refused why."""
        from controller.store.importing import RefusedGame, games_in

        for found in games_in(lines, self._rules):
            if isinstance(found, RefusedGame):
                self.refused += 1
                if self.refused <= _NAMED:
                    complain(f"{file}: line {found.line}: {found.why}")
            elif found.header.id in self._waiting or self._store.has(found.header.id):
                self.known += 1
            else:
                self._waiting[found.header.id] = found
                if len(self._waiting) >= _AT_ONCE:
                    self._save()
        self._save()

    def say_how_many_more(self) -> None:
        """Say how many games are refused without a separate line."""
        more = self.refused - _NAMED
        if more > 0:
            complain(
                "1 more game was refused." if more == 1 else f"{more} more games were refused."
            )

    def _save(self) -> None:
        from controller.store.store import Change

        games = self._waiting.values()
        self._store.save_from_elsewhere([Change(each.header, 0, each.entries) for each in games])
        self.new += len(games)
        self._waiting.clear()


@contextmanager
def _progress() -> "Iterator[Progress]":
    from rich.console import Console
    from rich.progress import Progress

    quiet = not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), transient=True, disable=quiet) as progress:
        yield progress


@contextmanager
def _written(output: str) -> Iterator[TextIO]:
    try:
        with whole_or_gone(new_file(output)) as stream:
            yield stream
    except OSError as error:
        raise UsageMistake(f"{output}: expected to write there ({error.strerror})") from error


def _size_of_text(file: str) -> int:
    """Return the size of a file; refuse one without text before any is imported."""
    try:
        size = Path(file).stat().st_size
    except OSError as error:
        raise UsageMistake(f"{shown(file)}: expected games to read ({error.strerror})") from error
    # A pipe gives it only once.
    if Path(file).is_file():
        with _opened(file) as stream:
            refuse_what_is_no_text(stream, file)
    return size


def _opened(file: str) -> BinaryIO:
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise UsageMistake(f"{shown(file)}: expected games to read ({error.strerror})") from error


def _read(stream: BinaryIO, file: str, count: Callable[[int], None]) -> Iterator[bytes]:
    """Yield the lines of a file; of a line that is too long to be a game, only the beginning."""
    try:
        while line := stream.readline(_LONGEST_LINE):
            count(len(line))
            yield line
            while not line.endswith(b"\n") and (line := stream.readline(_LONGEST_LINE)):
                count(len(line))
    except OSError as error:
        raise UsageMistake(f"{file}: expected to read it all ({error.strerror})") from error
