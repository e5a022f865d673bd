"""A day at an exhibition: nothing goes wrong, and the board is ready at its end, without staff."""

from dataclasses import replace

import pytest

from controller.assembly.unattended import known_names
from controller.events.event import GameStarted, MoveCommitted, MoveTakenBack
from controller.events.view import BoardView, Phase
from controller.exhibition.groups import start, start_rules
from controller.exhibition.programme import Hours
from controller.exhibition.reading import usual_programme
from controller.notation.moves import parse_move
from controller.rules.geometry import bits_of, parse_square
from controller.rules.pieces import Side
from simulators.day_report import DayReport, Minute, first_minutes, in_sentences, summary
from simulators.exhibition_day import ExhibitionDay
from simulators.people.guests import GuestKind
from simulators.table.start import start_pieces
from simulators.table.tabletop import Tabletop
from simulators.truth import Fault, Truth
from tests.effort import NIGHTLY

PROGRAMME = usual_programme(known_names())
# In the short day a thief comes, and a sensor fails in its last minute.
HOURS, SEED = (10.0, 1) if NIGHTLY else (0.1, 665)


def test_a_day_ends_with_a_board_that_teaches_the_next_visitor() -> None:
    report = ExhibitionDay(PROGRAMME, SEED).run(HOURS)
    assert (report.wrong, report.phantom) == ([], [])
    assert report.ready_after_s is not None
    assert report.power_cuts == 2
    assert report.faults > 0
    # A line for each guest, and one for each ply that no sensor could tell.
    lines = first_minutes(report).splitlines()
    assert len(lines) == report.guests.total() + len(report.undecidable)
    figures = summary(report)
    assert (figures["ready"], figures["wrong_moves"]) == (True, 0)


def states_shown(report: DayReport) -> set[str]:
    return {state for minute in report.minutes for _, state in minute.shown}


def test_a_day_begins_when_the_programme_first_opens() -> None:
    thursday = replace(PROGRAMME, hours=(Hours(3, 11 * 60, 17 * 60), Hours(5, 9 * 60, 17 * 60)))
    report = ExhibitionDay(thursday, SEED).run(0.1)
    assert "closed" not in states_shown(report)
    assert (report.plies > 0, report.ready_after_s is not None) == (True, True)


def test_nobody_comes_after_the_closing_hour_and_the_last_visitor_comes_on_another_day() -> None:
    sunday = replace(PROGRAMME, hours=(Hours(6, 23 * 60, 23 * 60 + 4),))
    report = ExhibitionDay(sunday, SEED).run(0.3)
    *_, before, last = report.minutes
    assert before.came_at < 4 * 60
    assert last.came_at == pytest.approx(7 * 24 * 3600, abs=60)
    assert "closed" not in [state for _, state in last.shown]
    assert report.ready_after_s is not None


def test_a_day_is_said_in_words() -> None:
    report = DayReport(seed=3, hours=1.0, plies=17, power_cuts=2, faults=1)
    report.guests.update({GuestKind.PASSER_BY: 2, GuestKind.CHILD: 1})
    report.resets.update({"still_there": 2})
    report.wrong.append("d1-d3: nothing stands there")
    assert in_sentences(report) == [
        "1 h with seed 3: 3 visitors",
        "  child: 1",
        "  passer by: 2",
        "17 moves: 1 wrong, 0 that no sensor can tell",
        "visits over: 0; lessons solved: 0 of 0; games begun: 0",
        "begun again: 2; though somebody was there: 0",
        "power cuts: 2; sensors that failed: 1",
        "The board did not teach the visitor who came last.",
    ]


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
    fault = truth.take(committed, start().occupied)
    return fault.what if fault else None


def test_a_move_is_right_if_a_piece_of_its_kind_stands_there() -> None:
    assert judged("d1-d3", "d1", "d3") is None
    assert judged("d1-d3", "e1", "d3") is None  # one attacker is as good as another


def test_a_move_is_wrong_if_nothing_or_another_kind_stands_there() -> None:
    assert judged("d1-d3", "d1", "d2") == "d1-d3: nothing stands there"
    assert judged("d1-d3", "f4", "d3") == (
        "d1-d3: a piece of kind attacker was there, and a defender stands here"
    )


@pytest.mark.parametrize("other_is_touched", [False, True])
def test_a_spare_piece_on_the_square_where_one_in_a_hand_could_go_is_undecidable(
    *, other_is_touched: bool
) -> None:
    table = Tabletop(start_pieces(start_rules()))
    truth = Truth(table)
    spare = table.at(parse_square("f4"))
    held, touched = table.at(parse_square("d1")), table.at(parse_square("k4"))
    assert spare is not None
    assert held is not None
    assert touched is not None
    table.grab("from the tray", spare.id)
    truth.look(0.0)
    position = start().masked(~bits_of(parse_square("f4")))
    truth.take(GameStarted(0.0, "copenhagen"), position.occupied)
    truth.agree(BoardView("copenhagen", "", Phase.PLAY, position, ()))
    table.grab("mover", held.id)
    truth.look(1.0)
    if other_is_touched:
        table.grab("another", touched.id)
        truth.look(1.5)
    table.drop("from the tray", 3, 2)
    truth.look(2.0)
    committed = MoveCommitted(2.5, 1, Side.ATTACKERS, parse_move("d1-d3").move, 0)
    what = "d1-d3: a piece of kind attacker was there, and a defender stands here"
    fault = truth.take(committed, position.occupied)
    assert fault == Fault(what, undecidable=not other_is_touched)


def test_a_report_says_when_a_first_minute_had_its_first_move() -> None:
    shown = [(0.0, "attracting"), (3.2, "language")]
    minute = Minute(GuestKind.READER, 3661.0, shown, first_move=22.4)
    report = DayReport(1, 1.0, minutes=[minute])
    assert first_minutes(report) == (
        "1 reader at 1:01:01: 0 s attracting, 3 s language, first move after 22 s\n"
    )


def test_after_a_move_was_taken_back_its_piece_belongs_where_it_came_from() -> None:
    table = Tabletop(start_pieces(start_rules()))
    truth, move = Truth(table), parse_move("d1-d3").move
    occupied = start().occupied
    truth.look(0.0)
    truth.take(GameStarted(0.0, "copenhagen"), occupied)
    piece = table.at(move.origin)
    assert piece is not None
    for at, square in ((1.0, move.target), (3.0, move.origin), (5.0, move.target)):
        table.grab("hand", piece.id)
        table.drop("hand", square % 11, square // 11)
        truth.look(at)
        if square == move.origin:
            back = MoveTakenBack(at, 1, Side.ATTACKERS, move)
            assert truth.take(back, occupied) is None
        else:
            made = MoveCommitted(at, 1, Side.ATTACKERS, move, 0)
            assert truth.take(made, occupied) is None
