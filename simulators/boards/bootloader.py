"""The bootloader of an Arduino with an ATmega328P, as far as avrdude needs it: STK500, version 1.

A command is a byte, its arguments, and 20; the answer is 14, the data, and 10. When programming
ends, a firmware runs.
"""

from collections.abc import Generator

from simulators.boards.pty_line import Device

PAGE = 128
_END, _IN_SYNC, _OK, _NO_SYNC = 0x20, 0x14, 0x10, 0x15
_SIGNATURE = bytes([0x1E, 0x95, 0x0F])
_GET_SYNC, _GET_PARAMETER, _SET_DEVICE, _SET_DEVICE_EXT = 0x30, 0x41, 0x42, 0x45
_ENTER, _LEAVE, _LOAD_ADDRESS, _UNIVERSAL = 0x50, 0x51, 0x55, 0x56
_WRITE_PAGE, _READ_PAGE, _READ_SIGNATURE = 0x64, 0x74, 0x75
# How many bytes follow a command, if that number is fixed.
_ARGUMENTS = {_GET_PARAMETER: 1, _SET_DEVICE: 20, _LOAD_ADDRESS: 2, _UNIVERSAL: 4, _READ_PAGE: 3}


class Bootloader:
    """A microcontroller whose bootloader listens; then the firmware runs."""

    def __init__(self, firmware: Device) -> None:
        """Wait for commands; `firmware` runs afterwards."""
        self.flash = bytearray(b"\xff" * 32_768)
        self.written: set[int] = set()  # pages
        self._firmware = firmware
        self._runs = False
        self._address = 0
        self._out = bytearray()
        self._reader = self._commands()
        next(self._reader)

    def receive(self, data: bytes) -> None:
        """Receive bytes."""
        if self._runs:
            self._firmware.receive(data)
            return
        for byte in data:
            self._reader.send(byte)

    def produce(self) -> bytes:
        """Return the bytes that were sent since the last call."""
        out = bytes(self._out)
        self._out.clear()
        return out + self._firmware.produce() if self._runs else out

    def _commands(self) -> Generator[None, int, None]:
        while True:
            command = yield
            arguments = bytearray()
            count = _ARGUMENTS.get(command, 0)
            if command == _SET_DEVICE_EXT:
                count = yield
                count -= 1
            elif command == _WRITE_PAGE:
                arguments.append((yield))
                arguments.append((yield))
                count = 1 + int.from_bytes(arguments, "big")
            for _ in range(count):
                arguments.append((yield))
            end = yield
            if end == _END:
                self._out += bytes([_IN_SYNC]) + self._answer(command, arguments) + bytes([_OK])
            else:
                self._out.append(_NO_SYNC)

    def _answer(self, command: int, arguments: bytearray) -> bytes:
        start = 2 * self._address
        match command:
            case 0x41:
                return b"\x03"
            case 0x51:
                self._runs = True
            case 0x55:
                self._address = int.from_bytes(arguments, "little")
            case 0x56:
                return b"\0"
            case 0x64:
                data = arguments[3:]
                self.flash[start : start + len(data)] = data
                self.written.add(start // PAGE)
            case 0x74:
                return bytes(self.flash[start : start + int.from_bytes(arguments[:2], "big")])
            case 0x75:
                return _SIGNATURE
        return b""
