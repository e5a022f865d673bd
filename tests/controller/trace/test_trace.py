"""Traces are text that gives back the scans it was made of, and refuses what is no trace."""

import io
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.trace.entries import TraceCommand, TraceEntry, TraceLoss
from controller.trace.errors import TraceError
from controller.trace.header import TraceHeader
from controller.trace.reader import _Reader, read_trace
from controller.trace.writer import FULL_EVERY, TraceWriter
from hal.board import SQUARE_COUNT, Poles, Scan
from hal.errors import HalError

HEADER = TraceHeader(board="virtual", ruleset="copenhagen", settings={"settle_ms": "300"})
HEAD = "# hnefi trace: 1\n# period_ms: 10\n"
A1, D1, D3, K11 = 1, 1 << 3, 1 << 25, 1 << 120
EMPTY = "0" * 31
FULL_D1 = f"{D1:031x}"


def written(entries: list[TraceEntry], header: TraceHeader = HEADER, *, closed: bool = True) -> str:
    stream = io.StringIO()
    writer = TraceWriter(stream, header)
    for entry in entries:
        if isinstance(entry, Scan):
            writer.scan(entry)
        elif isinstance(entry, TraceLoss):
            writer.loss(entry.reason, entry.at)
        else:
            writer.command(entry.name, entry.at)
    if closed:
        writer.close()
    return stream.getvalue()


def read(text: str) -> list[TraceEntry]:
    return list(read_trace(io.StringIO(text))[1])


def body(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("#")]


def scans(occupied: int, first_ms: int, last_ms: int, step_ms: int = 10) -> list[TraceEntry]:
    return [Scan(occupied, ms / 1000) for ms in range(first_ms, last_ms + 1, step_ms)]


# What is written ---------------------------------------------------------------------------


def test_a_trace_is_a_header_and_a_line_for_each_change() -> None:
    undo = TraceCommand("undo", 0.5)
    entries = [
        *scans(D1, 0, 120),
        *scans(0, 130, 240),
        *scans(D3 | K11, 250, 500),
        undo,
        *scans(D3, 510, 700),
    ]
    text = written(entries)
    assert text == (
        "# hnefi trace: 2\n"
        "# board: virtual\n"
        "# ruleset: copenhagen\n"
        "# period_ms: 10\n"
        "# began: 0.000\n"
        "# settle_ms: 300\n"
        f"0.000 = {FULL_D1}\n"
        "0.130 -d1\n"
        "0.250 +d3 +k11\n"
        "0.500 ! undo\n"
        "0.510 -k11\n"
        ". 0.700\n"
    )
    assert read(text) == entries


def test_a_board_that_cannot_be_read_says_why_until_the_next_scan() -> None:
    entries: list[TraceEntry] = [
        *scans(D1, 0, 20),
        TraceLoss("The board was unplugged; plug it in again.", 0.05),
        TraceCommand("undo", 1.0),
        TraceLoss("The board is silent.", 2.0),
        *scans(D1, 3000, 3020),
    ]
    text = written(entries)
    assert body(text) == [
        f"0.000 = {FULL_D1}",
        "0.050 ~0.030 ? The board was unplugged; plug it in again.",
        "1.000 ~0.980 ! undo",
        "2.000 ~1.980 ? The board is silent.",
        "3.000 ~2.980",
        ". 3.020",
    ]
    assert read(text) == entries


def test_a_loss_is_one_line_whatever_its_reason_is_made_of() -> None:
    losses: list[TraceEntry] = [TraceLoss(" two\n lines\x1b ", 0.0), TraceLoss("", 0.0)]
    text = written(losses)
    assert body(text) == ["0.000 ? two lines?", "0.000 ? unknown", ". 0.000"]
    assert read(text) == [TraceLoss("two lines?", 0.0), TraceLoss("unknown", 0.0)]


