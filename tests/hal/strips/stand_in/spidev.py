"""Stands in for spidev: every transfer becomes the whole of a file, the one named as device."""

from pathlib import Path


class SpiDev:
    """A line that ends in a file."""

    def __init__(self) -> None:
        self.mode = 0
        self.max_speed_hz = 0
        self._path = Path()

    def open_path(self, path: str) -> None:
        self._path = Path(path)

    def writebytes2(self, values: bytes) -> None:
        # Never half a frame, whoever looks.
        aside = self._path.with_suffix(".new")
        aside.write_bytes(values)
        aside.replace(self._path)

    def close(self) -> None:
        pass
