"""From occupancies to stories of which piece is where, the likeliest first: docs/recognition.md.

Compares states and never counts edges, so a missed edge heals itself. Knows no clock: time
arrives with the scans.
"""