def test_commands_that_set_up_games_come_back() -> None:
    entries: list[TraceEntry] = [
        *scans(D1, 0, 0),
        TraceCommand("new_game fetlar fischer:15+10", 0.0),
        TraceCommand("set_up - attackers /11/11/11/3t7/11/5K5/11/11/11/11/11/", 0.0),
    ]
    assert read(written(entries)) == entries


def test_a_command_may_be_about_a_square() -> None:
    entries: list[TraceEntry] = [*scans(D1, 0, 0), TraceCommand("place k11", 0.0)]
    text = written(entries)
    assert body(text)[1] == "0.000 ! place k11"
    assert read(text) == entries


def test_poles_are_letters_behind_the_squares() -> None:
    entries: list[TraceEntry] = [
        Scan(D1 | D3, 0.00, Poles(D1, 0, 0)),
        Scan(D1 | D3, 0.01, Poles(D1, D3, 0)),
        Scan(D1 | A1, 0.02, Poles(0, 0, D1)),
        Scan(A1, 0.03, Poles(0, 0, 0)),
        Scan(A1, 0.04, None),
        Scan(A1, 0.05, Poles(A1, 0, 0)),
    ]
    text = written(entries)
    assert body(text) == [
        f"0.000 = {D1 | D3:031x} {FULL_D1} {EMPTY} {EMPTY}",
        "0.010 +d3n",
        "0.020 +a1 +d1* -d3",
        "0.030 -d1",
        f"0.040 = {A1:031x}",
        f"0.050 = {A1:031x} {A1:031x} {EMPTY} {EMPTY}",
        ". 0.050",
    ]
    assert read(text) == entries


@pytest.mark.parametrize("line", ["9999999.000 -d1", "9999999.000 ! undo", ". 9999999.000"])
def test_a_trace_of_days_without_a_change_is_refused_before_it_is_filled_in(line: str) -> None:
    """Each scan takes a moment, and sixteen bytes could stand for any number of them."""
    entries = read_trace(io.StringIO(f"{HEAD}0.000 = {FULL_D1}\n{line}\n"))[1]
    assert next(entries) == Scan(D1, 0.0)
    with pytest.raises(TraceError, match=r"^line 4: expected less than 24 hours without a change"):
        next(entries)


def test_a_trace_may_last_for_days_in_which_much_is_played() -> None:
    minutes = [f"{60 * n}.000 {'-+'[n % 2]}d1" for n in range(2, 3 * 24 * 60)]
    reader = _Reader(HEADER)
    assert len(list(reader.read(f"0.000 = {FULL_D1}", 1))) == 1
    for number, line in enumerate(minutes, 2):
        reader._due = 60_000 * number  # the scans of that minute, left out here
        assert len(list(reader.read(line, number))) == 1
    assert reader._unchanged_left > 0


def test_scans_that_did_not_come_are_told() -> None:
    entries = [*scans(D1, 0, 20), *scans(D1, 500, 520), *scans(0, 900, 900)]
    text = written(entries)
    lines = [f"0.000 = {FULL_D1}", "0.500 ~0.480", "0.900 ~0.380 -d1", ". 0.900"]
    assert body(text) == lines
    assert read(text) == entries


def test_a_scan_that_is_a_bit_late_takes_no_line() -> None:
    late = [Scan(D1, at) for at in (0.0, 0.014, 0.021, 0.0399, 0.0501)]
    text = written([*late, Scan(0, 0.06)])
    assert body(text) == [f"0.000 = {FULL_D1}", "0.060 -d1", ". 0.060"]
    assert [entry.at for entry in read(text)] == [0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06]


def test_the_same_scan_twice_is_one() -> None:
    once = [*scans(D1, 0, 100, 20), *scans(0, 120, 200, 20)]
    twice = [entry for entry in once for _ in range(2)]
    header = TraceHeader(period_s=0.02)
    assert written(twice, header) == written(once, header)


