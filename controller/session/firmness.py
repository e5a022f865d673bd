"""What has counted rules stories out: people see on the lights what counts, and go on from it."""

from dataclasses import dataclass, replace

from controller.recognition import prices
from controller.recognition.again import goes_straight_on
from controller.recognition.answer import certainty, way_to
from controller.recognition.line import PlayedLine
from controller.recognition.rest import at_rest, is_settled
from controller.recognition.story import AIR, Story
from controller.recognition.tracker import Beam, narrowed
from controller.recognition.undone import (
    captives_stand_again,
    moved_after_return,
    pushes_put_right,
    slid_past,
    stands_again,
    stood_before,
    swept_back,
)
from controller.rules.lines import Move

# What has not changed for so long rests. A step may have been a push that somebody puts right, and
# a board that was knocked over comes to look like many a move while it is put right.
_REST_S, _STEP_REST_S, _FALLEN_REST_S = RESTS_S = (0.5, 1.7, 4.5)
# A ply that has counted for so long has been seen, on the lights, by those who made it.
_FIRM_S = 3.0
# ... and for so long, by those who would have put right what was only pushed.
_SEEN_S = 1.7
_ERROR_S = 1e-6
# So many plies after one nobody doubts it any more.
_PLAYED_ON = 4


@dataclass(frozen=True, slots=True)
class Since:
    """Since when the last ply has counted, and explained all while another story was likelier."""

    counts: float
    doubted: float

    @property
    def trusted(self) -> float:
        """When the plies that count are trusted, if nothing else is seen; in seconds."""
        return self.doubted + _FIRM_S

    def counting(self, at: float) -> "Since":
        """Return the same once a ply has counted, at a time."""
        return replace(self, counts=at)


def lasting(
    beam: Beam, line: PlayedLine, since: Since, seen_at: float, at: float
) -> tuple[Since, Beam]:
    """Forget what people do not doubt any more, now that they have seen it for so long.

    Nothing has changed since `seen_at`, in seconds.
    """
    if at - since.counts >= _SEEN_S:
        beam = keeping(beam, line)
    if at - seen_at >= _FIRM_S - _ERROR_S:
        beam = at_home(beam, line)
    # The last ply may have gone on to another square, or be taken back.
    agreed = line if explains_all(beam, line) else line.back()
    if _is_agreed(beam, line, agreed) or not explains_all(beam, agreed):
        return replace(since, doubted=at), beam
    if at >= since.trusted - _ERROR_S:
        beam = trusting(beam, agreed)
    return since, beam


def _is_agreed(beam: Beam, line: PlayedLine, agreed: PlayedLine) -> bool:
    """Say whether the best story is what counts, or what counts but for the last ply."""
    best = beam.best.line
    return best is line if agreed is line else best.contains(agreed)


