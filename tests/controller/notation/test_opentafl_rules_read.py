"""Rules records, read: what each value of a field means, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.errors import NotationError
from controller.notation.opentafl import parse_rules, parse_start, write_rules
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset
from tests.controller.notation.records import START_RECORD, mutations, record, sections
from tests.effort import examples


def changed(*changes: str) -> dict[str, object]:
    """Return what Fetlar's record says otherwise with some fields changed."""
    fetlar = sections(named_ruleset("fetlar"))
    read = sections(parse_rules(record(*changes), "here"))
    return {key: value for key, value in read.items() if value != fetlar[key]}


def complaint(text: str) -> str:
    """Return what is said of a text that is no rules record of ours."""
    with pytest.raises(NotationError) as raised:
        parse_rules(text, "here")
    return str(raised.value)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (["esc:e"], {"ending.escape": "edge"}),
        (["esc:e", "efe:y"], {"ending.escape": "edge"}),
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
        ("atkf:n", "atkf: expected y, got 'n'"),
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
            ["cenre:", f"start:{START_RECORD.replace('TTKTT', 'TK1TT')}"],
            "cenre: expected K, as cens lets him stop and he starts elsewhere, got ''",
        ),
    ],
)
def test_fields_that_together_are_not_played_here_are_refused(
    changes: list[str], expected: str
) -> None:
    assert complaint(record(*changes)) == f"rules record: {expected}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected dim:11 first, got ''"),
        ("esc", "expected fields such as esc:c, got 'esc'"),
        ("esc:c", "expected dim:11 first, got 'esc:c'"),
        (record("dim:13"), "expected dim:11 first, got 'dim:13'"),
        ("dim:11", "expected start last, got 'dim'"),
        (f"dim:11 start:{START_RECORD} esc:c", "expected start last, got 'esc'"),
        (f"dim:11 esc:c esc:e start:{START_RECORD}", "esc: expected it once, got 'e' again"),
        (f"dim:11 ber:y start:{START_RECORD}", "ber: expected no such field, got 'y'"),
        (f"dim:11 :y start:{START_RECORD}", ": expected no such field, got 'y'"),
        (f"dim:11 \x1b[31m:y start:{START_RECORD}", "\\x1b[31m: expected no such field, got 'y'"),
        (f"dim:11 \a:y \a:n start:{START_RECORD}", "\\x07: expected it once, got 'n' again"),
    ],
)
def test_a_text_that_is_no_rules_record_is_refused(text: str, expected: str) -> None:
    assert complaint(text) == f"rules record: {expected}"


@pytest.mark.parametrize("name", ["", "\n", "\ud800", "a\x00"])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_rules(record(), name)
    assert str(raised.value) == f"rules record: name: expected printable text, got {name!r}"


def test_a_title_that_cannot_be_printed_is_refused() -> None:
    text = record("-start", "name:\ud800", f"start:{START_RECORD}")
    assert complaint(text) == "rules record: name: expected printable text, got '\\ud800'"


def test_a_start_that_is_no_position_is_refused() -> None:
    expected = "position record: rank 1: expected 11 squares, got 10"
    assert complaint(record(f"start:{START_RECORD.replace('3t', '2t', 1)}")) == expected


@pytest.mark.parametrize(
    ("rank_1", "rank_6", "expected"),
    [
        ("K2ttttt3", "tt1TT1TT1tt", "start: expected a king away from the edge"),
        (
            "t2ttttt3",
            "tt1TTKTT1tt",
            "start: expected nobody but the king on the throne and corners",
        ),
    ],
)
def test_a_start_that_cannot_be_played_is_refused(rank_1: str, rank_6: str, expected: str) -> None:
    start = START_RECORD.replace("3ttttt3", rank_1, 1).replace("tt1TTKTT1tt", rank_6)
    assert complaint(record(f"start:{start}")) == f"rules record: {expected}"


valid = st.sampled_from(ruleset_names()).map(lambda name: write_rules(named_ruleset(name))[0])
texts = st.text() | valid.flatmap(lambda text: mutations(text, "tTKcnyewsd: ,/16afk"))


def ruleset_or_complaint(text: str, name: str) -> Ruleset | str:
    """Return the ruleset of a text, or what is said of it."""
    try:
        return parse_rules(text, name)
    except NotationError as error:
        return str(error)


def start_or_complaint(text: str) -> Position | str:
    """Return the start of a text, or what is said of it."""
    try:
        return parse_start(text)
    except NotationError as error:
        return str(error)


@given(texts, st.text())
@examples(150)
def test_any_text_is_a_ruleset_or_refused_as_notation(text: str, name: str) -> None:
    read = ruleset_or_complaint(text, name)
    if isinstance(read, str):
        assert ": expected " in read
    else:
        assert sections(parse_rules(write_rules(read)[0], name)) == sections(read)


@given(texts)
def test_any_text_has_a_start_or_is_refused_as_notation(text: str) -> None:
    start = start_or_complaint(text)
    if isinstance(start, str):
        assert ": expected " in start
    else:
        assert parse_start(write_rules(named_ruleset("fetlar"), start)[0]) == start
