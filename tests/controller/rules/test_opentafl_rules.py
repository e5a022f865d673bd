"""Rules records, in and out: what they say of our rulesets, and what they cannot say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.errors import NotationError
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.opentafl import parse_rules, parse_start, write_rules
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.ruleset import Reading, Ruleset
from tests.controller.rules.playouts import START_RECORD, any_positions, mutations

CORNERS = "cor:a1,k1,a11,k11 cen:f6"
KIN_OF_FETLAR = "corh:tT cenh:t cenhe:tTK corp:K cenp:tTK cors:K cens:K corre:K cenre:K"
FETLAR = f"dim:11 esc:c surf:y atkf:y tfr:d ka:y ks:s {CORNERS} {KIN_OF_FETLAR} sw:n swf:y efe:n"
V1 = (
    f"dim:11 esc:e surf:n atkf:y tfr:d ka:n ks:s {CORNERS} corh: cenh: cenhe:K "
    "corp:tTK cenp:tTK cors:tTK cens: corre:tTK cenre: sw:n swf:y efe:n"
)
RECORDS = {
    "copenhagen": FETLAR.replace("tfr:d", "tfr:l").replace("sw:n swf:y efe:n", "sw:s swf:y efe:y"),
    "fetlar": FETLAR,
    "viking-game": FETLAR,
    "viking-chess": FETLAR,
    "hnefatafl-v1": V1,
    "hnefatafl-v2": V1.replace("ka:n ks:s", "ka:h ks:w").replace("cenhe:K", "cenhe:"),
    "hnefatafl-v3": V1.replace("esc:e", "esc:c")
    .replace("ka:n ks:s", "ka:h ks:m")
    .replace("corp:tTK cenp:tTK cors:tTK", "corp:K cenp:tTK cors:K")
    .replace("corre:tTK", "corre:K"),
    "hnefatafl-corner": FETLAR.replace("surf:y", "surf:n"),
}
ALWAYS_UNSAID = "name, title, source, clauses, readings: no field says where the rules stand."
NO_MOVES_LOSE = "ending.no_moves: that side loses, but no field speaks of a side without a move."
NO_MOVES_DRAW = "ending.no_moves: the game is a draw, but no field speaks of a side without a move."
REPETITION = (
    "ending.repetition: the defenders lose by it, whoever repeats; the nearest is tfr:l, by which "
    "the side that repeats loses."
)
TWO_HOURS = (
    "ending.time_limit_minutes: after 120 minutes the game is a draw, but no field speaks of time."
)
UNSAID = {
    "copenhagen": (ALWAYS_UNSAID, REPETITION, NO_MOVES_LOSE),
    "fetlar": (ALWAYS_UNSAID, NO_MOVES_LOSE),
    "viking-game": (ALWAYS_UNSAID, NO_MOVES_LOSE),
    "viking-chess": (ALWAYS_UNSAID, NO_MOVES_LOSE, TWO_HOURS),
    "hnefatafl-v1": (ALWAYS_UNSAID, NO_MOVES_DRAW),
    "hnefatafl-v2": (ALWAYS_UNSAID, NO_MOVES_DRAW),
    "hnefatafl-v3": (ALWAYS_UNSAID, NO_MOVES_DRAW),
    "hnefatafl-corner": (ALWAYS_UNSAID, NO_MOVES_DRAW),
}
# What no field can say, and how a record is read that therefore does not say it.
SILENT = {"no_moves": "loses", "time_limit_minutes": 0}
SECTIONS = ("movement", "capture", "king", "ending")


def record(*changes: str) -> str:
    """Return Fetlar's record with some fields changed, ``"ka:n"``, or left out, ``"-ka"``."""
    fields = dict(part.split(":") for part in f"{FETLAR} start:{START_RECORD}".split())
    for change in changes:
        if change.startswith("-"):
            del fields[change[1:]]
        else:
            key, value = change.split(":")
            fields[key] = value
    return " ".join(f"{key}:{value}" for key, value in fields.items())


def sections(ruleset: Ruleset) -> dict[str, object]:
    """Return what a ruleset plays, every knob by its full name."""
    return {
        f"{section}.{key}": value
        for section in SECTIONS
        for key, value in getattr(ruleset, section).model_dump().items()
    }


