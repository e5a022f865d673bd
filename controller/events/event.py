"""The events of a board, as values. Knows no bus and no words."""

from dataclasses import dataclass
from typing import ClassVar

from controller.events.command import Decision
from controller.rules.endings import Outcome
from controller.rules.lines import Move
from controller.rules.moves import Refusal
from controller.rules.pieces import Side
from controller.rules.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `at` is its time in seconds of the board's clock."""

    name: ClassVar[str]
    at: float


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The position that was to be set up stands, and the first ply may be made."""

    name: ClassVar[str] = "game_started"
    ruleset: str
    placed: bool = False  # somebody has set up another position than the start of a game
    clock: str = "none"  # what the clocks go by


@dataclass(frozen=True, slots=True)
class PieceLifted(Event):
    """A piece that may move was lifted, and its targets are lit."""

    name: ClassVar[str] = "piece_lifted"
    square: int


@dataclass(frozen=True, slots=True)
class MoveTentative(Event):
    """A legal move stands on the board; it counts once it has stood still."""

    name: ClassVar[str] = "move_tentative"
    move: Move


@dataclass(frozen=True, slots=True)
class MoveCommitted(Event):
    """A move has become a ply of the game; plies count from 1."""

    name: ClassVar[str] = "move_committed"
    ply: int
    side: Side
    move: Move
    captured: int


@dataclass(frozen=True, slots=True)
class MoveRetargeted(Event):
    """The last ply changed: its piece slid on before the other side touched anything."""

    name: ClassVar[str] = "move_retargeted"
    ply: int
    side: Side
    old: Move
    move: Move
    captured: int


@dataclass(frozen=True, slots=True)
class MoveTakenBack(Event):
    """The last ply was taken back, by hand on the board or by command."""

    name: ClassVar[str] = "move_taken_back"
    ply: int
    side: Side
    move: Move


@dataclass(frozen=True, slots=True)
class MoveRefused(Event):
    """A move that the rules refuse stands on the board."""

    name: ClassVar[str] = "move_refused"
    refusal: Refusal
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class CapturesCleared(Event):
    """The last captured piece that still stood is off the board."""

    name: ClassVar[str] = "captures_cleared"


@dataclass(frozen=True, slots=True)
class BoardDisturbed(Event):
    """No move explains the board; `steps` repairs put it right."""

    name: ClassVar[str] = "board_disturbed"
    steps: int


@dataclass(frozen=True, slots=True)
class BoardRestored(Event):
    """The board is right again."""

    name: ClassVar[str] = "board_restored"


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    name: ClassVar[str] = "game_ended"
    outcome: Outcome
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class EndTakenBack(Event):
    """The end that people gave the game does not count any more, and play goes on."""

    name: ClassVar[str] = "end_taken_back"


@dataclass(frozen=True, slots=True)
class DrawOffered(Event):
    """A side offers a draw."""

    name: ClassVar[str] = "draw_offered"
    side: Side


@dataclass(frozen=True, slots=True)
class DrawAccepted(Event):
    """A side accepts the draw that the other offers; the end of the game comes next."""

    name: ClassVar[str] = "draw_accepted"
    side: Side


@dataclass(frozen=True, slots=True)
class DrawDeclined(Event):
    """A side declines the draw that the other offers, in words or by playing on."""

    name: ClassVar[str] = "draw_declined"
    side: Side


@dataclass(frozen=True, slots=True)
class DrawWithdrawn(Event):
    """A side does not offer a draw any longer."""

    name: ClassVar[str] = "draw_withdrawn"
    side: Side


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """An arbiter has decided; the end of the game comes next."""

    name: ClassVar[str] = "decided"
    decision: Decision


@dataclass(frozen=True, slots=True)
class ClockStood(Event):
    """What the clocks stand at: milliseconds that the sides have left, and that were played.

    Comes with every ply, when the clocks stop, and now and then while one runs; None where a
    side's time is not limited.
    """

    name: ClassVar[str] = "clock"
    attackers_ms: int | None
    defenders_ms: int | None
    played_ms: int
    running: Side | None


@dataclass(frozen=True, slots=True)
class SensorFailed(Event):
    """The sensor of a square is not to be trusted; play goes on without it."""

    name: ClassVar[str] = "sensor_failed"
    square: int


@dataclass(frozen=True, slots=True)
class SensorHealed(Event):
    """The sensor of a square is trusted again."""

    name: ClassVar[str] = "sensor_healed"
    square: int


@dataclass(frozen=True, slots=True)
class BoardLost(Event):
    """The board cannot be read, and the game is paused; comes again when the reason changes."""

    name: ClassVar[str] = "board_lost"
    reason: Sentence


@dataclass(frozen=True, slots=True)
class BoardFound(Event):
    """The board can be read again, and the game goes on from where it was."""

    name: ClassVar[str] = "board_found"


@dataclass(frozen=True, slots=True)
class CommandRefused(Event):
    """A command or a hand's action was not carried out; `id` is the sender's, if it gave one."""

    name: ClassVar[str] = "error"
    message: Sentence
    id: str | None = None


@dataclass(frozen=True, slots=True)
class TraceSaved(Event):
    """The last minutes were written as a trace; `id` is the sender's own, if it gave one."""

    name: ClassVar[str] = "trace_saved"
    file: str
    id: str | None = None
