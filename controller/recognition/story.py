"""A story: which piece is where, and how that came about. Values only.

The game says where every piece of a line of play belongs; a story holds what differs from that:
the live pieces that are away from home, the dead ones, and what belongs to no game. So it is
small, and equal stories are easily found.
"""

from typing import NamedTuple

from controller.recognition.line import PlayedLine
from controller.recognition.moments import LONG_AGO
from controller.rules.geometry import NEIGHBOURS, bits_of
from controller.rules.pieces import Side

# Where a piece is that stands on no square: in a hand, in the tray, or under the table.
AIR = -1


class Away(NamedTuple):
    """A live piece that is not on the square where the game has it; times in seconds."""

    home: int  # where the game has it
    at: int  # where it stands, or AIR
    since: float  # it is there since then
    left: float  # it left its home then
    last: int  # the square that it left last
    slid: bool = False  # it was put down on the way, or may have been
    out: bool = False  # it stood before where it did not belong
    lost: bool = False  # nobody saw it go, so it is in nobody's hand
    waits: bool = False  # it made a ply whose turn has not come yet
    barred: bool = False  # its ply does not count, and it still stands there
    paid: float = 0.0  # what it cost that it left its home

    @property
    def is_pushed(self) -> bool:
        """Whether it stands on the square next to its own, as what was pushed does."""
        return self.at != AIR and bool(NEIGHBOURS[self.home] >> self.at & 1)


class Dead(NamedTuple):
    """A captured piece; `taken` says that somebody has had it in the hand."""

    at: int
    side: Side
    since: float
    taken: bool = False
    home: int = AIR  # where it was captured
    last: int = AIR  # the square that it left last
    late: bool = False  # somebody has put it down long after it was taken off


class Made(NamedTuple):
    """A line of play whose last ply stands since a time; `before` is what it was made from."""

    line: PlayedLine
    since: float = LONG_AGO
    carried: bool = False  # its piece came through the air
    left: float = LONG_AGO  # its piece was lifted then
    before: "Made | None" = None
    closed: bool = False  # the other side has held a piece since
    first: float = LONG_AGO  # its piece came there first then; it may have been touched since
    reopened: bool = False  # the ply after it was taken back

    @property
    def is_step(self) -> bool:
        """Whether the last ply is a step to the next square, as pushes are."""
        move = self.line.move
        return move is not None and bool(NEIGHBOURS[move.origin] >> move.target & 1)

    def back(self) -> "Made":
        """Return what it was made from."""
        return self.before or Made(self.line.back())

    def latest(self, plies: int) -> "list[Made]":
        """Return the last few plies, the last first."""
        made, found = self, list[Made]()
        for _ in range(plies):
            found.append(made)
            made = made.back()
        return found

    def without_old(self, plies: int) -> "Made":
        """Return it without what the plies before the last few were made from."""
        if self.before is None:
            return self
        return self._replace(before=self.before.without_old(plies - 1) if plies else None)


class Straddle(NamedTuple):
    """A piece that stands on `origin` is felt on `target`, too, since a time."""

    origin: int
    target: int
    since: float
    paid: float = 0.0  # what it cost that this lasts

    @property
    def lasts(self) -> bool:
        """Whether it is felt on both for longer than slides take."""
        return bool(self.paid)


