"""What goes out as text comes in again; what is no legal game stays out, and says why."""

import json
from collections.abc import Iterable

import pytest

from controller.rules.compiled import compiled
from controller.rules.game import Game
from controller.rules.library import named_ruleset, ruleset_names
from controller.store.course import clocks_of_plies
from controller.store.exporting import FORMATS, Kept, as_json, as_moves, as_otg
from controller.store.importing import RefusedGame, games_in
from controller.store.moments import iso
from controller.store.records import Entry, Header, Kind
from tests.controller.store.kept import COPENHAGEN, MOVES, header, plies

_RULES = compiled(named_ruleset("copenhagen"))
_NAMES = (Entry(0, Kind.NAMES, "attackers Anna"), Entry(0, Kind.NAMES, 'defenders "Björn"'))
_WHOLE = Kept(
    header("0123456789ab", 86_400_000),
    (
        *_NAMES,
        *plies(*MOVES[:3]),
        Entry(5000, Kind.TAKEBACK),
        Entry(6000, Kind.PLY, "g1-g4", "900000 900000"),
        Entry(7000, Kind.RETARGET, "g1-g3"),
        *plies(*MOVES[3:], since_ms=8000),
        Entry(99_000, Kind.END, "attackers resignation"),
    ),
)
_OPEN = Kept(header("ba9876543210", None), (*plies(*MOVES[:2]), Entry(9000, Kind.ABANDONED)))
_STOOD = ("897000 900000 3000", "897000 880500 23000", "890100 880500 30000")
_TIMED = tuple(
    each._replace(clock=clock) for each, clock in zip(plies(*MOVES[:3]), _STOOD, strict=True)
)


def read(text: str | bytes) -> list[Kept | RefusedGame]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(games_in(data.splitlines(keepends=True), _RULES))


def refusals(found: Iterable[Kept | RefusedGame]) -> list[tuple[int, str]]:
    return [(each.line, each.why) for each in found if isinstance(each, RefusedGame)]


def what_is_told(game: Kept) -> tuple[object, ...]:
    """Return what every format can say of a game."""
    course = game.course
    return course.plies, course.result, course.reason if course.result else None


def test_json_loses_nothing() -> None:
    assert read(as_json(_WHOLE) + as_json(_OPEN)) == [_WHOLE, _OPEN]


@pytest.mark.parametrize("form", FORMATS)
def test_a_game_that_was_not_over_elsewhere_is_not_played_on_here(form: str) -> None:
    game = Kept(header("0123456789ab"), plies(*MOVES[:2]))
    (back,) = read(FORMATS[form](game))
    assert isinstance(back, Kept)
    assert not back.course.is_open
    assert what_is_told(back) == what_is_told(game)


def test_the_kind_of_line_end_makes_no_other_game() -> None:
    record = as_otg(_WHOLE)
    lines = [line for line in record.splitlines() if not line.startswith("[hnefi:")]
    (unix,), (windows,) = read("\n".join(lines)), read("\r\n".join(lines))
    assert isinstance(unix, Kept)
    assert unix == windows
    assert unix.header.id != _WHOLE.header.id


def test_a_game_written_a_turn_a_line_is_the_game_written_on_one() -> None:
    turns = f"1. {MOVES[0]} {MOVES[1]}\n2. {MOVES[2]}\n"
    assert read(turns) == read(" ".join(MOVES[:3]))


def test_a_line_that_goes_on_from_nothing_is_refused_by_its_number() -> None:
    found = read("1. d1-d3 f4-c4\n3. e1-e3 f8-c8\n")
    why = "expected turn 1 of a game, or the turn that follows the line before; got turn 3"
    assert refusals(found) == [(2, why)]


def test_json_of_a_game_that_was_not_over_says_that_it_was_left() -> None:
    game = Kept(header("0123456789ab"), plies(*MOVES[:2]))
    left = Entry(2000, Kind.ABANDONED)
    assert read(as_json(game)) == [Kept(game.header, (*game.entries, left))]
    assert read(as_json(Kept(game.header, ()))) == [Kept(game.header, (Entry(0, Kind.ABANDONED),))]


