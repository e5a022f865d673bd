"""Game records, in and out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.notation.errors import NotationError
from controller.notation.moves import WrittenMove, parse_move
from controller.notation.opentafl import parse_start, write_rules
from controller.notation.otg import Comment, IllegalPlyError, OtgGame, game_of, parse_otg, write_otg
from controller.rules.compiled import compiled
from controller.rules.game import Game, IllegalMoveError, new_game
from controller.rules.library import named_ruleset
from controller.rules.lines import Move
from controller.rules.moves import Refusal, RefusalReason
from controller.rules.pieces import Side
from tests.controller.notation.records import mutations, playouts
from tests.effort import examples
from tests.symmetry import SYMMETRIES, named, played

FETLAR = named_ruleset("fetlar")
RULES, UNSAID = write_rules(FETLAR)
HEAD = f"[event:a game]\n[rules:{RULES}]\n"


def game(moves: str = "d1-d3 f4-c4") -> Game:
    """Return the game of some moves under Fetlar's rules."""
    found = new_game(compiled(FETLAR))
    for text in moves.split():
        found = found.play(parse_move(text).move)
    return found


def record(*lines: str) -> str:
    """Return a record of some lines after the tags."""
    return "\n".join([f"[rules:{RULES}]", *lines, ""])


def complaint(text: str) -> str:
    """Return what is said of a text that is no game record."""
    with pytest.raises(NotationError) as raised:
        parse_otg(text)
    return str(raised.value)


def test_a_game_is_written_as_these_lines() -> None:
    assert write_otg(game("d1-d3 f4-c4 f2-c2"), {"event": "a game", "date": "2024.02.14"}) == (
        "[event:a game]\n"
        "[date:2024.02.14]\n"
        f"[rules:{RULES}]\n"
        f"[{UNSAID[0]}]\n"
        f"[{UNSAID[1]}]\n"
        "1. d1-d3 f4-c4\n"
        "2. f2-c2\n"
    )


def test_comments_on_plies_stand_after_their_turns_with_a_line_between_the_two() -> None:
    text = write_otg(game("d1-d3 f4-c4 f2-c2"), {}, ("one", "two", "three"))
    assert text.endswith("1. d1-d3 f4-c4\n[one|two]\n2. f2-c2\n[three]\n")
    text = write_otg(game("d1-d3 f4-c4 f2-c2"), {}, ("", "two", ""))
    assert text.endswith("1. d1-d3 f4-c4\n[|two]\n2. f2-c2\n")


@pytest.mark.parametrize("said", ["[", "a]", "two\nlines"])
def test_a_comment_that_would_end_too_early_is_refused(said: str) -> None:
    with pytest.raises(NotationError, match="comment: expected a line without brackets"):
        write_otg(game("d1-d3"), {}, (said,))


def test_a_record_is_read_with_its_tags_comments_and_marks() -> None:
    text = record("[one]", "1. d1-d3+ f4-c4--", "[two: [x]]", "[]", "2. g3-e3xe4/e2++")
    assert parse_otg(f"[event:a game]\n[date: today ]\n{text}") == OtgGame(
        tags={"event": "a game", "date": " today "},
        rules=RULES,
        start=FETLAR.start_position(),
        moves=tuple(parse_move(move) for move in ("d1-d3", "f4-c4", "g3-e3xe2xe4")),
        marks=("+", "--", "++"),
        comments=(Comment(0, "one"), Comment(2, "two: [x]"), Comment(2, "")),
    )


def test_the_tags_keep_their_order() -> None:
    tags = {"z": "1", "a": "2", "m": ""}
    assert list(parse_otg(write_otg(game(), tags)).tags.items()) == list(tags.items())


def test_a_line_in_brackets_after_the_rules_is_a_comment() -> None:
    otg = parse_otg(record("[event:late]", "1. d1-d3"))
    assert (otg.tags, otg.comments) == ({}, (Comment(0, "event:late"),))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \t\n", "\n\n"])
def test_line_ends_and_space_around_lines_do_not_matter(end: str) -> None:
    text = record("1. d1-d3 f4-c4", "2. f2-c2")
    assert parse_otg(text.replace("\n", end)) == parse_otg(text)
    assert parse_otg(text.rstrip("\n")) == parse_otg(text)


@pytest.mark.parametrize(
    "value",
    ["", "]", "[", "a]b[c", "]]", "[x:y]", "a:b", " spaced ", "þ \x0b \x85 \u2028", "\t", "\\]"],
)
def test_a_value_may_hold_anything_but_line_ends(value: str) -> None:
    assert parse_otg(write_otg(game(), {"tag": value})).tags == {"tag": value}


@pytest.mark.parametrize("value", ["a\nb", "a\r", "\r\n"])
def test_a_value_with_line_ends_cannot_be_written(value: str) -> None:
    with pytest.raises(NotationError) as raised:
        write_otg(game(), {"tag": value})
    assert str(raised.value) == f"tag tag: expected a value of one line, got {value!r}"


