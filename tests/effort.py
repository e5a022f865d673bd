"""How much the tests try: a short form for every change, a long one for `make nightly`.

The only place that reads HNEFI_TESTS. `dev` and `ci` try the same amount: dev draws new examples
each time, ci the same ones, so that a change is judged by what it changed and not by its luck.
`mutants` only asks whether a test fails, and looks for no smaller example.
"""

import os
from typing import Final

from hypothesis import HealthCheck, Phase, settings

PROFILES: Final = ("dev", "ci", "nightly", "mutants")
IN_CI: Final = os.environ.get("CI", "").lower() in ("1", "true", "yes")
PROFILE: Final = os.environ.get("HNEFI_TESTS") or ("ci" if IN_CI else "dev")
NIGHTLY: Final = PROFILE == "nightly"

_EXAMPLES, _NIGHTLY_EXAMPLES = 50, 1000
_NIGHTLY_TIMES = 10


def load_profile() -> None:
    """Let Hypothesis try as much as is asked for, whatever else the machine does meanwhile.

    Raises:
        ValueError: HNEFI_TESTS names no profile.
    """
    if PROFILE not in PROFILES:
        raise ValueError(f"HNEFI_TESTS: expected one of {', '.join(PROFILES)}, got {PROFILE!r}")
    # A busy machine makes no test wrong, so nothing here is judged by the time that it takes.
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("dev", patient, max_examples=_EXAMPLES)
    settings.register_profile("ci", patient, max_examples=_EXAMPLES, derandomize=True)
    settings.register_profile("nightly", patient, max_examples=_NIGHTLY_EXAMPLES)
    unshrunk = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", patient, derandomize=True, database=None, phases=unshrunk)
    settings.load_profile(PROFILE)


def examples(usual: int, *, always_the_same: bool = False) -> settings:
    """Return the settings of a property that is far dearer or cheaper to try than most.

    `always_the_same` is for what cannot hold for every example there is; say why beside it.
    """
    tried = usual * _NIGHTLY_TIMES if NIGHTLY else usual
    return settings(max_examples=tried, derandomize=always_the_same or PROFILE in ("ci", "mutants"))


def long_or_short(nightly: int, usual: int) -> int:
    """Return how much of something is tried."""
    return nightly if NIGHTLY else usual
