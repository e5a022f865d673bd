"""The rates that the firmware can be built for, the usual one first."""

BAUDS = (500_000, 250_000, 115_200)