def keeping(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories but those in which the last ply was none, and was not taken back either.

    In them its piece stands there, or has stood there, for another reason. People who try what may
    not be, one piece after the other, make such a story the most likely; but they have long seen
    that the ply counts.
    """
    move, before = line.move, line.back()
    if move is None:
        return beam
    kept = [s for s in beam.stories if not _denies(s, move, played=s.line is not before)]
    return narrowed(beam, kept) if kept and len(kept) < len(beam.stories) else beam


def _denies(story: Story, move: Move, *, played: bool) -> bool:
    """Say whether a story has something else on the target of a move than its piece.

    `played`: it has other plies in its place. Else it has its piece there, which made no ply, or
    has it elsewhere, where it does not belong.
    """
    if story.foreign >> move.target & 1:
        return True
    stands = bool(story.occupied >> move.target & 1)
    return not played and (stands or any(a.home == move.origin and a.out for a in story.away))


def ending(beam: Beam, line: PlayedLine, counts_since: float) -> Beam:
    """Return the stories with the ply that has ended the game.

    What people do with the pieces then is no play, and says nothing of that ply. Once its piece has
    left, the ply may be taken back, or have been a pause of a slide, while it has not counted for
    long; nobody thinks better of it.
    """
    move, sight = line.move, beam.sight
    if move is None or line.game.outcome is None:
        return beam
    if sight.occupied & ~sight.unsure & 1 << move.target:
        return trusting(beam, line)
    kept = [
        s
        for s in beam.stories
        if s.line.contains(line) or line.contains(s.line) or _slides_along(s, line, counts_since)
    ]
    return narrowed(beam, kept) if kept and len(kept) < len(beam.stories) else beam


def _slides_along(story: Story, line: PlayedLine, counts_since: float) -> bool:
    """Say whether the last ply of a line goes straight on by a slide, or back a bit, in a story."""
    move, on = line.move, story.line.move
    if not (move and on) or story.top.carried or story.line.back() is not line.back():
        return False
    if story.top.first - counts_since > prices.PAUSE_S:
        return False
    return move.origin == on.origin and goes_straight_on(move, on.target)


def playing_on(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories but those with another ply than one from which people have played on.

    What is not sure is settled by what happens next. Once both sides have made two more plies each,
    they mean the game that counts. A story that only takes plies back is no other game.
    """
    agreed = line
    for _ in range(_PLAYED_ON):
        agreed = agreed.back()
    if not beam.best.line.contains(agreed):
        return beam
    kept = [s for s in beam.stories if s.line.contains(agreed) or agreed.contains(s.line)]
    return narrowed(beam, kept) if len(kept) < len(beam.stories) else beam


def explains_all(beam: Beam, line: PlayedLine) -> bool:
    """Say whether people may have played on from a line to where every piece stands now."""
    ahead = (s for s in beam.stories if s.line.contains(line))
    return any(not (s.away or s.foreign or s.straddle) for s in ahead)


def trusting(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories with what counts, if there are any.

    No other was sure enough, for long, to drop what everybody has seen count. Two pieces that were
    moved at the same time can be told apart no better later on, and a game that waits for that
    stands still.
    """
    kept = [story for story in beam.stories if story.line.contains(line)]
    return narrowed(beam, kept) if kept and kept[0].price < prices.SURE_TRUSTED else beam


def at_home(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories of a board that has rested, and stands as a line does.

    When everything is in its place, nothing is in a hand, out of its place, or stuck.
    """
    best = beam.best
    if best.line is not line or not is_settled(best) or any(d.at != AIR for d in best.dead):
        return beam
    kept = [s for s in beam.stories if is_settled(s) and not s.stuck]
    return narrowed(beam, kept) if len(kept) < len(beam.stories) else beam


def as_before(beam: Beam, line: PlayedLine) -> Beam:
    """Return the story of a board that stands as a line does, or did before a capture.

    Four plies there and back, none of which has stood for long enough to count, are no play: pieces
    were knocked to other squares, and somebody has put them back.
    """
    again = stands_again(beam.best, line, beam.sight, beam.changed_at)
    if again:
        return narrowed(beam, [again])
    right = pushes_put_right(beam.best, beam.sight) or swept_back(beam.best, beam.sight)
    if right:
        stands = right.line.position.occupied
        dead = tuple(d for d in beam.best.dead if d.at == AIR or not stands >> d.at & 1)
        return narrowed(beam, [beam.best._replace(top=right, dead=dead)])
    way = way_to(line, beam.best.top)
    if way.back or not way.ahead or way.ahead[-1].line.position != line.position:
        return beam
    return narrowed(beam, [beam.best._replace(top=way.ahead[0].back())])


def resting(beam: Beam, line: PlayedLine, rest_s: float, *, watched: bool = True) -> Beam:
    """Return the one story of a board that has rested, if the best leaves a piece out of its place.

    What was undone by command, and stands still, is not made again. Captives come back after the
    moves that took them. What stands so since nobody `watched` has not been seen to fall.
    """
    story = beam.best
    if rest_s < min(RESTS_S) - _ERROR_S or _lacks_captives(story):
        return beam
    again = captives_stand_again(story, line, beam.sight, beam.changed_at)
    if again is None and is_settled(story):
        slid = slid_past(story, beam.sight)
        again = slid and story._replace(top=slid)
    if again or is_settled(story):
        return narrowed(beam, [again]) if again else beam
    # Where a piece should stand that no sensor shows, the board does not say whether it does.
    if beam.sight.unsure & line.position.occupied or any(away.barred for away in story.away):
        return beam
    again = stood_before(line, beam.sight, beam.changed_at, beam.stood_at)
    if again is None and story.line is line and not line.game.outcome:
        again = moved_after_return(story, beam.sight, beam.changed_at, beam.stood_at)
    if again or line.game.outcome:
        return narrowed(beam, [again]) if again else beam
    found = at_rest(story, line, beam.sight, beam.changed_at, beam.stood_at)
    fell = watched and story.upset and not _is_followed(beam, found)
    if found is None:
        found = _played(beam)
        fell = fell or not story.upset
    if found is None or rest_s < _rest_of(found, line, upset=fell) - _ERROR_S:
        return beam
    return beam if _stands_otherwise(beam, found) else narrowed(beam, [found])


def _played(beam: Beam) -> Story | None:
    """Return the likeliest story in which all stands right, after a fall or while no hand is near.

    Nobody leaves a piece where it does not belong that the board asks for, if it may belong there.
    """
    best = beam.best
    if best.upset:
        return next((s for s in beam.stories if is_settled(s)), None)
    if any(away.at == AIR for away in best.away):
        return None
    return next((s for s in _rivals(beam) if is_settled(s) and not s.stuck), None)


def _stands_otherwise(beam: Beam, found: Story) -> bool:
    """Say whether all stands right by another story of what hands did, hardly dearer than the best.

    Whoever holds a piece by the best story does so for nothing, and time shows which is right.
    """
    likely = [s for s in beam.stories if s.price < prices.SURE_WHICH and is_settled(s)]
    lines = [s.line for s in likely if not beam.best.upset]
    return bool(lines) and found.line not in lines


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


def believing(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories that may still be true once a line has counted.

    Those with the line, if nothing made it likelier; else all but those that are far dearer, or in
    which the board has fallen, though every piece is in its place by now.
    """
    kept = [story for story in beam.stories if story.line.contains(line)]
    if not kept or certainty(beam, line) >= prices.SURE_LATER:
        stands = _stands(beam.best)
        doubted = [s for s in beam.stories if s.price < prices.SURE_COUNTED]
        kept += [s for s in doubted if not (s.line.contains(line) or (s.upset and stands))]
    return narrowed(beam, kept) if len(kept) < len(beam.stories) else beam


def _stands(story: Story) -> bool:
    """Say whether every piece of a story is in its place or in a hand."""
    return not story.foreign and all(away.at == AIR for away in story.away)
