"""A catalogue comes into step with English: what is missing is marked, what nobody needs goes."""

from tests.controller.words.files import entries, in_step, is_fuzzy, unheard_of

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


def test_english_lacks_nothing_that_the_code_asks_for() -> None:
    assert unheard_of() == []
