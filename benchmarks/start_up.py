"""What it costs to start `hnefi`: processor time, held against the least that Python costs."""

import resource
import statistics
import subprocess
import sys

_RUNS = 7
_HELP = "import sys; sys.argv = ['hnefi', '--help']; from controller.cli.start import main; main()"


def cpu_seconds(script: str) -> float:
    """Return the processor time, user's and system's, of a process that runs a script."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def once() -> float:
        before = spent()
        subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
        return spent() - before

    return statistics.median(once() for _ in range(_RUNS))


def measure() -> tuple[float, float]:
    """Return the processor time of `hnefi --help` in seconds, and how often `pass` fits into it."""
    help_s = cpu_seconds(_HELP)
    return help_s, help_s / cpu_seconds("pass")
