"""A catalogue comes into step with English: what is missing is marked, what nobody needs goes."""

from tests.controller.words.files import (
    DATA,
    changed,
    doubted,
    entries,
    in_step,
    is_fuzzy,
    known_marks,
    marks,
    unheard_of,
)

ENGLISH = """# The English texts.
msgid ""
msgstr ""
"Language: en\\n"

#. The pieces.
msgid "king"
msgstr "the king"

msgid "men"
msgid_plural "men"
msgstr[0] "{count} man"
msgstr[1] "{count} men"
"""

DANISH = """# The Danish texts.
msgid ""
msgstr ""
"Language: da\\n"

msgid "queen"
msgstr "dronningen"

#. An old remark.
msgid "king"
msgstr "kongen"
"""

IN_STEP = """# The Danish texts.
msgid ""
msgstr ""
"Language: da\\n"

#. The pieces.
msgid "king"
msgstr "kongen"

#, fuzzy
msgid "men"
msgid_plural "men"
msgstr[0] "{count} man"
msgstr[1] "{count} men"
"""


def test_a_catalogue_comes_into_step_with_english() -> None:
    assert in_step(ENGLISH, DANISH) == IN_STEP


def test_what_is_in_step_stays_as_it_is() -> None:
    assert in_step(ENGLISH, IN_STEP) == IN_STEP


def test_a_text_waits_until_its_mark_is_gone() -> None:
    waiting = {key: is_fuzzy(entry) for key, entry in entries(IN_STEP).items()}
    assert waiting == {"": False, "king": False, "men": True}


def test_a_translation_waits_once_its_english_text_is_another() -> None:
    seen = marks(ENGLISH)
    mended = ENGLISH.replace("the king", "the one king").replace("The pieces.", "All pieces.")
    assert changed(ENGLISH, seen) == set()
    assert changed(mended, seen) == {"king"}
    waiting = entries(in_step(mended, doubted(DANISH, {"king"})))
    assert {key for key, entry in waiting.items() if is_fuzzy(entry)} == {"king", "men"}
    assert waiting["king"].endswith('msgid "king"\nmsgstr "kongen"')  # its words are kept


def test_a_text_that_nobody_has_translated_yet_is_no_changed_one() -> None:
    seen = marks(ENGLISH)
    del seen["men"]
    assert changed(ENGLISH, seen) == set()


def test_the_translations_have_seen_the_english_texts_of_today() -> None:
    english = (DATA / "en.po").read_text(encoding="utf-8")
    known = known_marks()
    assert changed(english, known) == set(), "`make words` marks their translations"
    assert known.keys() == marks(english).keys(), "run `make words`"


def test_english_lacks_nothing_that_the_code_asks_for() -> None:
    assert unheard_of() == []
