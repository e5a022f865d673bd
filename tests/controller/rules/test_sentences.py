"""A plain sentence for every refusal, every capture and every outcome."""

import pytest

from controller.notation.moves import parse_move
from controller.rules.captures import Capture, CaptureKind
from controller.rules.compiled import Rules
from controller.rules.endings import BY_PEOPLE, Outcome, OutcomeReason
from controller.rules.game import Game
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from controller.rules.sentences import (
    capture_sentence,
    outcome_sentence,
    refusal_sentence,
)
from controller.words.catalogue import say
from tests.controller.rules.fields import rules_with
from tests.symmetry import COPENHAGEN, SYMMETRIES, draw, named, played

BOARD = """
    D..........
    ...........
    ...K.......
    ...........
    .....A.....
    .A.A..D....
    .A........."""

# The sentence for a move of the attackers on this board, by the reason why it is refused.
REFUSED: dict[RefusalReason, tuple[str, str]] = {
    RefusalReason.NO_PIECE: ("h8-h9", "No piece stands on h8."),
    RefusalReason.NOT_YOUR_PIECE: (
        "g2-g3",
        "It is the attackers' turn, and the piece from g2 is not theirs.",
    ),
    RefusalReason.STAYS: ("d2-d2", "The piece on d2 has to go somewhere else."),
    RefusalReason.NOT_IN_LINE: (
        "d2-e3",
        "A piece moves in a straight line, and e3 is neither in the row nor in the column of d2.",
    ),
    RefusalReason.PATH_BLOCKED: (
        "d2-a2",
        "A piece cannot jump over another, and b2 is in the way from d2 to a2.",
    ),
    RefusalReason.THRONE: ("f3-f6", "Only the king may stop on the throne."),
    RefusalReason.CORNER: ("b1-a1", "Only the king may stop on a corner."),
}


def refusal_of(rules: Rules, move: str, to_move: Side = Side.ATTACKERS) -> tuple[Refusal, Game]:
    """Return the refusal of a move, and the game in which it is refused."""
    game = Game(rules, draw(BOARD, to_move))
    refusal = game.refusal(parse_move(move).move)
    assert refusal is not None, f"{move} is legal"
    return refusal, game


def is_a_sentence(text: str) -> bool:
    """Say whether a text is of one line, begins with a capital and ends with a full stop."""
    whole = text == " ".join(text.split()) and text[:1].isupper() and text.endswith(".")
    return whole and not text.endswith("..") and "None" not in text


@pytest.mark.parametrize("reason", [r for r in RefusalReason if r is not RefusalReason.GAME_OVER])
def test_every_refusal_is_told_in_a_sentence(reason: RefusalReason) -> None:
    assert reason in REFUSED, f"find a move that is refused for {reason}"
    move, sentence = REFUSED[reason]
    refusal, game = refusal_of(COPENHAGEN, move)
    assert (refusal.reason, say(refusal_sentence(refusal, game))) == (reason, sentence)
    assert is_a_sentence(sentence)


def test_the_turn_of_the_defenders_is_told_as_theirs() -> None:
    said = say(refusal_sentence(*refusal_of(COPENHAGEN, "d2-d3", Side.DEFENDERS)))
    assert said == "It is the defenders' turn, and the piece from d2 is not theirs."


def test_all_pieces_in_the_way_are_named() -> None:
    said = say(refusal_sentence(*refusal_of(COPENHAGEN, "g2-a2", Side.DEFENDERS)))
    assert said == "A piece cannot jump over another, and b2 and d2 are in the way from g2 to a2."


def test_who_may_stop_on_the_throne_and_pass_over_it_is_told_as_the_ruleset_has_it() -> None:
    barred = rules_with({"movement.throne_stop": "nobody", "movement.throne_pass": "nobody"})
    stop, over = refusal_of(barred, "f3-f6"), refusal_of(barred, "f3-f8")
    assert say(refusal_sentence(*stop)) == "Nobody may stop on the throne."
    assert say(refusal_sentence(*over)) == "Nobody may pass over the throne."


