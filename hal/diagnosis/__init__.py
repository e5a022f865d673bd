"""Finds out what is wrong with a board, how it is wired, and when its sensors feel a magnet.

Each examination is a conversation: it asks for something by light and in words, gets readings of
the sensors, and returns what it has found. Knows neither clock nor driver nor game.
"""
