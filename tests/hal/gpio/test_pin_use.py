"""Pins are counted: what uses each, and what wants one that is taken."""

from typing import Any

import pytest

from hal.config import (
    BoardConfig,
    BoardSection,
    ButtonsSection,
    MatrixSection,
    SerialSection,
    SpiSection,
    StripSection,
    Ws281xSection,
)
from hal.gpio.pin_use import PinUse, free_pins, pin_problems, pin_uses

ROWS = (17, 27, 22, 10, 9, 11, 5, 6, 13, 19, 26)
COLUMNS = (14, 15, 23, 24, 25, 8, 7, 12, 16, 20, 21)
MATRIX = BoardSection(driver="gpio-matrix", matrix=MatrixSection(rows=ROWS, columns=COLUMNS))


def problems(**sections: Any) -> list[str]:
    return pin_problems(BoardConfig(**{"board": MATRIX, **sections}))


def test_a_matrix_takes_22_of_26_pins() -> None:
    config = BoardConfig(board=MATRIX)
    assert len(pin_uses(config)) == 22
    assert free_pins(config) == [2, 3, 4, 18]
    assert pin_problems(config) == []


def test_a_matrix_a_strip_and_three_buttons_take_them_all() -> None:
    config = BoardConfig(
        board=MATRIX,
        strip=StripSection(driver="ws281x"),
        buttons=ButtonsSection(undo=2, shutdown=3, clock=4),
    )
    assert (free_pins(config), pin_problems(config)) == ([], [])
    assert PinUse(18, "the strip (ws281x)") in pin_uses(config)


def test_a_pin_that_is_used_twice_is_named_with_both_its_uses() -> None:
    strip = StripSection(driver="ws281x", ws281x=Ws281xSection(pin=12))
    assert problems(strip=strip) == [
        "GPIO 12 (pin 32): expected one use, got column 8 and the strip (ws281x)"
    ]


def test_spi_takes_five_pins_unless_configured_otherwise() -> None:
    assert len(problems(strip=StripSection(driver="spi"))) == 5
    spare = StripSection(driver="spi", spi=SpiSection(pins=(10, 11)))
    assert problems(strip=spare) == [
        "GPIO 10 (pin 19): expected one use, got row 4 and the strip (spi)",
        "GPIO 11 (pin 23): expected one use, got row 6 and the strip (spi)",
    ]


def test_the_serial_line_of_the_header_takes_two_pins_and_that_of_usb_none() -> None:
    strip = StripSection(driver="serial")
    for port, count in (("/dev/serial0", 2), ("auto", 0), ("/dev/ttyUSB0", 0)):
        serial = SerialSection(port=port)
        board = BoardSection(driver="gpio-matrix", matrix=MATRIX.matrix, serial=serial)
        assert len(problems(board=board, strip=strip)) == count


def test_a_column_that_is_pulled_up_on_the_board_is_refused() -> None:
    matrix = MatrixSection(rows=ROWS, columns=(2, *COLUMNS[1:]))
    [problem] = problems(board=BoardSection(driver="gpio-matrix", matrix=matrix))
    assert problem == (
        "board.matrix.columns: expected pins that can be pulled down, got GPIO 2, which is pulled "
        "up on the Pi; use it for a button or a row"
    )


def test_a_matrix_without_pins_says_where_an_order_is() -> None:
    found = problems(board=BoardSection(driver="gpio-matrix"))
    assert found[0] == (
        "board.matrix.rows: expected 11 GPIO numbers, got none; hnefi config init gpio-matrix has "
        "an order that works"
    )
    assert len(found) == 2


@pytest.mark.parametrize("gpio", [0, 1, 28, -1])
def test_what_is_no_free_pin_is_refused(gpio: int) -> None:
    with pytest.raises(ValueError, match="GPIO"):
        ButtonsSection(undo=gpio)