def changed(*changes: str) -> dict[str, object]:
    """Return what Fetlar's record says otherwise with some fields changed."""
    fetlar = sections(named_ruleset("fetlar"))
    read = sections(parse_rules(record(*changes), "here"))
    return {key: value for key, value in read.items() if value != fetlar[key]}


def readings(text: str) -> dict[str, str]:
    """Return the readings of a record by what they are about."""
    return {reading.about: reading.text for reading in parse_rules(text, "here").readings}


def complaint(text: str) -> str:
    """Return what is said of a text that is no rules record of ours."""
    with pytest.raises(NotationError) as raised:
        parse_rules(text, "here")
    return str(raised.value)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_that_ships_is_this_record_and_this_is_what_it_cannot_say(name: str) -> None:
    expected = f"{RECORDS[name]} start:{START_RECORD}"
    assert write_rules(named_ruleset(name)) == (expected, UNSAID[name])


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_that_ships_reads_back_in_all_that_fields_can_say(name: str) -> None:
    ruleset = named_ruleset(name)
    read = parse_rules(write_rules(ruleset)[0], name)
    ending = ruleset.ending.model_copy(update=SILENT)
    assert (read.name, read.start_position()) == (name, ruleset.start_position())
    assert (read.movement, read.capture, read.king, read.ending) == (
        ruleset.movement,
        ruleset.capture,
        ruleset.king,
        ending,
    )


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Draw any ruleset that contradicts itself nowhere."""

    def one_of(*values: object) -> object:
        return draw(st.sampled_from(values))

    def yes() -> bool:
        return draw(st.booleans())

    captured_by, escape = one_of("surrounding", "custodial"), one_of("corner", "edge")
    hostile = ("always", "empty", "never")
    data: dict[str, object] = {
        "movement": {
            "throne_stop": one_of("king", "nobody"),
            "throne_pass": one_of("all", "nobody"),
            "corner_stop": one_of("king", "all"),
        },
        "capture": {
            "king_captures": one_of("both", "mover", "never"),
            "corners_hostile": yes(),
            "throne_hostile_to_attackers": one_of(*hostile),
            "throne_hostile_to_defenders": one_of(*hostile),
            "shieldwall": yes(),
        },
        "king": {
            "captured_by": captured_by,
            "throne_stands_in": captured_by == "surrounding" and yes(),
            "edge": one_of("safe", "capturable"),
        },
        "ending": {
            "escape": escape,
            "exit_fort": escape == "corner" and yes(),
            "encirclement": yes(),
            "no_moves": one_of("loses", "draw"),
            "repetition": one_of("defenders_lose", "draw"),
            "repetition_count": draw(st.integers(2, 5)),
            "time_limit_minutes": one_of(0, 120),
        },
    }
    clauses = named_ruleset("copenhagen").clauses.model_copy(update={"time": "11"})
    return Ruleset.model_validate(
        {**named_ruleset("copenhagen").model_dump(), "clauses": clauses.model_dump(), **data}
    )


@given(rulesets())
@settings(max_examples=400, deadline=None)
def test_whatever_a_record_loses_of_any_ruleset_is_said(ruleset: Ruleset) -> None:
    text, unsaid = write_rules(ruleset)
    before, after = sections(ruleset), sections(parse_rules(text, ruleset.name))
    lost = {key for key, value in before.items() if after[key] != value}
    said = {sentence.partition(":")[0] for sentence in unsaid[1:]}
    assert unsaid[0] == ALWAYS_UNSAID
    # These are said wherever the record is vague about them, though it may read back right.
    assert said - {"ending.no_moves", "ending.repetition"} <= lost <= said


@given(rulesets())
@settings(max_examples=200, deadline=None)
def test_a_record_that_is_read_is_written_as_the_same_record(ruleset: Ruleset) -> None:
    text = write_rules(ruleset)[0]
    assert write_rules(parse_rules(text, "here"))[0] == text


def test_a_king_safe_on_the_edge_though_two_take_him_elsewhere_cannot_be_said() -> None:
    v2 = named_ruleset("hnefatafl-v2")
    ruleset = v2.model_copy(update={"king": v2.king.model_copy(update={"edge": "safe"})})
    expected = "king.edge: he is safe there, but ks:w lets him be captured there too."
    assert write_rules(ruleset) == (
        write_rules(v2)[0],
        (ALWAYS_UNSAID, expected, NO_MOVES_DRAW),
    )


def test_another_number_of_repetitions_cannot_be_said() -> None:
    fetlar = named_ruleset("fetlar")
    ending = fetlar.ending.model_copy(update={"repetition_count": 4})
    expected = "ending.repetition_count: it is 4, but tfr speaks of three times only."
    assert write_rules(fetlar.model_copy(update={"ending": ending}))[1] == (
        ALWAYS_UNSAID,
        expected,
        NO_MOVES_LOSE,
    )


@given(any_positions())
@settings(deadline=None)
def test_another_start_takes_the_place_of_the_ruleset_s_own(position: Position) -> None:
    text, unsaid = write_rules(named_ruleset("fetlar"), position)
    assert unsaid == UNSAID["fetlar"]
    assert parse_start(text) == position


def test_where_the_defenders_go_first_the_record_says_so() -> None:
    fetlar = named_ruleset("fetlar")
    start = fetlar.start_position()._replace(to_move=Side.DEFENDERS)
    assert write_rules(fetlar, start)[0] == record("atkf:n")
    assert parse_start(record("atkf:n")) == start
    assert complaint(record("atkf:n")) == "rules record: atkf: expected y, got 'n'"


def test_the_record_itself_is_the_source_and_its_fields_are_the_clauses() -> None:
    read = parse_rules(f"  {record('sw:s')}\n", "mine")
    assert (read.name, read.title) == ("mine", "mine")
    assert read.source == f"OpenTafl rules record {record('sw:s')}"
    assert read.clauses.model_dump() == {
        "turn": "atkf",
        "movement": "cors, cens, cenp",
        "custodial": "corh, cenh, cenhe, ka",
        "restricted": "cors, cens, cenp",
        "king_escaped": "esc",
        "king_captured": "ks",
        "repetition": "tfr",
        "no_moves": "no field",
        "shieldwall": "sw, swf",
        "exit_fort": "efe",
        "encircled": "surf",
        "agreement": None,
        "time": None,
    }


def test_a_name_in_the_record_is_the_title() -> None:
    read = parse_rules(record("-start", "name:Fetlar_11x11", f"start:{START_RECORD}"), "mine")
    assert (read.name, read.title) == ("mine", "Fetlar_11x11")


def test_the_readings_say_what_a_full_record_still_leaves_open() -> None:
    assert parse_rules(record(), "here").readings == (
        Reading(
            about="repetition",
            text="It is the third time that the same position comes with the same side to move, "
            "counted from the start of the game.",
        ),
        Reading(
            about="no_moves",
            text="No field speaks of a side without a legal move; that side loses.",
        ),
        Reading(about="time_limit_minutes", text="No field speaks of a time limit; there is none."),
    )


@pytest.mark.parametrize(
    ("change", "about", "text"),
    [
        (
            "tfr:l",
            "repetition",
            "It is the third time that the same position comes with the same side to move, "
            "counted from the start of the game. The side that repeats loses, says tfr:l; the "
            "defenders do, here.",
        ),
        (
            "ks:m",
            "edge",
            "By ks:m, attackers on the three sides that an edge leaves take the king.",
        ),
        (
            "sw:s",
            "shieldwall",
            "The capturing move is the one that places a bracketing piece on the edge; a corner "
            "may be one bracket, and a king in the row is spared.",
        ),
        (
            "efe:y",
            "exit_fort",
            "A fort is unbreakable if no sequence of attackers' moves takes any piece of its wall.",
        ),
    ],
)
def test_the_readings_say_how_a_vague_value_is_read(change: str, about: str, text: str) -> None:
    expected = readings(record()) | {about: text}
    assert readings(record(change)) == expected


def test_no_fort_is_judged_where_the_edge_is_the_king_s_escape() -> None:
    assert changed("esc:e", "efe:y") == {"ending.escape": "edge"}
    assert readings(record("esc:e", "efe:y"))["exit_fort"] == (
        "A king on the edge has won already by esc:e; no fort is judged."
    )


def test_a_record_that_says_nothing_but_its_start_is_read_as_fetlar_s_and_says_so() -> None:
    text = f"dim:11 start:{START_RECORD}"
    assert sections(parse_rules(text, "here")) == sections(named_ruleset("fetlar"))
    fields = (part.split(":") for part in FETLAR.split()[1:])
    left_out = {
        key: f"The record does not say {key}; it is read as {key}:{value}."
        for key, value in fields
        if key not in {"corp", "swf"}  # by the rest, neither makes a difference
    }
    assert readings(text) == left_out | readings(record())


def test_a_flank_that_is_left_out_is_said_where_it_makes_a_difference() -> None:
    expected = "The record does not say swf; it is read as swf:y."
    assert readings(record("sw:s", "-swf"))["swf"] == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (["esc:e"], {"ending.escape": "edge"}),
        (["surf:n"], {"ending.encirclement": False}),
        (["efe:y"], {"ending.exit_fort": True}),
        (["tfr:l"], {"ending.repetition": "defenders_lose"}),
        (["ka:h"], {"capture.king_captures": "mover"}),
        (["ka:n"], {"capture.king_captures": "never"}),
        (["ks:m"], {"king.edge": "capturable"}),
        (["sw:s"], {"capture.shieldwall": True}),
        (["sw:n", "swf:n"], {}),
        (["cor:k11,a1,a11,k1"], {}),
        (["corh:"], {"capture.corners_hostile": False}),
        (["corh:TtK"], {}),
        (["corh:tcnkTCN"], {}),
        (["cenh:"], {"capture.throne_hostile_to_attackers": "empty"}),
        (["cenh:tT"], {"capture.throne_hostile_to_defenders": "always"}),
        (["cenhe:tT"], {"king.throne_stands_in": False}),
        (["cenhe:tK"], {"capture.throne_hostile_to_defenders": "never"}),
        (["cenh:", "cenhe:TK"], {"capture.throne_hostile_to_attackers": "never"}),
        (["cenh:K"], {"capture.throne_hostile_to_attackers": "empty"}),
        (["cenp:"], {"movement.throne_pass": "nobody"}),
        (["corp:"], {}),
        (["corp:t"], {}),
        (["cors:tTK", "corre:tT"], {"movement.corner_stop": "all"}),
        (["cors:tTK", "-corre"], {"movement.corner_stop": "all"}),
        (["corre:"], {}),
        (["cens:"], {"movement.throne_stop": "nobody"}),
        (["cens:", "-cenre"], {"movement.throne_stop": "nobody"}),
        (["cenre:"], {"movement.throne_stop": "nobody"}),
        (["cenre:tTK"], {}),
        (
            ["ks:w", "corh:tTK"],
            {
                "king.captured_by": "custodial",
                "king.edge": "capturable",
                "king.throne_stands_in": False,
            },
        ),
        (
            ["ks:w", "-corh", "-cenh", "-cenhe"],
            {
                "king.captured_by": "custodial",
                "king.edge": "capturable",
                "king.throne_stands_in": False,
            },
        ),
        (["cenh:T", "-cenhe"], {
            "capture.throne_hostile_to_attackers": "empty",
            "capture.throne_hostile_to_defenders": "always",
        }),
    ],
)  # fmt: skip
def test_a_field_says_this_of_a_ruleset(changes: list[str], expected: dict[str, object]) -> None:
    assert changed(*changes) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("esc:x", "esc: expected c or e, got 'x'"),
        ("esc:", "esc: expected c or e, got ''"),
        ("surf:yes", "surf: expected y or n, got 'yes'"),
        ("tfr:i", "tfr: expected d or l, got 'i'"),
        ("tfr:w", "tfr: expected d or l, got 'w'"),
        ("ka:a", "ka: expected y or h or n, got 'a'"),
        ("ks:c", "ks: expected s or m or w, got 'c'"),
        ("sw:w", "sw: expected s or n, got 'w'"),
        ("efe:", "efe: expected y or n, got ''"),
        ("swf:x", "swf: expected y or n, got 'x'"),
        ("cor:", "cor: expected a1,k1,a11,k11, got ''"),
        ("cor:a1,k1,a11", "cor: expected a1,k1,a11,k11, got 'a1,k1,a11'"),
        ("cen:", "cen: expected f6, got ''"),
        ("cen:e5,f6", "cen: expected f6, got 'e5,f6'"),
        ("corh:t", "corh: expected nothing or tT or K or tTK, got 't'"),
        ("corh:x", "corh: expected nothing or tT or K or tTK, got 'x'"),
        ("cenh:tX", "cenh: expected letters of tcnkTCNK, got 'tX'"),
        ("cenhe:T", "cenhe: expected all letters of cenh:t, got 'T'"),
        ("cenp:tT", "cenp: expected nothing or tTK, got 'tT'"),
        ("corp:x", "corp: expected letters of tcnkTCNK, got 'x'"),
        ("cors:", "cors: expected K or tTK, got ''"),
        ("cors:tT", "cors: expected K or tTK, got 'tT'"),
        ("cens:TK", "cens: expected nothing or K, got 'TK'"),
        ("cenre:y", "cenre: expected letters of tcnkTCNK, got 'y'"),
        ("ks:w", "corh: expected nothing or tTK, got 'tT'"),
        ("ka:" + "a" * 100, f"ka: expected y or h or n, got '{'a' * 40}'"),
    ],
)
def test_a_value_that_is_not_played_here_is_refused_by_its_field(
    change: str, expected: str
) -> None:
    assert complaint(record(change)) == f"rules record: {expected}"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (["sw:s", "swf:n"], "swf: expected y, got 'n'"),
        (["ks:m", "corh:tTK"], "corh: expected nothing or tT, got 'tTK'"),
        (["cors:tTK"], "corre: expected t and T, who may stop by cors, got 'K'"),
        (
            ["ks:w", "corh:tTK", "cenhe:tT"],
            "cenhe: expected T and K, or neither, as the king is captured like any, got 'tT'",
        ),
        (
            ["cenre:", f"start:{START_RECORD.replace('TTKTT', 'TKTTT')}"],
            "cenre: expected K, as cens lets him stop and he starts elsewhere, got ''",
        ),
    ],
)
def test_fields_that_together_are_not_played_here_are_refused(
    changes: list[str], expected: str
) -> None:
    start = record(*changes).replace("1TKTTT1", "1TK1TT1")
    assert complaint(start) == f"rules record: {expected}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected dim:11 first, got ''"),
        ("esc", "expected fields such as esc:c, got 'esc'"),
        ("esc:c", "expected dim:11 first, got 'esc:c'"),
        (
            record("dim:13"),
            "expected dim:11 first, got 'dim:13 esc:c surf:y atkf:y tfr:d ka:y ks:'",
        ),
        ("dim:11", "expected start last, got 'dim'"),
        (f"dim:11 start:{START_RECORD} esc:c", "expected start last, got 'esc'"),
        (f"dim:11 esc:c esc:e start:{START_RECORD}", "esc: expected it once, got 'e' again"),
        (f"dim:11 ber:y start:{START_RECORD}", "ber: expected no such field, got 'y'"),
        (f"dim:11 :y start:{START_RECORD}", ": expected no such field, got 'y'"),
    ],
)
def test_a_text_that_is_no_rules_record_is_refused(text: str, expected: str) -> None:
    assert complaint(text) == f"rules record: {expected}"


def test_a_start_that_is_no_position_is_refused() -> None:
    expected = "position record: rank 1: expected 11 squares, got 10"
    assert complaint(record(f"start:{START_RECORD.replace('3t', '2t', 1)}")) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("/3ttttt3/5t5", "/K2ttttt3/5t5", "start: expected a king away from the edge"),
        (
            "/3ttttt3/5t5",
            "/t2ttttt3/5t5",
            "start: expected nobody but the king on the throne and corners",
        ),
    ],
)
def test_a_start_that_cannot_be_played_is_refused(old: str, new: str, expected: str) -> None:
    start = START_RECORD.replace(old, new, 1)
    if "K2" in new:
        start = start.replace("TTKTT", "TT1TT")
    assert complaint(record(f"start:{start}")) == f"rules record: {expected}"


valid = st.sampled_from([f"{text} start:{START_RECORD}" for text in RECORDS.values()])
letters = "tTKcnyewsd: ,/16afk"


@given(st.text() | valid.flatmap(lambda text: mutations(text, letters)), st.text())
@settings(max_examples=600, deadline=None)
def test_any_text_is_a_ruleset_or_refused_as_notation(text: str, name: str) -> None:
    try:
        ruleset = parse_rules(text, name)
    except NotationError as error:
        assert ": expected " in str(error)
    else:
        assert sections(parse_rules(write_rules(ruleset)[0], name)) == sections(ruleset)


@given(st.text() | valid.flatmap(lambda text: mutations(text, letters)))
@settings(max_examples=200, deadline=None)
def test_any_text_has_a_start_or_is_refused_as_notation(text: str) -> None:
    try:
        start = parse_start(text)
    except NotationError as error:
        assert ": expected " in str(error)
    else:
        assert parse_start(write_rules(named_ruleset("fetlar"), start)[0]) == start
