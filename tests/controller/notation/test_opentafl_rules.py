"""Rules records, in and out: what they say of our rulesets, and what they cannot say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.opentafl import parse_rules, parse_start, write_rules
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.ruleset import Interpretation, Ruleset
from tests.controller.notation.records import (
    FETLAR_RULES,
    START_RECORD,
    any_positions,
    record,
    sections,
)
from tests.effort import examples

V1 = (
    "dim:11 esc:e surf:n atkf:y tfr:d ka:n ks:s cor:a1,k1,a11,k11 cen:f6 corh: cenh: cenhe:K "
    "corp:tTK cenp:tTK cors:tTK cens: corre:tTK cenre: sw:n swf:y efe:n"
)
RECORDS = {
    "copenhagen": FETLAR_RULES.replace("tfr:d", "tfr:l").replace(
        "sw:n swf:y efe:n", "sw:s swf:y efe:y"
    ),
    "fetlar": FETLAR_RULES,
    "viking-game": FETLAR_RULES,
    "viking-chess": FETLAR_RULES,
    "hnefatafl-v1": V1,
    "hnefatafl-v2": V1.replace("ka:n ks:s", "ka:h ks:w").replace("cenhe:K", "cenhe:"),
    "hnefatafl-v3": V1.replace("esc:e", "esc:c")
    .replace("ka:n ks:s", "ka:h ks:m")
    .replace("corp:tTK cenp:tTK cors:tTK", "corp:K cenp:tTK cors:K")
    .replace("corre:tTK", "corre:K"),
    "hnefatafl-corner": FETLAR_RULES.replace("surf:y", "surf:n"),
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


def readings(text: str) -> dict[str, str]:
    """Return the readings of a record by what they are about."""
    return {reading.about: reading.text for reading in parse_rules(text, "here").readings}


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
@examples(150)
def test_whatever_a_record_loses_of_any_ruleset_is_said(ruleset: Ruleset) -> None:
    text, unsaid = write_rules(ruleset)
    before, after = sections(ruleset), sections(parse_rules(text, ruleset.name))
    lost = {key for key, value in before.items() if after[key] != value}
    said = {sentence.partition(":")[0] for sentence in unsaid[1:]}
    assert unsaid[0] == ALWAYS_UNSAID
    # These are said wherever the record is vague about them, though it may read back right.
    assert said - {"ending.no_moves", "ending.repetition"} <= lost <= said


@given(rulesets())
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
def test_another_start_takes_the_place_of_the_ruleset_s_own(position: Position) -> None:
    text, unsaid = write_rules(named_ruleset("fetlar"), position)
    assert unsaid == UNSAID["fetlar"]
    assert parse_start(text) == position


def test_where_the_defenders_go_first_the_record_says_so() -> None:
    fetlar = named_ruleset("fetlar")
    start = fetlar.start_position()._replace(to_move=Side.DEFENDERS)
    assert write_rules(fetlar, start)[0] == record("atkf:n")
    assert parse_start(record("atkf:n")) == start


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


def test_an_empty_name_in_the_record_is_no_title() -> None:
    read = parse_rules(record("-start", "name:", f"start:{START_RECORD}"), "mine")
    assert (read.name, read.title) == ("mine", "mine")


def test_the_readings_say_what_a_full_record_still_leaves_open() -> None:
    assert parse_rules(record(), "here").readings == (
        Interpretation(
            about="repetition",
            text="It is the third time that the same position comes with the same side to move, "
            "counted from the start of the game.",
        ),
        Interpretation(
            about="no_moves",
            text="No field speaks of a side without a legal move; that side loses.",
        ),
        Interpretation(
            about="time_limit_minutes", text="No field speaks of a time limit; there is none."
        ),
    )


@pytest.mark.parametrize(
    ("change", "about", "text"),
    [
        (
            "tfr:l",
            "repetition",
            (
                "It is the third time that the same position comes with the same side to move, "
                "counted from the start of the game. The side that repeats loses, says tfr:l; the "
                "defenders do, here."
            ),
        ),
        (
            "ks:m",
            "edge",
            "By ks:m, attackers on the three sides that an edge leaves take the king.",
        ),
        (
            "sw:s",
            "shieldwall",
            (
                "The capturing move is the one that places a bracketing piece on the edge; "
                "a corner may be one bracket, and a king in the row is spared."
            ),
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
    assert readings(record("esc:e", "efe:y"))["exit_fort"] == (
        "A king on the edge has won already by esc:e; no fort is judged."
    )


def test_a_record_that_says_nothing_but_its_start_is_read_as_fetlar_s_and_says_so() -> None:
    text = f"dim:11 start:{START_RECORD}"
    assert sections(parse_rules(text, "here")) == sections(named_ruleset("fetlar"))
    fields = (part.split(":") for part in FETLAR_RULES.split()[1:])
    left_out = {
        key: f"The record does not say {key}; it is read as '{key}:{value}'."
        for key, value in fields
        if key not in {"corp", "swf"}  # by the rest, neither makes a difference
    }
    assert readings(text) == left_out | readings(record())


def test_a_flank_that_is_left_out_is_said_where_it_makes_a_difference() -> None:
    expected = "The record does not say swf; it is read as 'swf:y'."
    assert readings(record("sw:s", "-swf"))["swf"] == expected


def test_who_may_return_is_read_as_who_may_stop_where_it_is_left_out() -> None:
    found = readings(record("cors:tTK", "cens:", "-corre", "-cenre"))
    assert (found["corre"], found["cenre"]) == (
        "The record does not say corre; it is read as 'corre:tTK'.",
        "The record does not say cenre; it is read as 'cenre:'.",
    )
