"""Sentences are put into words: arguments, plurals, lists, sentences in sentences."""

import io
import json

import pytest
from babel.messages.pofile import read_po

from controller.rules.sentence import Sentence, sentence, verbatim
from controller.words.catalogue import Catalogue, catalogue, from_po, languages, say, translated
from controller.words.errors import CatalogueError

GERMAN = """
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "open"
msgid_plural "open"
msgstr[0] "{count} Feld ist frei."
msgstr[1] "{count} Felder sind frei."

msgid "captured"
msgstr "Geschlagen auf {squares}."

msgid "ended"
msgstr "Ende: {reason}"

msgid "reason"
msgstr "{who} gewinnt."
"""

POLISH = """
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && "
"(n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "open"
msgid_plural "open"
msgstr[0] "{count} pole"
msgstr[1] "{count} pola"
msgstr[2] "{count} pól"
"""


def read(text: str) -> Catalogue:
    return from_po(read_po(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (sentence("open", count=1), "1 Feld ist frei."),
        (sentence("open", count=0), "0 Felder sind frei."),
        (sentence("open", count=7), "7 Felder sind frei."),
        (sentence("captured", squares=("a1",)), "Geschlagen auf a1."),
        (sentence("captured", squares=("a1", "b2", "c3")), "Geschlagen auf a1, b2 und c3."),
        (sentence("ended", reason=sentence("reason", who="K")), "Ende: K gewinnt."),
        (
            sentence("ended", reason=(sentence("reason", who="K"), sentence("open", count=2))),
            "Ende: K gewinnt. 2 Felder sind frei.",
        ),
    ],
)
def test_a_sentence_is_put_into_the_words_of_a_language(said: Sentence, words: str) -> None:
    assert read(GERMAN).say(said) == words


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "1 pole"), (3, "3 pola"), (5, "5 pól"), (12, "12 pól"), (22, "22 pola")],
)
def test_a_language_may_have_more_than_two_plurals(count: int, words: str) -> None:
    assert read(POLISH).say(sentence("open", count=count)) == words


def test_sentences_follow_each_other_with_a_space() -> None:
    assert say(verbatim("One."), verbatim("Two.")) == "One. Two."
    assert say() == ""


def test_the_order_of_arguments_does_not_matter() -> None:
    assert sentence("k", a=1, b="x") == sentence("k", b="x", a=1)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        (sentence("none"), "de: expected a text for 'none', found none"),
        (sentence("ended"), "de: ended: expected an argument 'reason', got none"),
    ],
)
def test_what_is_missing_is_named(said: Sentence, complaint: str) -> None:
    with pytest.raises(CatalogueError) as missing:
        read(GERMAN).say(said)
    assert str(missing.value) == complaint


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(CatalogueError) as refused:
        catalogue("klingon")
    assert (
        str(refused.value) == f"language: expected one of {', '.join(languages())}, got 'klingon'"
    )


def test_a_text_that_waits_for_its_translation_is_not_said_in_it() -> None:
    waiting = GERMAN.replace('msgid "captured"', '#, fuzzy\nmsgid "captured"')
    texts = read(waiting).texts
    assert texts.keys() == {"open", "ended", "reason"}


def test_a_catalogue_says_whether_a_native_speaker_has_read_it() -> None:
    assert read(GERMAN).reviewed
    assert not read("#, fuzzy" + GERMAN).reviewed


@pytest.mark.parametrize("language", languages())
def test_what_is_not_translated_is_said_in_english(language: str) -> None:
    assert catalogue(language).texts.keys() == translated("en").texts.keys()


def test_a_catalogue_says_its_language() -> None:
    with pytest.raises(CatalogueError):
        read('msgid "a"\nmsgstr "b"\n')


def test_the_page_gets_the_same_texts() -> None:
    assert json.loads(json.dumps(read(GERMAN).as_json())) == {
        "locale": "de",
        "texts": {
            "open": {"one": "{count} Feld ist frei.", "other": "{count} Felder sind frei."},
            "captured": "Geschlagen auf {squares}.",
            "ended": "Ende: {reason}",
            "reason": "{who} gewinnt.",
        },
    }
