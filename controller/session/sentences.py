"""What the board believes and waits for, as sentences."""

from controller.events.outlook import Outlook
from controller.recognition.answer import Mover, Placed
from controller.recognition.board import BoardState, Cause, Disturbed, Refused, Right
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES, bits_of, squares_of
from controller.rules.lines import Move
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence, sentence
from controller.rules.sentences import names_of, outcome_sentence

# More squares than this are counted, not listed: nobody reads a list of thirty.
_LISTED = 4

PAUSED = sentence("command.paused")
FLICKERS = sentence("paused.flickers")
NOTHING_TO_UNDO = sentence("command.nothing_to_undo")
NOTHING_WAITS = sentence("command.nothing_waits")
NOTHING_LIFTED = sentence("command.nothing_lifted")
POSITION_OVER = sentence("command.position_over")
NO_TRACE = sentence("command.no_trace")
NO_GAME_TO_END = sentence("command.no_game_to_end")
NO_OFFER = sentence("command.no_offer")
OFFER_STANDS = sentence("command.offer_stands")


def set_up_sentence(steps: tuple[RepairStep, ...]) -> Sentence:
    """Return how much of a set-up is still to be done."""
    if not steps:
        return sentence("set_up.done")
    return sentence("set_up.steps", count=_squares_of(steps).bit_count())


def state_sentences(
    game: Game, mover: Mover, board: BoardState, *, waits: bool, unfelt: tuple[Move, ...]
) -> tuple[Sentence, ...]:
    """Return what the board believes and waits for, captured pieces aside.

    `waits`: the move that stands has not counted for so long that only the reply makes it sure.
    `unfelt`: what makes all right though no piece was felt to leave, if one of them was made; the
    reply makes that sure.
    """
    match board:
        case Right() | Disturbed(cause=Cause.SURPLUS) if unfelt and not isinstance(mover, Placed):
            nobody = sentence("tentative.unfelt", square=SQUARE_NAMES[unfelt[0].target])
            return (_unfelt_sentence(unfelt), nobody)
        case Refused(repair=steps):
            return (sentence("refused"), *repair_sentences(steps))
        case Disturbed(cause=Cause.BETWEEN, repair=(RepairStep(square=square),)):
            return (sentence("cause.between", square=SQUARE_NAMES[square]),)
        case Disturbed(cause=cause, repair=steps):
            return (sentence(f"cause.{cause}"), *repair_sentences(steps))
    if isinstance(mover, Placed):
        if len(unfelt) > 1:
            return (which_sentence(unfelt),)
        return (sentence("tentative.waits" if waits else "tentative", move=str(mover.move)),)
    return turn_sentences(game)


def _unfelt_sentence(moves: tuple[Move, ...]) -> Sentence:
    """Return what makes a move count of which nothing was felt to leave."""
    return which_sentence(moves) if moves[1:] else sentence("tentative.waits", move=str(moves[0]))


def which_sentence(moves: tuple[Move, ...]) -> Sentence:
    """Return how people show by which of some moves a piece came: the others still stand."""
    origins = bits_of(*(move.origin for move in moves))
    square = SQUARE_NAMES[moves[0].target]
    return sentence("tentative.which", square=square, squares=_names(origins))


def turn_sentences(game: Game) -> tuple[Sentence, ...]:
    """Return whose turn it is, or how the game ended."""
    if game.outcome:
        return (outcome_sentence(game.outcome),)
    waiting = sentence(f"turn.{game.position.to_move}")
    if game.plies and game.position.occupied == game.start.occupied:
        # Nobody can see whether it was played or set up so.
        return (sentence("turn.at_start"), waiting, *_repetition(game))
    return (waiting, *_repetition(game))


def arbiter_sentence(why: str) -> Sentence:
    """Return why an arbiter has decided so."""
    return sentence("outcome.why", why=why)


