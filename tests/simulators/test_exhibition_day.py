"""A day at an exhibition: nothing goes wrong, and the board is ready at its end, without staff."""

from controller.assembly.unattended import known_names
from controller.events.event import GameStarted, MoveCommitted
from controller.exhibition.groups import start, start_rules
from controller.exhibition.reading import usual_programme
from controller.notation.moves import parse_move
from controller.rules.geometry import parse_square
from controller.rules.pieces import Side
from simulators.day_report import DayReport, Minute, first_minutes, summary
from simulators.exhibition_day import ExhibitionDay
from simulators.people.guests import GuestKind
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from simulators.truth import Truth
from tests.effort import NIGHTLY

PROGRAMME = usual_programme(known_names())
HOURS, SEED = (10.0, 1) if NIGHTLY else (0.1, 2)


def test_a_day_ends_with_a_board_that_teaches_the_next_visitor() -> None:
    report = ExhibitionDay(PROGRAMME, SEED).run(HOURS)
    assert (report.wrong, report.phantom) == ([], [])
    assert report.ready_after_s is not None
    assert report.power_cuts == 2
    assert len(first_minutes(report).splitlines()) == report.guests.total()
    figures = summary(report)
    assert (figures["ready"], figures["wrong_moves"]) == (True, 0)


def judged(move: str, origin: str, target: str) -> str | None:
    """Return what is wrong with a move that is counted after a piece went somewhere."""
    table = Tabletop(start_pieces(start_rules()))
    truth = Truth(table)
    truth.look(0.0)
    truth.take(GameStarted(0.0, "copenhagen"), start().occupied)
    piece = table.at(parse_square(origin))
    assert piece is not None
    table.grab("hand", piece.id)
    square = parse_square(target)
    table.drop("hand", square % 11, square // 11)
    truth.look(1.0)
    committed = MoveCommitted(1.0, 1, Side.ATTACKERS, parse_move(move).move, 0)
    return truth.take(committed, start().occupied)


def test_a_move_is_right_if_a_piece_of_its_kind_stands_there() -> None:
    assert judged("d1-d3", "d1", "d3") is None
    assert judged("d1-d3", "e1", "d3") is None  # one attacker is as good as another


def test_a_move_is_wrong_if_nothing_or_another_kind_stands_there() -> None:
    assert judged("d1-d3", "d1", "d2") == "d1-d3: nothing stands there"
    assert judged("d1-d3", "f4", "d3") == (
        "d1-d3: a piece of kind attacker was there, and a defender stands here"
    )


def test_a_report_says_when_a_first_minute_had_its_first_move() -> None:
    shown = [(0.0, "attracting"), (3.2, "language")]
    minute = Minute(GuestKind.READER, 3661.0, shown, first_move=22.4)
    report = DayReport(1, 1.0, minutes=[minute])
    assert first_minutes(report) == (
        "1 reader at 1:01:01: 0 s attracting, 3 s language, first move after 22 s\n"
    )
