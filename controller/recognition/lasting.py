"""What becomes dearer though nothing changes: to hold a piece, to leave one where it is not."""

from controller.recognition import durations, prices
from controller.recognition.moments import NEVER, reached
from controller.recognition.sight import Sight
from controller.recognition.story import AIR, Away, Story, Straddle, held_own, last_away, living
from controller.recognition.unseen import back_unseen

_A_MOVE_AND_ITS_REPLY = 2


def next_due(stories: tuple[Story, ...], sight: Sight, at: float) -> float:
    """Return when one of some stories becomes dearer by itself."""
    times = [s.straddle.since + durations.STRADDLE_S for s in stories if s.straddle]
    if any(_is_holding(s, at) or (s.straddle and s.straddle.lasts) for s in stories):
        times.append(at + durations.HOLDS_EVERY_S)
    if sight.unsure:
        times += [_back_at(s, sight) for s in stories]
    return min((time for time in times if not reached(at, time)), default=NEVER)


def _is_holding(story: Story, at: float) -> bool:
    return any(
        not (a.lost or a.waits or a.barred) and at - a.since < durations.HOLDS_S for a in story.away
    )


def dearer_since(story: Story, before: float, at: float) -> Story:
    """Return a story at the price of what was held, or left out of place, since a time."""
    straddle = story.straddle
    price = 0.0
    if straddle and straddle.lasts:
        price = _price_of_straddling(story, straddle, before, at)
        story = story._replace(straddle=straddle._replace(paid=straddle.paid + price))
    price += _price_of_away(story, before, at)
    if story.upset:
        price = min(price, (at - before) * prices.HOLDS)
    return story.dearer(price)


def _price_of_straddling(story: Story, straddle: Straddle, before: float, at: float) -> float:
    """Return what it costs that a piece was felt on two squares from one time to another.

    One that has slid there, and stands on the line between them, does so until somebody pushes it,
    though the other side has replied.
    """
    last_plies = (story.top, story.top.back())
    if not any(made.line.ends_on(straddle.origin) and not made.carried for made in last_plies):
        return (at - before) * prices.STANDS_OUT
    lasting_since = straddle.since + durations.STRADDLE_S
    return _seconds(before, at, lasting_since, durations.ON_A_LINE_S) * prices.STANDS_OUT


def _price_of_away(story: Story, before: float, at: float) -> float:
    """Return what it costs that pieces were away from their places from one time to another.

    Whoever leaves one where it does not belong leaves others, too: they cost no more than one.
    """
    # What the side to move pushes while it holds a piece it puts right later.
    moving_since = min((a.left for a in held_own(story)), default=NEVER)
    swept = _swept_along(story)
    price, standing_out = 0.0, 0.0
    for away in story.away:
        pushed = away.is_pushed
        busy = pushed and moving_since <= away.since
        if away.lost or away.waits or away.barred or busy or away in swept:
            continue
        if pushed:
            price += _seconds(before, at, away.since, durations.PUSHED_OUT_S) * prices.STANDS_OUT
        elif away.at == AIR:
            price += _seconds(before, at, away.since, durations.HOLDS_S) * prices.HOLDS
        else:
            out = _seconds(before, at, away.since, durations.STANDS_OUT_S) * prices.STANDS_OUT
            standing_out = max(standing_out, out)
    return price + standing_out


def _seconds(before: float, at: float, since: float, lasts_s: float) -> float:
    """Return how much of what lasts for some time since one lies between two others."""
    return max(min(at, since + lasts_s) - max(before, since), 0.0)


def _swept_along(story: Story) -> list[Away]:
    """Return the pieces that were pushed with others: whoever has not seen one has seen none.

    Two may as well be a step and its reply.
    """
    pushed = [a for a in story.away if a.is_pushed]
    if len(pushed) <= _A_MOVE_AND_ITS_REPLY:
        return []
    lefts = sorted(a.left for a in pushed)
    return [
        a
        for a in pushed
        if sum(0 <= a.left - left < durations.SWEEP_S for left in lefts) > _A_MOVE_AND_ITS_REPLY
    ]


def _back_at(story: Story, sight: Sight) -> float:
    """Return when the last ply's piece may well be back where no sensor tells."""
    move, last = story.line.move, last_away(story)
    if move is None or last is None or last.at != AIR:
        return NEVER
    hidden = sight.unsure & ~living(story)
    return last.since + durations.HELD_S if hidden >> move.origin & 1 else NEVER


def aged(story: Story, sight: Sight, due: float, at: float) -> list[Story]:
    """Return what has become of a story by the time when it was due."""
    straddle = story.straddle
    ends = straddle.since + durations.STRADDLE_S if straddle and not straddle.lasts else NEVER
    if straddle and reached(at, ends):
        lasts = straddle._replace(paid=prices.STRADDLE_LASTS)
        story = story._replace(straddle=lasts, price=story.price + lasts.paid)
    if reached(_back_at(story, sight), due) and reached(at, _back_at(story, sight)):
        # A step back is slid; what has come from farther off is held rather, but not for long.
        away = story.dearer(prices.STAYS_AWAY) if story.top.is_step else story
        back = back_unseen(story)
        return [back, away] if back else [story]
    return [story]