def offer_sentence(side: Side) -> Sentence:
    """Return that a side offers a draw."""
    return sentence(f"offer.draw.{side}")


def _repetition(game: Game) -> tuple[Sentence, ...]:
    """Return a warning if the position has occurred before."""
    seen, ending = game.times_seen(), game.rules.ruleset.ending
    if seen < 2:
        return ()
    most = ending.repetition_count
    return (sentence(f"repeated.{ending.repetition}", times=seen, count=most),)


def long_ago_sentence(origin: int) -> Sentence:
    """Return what to do with a piece that was lifted long ago."""
    return sentence("lifted.long_ago", square=SQUARE_NAMES[origin])


def stands_there_sentence(square: int) -> Sentence:
    """Return what to do where a piece stands on its square that has long not been felt there."""
    return sentence("lifted.stands_there", square=SQUARE_NAMES[square])


def lifted_sentences(origin: int, targets: int, ahead: Outlook, game: Game) -> tuple[Sentence, ...]:
    """Return what is open to a lifted piece, and what its moves would do."""
    square, count = SQUARE_NAMES[origin], targets.bit_count()
    if not count:
        return (sentence("lifted.nothing_open", square=square),)
    said = [sentence("lifted.open", square=square, count=count)]
    if ahead.winning:
        said.append(sentence("lifted.wins", squares=_names(ahead.winning)))
    if len(ahead.captures) > _LISTED:
        capturing = bits_of(*(target for target, _ in ahead.captures))
        said.append(sentence("lifted.captures.several", squares=_names(capturing)))
    else:
        for target, taken in ahead.captures:
            squares = _names(taken)
            said.append(sentence("lifted.captures", square=SQUARE_NAMES[target], squares=squares))
    if ahead.repeating:
        ending = game.rules.ruleset.ending.repetition
        said.append(sentence(f"lifted.repeats.{ending}", squares=_names(ahead.repeating)))
    return tuple(said)


def paused_sentence(reason: Sentence) -> Sentence:
    """Return that the game is paused, and why."""
    return sentence("paused", reason=reason)


def captured_sentence(owed: int) -> Sentence:
    """Return the request to clear captured pieces that still stand."""
    return sentence("captured", squares=_names(owed), count=owed.bit_count())


def untrusted_target_sentence(squares: int) -> Sentence:
    """Return what happens to a move to a square whose sensor is not trusted."""
    return sentence("lifted.untrusted_target", squares=_names(squares))


def faulty_sentence(squares: int) -> Sentence:
    """Return which sensors are not trusted."""
    return sentence("sensors.faulty", squares=_names(squares), count=squares.bit_count())


def repair_sentences(steps: tuple[RepairStep, ...]) -> tuple[Sentence, ...]:
    """Return what to do to make the board right."""
    listed = tuple(_step_sentence(step) for step in steps[:_LISTED])
    more = (_squares_of(steps) & ~_squares_of(steps[:_LISTED])).bit_count()
    return (*listed, sentence("repair.more", count=more)) if more else listed


def not_there_sentence(square: int) -> Sentence:
    """Return that no lifted piece can have gone to a square."""
    return sentence("command.not_there", square=SQUARE_NAMES[square])


def _squares_of(steps: tuple[RepairStep, ...]) -> int:
    """Return the squares that steps are about: what is of the wrong kind takes two on one."""
    ends = ((step.square, step.origin) for step in steps)
    return bits_of(*(square for pair in ends for square in pair if square is not None))


def _step_sentence(step: RepairStep) -> Sentence:
    square = SQUARE_NAMES[step.square]
    if step.action is RepairAction.TAKE:
        return sentence("repair.take", square=square)
    if step.action is RepairAction.PUT or step.origin is None:
        return sentence(f"repair.put.{step.piece}", square=square)
    return sentence("repair.shift", origin=SQUARE_NAMES[step.origin], square=square)


def _names(bits: int) -> tuple[str, ...]:
    return names_of(squares_of(bits))
