"""What a session is at: pieces are set up, or a game is played; and how one follows the other.

Knows neither commands nor clocks.
"""

from dataclasses import dataclass, replace

from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO
from controller.recognition.sight import Sight
from controller.rules.game import Game
from controller.rules.geometry import SQUARE_COUNT
from controller.rules.position import Position
from controller.session.observing import Observer
from controller.session.opening import made_again
from controller.session.play import Play
from controller.session.setting_up import SettingUp
from controller.session.starting import steps_to
from controller.session.timing import Timing


@dataclass(frozen=True, slots=True)
class Preparing:
    """Pieces are set up for the game of a line, which has no plies yet.

    `placed`: somebody asked for this position, and no game from the start. `due` is when something
    may happen though nothing changes, in seconds.
    """

    line: PlayedLine
    setting_up: SettingUp
    placed: bool = False
    due: float = LONG_AGO

    @property
    def believed(self) -> Position | None:
        """Which pieces stood where when that was last known."""
        return self.setting_up.believed

    @property
    def untouched(self) -> Position | None:
        """The pieces that stand where they stood in the game before."""
        return self.setting_up.untouched

    @property
    def stood_at(self) -> tuple[float, ...]:
        """Since when each square is as it is: long ago, as what is set up has not been played."""
        return (LONG_AGO,) * SQUARE_COUNT


Stage = Preparing | Play


def prepared(
    before: Stage,
    game: Game,
    observer: Observer,
    at: float,
    start: Position,
    *,
    placed: bool = False,
) -> Preparing:
    """Return the set-up of a game, whatever was before.

    `start`: where people may set up a game from the start instead.
    """
    sight, line = observer.sight, PlayedLine(game)
    # What is asked for once more, as after a wrong try in a lesson, has stood already.
    again = game.start == before.line.game.start
    seen = SettingUp(())
    if not placed and observer.scanned_at is not None:
        found = SettingUp.seen_before(line, sight, before.stood_at, at)
        seen = before.setting_up if isinstance(before, Preparing) and again else found
    known = replace(
        seen,
        believed=before.believed,
        untouched=None if sight.poles else before.untouched,  # poles tell
        nearest=0 if again and not sight.fits(start) else SQUARE_COUNT,
    )
    steps, played = steps_to(game.position, sight, known), made_again(known.played, line)
    return Preparing(line, replace(known, steps=steps, played=played), placed)


def begun(
    before: Preparing, sight: Sight, timing: Timing, at: float, played: PlayedLine | None
) -> Play:
    """Return the game that was set up; `played` is what has been by now, None if nothing."""
    stood = replace(sight, occupied=(played or before.line).position.occupied)
    play = Play(before.line, stood, timing, at, played)
    play.placed = before.placed
    return play
