"""How long what hands and pieces do takes, in seconds.

The shortest lie between two scans, so that no rounding decides. The prices of what takes longer,
or less, are in `prices`.
"""

# What people see -------------------------------------------------------------------------

# Before this nobody has seen a piece stand ...
SEEN_S = 0.2
# ... and by this everybody has: what begins sooner is no answer to it, the sooner the less.
REACTION_S = 0.4
# Nor has anybody seen where a piece went that was lifted so lately.
SOON_S = 0.6
# Nobody replies to two plies within this time after the first of them stood.
TEMPO_S = 0.3

# Hands -----------------------------------------------------------------------------------

# What was felt for no longer was not put down.
BRUSH_S = 0.045
# What is off its square for less may have been pushed; a hand takes longer.
GRASPED_S = 0.15
# Whoever holds a piece for so long has begun a move; less is a nudge.
HELD_S = 0.3
# A hand that has moved a piece may be on it for so long yet.
STILL_HELD_S = 3.5
# Whoever has held a piece for so long may hold it for ever.
HOLDS_S = 8.0
# So often the pieces that are held are priced, though nothing changes.
HOLDS_EVERY_S = 0.25
# A hand passes squares beside its way no longer than this.
PASSES_BY_S = 1.0
# ... and has been drawn back so soon after it has put its piece down.
DRAWN_BACK_S = 0.45
# What an arm or a sleeve pushes it pushes within this time.
SWEEP_S = 0.5

# Pieces in the air -----------------------------------------------------------------------

# What comes no later than this has not been carried ...
FLIES_S = 0.015
# ... nor what comes a little later from far: for each square beyond two.
FLIES_FAR_S = 0.003
# Whoever takes a captive off and plays it needs longer than this.
CAPTIVE_FLIES_S = 0.105

# Pieces that slide -----------------------------------------------------------------------

# What was lifted so shortly before it landed next to that was slid.
SLIDE_S = 0.035
SLOW_SLIDE_S = 0.095
# A piece that slides is felt on the square that it leaves for a while ...
LEAVES_S = 0.2
# ... and on two squares for no longer than this.
STRADDLE_S = 0.2
# A slide that goes on evenly was on each square at most so many times as long as on those before,
# and no longer than this.
EVENLY = 1.5
EVENLY_S = 0.45
# A slide that goes on has paused for no longer than this.
PAUSE_S = 2.5
# ... and for no longer than this if a reply has begun by then.
REST_S = 1.0
# Some sensors open no later than this after a piece has slid off.
OPENS_LATE_S = 0.5

# Pieces out of their places --------------------------------------------------------------

# Whoever leaves one where it does not belong for so long may leave it for ever.
STANDS_OUT_S = 2.5
# ... but for one that has slid onto a line between two squares, and rests there till it is pushed.
ON_A_LINE_S = 2.0
# ... and somebody would have pushed it back by then.
PUSHED_OUT_S = 5.0
# What has stood for so long is all that is to come, and after as long again it certainly is.
LATER_S = 2.0

# Captives --------------------------------------------------------------------------------

# A captive taken so recently is still in a hand.
IN_HAND_S = 1.5
# Nobody carries one to another square in less than this.
LAID_SOON_S = 0.4
# ... and one taken no longer ago may still be laid down.
LAID_S = 5.0

# Falls -----------------------------------------------------------------------------------

# A board that is hit does not feel some pieces for no longer than this.
SHAKES_S = 0.065
# All of a fall happens within this time ...
FALL_S = 1.0
# ... each piece no longer than this after the one before ...
FALL_PAUSE_S = 0.4
# ... and what falls together, within this time.
FALLS_NEXT_S = 0.1
