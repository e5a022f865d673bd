"""Change the code a little, at random places, and see whether a test notices.

Usage: `python -m benchmarks.mutants [--sample 400] [--seed 1] [--survivors FILE] [MODULE...]`.
cosmic-ray makes the mutants; each one runs in a copy of the last commit, with the tests named after
its module and, if these pass, with all tests of its room. Rooms are tried side by side. Names of
modules, such as `codec`, try only that part of the sample.
"""

import argparse
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random

# A mutant that loops for ever counts as noticed once its tests have used this many seconds of CPU,
# several times what all tests of a room take. What else the machine does makes no difference.
_CPU_S = 120
_NEVER_S = 100_000
# And one that fills the memory.
_MEMORY_BYTES = 2 << 30
_PYTEST = f"{sys.executable} -m pytest -x -q -p no:randomly -p no:cacheprovider"
_MUTANTS = """SELECT job_id FROM mutation_specs
    ORDER BY module_path, operator_name, operator_args, occurrence"""
_RESULTS = """SELECT module_path, start_pos_row, lower(test_outcome), diff
    FROM mutation_specs JOIN work_results USING (job_id) ORDER BY module_path, start_pos_row"""


@dataclass(frozen=True, slots=True)
class Room:
    """A part of the project: its modules, and the tests that watch it."""

    name: str
    modules: str
    tests: str
    slow: str = ""  # the tests to run last

    def settings(self, module: Path) -> str:
        """Return what cosmic-ray needs to know to change one module, as TOML."""
        files = sorted(Path(self.tests).rglob("test_*.py"), key=lambda file: str(file) == self.slow)
        named = [file for file in files if module.stem in file.stem and str(file) != self.slow]
        # To collect all tests takes longer than to run the few that notice most mutants.
        tries = [" ".join([_PYTEST, *map(str, tests)]) for tests in (named, files) if tests]
        command = f"prlimit --cpu={_CPU_S} sh -c '{' && '.join(tries)}'"
        return (
            f'[cosmic-ray]\nmodule-path = "{module}"\ntimeout = {_NEVER_S}\n'
            f"excluded-modules = []\ntest-command = {json.dumps(command)}\n"
            '[cosmic-ray.distributor]\nname = "local"\n'
        )


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one mutant."""

    module: str
    row: int
    noticed: bool
    difference: str


ROOMS = (
    Room(
        "rules core",
        "controller/rules",
        "tests/controller/rules",
        slow="tests/controller/rules/test_against_reference.py",
    ),
    Room("codec of the serial link", "hal/serial/link", "tests/hal/serial/link"),
)


def cosmic_ray(folder: Path, *arguments: str) -> None:
    """Run cosmic-ray in a copy of the project.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    program = str(Path(sys.executable).with_name("cosmic-ray"))
    environment = os.environ | {"HNEFI_TESTS": "mutants", "PYTHONPATH": str(folder)}
    command = [program, *arguments]
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ours


def made(room: Room, folder: Path) -> dict[Path, list[str]]:
    """Copy the last commit into a folder, and return the ids of all mutants by module."""
    archive = subprocess.run(["git", "archive", "HEAD"], check=True, capture_output=True)  # noqa: S607 - the user's git
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    _compile(room, folder)
    mutants: dict[Path, list[str]] = {}
    for module in sorted(Path(room.modules).rglob("*.py")):
        (folder / _settings_of(module)).write_text(room.settings(module), encoding="utf-8")
        cosmic_ray(folder, "init", _settings_of(module), _session_of(module))
        with sqlite3.connect(folder / _session_of(module)) as session:
            mutants[module] = [job for (job,) in session.execute(_MUTANTS)]
    return mutants


def _compile(room: Room, folder: Path) -> None:
    """Keep the compiled modules and tests, which cosmic-ray forbids each mutant's tests to do.

    A mutant is younger than these, so Python compiles it nevertheless.
    """
    keeping = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
    command = [*_PYTEST.split(), "--collect-only", "-qq", room.tests]
    subprocess.run(command, cwd=folder, env=keeping, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ours


def tried(folder: Path, module: Path, chosen: set[str]) -> list[Fate]:
    """Try the chosen mutants of a module."""
    session_file = folder / _session_of(module)
    with sqlite3.connect(session_file) as session:
        others = [(job,) for (job,) in session.execute(_MUTANTS) if job not in chosen]
        for table in ("mutation_specs", "work_items"):
            session.executemany(f"DELETE FROM {table} WHERE job_id = ?", others)  # noqa: S608 - a constant
    cosmic_ray(folder, "exec", _settings_of(module), session_file.name)
    with sqlite3.connect(session_file) as session:
        return [
            Fate(name, row, outcome != "survived", difference)
            for name, row, outcome, difference in session.execute(_RESULTS)
        ]


def _settings_of(module: Path) -> str:
    return f"{module.stem}.mutants.toml"


def _session_of(module: Path) -> str:
    return f"{module.stem}.mutants.sqlite"


def try_room(
    room: Room, folder: Path, mutants: dict[Path, list[str]], chosen: set[str], survivors: Path
) -> str:
    """Try the chosen mutants of a room, note each that nobody notices, and return the figures."""
    outcomes: list[Fate] = []
    for module, jobs in mutants.items():
        wanted = chosen.intersection(jobs)
        found = tried(folder, module, wanted) if wanted else []
        outcomes += found
        print(f"{module}: {len(found)} tried", file=sys.stderr, flush=True)
        with survivors.open("a", encoding="utf-8") as file:
            file.writelines(
                f"{one.module}:{one.row}\n{one.difference}\n\n" for one in found if not one.noticed
            )
    noticed = sum(one.noticed for one in outcomes)
    return (
        f"{room.name}: {sum(map(len, mutants.values()))} mutants, {len(outcomes)} tried,"
        f" {noticed} noticed, {len(outcomes) - noticed} not"
    )


def _stems(mutants: dict[Room, dict[Path, list[str]]]) -> list[tuple[str, str]]:
    """Return each mutant with the name of its module."""
    return [
        (job, module.stem)
        for by_module in mutants.values()
        for module, jobs in by_module.items()
        for job in jobs
    ]


def main() -> None:
    """Try a random sample of all mutants, and print how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--survivors", type=Path, default=Path(os.devnull), help="note what nobody noticed here"
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="of the sample, only these")
    options = parser.parse_args()
    survivors = options.survivors.resolve()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    with tempfile.TemporaryDirectory() as place:
        folders = {room: Path(place, room.modules.replace("/", "-")) for room in ROOMS}
        mutants = {room: made(room, folder) for room, folder in folders.items()}
        every = [job for room in ROOMS for jobs in mutants[room].values() for job in jobs]
        chosen = set(Random(options.seed).sample(every, options.sample))
        if options.modules:
            chosen &= {job for job, stem in _stems(mutants) if stem in options.modules}
        with ThreadPoolExecutor(len(ROOMS)) as side_by_side:
            for figures in side_by_side.map(
                lambda room: try_room(room, folders[room], mutants[room], chosen, survivors), ROOMS
            ):
                print(figures, flush=True)


if __name__ == "__main__":
    main()
