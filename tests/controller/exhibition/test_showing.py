"""What an unattended board shows and says in each of its states."""

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.exhibition.groups import groups, start
from controller.exhibition.programme import MINUTES_OF_DAY as DAY
from controller.exhibition.programme import Hours
from controller.exhibition.showing import exhibition_view, sentences
from controller.exhibition.shows import beat_at
from controller.lights.exhibiting import exhibition_meanings
from controller.lights.meaning import Meaning
from controller.rules.geometry import bits_of, squares_of
from controller.words.catalogue import say
from tests.controller.exhibition.visits import PROGRAMME, Visits
from tests.squares import squares
from tests.symmetry import SYMMETRIES, Symmetry


def shown(board: Visits) -> dict[int, Meaning]:
    return exhibition_meanings(exhibition_view(board.host, board.now, PROGRAMME))


def said(board: Visits) -> str:
    return say(*sentences(board.host, board.now, PROGRAMME, 0))


def test_the_lights_play_two_games_to_their_ends_again_and_again() -> None:
    seconds = [n / 10 for n in range(1500)]
    beats = [beat_at(each) for each in seconds]
    ends = {beat.performance.outcome.winner for beat in beats if beat.performance.outcome}
    assert len(ends) == 2
    whole = next(n for n, beat in enumerate(beats) if n > 100 and beat == beats[0])
    assert beat_at(0.0) == beat_at(whole / 10 + 0.01)
    for before, after in pairwise(beats):
        if before.performance.move and not after.performance.move:
            target = before.performance.move.target
            assert after.performance.position.occupied >> target & 1


def test_any_piece_of_the_show_can_be_seen() -> None:
    board = Visits()
    lit = shown(board)
    assert set(lit) == set(squares_of(start().occupied))
    assert set(lit.values()) == {
        Meaning.SHOW_ATTACKER,
        Meaning.SHOW_DEFENDER,
        Meaning.SHOW_KING,
    }
    assert said(board).startswith("Touch any piece to begin.")


def test_each_edge_has_a_light_of_its_own_for_its_language() -> None:
    board = Visits()
    board.touch()
    view = exhibition_view(board.host, board.now, PROGRAMME)
    assert [option.language for option in view.options] == ["en", "de", "da", "nb", ""]
    meanings_of = {shown(board)[next(iter(squares_of(o.squares)))] for o in view.options}
    assert len(meanings_of) == 5
    assert said(board) == "Choose your language: lift a piece on its light."


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_from_every_side_of_the_board_the_groups_look_the_same(symmetry: Symmetry) -> None:
    turned = {bits_of(*symmetry.squares(squares_of(group))) for group in groups(start())}
    assert turned == set(groups(start()))


def test_the_first_time_is_asked_by_the_middle_and_the_edge() -> None:
    board = Visits()
    board.come()
    lit = shown(board)
    assert set(lit.values()) == {Meaning.OPTION_MIDDLE, Meaning.OPTION_SECOND}
    assert {s for s in lit if lit[s] is Meaning.OPTION_MIDDLE} == set(
        squares_of(start().defenders | start().king)
    )


def test_a_countdown_goes_out_light_by_light_round_the_edge() -> None:
    board = Visits()
    board.come()
    board.wait(PROGRAMME.patience.first_time)
    counts = []
    for _ in range(14):
        counts.append(sum(m is Meaning.COUNTDOWN for m in shown(board).values()))
        board.wait(1.0)
    assert counts == sorted(counts, reverse=True)
    assert counts[0] >= 38
    assert counts[-1] <= 6


def test_missing_pieces_are_called_by_their_kinds() -> None:
    board = Visits()
    missing = squares("d1 e1 f6")
    board.see(setting_up=True, missing=missing, steps=4)
    board.touch("k8")
    view = exhibition_view(board.host, board.now, PROGRAMME)
    assert (view.counted, view.all_pieces) == (34, 37)
    assert said(board) == (
        "Set up 4 pieces, as the lights show. Look for 2 attackers: they are missing. "
        "Look for the king: he is missing."
    )
    board.see(steps=3)
    assert said(board).endswith("Put a coin where you find no piece.")


def test_a_closed_board_is_dark_and_says_when_it_opens() -> None:
    board = Visits()
    board.see(is_open=False)
    assert shown(board) == {}
    assert said(board) == "The board is closed."
    programme = replace(PROGRAMME, hours=(Hours(0, 600, 900),))
    assert say(*sentences(board.host, board.now, programme, 0)) == (
        "The board is closed until 10:00."
    )


@pytest.mark.parametrize(
    ("minute", "until"),
    [
        (599, "10:00"),  # on the day itself
        (-1, "Monday, 10:00"),  # on Sunday, late
        (900, "Wednesday, 09:30"),  # the day's hours are over
        (DAY, "Wednesday, 09:30"),  # on a day without hours
    ],
)
def test_a_board_that_opens_on_another_day_names_the_day(minute: int, until: str) -> None:
    board = Visits()
    board.see(is_open=False)
    programme = replace(PROGRAMME, hours=(Hours(0, 600, 900), Hours(2, 570, 900)))
    found = say(*sentences(board.host, board.now, programme, minute % (7 * DAY)))
    assert found == f"The board is closed until {until}."


def test_a_board_that_opens_once_a_week_names_the_day_as_soon_as_it_has_closed() -> None:
    board = Visits()
    board.see(is_open=False)
    programme = replace(PROGRAMME, hours=(Hours(0, 600, 900),))
    found = say(*sentences(board.host, board.now, programme, 900))
    assert found == "The board is closed until Monday, 10:00."
