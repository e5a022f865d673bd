"""Games on disk: each is kept as it happens, and can be found, taken up again, and given away.

Knows no board, no session and no bus; whoever plays hands over what happened.
"""
