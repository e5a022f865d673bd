"""The lights: from the view of the board to frames, by the meaning of each square.

Knows no strip and no clock, and of the rules only what the view says.
"""