@pytest.mark.parametrize("name", ruleset_names())
def test_an_opentafl_record_comes_back_by_the_ruleset_that_it_was_played_by(name: str) -> None:
    ruleset = named_ruleset(name)
    played = Header("0123456789ab", ruleset.model_dump_json(), None)
    first = str(Game(compiled(ruleset), compiled(ruleset).start).legal_moves()[0])
    (back,) = read(as_otg(Kept(played, plies(first))))
    assert isinstance(back, Kept)
    assert back.header.ruleset == played.ruleset


@pytest.mark.parametrize(
    ("tag", "found"),
    [("viking-chess", "viking-chess"), ("copenhagen", "fetlar"), ("nobody's", "fetlar")],
)
def test_a_tag_counts_only_where_the_rules_record_agrees(tag: str, found: str) -> None:
    played = Header("0123456789ab", named_ruleset("fetlar").model_dump_json(), None)
    text = as_otg(Kept(played, ())).replace("[hnefi-ruleset:fetlar]", f"[hnefi-ruleset:{tag}]")
    (back,) = read(text)
    assert isinstance(back, Kept)
    assert back.header.ruleset == named_ruleset(found).model_dump_json()


def test_json_of_a_ruleset_of_ones_own_brings_the_ruleset() -> None:
    data = json.loads(COPENHAGEN) | {"name": "own", "title": "Of one's own"}
    ruleset = type(named_ruleset("copenhagen")).model_validate_json(json.dumps(data))
    own = Kept(Header("0123456789ab", ruleset.model_dump_json(), None), _OPEN.entries)
    assert read(as_json(own)) == [own]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_brings_plies_and_results_back(form: str) -> None:
    back = read("".join(FORMATS[form](each) for each in (_WHOLE, _OPEN)))
    assert [what_is_told(each) for each in back if isinstance(each, Kept)] == [
        what_is_told(each) for each in (_WHOLE, _OPEN)
    ]


def test_a_record_keeps_id_names_and_day() -> None:
    (back,) = read(as_otg(_WHOLE))
    assert isinstance(back, Kept)
    assert (back.header, back.entries[:2]) == (header("0123456789ab", 86_400_000), _NAMES)


def test_a_record_has_the_clocks_where_opentafl_looks_for_them() -> None:
    begun = Entry(0, Kind.CLOCK, "fischer:15+10", "900000 900000 0")
    lines = as_otg(Kept(header("0123456789ab"), (begun, *_TIMED))).splitlines()
    assert "[time-control:900 0/0 10i]" in lines
    assert "[time-remaining:891 0/0, 881 0/0]" in lines
    assert lines[-5:] == ["1. d1-d3 e5-e2", "[897 0/0|881 0/0]", "2. g1-g3", "[891 0/0]", ""]


def test_a_ply_has_the_clocks_of_what_followed_in_its_moment_where_an_older_hnefi_kept_them() -> (
    None
):
    first, second, third = (each.clock for each in _TIMED)
    declined, ended = "attackers draw", "defenders resignation"
    one, two, three = (each._replace(clock="") for each in _TIMED)
    entries = (
        one,
        Entry(one.elapsed_ms, Kind.DECLINE, declined, first),
        two._replace(clock=second),
        Entry(two.elapsed_ms, Kind.DECLINE, declined, third),
        three,
        Entry(three.elapsed_ms + 1, Kind.END, ended, third),
    )
    assert clocks_of_plies(entries) == [first, second, ""]


@pytest.mark.parametrize("control", ["none", "sundial:12"])
def test_a_record_has_no_clocks_that_nobody_knows(control: str) -> None:
    begun = Entry(0, Kind.CLOCK, control)
    assert as_otg(Kept(header(), (begun, *plies(*MOVES)))) == as_otg(Kept(header(), plies(*MOVES)))


def test_a_line_of_moves_counts_the_captures_of_each_side() -> None:
    assert as_moves(_WHOLE) == f"{' '.join(MOVES)},1,0,Black\n"


