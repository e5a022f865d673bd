"""A traced board is the board, and what it felt stands in the trace."""

import io
from collections.abc import Sequence

import pytest

from controller.trace.entries import TraceCommand, TraceLoss
from controller.trace.header import TraceHeader
from controller.trace.reader import read_trace
from controller.trace.recorder import TracingBoard
from controller.trace.writer import TraceWriter
from hal.board import DARK, SQUARE_COUNT, Board, Frame, Scan
from hal.errors import BoardLostError

SCANS = [Scan(1, 0.0), Scan(1, 0.01), Scan(0, 0.02), Scan(2, 0.03)]


class ListedBoard:
    """A board that gives the scans of a list, and is lost between them."""

    def __init__(self, scans: Sequence[Scan | BoardLostError]) -> None:
        self._scans = iter(scans)
        self.shown = DARK

    def scan(self) -> Scan:
        scan = next(self._scans)
        if isinstance(scan, BoardLostError):
            raise scan
        return scan

    def show(self, frame: Frame) -> None:
        self.shown = frame


class FullDisk(io.StringIO):
    """A file that takes some writes and no more."""

    def __init__(self, writes: int) -> None:
        super().__init__()
        self._left = writes

    def write(self, text: str) -> int:
        if self._left == 0:
            raise OSError(28, "No space left on device")
        self._left -= 1
        return super().write(text)


def traced(
    stream: io.StringIO, scans: Sequence[Scan | BoardLostError]
) -> tuple[TracingBoard, ListedBoard, TraceWriter]:
    inner, writer = ListedBoard(scans), TraceWriter(stream, TraceHeader())
    return TracingBoard(inner, writer), inner, writer


def test_scans_and_frames_pass_through() -> None:
    board, inner, _ = traced(io.StringIO(), SCANS)
    as_board: Board = board
    assert [as_board.scan() for _ in SCANS] == SCANS
    frame = Frame(bytes([7]) * SQUARE_COUNT * 3)
    as_board.show(frame)
    assert inner.shown == frame


def test_scans_and_commands_are_in_the_trace_in_the_order_of_their_effect() -> None:
    stream = io.StringIO()
    board, _, writer = traced(stream, SCANS)
    board.command("new_game")
    board.scan()
    board.scan()
    board.command("undo")
    board.command("undo")
    board.scan()
    board.scan()
    writer.close()
    entries = list(read_trace(stream.getvalue().splitlines())[1])
    undo = TraceCommand("undo", 0.02)
    assert entries == [
        SCANS[0],
        TraceCommand("new_game", 0.0),
        *SCANS[1:3],
        undo,
        undo,
        SCANS[3],
    ]
    assert board.failure is None


def test_a_lost_board_is_lost_and_its_trace_says_so_once_for_each_reason() -> None:
    stream = io.StringIO()
    lost = [BoardLostError(reason, n) for n, reason in enumerate(["no", "no", "none", "no"], 1)]
    board, _, writer = traced(stream, [Scan(1, 0.0), *lost, Scan(1, 5.0), BoardLostError("no", 6)])
    board.scan()
    for loss in lost:
        board.command("undo")
        with pytest.raises(BoardLostError) as raised:
            board.scan()
        assert raised.value is loss
    board.scan()
    with pytest.raises(BoardLostError):
        board.scan()
    writer.close()
    assert list(read_trace(stream.getvalue().splitlines())[1]) == [
        Scan(1, 0.0),
        TraceLoss("no", 1.0),
        TraceCommand("undo", 1.0),
        TraceCommand("undo", 2.0),
        TraceLoss("none", 3.0),
        TraceCommand("undo", 3.0),
        TraceLoss("no", 4.0),
        TraceCommand("undo", 4.0),
        Scan(1, 5.0),
        TraceLoss("no", 6.0),
    ]
    assert board.failure is None


def test_a_full_disk_ends_the_trace_and_not_the_game() -> None:
    stream = FullDisk(writes=2)
    board, _, _ = traced(stream, SCANS)
    assert [board.scan() for _ in SCANS] == SCANS
    assert str(board.failure) == "[Errno 28] No space left on device"
    assert len(list(read_trace(stream.getvalue().splitlines())[1])) == 1


def test_a_board_whose_time_goes_back_ends_the_trace_and_not_the_game() -> None:
    scans = [Scan(1, 1.0), Scan(1, 0.5), Scan(0, 1.5)]
    board, _, _ = traced(io.StringIO(), scans)
    assert [board.scan() for _ in scans] == scans
    assert str(board.failure) == "time: expected 1.0 or later, got 0.5"


def test_a_traced_board_is_asked_for_fewer_reports_if_it_can_be() -> None:
    class PacedBoard(ListedBoard):
        """A board that notes how often it is to report."""

        period_s = 0.0

        def set_period(self, period_s: float) -> None:
            self.period_s = period_s

    paced, listed = PacedBoard(SCANS), ListedBoard(SCANS)
    for board in (paced, listed):
        writer = TraceWriter(io.StringIO(), TraceHeader(board="reed", ruleset="", began=0.0))
        TracingBoard(board, writer).set_period(0.2)
    assert paced.period_s == 0.2
