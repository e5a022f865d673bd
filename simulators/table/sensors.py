"""The kinds of sensors under the squares of a simulated board."""

from typing import Literal

SensorName = Literal["reed", "hall"]