@pytest.mark.parametrize(
    ("line", "result", "reason"),
    [
        ("d1-d3,0,0,White", "defenders", "resignation"),
        ("d1-d3,0,0,Draw", "draw", "agreement"),
        ("d1-d3 timeout,0,0,Black", "attackers", "time"),
        ("d1-d3,0,0,Ongoing", None, None),
        ("d1-d3", None, None),
    ],
)
def test_a_line_of_moves_says_how_it_ended(
    line: str, result: str | None, reason: str | None
) -> None:
    (found,) = read(line)
    assert isinstance(found, Kept)
    assert (found.course.result, found.course.reason) == (result, reason)
    # Nobody plays on what was not played here.
    assert not found.course.is_open


def test_the_same_moves_are_the_same_game_wherever_they_stand() -> None:
    one, other, another = read("d1-d3\ng1-g3\n d1-d3 \n")
    assert isinstance(one, Kept)
    assert isinstance(other, Kept)
    assert one == another
    assert one.header.id != other.header.id


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("d1-d3 d1-d4", "ply 2, d1-d4: No piece stands on d1."),
        ("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe4", "ply 5: expected 'g3-e3xe2' by the captures"),
        ("nonsense", "ply 1: expected a move such as d1-d4 or g3-e3xe2, got 'nonsense'"),
        ("d1-d3,1", "expected moves, or moves,captures,captures,result"),
        ("d1-d3 " * 200_000, "expected a game, got more than a megabyte"),
        ("d1-d3 \udcff", "expected text in UTF-8, got other bytes"),
    ],
)
def test_a_line_that_is_no_legal_game_is_refused_and_the_others_are_read(
    line: str, why: str
) -> None:
    text = f"d1-d3\n\n{line}\nd1-d2\n".encode(errors="surrogateescape")
    found = read(text)
    assert [type(each) for each in found] == [Kept, RefusedGame, Kept]
    ((number, said),) = refusals(found)
    assert number == 3
    assert said.startswith(why)


@pytest.mark.parametrize(
    "blank",
    ["", " \t", "\ufeff", "\ufeff\ufeff ", "\x0b", "\x0c", "\x1c", "\x1f", "\x85", "\u3000"],
)
def test_a_line_in_which_nobody_sees_anything_is_no_game(blank: str) -> None:
    for games in (text := "d1-d3\nd1-d2\n", text.replace("d1", f"{blank}\nd1")):
        assert [type(each) for each in read(games.encode())] == [Kept, Kept]
    assert read(f"{blank}\n".encode()) == []


def changed(**values: object) -> str:
    return json.dumps(json.loads(as_json(_OPEN)) | values)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "expected JSON (EOF"),
        ("{}", "format: expected this key, found none"),
        (changed(format="hnefi game 2"), "format: expected 'hnefi game 1', got 'hnefi game 2'"),
        (changed(id="../../etc"), "id: expected letters, digits and dashes, got '../../etc'"),
        (changed(id=7), "id: expected text in quotes, got 7"),
        (changed(started=-1), "started: expected at least 0, got -1"),
        (changed(ruleset="none"), "ruleset: expected one of"),
        (changed(start="nonsense attackers"), "game ba9876543210: start: position record"),
        (changed(rules={"name": "x"}), "8 validation errors for Ruleset"),
        (changed(entries=[[0, "ply"]]), "entry 1: expected milliseconds, a kind and a text"),
        (changed(entries=[[0, "dance", ""]]), "entry 1: expected milliseconds"),
        (changed(entries=[[-1, "ply", "d1-d3"]]), "entry 1: expected milliseconds"),
        (changed(entries=[[2, "paused", ""], [1, "paused", ""]]), "entry 2: expected a time that"),
        (
            changed(entries=[[3_162_240_000_001, "ply", "d1-d3"]]),
            "entry 1, ply: expected at most 3162240000000 milliseconds, got 3162240000001",
        ),
        (changed(entries=[[1 << 63, "ply", "d1-d3"]]), "entry 1, ply: expected at most 31"),
        (
            changed(entries=[[0, "names", "attackers Bad\x1b[2J"]]),
            r"entry 1, names: expected one line of plain text, got 'Bad\x1b[2J'",
        ),
        (changed(entries=[[0, "names", "attackers two\nlines"]]), "entry 1, names: expected one"),
        (changed(entries=[[0, "names", "attackers  Anna"]]), "entry 1, names: expected one line"),
        (changed(entries=[[0, "decision", "late\u202e"]]), "entry 1, decision: expected one line"),
        (changed(entries=[[0, "decision", " late"]]), "entry 1, decision: expected one line of"),
        (changed(entries=[[0, "clock", "\x9b31m"]]), "entry 1, clock: expected one line of plain"),
        *(
            (changed(entries=[[0, "ply", "d1-d3", clock]]), "entry 1, ply: expected the clocks in")
            for clock in ("1", "1 2 3 4", "-5 7 0", "1 \u0663 0", "1 9999999999999 0", "1 2 3\n")
        ),
        (changed(entries=[[0, "ply", "d1-d9"]]), "entry 1, ply d1-d9: A piece cannot jump over"),
        (
            changed(entries=[[0, "ply", "d1-d3"], [1, "retarget", "e5-e4"]]),
            "entry 2, retarget e5-e4: It is the attackers' turn",
        ),
        (
            changed(entries=[[0, "end", "attackers resignation"], [0, "ply", "d1-d3"]]),
            "entry 2, ply d1-d3: The game is over. ",
        ),
        (changed(entries=[[0, "end", "attackers king_captured"]]), "entry 1, end attackers king"),
        (changed(entries=[[0, "end", "nobody resignation"]]), "entry 1, end nobody resignation"),
    ],
)
def test_json_that_is_no_legal_game_is_refused(line: str, why: str) -> None:
    ((number, said),) = refusals(read(f"{line}\n{as_json(_OPEN)}"[: None if line != "{" else 2]))
    assert number == 1
    assert said.startswith(why)


