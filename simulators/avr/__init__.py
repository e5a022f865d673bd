"""The board's own firmware on a simulated microcontroller, with its chips and its line (simavr)."""
