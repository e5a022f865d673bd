"""What the rulesets say of themselves: titles, sources, clauses, and the readings of silences."""

import pytest

from controller.rules.library import named_ruleset, ruleset_names, shipped_name
from controller.rules.ruleset import Clauses
from tests.controller.rules.rulesets import (
    CLAUSES,
    CORNER,
    FETLAR_KIN,
    OTHERS,
    V1,
    V2,
    V3,
    VERSIONS,
    in_rulesets,
)

OF_THE_FOURTH_TEXT = (*VERSIONS, CORNER)


def read(name: str, about: str) -> str:
    """Return how a ruleset reads a silence of its source, "" where it says nothing of it."""
    return " ".join(r.text for r in named_ruleset(name).readings if r.about == about)


def test_the_eight_rulesets_ship() -> None:
    assert ruleset_names() == tuple(sorted(["copenhagen", *OTHERS]))


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_tells_its_name_title_source_and_readings(name: str) -> None:
    ruleset = named_ruleset(name)
    assert all(text.strip() for text in (ruleset.name, ruleset.title, ruleset.source))
    assert ruleset.readings
    for reading in ruleset.readings:
        assert reading.about.isidentifier()
        assert reading.text.strip().endswith(".")


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_reads_each_silence_once(name: str) -> None:
    about = [reading.about for reading in named_ruleset(name).readings]
    assert len(about) == len(set(about))


def test_copenhagen_says_that_a_corner_is_a_part_of_a_forts_wall() -> None:
    """As [the tests of forts](test_exit_fort.py) show."""
    said = "A corner counts as part of the wall, because no attacker may stand there, also where"
    assert said in read("copenhagen", "exit_fort")


@pytest.mark.parametrize("name", ruleset_names())
def test_other_words_for_a_reading_are_no_other_rules_and_ship_under_the_same_name(
    name: str,
) -> None:
    ruleset = named_ruleset(name)
    before = ruleset.model_copy(update={"readings": ruleset.readings[:-1]})
    other = before.model_copy(update={"title": "Ours"})
    assert (ruleset.plays_like(before), shipped_name(before)) == (True, name)
    assert (ruleset.plays_like(other), shipped_name(other)) == (False, None)


@pytest.mark.parametrize("name", ruleset_names())
def test_no_clause_is_blank(name: str) -> None:
    said = named_ruleset(name).clauses.model_dump(exclude_none=True)
    assert all(clause.strip() for clause in said.values())


def test_rulesets_are_told_apart_by_title_and_source() -> None:
    rulesets = [named_ruleset(name) for name in ruleset_names()]
    assert len({ruleset.title for ruleset in rulesets}) == len(rulesets)
    assert len({ruleset.source for ruleset in rulesets}) == len(rulesets)


@in_rulesets(*OTHERS)
def test_the_clauses_of_a_ruleset_are_the_paragraphs_of_its_text(name: str) -> None:
    silent = dict.fromkeys(Clauses.model_fields)
    assert named_ruleset(name).clauses.model_dump() == silent | CLAUSES[name]


@in_rulesets("viking-chess")
def test_reading_1_the_missing_sentence_of_the_square_beside_the_throne(name: str) -> None:
    text = read(name, "king_captured")
    assert "sentence on the square beside the throne is missing" in text
    assert "hostile empty throne stands in for the fourth" in text


@in_rulesets(*VERSIONS)
def test_reading_2_passing_over_the_throne(name: str) -> None:
    text = read(name, "throne_pass")
    assert "forbids stopping on the throne and says nothing of passing" in text
    assert named_ruleset(name).movement.throne_pass == "all"


@in_rulesets(V2)
def test_reading_3_the_table_wins_over_the_prose(name: str) -> None:
    text = read(name, "corner_stop")
    assert "table" in text
    assert "prose forbids it" in text
    assert named_ruleset(name).movement.corner_stop == "all"


@in_rulesets(V1, V2, V3)
def test_reading_4_no_square_is_hostile(name: str) -> None:
    text = read(name, "hostile")
    assert "only between two of one's pieces" in text
    assert "neither corners nor the throne are hostile" in text


@in_rulesets(*OF_THE_FOURTH_TEXT)
def test_reading_5_the_side_with_the_king_is_the_defenders(name: str) -> None:
    text = read(name, "defenders")
    assert "both colours in turn" in text
    assert "the side with the king is the defenders" in text


@in_rulesets("copenhagen", *FETLAR_KIN)
def test_reading_6_the_number_that_is_missing(name: str) -> None:
    text = read(name, "repetition")
    assert "no number for a perpetual repetition" in text
    assert "third time that the same position comes with the same side to move" in text


@in_rulesets(*OF_THE_FOURTH_TEXT)
def test_reading_6_the_number_that_speaks_of_moves(name: str) -> None:
    text = read(name, "repetition")
    assert "the same moves three times" in text
    assert "third time that the same position comes with the same side to move" in text


@in_rulesets(*OF_THE_FOURTH_TEXT)
def test_the_start_position_of_a_missing_picture_is_a_reading(name: str) -> None:
    assert "the one that all rulesets of this size share" in read(name, "start")


@in_rulesets(*VERSIONS)
def test_endings_of_which_the_versions_are_silent_are_a_reading(name: str) -> None:
    assert "rules at the foot of the source" in read(name, "no_moves")