def test_a_board_that_stands_still_says_so_once() -> None:
    text = written([*scans(D1, 0, 5000), *scans(0, 5010, 7000)], closed=False)
    assert body(text) == [f"0.000 = {FULL_D1}", "1.000", "5.010 -d1", "6.010"]
    assert len(read(text)) == 602


def test_the_whole_state_comes_again_and_again() -> None:
    entries: list[TraceEntry] = [Scan(D1 * (n % 2), n / 100) for n in range(3 * FULL_EVERY)]
    text = written(entries)
    whole = [number for number, line in enumerate(body(text)) if "=" in line]
    assert whole == [0, FULL_EVERY, 2 * FULL_EVERY]
    # What comes before a whole state can be cut off.
    tail = body(text)[FULL_EVERY:]
    assert read(HEAD + "\n".join(tail)) == entries[FULL_EVERY:]


def test_a_new_set_up_is_shorter_as_a_whole_state() -> None:
    text = written([Scan(0, 0.0), Scan((1 << SQUARE_COUNT) - 1, 0.01)])
    assert body(text)[1] == f"0.010 = 1{'f' * 30}"


def test_times_begin_where_the_header_says() -> None:
    header = TraceHeader(began=123456.789)
    entries: list[TraceEntry] = [Scan(D1, 123456.789), Scan(0, 123456.799)]
    text = written(entries, header)
    assert body(text) == [f"0.000 = {FULL_D1}", "0.010 -d1", ". 0.010"]
    assert read_trace(text.splitlines())[0] == header
    assert read(text) == entries


def test_every_line_is_written_through_at_once() -> None:
    class Flushed(io.StringIO):
        flushed = ""

        def flush(self) -> None:
            self.flushed = self.getvalue()

    stream = Flushed()
    writer = TraceWriter(stream, HEADER)
    writer.scan(Scan(D1, 0.0))
    assert stream.flushed.endswith(f"\n0.000 = {FULL_D1}\n")
    writer.command("undo", 0.0)
    assert stream.flushed.endswith("\n0.000 ! undo\n")


def test_the_end_is_written_once_and_nothing_after_it() -> None:
    stream = io.StringIO()
    writer = TraceWriter(stream, HEADER)
    writer.close()
    writer.close()
    assert body(stream.getvalue()) == [". 0.000"]
    with pytest.raises(TraceError, match=r"^expected nothing after the end, got something at 1.0$"):
        writer.scan(Scan(0, 1.0))


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([Scan(0, 1.0), Scan(0, 0.99)], "time: expected 1.0 or later, got 0.99"),
        ([Scan(0, -0.01)], "time: expected 0.0 or later, got -0.01"),
        ([Scan(0, float("nan"))], "time: expected seconds, got nan"),
        ([Scan(0, float("inf"))], "time: expected seconds, got inf"),
        ([Scan(0, 1e9)], "time: expected at most 9999999 s of trace, got 1000000000.0"),
        ([Scan(1 << 121, 0.0)], f"expected 121 squares, got '= 2{'0' * 30}'"),
        ([Scan(-1, 0.0)], f"expected 121 squares, got '= -{'0' * 29}1'"),
        (
            [Scan(1, 0.0, Poles(1, 1, 0))],
            f"expected one pole a square, got '= {' '.join([f'{1:031x}'] * 3 + [EMPTY])}'",
        ),
        (
            [TraceCommand("two words", 0.0)],
            "command: expected a word such as undo, got 'two words'",
        ),
    ],
)
def test_what_no_trace_can_say_is_refused(entries: list[TraceEntry], complaint: str) -> None:
    with pytest.raises(TraceError) as caught:
        written(entries)
    assert str(caught.value) == complaint
    assert isinstance(caught.value, HalError | ValueError)


# The header --------------------------------------------------------------------------------


