"""A board that has rested: which plies explain where every piece stands, if no story does."""

from controller.recognition import prices
from controller.recognition.answer import way_to
from controller.recognition.line import PlayedLine
from controller.recognition.moments import NEVER, reached
from controller.recognition.rest import at_rest, is_settled, of_another_turn
from controller.recognition.story import AIR, Story
from controller.recognition.taken_again import may_be_in_hand
from controller.recognition.tracker import Beam, narrowed
from controller.recognition.undone import (
    captives_stand_again,
    moved_after_return,
    slid_past_push,
    stood_before,
)

# What has not changed for so long rests. A step may have been a push that somebody puts right, and
# a board that was knocked over comes to look like many a move while it is put right.
_REST_S, _STEP_REST_S, _FALLEN_REST_S = RESTS_S = (0.5, 1.7, 4.5)


def resting(
    beam: Beam,
    line: PlayedLine,
    rest_s: float,
    *,
    seen_s: float = NEVER,
    watched: bool = True,
) -> Beam:
    """Return the one story of a board that has rested, if the best leaves a piece out of its place.

    What was undone by command, and stands still, is not made again. Captives come back after the
    moves that took them. What stands so since nobody `watched` has not been seen to fall, and a
    piece that it lacks may be in a hand until it has been seen to stand so for a while.
    """
    story = beam.best
    comes_s = _FALLEN_REST_S if watched and _lacks_captives(story) else min(RESTS_S)
    if not reached(rest_s, comes_s):
        return beam
    again = captives_stand_again(beam, line)
    if again is None and is_settled(story):
        slid = slid_past_push(beam)
        again = slid and story._replace(top=slid)
    if again or is_settled(story):
        return narrowed(beam, [again]) if again else beam
    # Where a piece should stand that no sensor shows, the board does not say whether it does.
    if beam.sight.unsure & line.position.occupied or any(away.barred for away in story.away):
        return beam
    again = stood_before(beam, line)
    if again is None and story.line is line and not line.game.outcome:
        again = moved_after_return(beam)
    if again or line.game.outcome:
        return narrowed(beam, [again]) if again else beam
    found = at_rest(beam, line, watched=watched)
    fell = watched and story.upset and not _is_followed(beam, found)
    if found is None:
        found = _played(beam, line)
        fell = fell or not story.upset
    elif not watched and may_be_in_hand(way_to(line, found.top).ahead, found.occupied):
        rest_s, fell = seen_s, True
    if found is None or not reached(rest_s, _rest_of(found, line, upset=fell)):
        return beam
    return _resting_as(beam, found)


def _played(beam: Beam, line: PlayedLine) -> Story | None:
    """Return the likeliest story in which all stands right, after a fall or while no hand is near.

    Nobody leaves a piece where it does not belong that the board asks for, if it may belong there.
    But a magnet that is no piece of the game lies wherever people have forgotten it.
    """
    best = beam.best
    if best.upset:
        return next((s for s in beam.stories if _follows_fall(beam, line, s)), None)
    if best.straddle or any(away.at == AIR for away in best.away):
        return None
    right = (s for s in _rivals(beam) if is_settled(s) and not s.stuck)
    return next((s for s in right if all(d.at in (AIR, d.home) for d in s.dead)), None)


def _follows_fall(beam: Beam, line: PlayedLine, story: Story) -> bool:
    """Say whether people may have made the plies of a story on a board that seems to have fallen.

    What has fallen, and stands where it stood, has hardly moved there and back: there are rather no
    more plies than pieces out of their places.
    """
    if not is_settled(story):
        return False
    plies = len(way_to(line, story.top).ahead)
    return story.price < prices.SURE_PUSHED or plies <= len(beam.best.away)


def _resting_as(beam: Beam, found: Story) -> Beam:
    """Return the stories of a board that rests as it was found, and those of another turn.

    All stories, if everything stands right by others of what hands did, hardly dearer than the
    best: whoever holds a piece by that does so for nothing, and time shows which is right.
    """
    likely = [s for s in beam.stories if s.price < prices.SURE_WHICH and is_settled(s)]
    if not likely or beam.best.upset:
        return narrowed(beam, [found])
    seen = next((s for s in likely if s.line is found.line), None)
    if seen is None:
        return beam
    others = [s for s in likely if of_another_turn(s, seen)]
    return narrowed(beam, [seen, *others] if others else [found])


def _is_followed(beam: Beam, found: Story | None) -> bool:
    """Say whether another story of what hands did ends as a board is read that rests.

    The board fell in the likeliest one. A sleeve sweeps along as many pieces, and somebody puts
    them up sooner.
    """
    return found is not None and any(
        story.line is found.line and is_settled(story) for story in _rivals(beam)
    )


def _rivals(beam: Beam) -> list[Story]:
    """Return the stories of what hands did that are nearly as likely as one in which they fell."""
    return [story for story in beam.stories if story.price < prices.SURE_PUSHED]


def _lacks_captives(story: Story) -> bool:
    """Say whether all that a story lacks is off the board, as captives are."""
    off = all(away.lost and away.at == AIR for away in story.away)
    return bool(story.away) and off and not story.foreign


def _rest_of(found: Story, line: PlayedLine, *, upset: bool) -> float:
    """Return for how long a board must rest until a story is believed that explains it."""
    steps = [made.is_step for made in way_to(line, found.top).ahead]
    # A sleeve pushes several pieces by a square, and people need a while to put all of them right.
    if upset or (len(steps) > 1 and all(steps)):
        return _FALLEN_REST_S
    return _STEP_REST_S if any(steps) else _REST_S
