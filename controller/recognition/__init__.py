"""From occupancies to readings: which of the things that can be true the board shows.

Compares states and never counts edges, so a missed edge heals itself. Knows no clock: time
arrives with the scans.
"""
