"""The card for staff: one printed page in one language."""

import html
from typing import Final

from controller.rules.sentence import sentence
from controller.words.catalogue import catalogue

_SECTIONS: Final = (
    sentence("card.begin"),
    sentence("card.reset"),
    sentence("card.pieces"),
    sentence("card.power"),
    sentence("card.sensor"),
    sentence("card.counts"),
)
# The way of a piece round the four corners.
_PICTURE: Final = (
    '<svg viewBox="0 0 130 130" width="220" role="img" aria-label="{label}">'
    '<rect x="10" y="10" width="110" height="110" fill="none" stroke="#000" stroke-width="2"/>'
    "{corners}"
    '<path d="M28 105H102M105 102V28M102 25H28" fill="none" stroke="#000" stroke-width="3" '
    'stroke-dasharray="5 4"/></svg>'
)
_CORNERS: Final = ((20, 110), (110, 110), (110, 20), (20, 20))
_PAGE: Final = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
    "<style>@page {{ size: A5; margin: 12mm }} body {{ font: 16pt/1.35 sans-serif }} "
    "h1 {{ font-size: 22pt }} li {{ margin-bottom: 0.6em }} figure {{ margin: 0 }}</style></head>"
    "<body><h1>{title}</h1><ol>{items}</ol><figure>{picture}</figure></body></html>\n"
)


def staff_card(language: str) -> str:
    """Return the card as HTML.

    Raises:
        CatalogueError: there is no catalogue of this language.
    """
    words = catalogue(language)
    items = "".join(f"<li>{html.escape(words.say(each))}</li>" for each in _SECTIONS)
    corners = "".join(
        f'<circle cx="{x}" cy="{y}" r="9" fill="#fff" stroke="#000"/>'
        f'<text x="{x}" y="{y + 4}" font-size="11" text-anchor="middle">{number}</text>'
        for number, (x, y) in enumerate(_CORNERS, 1)
    )
    picture = _PICTURE.format(corners=corners, label=html.escape(words.say(sentence("card.reset"))))
    return _PAGE.format(
        lang=words.as_json()["locale"],
        title=html.escape(words.say(sentence("card.title"))),
        items=items,
        picture=picture,
    )
