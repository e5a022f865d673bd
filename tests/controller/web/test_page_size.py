"""The page stays small: it is loaded over a network at a club, by phones."""

import json
from importlib.resources import files

from controller.web.rules import rule_routes
from controller.words.catalogue import catalogue, languages
from tests.controller.web.asking import Asking

_MOST = 300_000


def test_all_that_a_page_loads_is_less_than_300_kilobytes() -> None:
    # Icons are loaded by whoever installs the page.
    folder = files("controller.web").joinpath("static")
    static = [path.read_bytes() for path in folder.iterdir() if not path.name.endswith(".png")]
    rules = Asking(rule_routes(tuple)).get("/rules/copenhagen.json").text
    words = max(len(json.dumps(catalogue(name).as_json())) for name in languages())
    assert sum(map(len, static)) + len(rules) + words < _MOST