CAPTURED: dict[CaptureKind, tuple[Capture, str]] = {
    CaptureKind.CUSTODIAL: (
        Capture(CaptureKind.CUSTODIAL, named("e2"), named("e3 e1"), "4a"),
        "The piece on e2 is captured between e3 and e1.",
    ),
    CaptureKind.SHIELDWALL: (
        Capture(CaptureKind.SHIELDWALL, named("d1 e1 f1"), named("c1 g1 d2 e2 f2"), "4b"),
        "The row on d1, e1 and f1 is captured by a shieldwall.",
    ),
}


@pytest.mark.parametrize("kind", CaptureKind)
def test_every_capture_is_told_in_a_sentence(kind: CaptureKind) -> None:
    assert kind in CAPTURED, f"write down the sentence for {kind}"
    capture, sentence = CAPTURED[kind]
    assert (capture.kind, say(capture_sentence(capture))) == (kind, sentence)
    assert is_a_sentence(sentence)


@pytest.mark.parametrize(
    ("partner", "called"),
    [
        ("f6", "the throne"),
        *((corner, f"the corner {corner}") for corner in ("a1", "k1", "a11", "k11")),
        ("b1", "b1"),
    ],
)
def test_throne_and_corners_are_called_so_where_they_help(partner: str, called: str) -> None:
    capture = Capture(CaptureKind.CUSTODIAL, named("e2"), named(f"e3 {partner}"), "4a")
    assert say(capture_sentence(capture)) == f"The piece on e2 is captured between e3 and {called}."


BECAUSE: dict[OutcomeReason, str] = {
    OutcomeReason.KING_CAPTURED: "the king is captured",
    OutcomeReason.ENCIRCLED: "the king and all defenders are encircled",
    OutcomeReason.KING_ESCAPED: "the king has escaped to k1",
    OutcomeReason.EXIT_FORT: "the king stands in an exit fort that cannot be broken",
    OutcomeReason.REPETITION: "the same position has occurred too often",
    OutcomeReason.NO_MOVES: "the side to move has no legal move",
    OutcomeReason.AGREEMENT: "both sides agreed",
    OutcomeReason.RESIGNATION: "the other side resigned",
    OutcomeReason.ARBITER: "the arbiter decided so",
    OutcomeReason.TIME: "the time ran out",
}
RESULTS: dict[Side | None, str] = {
    Side.ATTACKERS: "The attackers win",
    Side.DEFENDERS: "The defenders win",
    None: "The game is a draw",
}


def outcome(reason: OutcomeReason, winner: Side | None) -> Outcome:
    """Return an outcome; its squares are named for a king who has escaped."""
    return Outcome(winner, reason, named("k1"), None if reason in BY_PEOPLE else "1")


@pytest.mark.parametrize("winner", RESULTS, ids=str)
@pytest.mark.parametrize("reason", OutcomeReason)
def test_every_outcome_is_told_in_a_sentence(reason: OutcomeReason, winner: Side | None) -> None:
    assert reason in BECAUSE, f"write down the sentence for {reason}"
    sentence = say(outcome_sentence(outcome(reason, winner)))
    assert sentence == f"{RESULTS[winner]}: {BECAUSE[reason]}."
    assert is_a_sentence(sentence)


def test_no_two_outcomes_are_told_alike() -> None:
    said = {
        say(outcome_sentence(outcome(reason, side))) for reason in OutcomeReason for side in RESULTS
    }
    assert len(said) == len(OutcomeReason) * len(RESULTS)


def test_a_move_after_the_end_is_told_that_the_game_is_over_and_why() -> None:
    over = played(SYMMETRIES[0], "..........A\nK..........", "a1-k1")
    refusal = over.refusal(parse_move("k2-k3").move)
    assert refusal is not None
    said = say(refusal_sentence(refusal, over))
    assert said == "The game is over. The defenders win: the king has escaped to k1."
    assert is_a_sentence(said)
