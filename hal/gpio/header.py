"""The pins of a Raspberry Pi's 40-pin header, by GPIO number, and what each of them can do.

From Raspberry Pi's documentation of the header; the same on every model with 40 pins.
"""

# GPIO number to the position on the header.
POSITIONS = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38,
    21: 40,
}  # fmt: skip
# These carry 1.8 kOhm to 3.3 V on the board: right for buttons, wrong for columns.
PULLED_UP = frozenset({2, 3})
# What the kernel puts on pins, and the setting that makes it do so.
SERIAL_PINS = (14, 15)
SPI_PINS = (7, 8, 9, 10, 11)
SPI_DATA = 10
# Ports of the header's own serial line.
SERIAL_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
# At 0 and 1 the Pi looks for the EEPROM of an add-on board when it starts.
RESERVED = {0: "the EEPROM of add-on boards", 1: "the EEPROM of add-on boards"}
