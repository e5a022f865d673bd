"""The library of games for the page, read only: a list, and a game."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.rules.game import Game
from controller.store.errors import NoSuchGameError, StoreError
from controller.store.exporting import as_json, kept, summary_as_json
from controller.store.replay import game_at_start
from controller.store.stored_games import StoredGames, store_for_reading

# On one page of the list, and at most.
_USUAL, _MOST = 50, 500
_LONGEST_SEARCH = 200
_Answer = TypeVar("_Answer")


def game_routes(path: Path | None) -> list[Route]:
    """Return the routes of the library in a file; without one there are no games.

    They block while the disk works, so the server runs them in threads of their own.
    """

    def listed(request: Request) -> Response:
        search = request.query_params.get("search", "")[:_LONGEST_SEARCH]
        limit = _number(request, "limit", _USUAL, _MOST)
        before = request.query_params.get("before")

        def answer(store: StoredGames) -> Response:
            found = store.summaries(search, min(limit, _MOST), before)
            games = [summary_as_json(summary) for summary in found]
            counts = {"matching": store.count_found(search), "total": store.count()}
            return JSONResponse({"games": games, **counts})

        nothing = {"games": [], "matching": 0, "total": 0}
        return _asked(path, answer) or JSONResponse(nothing)

    def one(request: Request) -> Response:
        def answer(store: StoredGames) -> Response:
            game_id = request.path_params["id"]
            whole = json.loads(as_json(kept(store, game_id)))
            line = summary_as_json(store.summary(game_id))
            return JSONResponse(whole | line | {"plies": whole["plies"]})

        found = _asked(path, answer)
        if found is None:
            raise HTTPException(404)
        return found

    return [Route("/api/games", listed), Route("/api/games/{id}", one)]


def kept_start(path: Path | None, game_id: str) -> Game | None:
    """Return the start of a kept game, by the rules that it was played by; None without it."""
    try:
        found: Game | None = _asked(path, lambda store: game_at_start(store.header(game_id)))
    except HTTPException:
        return None
    return found


def _asked(path: Path | None, answer: Callable[[StoredGames], _Answer]) -> _Answer | None:
    """Return an answer out of the store, None where there is none yet."""
    if path is None or not path.is_file():
        return None
    try:
        store = store_for_reading(str(path))
        if store is None:
            return None
        with closing(store):
            return answer(store)
    except NoSuchGameError as error:
        raise HTTPException(404, str(error)) from error
    except StoreError as error:
        # Whoever asks from another device need not know where files are here.
        raise HTTPException(503, str(error).replace(str(path), path.name)) from error


def _number(request: Request, name: str, usual: int, most: int) -> int:
    text = request.query_params.get(name, str(usual))
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        expected = f"a whole number from 0 to {most}"
        raise HTTPException(400, f"{name}: expected {expected}, got {text[:40]!r}")
    return int(text)
