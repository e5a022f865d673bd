"""The catalogues for the page: the one that a browser asks for, or one by its name."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from controller.bus.entries import JsonObject
from controller.words.catalogue import catalogue, languages
from controller.words.choosing import chosen_language


def word_routes() -> list[Route]:
    """Return the routes of the catalogues."""
    return [Route("/words.json", _liked), Route("/words/{language}.json", _named)]


async def _liked(request: Request) -> JSONResponse:
    language = chosen_language(request.headers.get("accept-language", ""))
    return JSONResponse(_catalogue(language), headers={"Vary": "Accept-Language"})


async def _named(request: Request) -> JSONResponse:
    language = request.path_params["language"]
    if language not in languages():
        raise HTTPException(404)
    return JSONResponse(_catalogue(language))


def _catalogue(language: str) -> JsonObject:
    """Return a catalogue, and which others there are."""
    others = [
        {"language": each, "name": catalogue(each).name, "reviewed": catalogue(each).reviewed}
        for each in languages()
    ]
    return {"language": language, "languages": others, **catalogue(language).as_json()}