def test_a_header_comes_back_as_it_was() -> None:
    header = TraceHeader(
        board="reed, 12 columns",
        ruleset="fetlar",
        period_s=0.02,
        began=7.25,
        settings={"settle_ms": "300", "debounce_ms": "8", "empty": ""},
        note="d1 flickers: see # 12",
    )
    text = written([], header)
    assert text.splitlines()[-2:] == ["# note: d1 flickers: see # 12", ". 0.000"]
    assert read_trace(text.splitlines())[0] == header
    assert read_trace(["# hnefi trace: 1"])[0] == TraceHeader(version=1)
    assert read_trace(["# hnefi trace: 2"])[0] == TraceHeader()


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"version": 3}, "hnefi trace: expected version 1 or 2, got 3"),
        ({"period_s": 0.0}, "period: expected 0.001 to 99.999 s, whole ms, got 0.0"),
        ({"period_s": 1 / 60}, f"period: expected 0.001 to 99.999 s, whole ms, got {1 / 60}"),
        ({"began": -1.0}, "began: expected a clock in seconds, not negative, got -1.0"),
        ({"note": "a\nb"}, "note: expected one line of plain text, got 'a\\nb'"),
        ({"board": " a"}, "board: expected one line of plain text, got ' a'"),
        ({"settings": {"a": "\x1b[2J"}}, "a: expected one line of plain text, got '\\x1b[2J'"),
        ({"settings": {"note": "a"}}, "settings: expected a key such as settle_ms, got 'note'"),
        ({"settings": {"A b": "a"}}, "settings: expected a key such as settle_ms, got 'A b'"),
    ],
)
def test_what_no_header_can_say_is_refused(values: dict[str, object], complaint: str) -> None:
    with pytest.raises(TraceError) as caught:
        TraceHeader(**values)  # type: ignore[arg-type] # what must not be
    assert str(caught.value) == complaint


# What is read ------------------------------------------------------------------------------


def test_remarks_blank_lines_and_other_line_ends_are_no_matter() -> None:
    text = f"{HEAD}\n# it goes wrong here\n0.000 = {FULL_D1}  \n\n0.010 -d1\n. 0.010\n\n"
    entries = [Scan(D1, 0.0), Scan(0, 0.01)]
    assert read(text) == entries
    assert list(read_trace(text.replace("\n", "\r\n").splitlines(keepends=True))[1]) == entries
    assert list(read_trace(text.splitlines())[1]) == entries


@pytest.mark.parametrize("torn", ["", "0", "0.010", "0.010 -d1", "0.010 +d11", ". 0.0", "0.01"])
def test_a_last_line_that_a_crash_has_torn_is_left_out(torn: str) -> None:
    assert read(f"{HEAD}0.000 = {FULL_D1}\n{torn}") == [Scan(D1, 0.0)]


def test_an_end_needs_no_line_end() -> None:
    assert read(f"{HEAD}0.000 = {FULL_D1}\n. 0.020") == scans(D1, 0, 20)


def test_lines_are_read_when_their_scans_are_asked_for() -> None:
    text = f"{HEAD}0.000 = {FULL_D1}\n0.010 -d1\n0.020 +d1\n. 80000.000\n"
    stream = io.StringIO(text)
    header, entries = read_trace(iter(stream.readline, ""))
    assert (header, next(entries)) == (TraceHeader(version=1), Scan(D1, 0.0))
    # One line ahead, to know which is the last.
    assert stream.read() == "0.020 +d1\n. 80000.000\n"


