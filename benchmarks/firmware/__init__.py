"""What the firmware needs and how fast it is, measured on the simulated microcontroller."""
