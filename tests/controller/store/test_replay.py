"""A game out of its entries is the game that was played."""

import pytest

from controller.rules.compiled import compiled
from controller.rules.game import Game, new_game
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.lines import MOVES as ALL_MOVES
from controller.rules.pieces import Side
from controller.store.course import begun, followed
from controller.store.errors import EntryError
from controller.store.records import Entry, Header, Kind
from controller.store.replay import end_of, game_at_start, left_standing, replayed, write_start
from tests.controller.store.kept import MOVES, header, plies

_START = new_game(compiled(named_ruleset("copenhagen")))


def test_plies_takebacks_and_retargets_lead_to_the_game() -> None:
    entries = (
        *plies(MOVES[0], MOVES[1], "g1-g2"),
        Entry(9000, Kind.RETARGET, "g1-g3"),
        *plies("a4-b4"[:0] or MOVES[3]),
        Entry(9000, Kind.TAKEBACK),
        Entry(9000, Kind.DISTURBED, "3"),
        *plies(*MOVES[3:]),
    )
    assert replayed(_START, entries) == replayed(_START, plies(*MOVES))
    assert followed(begun(header()), entries).plies == MOVES


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("draw agreement", _START.agree_draw()),
        ("defenders resignation", _START.resign(Side.ATTACKERS)),
        ("attackers arbiter", _START.decide(Side.ATTACKERS)),
        ("draw arbiter", _START.decide(None)),
        ("defenders time", _START.run_out_of_time(Side.ATTACKERS)),
        ("draw time", _START.run_out_of_time(None)),
    ],
)
def test_every_end_by_people_comes_back_and_can_be_taken_back(text: str, game: Game) -> None:
    end = Entry(0, Kind.END, text)
    assert end_of(game) == text
    assert replayed(_START, [end]) == game
    assert replayed(_START, [end, Entry(1, Kind.TAKEBACK)]) == _START
    course = followed(begun(header()), [end, Entry(1, Kind.TAKEBACK)])
    assert (course.result, course.reason, course.ended_ms, course.plies) == (None, None, None, ())


def test_an_end_by_the_rules_must_be_the_one_that_the_rules_see() -> None:
    rules = _START.rules
    # The king has one step to the corner.
    start = rules.start._replace(
        king=1 << 1, defenders=0, attackers=1 << 60, to_move=Side.DEFENDERS
    )
    game = Game(rules, start)
    won = plies("b1-a1")
    assert replayed(game, [*won, Entry(0, Kind.END, "defenders king_escaped")]).outcome
    with pytest.raises(EntryError, match=r"entry 2, end .*: expected defenders king_escaped"):
        replayed(game, [*won, Entry(0, Kind.END, "attackers resignation")])


def test_an_end_that_only_moves_can_bring_is_refused() -> None:
    with pytest.raises(EntryError, match="entry 1, end attackers encircled: expected an end that"):
        replayed(_START, [Entry(0, Kind.END, "attackers encircled")])
    with pytest.raises(EntryError, match="game: expected one that is over"):
        end_of(_START)


def test_a_start_of_ones_own_comes_back_and_the_rulesets_own_takes_no_room() -> None:
    moved = _START.play(ALL_MOVES[3][25]).position
    assert write_start(_START.start, _START.rules) == ""
    start = Header("one", header().ruleset, None, write_start(moved, _START.rules))
    assert game_at_start(start) == Game(_START.rules, moved)
    assert game_at_start(header()) == _START


def left_after(*happened: str) -> Game:
    """Return the game as its board was left, after three plies and more entries."""
    kinds = {str(kind): kind for kind in Kind}
    more = (
        Entry(9000, kinds[word]) if word in kinds else plies(word, since_ms=9000)[0]
        for word in happened
    )
    return left_standing(_START, (*plies(*MOVES[:3]), *more))


def test_a_board_was_left_with_what_was_undone_and_not_put_back() -> None:
    played = [replayed(_START, plies(*MOVES[:count])) for count in range(5)]
    assert left_after() == played[3]
    assert left_after("takeback", "disturbed") == played[3]
    assert left_after("takeback", "disturbed", "resumed", "disturbed", "resumed") == played[3]
    assert left_after("disturbed", "takeback") == played[3]
    assert left_after("takeback", "disturbed", "takeback") == played[3]


def test_what_was_put_back_or_taken_back_by_hand_is_on_the_board_no_longer() -> None:
    played = [replayed(_START, plies(*MOVES[:count])) for count in range(5)]
    assert left_after("takeback") == played[2]
    assert left_after("disturbed", "takeback", "restored") == played[2]
    assert left_after("takeback", "disturbed", "restored") == played[2]
    assert left_after("takeback", "disturbed", "restored", "takeback", "disturbed") == played[2]
    assert left_after("takeback", "disturbed", MOVES[2], MOVES[3]) == played[4]


def test_a_board_that_was_disturbed_long_after_or_before_a_takeback_by_hand_was_left_right() -> (
    None
):
    played = [replayed(_START, plies(*MOVES[:count])) for count in range(3)]
    taken, cleared = Entry(9000, Kind.TAKEBACK), Entry(14_000, Kind.DISTURBED)
    assert left_standing(_START, (*plies(*MOVES[:3]), taken, cleared)) == played[2]
    before = Entry(1500, Kind.DISTURBED)  # which a start found right again
    three = plies(*MOVES[:3])
    assert left_standing(_START, (*three[:2], before, *three[2:], taken)) == played[2]


def test_an_end_that_people_took_back_has_left_every_piece_where_it_was() -> None:
    end = Entry(9000, Kind.END, "draw agreement")
    entries = (*plies(*MOVES[:3]), end, Entry(9000, Kind.TAKEBACK), Entry(9000, Kind.DISTURBED))
    assert left_standing(_START, entries) == replayed(_START, plies(*MOVES[:3]))


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_comes_back(name: str) -> None:
    ruleset = named_ruleset(name)
    assert game_at_start(Header("one", ruleset.model_dump_json(), None)).rules.ruleset == ruleset


@pytest.mark.parametrize(
    ("data", "start", "why"),
    [
        ("{}", "", "expected the data of a ruleset"),
        (header().ruleset, "nonsense", "start: "),
        (header().ruleset, "/11/ attackers", "start: position record: expected 11 ranks"),
    ],
)
def test_a_header_that_cannot_be_read_is_refused(data: str, start: str, why: str) -> None:
    with pytest.raises(EntryError, match=f"game one: {why}"):
        game_at_start(Header("one", data, None, start))
