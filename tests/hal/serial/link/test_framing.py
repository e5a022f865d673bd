"""Frames in a stream: what is damaged costs its own frame, and memory has its bounds."""

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.serial.link.framing import LONGEST_FRAME, Deframer, frame, frame_bytes, unframed
from hal.serial.link.layout import CodecError
from hal.serial.link.messages import FromBoard, LightFrame, Message, Shown
from hal.serial.link.reading import read_from_board, read_to_board
from hal.serial.link.writing import write_message
from tests.effort import examples
from tests.hal.serial.link.messages_made import from_board
from tests.hal.serial.link.vectors import Damage, Vector, damages, vectors

streams = st.lists(
    st.one_of(
        from_board.map(frame),
        st.binary(max_size=500),
        st.binary(max_size=40).map(frame_bytes),
        st.just(b"\0"),
    ),
    max_size=12,
).map(b"".join)


def reader(*, to_board: bool = False) -> Deframer[Message]:
    return Deframer[Message](read_to_board if to_board else read_from_board)


def counts(deframer: Deframer[Message]) -> tuple[int, int]:
    return deframer.dropped, deframer.skipped


@pytest.mark.parametrize("vector", vectors("from_board", "to_board"), ids=lambda each: each.name)
def test_messages_are_framed_as_in_the_vectors(vector: Vector) -> None:
    assert frame(vector.message) == vector.frame


@pytest.mark.parametrize("chunk", [1, 7, 10_000])
@pytest.mark.parametrize("damage", damages(), ids=lambda each: f"to {each.to}: {each.name}")
def test_what_is_damaged_costs_no_more_than_the_vectors_say(damage: Damage, chunk: int) -> None:
    deframer = reader(to_board=damage.to == "board")
    read = read_to_board if damage.to == "board" else read_from_board
    found = []
    for start in range(0, len(damage.stream), chunk):
        found += deframer.feed(damage.stream[start : start + chunk])
    assert found == [read(each) for each in damage.delivered]
    assert counts(deframer) == (damage.dropped, damage.skipped)


@given(st.lists(from_board, max_size=6))
def test_messages_come_out_as_they_went_in(messages: list[FromBoard]) -> None:
    deframer = reader()
    assert deframer.feed(b"\0" + b"".join(map(frame, messages))) == messages
    assert (deframer.frames, *counts(deframer)) == (len(messages), 0, 0)


@given(streams, st.data())
def test_it_does_not_matter_in_which_pieces_a_stream_comes(
    stream: bytes, data: st.DataObject
) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=20))
    at_once, in_pieces = reader(), reader()
    found = [
        message
        for start, end in pairwise([0, *sorted(cuts), len(stream)])
        for message in in_pieces.feed(stream[start:end])
    ]
    assert found == at_once.feed(stream)
    assert counts(in_pieces) == counts(at_once)


def test_the_longest_message_may_come_in_two_pieces_of_any_length() -> None:
    message = LightFrame(1, bytes(range(1, 122)) * 3)
    data = frame(message)
    assert LONGEST_FRAME // 2 < len(data) <= LONGEST_FRAME
    for cut in range(len(data)):
        deframer = reader(to_board=True)
        assert deframer.feed(data[:cut]) + deframer.feed(data[cut:]) == [message]


@given(streams)
def test_nothing_is_delivered_whose_crc_is_wrong(stream: bytes) -> None:
    right = []
    for part in stream.split(b"\0")[:-1]:
        held = unframed(part)
        if held is not None:
            right.append(held)
    deframer = reader()
    delivered = deframer.feed(stream)
    assert len(delivered) + deframer.skipped == len(right) == deframer.frames
    readable = []
    for held in right:
        try:
            readable.append(read_from_board(held))
        except CodecError:
            continue
    assert delivered == readable


@given(streams, from_board, from_board)
def test_after_any_bytes_the_second_frame_end_is_in_step_again(
    junk: bytes, first: FromBoard, second: FromBoard
) -> None:
    deframer = reader()
    deframer.feed(junk)
    found = deframer.feed(frame(first) + frame(second))
    assert found[-1:] == [second]


# One damage in 65536 is one that no CRC of 16 bits can see: always the same damages.
@examples(300, always_the_same=True)
@given(from_board, st.data())
def test_any_byte_changed_or_lost_loses_the_frame_and_not_the_next(
    message: FromBoard, data: st.DataObject
) -> None:
    damaged = bytearray(frame(message))
    place = data.draw(st.integers(0, len(damaged) - 2))
    flip = data.draw(st.integers(0, 255))
    if flip:
        damaged[place] ^= flip
    else:
        del damaged[place]
    found = reader().feed(bytes(damaged) + frame(Shown(1)) + frame(Shown(2)))
    assert found == [Shown(1), Shown(2)]


def test_a_stream_without_end_takes_no_more_memory_than_a_frame() -> None:
    deframer = reader()
    for _ in range(1000):
        assert deframer.feed(b"\x11" * 1000) == []
    held = deframer.bytes_held
    assert held <= LONGEST_FRAME + 1
    assert deframer.feed(b"\0" + frame(Shown(7))) == [Shown(7)]
    assert counts(deframer) == (1, 0)


def test_a_reader_that_knows_the_strip_skips_lights_for_another() -> None:
    [vector] = [each for each in vectors("to_board") if each.name == "light, all dark"]
    deframer = Deframer(partial(read_to_board, pixels=60))
    assert deframer.feed(vector.frame) == []
    assert deframer.skipped == 1
    assert write_message(vector.message) == vector.data
