"""What has counted rules stories out: people see on the lights what counts, and go on from it."""

from dataclasses import dataclass, replace

from controller.recognition import durations, prices
from controller.recognition.again import goes_straight_on
from controller.recognition.answer import certainty, way_to
from controller.recognition.line import PlayedLine
from controller.recognition.moments import reached
from controller.recognition.rest import is_settled, of_another_turn
from controller.recognition.story import AIR, Story
from controller.recognition.tracker import Beam, narrowed
from controller.recognition.undone import (
    pushes_put_right,
    stands_again,
    swept_back,
)
from controller.rules.lines import Move
from controller.session.counted import changed_move

# A ply that has counted for so long has been seen, on the lights, by those who made it.
_FIRM_S = 3.0
# ... and for so long, by those who would have put right what was only pushed.
_SEEN_S = 1.7
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
    if reached(at - seen_at, _FIRM_S):
        beam = at_home(beam, line)
    # The last ply may have gone on to another square, or be taken back.
    agreed = line if explains_all(beam, line) else line.back()
    if _is_agreed(beam, line, agreed) or not explains_all(beam, agreed):
        return replace(since, doubted=at), beam
    if reached(at, since.trusted):
        beam = trusting(beam, agreed)
    return since, beam


def _is_agreed(beam: Beam, line: PlayedLine, agreed: PlayedLine) -> bool:
    """Say whether the best story is what counts, but for where the piece of the last ply went.

    It may lie where a captive was laid, and that stand where it went; nobody has played on then.
    """
    best = beam.best
    if agreed is not line:
        return best.line.contains(agreed)
    return best.line is line or changed_move(line, way_to(line, best.top)) is not None


def keeping(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories but those in which the last ply was none, and was not taken back either.

    In them its piece stands there, or has stood there, for another reason. People who try what may
    not be, one piece after the other, make such a story the most likely; but they have long seen
    that the ply counts.
    """
    move, before = line.move, line.back()
    if move is None:
        return beam
    return _only(
        beam, [s for s in beam.stories if not _denies(s, move, played=s.line is not before)]
    )


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
    if sight.felt & 1 << move.target:
        return trusting(beam, line)
    kept = [
        s
        for s in beam.stories
        if s.line.contains(line) or line.contains(s.line) or _slides_along(s, line, counts_since)
    ]
    return _only(beam, kept)


def _slides_along(story: Story, line: PlayedLine, counts_since: float) -> bool:
    """Say whether the last ply of a line goes straight on by a slide, or back a bit, in a story."""
    move, on = line.move, story.line.move
    if not (move and on) or story.top.carried or story.line.back() is not line.back():
        return False
    if story.top.first - counts_since > durations.PAUSE_S:
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
    return _only(
        beam, [s for s in beam.stories if s.line.contains(agreed) or agreed.contains(s.line)]
    )


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
    if not kept or kept[0].price >= prices.SURE_TRUSTED:
        return beam
    others = [s for s in beam.stories if not s.line.contains(line)]
    return narrowed(beam, kept + [s for s in others if of_another_turn(s, kept[0])])


def at_home(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories of a board that has rested, and stands as a line does.

    When everything is in its place, nothing is in a hand, out of its place, or stuck.
    """
    best = beam.best
    if best.line is not line or not is_settled(best) or any(d.at != AIR for d in best.dead):
        return beam
    settled = [s for s in beam.stories if is_settled(s)]
    return _only(beam, [s for s in settled if not s.stuck or of_another_turn(s, best)])


def as_before(beam: Beam, line: PlayedLine) -> Beam:
    """Return the story of a board that stands as a line does, or did before a capture.

    Four plies there and back, none of which has stood for long enough to count, are no play: pieces
    were knocked to other squares, and somebody has put them back.
    """
    again = stands_again(beam, line)
    if again:
        return narrowed(beam, [again])
    right = pushes_put_right(beam) or swept_back(beam)
    if right:
        stands = right.line.position.occupied
        dead = tuple(d for d in beam.best.dead if d.at == AIR or not stands >> d.at & 1)
        return narrowed(beam, [beam.best._replace(top=right, dead=dead)])
    way = way_to(line, beam.best.top)
    if way.back or not way.ahead or way.ahead[-1].line.position != line.position:
        return beam
    return narrowed(beam, [beam.best._replace(top=way.ahead[0].back())])


def believing(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories that may still be true once a line has counted.

    Those with the line, if nothing made it likelier; else all but those that are far dearer, or in
    which the board has fallen, though every piece is in its place by now.
    """
    kept = [story for story in beam.stories if story.line.contains(line)]
    others = [s for s in beam.stories if not s.line.contains(line)]
    others = [s for s in others if s.price < prices.SURE_COUNTED]
    if kept and certainty(beam, line) < prices.SURE_LATER:
        others = [s for s in others if of_another_turn(s, beam.best)]
    stands = _stands(beam.best)
    return _only(beam, kept + [s for s in others if not (s.upset and stands)])


def _only(beam: Beam, kept: list[Story]) -> Beam:
    """Return a beam with only some of its stories, or all where none would be left."""
    return narrowed(beam, kept) if 0 < len(kept) < len(beam.stories) else beam


def _stands(story: Story) -> bool:
    """Say whether every piece of a story is in its place or in a hand."""
    return not story.foreign and all(away.at == AIR for away in story.away)
