"""What the seven other rulesets say, field by field, held against the table of the texts.

Not every answer shows in play: a king on the throne who helps to capture hides that the throne
would, too. So the data are held against the texts themselves as well.
"""

import json

from controller.rules.library import named_ruleset
from tests.controller.rules.fields import Value
from tests.controller.rules.rulesets import CORNER, FETLAR_KIN, OTHERS, V1, V2, V3, in_rulesets

_FETLAR: dict[str, Value] = {
    "movement.throne_stop": "king",
    "movement.throne_pass": "all",
    "movement.corner_stop": "king",
    "capture.king_captures": "both",
    "capture.corners_hostile": True,
    "capture.throne_hostile_to_attackers": "always",
    "capture.throne_hostile_to_defenders": "empty",
    "capture.shieldwall": False,
    "king.captured_by": "surrounding",
    "king.throne_stands_in": True,
    "king.edge": "safe",
    "ending.escape": "corner",
    "ending.exit_fort": False,
    "ending.encirclement": True,
    "ending.no_moves": "loses",
    "ending.repetition": "draw",
    "ending.repetition_count": 3,
    "ending.time_limit_minutes": 0,
}
_FOOT = _FETLAR | {"ending.encirclement": False, "ending.no_moves": "draw"}
_VERSION_1 = _FOOT | {
    "movement.throne_stop": "nobody",
    "movement.corner_stop": "all",
    "capture.king_captures": "never",
    "capture.corners_hostile": False,
    "capture.throne_hostile_to_attackers": "never",
    "capture.throne_hostile_to_defenders": "never",
    "ending.escape": "edge",
}
TABLE = dict.fromkeys(FETLAR_KIN, _FETLAR) | {
    "viking-chess": _FETLAR | {"ending.time_limit_minutes": 120},
    V1: _VERSION_1,
    V2: _VERSION_1
    | {
        "capture.king_captures": "mover",
        "king.captured_by": "custodial",
        "king.throne_stands_in": False,
        "king.edge": "capturable",
    },
    V3: _VERSION_1
    | {
        "movement.corner_stop": "king",
        "capture.king_captures": "mover",
        "king.edge": "capturable",
        "ending.escape": "corner",
    },
    CORNER: _FOOT,
}


@in_rulesets(*OTHERS)
def test_a_ruleset_says_what_its_text_says(name: str) -> None:
    data = json.loads(named_ruleset(name).model_dump_json())
    said = {
        f"{section}.{field}": value
        for section in ("movement", "capture", "king", "ending")
        for field, value in data[section].items()
    }
    assert said == TABLE[name]
