"""Puts sentences into words: a catalogue for each language. Knows no game."""