def test_a_long_silence_takes_no_memory() -> None:
    _, entries = read_trace(f"{HEAD}0.000 = {FULL_D1}\n. 80000.000\n".splitlines())
    assert len(list(islice(entries, 100))) == 100


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: expected '# hnefi trace: 2', got ''"),
        ("d1-d3 e5-e2\n", "line 1: expected '# hnefi trace: 2', got 'd1-d3 e5-e2'"),
        ("# hnefi trace: 3\n", "line 1: expected version 1 or 2, got '3'"),
        ("# hnefi trace: 1\n# no key\n", "line 2: expected '# key: value', once, got '# no key'"),
        (
            f"{HEAD}# period_ms: 20\n",
            "line 3: expected '# key: value', once, got '# period_ms: 20'",
        ),
        ("# hnefi trace: 1\n# period_ms: 0\n", "line 2: period_ms: expected 1 to 99999, got '0'"),
        (
            "# hnefi trace: 1\n# began: now\n",
            "line 2: began: expected seconds such as 12.340, got 'now'",
        ),
        (
            "# hnefi trace: 1\n# note: \x1b\n",
            "line 2: note: expected one line of plain text, got '\\x1b'",
        ),
    ],
)
def test_a_malformed_header_is_told_by_its_line(text: str, complaint: str) -> None:
    with pytest.raises(TraceError) as caught:
        read_trace(io.StringIO(text))
    assert str(caught.value) == complaint


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello", "expected a line such as '12.340 +d1', got 'hello'"),
        ("1.5 +d3", "expected a line such as '12.340 +d1', got '1.5 +d3'"),
        ("01.500 +d3", "expected a line such as '12.340 +d1', got '01.500 +d3'"),
        ("0.500  +d3", "expected a line such as '12.340 +d1', got '0.500  +d3'"),
        ("0.090 +d3", "expected 0.100 or later, got '0.090'"),
        (". 0.090", "expected 0.100 or later, got '0.090'"),
        ("0.500 +l1", "expected a change such as +d1 or -d1, got '+l1'"),
        ("0.500 +d12", "expected a change such as +d1 or -d1, got '+d12'"),
        ("0.500 d3", "expected a change such as +d1 or -d1, got 'd3'"),
        ("0.500 +d3 ", None),
        ("0.500 +d3  -d1", "expected a change such as +d1 or -d1, got ''"),
        ("0.500 +d1", "expected what changes, once, got '+d1'"),
        ("0.500 -d3", "expected what changes, once, got '-d3'"),
        ("0.500 +d3 -d3", "expected what changes, once, got '-d3'"),
        ("0.500 +d3s", "expected no pole from these sensors, got '+d3s'"),
        ("0.500 ! two words", "expected a command such as '! undo', got '! two words'"),
        (
            "0.500 ! decide draw \x1b",
            r"expected a command such as '! undo', got '! decide draw \x1b'",
        ),
        ("0.500 ! place l1", "expected a command such as '! undo', got '! place l1'"),
        ("0.500 ?", "expected a loss such as '? unplugged', got '?'"),
        ("0.500 ? \x1b", "expected a loss such as '? unplugged', got '? \\x1b'"),
        ("0.500 !", "expected a command such as '! undo', got '!'"),
        (
            "0.500 = 12",
            "expected '= ' and 1 or 4 numbers of 31 hexadecimal digits, got '= 12'",
        ),
        (f"0.500 = 2{'0' * 30}", f"expected 121 squares, got '= 2{'0' * 30}'"),
        ("0.500 ~0.401", "expected a silence, at most 0.400, got '~0.401'"),
    ],
)
def test_a_malformed_line_is_told_by_its_number(line: str, complaint: str | None) -> None:
    text = f"{HEAD}0.100 = {FULL_D1}\n{line}\n"
    if complaint is None:
        read(text)
        return
    with pytest.raises(TraceError) as caught:
        read(text)
    assert str(caught.value) == f"line 4: {complaint}"


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("0.000 +d1\n", "line 3: expected a whole state first, '= ' and digits, got '+d1'"),
        ("0.000\n", "line 3: expected a whole state first, '= ' and digits, got ''"),
        (
            f"0.500 ~0.100 = {EMPTY}\n",
            "line 3: expected a silence, none before the first scan, got '~0.100'",
        ),
        (". 0.000\n0.000 ! undo\n", "line 4: expected nothing after the end, got '0.000 ! undo'"),
    ],
)
def test_lines_in_the_wrong_place_are_told(lines: str, complaint: str) -> None:
    with pytest.raises(TraceError) as caught:
        read(HEAD + lines)
    assert str(caught.value) == complaint


