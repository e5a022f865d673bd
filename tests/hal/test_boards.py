"""A driver is known everywhere as soon as it stands in one table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from hal.board import Board, Frame, Scan
from hal.boards import BOARDS, SENSORS, STRIPS, open_board, open_strip, problems_of
from hal.config import NO_STRIP, BoardConfig, BoardSection, StripSection
from hal.joined_board import JoinedBoard

STILL = "still"
ON_ITS_OWN = BoardConfig(board=BoardSection(driver=STILL))


class StillBoard:
    """A board on which nothing ever stands."""

    shown: Frame | None = None

    def scan(self) -> Scan:
        """See nothing."""
        return Scan(0, 0.0)

    def show(self, frame: Frame) -> None:
        """Keep what is shown."""
        self.shown = frame


@contextmanager
def open_still(_: BoardConfig) -> Iterator[Board]:
    yield StillBoard()


def opened(config: BoardConfig) -> str:
    with open_board(config) as board:
        return type(board).__name__


def test_a_driver_named_as_a_board_is_checked_opened_and_shines_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BOARDS, STILL, open_still)
    assert (ON_ITS_OWN.strip_driver, problems_of(ON_ITS_OWN)) == (STILL, [])
    assert opened(ON_ITS_OWN) == StillBoard.__name__
    with open_strip(ON_ITS_OWN) as strip:
        assert isinstance(strip, StillBoard)


def test_a_driver_named_as_sensors_is_checked_and_opened_and_has_no_strip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SENSORS, STILL, open_still)
    assert (ON_ITS_OWN.strip_driver, problems_of(ON_ITS_OWN)) == (NO_STRIP, [])
    assert opened(ON_ITS_OWN) == JoinedBoard.__name__


def test_a_driver_named_as_a_strip_is_checked_and_opened_beside_any_sensors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(STRIPS, STILL, open_still)
    config = BoardConfig(strip=StripSection(driver=STILL))
    assert (config.strip_driver, problems_of(config)) == (STILL, [])
    assert opened(config) == JoinedBoard.__name__


@pytest.mark.parametrize("table", [BOARDS, SENSORS, STRIPS])
def test_what_is_named_in_no_table_is_refused_with_all_that_are(
    table: Mapping[str, object],
) -> None:
    section = "strip" if table is STRIPS else "board"
    config = BoardConfig.model_validate(
        {"strip": {"driver": "none"}} | {section: {"driver": STILL}}
    )
    (problem,) = problems_of(config)
    assert problem.startswith(f"{section}.driver: expected one of ")
    assert problem.endswith(f"got '{STILL}'")
    assert set(table) <= set(problem.partition(" of ")[2].split(", got")[0].split(", "))
