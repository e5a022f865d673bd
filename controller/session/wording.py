"""What the board believes and waits for, in plain sentences."""

from controller.events.view import Phase
from controller.recognition.reading import Candidate, Cause, Reading, Refused, Unexplained
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.wording import describe_outcome, join_words

# More squares than this are counted, not listed: nobody reads a list of thirty.
_LISTED = 4

SAY_WHERE = "If it stands already and is not seen, say where on the page."

_WHAT_HAPPENED = {
    Cause.UNDONE: "The last move was undone.",
    Cause.TAKING_BACK: "The last move is being taken back.",
    Cause.SLID_ON: "The piece went on, and what it had captured comes back.",
    Cause.OTHER_LIFTED: "A piece is lifted whose side is not to move.",
    Cause.SEVERAL_LIFTED: "Several pieces are off the board.",
    Cause.SURPLUS: "A piece stands where none belongs.",
    Cause.WRONG_KIND: "The wrong pieces stand on these squares.",
    Cause.DISPLACED: "The board does not stand as the game does.",
    Cause.KNOCKED_OVER: "The board seems to have been knocked over; the game is not lost.",
}


def describe(phase: Phase, game: Game, shown: Reading, steps: tuple[RepairStep, ...]) -> str:
    """Return what the board believes and waits for, captured pieces aside."""
    if phase is Phase.SET_UP:
        return _describe_set_up(steps)
    match shown:
        case Candidate(move=move):
            return f"{move} stands on the board; it counts once it has stood still."
        case Refused():
            return f"This move does not count. {describe_steps(steps)}"
        case Unexplained(cause=cause):
            return f"{_WHAT_HAPPENED[cause]} {describe_steps(steps)}"
    return describe_turn(game)


def describe_turn(game: Game) -> str:
    """Return whose turn it is, or how the game ended."""
    if game.outcome:
        return describe_outcome(game.outcome)
    waiting = f"Waiting for the {game.position.to_move} to lift a piece."
    if game.plies and game.position.occupied == game.start.occupied:
        # Nobody can see whether it was played or put up so.
        return f"The pieces stand as at the start; for a new game press New game. {waiting}"
    return waiting


def describe_lifted(origin: int, targets: int, capturing: int) -> str:
    """Return what is open to a lifted piece."""
    count, captures = targets.bit_count(), capturing.bit_count()
    where = f"{SQUARE_NAMES[origin]} lifted"
    if not count:
        return f"{where}: no square is open to it; put it back."
    squares = "1 square is" if count == 1 else f"{count} squares are"
    where = f"{where}: {squares} open to it"
    if not captures:
        return f"{where}."
    return f"{where}; {_listed(capturing)} would capture."


def describe_pause(reason: str) -> str:
    """Return that the game is paused, and why."""
    return f"The game is paused. {reason}"


def describe_owed(owed: int) -> str:
    """Return the request to clear captured pieces that still stand."""
    if owed.bit_count() == 1:
        return f"Take the captured piece on {_listed(owed)} off the board."
    return f"Take the captured pieces on {_listed(owed)} off the board."


def describe_unseen(squares: int) -> str:
    """Return what happens to a move to a square whose sensor does not tell."""
    return f"If it stands on {_listed(squares)}, it counts as soon as the other side moves."


def describe_faults(squares: int) -> str:
    """Return which sensors are not trusted."""
    if squares.bit_count() == 1:
        return f"The sensor of {_listed(squares)} fails; play goes on without it."
    return f"The sensors of {_listed(squares)} fail; play goes on without them."


def describe_steps(steps: tuple[RepairStep, ...]) -> str:
    """Return what to do to make the board right."""
    sentences = [_describe_step(step) for step in steps[:_LISTED]]
    if len(steps) > _LISTED:
        sentences.append(f"{len(steps) - _LISTED} more squares are lit.")
    return " ".join(sentences)


def _describe_set_up(steps: tuple[RepairStep, ...]) -> str:
    if not steps:
        return "All pieces are in place; the game begins."
    squares = "1 square is" if len(steps) == 1 else f"{len(steps)} squares are"
    return f"Set the pieces up: {squares} still wrong. The lights show where."


def _describe_step(step: RepairStep) -> str:
    square = SQUARE_NAMES[step.square]
    if step.action is RepairAction.TAKE:
        return f"Take the piece on {square} off the board."
    article = "an" if step.piece == "attacker" else "the" if step.piece == "king" else "a"
    if step.action is RepairAction.PUT or step.origin is None:
        return f"Put {article} {step.piece} on {square}."
    return f"Move the piece on {SQUARE_NAMES[step.origin]} to {square}."


def _listed(bits: int) -> str:
    return join_words([SQUARE_NAMES[square] for square in squares_of(bits)])
