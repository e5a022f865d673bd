"""The session's output: events as they happen, and the whole view of the board.

Values only. Knows no lights and no bus.
"""
