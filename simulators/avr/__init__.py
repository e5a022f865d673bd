"""The board's own firmware in the simulator: a microcontroller, chips, a line (simavr)."""
