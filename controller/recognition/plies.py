"""How a story's line of play grows and shrinks, and what becomes of its pieces then."""

from controller.recognition.line import PlayedLine
from controller.recognition.story import AIR, Away, Dead, Made, Story
from controller.rules.geometry import squares_of

# The dead that are remembered off the board; older ones stay in the tray.
_TRAY = 8
_MOST_RESOLVED = 6
# Nobody asks how a ply so far back was made; at most both together are remembered, which is no
# more than lines of play remember of each other.
_REMEMBERED, _TRIMMED_EVERY = 8, 4


def played(story: Story, piece: Away, target: int, since: float, *, carried: bool) -> Story:
    """Return a story in which a piece that is away made a legal move from its home."""
    line = story.top.line.after(piece.home, target)
    away = tuple(a for a in story.away if a is not piece)
    dead = story.dead
    for square in squares_of(line.captured):
        victim = next((a for a in away if a.home == square), None)
        side = line.to_move
        if victim is None:
            dead += (Dead(square, side, since, home=square, last=square),)
        else:
            away = tuple(a for a in away if a is not victim)
            there = Dead(victim.at, side, victim.since, taken=True, home=square, last=victim.last)
            dead += (there,)
    before = story.top if line.depth % _TRIMMED_EVERY else story.top.without_old(_REMEMBERED)
    made = Made(line, since, carried, piece.left, before, first=since)
    return story._replace(top=made, away=away, dead=_trimmed(dead) if line.captured else dead)


def unplayed(story: Story, *, paused: bool = False) -> Story:
    """Return a story without its last ply: its piece is away from its origin, captives live.

    `paused`: its slide only paused; what was lifted before that is in the hand for its own move.
    """
    top = story.top
    move = top.line.move
    if move is None:
        return story
    away = tuple(
        a._replace(home=move.origin, left=top.left) if a.home == move.target else a
        for a in story.away
    )
    if all(a.home != move.origin for a in away):
        away += (Away(move.origin, move.target, top.since, top.left, move.origin, slid=True),)
    dead = story.dead
    # Those that stand on their own squares first: they are nobody else.
    at = {each.at for each in dead}
    for square in sorted(squares_of(top.line.captured), key=lambda square: square not in at):
        dead, revived = _revived(dead, square, top, paused=paused)
        away += revived
    return story._replace(top=top.back(), away=away, dead=dead)


def put_back(story: Story, line: PlayedLine) -> Story:
    """Return a story without the plies after a line of play, which still stand on the board.

    Their pieces have to be put back, and where they stand now makes no ply again.
    """
    while story.line is not line and story.line.contains(line):
        story = unplayed(story)
    # A piece that went and came back is at home.
    elsewhere = (a for a in story.away if a.at != a.home)
    away = tuple(a._replace(barred=a.at != AIR, waits=False) for a in elsewhere)
    return story._replace(away=away)


def _revived(
    dead: tuple[Dead, ...], square: int, top: Made, *, paused: bool
) -> tuple[tuple[Dead, ...], tuple[Away, ...]]:
    """Return the dead without the one from a square, and that where it is away from there."""
    side = top.line.to_move
    there = next((d for d in dead if d.at == square), None)
    if there:
        return tuple(d for d in dead if d is not there), ()
    aside = [d for d in dead if d.side is side and d.taken]
    # An older one may lie about while this one is in the hand that takes the ply back.
    own = [d for d in aside if d.home == square]
    on_board = [d for d in aside if d.at != AIR]
    found = max(own or on_board or aside, key=lambda d: d.since, default=None)
    if found is None:
        return dead, (Away(square, AIR, 0.0, 0.0, square, slid=True, lost=True),)
    lost = found.at == AIR and not (paused and found.since < top.first)
    back = Away(square, found.at, found.since, found.since, square, slid=True, lost=lost)
    return tuple(d for d in dead if d is not found), (back,)


def _trimmed(dead: tuple[Dead, ...]) -> tuple[Dead, ...]:
    if len(dead) <= _TRAY:
        return dead
    off = sorted((d for d in dead if d.at == AIR), key=lambda d: d.since)
    gone = off[: max(len(off) - _TRAY, 0)]
    return tuple(d for d in dead if d not in gone)


def resolved(story: Story) -> Story:
    """Return a story in which every ply that waited for its turn, and has it now, is made."""
    for _ in range(_MOST_RESOLVED):
        waiting = sorted((a for a in story.away if a.waits), key=lambda a: a.since)
        found = next((after for a in waiting if (after := _resolve(story, a))), None)
        if found is None:
            return story
        story = found
    return story


def _resolve(story: Story, piece: Away) -> Story | None:
    top = story.top
    move = top.line.move
    if move and (piece.home, piece.at) == (move.target, move.origin):
        return returned(story, piece, piece.since)
    own = story.owns(piece)
    # A reply cannot stand before the piece was lifted to whose move it replies.
    if own and top.left <= piece.since and top.line.allows(piece.home, piece.at):
        return played(story, piece, piece.at, piece.since, carried=not piece.slid)
    return None


def returned(story: Story, piece: Away, since: float) -> Story:
    """Return a story in which the last ply is taken back: its piece stands on its origin."""
    before = unplayed(story)
    origin = story.top.line.move.origin if story.top.line.move else piece.home
    away = tuple(a for a in before.away if a.home != origin)
    top = before.top._replace(since=since, first=since, closed=False, reopened=True)
    return before._replace(top=top, away=away)
