"""The shared vectors are what their script makes, and their COBS is that of the paper."""

from pathlib import Path

import pytest

from tests.vectors import make_vectors


def test_the_file_is_what_the_script_makes() -> None:
    kept = Path(__file__).with_name("protocol.json").read_text(encoding="ascii")
    assert kept == make_vectors.text(), "python3 tests/vectors/make_vectors.py > .../protocol.json"


def test_the_crc_is_that_of_the_document() -> None:
    assert make_vectors.checked(b"123456789")[-2:] == bytes.fromhex("29b1")


@pytest.mark.parametrize(
    ("data", "stuffed"),
    [
        (b"", "01"),
        (b"\0", "0101"),
        (b"\0\0", "010101"),
        (b"\x11\x22\0\x33", "031122" + "0233"),
        (b"\x11\0\0\0", "0211010101"),
        (b"\x01" * 253, "fe" + "01" * 253),
        (b"\x01" * 254, "ff" + "01" * 254),
        (b"\x01" * 254 + b"\0", "ff" + "01" * 254 + "0101"),
        (b"\x01" * 255, "ff" + "01" * 254 + "0201"),
        (b"\0" + b"\x01" * 254, "01ff" + "01" * 254),
    ],
)
def test_blocks_of_cobs(data: bytes, stuffed: str) -> None:
    assert make_vectors.cobs(data).hex() == stuffed
