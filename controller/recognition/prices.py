"""What each act costs a story: minus the logarithm of how likely it is, and where that is from.

The prices say how much likelier one explanation is than another: 0.7 is twice as likely, 2.3 ten
times, 7 a thousand times. Only differences matter. They come from how often people do these
things (simulators/people/profiles.py and hands that were filmed on a board), and were then
checked by the campaigns in docs/measurements.md, which also say what notices when one is gone.
What is soon, and what is long, `durations` says.
"""

# Lifting ---------------------------------------------------------------------------------

# The side to move lifts a piece: that is what everybody waits for.
LIFT = 0.0
# ... another one while it holds one already.
LIFT_SECOND = 2.5
# ... and while one that was pushed aside stands there as if it had moved: that comes first.
LIFT_BEFORE_PUT_RIGHT = 2.0
# ... as the reply to its last move comes beside it: it has rather slid there.
LIFT_AS_IT_COMES = 4.0
# ... which would capture one where that has just come: it has rather come there itself.
LIFT_OF_CAPTOR = 8.0
# The piece that has just moved is lifted again: to go on, to be put straight, to go back.
LIFT_AGAIN = 0.7
# A piece of the other side: a captive taken early, a reply begun early, a nudge.
LIFT_OTHER = 2.5
# Boards are seldom knocked over; then pieces fall by the dozen, and each costs nothing. So it is
# with pieces that are swept along; but what falls comes to other squares, too.
UPSET = 5.0
# ... and what falls seldom comes to where it might have been played to.
FALL_ELSEWHERE = 2.3
# ... nor is it put up where it does not belong.
PUT_ELSEWHERE = 1.2
# Nobody holds a piece for nothing, or leaves one where it does not belong: for each second.
HOLDS = 0.4
STANDS_OUT = 1.0

# Putting down ----------------------------------------------------------------------------

