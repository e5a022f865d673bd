"""What is wired to a Raspberry Pi's own pins: a matrix of sensors, and buttons."""
