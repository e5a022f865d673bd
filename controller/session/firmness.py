"""What has counted rules stories out: people see on the lights what counts, and go on from it."""

from controller.recognition import prices
from controller.recognition.answer import certainty
from controller.recognition.line import PlayedLine
from controller.recognition.tracker import Beam, narrowed


def keeping(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories but those in which the last ply was none, and something stands there.

    People who try what may not be, one piece after the other, make such a story the most likely;
    but they have long seen that the ply counts.
    """
    if line.move is None:
        return beam
    target, before = line.move.target, line.back()
    kept = [s for s in beam.stories if s.line is not before or not s.occupied >> target & 1]
    return narrowed(beam, kept) if kept and len(kept) < len(beam.stories) else beam


def trusting(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories with what counts, if there are any.

    No other was sure enough, for long, to drop what everybody has seen count. Two pieces that were
    moved at the same time can be told apart no better later on, and a game that waits for that
    stands still.
    """
    kept = [story for story in beam.stories if story.line.contains(line)]
    return narrowed(beam, kept) if kept else beam


def believing(beam: Beam, line: PlayedLine) -> Beam:
    """Return the stories with a line that has just counted, if nothing made that likelier."""
    kept = [story for story in beam.stories if story.line.contains(line)]
    guessed = kept and certainty(beam, line) < prices.SURE_LATER
    return narrowed(beam, kept) if guessed else beam
