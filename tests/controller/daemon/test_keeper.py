"""The keeper hands over what happened, and holds the news of plies back until it is on disk."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from controller.daemon.beside import Beside
from controller.daemon.keeper import Keeper
from controller.events.command import Decision
from controller.events.event import (
    BoardDisturbed,
    BoardFound,
    BoardLost,
    BoardRestored,
    CapturesCleared,
    ClockStood,
    Decided,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    EndTakenBack,
    Event,
    GameEnded,
    GameStarted,
    MoveCommitted,
    MoveRetargeted,
    MoveTakenBack,
    PieceLifted,
)
from controller.notation.control import NO_CLOCK
from controller.notation.moves import parse_move
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.rules.sentence import verbatim
from controller.store.course import begun, followed
from controller.store.records import Entry, Header, Kind
from controller.store.store import Change
from tests.board_driver import COPENHAGEN

_WALL_MS = 1_700_000_000_000
_RULESET = COPENHAGEN.ruleset.model_dump_json()
_HEADER = Header("game", _RULESET, _WALL_MS)
_NAMES = {Side.ATTACKERS: "Anna", Side.DEFENDERS: "Björn Å"}
_CLOCK = "fischer:15+10"
WON = Outcome(Side.ATTACKERS, OutcomeReason.KING_CAPTURED, (), None)


def committed(at: float, ply: int, text: str) -> MoveCommitted:
    written = parse_move(text)
    side = Side.ATTACKERS if ply % 2 else Side.DEFENDERS
    return MoveCommitted(at, ply, side, written.move, written.captured)


class Desk:
    """A keeper, what it handed over, and what it sent."""

    def __init__(self, names: Mapping[Side, str] | None = None, wall_ms: int = _WALL_MS) -> None:
        self.put: list[Change] = []
        self.sent: list[Event] = []
        self.rung = 0
        self.keeper = Keeper(
            COPENHAGEN.ruleset, lambda: wall_ms, self.sent.append, self._ring, names
        )
        self.keeper.connect(self.put.append)

    def _ring(self) -> None:
        self.rung += 1

    def keep(self, *events: Event, game: str = "game") -> None:
        self.sent += self.keeper.keep(game, events[-1].at, events)

    def write(self, count: int = 1) -> None:
        """Let the oldest changes reach the disk."""
        written, self.put[:count] = self.put[:count], []
        self.keeper.on_disk(written)

    @property
    def entries(self) -> list[Entry]:
        return [entry for change in self.put for entry in change.entries]


def started(*events: Event, names: Mapping[Side, str] | None = None, clock: str = NO_CLOCK) -> Desk:
    desk = Desk(names)
    desk.keep(GameStarted(10.0, "copenhagen", clock=clock))
    desk.sent.clear()
    for event in events:
        desk.keep(event)
    return desk


def test_a_computer_that_does_not_know_the_day_yet_gives_no_date() -> None:
    desk = Desk(wall_ms=300_000)  # five minutes after the first of January 1970
    desk.keep(GameStarted(10.0, "copenhagen", clock=NO_CLOCK))
    desk.keep(committed(11.5, 1, "d1-d3"))
    header = replace(_HEADER, started_ms=None)
    assert desk.put[0].header == header
    again = Desk(wall_ms=300_000)
    again.keeper.resume(header, followed(begun(header), desk.entries))
    assert again.entries == [Entry(1500, Kind.RESUMED, "")]


def test_every_kind_of_event_is_kept_with_the_time_since_the_start() -> None:
    one, other = committed(11.5, 1, "d1-d3"), committed(12.0, 2, "e5-e2")
    retargeted = MoveRetargeted(13.0, 2, Side.DEFENDERS, other.move, parse_move("e5-e3").move, 0)
    desk = started(
        one,
        other,
        retargeted,
        MoveTakenBack(14.0, 2, Side.DEFENDERS, other.move),
        BoardLost(15.0, verbatim("unplugged")),
        BoardFound(16.0),
        BoardDisturbed(17.0, 3),
        BoardRestored(18.0),
        committed(19.0, 2, "g3-e3xe2"),
        GameEnded(20.0, WON, verbatim("won")),
    )
    assert desk.put[0].header == _HEADER
    assert [change.first for change in desk.put] == list(range(len(desk.put)))
    assert desk.entries == [
        Entry(1500, Kind.PLY, "d1-d3"),
        Entry(2000, Kind.PLY, "e5-e2"),
        Entry(3000, Kind.RETARGET, "e5-e3"),
        Entry(4000, Kind.TAKEBACK),
        Entry(5000, Kind.PAUSED, "unplugged"),
        Entry(7000, Kind.DISTURBED, "3"),
        Entry(8000, Kind.RESTORED),
        Entry(9000, Kind.PLY, "g3-e3xe2"),
        Entry(10_000, Kind.END, "attackers king_captured"),
    ]


def test_what_people_agree_on_and_decide_is_kept_and_an_end_that_is_taken_back_too() -> None:
    desk = started(
        committed(11.0, 1, "d1-d3"),
        DrawOffered(12.0, Side.ATTACKERS),
        DrawDeclined(13.0, Side.DEFENDERS),
        DrawOffered(14.0, Side.DEFENDERS),
        DrawWithdrawn(15.0, Side.DEFENDERS),
        DrawOffered(16.0, Side.ATTACKERS),
        DrawAccepted(17.0, Side.DEFENDERS),
        GameEnded(17.0, Outcome(None, OutcomeReason.AGREEMENT, (), None), verbatim("drawn")),
        EndTakenBack(18.0),
        Decided(19.0, Decision(Side.DEFENDERS, "too late")),
        GameEnded(19.0, Outcome(Side.DEFENDERS, OutcomeReason.ARBITER, (), None), verbatim("won")),
    )
    assert desk.entries[1:] == [
        Entry(2000, Kind.OFFER, "attackers draw"),
        Entry(3000, Kind.DECLINE, "defenders draw"),
        Entry(4000, Kind.OFFER, "defenders draw"),
        Entry(5000, Kind.DECLINE, "defenders draw"),
        Entry(6000, Kind.OFFER, "attackers draw"),
        Entry(7000, Kind.ACCEPT, "defenders draw"),
        Entry(7000, Kind.END, "draw agreement"),
        Entry(8000, Kind.TAKEBACK),
        Entry(9000, Kind.DECISION, "too late"),
        Entry(9000, Kind.END, "defenders arbiter"),
    ]
    course = followed(begun(_HEADER), desk.entries)
    assert (course.plies, course.result, course.reason) == (("d1-d3",), "defenders", "arbiter")


def test_who_plays_and_by_which_clocks_stands_at_the_beginning_of_every_game() -> None:
    desk = started(committed(11.0, 1, "d1-d3"), names=_NAMES, clock=_CLOCK)
    assert desk.entries[:3] == [
        Entry(0, Kind.NAMES, "attackers Anna"),
        Entry(0, Kind.NAMES, "defenders Björn Å"),
        Entry(0, Kind.CLOCK, "fischer:15+10", "900000 900000 0"),
    ]
    assert desk.keeper.names == _NAMES
    desk.keep(GameStarted(20.0, "copenhagen"), game="next")
    desk.keep(committed(21.0, 1, "d1-d3"), game="next")
    assert [entry.kind for entry in desk.put[-1].entries].count(Kind.NAMES) == 2
    assert desk.put[-1].header.id == "next"


def test_a_game_is_kept_by_the_rules_and_clocks_with_which_it_started_and_by_the_newest_names() -> (
    None
):
    desk = started(committed(11.0, 1, "d1-d3"))
    desk.keeper.call({Side.ATTACKERS: "Cleo"})
    desk.keep(GameStarted(20.0, "fetlar", clock="gong:10"), game="next")
    desk.keep(committed(21.0, 1, "d1-d3"), game="next")
    fetlar = named_ruleset("fetlar").model_dump_json()
    assert desk.put[-1].header == Header("next", fetlar, _WALL_MS)
    assert [(entry.kind, entry.what) for entry in desk.put[-1].entries[:2]] == [
        (Kind.NAMES, "attackers Cleo"),
        (Kind.CLOCK, "gong:10"),
    ]


def test_what_the_clocks_stand_at_is_kept_with_the_ply_before_and_by_itself_in_between() -> None:
    desk = started(names=_NAMES, clock=_CLOCK)
    ply = committed(11.0, 1, "d1-d3")
    desk.keep(ply, ClockStood(11.0, 909_000, 900_000, 1000, Side.DEFENDERS))
    desk.keep(ClockStood(21.0, 909_000, 890_000, 11_000, Side.DEFENDERS))
    desk.keep(BoardLost(22.0, verbatim("cable")), ClockStood(22.0, 909_000, 889_000, 12_000, None))
    assert desk.entries[3:] == [
        Entry(1000, Kind.PLY, "d1-d3", "909000 900000 1000"),
        Entry(11_000, Kind.CLOCK, "fischer:15+10", "909000 890000 11000"),
        Entry(12_000, Kind.PAUSED, "cable", "909000 889000 12000"),
    ]
    course = followed(begun(_HEADER), desk.entries)
    assert (course.control, course.clock) == ("fischer:15+10", "909000 889000 12000")


def test_what_the_clocks_stand_at_is_kept_with_the_ply_that_ends_a_game_or_declines_a_draw() -> (
    None
):
    desk = started(names=_NAMES, clock=_CLOCK)
    stood = ClockStood(11.0, 909_000, 900_000, 1000, Side.DEFENDERS)
    desk.keep(committed(11.0, 1, "d1-d3"), DrawDeclined(11.0, Side.ATTACKERS), stood)
    stood = ClockStood(12.0, 909_000, 910_000, 2000, None)
    desk.keep(committed(12.0, 2, "e5-e2"), GameEnded(12.0, WON, verbatim("won")), stood)
    assert desk.entries[3:] == [
        Entry(1000, Kind.PLY, "d1-d3", "909000 900000 1000"),
        Entry(1000, Kind.DECLINE, "attackers draw"),
        Entry(2000, Kind.PLY, "e5-e2", "909000 910000 2000"),
        Entry(2000, Kind.END, "attackers king_captured"),
    ]
    assert followed(begun(_HEADER), desk.entries).clock == "909000 910000 2000"


def test_clocks_of_a_game_without_plies_are_not_kept() -> None:
    desk = started(ClockStood(21.0, 1, 1, 1, None), names=_NAMES, clock=_CLOCK)
    assert desk.put == []


def test_a_game_that_goes_on_keeps_its_names_and_who_is_named_again_takes_over() -> None:
    desk = Desk({Side.DEFENDERS: "Cleo"})
    before = followed(
        begun(_HEADER), started(committed(11.0, 1, "d1-d3"), names=_NAMES, clock=_CLOCK).entries
    )
    desk.keeper.resume(_HEADER, before)
    assert [entry[1:3] for entry in desk.entries] == [
        (Kind.RESUMED, str(_WALL_MS)),
        (Kind.NAMES, "defenders Cleo"),
    ]
    assert desk.keeper.names == {Side.ATTACKERS: "Anna", Side.DEFENDERS: "Cleo"}


def test_who_sits_beside_a_game_is_kept_with_it_and_who_changes_too() -> None:
    desk = started()
    desk.keeper.accompany(Beside("defenders club"), 10.5)
    assert desk.put == []
    desk.keep(committed(11.0, 1, "d1-d3"))
    desk.keeper.accompany(Beside("defenders club"), 11.5)
    desk.keeper.accompany(Beside("defenders club", "attackers"), 12.0)
    desk.keeper.accompany(Beside(), 13.0)
    assert desk.entries == [
        Entry(0, Kind.OPPONENT, "defenders club"),
        Entry(1000, Kind.PLY, "d1-d3"),
        Entry(2000, Kind.HELP, "attackers"),
        Entry(3000, Kind.OPPONENT),
        Entry(3000, Kind.HELP),
    ]


def test_who_plays_on_in_a_game_that_goes_on_is_no_news() -> None:
    entries = (Entry(0, Kind.OPPONENT, "defenders club"), Entry(1500, Kind.PLY, "d1-d3"))
    desk = Desk()
    desk.keeper.resume(_HEADER, followed(begun(_HEADER), entries))
    desk.keep(PieceLifted(500.0, 3))
    desk.keeper.accompany(Beside("defenders club"), 500.0)
    desk.keeper.accompany(Beside("defenders chance"), 501.0)
    assert [entry[:3] for entry in desk.entries] == [
        (1500, Kind.RESUMED, str(_WALL_MS)),
        (2500, Kind.OPPONENT, "defenders chance"),
    ]


def test_who_sits_down_after_the_end_is_no_part_of_the_game() -> None:
    desk = started(committed(11.0, 1, "d1-d3"), GameEnded(12.0, WON, verbatim("won")))
    desk.keeper.accompany(Beside("defenders club"), 13.0)
    assert [entry.kind for entry in desk.entries] == [Kind.PLY, Kind.END]


def test_a_game_without_plies_is_not_kept() -> None:
    desk = started(BoardDisturbed(11.0, 3), BoardRestored(12.0))
    desk.keeper.begin()
    assert desk.put == []


def test_the_news_of_a_ply_waits_until_it_is_on_disk_and_what_follows_waits_behind_it() -> None:
    before, ply, behind = PieceLifted(11.0, 3), committed(11.5, 1, "d1-d3"), CapturesCleared(12.0)
    desk = started(before, ply, behind)
    assert desk.sent == [before]
    assert desk.keeper.saved == 0
    desk.write()
    assert desk.sent == [before, ply, behind]
    assert (desk.keeper.saved, desk.rung) == (1, 1)
    last = PieceLifted(13.0, 4)
    desk.keep(last)
    assert desk.sent[-1] is last


def test_events_of_one_turn_keep_their_order() -> None:
    desk = started()
    events: Sequence[Event] = (
        PieceLifted(11.0, 3),
        committed(11.0, 1, "d1-d3"),
        PieceLifted(11.0, 4),
    )
    desk.keep(*events)
    assert desk.sent == [events[0]]
    desk.write()
    assert desk.sent == list(events)


def test_while_nothing_can_be_written_news_go_out_at_once_and_saved_says_so() -> None:
    one, other, third = (committed(10.0 + n, n, "d1-d3") for n in (1, 2, 3))
    desk = started(one, other)
    desk.keeper.set_troubled(troubled=True)
    assert desk.sent == [one, other]
    assert [desk.keeper.saved] == [False]
    desk.keep(third)
    assert desk.sent == [one, other, third]
    desk.keeper.set_troubled(troubled=False)
    desk.write(3)
    assert desk.sent == [one, other, third]
    assert desk.keeper.saved == 3


def test_what_is_written_a_second_time_is_not_said_again() -> None:
    desk = started(committed(11.0, 1, "d1-d3"))
    (change,) = desk.put
    desk.write()
    desk.keeper.on_disk([change])
    assert len(desk.sent) == 1


def test_a_game_that_another_follows_is_abandoned_and_one_that_is_over_is_not() -> None:
    desk = started(committed(11.0, 1, "d1-d3"))
    desk.keep(GameStarted(12.0, "copenhagen"), game="next")
    desk.keep(committed(13.0, 1, "d1-d3"), GameEnded(13.0, WON, verbatim("won")), game="next")
    desk.keeper.begin()
    assert [(change.header.id, change.entries[-1].kind) for change in desk.put] == [
        ("game", Kind.PLY),
        ("game", Kind.ABANDONED),
        ("next", Kind.END),
    ]
    assert desk.keeper.saved == 0


def test_a_game_that_is_resumed_goes_on_in_number_and_time() -> None:
    entries = (Entry(1500, Kind.PLY, "d1-d3"), Entry(2000, Kind.PLY, "e5-e2"))
    desk = Desk()
    desk.keeper.resume(_HEADER, followed(begun(_HEADER), entries))
    assert desk.keeper.saved == 2
    # The board's clock is another one now.
    desk.keep(PieceLifted(500.0, 3))
    desk.keep(committed(501.0, 3, "g1-g3"))
    assert desk.put == [
        Change(_HEADER, 2, (Entry(2000, Kind.RESUMED, str(_WALL_MS)),)),
        Change(_HEADER, 3, (Entry(3000, Kind.PLY, "g1-g3"),)),
    ]


def test_time_never_goes_back() -> None:
    desk = started(committed(12.0, 1, "d1-d3"), committed(11.0, 2, "e5-e2"))
    assert [entry.elapsed_ms for entry in desk.entries] == [2000, 2000]


def test_a_position_of_a_lesson_is_no_game_to_keep_and_ends_the_one_before() -> None:
    desk = started(committed(11.0, 1, "d1-d3"))
    desk.keep(GameStarted(12.0, "copenhagen", placed=True))
    desk.keep(committed(13.0, 1, "d4-d8"))
    assert [entry.kind for entry in desk.entries] == [Kind.PLY, Kind.ABANDONED]
    desk.write(2)
    assert desk.sent[-1] == committed(13.0, 1, "d4-d8")