# For all traces ----------------------------------------------------------------------------

SQUARES = st.integers(0, (1 << SQUARE_COUNT) - 1)
# A few squares more often than all of them, as hands do.
OCCUPIED = st.one_of(st.sampled_from([0, D1, D3, D1 | D3, K11]), SQUARES)


@st.composite
def poles(draw: st.DrawFn) -> Poles:
    south, north, strong = draw(st.tuples(OCCUPIED, OCCUPIED, OCCUPIED))
    return Poles(south, north & ~south, strong & ~south & ~north)


@st.composite
def traced(draw: st.DrawFn) -> tuple[TraceHeader, list[TraceEntry]]:
    """Return scans at multiples of a period, commands and losses at any time between them."""
    period = draw(st.sampled_from([1, 7, 10, 20]))
    began = draw(st.sampled_from([0, 1, 123456789]))
    tick = 0
    entries: list[TraceEntry] = []
    newest: Scan | None = None
    for _ in range(draw(st.integers(0, 30))):
        what = draw(st.sampled_from(["scan", "same", "same", "same", "command", "loss"]))
        if what == "loss":
            entries.append(TraceLoss(draw(st.sampled_from(["unplugged", "?"])), _at(began, tick)))
            tick += draw(st.sampled_from([0, 0, period, 3 * period]))
            continue
        if what == "command":
            entries.append(
                TraceCommand(draw(st.sampled_from(["undo", "x_1 a1"])), _at(began, tick))
            )
            tick += draw(st.sampled_from([0, 0, period, 3 * period]))
            continue
        occupied, felt = draw(OCCUPIED), draw(st.none() | poles())
        if what == "same" and newest is not None:
            occupied, felt = newest.occupied, newest.poles
        scan = Scan(occupied, _at(began, tick), felt)
        if scan != newest:
            entries.append(scan)
            newest = scan
        tick += draw(st.sampled_from([0, 1, 1, 1, 1, 2, 3, 50, 200])) * period
    return TraceHeader(period_s=period / 1000, began=began / 1000), entries


def _at(began: int, tick: int) -> float:
    return (began + tick) / 1000


@given(traced())
def test_any_scans_and_commands_come_back(case: tuple[TraceHeader, list[TraceEntry]]) -> None:
    header, entries = case
    text = written(entries, header)
    found, back = read_trace(io.StringIO(text))
    assert (found, list(back)) == (header, entries)


@given(traced(), st.data())
def test_a_crash_loses_no_whole_line(
    case: tuple[TraceHeader, list[TraceEntry]], data: st.DataObject
) -> None:
    header, entries = case
    text = written(entries, header)
    torn_at = data.draw(st.integers(len(written([], header, closed=False)), len(text)))
    lines = text[:torn_at].splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    back = list(read_trace(lines)[1])
    assert back[: len(entries)] == entries[: len(back)]
    assert back == list(read_trace(whole)[1]) or lines[-1].startswith(". ")


WORDS = st.sampled_from(
    [
        *("0.000", "0.010", "1.000", "~0.010", "= ", EMPTY, FULL_D1, "+d1", "-d1", "+d1s"),
        *("! undo", "! ", "? lost", ". ", "#", "# note: x", "\n", "\n", " ", " ", "\r", "é"),
    ]
)


@given(st.lists(WORDS, max_size=40).map("".join) | st.text(max_size=60))
def test_garbage_is_refused_or_read_but_never_breaks(garbage: str) -> None:
    for text in (garbage, HEAD + garbage):
        try:
            found = list(islice(read_trace(io.StringIO(text))[1], 1000))
        except TraceError:
            continue
        assert all(isinstance(entry, TraceEntry) for entry in found)
