"""What people say of the board: where a piece stands unseen, and which position they set up."""

from dataclasses import replace

from controller.events.command import About, Placement
from controller.recognition.expectation import Expectation
from controller.recognition.read import read
from controller.recognition.reading import Base, Candidate, Lifted, Refused, Same, Standing
from controller.recognition.sight import Sight
from controller.rules.compiled import Rules, compiled
from controller.rules.errors import RulesetError
from controller.rules.game import Game, judged_as_it_stands
from controller.rules.geometry import squares_of
from controller.rules.library import named_ruleset
from controller.rules.lines import MOVES
from controller.rules.sentence import Sentence, verbatim
from controller.rules.sentences import refusal_sentence
from controller.session.plies import with_ply
from controller.session.sentences import POSITION_OVER, not_there_sentence

# Nobody holds a piece over the board for so long; it stands somewhere and is not seen.
_UNSEEN_S = 10.0


def is_long_unseen(standing: Standing, at: float | None) -> bool:
    """Say whether a piece was lifted so long ago that it probably stands unseen."""
    lifted = isinstance(standing.reading, Lifted)
    return lifted and at is not None and standing.has_stood(_UNSEEN_S, at)


def told_to_stand(expected: Expectation, sight: Sight, square: int) -> Candidate | Same | Sentence:
    """Return what the board shows if a piece stands on a square, whatever its sensor tells.

    That is a move to the square, or nothing new where the game has a piece there; anything else
    is answered with the sentence that refuses it.
    """
    bit = 1 << square
    felt = replace(sight, occupied=sight.occupied | bit, unsure=sight.unsure & ~bit)
    reading = read(expected, felt)
    match reading:
        case Candidate(move=move) if move.target == square:
            return reading
        case Same() if read(expected, sight) != reading:
            return reading
    begun = _begun_before_others(expected, felt, square)
    if begun is not None:
        return begun
    if isinstance(reading, Refused):
        return refusal_sentence(reading.refusal, expected.game)
    return not_there_sentence(square)


def _begun_before_others(expected: Expectation, felt: Sight, square: int) -> Candidate | None:
    """Return the one move to a square after which the board makes sense.

    Who replies at once and is replied to at once is several plies ahead of the one not seen; and
    a reply that came to stand in line with an unseen move was perhaps taken for that move.
    """
    for moves in (_next_moves(expected, felt, square), _last_moves(expected, square)):
        found = [move for move in moves if _makes_sense(expected, move, felt)]
        if len(found) == 1:
            return found[0]
    return None


def _next_moves(expected: Expectation, felt: Sight, square: int) -> list[Candidate]:
    game = expected.game
    own = game.position.of(game.position.to_move)
    gone = felt.differences(game.position, expected.owed)[0] & own
    moves = [MOVES[origin][square] for origin in squares_of(gone)]
    return [Candidate(move, Base.NOW) for move in moves if not game.refusal(move)]


def _last_moves(expected: Expectation, square: int) -> list[Candidate]:
    if not expected.game.plies:
        return []
    last = expected.game.plies[-1].move
    move = MOVES[last.origin][square]
    if square in last or expected.game.undo().refusal(move):
        return []
    return [Candidate(move, Base.LAST)]


def _makes_sense(expected: Expectation, candidate: Candidate, felt: Sight) -> bool:
    after, _ = with_ply(expected, candidate, felt.occupied, 0.0)
    return isinstance(read(after, felt), Same | Lifted | Candidate)


def placed_game(rules: Rules, about: About) -> Game | Sentence:
    """Return the game that begins with a position, or the sentence that refuses it.

    Raises:
        ValueError: the command is not about a position.
    """
    if not isinstance(about, Placement):
        raise ValueError(f"set_up: expected a position, got {about!r}")  # noqa: TRY004 - as all commands
    if about.ruleset is not None and about.ruleset != rules.ruleset.name:
        try:
            rules = compiled(named_ruleset(about.ruleset))
        except RulesetError as error:
            return verbatim(str(error))
    game = Game(rules, about.position)
    return POSITION_OVER if judged_as_it_stands(game).outcome else game
