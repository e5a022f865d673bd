"""From the view of the board to light frames: what a square means is its colour and its rhythm.

Knows no strip, no clock and no rules beyond what the view says.
"""
