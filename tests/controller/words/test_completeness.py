"""Every text that the code asks for is in every catalogue, and no other; arguments fit."""

from string import Formatter

import pytest

from controller.words.catalogue import Catalogue, catalogue, languages
from tests.controller.words.sources import Asked, asked

ASKED = asked()
in_every_language = pytest.mark.parametrize("language", languages())


def forms(texts: Catalogue, key: str) -> list[str]:
    text = texts.texts[key]
    return [text] if isinstance(text, str) else list(text.values())


def named(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_code_asks_for_many_texts() -> None:
    places = {each.place.split("/")[0] for each in ASKED}
    assert len(ASKED) > 80
    assert places == {"controller", "hal"}


@in_every_language
@pytest.mark.parametrize("each", ASKED, ids=lambda each: f"{each.place} {each.pattern.pattern}")
def test_a_text_that_is_asked_for_is_there(language: str, each: Asked) -> None:
    assert any(each.pattern.fullmatch(key) for key in catalogue(language).texts)


@in_every_language
def test_no_text_is_there_that_nobody_asks_for(language: str) -> None:
    unused = [
        key
        for key in catalogue(language).texts
        if not any(each.pattern.fullmatch(key) for each in ASKED)
    ]
    assert unused == []


@in_every_language
def test_texts_name_only_arguments_that_are_given(language: str) -> None:
    texts = catalogue(language)
    wrong = {}
    for key in texts.texts:
        given = set().union(*(each.arguments for each in ASKED if each.pattern.fullmatch(key)))
        missing = set().union(*(named(form) for form in forms(texts, key))) - given
        if missing:
            wrong[key] = missing
    assert wrong == {}


@in_every_language
def test_texts_that_depend_on_a_number_are_given_one(language: str) -> None:
    texts = catalogue(language)
    plural = [key for key, text in texts.texts.items() if not isinstance(text, str)]
    without = [
        key
        for key in plural
        if not any("count" in each.arguments for each in ASKED if each.pattern.fullmatch(key))
    ]
    assert plural
    assert without == []


@in_every_language
def test_every_language_has_the_same_keys(language: str) -> None:
    assert catalogue(language).texts.keys() == catalogue("en").texts.keys()
