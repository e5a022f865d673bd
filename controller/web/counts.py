"""What an unattended board has counted: one small page without a script, and the file itself."""

import html
from collections.abc import Iterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from controller.exhibition.counts import HEADER, DayCounts, day_counts, of_unknown_days
from controller.rules.sentence import Sentence, sentence
from controller.words.catalogue import Catalogue, catalogue
from controller.words.choosing import chosen_language

_PAGE = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<title>{title}</title><link rel="icon" href="/static/favicon.svg" type="image/svg+xml">'
    '<link rel="stylesheet" href="/static/counts.css"></head>'
    "<body><main><h1>{title}</h1>{body}</main></body></html>"
)
_COLUMNS = ("day", "visits", "lessons_begun", "lessons_done", "games_begun", "games_done", "places")


def count_routes(visits: Path | None) -> list[Route]:
    """Return the routes of what was counted; none where nothing is."""
    if visits is None:
        return []

    def text() -> str:
        return visits.read_text(encoding="utf-8", errors="replace") if visits.exists() else HEADER

    async def page(request: Request) -> HTMLResponse:
        words = catalogue(chosen_language(request.headers.get("accept-language", "")))
        lines = text().splitlines()
        body = _body(day_counts(lines), of_unknown_days(lines), words)
        title = words.say(sentence("page.counts.title"))
        lang = words.as_json()["locale"]
        shown = _PAGE.format(lang=lang, title=html.escape(title), body=body)
        return HTMLResponse(shown, headers={"Vary": "Accept-Language"})

    async def file(_: Request) -> Response:
        attached = {"Content-Disposition": 'attachment; filename="visits.csv"'}
        return Response(text(), media_type="text/csv", headers=attached)

    return [Route("/counts", page), Route("/counts.csv", file)]


def _body(days: list[DayCounts], unknown: Sentence | None, words: Catalogue) -> str:
    if not days and not unknown:
        return f"<p>{_said(words, sentence('page.counts.none'))}</p>"
    heads = "".join(f'<th scope="col">{_head(words, column)}</th>' for column in _COLUMNS)
    rows = "".join(f"<tr>{''.join(_cells(day, words))}</tr>" for day in days)
    left_out = f"<p>{_said(words, unknown)}</p>" if unknown else ""
    link = f'<p><a href="/counts.csv">{_said(words, sentence("page.counts.csv"))}</a></p>'
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{left_out}{link}"


def _head(words: Catalogue, column: str) -> str:
    return _said(words, sentence(f"page.counts.{column}"))


def _cells(day: DayCounts, words: Catalogue) -> Iterator[str]:
    yield f'<th scope="row">{html.escape(day.day)}</th>'
    for column in _COLUMNS[1:-1]:
        yield f"<td>{getattr(day, column)}</td>"
    places = (
        f"{_said(words, sentence(f'page.counts.place.{place}'))}: {number}"
        for place, number in day.places.most_common()
    )
    yield f"<td>{'<br>'.join(places)}</td>"


def _said(words: Catalogue, what: Sentence) -> str:
    return html.escape(words.say(what))
