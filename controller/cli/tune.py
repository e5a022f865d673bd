"""`hnefi tune`: learns the weights of the evaluation from games of people and of the engine."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.assembly.errors import UsageMistake
from controller.cli.options.files import new_file, write_new
from controller.cli.options.jobs import DaskOption, JobsOption
from controller.cli.options.ruleset import DEFAULT_RULESET, RulesetOption, find_rules
from controller.cli.printing import print_lines

if TYPE_CHECKING:
    from controller.engine.tuning.samples import Part, Samples
    from controller.engine.weights import Weights
    from controller.rules.compiled import Rules

# The games of self-play that are handed over together.
_PART = 25
# Fewer positions than this teach nothing.
_LEAST = 20


def tune(  # noqa: PLR0913 - an option each
    *,
    output: Annotated[str, typer.Option(metavar="FILE", help="A new TOML file for the weights.")],
    ruleset: RulesetOption = DEFAULT_RULESET,
    games: Annotated[int, typer.Option(min=0, help="Games of the engine against itself.")] = 2000,
    nodes: Annotated[int, typer.Option(min=100, help="Positions to examine for each move.")] = 1500,
    recorded: Annotated[
        str | None, typer.Option(metavar="FILE", help="Learn from recorded games, too.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="The weights that the engine plays with."),
    ] = None,
    network: Annotated[
        bool, typer.Option("--network", help="Learn a small network, too: FILE with .net.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of all randomness.")] = 1,
    jobs: JobsOption = 0,
    dask: DaskOption = None,
) -> None:
    """Learn the weights of the evaluation from games.

    `hnefi match LEVEL@FILE LEVEL` then says whether they are better.
    """
    _check_installed()
    import numpy as np

    from controller.cli.options.executor import open_executor
    from controller.engine.binding import Kernel
    from controller.engine.match import in_order
    from controller.engine.tuning.fitting import fit, useful
    from controller.engine.tuning.learning import learn
    from controller.engine.tuning.samples import play_part

    if not games and recorded is None:
        raise UsageMistake("tune: expected --games or --recorded")
    rules = find_rules(ruleset)
    weights = _first_weights(rules, start)
    file = _find_output(output, network=network)
    samples = [] if recorded is None else list(_recorded(rules, recorded))
    if games:
        with open_executor(jobs, dask) as (executor, at_once):
            parts = _parts(rules, weights, games, nodes, seed)
            samples += _shown(in_order(executor, play_part, parts, at_once), games)
    quiet = sum(len(useful(part)) for part in samples)
    if quiet < _LEAST:
        raise UsageMistake(
            f"tune: expected {_LEAST} quiet positions or more to learn from, got {quiet}; "
            "give it more games"
        )
    found, loss = (learn if network else fit)(
        Kernel(rules, weights), np.concatenate(samples), seed=seed
    )
    write_new(file, found.as_toml(), "--output")
    if found.network:
        file.with_suffix(".net").write_bytes(found.network)
    positions = sum(map(len, samples))
    print_lines(f"{output}: learned from {positions} positions; loss on those held back {loss:.4f}")


def _check_installed() -> None:
    from controller.engine.binding import kernel_complaint

    if find_spec("numpy") is None:
        raise UsageMistake(
            "tune: expected the package numpy; pip install '.[tune]' in the folder of hnefi's "
            "sources"
        )
    if complaint := kernel_complaint():
        raise UsageMistake(f"tune: {complaint}")


def _first_weights(rules: "Rules", start: str | None) -> "Weights":
    from controller.engine.errors import WeightsError
    from controller.engine.weights import named_weights, read_weights, weights_name

    if start is None:
        return named_weights(weights_name(rules.ruleset))
    try:
        return read_weights(Path(start))
    except WeightsError as error:
        raise UsageMistake(f"--from: {error}") from error


def _find_output(output: str, *, network: bool) -> Path:
    """Return where the weights go; what somebody has learnt before must not be lost.

    Raises:
        UsageMistake: a file is there, or none can be.
    """
    if network:
        new_file(str(Path(output).with_suffix(".net")), "--output")
    return new_file(output, "--output")


def _recorded(rules: "Rules", file: str) -> "Iterator[Samples]":
    from controller.engine.tuning.samples import recorded
    from controller.notation.errors import NotationError

    try:
        yield from recorded(rules, Path(file))
    except (OSError, NotationError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageMistake(f"--recorded: {file}: expected a file of games ({why})") from error


def _parts(
    rules: "Rules", weights: "Weights", games: int, nodes: int, seed: int
) -> "Iterator[Part]":
    """Yield self-play in parts that can be played at the same time."""
    from controller.engine.tuning.samples import Part

    ruleset, text = rules.ruleset.model_dump_json(), weights.as_toml()
    for begun in range(0, games, _PART):
        count = min(_PART, games - begun)
        yield Part(ruleset, text, weights.network, count, nodes, seed * 1_000_003 + begun)


def _shown(parts: "Iterator[Samples]", games: int) -> "Iterator[Samples]":
    """Yield parts, with a bar where a terminal can show it."""
    from rich.console import Console
    from rich.progress import track

    yield from track(
        parts,
        description="games",
        total=-(-games // _PART),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