# A legal move; a piece that comes back to where the game has it costs nothing.
PLY = 0.3
# The last ply goes on to another square.
GO_ON = 0.7
# ... to the side, though it has slid there and captured nothing: who slides goes straight on.
GO_ON_ASIDE = 1.0
# ... while the other side holds one that may itself have come there.
GO_ON_INSTEAD = 1.5
# ... although somebody has taken what it captured there, and would have to bring that back.
GO_ON_FROM_CAPTURE = 7.5
# ... although the other side has held a piece since, or holds one that it has had for long.
GO_ON_REPLIED = 5.0
# ... although the reply to it stands by now: the other hand had not seen that begin.
GO_ON_AFTER_REPLY = 3.0
# The last ply is taken back.
TAKE_BACK = 1.5
# ... while the other side holds the piece of its own next move.
TAKE_BACK_CLOSED = 3.0
# What a move captures was taken before it came to stand: nothing else explains that so well.
CAPTIVE_WAS_TAKEN = -1.5
# ... just before, so that it might seem to have slid there: a captive stands beside its captor.
# That is worth a little more than the slide for which it might be taken (below).
CAPTIVE_JUST_TAKEN = -0.5
# ... by a piece that was lifted before the one to whose move it replies.
LIFTED_BEFORE = 3.0
# ... that was lifted after it, but before anybody could see where it went: a captive, perhaps.
LIFTED_UNSEEING = 1.0
# A piece moves that was in the hand already when its side made its last move with another one.
HELD_THROUGH = 6.5
# It comes to where the move would capture it that seems to have gone where nothing feels it.
RATHER_CAPTURED = 2.0
# A piece that is carried comes down just as another one leaves the next square: that has slid here.
RATHER_SLID = 3.0
# A reply is lifted, or else made, while the last piece is in the air: nothing feels it stand.
NOT_DOWN = 3.2
# ... and had stood for less than people need to let go of it: it was only brushed.
ONLY_BRUSHED = 3.0
# ... which stood, and was lifted after the piece that moves: its side goes on before its turn.
LIFTS_NEXT = 1.0
# Two plies are replied to before anybody could see the first of them.
TWO_REPLIES = 4.0
# A piece moves again, straight on or back, after a reply that began before anybody saw it stand.
STRAIGHT_ON_AGAIN = 4.0
BACK_AGAIN = 6.0
# ... half of it where a hand had carried it there: then time shows whether the reply was one.
CARRIED_THERE = 0.5
# A piece comes through the air in no time: it was rather another one that came there.
FLIES = 4.0
# ... or it was knocked over and fell there: for nothing, if another one leaves its place just then.
FLUNG = 6.0
# A move is made while its side has held another piece for longer.
HOLDS_ANOTHER = 2.0
# A piece slides: it is felt on the next square at once.
SLIDES = -5.0
# ... or after a moment in which nothing feels it.
SLIDES_SLOWLY = -3.0
# A sleeve or a finger moves a piece to the next square, and it will be put back.
NUDGE = 5.0
# ... one of the side to move, which anybody would take for its move.
NUDGE_OWN = 7.0
# ... while that side has another one in the hand, which is what it moves.
NUDGE_WHILE_HOLDING = 2.5
# ... which was in the air for longer than a push takes.
NUDGE_CARRIED = 1.0
# ... and puts that one back: then it has moved the other one, and not pushed it.
HELD_FOR_NOTHING = 4.5
# A reply begins before anybody can have seen the move, and its mover's hand is near. All of this
# until people see it stand; from there less, the more time there was, and in the end nothing.
NO_REACTION = 7.0
# The arm behind that hand covers this many squares on either side.
ARM = 2
# A push costs less when another piece was pushed about then: a sleeve shifts several.
SLEEVE = 2.0
# A piece of the side to move is put where it may not go, perhaps on its way.
THROUGH = 5.0
# ... just behind a piece that was taken then: so people capture in draughts.
JUMPS = 2.0
# Any piece is put where it does not belong.
OUT = 7.0
# ... one of the side to move, where it may go, which anybody would take for its move.
OUT_OWN = 9.5
# A piece that was out of its place already goes elsewhere.
OUT_AGAIN = 2.8
# ... from where it had only been pushed: nobody pushes a piece that far.
PUSHED_FARTHER = 3.0
# ... to make a ply whose turn comes later, or in one slide, which costs no more than that of a ply.
EARLY_AGAIN = 1.3
# A ply is made while a piece stands elsewhere, not just beside its square: people put it right.
LEFT_OUT = 2.5
# The reply comes to stand before the move that is replied to, which nothing has felt yet.
EARLY = 3.0
# ... so soon after the lift of the piece before it that nobody can have seen where that went.
EARLY_SOON = 4.0
# ... and that of another reply of its side: nobody makes two moves in a row.
EARLY_TWICE = 5.0
# ... by the piece that moved last, to where that move might have gone: it only went on rather.
EARLY_INSTEAD = 4.0
# ... by that piece, back to where it came from, as if that move were taken back.
EARLY_BACK = 1.5
# ... on the next square, where it may as well have been nudged.
EARLY_BESIDE = 5.0
# A captive is put back on its own square ...
PUT_BACK = 2.0
# ... while the side to move has a piece in the air, which has rather come there.
PUT_BACK_AFTER_LIFT = 1.0
# ... when the captive has long been off the board.
PUT_BACK_LATE = 3.5
# ... or is laid on another one; on the edge rather, which people use as a tray.
LAID = 3.8
LAID_ON_EDGE = 3.0
# ... or on the edge a while after it was taken off.
LAID_SLOWLY = 2.0
# ... or long after, unless the ply that captured it is the last one, and is taken back now.
LAID_LATE = 5.0
# ... or after another piece was lifted, which has come there rather.
LAID_AFTER_LIFT = 5.0
LAID_ON_EDGE_AFTER_LIFT = 3.5
# ... or was in the way where it lay, and is moved on along the edge.
MOVED_ON_AFTER_LIFT = 1.0
# ... but hardly away from the edge.
MOVED_INWARDS = 2.0
# ... or on the square of a piece that is in a hand, which has rather come back.
RATHER_HOME = 5.0
# ... or just before a piece that slides, which has rather come there itself.
LAID_BEFORE_SLIDE = 6.0
# ... or before the move that captures it, on a square to which its captor may go rather.
LAID_WHERE_IT_GOES = 2.0
# ... or is pushed on from one square to the next: people push captives off the board, too.
PUSHED_OFF = 2.0
# ... and one that has just moved, before its captor comes: till then it seems to go on.
PUSHED_FIRST = 4.0
# ... or is taken as a piece slides to its square, so that nothing is seen to happen there.
REPLACES = 7.5
# A magnet that is no piece of the game.
FOREIGN = 10.0
# ... though a piece of the game is in the air.
FOREIGN_INSTEAD = 4.0
# ... and has soon gone again: somebody who moves wears it, or has it in the other hand.
PASSES_BY = -3.0
# ... and is felt next to where it was just before: no likelier than a piece that goes on.
FOREIGN_GOES_ON = GO_ON + LIFT_AGAIN - PASSES_BY
# ... where the piece that has just come down may have gone as well.
FOREIGN_AS_WELL = 3.5
# ... and stays there when that piece has left its square: then it is the piece.
STANDS_THERE = 3.5

