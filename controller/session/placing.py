"""Where people say that a piece stands, though nothing feels it."""

from collections.abc import Iterable
from dataclasses import replace

from controller.recognition import prices
from controller.recognition.answer import Lifted, mover_in_air, way_to
from controller.recognition.change import SquareChange
from controller.recognition.landing import landed
from controller.recognition.leaving import taken
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Story, living, without_dead
from controller.recognition.tracker import Beam, beginning, tracked
from controller.recognition.unseen import came_unseen
from controller.rules.geometry import NEIGHBOURS, bits_of, squares_of
from controller.rules.lines import MOVES
from controller.rules.moves import moves_from
from controller.rules.sentence import Sentence
from controller.rules.sentences import refusal_sentence
from controller.session.counted import made_to
from controller.session.sentences import not_there_sentence


def told_to_stand(beam: Beam, counted: PlayedLine, square: int, at: float) -> list[Story]:
    """Return the stories that make sense if a live piece stands on a square.

    None may be felt there. Where no piece was lifted, one that nothing feels is meant.
    """
    return _told_of_lifted(beam, counted, square, at) or _told_of_unfelt(beam, square, at)


def _told_of_lifted(beam: Beam, counted: PlayedLine, square: int, at: float) -> list[Story]:
    found: list[Story] = []
    for story in beam.stories:
        if story.price >= prices.FOREIGN:
            break  # people err more often than that
        if (living(story) & ~story.foreign) >> square & 1:
            ahead = way_to(counted, story.top).ahead
            if any(made.line.ends_on(square) for made in ahead):
                found.append(story)
        else:
            found += landings_on(story, square, at)
    return [story for story in found if makes_sense(story)]


def _told_of_unfelt(beam: Beam, square: int, at: float) -> list[Story]:
    """Return the stories in which a piece came from where nothing feels it, if one alone can.

    That is one of the side to move, or the last ply's, which may as well have ended elsewhere.
    """
    story, sight = beam.best, beam.sight
    unfelt = squares_of(story.occupied & sight.unsure & ~sight.occupied)
    lifted = [up for origin in unfelt if (up := taken(story, origin, at))]
    found: dict[PlayedLine, list[Story]] = {}
    for after in (s for up in lifted for s in landings_on(up, square, at) if makes_sense(s)):
        made = made_to(square, after.line, story.line)
        if made is not None:
            found.setdefault(made, []).append(after)
    return next(iter(found.values())) if len(found) == 1 else []


def undone_stands(beam: Beam, counted: PlayedLine, square: int, at: float) -> list[Story]:
    """Return the stories in which a ply that was undone, and still stands, is made after all.

    Its captives may be off the board or not.
    """
    for away in beam.best.away:
        if away.barred and away.at == square and counted.allows(away.home, square):
            stood = replace(beam.sight, occupied=counted.position.occupied)
            again = tracked(beginning(counted, stood, at), beam.sight, at, unseen=True)
            made = counted.after(away.home, square)
            return [story for story in again.stories if story.line is made]
    return []


def missed(beam: Beam, counted: PlayedLine, at: float) -> Lifted | None:
    """Return the one piece in the air if all would be right once it stood unfelt on some square.

    What the reply to it has captured may be in a hand, too. What has fallen, or was lost, is rather
    put back.
    """
    best, own = beam.best, counted.position.of(counted.to_move)
    flying = [a for a in best.away if a.at == AIR]
    if best.upset or any(a.lost or not own >> a.home & 1 for a in flying):
        return None
    beside = bits_of(*(a.at for a in best.away if a.at != AIR and not own >> a.home & 1))
    # Whatever else is in the air was captured by a reply that has come beside it.
    alone = [a for a in flying if all(b is a or NEIGHBOURS[b.home] & beside for b in flying)]
    found = [a for a in alone if _may_stand_unfelt(beam, counted, a, at)]
    return Lifted(found[0].home, counted, found[0].since) if len(found) == 1 else None


def _may_stand_unfelt(beam: Beam, counted: PlayedLine, piece: Away, at: float) -> bool:
    """Say whether all would be right if a piece had made some move; what that captures is gone."""
    moves = moves_from(counted.game.rules, counted.position, piece.home)
    stories = (s for move in moves for s in _told_of_lifted(beam, counted, move.target, at))
    ways = (way_to(counted, story.top).ahead for story in stories)
    return any(way and way[0].line.move in MOVES[piece.home] for way in ways)


def why_not(beam: Beam, square: int) -> Sentence:
    """Return the sentence that refuses what makes no sense."""
    story = beam.best
    flying = [a for a in story.away if a.at == AIR]
    if len(flying) == len(story.away) == 1:
        move = MOVES[flying[0].home][square]
        refused = story.line.game.refusal(move)
        if refused:
            return refusal_sentence(refused, story.line.game)
    return not_there_sentence(square)


def moved_unseen(story: Story, sight: Sight, at: float) -> Story | None:
    """Return the one story in which a lifted piece came to a square that does not tell."""
    found: list[Story] = []
    for square in squares_of(sight.unsure & ~living(story)):
        seen = SquareChange(square, at, sight.unsure)
        found += [s for s in came_unseen(story, seen, 0.0) if s.line is not story.line]
    sensible = [s for s in found if makes_sense(s)]
    return sensible[0] if len(sensible) == 1 else None


def landings_on(story: Story, square: int, at: float) -> Iterable[Story]:
    """Yield the stories in which a piece that is in the air stands on a square unfelt.

    What has been felt there before was no piece.
    """
    story = without_dead(story.unheard(1 << square), square)
    there = story._replace(occupied=story.occupied | 1 << square)
    for piece in story.away:
        if piece.at == AIR:
            for after in landed(there, piece, SquareChange(square, at)):
                if all(a.at != square for a in after.away):
                    yield after


def makes_sense(story: Story) -> bool:
    """Say whether all is in its place in a story but for a piece in the hand of the mover."""
    mover = mover_in_air(story)
    return not story.foreign and all(a is mover for a in story.away)
