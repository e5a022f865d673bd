"""A sensor that reads wrong by itself: what people can say of it, and when it is given up."""

from controller.recognition import durations
from controller.recognition.board import UNSEEN_S, BoardState, Cause, Disturbed
from controller.recognition.line import PlayedLine
from controller.recognition.moments import reached
from controller.recognition.repair import RepairAction, RepairStep
from controller.recognition.story import AIR, Away, Made, Story
from controller.recognition.tracker import Beam
from controller.rules.geometry import NEIGHBOURS, PATHS, squares_of
from controller.session.placing import landings_on, told_to_stand
from controller.session.unfelt import moves_unfelt
from controller.session.watching import Watching

# Whoever can put a board right has done so after this time, in seconds, and two plies of each side.
GIVEN_UP_S = 30.0
_PLAYED_ON = 4
# Nobody holds the piece of a move for so long after the reply to it stands, in seconds.
_HELD_S = 1.7


def missing_from(
    beam: Beam, line: PlayedLine, board: BoardState, at: float, watch: Watching
) -> int | None:
    """Return where the one piece belongs that is asked for, if it may have stood there for long.

    What has fallen lies beside the board, rather.
    """
    match board:
        case Disturbed(cause=cause, repair=(RepairStep(RepairAction.PUT, square),)):
            if cause is Cause.KNOCKED_OVER:
                return None
        case _:
            return None
    gone = (a for a in beam.best.away if (a.home, a.at) == (square, AIR))
    long = any(reached(at - watch.seen_since(a.since), UNSEEN_S) for a in gone)
    return square if long and told_to_stand(beam, line, square, at) else None


def begun_at(story: Story, watch: Watching) -> float | None:
    """Return since when one sensor alone reads wrong, in seconds; None where it is not so."""
    if story.upset or story.straddle or story.stuck:
        return None
    if story.foreign:
        alone = story.foreign.bit_count() == 1 and not story.away
        return story.came_at if alone else None
    alone = len(story.away) == 1 and _has_only_gone(story.away[0], watch)
    return story.away[0].since if alone else None


def misread(beam: Beam, line: PlayedLine, at: float, watch: Watching) -> tuple[int, Story] | None:
    """Return the square whose sensor reads wrong by itself, and the story in which it does.

    Both sides have played on for long, on a board that is right otherwise, and nobody has put it
    right. What nothing feels beside a move may have been taken for its captive, and what is too
    many may be a captive: people are asked for that.
    """
    best = beam.best
    since = begun_at(best, watch)
    if since is None or not reached(at - watch.seen_since(since), GIVEN_UP_S):
        return None
    plies, before = _made_since(best.top, since)
    if len(plies) < _PLAYED_ON or best.line is not line:
        return None
    if best.foreign:
        if moves_unfelt(beam, line) or _has_captured(line):
            return None
        return best.foreign.bit_length() - 1, best.unheard(best.foreign)
    (piece,) = best.away
    if any(_is_beside(made, piece.home) for made in (before, plies[-1])):
        return None
    there = best._replace(away=(), occupied=best.occupied | 1 << piece.home)
    return piece.home, there


def slid_unfelt(beam: Beam, line: PlayedLine, at: float) -> tuple[int, Story] | None:
    """Return the square to which a slide has gone on though nothing feels it there, and its story.

    It has been replied to, and its piece had left the last square that felt it as evenly as it
    came. No piece has been felt to leave the square straight on from there: nobody knows whether
    its sensor works.
    """
    best, made = beam.best, beam.best.top.back()
    move = made.line.move
    if best.line is not line or move is None or made.carried or len(best.away) != 1:
        return None
    piece, replied_at = best.away[0], best.top.since
    evenly = 0.0 <= piece.since - made.since <= durations.EVENLY_S and piece.since <= replied_at
    if (piece.home, piece.at) != (move.target, AIR) or piece.lost or not evenly:
        return None
    if not reached(at - max(beam.changed_at, replied_at), _HELD_S):
        return None
    for square in squares_of(NEIGHBOURS[move.target] & ~beam.sight.opened):
        if PATHS[move.origin][square] >> move.target & 1:
            stands = landings_on(best, square, at)
            fits = (s for s in stands if s.line.depth == line.depth and not s.away)
            return next(((square, story) for story in fits), None)
    return None


def _has_only_gone(piece: Away, watch: Watching) -> bool:
    """Say whether a piece is felt no longer on its square, and was not felt elsewhere.

    What nobody saw go was missing when the program was started, or has fallen.
    """
    found = watch.found_at <= piece.since and watch.is_found(piece.since)
    return piece.at == AIR and piece.last == piece.home and (found or not piece.lost)


def _has_captured(line: PlayedLine) -> bool:
    """Say whether a piece has been captured in a game: it may lie anywhere."""
    start, now = line.game.start.occupied, line.position.occupied
    return now.bit_count() < start.bit_count()


def _made_since(top: Made, since: float) -> tuple[list[Made], Made]:
    """Return the plies that were begun since a time, the newest first, and what stood before."""
    plies = list[Made]()
    while top.left > since and top.before is not None:
        plies.append(top)
        top = top.before
    return plies, top


def _is_beside(made: Made, square: int) -> bool:
    """Say whether a ply ended on the square beside one."""
    move = made.line.move
    return move is not None and bool(NEIGHBOURS[move.target] >> square & 1)
