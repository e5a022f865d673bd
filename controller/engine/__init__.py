"""The opponent and the coach: looks ahead in a game, plays it at levels, and says what it sees.

Knows the rules, and words for what it says; knows no board, no session, no lights and no page.
"""
