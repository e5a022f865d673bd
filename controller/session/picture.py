"""The view of the board, drawn from what the session knows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.events.outlook import Outlook
from controller.events.view import BoardView, ClockFace, Phase
from controller.recognition.expectation import Expectation
from controller.recognition.reading import Base, Candidate, Lifted, Reading, Refused, Unexplained
from controller.recognition.repair import RepairStep, repair
from controller.recognition.sight import Sight
from controller.rules.captures import apply_move
from controller.rules.game import Game
from controller.rules.moves import moves_from
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence
from controller.rules.sentences import refusal_sentence
from controller.session.outlook import outlook
from controller.session.sentences import (
    LIFTED_LONG_AGO,
    arbiter_sentence,
    captured_sentence,
    faulty_sentence,
    lifted_sentences,
    offer_sentence,
    paused_sentence,
    state_sentences,
    untrusted_target_sentence,
)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that a view is drawn from; equal knowledge gives equal views."""

    expected: Expectation
    setting_up: bool
    sight: Sight
    shown: Reading  # the reading that has been announced; a passing one is not shown
    paused: Sentence | None = None  # why the board cannot be read
    offer: Side | None = None  # the side that offers a draw
    why: str = ""  # an arbiter's words about the end of the game
    long_unseen: bool = False  # a piece was lifted long ago, and is seen nowhere


class Picture:
    """The view of the board, drawn anew when what is known has changed."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._known: Knowledge | None = None
        self._view: BoardView | None = None

    def of(self, known: Knowledge, clock: ClockFace | None) -> BoardView:
        """Return the view; the same object as long as nothing changes."""
        if self._view is None or known != self._known:
            self._known, self._view = known, replace(_draw(known), clock=clock)
        elif self._view.clock is not clock:
            # Each second that passes changes nothing else.
            self._view = replace(self._view, clock=clock)
        return self._view


def _draw(known: Knowledge) -> BoardView:
    game, shown = known.expected.game, known.shown
    phase = _phase(known)
    steps = _steps(known)
    lifted, targets, capturing = _targets(game, shown)
    ahead = outlook(game, shown)
    refused = shown.refusal if isinstance(shown, Refused) else None
    ruleset = game.rules.ruleset
    return BoardView(
        ruleset=ruleset.name,
        title=ruleset.title,
        phase=phase,
        position=game.position,
        sentences=_sentences(known, phase, steps, (lifted, targets, ahead)),
        occupied=known.sight.occupied,
        lifted=lifted,
        targets=targets,
        capturing=capturing,
        tentative=shown.move if isinstance(shown, Candidate) else None,
        last_move=game.plies[-1].move if game.plies else None,
        owed=known.expected.owed,
        repair=steps,
        refusal=refused,
        refusal_sentence=refusal_sentence(refused, game) if refused else None,
        plies=game.plies,
        outcome=game.outcome,
        draw_offer=known.offer,
        faulty=known.sight.unsure,
        paused=known.paused,
        outlook=ahead,
    )


def _phase(known: Knowledge) -> Phase:
    if known.setting_up:
        return Phase.SET_UP
    return Phase.OVER if known.expected.game.outcome else Phase.PLAY


def _steps(known: Knowledge) -> tuple[RepairStep, ...]:
    if known.setting_up:
        return set_up_steps(known.expected, known.sight)
    return known.shown.repair if isinstance(known.shown, Refused | Unexplained) else ()


def set_up_steps(expected: Expectation, sight: Sight) -> tuple[RepairStep, ...]:
    """Return what is still to do until a new game's start position stands."""
    position = expected.game.position
    return repair(position, *sight.differences(position), sight.kinds(expected.believed))


def _targets(game: Game, shown: Reading) -> tuple[int | None, int, int]:
    """Return the lifted square, the targets open to its piece, and those that capture."""
    if not isinstance(shown, Lifted):
        return None, 0, 0
    position = game.position if shown.base is Base.NOW else game.undo().position
    targets = capturing = 0
    for move in moves_from(game.rules, position, shown.origin):
        targets |= 1 << move.target
        if apply_move(game.rules, position, move)[1]:
            capturing |= 1 << move.target
    return shown.origin, targets, capturing


def _sentences(
    known: Knowledge,
    phase: Phase,
    steps: tuple[RepairStep, ...],
    lifted: tuple[int | None, int, Outlook],
) -> tuple[Sentence, ...]:
    if known.paused:
        return (paused_sentence(known.paused),)
    sentences = [*_state(known, phase, steps, lifted)]
    if known.why:
        sentences.append(arbiter_sentence(known.why))
    if known.offer:
        sentences.append(offer_sentence(known.offer))
    if known.expected.owed and phase is not Phase.SET_UP:
        sentences.append(captured_sentence(known.expected.owed))
    if known.sight.unsure:
        sentences.append(faulty_sentence(known.sight.unsure))
    return tuple(sentences)


def _state(
    known: Knowledge,
    phase: Phase,
    steps: tuple[RepairStep, ...],
    lifted: tuple[int | None, int, Outlook],
) -> Iterator[Sentence]:
    origin, targets, ahead = lifted
    if origin is None:
        yield from state_sentences(phase, known.expected.game, known.shown, steps)
        return
    yield from lifted_sentences(origin, targets, ahead, known.expected.game)
    if targets & known.sight.unsure:
        yield untrusted_target_sentence(targets & known.sight.unsure)
    if targets and known.long_unseen:
        yield LIFTED_LONG_AGO
