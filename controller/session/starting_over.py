"""A new game without a word: the start position stands, and not because of what was played."""

from statistics import median_low

from controller.recognition import durations
from controller.recognition.answer import way_to
from controller.recognition.line import PlayedLine
from controller.recognition.rest import at_rest, is_settled
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Story
from controller.recognition.tracker import Beam
from controller.rules.game import new_game
from controller.rules.geometry import squares_of
from controller.session.opening import OPENED, has_opened, in_turn, opened

# A game of which so many squares stand otherwise is not the one that stands here.
_OTHER_GAME = 5
# In plies: no more are taken back while nobody looks, or at once by hand.
_TAKEN_BACK, _TAKEN_BACK_BY_HAND = 3, 8
# Two looks at a board are no farther apart; between them the first piece of a game may leave.
_LOOKS_WITHIN_S = 0.5
# Pieces that are in the air together for so long, in seconds, are in two hands; none was pushed.
_TOGETHER_S = 0.1


def starts_over(beam: Beam, line: PlayedLine, *, ended: bool) -> bool:
    """Say whether a board stands at the start, but not as a line of play that counts.

    `ended`: people or a clock have ended the game. Who takes back the only ply starts nothing.
    """
    story = beam.best
    if not line.depth and not story.away and not story.foreign:
        return False
    if not beam.sight.fits(line.game.rules.start):
        return False
    way = way_to(line, story.top)
    one_return = way.back == 1 and not way.ahead
    amiss = bool(story.away or story.foreign) and not one_return
    taken_back = story.line.depth == 0 and way.back > 1
    begun = story.line is not line if ended else taken_back
    return begun or amiss or has_captives_back(beam, line) or _comes_home_together(story)


def _comes_home_together(story: Story) -> bool:
    """Say whether the last plies look legal, but were no play: hands put all home together.

    Whoever replies may lift the piece early, but not as soon as the other one is lifted, and
    hardly two times in a row without a pause.
    """
    start, together = story.line.game.rules.start.occupied, 0
    reply, made = story.top, story.top.back()
    while made.line.move is not None and start >> made.line.move.target & 1:
        both_s = min(made.since, reply.since) - max(made.left, reply.left)
        if both_s >= _TOGETHER_S:
            together += 1 + (abs(reply.left - made.left) < durations.SEEN_S)
        elif reply.left - made.since >= durations.REACTION_S:
            together -= 1
        reply, made = made, made.back()
    return together > 1


def has_captives_back(beam: Beam, line: PlayedLine) -> bool:
    """Say whether a board stands at the start, although the game has fewer pieces."""
    start, sight = line.game.rules.start, beam.sight
    fewer = line.position.occupied.bit_count() < start.occupied.bit_count()
    return fewer and sight.fits(start) and not sight.fits(line.position)


def is_found_anew(beam: Beam, line: PlayedLine) -> bool:
    """Say whether a board was set up for a new game while nobody looked, and perhaps begun."""
    return starts_over(beam, line, ended=False) or is_played_anew(beam, line, in_hand=False)


def is_played_anew(beam: Beam, line: PlayedLine, *, in_hand: bool) -> bool:
    """Say whether a new game may have begun while nobody looked; `in_hand`: a piece is missing."""
    sight, before = beam.sight, line
    for _ in range(_TAKEN_BACK):
        before = before.back()
        if sight.fits(before.position):
            return False
    differing = sum(squares.bit_count() for squares in sight.differences(line.position))
    opening = PlayedLine(new_game(line.game.rules))
    lacking, surplus = sight.differences(opening.position)
    if differing < _OTHER_GAME or (lacking.bit_count() > surplus.bit_count()) is not in_hand:
        return False
    if opened(opening, sight) is None:
        return False
    return not (in_hand and _has_gone_on(beam, line))


def _has_gone_on(beam: Beam, line: PlayedLine) -> bool:
    """Say whether as few plies as a new game begins with explain all of what stands.

    A captor may have come to where a piece is at the start; then one is missing, too.
    """
    found = at_rest(beam, line)
    return found is not None and found.line.depth - line.depth <= OPENED


def starts_with_a_move(
    beam: Beam, line: PlayedLine, counts_since: float, settle_s: float, *, in_hand: bool
) -> bool:
    """Say whether a new game stands after its first move, which began before all pieces had stood.

    Its piece left when most others stood, and some did not, or had stood for less than `settle_s`,
    as far as anybody looked: one that never was there, or was the last, is in the wrong place
    instead. Most were put up since the last ply of the line counts, or the board stands otherwise
    by it. The other side may have replied by now; `in_hand`: the piece that moves next is in a
    hand.
    """
    start, sight = line.game.rules.start, beam.sight
    opening = PlayedLine(new_game(line.game.rules))
    if not has_opened(opening, sight, beam.stood_at, in_hand=in_hand):
        return False
    lacking, _ = sight.differences(start)
    came = sorted(beam.stood_at[square] for square in squares_of(start.occupied & ~lacking))
    most_came, last_came = came[len(came) // 2], came[-1]
    if most_came < counts_since and _goes_on(line, sight, in_hand=in_hand):
        return False
    left = min(beam.stood_at[origin] for origin in squares_of(lacking))
    return most_came < left < last_came + settle_s + _LOOKS_WITHIN_S


def rests_begun(beam: Beam, line: PlayedLine) -> bool:
    """Say whether a board stands as a new game does after its first moves, and as nothing else.

    Those were made when most pieces stood. In the game that counts, a piece stands where it does
    not belong by the likeliest story, and by no other one all of them stand right.
    """
    in_hand = any(away.at == AIR for away in beam.best.away)
    if line.depth <= OPENED or in_hand or any(map(is_settled, beam.stories)):
        return False
    opening, sight = PlayedLine(new_game(line.game.rules)), beam.sight
    lacking, surplus = sight.differences(opening.position)
    if lacking.bit_count() != surplus.bit_count() or opened(opening, sight) is None:
        return False
    stands = line.game.rules.start.occupied & ~lacking
    most_came = median_low(beam.stood_at[square] for square in squares_of(stands))
    left = min(beam.stood_at[square] for square in squares_of(lacking))
    return most_came < left and in_turn(lacking, surplus, beam.stood_at)


def is_put_up_again(sight: Sight, line: PlayedLine, *, in_hand: bool) -> bool:
    """Say whether a board stands as a game does, as after a fall; `in_hand`: but for its mover."""
    lacking, surplus = sight.differences(line.position)
    if not lacking:
        return not surplus
    mover = line.position.of(line.to_move)
    return in_hand and not surplus and lacking.bit_count() == 1 and bool(lacking & mover)


def _goes_on(line: PlayedLine, sight: Sight, *, in_hand: bool) -> bool:
    """Say whether a board may stand as it does because of a game, of which plies are taken back.

    Those do not count yet where the next piece is in a hand already.
    """
    differing = sum(squares.bit_count() for squares in sight.differences(line.position))
    if differing < _OTHER_GAME:
        return True
    before = line
    for _ in range(min(_TAKEN_BACK_BY_HAND, line.depth) if in_hand else 0):
        before = before.back()
        lacking, surplus = sight.differences(before.position)
        if lacking.bit_count() == 1 and not surplus:
            return True
    return False
