"""What the session tells the world: events as they happen, and the whole view of the board.

Values only. Knows no recognition, no lights, no bus.
"""
