"""How people handle the pieces, in numbers: what they do, how often, and how long it takes.

A profile knows no game and no sensors. Chances are 0..1. Spans are pairs (least, most) in the unit
at the end of the name, or in squares.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Profile:
    """One kind of person; the defaults are the steady hand's."""

    name: str

    # Making a move: a slide, or else a lift.
    slides: float = 0.5
    in_the_air_s: Span = (0.15, 0.6)
    per_square_s: Span = (0.06, 0.16)
    stops: float = 0.0  # stops on a square on the way, once or twice in a slide
    stop_s: Span = (0.1, 1.2)
    overshoots: float = 0.0  # slides a square too far, and comes back
    overshoot_s: Span = (0.05, 0.6)
    stops_short: float = 0.0  # stops one square before the target
    stop_short_s: Span = (0.15, 1.0)
    hops: float = 0.0  # of the slides: the piece leaves the board now and then on the way
    holds: float = 0.0  # holds the piece in the air for long
    hold_s: Span = (5.0, 30.0)
    off_centre: float = 0.0  # puts the piece down askew, and corrects that later
    off_centre_by: Span = (0.05, 0.3)
    far_off: float = 0.0  # puts it down half beside its square, and corrects that later
    far_off_by: Span = (0.4, 0.6)
    adjust_s: Span = (0.2, 1.0)
    nudges: float = 0.0  # pushes a piece beside the origin or the target by mistake
    nudge_by: Span = (0.05, 0.3)
    put_right_s: Span = (0.5, 3.0)
    sleeves: float = 0.0  # shifts several pieces with a sleeve while making a move
    carries_two: float = 0.0  # takes another piece in the other hand, and puts it back

    # Thinking.
    changes_mind: float = 0.0  # lifts or slides another piece first, and puts it back
    hesitates_s: Span = (0.2, 1.5)
    think_s: Span = (0.1, 0.5)
    replies_at_once: float = 0.0  # 200 ms after the other piece stands, without a look
    bullets: float = 0.0  # replies even faster, and carries the piece there in no time
    bullet_s: Span = (0.05, 0.25)
    replies_early: float = 0.0  # lifts the reply before the other piece stands
    early_s: Span = (0.0, 0.5)  # ... so long after that was taken
    wrong_side: float = 0.0  # moves a piece of the side that is not to move, and puts it back
    jumps: float = 0.0  # moves a piece where it may not go, and puts it back
    adjusts: float = 0.0  # lifts several pieces of both sides, and puts them back

    # Captives: a hand takes those of a ply together, or scatters them over time.
    scatters: float = 0.0
    takes_before: float = 0.1  # these three: of the captives that are scattered
    takes_during: float = 0.2
    forgets: float = 0.1  # the rest are taken some time after the move
    takes_after_s: Span = (0.1, 1.5)
    forgets_plies: tuple[int, int] = (1, 6)
    captives_first: float = 0.0  # takes all captives of a ply before its piece moves
    lays_aside: float = 0.0  # lays a captive on another square, and takes it from there later
    puts_back: float = 0.0  # puts a captive back on its square, and takes it again later
    aside_plies: tuple[int, int] = (1, 3)

    # Mishaps; chances are per ply.
    takes_back: float = 0.0
    takes_back_plies: tuple[int, int] = (1, 3)
    between_takebacks_s: Span = (0.5, 1.5)
    knocks_over: float = 0.0
    knocked_pieces: tuple[int, int] = (5, 30)
    restarts: float = 0.0  # gives the game up and sets up the start position
    sets_up_by_hand: float = 0.0  # sets up the next game without the button
    set_up_s: Span = (0.15, 0.5)  # for each piece


_STEADY = Profile("steady")

_CAREFUL = Profile(
    "careful",
    slides=0.2,
    in_the_air_s=(0.4, 1.2),
    per_square_s=(0.12, 0.25),
    stops=0.05,
    stop_s=(0.1, 0.5),
    off_centre=0.1,
    off_centre_by=(0.05, 0.15),
    nudges=0.02,
    nudge_by=(0.05, 0.15),
    changes_mind=0.03,
    think_s=(0.6, 2.0),
    scatters=0.3,
    forgets=0.03,
    takes_back=0.004,
    takes_back_plies=(1, 2),
    knocks_over=0.0005,
    restarts=0.0005,
    sets_up_by_hand=0.5,
)

