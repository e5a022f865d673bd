"""Messages and their bytes, held against the vectors that the firmware is held against, too."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.serial.link.layout import CodecError
from hal.serial.link.messages import (
    SENSORS,
    Configure,
    FromBoard,
    Levels,
    LightFrame,
    Occupancy,
    ResetCause,
    Shown,
    States,
    Statistics,
    ToBoard,
)
from hal.serial.link.reading import read_from_board, read_to_board
from hal.serial.link.writing import write_message
from simulators.boards.device_sensors import DeviceReeds
from tests.hal.serial.link.messages_made import from_board, to_board
from tests.hal.serial.link.vectors import Vector, vectors


@pytest.mark.parametrize("vector", vectors("from_board", "to_board"), ids=lambda each: each.name)
def test_messages_have_the_bytes_of_the_vectors(vector: Vector) -> None:
    assert write_message(vector.message) == vector.data


@pytest.mark.parametrize(
    "vector", vectors("from_board", "from_old_board"), ids=lambda each: each.name
)
def test_what_a_board_says_is_read(vector: Vector) -> None:
    assert read_from_board(vector.data) == vector.message


@pytest.mark.parametrize("vector", vectors("to_board"), ids=lambda each: each.name)
def test_what_a_controller_says_is_read(vector: Vector) -> None:
    assert read_to_board(vector.data) == vector.message


@pytest.mark.parametrize("vector", vectors("longer"), ids=lambda each: each.name)
def test_what_later_versions_add_is_not_read(vector: Vector) -> None:
    read = read_to_board if vector.name.startswith(("hello", "configure")) else read_from_board
    assert read(vector.data) == vector.message


@given(from_board)
def test_every_message_of_a_board_comes_back_as_it_was(message: FromBoard) -> None:
    assert read_from_board(write_message(message)) == message


@given(to_board)
def test_every_message_of_a_controller_comes_back_as_it_was(message: ToBoard) -> None:
    assert read_to_board(write_message(message)) == message


@given(from_board, st.data())
def test_a_message_that_is_cut_short_is_refused(message: FromBoard, data: st.DataObject) -> None:
    whole = write_message(message)
    # What the second version adds at the end may be missing.
    least = {0x01: 15, 0x06: 21}.get(whole[0], len(whole))
    cut = whole[: data.draw(st.integers(0, least - 1))]
    with pytest.raises(CodecError):
        read_from_board(cut)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_message_or_refused(data: bytes) -> None:
    for read in (read_from_board, read_to_board):
        try:
            read(data)
        except CodecError:
            continue


REPORT = bytes(5)
BEYOND = (1 << SENSORS).to_bytes(16, "little")
FIRST = (1).to_bytes(16, "little")
NONE = bytes(16)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_states_of_sensors_that_are_not_there_are_refused(number: int) -> None:
    boards = [BEYOND if n == number else NONE for n in (1, 2, 3, 4)]
    with pytest.raises(CodecError, match=r"^bitboard: expected 121 sensors, got more$"):
        read_from_board(b"\x04" + REPORT + b"".join(boards))


@pytest.mark.parametrize(
    "boards",
    [
        (FIRST, FIRST, FIRST, NONE),
        (FIRST, NONE, FIRST, FIRST),
        (FIRST, FIRST, NONE, FIRST),
        (NONE, FIRST, NONE, NONE),
        (NONE, NONE, FIRST, NONE),
        (NONE, NONE, NONE, FIRST),
    ],
)
def test_states_that_contradict_themselves_are_refused(boards: tuple[bytes, ...]) -> None:
    with pytest.raises(CodecError, match=r"^states: expected one kind of magnet"):
        read_from_board(b"\x04" + REPORT + b"".join(boards))


def test_an_occupancy_of_sensors_that_are_not_there_is_refused() -> None:
    with pytest.raises(CodecError, match=r"^bitboard: expected 121 sensors, got more$"):
        read_from_board(b"\x02" + REPORT + BEYOND)


def test_a_light_of_another_number_of_pixels_is_refused() -> None:
    data = write_message(LightFrame(7, bytes(6)))
    assert read_to_board(data, pixels=2) == LightFrame(7, bytes(6))
    with pytest.raises(CodecError, match=r"^light: expected 363 bytes, got 6$"):
        read_to_board(data)


def test_a_name_that_is_too_long_is_refused_with_its_length() -> None:
    with pytest.raises(CodecError, match=r"^name: expected up to 24 bytes, got 25$"):
        read_to_board(b"\x46" + b"n" * 25)


def test_an_identity_with_a_longer_name_than_there_may_be_is_refused() -> None:
    data = write_message(DeviceReeds.identity)
    with pytest.raises(CodecError, match=r"^name: expected up to 24 bytes, got 255$"):
        read_from_board(data[:20] + b"\xff" + b"x" * 255)


@pytest.mark.parametrize(("flags", "is_dark"), [(0, False), (1, True), (2, False), (3, True)])
def test_only_the_lowest_flag_says_that_the_pixels_went_dark(flags: int, *, is_dark: bool) -> None:
    data = bytearray(write_message(Statistics(0, 0, 0, 0, 0, 0, 0, ResetCause.POWER, 1)))
    data[23] = flags
    said = read_from_board(bytes(data))
    assert isinstance(said, Statistics)
    assert said.is_dark == is_dark


@pytest.mark.parametrize(
    "message",
    [
        Shown(256),
        Occupancy(0, 1 << 32, 0),
        Occupancy(0, 0, 1 << SENSORS),
        Occupancy(0, 0, -1),
        States(0, 0, 1 << SENSORS, 0, 0, 0),
        Levels(0, 0, (0,) * 120),
        Levels(0, 0, (0,) * 122),
        Levels(0, 0, (0,) * 123),
        Levels(0, 0, (4096,) * 121),
        Levels(0, 0, (4096,) + (0,) * 120),
        Levels(0, 0, (0,) * 120 + (-1,)),
        Configure(256),
    ],
)
def test_what_does_not_fit_its_field_is_not_written(message: FromBoard | ToBoard) -> None:
    name = re.escape(type(message).__name__)
    with pytest.raises(CodecError, match=rf"^{name}: expected what fits, "):
        write_message(message)


def test_a_message_of_an_unknown_type_is_refused_by_its_type() -> None:
    known = "0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7"
    with pytest.raises(CodecError, match=rf"^type: expected one of {known}, got b'\\xfe'$"):
        read_from_board(b"\xfe\x01")
