"""The view of the board, drawn from what the session knows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from controller.events.outlook import Outlook
from controller.events.view import BoardView, ClockFace, Phase
from controller.recognition.answer import IDLE, Lifted, Mover, Placed
from controller.recognition.board import BoardState, Disturbed, Refused, Right
from controller.recognition.line import PlayedLine
from controller.recognition.repair import RepairStep
from controller.recognition.sight import Sight
from controller.rules.captures import apply_move
from controller.rules.game import Game
from controller.rules.geometry import bits_of
from controller.rules.lines import Move
from controller.rules.moves import moves_from
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence
from controller.session.observing import Observer
from controller.session.outlook import outlook
from controller.session.refusals import why_refused
from controller.session.sentences import (
    arbiter_sentence,
    captured_sentence,
    faulty_sentence,
    lifted_sentences,
    long_ago_sentence,
    offer_sentence,
    paused_sentence,
    set_up_sentence,
    stands_there_sentence,
    state_sentences,
    untrusted_target_sentence,
)
from controller.session.setting_up import SettingUp
from controller.session.settling import Settlement
from controller.session.stage import Preparing, Stage


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that a view is drawn from; equal knowledge gives equal views."""

    line: PlayedLine  # the plies that count
    ended: Game | None  # the same, with the end that people or a clock gave it
    mover: Mover
    board: BoardState | SettingUp
    sight: Sight
    owed: int = 0
    strays: int = 0
    paused: Sentence | None = None  # why the board cannot be read
    offer: Side | None = None  # the side that offers a draw
    why: str = ""  # an arbiter's words about the end of the game
    long_unseen: bool = False  # a piece was lifted long ago, and is seen nowhere
    missing: int | None = None  # a piece may stand there unfelt that is asked for, for long
    waits: bool = False  # a move stands, and has not counted for longer than most do
    unfelt: tuple[Move, ...] = ()  # one of them was made, though nothing felt it begin
    placed: bool = False  # somebody has set up this position: it begins no game from the start
    next_ruleset: str = ""  # by its name
    apart: bool = False  # among strangers, who cannot play to a square whose sensor fails

    @classmethod
    def of(
        cls, stage: Stage, observer: Observer, settlement: Settlement, next_ruleset: str
    ) -> Self:
        """Return what is known of a game, or of what is set up for one, by the newest scan."""
        if isinstance(stage, Preparing):
            return cls(
                line=stage.line,
                ended=None,
                mover=IDLE,
                board=stage.setting_up,
                sight=observer.sight,
                paused=observer.paused,
                placed=stage.placed,
                next_ruleset=next_ruleset,
            )
        at, shown = observer.scanned_at, stage.shown
        return cls(
            line=stage.line,
            ended=settlement.ended,
            mover=shown.doing,
            board=shown.asked,
            sight=observer.sight,
            owed=shown.owed,
            strays=shown.strays,
            paused=observer.paused,
            why=settlement.why,
            offer=settlement.offer,
            long_unseen=at is not None and stage.is_long_unseen(at),
            missing=None if at is None else stage.missing(at),
            waits=shown.waits,
            unfelt=shown.unfelt,
            apart=stage.apart,
            placed=stage.placed,
            next_ruleset=next_ruleset,
        )

    @property
    def game(self) -> Game:
        """The game so far."""
        return self.ended or self.line.game

    @property
    def barred(self) -> int:
        """The squares to which nothing can be played now."""
        return self.sight.unsure if self.apart else 0


