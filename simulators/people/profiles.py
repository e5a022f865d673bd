"""How people handle the pieces, in numbers: what they do, how often, and how long it takes.

A profile knows no game and no sensors. Chances are 0..1. Spans are pairs (least, most) in the unit
at the end of the name, or in squares.
"""

from dataclasses import dataclass

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
    off_centre: float = 0.0  # puts the piece down askew, and corrects that later
    off_centre_by: Span = (0.05, 0.3)
    adjust_s: Span = (0.2, 1.0)
    nudges: float = 0.0  # pushes a piece beside the origin or the target by mistake
    nudge_by: Span = (0.05, 0.3)
    put_right_s: Span = (0.5, 3.0)

    # Thinking.
    changes_mind: float = 0.0  # lifts or slides another piece first, and puts it back
    hesitates_s: Span = (0.2, 1.5)
    think_s: Span = (0.1, 0.5)
    replies_at_once: float = 0.0  # 200 ms after the other piece stands, without a look

    # Captives: a hand takes those of a ply together, or scatters them over time.
    scatters: float = 0.0
    takes_before: float = 0.1  # these three: of the captives that are scattered
    takes_during: float = 0.2
    forgets: float = 0.1  # the rest are taken some time after the move
    takes_after_s: Span = (0.1, 1.5)
    forgets_plies: tuple[int, int] = (1, 6)

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

STEADY = _STEADY
PROFILES = {
    profile.name: profile for profile in (_STEADY, _CAREFUL, _QUICK, _SLIDER, _CHILD, _CROWD)
}
