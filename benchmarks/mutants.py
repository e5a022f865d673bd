"""Change the code a little, at random places, and see whether a test notices.

Usage: `python -m benchmarks.mutants [--sample 400] [--seed 1] [--survivors FILE]`.
cosmic-ray makes the mutants; each one runs in a copy of the last commit, with the tests of its room
alone, each room in a process of its own.
"""

import argparse
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

# A mutant that loops for ever counts as noticed after this long; all tests of a room take less.
_TIMEOUT_S = 200
# And one that fills the memory.
_MEMORY_BYTES = 2 << 30
_SESSION = "mutants.sqlite"
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

    def settings(self) -> str:
        """Return what cosmic-ray needs to know, as TOML."""
        files = sorted(map(str, Path(self.tests).rglob("test_*.py")), key=self.slow.__eq__)
        pytest = f"{sys.executable} -m pytest -x -q -p no:randomly -p no:cacheprovider"
        command = f"{pytest} {' '.join(files)}"
        return (
            f'[cosmic-ray]\nmodule-path = "{self.modules}"\ntimeout = {_TIMEOUT_S}\n'
            f'excluded-modules = []\ntest-command = "{command}"\n'
            '[cosmic-ray.distributor]\nname = "local"\n'
        )


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


def made(room: Room, folder: Path) -> list[str]:
    """Copy the last commit into a folder, and return the ids of all mutants of a room."""
    archive = subprocess.run(["git", "archive", "HEAD"], check=True, capture_output=True)  # noqa: S607 - the user's git
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    (folder / "mutants.toml").write_text(room.settings(), encoding="utf-8")
    cosmic_ray(folder, "init", "mutants.toml", _SESSION)
    with sqlite3.connect(folder / _SESSION) as session:
        return [job for (job,) in session.execute(_MUTANTS)]


def tried(folder: Path, chosen: set[str]) -> list[tuple[str, int, str, str]]:
    """Try the chosen mutants; return module, line, outcome and difference of each."""
    with sqlite3.connect(folder / _SESSION) as session:
        others = [(job,) for (job,) in session.execute(_MUTANTS) if job not in chosen]
        for table in ("mutation_specs", "work_items"):
            session.executemany(f"DELETE FROM {table} WHERE job_id = ?", others)  # noqa: S608 - a constant
    cosmic_ray(folder, "exec", "mutants.toml", _SESSION)
    with sqlite3.connect(folder / _SESSION) as session:
        return list(session.execute(_RESULTS))


def main() -> None:
    """Try a random sample of all mutants, and print how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--survivors", type=Path, help="write what nobody noticed to this file")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    with tempfile.TemporaryDirectory() as place:
        folders = {room: Path(place, room.modules.replace("/", "-")) for room in ROOMS}
        jobs = {room: made(room, folder) for room, folder in folders.items()}
        every = [job for room in ROOMS for job in jobs[room]]
        chosen = set(Random(options.seed).sample(every, options.sample))
        with ThreadPoolExecutor(len(ROOMS)) as side_by_side:
            results = side_by_side.map(lambda room: tried(folders[room], chosen), ROOMS)
            for room, outcomes in zip(ROOMS, results, strict=True):
                alive = [outcome for outcome in outcomes if outcome[2] == "survived"]
                print(
                    f"{room.name}: {len(jobs[room])} mutants, {len(outcomes)} tried,"
                    f" {len(outcomes) - len(alive)} noticed, {len(alive)} not",
                    flush=True,
                )
                if options.survivors:
                    with options.survivors.open("a", encoding="utf-8") as file:
                        file.writelines(
                            f"{name}:{line}\n{diff}\n\n" for name, line, _, diff in alive
                        )


if __name__ == "__main__":
    main()