class Story(NamedTuple):
    """One story of a board; `price` is how unlikely it is, compared with the others."""

    price: float
    top: Made
    occupied: int  # the squares that feel a piece, if the story is true
    away: tuple[Away, ...] = ()
    dead: tuple[Dead, ...] = ()
    foreign: int = 0  # squares with magnets that belong to no game
    came_at: float = LONG_AGO  # when the last of these came
    went: int = 0  # the square that one of these has left last, if any
    went_at: float = LONG_AGO  # when it did
    straddle: Straddle | None = None
    upset: bool = False  # the board was knocked over and has not been right since
    misfits: int = 0  # how many poles it does not explain
    stuck: int = 0  # squares that feel a piece which has gone

    @property
    def line(self) -> PlayedLine:
        """The line of play of the story."""
        return self.top.line

    def own(self) -> int:
        """Return the squares where the game has the pieces of the side to move."""
        position = self.top.line.position
        return position.of(position.to_move)

    def owns(self, piece: Away) -> bool:
        """Say whether a piece that is not on its square is one of the side to move."""
        return bool(self.own() >> piece.home & 1)

    def dearer(self, price: float) -> "Story":
        """Return it at a higher price."""
        if not price:
            return self
        # The busiest line of recognition; `_replace` would take twice as long.
        return Story._make((self.price + price, *self[1:]))

    def unheard(self, unsure: int) -> "Story":
        """Return it without what is felt but no piece, on squares to which nobody listens now.

        Nor is a captive believed to lie there that had been taken off.
        """
        laid = tuple(d for d in self.dead if d.taken and d.at != AIR and unsure >> d.at & 1)
        felt = (self.stuck | self.foreign) & unsure | bits_of(*(d.at for d in laid))
        return (
            self._replace(
                occupied=self.occupied & ~felt,
                stuck=self.stuck & ~felt,
                foreign=self.foreign & ~felt,
                dead=tuple(d._replace(at=AIR) if d in laid else d for d in self.dead),
            )
            if felt
            else self
        )

    def key(self) -> tuple[object, ...]:
        """Return what makes two stories the same: the board and the plies, not how or when.

        But what is in a hand comes down near the square that it has left last. Of what lies about
        and is no live piece nobody need know which is which.
        """
        straddle = self.straddle and self.straddle[:2]
        away = sorted(
            (a.home, a.last if a.at == AIR else a.at, a.at, a.waits, a.barred) for a in self.away
        )
        lying = self.foreign | bits_of(*(d.at for d in self.dead if d.at != AIR))
        return (*self.top.line.recent, tuple(away), lying, straddle, self.upset, self.stuck)


_AWAY, _DEAD = map(Story._fields.index, ("away", "dead"))


def begun(line: PlayedLine) -> Story:
    """Return the story of a board that stands as a line of play says."""
    # A slide does not go on after a time in which nobody looked.
    return Story(0.0, Made(line, closed=True), line.position.occupied)


def living(story: Story) -> int:
    """Return the squares that feel a piece which is there, and is not dead."""
    dead = story.stuck
    for piece in story.dead:
        if piece.at != AIR:
            dead |= 1 << piece.at
    return story.occupied & ~dead


def without_dead(story: Story, square: int) -> Story:
    """Return the story in which a dead piece was taken from a square that does not tell."""
    if not story.occupied >> square & 1:
        return story
    dead = tuple(d._replace(at=AIR, taken=True) if d.at == square else d for d in story.dead)
    return story._replace(dead=dead)


def standing(story: Story) -> tuple[int, int, int]:
    """Return where attackers, defenders and the king stand by a story, dead ones included."""
    position = story.top.line.position
    gone = bits_of(*(away.home for away in story.away))
    # One may stand where another belongs.
    boards = [board & ~gone for board in position[:3]]
    for away in (a for a in story.away if a.at != AIR):
        for kind, board in enumerate(position[:3]):
            boards[kind] |= (board >> away.home & 1) << away.at
    for dead in story.dead:
        if dead.at != AIR:
            boards[dead.side is Side.DEFENDERS] |= 1 << dead.at
    return boards[0], boards[1], boards[2]


def held(story: Story) -> list[Away]:
    """Return the live pieces that somebody has in the hand."""
    return [a for a in story.away if a.at == AIR and not a.lost]


def held_own(story: Story, but: Away | None = None) -> list[Away]:
    """Return the pieces of the side to move that it has in the hand, one aside."""
    if not story.away:
        return []
    own = story.own()
    return [
        a for a in story.away if a.at == AIR and not a.lost and a is not but and own >> a.home & 1
    ]


def last_away(story: Story) -> Away | None:
    """Return the last ply's piece, None while it is where that ply ended."""
    return next((a for a in story.away if story.line.ends_on(a.home)), None)


def last_is_in_air(story: Story) -> bool:
    """Say whether the last ply's piece is in the air."""
    last = last_away(story)
    return last is not None and last.at == AIR


def changed(story: Story, piece: Away, now: Away, price: float = 0.0) -> Story:
    """Return a story in which a live piece is elsewhere, at a price."""
    away = tuple([now if a is piece else a for a in story.away])
    return Story._make((story.price + price, *story[1:_AWAY], away, *story[_AWAY + 1 :]))


def buried(story: Story, piece: Dead, now: Dead, price: float = 0.0) -> Story:
    """Return a story in which a dead piece is elsewhere, at a price."""
    dead = tuple([now if d is piece else d for d in story.dead])
    return Story._make((story.price + price, *story[1:_DEAD], dead, *story[_DEAD + 1 :]))
