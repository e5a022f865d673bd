"""Every text that the code asks for is in every catalogue, and no other; arguments fit.

In the languages that are complete, no text may wait for its translation. In the others it may,
marked `fuzzy`, by day: who adds a sentence need not know every language. At night, and so before a
release, no text may wait in any.
"""

import re
from string import Formatter

import pytest

from controller.lights.meaning import Meaning
from controller.words.catalogue import Catalogue, catalogue, languages, translated
from tests.controller.words.files import DATA, entries, in_step
from tests.controller.words.sources import ROOT, Asked, asked
from tests.effort import NIGHTLY

COMPLETE = ("da", "de")
in_every_language = pytest.mark.parametrize("language", languages())


def test_every_light_has_its_words() -> None:
    known = catalogue("en").texts
    assert [light for light in Meaning if f"page.light.{light}" not in known] == []


@pytest.fixture(scope="module")
def all_asked() -> list[Asked]:
    """Read all sources; not when this module is imported, which each process of tests does."""
    return asked()


def forms(texts: Catalogue, key: str) -> list[str]:
    text = texts.texts[key]
    return [text] if isinstance(text, str) else list(text.values())


def named(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_code_asks_for_many_texts(all_asked: list[Asked]) -> None:
    places = {each.place.split("/")[0] for each in all_asked}
    assert len(all_asked) > 80
    assert places == {"controller", "hal"}


def test_a_text_that_is_asked_for_is_there(all_asked: list[Asked]) -> None:
    keys = translated("en").texts
    lacking = [each for each in all_asked if not any(map(each.pattern.fullmatch, keys))]
    assert [f"{each.place} {each.pattern.pattern}" for each in lacking] == []


def test_no_text_is_there_that_nobody_asks_for(all_asked: list[Asked]) -> None:
    unused = [
        key
        for key in translated("en").texts
        if not any(each.pattern.fullmatch(key) for each in all_asked)
    ]
    assert unused == []


def file_of(language: str) -> str:
    return (DATA / f"{language}.po").read_text(encoding="utf-8")


@in_every_language
def test_a_catalogue_has_the_texts_of_english_and_no_others(language: str) -> None:
    keys, wanted = entries(file_of(language)).keys(), entries(file_of("en")).keys()
    lacking, unused = sorted(wanted - keys), sorted(keys - wanted)
    assert (lacking, unused) == ([], []), f"{language}.po: `make words` adds and removes entries"


@in_every_language
def test_a_catalogue_has_the_order_and_comments_of_english(language: str) -> None:
    if language != "en":
        assert file_of(language) == in_step(file_of("en"), file_of(language)), "run `make words`"


@in_every_language
def test_a_catalogue_is_in_the_table_of_languages(language: str) -> None:
    found = catalogue(language)
    english = found.locale.get_language_name("en")
    reviewed = "" if found.reviewed else "not reviewed "
    lines = (ROOT / "docs" / "words.md").read_text(encoding="utf-8").splitlines()
    assert f"| `{language}` | {english} | {reviewed}|" in lines


@pytest.mark.parametrize("language", languages() if NIGHTLY else COMPLETE)
def test_no_text_waits_for_its_translation(language: str) -> None:
    assert sorted(translated("en").texts.keys() - translated(language).texts.keys()) == []


@in_every_language
def test_a_translation_names_the_arguments_of_english(language: str) -> None:
    english, texts = translated("en"), translated(language)
    wrong = {
        key: (arguments_of(texts, key), arguments_of(english, key))
        for key in texts.texts
        if arguments_of(texts, key) != arguments_of(english, key)
    }
    assert wrong == {}


def arguments_of(texts: Catalogue, key: str) -> set[str]:
    return set().union(*(named(form) for form in forms(texts, key)))


@in_every_language
def test_a_text_has_a_plural_where_english_has_one(language: str) -> None:
    english, texts = translated("en").texts, translated(language).texts
    differ = [key for key in texts if isinstance(texts[key], str) != isinstance(english[key], str)]
    assert differ == []


@in_every_language
def test_a_text_begins_and_ends_as_in_english(language: str) -> None:
    """A part of a sentence stays a part; a whole one keeps its full stop."""
    english, texts = translated("en"), translated(language)
    ends = {".", "!", "?", ":"}
    differ = [
        key
        for key in texts.texts
        if (forms(texts, key)[-1][-1:] in ends) != (forms(english, key)[-1][-1:] in ends)
    ]
    assert differ == []


@in_every_language
def test_no_text_is_empty_or_ends_in_a_space(language: str) -> None:
    texts = translated(language)
    assert [
        key
        for key in texts.texts
        if any(not form or form != form.strip() for form in forms(texts, key))
    ] == []


# How a language is not written: a typewriter's apostrophe, quotes of another one, a capital in
# mid-sentence.
NEVER = {"da": "[„“”]", "fr": "'", "nb": "[„“”]", "nl": ": [A-Z][a-z]"}


@pytest.mark.parametrize("language", NEVER)
def test_a_language_is_written_in_one_way(language: str) -> None:
    texts = translated(language)
    differ = [
        key
        for key in texts.texts
        if any(re.search(NEVER[language], form) for form in forms(texts, key))
    ]
    assert differ == []


@in_every_language
def test_texts_name_only_arguments_that_are_given(all_asked: list[Asked], language: str) -> None:
    texts = catalogue(language)
    wrong = {}
    for key in texts.texts:
        given = set().union(*(each.arguments for each in all_asked if each.pattern.fullmatch(key)))
        missing = set().union(*(named(form) for form in forms(texts, key))) - given
        if missing:
            wrong[key] = missing
    assert wrong == {}


@in_every_language
def test_texts_that_depend_on_a_number_are_given_one(all_asked: list[Asked], language: str) -> None:
    texts = catalogue(language)
    plural = [key for key, text in texts.texts.items() if not isinstance(text, str)]
    without = [
        key
        for key in plural
        if not any("count" in each.arguments for each in all_asked if each.pattern.fullmatch(key))
    ]
    assert plural
    assert without == []