class Picture:
    """The view of the board, drawn again when what is known has changed."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._known: Knowledge | None = None
        self._view: BoardView | None = None

    def of(self, known: Knowledge, clock: ClockFace | None) -> BoardView:
        """Return the view; the same object as long as nothing changes."""
        if self._view is None or (known is not self._known and known != self._known):
            self._view = replace(_draw(known), clock=clock)
        elif self._view.clock is not clock:
            # Each second that passes changes nothing else.
            self._view = replace(self._view, clock=clock)
        self._known = known
        return self._view


def _draw(known: Knowledge) -> BoardView:
    game, board = known.game, known.board
    # One thing at a time: a board that is not right is put right first.
    mover = known.mover if isinstance(board, Right) else IDLE
    lifted, targets, capturing = _targets(mover, known.barred)
    ahead = outlook(game, mover)
    refused = board if isinstance(board, Refused) else None
    ruleset = game.rules.ruleset
    return BoardView(
        ruleset=ruleset.name,
        title=ruleset.title,
        phase=_phase(known),
        position=game.position,
        sentences=_sentences(known, (lifted, targets, ahead)),
        occupied=known.sight.occupied,
        lifted=lifted,
        targets=targets,
        capturing=capturing,
        tentative=_tentative(mover, known.unfelt),
        last_move=known.line.move,
        owed=known.owed,
        strays=known.strays,
        repair=_steps(board),
        refusal=refused.refusal if refused else None,
        refusal_sentence=why_refused(refused, game) if refused else None,
        plies=game.plies,
        placed=known.placed,
        next_ruleset=known.next_ruleset,
        outcome=game.outcome,
        draw_offer=known.offer,
        faulty=known.sight.faulty,
        paused=known.paused,
        outlook=ahead,
    )


def _tentative(mover: Mover, unfelt: tuple[Move, ...]) -> Move | None:
    """Return the move that does not count yet; None if nobody knows which of several it is."""
    if unfelt:
        return unfelt[0] if len(unfelt) == 1 else None
    return mover.move if isinstance(mover, Placed) else None


def _phase(known: Knowledge) -> Phase:
    if isinstance(known.board, SettingUp):
        return Phase.SET_UP
    return Phase.OVER if known.game.outcome else Phase.PLAY


def _steps(board: BoardState | SettingUp) -> tuple[RepairStep, ...]:
    match board:
        case Refused(repair=steps) | Disturbed(repair=steps) | SettingUp(steps=steps):
            return steps
    return ()


def _targets(mover: Mover, barred: int) -> tuple[int | None, int, int]:
    """Return the lifted square, the targets open to its piece, and those that capture.

    `barred` are squares to which it cannot go just now.
    """
    if not isinstance(mover, Lifted):
        return None, 0, 0
    game = mover.line.game
    targets = capturing = 0
    if not game.outcome:
        for move in moves_from(game.rules, game.position, mover.origin):
            targets |= 1 << move.target
            if apply_move(game.rules, game.position, move)[1]:
                capturing |= 1 << move.target
    return mover.origin, targets & ~barred, capturing & ~barred


def _sentences(known: Knowledge, lifted: tuple[int | None, int, Outlook]) -> tuple[Sentence, ...]:
    if known.paused:
        return (paused_sentence(known.paused),)
    sentences = [*_state(known, lifted)]
    if known.why:
        sentences.append(arbiter_sentence(known.why))
    if known.offer:
        sentences.append(offer_sentence(known.offer))
    dead = (known.owed | known.strays) & ~bits_of(*(move.target for move in known.unfelt))
    if dead and not isinstance(known.board, SettingUp):
        sentences.append(captured_sentence(dead))
    if known.sight.faulty:
        sentences.append(faulty_sentence(known.sight.faulty))
    return tuple(sentences)


def _state(known: Knowledge, lifted: tuple[int | None, int, Outlook]) -> Iterator[Sentence]:
    board = known.board
    origin, targets, ahead = lifted
    if isinstance(board, SettingUp):
        yield set_up_sentence(board.steps)
    elif origin is None or not isinstance(board, Right):
        waits, unfelt = known.waits, known.unfelt
        yield from state_sentences(known.game, known.mover, board, waits=waits, unfelt=unfelt)
        if known.missing is not None:
            yield stands_there_sentence(known.missing)
    else:
        yield from lifted_sentences(origin, targets, ahead, known.game)
        if targets & known.sight.faulty:
            yield untrusted_target_sentence(targets & known.sight.faulty)
        if known.long_unseen:
            yield long_ago_sentence(origin) if targets else stands_there_sentence(origin)