# Sensors ---------------------------------------------------------------------------------

# A piece between two squares is felt on both: one of the side to move, or any other.
STRADDLE = 3.0
STRADDLE_OTHER = 4.0
# ... which is out of its place already, or has just slid to it: a hand slides it on.
STRADDLE_AGAIN = 0.5
# ... which is not for long.
STRADDLE_LASTS = 7.0
# ... where the piece belongs that comes down elsewhere: somebody has rather put that back.
RATHER_PUT_BACK = 3.0
# ... or all of that in its place, once only the second feels it: some sensors feel from far.
STRADDLE_ENDS = 3.8
# A piece has left a square whose sensor does not tell.
LEFT_UNSEEN = 1.5
# ... while another one is in a hand, which has rather come to where this one seems to be.
LEFT_INSTEAD = 1.0
# ... though that only chatters at times, and has felt a piece for a while, and feels it still.
LEFT_CALM = 5.0
# A piece has come to such a square.
CAME_UNSEEN = 1.3
# ... through the air, so soon that whatever shows it was begun before anybody could see it stand.
CAME_SOON = 2.5
# ... while the last ply's piece goes on, perhaps to capture it: then it was taken early.
RATHER_TAKEN = 6.0
# A piece that had only passed its square is held there over the reply, though the next one does
# not tell: it has rather slid on to that.
HELD_OVER_REPLY = 3.0
# A piece has moved, and its square feels it still: the sensor there sticks. That is less likely
# than a magnet that is no piece, until somebody replies to it, or puts it there once more.
STICKS = 12.0
# ... though it has felt a piece go before, and that of another piece which may have come has not.
STICKS_FROM_NOW_ON = 1.5
# ... and it feels nothing any more: somebody has rather lifted what stands there.
LETS_GO = 3.0
# ... unless its piece has slid off just before: some sensors open late.
OPENS_LATE = -3.0
# ... one that slides has left it as it came past, and is felt on the squares behind it.
STICKS_AS_IT_PASSES = 6.0
# A piece has come to where something that is no piece has been felt before: the sensor sticks.
STICKS_THERE = 8.5
# After a step a piece that was lifted again is not back where nothing feels it, but in a hand.
STAYS_AWAY = 1.5
# A bad sensor stirs for no reason, though a piece in the air may have come there.
STIRS_FOR_NOTHING = 3.0
# A pole says that another kind of piece stands there.
WRONG_POLE = 5.0
# ... where a piece has just come that is of the other kind: its magnet is glued in upside down.
TURNED_OVER = 5.0

# Hands and falls --------------------------------------------------------------------------

# In pieces: what hands hold at the same time; more of them in the air is no play.
HANDS = 2
# How many pieces leave their places at about the same time when the board is knocked over.
FALLEN = 5

# The tracker -------------------------------------------------------------------------------

# So many stories are kept ...
KEPT = 12
# ... and none that is so much dearer than the best.
HOPELESS = 14.0
# The best story that means another game must be so much dearer for a ply to count.
SURE = 1.0
# ... by more while its side has another piece off its place, which it may have moved instead.
SURE_WHICH = 2.5
# ... and while the piece that would have come there instead is in a hand, which will show it.
SURE_WHO = 5.0
# ... or while a stray may have been moved there in place of that piece, which is in a hand then.
SURE_LAID = 4.0
# ... and while one seems pushed to where it may have been played: people put such a piece right.
SURE_PUSHED = 5.0
# ... and by less when it has stood for so long that nothing more is to come, and by nothing after
# as long again: a game that stands still is worse than a wrong guess.
SURE_LATER = 0.4
# ... and for each ply to be dropped that still stands as if it had been made.
SURE_THAT_IT_IS_NONE = 4.0
# ... and what is so much dearer than a ply that counts is not believed against it any more.
SURE_COUNTED = 7.0
# ... nor, after a while, what is likelier than it by less than this.
SURE_TRUSTED = 2.0
