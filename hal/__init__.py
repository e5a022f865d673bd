"""Everything physical: sensors, lights, buttons, the serial link. Knows nothing of the game."""
