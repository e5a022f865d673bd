"""What the stories are once people have said something: where a piece stands, or that one moved.

Each answer is the stories that are left, or the sentence that refuses what cannot be. Knows
nothing of what counts then, or of the events that tell it.
"""

from controller.recognition import prices
from controller.recognition.answer import Lifted, Placed, mover_of, way_to
from controller.recognition.line import PlayedLine
from controller.recognition.plies import put_back
from controller.recognition.tracker import Beam, narrowed
from controller.rules.sentence import Sentence
from controller.session.hindsight import Hindsight
from controller.session.placing import moved_unseen, told_to_stand, undone_stands, why_not
from controller.session.sentences import NOTHING_WAITS, which_sentence
from controller.session.unfelt import moves_unfelt


def pressed(beam: Beam, line: PlayedLine, at: float) -> Beam | Sentence:
    """Return the stories in which the move has been made after which somebody presses the clock.

    A piece that was lifted may stand where no sensor tells, and another may have come to a square
    though none was felt to leave its own.
    """
    if isinstance(mover_of(beam.best, way_to(line, beam.best.top)), Lifted):
        unseen = moved_unseen(beam.best, beam.sight, at)
        beam = narrowed(beam, [unseen]) if unseen else beam
    elif moved := moves_unfelt(beam, line):
        if len(moved) > 1:
            return which_sentence(tuple(moved))
        beam = narrowed(beam, moved.values())
    way = way_to(line, beam.best.top)
    stands = way.ahead and isinstance(mover_of(beam.best, way), Placed)
    return beam if stands else NOTHING_WAITS


def said_to_stand(
    beam: Beam, line: PlayedLine, square: int, at: float, hindsight: Hindsight
) -> Beam | Sentence:
    """Return the stories in which a piece stands on a square, though none may be felt there."""
    if len(moved := moves_unfelt(beam, line)) > 1:
        return which_sentence(tuple(moved))
    stories = undone_stands(beam, line, square, at)
    stories = stories or told_to_stand(beam, line, square, at)
    stands = (line.position.occupied & beam.sight.felt) >> square & 1
    if not stands and (not stories or stories[0].price >= prices.SURE):
        stories = hindsight.standing_on(square, line, beam.sight.unsure) or stories
    return narrowed(beam, stories) if stories else why_not(beam, square)


def undone(beam: Beam, line: PlayedLine, before: PlayedLine) -> Beam:
    """Return the stories without the last ply of a line; if it still stands, it is to be put back.

    `before` is the line without it.
    """
    if beam.best.line.contains(line):
        return narrowed(beam, [put_back(beam.best, before)])
    return narrowed(beam, [s for s in beam.stories if not s.line.contains(line)])