@pytest.mark.parametrize("name", ["", "a:b", ":", "rules", "a\nb"])
def test_a_tag_of_such_a_name_cannot_be_written(name: str) -> None:
    with pytest.raises(NotationError) as raised:
        write_otg(game(), {name: "value"})
    expected = "tag: expected a name without colons and line ends, and not rules"
    assert str(raised.value) == f"{expected}, got {name!r}"


one_line = st.text().filter(lambda text: not {"\n", "\r"} & set(text))
names = one_line.filter(lambda name: bool(name) and ":" not in name and name != "rules")


@given(st.dictionaries(names, one_line), playouts(longest=8))
def test_any_tags_read_back_as_they_were(tags: dict[str, str], made: Game) -> None:
    assert list(parse_otg(write_otg(made, tags)).tags.items()) == list(tags.items())


@given(playouts(longest=250))
def test_a_game_of_any_ruleset_that_is_written_is_read_and_played_as_the_same(made: Game) -> None:
    ruleset = made.rules.ruleset
    text, unsaid = write_rules(ruleset)
    otg = parse_otg(write_otg(made, {"event": "chance"}))
    assert (otg.rules, otg.start, otg.marks) == (text, made.start, ("",) * len(made.plies))
    assert otg.comments == tuple(Comment(0, sentence) for sentence in unsaid)
    assert game_of(otg, ruleset) == made


@given(playouts())
@examples(40)
def test_a_game_from_any_position_of_another_is_read_and_played_as_the_same(made: Game) -> None:
    going_on = made.undo() if made.outcome else made
    late = Game(made.rules, going_on.position)
    late = late.play(late.legal_moves()[0])
    assert game_of(parse_otg(write_otg(late, {})), made.rules.ruleset) == late


def test_captures_are_written_with_slashes_in_square_order() -> None:
    drawing = """
        .....K.....
        .....A.....
        ...AA.AA...
        ..ADD.DDA.."""
    made = played(SYMMETRIES[0], drawing, "f3-f1")
    assert write_otg(made, {}).splitlines()[-1] == "1. f3-f1xd1/e1/g1/h1"
    assert game_of(parse_otg(write_otg(made, {})), made.rules.ruleset) == made


def test_a_game_that_the_defenders_begin_is_read_as_one() -> None:
    start = FETLAR.start_position()._replace(to_move=Side.DEFENDERS)
    made = Game(compiled(FETLAR), start).play(parse_move("f4-c4").move)
    otg = parse_otg(write_otg(made, {}))
    assert otg.start == start
    assert game_of(otg, FETLAR) == made


def test_a_game_without_plies_is_written_and_read() -> None:
    made = new_game(compiled(FETLAR))
    assert game_of(parse_otg(write_otg(made, {})), FETLAR) == made


def test_the_start_of_the_record_is_the_one_that_is_played_from() -> None:
    otg = replace(parse_otg(record("1. d1-d3")), start=parse_start(RULES.replace("3ttttt3", "11")))
    with pytest.raises(IllegalPlyError, match=r"^ply 1: d1-d3: no_piece$"):
        game_of(otg, FETLAR)


def test_a_move_that_the_rules_refuse_is_named_by_its_ply() -> None:
    otg = parse_otg(record("1. d1-d3 f4-c4", "2. d11-d3"))
    with pytest.raises(IllegalMoveError) as raised:
        game_of(otg, FETLAR)
    assert isinstance(raised.value, IllegalPlyError)
    assert str(raised.value) == "ply 3: d11-d3: path_blocked"
    move = Move(*named("d11 d3"))
    refused = Refusal(move, RefusalReason.PATH_BLOCKED, named("d3 d6"), "3")
    assert (raised.value.ply, raised.value.refusal) == (3, refused)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["1. d1-d3xe3"], "ply 1: expected d1-d3, got 'd1-d3xe3'"),
        (
            ["1. f2-f3 f4-d4", "2. f3-d3 h6-h9", "3. a4-c4xb4"],
            "ply 5: expected a4-c4, got 'a4-c4xb4'",
        ),
    ],
)
def test_capture_marks_that_disagree_are_named_by_their_ply(
    lines: list[str], expected: str
) -> None:
    with pytest.raises(NotationError) as raised:
        game_of(parse_otg(record(*lines)), FETLAR)
    assert str(raised.value) == expected