_QUICK = Profile(
    "quick",
    slides=0.4,
    in_the_air_s=(0.08, 0.25),
    per_square_s=(0.03, 0.08),
    stops=0.02,
    stop_s=(0.05, 0.4),
    overshoots=0.03,
    overshoot_s=(0.03, 0.15),
    off_centre=0.3,
    adjust_s=(0.1, 0.4),
    nudges=0.1,
    changes_mind=0.03,
    hesitates_s=(0.05, 0.3),
    think_s=(0.2, 0.8),
    replies_at_once=0.5,
    scatters=0.8,
    takes_during=0.3,
    takes_after_s=(0.05, 0.8),
    takes_back=0.01,
    between_takebacks_s=(0.1, 0.5),
    knocks_over=0.0005,
    restarts=0.001,
    sets_up_by_hand=0.8,
    set_up_s=(0.1, 0.3),
)

_SLIDER = Profile(
    "slider",
    slides=1.0,
    per_square_s=(0.06, 0.4),
    stops=0.4,
    stop_s=(0.05, 1.5),
    overshoots=0.15,
    off_centre=0.2,
    nudges=0.1,
    changes_mind=0.05,
    think_s=(0.2, 1.0),
    replies_at_once=0.1,
    scatters=0.5,
    takes_back=0.01,
    sets_up_by_hand=0.5,
)

_CHILD = Profile(
    "child",
    in_the_air_s=(0.2, 2.0),
    per_square_s=(0.1, 0.5),
    stops=0.3,
    stop_s=(0.1, 2.0),
    overshoots=0.2,
    overshoot_s=(0.1, 1.0),
    off_centre=0.6,
    off_centre_by=(0.1, 0.45),
    nudges=0.3,
    changes_mind=0.25,
    think_s=(0.2, 1.5),
    replies_at_once=0.05,
    scatters=0.9,
    takes_before=0.25,
    forgets=0.3,
    takes_back=0.03,
    knocks_over=0.002,
    restarts=0.002,
    sets_up_by_hand=1.0,
)

_CROWD = Profile(
    "crowd",
    in_the_air_s=(0.1, 1.5),
    per_square_s=(0.04, 0.4),
    stops=0.2,
    stop_s=(0.05, 1.5),
    overshoots=0.1,
    off_centre=0.4,
    off_centre_by=(0.05, 0.4),
    nudges=0.2,
    changes_mind=0.15,
    think_s=(0.1, 1.0),
    replies_at_once=0.3,
    scatters=0.9,
    takes_before=0.2,
    takes_during=0.3,
    forgets=0.2,
    takes_back=0.03,
    between_takebacks_s=(0.1, 1.0),
    knocks_over=0.004,
    restarts=0.01,
    sets_up_by_hand=1.0,
)

# Two friends who know each other's play: each reaches over the board while the other still moves.
_FRIENDS = replace(
    _QUICK,
    name="friends",
    stops_short=0.1,
    hops=0.1,
    holds=0.005,
    far_off=0.05,
    sleeves=0.05,
    carries_two=0.02,
    bullets=0.1,
    replies_early=0.15,
    wrong_side=0.005,
    jumps=0.005,
    adjusts=0.02,
    captives_first=0.2,
    lays_aside=0.25,
    puts_back=0.1,
)

# Children who take turns at a table in an exhibition.
_EXHIBITION = replace(
    _CHILD,
    name="exhibition",
    stops_short=0.1,
    hops=0.2,
    holds=0.02,
    far_off=0.1,
    sleeves=0.1,
    carries_two=0.04,
    replies_early=0.02,
    wrong_side=0.03,
    jumps=0.05,
    adjusts=0.08,
    captives_first=0.2,
    lays_aside=0.3,
    puts_back=0.2,
)

STEADY = _STEADY
PROFILES = {
    profile.name: profile
    for profile in (
        _STEADY,
        _CAREFUL,
        _QUICK,
        _SLIDER,
        _CHILD,
        _CROWD,
        _FRIENDS,
        _EXHIBITION,
    )
}
# What people do with a chance, by name: the fields that are one number.
HABITS = tuple(part.name for part in fields(Profile) if part.type is float)


class HandError(ValueError):
    """A hand is not described by a profile and chances of habits."""


def parse_profile(text: str) -> Profile:
    """Return the profile in a text such as ``quick,lays_aside=0.5``.

    Raises:
        HandError: there is no such profile or habit, or a chance is not 0 to 1.
    """
    name, *habits = text.split(",")
    if name not in PROFILES:
        raise HandError(f"expected one of {', '.join(PROFILES)}, got {name[:40]!r}")
    chances: dict[str, Any] = dict(_habit(habit) for habit in habits)
    return replace(PROFILES[name], **chances)


def _habit(text: str) -> tuple[str, float]:
    name, _, chance = text.partition("=")
    if name not in HABITS:
        raise HandError(f"expected a habit, one of {', '.join(HABITS)}; got {name[:40]!r}")
    try:
        found = float(chance)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise HandError(f"{name}: expected a chance from 0 to 1, got {chance[:40]!r}")
    return name, found
