"""A film of a table while simulated people play on it: what stood where, scan by scan."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random

from controller.notation.moves import parse_move
from controller.rules.geometry import parse_square
from hal.board import Scan
from simulators.boards.virtual import VirtualBoard
from simulators.headless import Simulation
from simulators.people.games import PlannedGame
from simulators.people.profiles import PROFILES, STEADY, Profile
from simulators.table.tabletop import PhysicalPiece, Tabletop
from tests.board_driver import COPENHAGEN

CHANCES = (
    "slides",
    "stops",
    "overshoots",
    "stops_short",
    "hops",
    "holds",
    "off_centre",
    "far_off",
    "nudges",
    "sleeves",
    "carries_two",
    "changes_mind",
    "replies_at_once",
    "bullets",
    "replies_early",
    "wrong_side",
    "jumps",
    "adjusts",
    "scatters",
    "captives_first",
    "lays_aside",
    "puts_back",
    "takes_back",
    "knocks_over",
    "restarts",
    "sets_up_by_hand",
)


@dataclass(frozen=True, slots=True)
class Still:
    """The table at the time of one scan."""

    at: float
    occupied: int
    pieces: tuple[PhysicalPiece, ...]

    def feels(self, name: str) -> bool:
        """Whether the sensor of a square is closed."""
        return bool(self.occupied >> parse_square(name) & 1)


class Film(VirtualBoard):
    """A board that remembers what stood on it at every scan."""

    def __init__(self, table: Tabletop, clock: Callable[[], float]) -> None:
        """Begin to film a table."""
        super().__init__(table, clock)
        self.stills: list[Still] = []

    def scan(self) -> Scan:
        """Feel for magnets, and remember."""
        scan = super().scan()
        self.stills.append(Still(scan.at, scan.occupied, self._table.pieces))
        return scan


class Filmed:
    """Games played by a profile, with the film and the commands that were given."""

    def __init__(self, profile: Profile, seed: int, *games: str) -> None:
        """Play games, each written as moves."""
        self.commands: list[str] = []
        films: list[Film] = []

        def make_board(table: Tabletop, clock: Callable[[], float]) -> Film:
            films.append(Film(table, clock))
            return films[0]

        self.simulation = Simulation(
            COPENHAGEN, Random(seed), make_board, profile, self.commands.append
        )
        for game in games:
            moves = tuple(parse_move(word).move for word in game.split())
            self.simulation.play(PlannedGame(moves))
        self.stills = films[0].stills

    @property
    def counts(self) -> tuple[int, ...]:
        """Plies, recognised, wrong, missed, phantom."""
        report = self.simulation.report
        return (report.plies, report.recognised, report.wrong, report.missed, report.phantom)

    def felt(self, name: str) -> float:
        """Return for how long a square felt a magnet, in seconds."""
        return 0.01 * sum(still.feels(name) for still in self.stills)

    def when(self, seen: Callable[[Still], bool]) -> list[float]:
        """Return the times at which something was to be seen."""
        return [still.at for still in self.stills if seen(still)]


def having(behaviour: str) -> list[Profile]:
    """Return the profiles that show a behaviour."""
    return [profile for profile in PROFILES.values() if getattr(profile, behaviour) > 0]


def only(profile: Profile, *behaviours: str) -> Profile:
    """Return a profile that always shows some behaviours, in its own manner, and no other."""
    chances = {name: float(name in behaviours) for name in CHANCES}
    values = {part.name: getattr(profile, part.name) for part in fields(profile)}
    return replace(STEADY, **{**values, **chances})


def is_askew(piece: PhysicalPiece) -> bool:
    """Say whether a piece stands away from the middle of its square, in nobody's hand."""
    middle = piece.x == round(piece.x) and piece.y == round(piece.y)
    return piece.stands and piece.held_by is None and not middle


def away(piece: PhysicalPiece) -> float:
    """Return how far a piece stands from the middle of its square."""
    return float(((piece.x - round(piece.x)) ** 2 + (piece.y - round(piece.y)) ** 2) ** 0.5)