def test_a_capture_that_is_not_marked_is_named_by_its_ply() -> None:
    made = played(SYMMETRIES[0], ".....K.....\n....A......\n..AD.......\n...........", "e3-e2")
    text = write_otg(made, {})
    assert text.endswith("\n1. e3-e2xd2\n")
    with pytest.raises(NotationError) as raised:
        game_of(parse_otg(text.replace("xd2", "")), made.rules.ruleset)
    assert str(raised.value) == "ply 1: expected e3-e2xd2, got 'e3-e2'"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "record: expected a tag [rules:...], got none"),
        ("[event:x]\n", "record: expected a tag [rules:...], got none"),
        ("[event]\n", "line 1: expected [tag:value], got '[event]'"),
        ("[:x]\n", "line 1: expected [tag:value], got '[:x]'"),
        ("[a:b]\n\n1. d1-d3\n", "line 3: expected [tag:value], got '1. d1-d3'"),
        ("[a:b\n", "line 1: expected [tag:value], got '[a:b'"),
        ("[a:b]\n[a:c]\n", "line 2: expected each tag once, got 'a' again"),
        ("[rules:]\n", "line 1: rules record: expected dim:11 first, got ''"),
        (
            f"[rules:{RULES[:-2]}]",
            "line 1: position record: rank 11: expected 11 squares, got 8",
        ),
        (
            f"[rules:{RULES.replace('atkf:y', 'atkf:x')}]",
            "line 1: rules record: atkf: expected y or n, got 'x'",
        ),
        (record("[x"), "line 2: expected [comment], got '[x'"),
        (record("["), "line 2: expected [comment], got '['"),
        (record("x]"), "line 2, ply 1: expected '1.', got 'x]'"),
        (record("d1-d3 f4-c4"), "line 2, ply 1: expected '1.', got 'd1-d3'"),
        (record("1.d1-d3 f4-c4"), "line 2, ply 1: expected '1.', got '1.d1-d3'"),
        (record("2. d1-d3 f4-c4"), "line 2, ply 1: expected '1.', got '2.'"),
        (record("01. d1-d3 f4-c4"), "line 2, ply 1: expected '1.', got '01.'"),
        (record("1."), "line 2, ply 1: expected one move or two, got 0"),
        (record("1. d1-d3 f4-c4 f2-c2"), "line 2, ply 1: expected one move or two, got 3"),
        (
            record("1. d1-d3 f4-c4", "[c]", "", "1. f2-c2"),
            "line 5, ply 3: expected '2.', got '1.'",
        ),
        (
            record("1. d1-d3 f4-c4", "[a:b]", f"[rules:{RULES}]", "1. f2-c2"),
            (
                "line 5, ply 3: expected '2.', got '1.' of another record; hnefi games "
                "import reads several"
            ),
        ),
        (
            record("1. d1-d3", f"[rules:{RULES}]", "1. f2-c2"),
            (
                "line 4, ply 2: expected '2.', got '1.' of another record; hnefi games "
                "import reads several"
            ),
        ),
        (
            record("1. d1-d3", "2. f4-c4"),
            "line 3, ply 2: expected the end after a single move, got '2. f4-c4'",
        ),
        (
            record("1. d1-d3 f4-z4"),
            "line 2, ply 2: expected a move such as d1-d4 or g3-e3xe2, got 'f4-z4'",
        ),
        (
            record("1. d1-d3+-"),
            "line 2, ply 1: expected a move such as d1-d4 or g3-e3xe2, got 'd1-d3+'",
        ),
        (
            record("1. d1-d3+++"),
            "line 2, ply 1: expected a move such as d1-d4 or g3-e3xe2, got 'd1-d3+'",
        ),
        (
            record("1. ++"),
            "line 2, ply 1: expected a move such as d1-d4 or g3-e3xe2, got ''",
        ),
    ],
)
def test_a_text_that_is_no_game_record_is_refused_by_line_and_ply(text: str, expected: str) -> None:
    assert complaint(text) == expected


@pytest.mark.parametrize("mark", ["", "+", "-", "++", "--"])
def test_a_mark_at_the_end_of_a_move_is_kept(mark: str) -> None:
    otg = parse_otg(record(f"1. d1-d3xd2{mark}"))
    move = WrittenMove(Move(*named("d1 d3")), 1 << named("d2")[0])
    assert (otg.moves, otg.marks) == ((move,), (mark,))


def test_nobody_changes_the_tags_of_a_record() -> None:
    tags = parse_otg(record()).tags
    assert not hasattr(tags, "__setitem__")


whole = HEAD + "[a comment]\n1. d1-d3 f4-c4+\n[x]\n2. f2-c2 c4-c3\n3. a4-b4\n"


def played_or_complaint(text: str) -> tuple[OtgGame, Game] | str:
    """Return a text as a record and as a game, or what is said of it."""
    try:
        otg = parse_otg(text)
        return otg, game_of(otg, FETLAR)
    except (NotationError, IllegalPlyError) as error:
        return str(error)


@given(st.text() | mutations(whole, "[]:. \n123abcdefgk-x/+tTK") | st.text().map(HEAD.__add__))
@examples(150)
def test_any_text_is_a_record_that_can_be_played_or_is_refused(text: str) -> None:
    made = played_or_complaint(text)
    if isinstance(made, str):
        assert made.startswith(("line ", "record: ", "ply "))
    else:
        assert game_of(parse_otg(write_otg(made[1], made[0].tags)), FETLAR) == made[1]