@pytest.mark.parametrize(
    "entry",
    [
        Entry(3_162_240_000_000, Kind.PAUSED, "the board is not there, nor will it come "),
        Entry(0, Kind.RESUMED, "9" * 400),
        Entry(0, Kind.OPPONENT, "defenders htp: gnu --quick  --bold"),
        Entry(0, Kind.OPPONENT),
        Entry(0, Kind.HELP, "attackers explains"),
        Entry(0, Kind.DECISION, 'late, "very" late'),
        Entry(0, Kind.CLOCK, "fischer:15+10", "- - 3000"),
        Entry(0, Kind.CLOCK, "fischer:15+10", "900000 900000"),
    ],
)
def test_what_hnefi_may_have_written_is_taken(entry: Entry) -> None:
    game = Kept(header("0123456789ab"), (entry, Entry(entry.elapsed_ms, Kind.ABANDONED)))
    assert read(as_json(game)) == [game]
    assert abs(game.course.offset_ms or 0) < 1 << 50


def test_names_of_a_record_are_plain_lines_with_single_spaces() -> None:
    (spaced,) = read(as_otg(_WHOLE).replace(":Anna]", ":  Anna \t B ]"))
    assert isinstance(spaced, Kept)
    assert spaced.course.attackers == "Anna B"
    for name in ("Bad\x1b[2J", "D\u202eevil", "a\x9b31m"):
        ((line, why),) = refusals(read(as_otg(_WHOLE).replace(":Anna]", f":{name}]")))
        assert (line, why) == (1, f"attackers: expected one line of plain text, got {name!r}")


def test_a_record_with_an_illegal_move_is_refused_and_the_next_is_read() -> None:
    bad = as_otg(_WHOLE).replace("g3-e3xe2", "g3-e3xe5")
    found = read(bad + as_otg(_OPEN))
    assert [type(each) for each in found] == [RefusedGame, Kept]
    assert "ply 5: expected g3-e3xe2" in refusals(found)[0][1]


def test_a_record_of_another_program_may_hold_empty_lines_and_comments() -> None:
    lines = as_otg(_WHOLE).splitlines(keepends=True)
    text = "\n".join(["[event:Open]\n", *lines[1:-2], "[a: comment]\n", *lines[-2:]])
    (found,) = read(text)
    assert isinstance(found, Kept)
    assert what_is_told(found) == what_is_told(_WHOLE)
    assert found.header.id != _WHOLE.header.id


def test_a_file_without_text_has_no_games() -> None:
    assert read("\n \n\ufeff\n") == []


def test_times_are_iso_8601_and_nonsense_is_no_time() -> None:
    assert iso(1_700_000_000_123) == "2023-11-14T22:13:20.123Z"
    assert iso(None) is iso(1 << 60) is None
