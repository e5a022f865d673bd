"""The texts of one language, from its `.po` file, and sentences put into them.

A text may name arguments, `{square}`; a text with a plural has a form for each kind of `count`.
Lists are joined as the language joins them. Texts are found by key, in English too, so that
English is a catalogue like all others. The page gets them as JSON.

A text that is not translated yet, or marked `fuzzy`, is said in English. A header marked `fuzzy`
says that no native speaker has read the texts yet.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import Any

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from controller.rules.sentence import Argument, Sentence
from controller.words.errors import CatalogueError

_DATA = files("controller.words") / "data"
# These numbers include one of each plural form of every language.
_COUNTS = range(201)
_ENGLISH = "en"
# The rooms of texts that only a terminal or a printed card has.
_ELSEWHERE = ("card.", "check.", "cure.")

# The forms of a text by the kind of number, as CLDR names them: one, few, many, other ...
Forms = Mapping[str, str]


@dataclass(frozen=True)
class Catalogue:
    """The texts of a language by key; a text that depends on a number is a mapping of forms."""

    locale: Locale
    texts: Mapping[str, str | Forms]
    reviewed: bool = True  # whether a native speaker has read it

    @property
    def name(self) -> str:
        """What the language calls itself."""
        name: str = self.locale.get_language_name(self.locale) or str(self.locale)
        return name[:1].upper() + name[1:]

    def say(self, *sentences: Sentence) -> str:
        """Return sentences in words, joined by spaces.

        Raises:
            CatalogueError: a key or an argument is missing.
        """
        return " ".join(map(self._say, sentences))

    def as_json(self) -> dict[str, Any]:
        """Return the catalogue for the page, which loads no text that it never says."""
        texts = {key: text for key, text in self.texts.items() if not key.startswith(_ELSEWHERE)}
        return {"locale": str(self.locale).replace("_", "-"), "texts": texts}

    def _say(self, sentence: Sentence) -> str:
        text = self.texts.get(sentence.key)
        if text is None:
            raise CatalogueError(f"{self.locale}: expected a text for {sentence.key!r}, found none")
        words = {name: self._word(value) for name, value in sentence.arguments}
        if not isinstance(text, str):
            count = sentence.argument("count")
            form = self.locale.plural_form(count if isinstance(count, int) else 0)
            text = text.get(form) or text["other"]
        try:
            return text.format_map(words)
        except KeyError as error:
            message = f"{self.locale}: {sentence.key}: expected an argument {error}, got none"
            raise CatalogueError(message) from error

    def _word(self, argument: Argument) -> str:
        match argument:
            case Sentence():
                return self._say(argument)
            case int() | str():
                return str(argument)
        sentences = [each for each in argument if isinstance(each, Sentence)]
        if sentences:
            return self.say(*sentences)
        return self._listed(str(each) for each in argument)

    def _listed(self, words: Iterable[str]) -> str:
        return format_list(list(words), locale=self.locale)


@cache
def catalogue(language: str = _ENGLISH) -> Catalogue:
    """Return the catalogue of a language, with English in its gaps.

    Raises:
        CatalogueError: there is no catalogue of this language.
    """
    found = translated(language)
    return replace(found, texts={**translated(_ENGLISH).texts, **found.texts})


@cache
def translated(language: str) -> Catalogue:
    """Return the catalogue of a language with nothing but what is translated.

    Raises:
        CatalogueError: there is no catalogue of this language.
    """
    file = _DATA / f"{language}.po"
    if language not in languages():
        raise CatalogueError(
            f"language: expected one of {', '.join(languages())}, got {language[:40]!r}"
        )
    with file.open("rb") as stream:
        return from_po(read_po(stream))


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, sorted."""
    names = (entry.name for entry in _DATA.iterdir())
    return tuple(sorted(name.removesuffix(".po") for name in names if name.endswith(".po")))


def say(*sentences: Sentence) -> str:
    """Return sentences in English, for terminals, logs, traces and programs."""
    return catalogue().say(*sentences)


def from_po(messages: Catalog) -> Catalogue:
    """Return the catalogue of a parsed `.po` file.

    Raises:
        CatalogueError: the file does not name its language.
    """
    if messages.locale is None:
        raise CatalogueError("catalogue: expected a header 'Language: ...', got none")
    index_of = c2py(messages.plural_expr)
    index = {messages.locale.plural_form(count): index_of(count) for count in _COUNTS}
    texts: dict[str, str | Forms] = {}
    for message in messages:
        if message.fuzzy:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        if isinstance(message.string, str):
            texts[key] = message.string
        elif message.string:
            texts[key] = {kind: message.string[at] for kind, at in index.items()}
    texts.pop("", None)  # the header
    return Catalogue(messages.locale, texts, reviewed=not messages.fuzzy)
