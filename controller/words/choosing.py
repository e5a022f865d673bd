"""Which language somebody gets who has not chosen one: by the header `Accept-Language`."""

from controller.words.catalogue import languages

_USUAL = "en"
_MOST = 20
# Norwegian has two written forms, and browsers ask for either, or for both.
_WRITTEN_AS = {"no": "nb", "nn": "nb"}


def chosen_language(accepted: str) -> str:
    """Return the language that somebody likes best of those that there are; else English.

    `accepted` is the header as a browser sends it, such as ``da, en-GB;q=0.8, de;q=0.3``.
    """
    wishes = [_wish(part) for part in accepted.split(",")[:_MOST]]
    # Sorting keeps the order of what is liked the same.
    for liking, language in sorted(wishes, key=lambda wish: -wish[0]):
        if liking > 0 and language in languages():
            return language
    return _USUAL


def _wish(part: str) -> tuple[float, str]:
    """Return how much a language is liked, 0 to 1, and its name without the country."""
    tag, _, quality = part.partition(";")
    language = tag.strip().lower().partition("-")[0]
    try:
        liking = float(quality.strip().removeprefix("q=")) if quality else 1.0
    except ValueError:
        liking = 0.0
    return liking, _WRITTEN_AS.get(language, language)
