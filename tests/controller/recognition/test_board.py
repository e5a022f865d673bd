"""How a board stands by the best story: right, or disturbed, and why."""

from controller.recognition.answer import Way
from controller.recognition.board import RIGHT, BoardState, Cause, Disturbed, board_of
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Story, begun
from controller.recognition.tracker import Beam
from controller.rules.geometry import parse_square
from tests.controller.recognition.stories import line_after

AT = 30.0
E2, G3, K1 = map(parse_square, ("e2", "g3", "k1"))


def laid_down(held_s: float) -> Story:
    """Return the story in which e2 is laid on a corner while g3, which may capture it, is held."""
    captive = Away(E2, K1, AT - 1.0, AT - 2.0, E2)
    captor = Away(G3, AIR, AT - held_s, AT - held_s, G3)
    return begun(line_after("d1-d3 e5-e2 g1-g3 f4-c4"))._replace(away=(captive, captor))


def board_by(story: Story) -> BoardState:
    """Return how a board stands by a story."""
    beam = Beam((story,), Sight(story.line.position.occupied), AT - 1.0)
    return board_of(beam, Way(0, ()), AT, 0.3, wrong=False, crossed=False)


def asked(state: BoardState) -> tuple[Cause | None, set[int]]:
    """Return what has happened to a board, and which squares people are asked to fill."""
    if not isinstance(state, Disturbed):
        return None, set()
    return state.cause, {step.square for step in state.repair}


def test_a_captive_may_be_laid_down_while_its_captor_is_in_a_hand() -> None:
    assert board_by(laid_down(held_s=2.0)) == RIGHT


def test_what_seems_to_be_in_a_hand_for_long_captures_nothing() -> None:
    assert asked(board_by(laid_down(held_s=11.0))) == (Cause.DISPLACED, {E2})


def test_what_has_fallen_is_no_captive() -> None:
    fallen = laid_down(held_s=2.0)._replace(upset=True)
    assert asked(board_by(fallen)) == (Cause.KNOCKED_OVER, {E2, G3})


def test_a_piece_that_nobody_saw_go_is_not_in_a_hand() -> None:
    captive, captor = laid_down(held_s=2.0).away
    lost = captive._replace(at=AIR, lost=True)
    story = laid_down(held_s=2.0)._replace(away=(lost, captor))
    assert asked(board_by(story)) == (Cause.OTHER_LIFTED, {E2})


def test_a_capture_that_was_undone_and_still_stands_was_undone_whatever_it_has_taken() -> None:
    line = line_after("d1-d3 e5-e2 g1-g3 f4-c4")
    e3 = parse_square("e3")
    captor = Away(G3, e3, 1.0, 0.5, G3, barred=True)
    captive = Away(E2, AIR, 2.0, 2.0, E2, lost=True)
    undone = begun(line)._replace(away=(captor, captive))
    assert asked(board_by(undone)) == (Cause.UNDONE, {E2, G3})
