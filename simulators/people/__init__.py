"""Simulated people: their hands, their habits, and a score of how well the board followed."""
