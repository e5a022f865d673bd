"""The meaning of each field of a rules record, in both directions.

`docs/notation.md` has the table. Knows the values of fields, not the layout of a record.
"""

from collections.abc import Mapping
from typing import TypeVar

from controller.notation.errors import NotationError
from controller.rules.geometry import CORNERS, SQUARE_NAMES, THRONE, THRONE_BIT
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset

_Meaning = TypeVar("_Meaning")
_Section = dict[str, str | bool | int]

_ALL = "tTK"
_ALL_LETTERS = "tcnkTCNK"  # the notation has commanders and knights too; no start here does
_CORNERS = ",".join(SQUARE_NAMES[corner] for corner in CORNERS)

# The meaning of fields that a record leaves out: the rules of Fetlar.
DEFAULTS = {
    "esc": "c",
    "surf": "y",
    "atkf": "y",
    "tfr": "d",
    "ka": "y",
    "ks": "s",
    "cor": _CORNERS,
    "cen": SQUARE_NAMES[THRONE],
    "corh": "tT",
    "cenh": "t",
    "cenhe": _ALL,
    "corp": "K",
    "cenp": _ALL,
    "cors": "K",
    "cens": "K",
    "corre": "K",
    "cenre": "K",
    "sw": "n",
    "swf": "y",
    "efe": "n",
}

# A record has no paragraphs, so judgements rest on its fields.
CLAUSES = {
    "turn": "atkf",
    "movement": "cors, cens, cenp",
    "custodial": "corh, cenh, cenhe, ka",
    "restricted": "cors, cens, cenp",
    "king_escaped": "esc",
    "king_captured": "ks",
    "repetition": "tfr",
    "no_moves": "no field",
    "shieldwall": "sw, swf",
    "exit_fort": "efe",
    "encircled": "surf",
}

_KING_ARMED = {"y": "both", "h": "mover", "n": "never"}
_ESCAPES = {"c": "corner", "e": "edge"}
_REPETITIONS = {"d": "draw", "l": "defenders_lose"}
_STRENGTHS = {
    "s": ("surrounding", "safe"),
    "m": ("surrounding", "capturable"),
    "w": ("custodial", "capturable"),
}
# Whether a corner is hostile to the king depends on how he is captured; a strong king never
# meets one.
_HOSTILE_CORNERS = {"s": ("", "tT", "K", _ALL), "m": ("", "tT"), "w": ("", _ALL)}
YES_NO = {"y": True, "n": False}
_SHIELDWALLS = {"s": True, "n": False}


def fields_of(ruleset: Ruleset) -> dict[str, str]:
    """Return the fields of a ruleset, without the size, the name and the start."""
    movement, capture = ruleset.movement, ruleset.capture
    king, ending = ruleset.king, ruleset.ending
    custodial = king.captured_by == "custodial"
    stands_in = "empty" if king.throne_stands_in else "never"
    throne = {
        "t": capture.throne_hostile_to_attackers,
        "T": capture.throne_hostile_to_defenders,
        # A king who is captured like any piece meets the same hostile squares as his men.
        "K": capture.throne_hostile_to_defenders if custodial else stands_in,
    }
    corner_stop = _ALL if movement.corner_stop == "all" else "K"
    throne_stop = "K" if movement.throne_stop == "king" else ""
    strength = "w" if custodial else _letter(_STRENGTHS, (king.captured_by, king.edge))
    return DEFAULTS | {
        "esc": _letter(_ESCAPES, ending.escape),
        "surf": _letter(YES_NO, ending.encirclement),
        "tfr": _letter(_REPETITIONS, ending.repetition),
        "ka": _letter(_KING_ARMED, capture.king_captures),
        "ks": strength,
        "corh": _HOSTILE_CORNERS[strength][1] if capture.corners_hostile else "",
        "cenh": "".join(letter for letter in _ALL if throne[letter] == "always"),
        "cenhe": "".join(letter for letter in _ALL if throne[letter] != "never"),
        "corp": corner_stop,
        "cenp": _ALL if movement.throne_pass == "all" else "",
        "cors": corner_stop,
        "cens": throne_stop,
        "corre": corner_stop,
        "cenre": throne_stop,
        "sw": _letter(_SHIELDWALLS, capture.shieldwall),
        "efe": _letter(YES_NO, ending.exit_fort),
    }


def _letter(meanings: Mapping[str, _Meaning], meant: _Meaning) -> str:
    return next(letter for letter, meaning in meanings.items() if meaning == meant)


def unsaid_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Return a sentence for everything that no field can say, which begins with its key."""
    king, ending = ruleset.king, ruleset.ending
    sentences = ["name, title, source, clauses, readings: no field says where the rules stand."]
    if king.captured_by == "custodial" and king.edge == "safe":
        sentences.append("king.edge: he is safe there, but ks:w lets him be captured there too.")
    if ending.repetition == "defenders_lose":
        sentences.append(
            "ending.repetition: the defenders lose by it, whoever repeats; the nearest is tfr:l, "
            "by which the side that repeats loses."
        )
    if ending.repetition_count != 3:
        times = f"it is {ending.repetition_count}"
        sentences.append(f"ending.repetition_count: {times}, but tfr speaks of three times only.")
    no_moves = "that side loses" if ending.no_moves == "loses" else "the game is a draw"
    sentences.append(f"ending.no_moves: {no_moves}, but no field speaks of a side without a move.")
    if ending.time_limit_minutes:
        sentences.append(
            f"ending.time_limit_minutes: after {ending.time_limit_minutes} minutes the game is "
            "a draw, but no field speaks of time."
        )
    return tuple(sentences)


def filled(given: dict[str, str]) -> dict[str, str]:
    """Return the fields of a record, completed by those that it leaves out."""
    fields = DEFAULTS | given
    defaults = {
        "corre": fields["cors"],
        "cenre": fields["cens"],
        "cenhe": "".join(letter for letter in _ALL if letter in DEFAULTS["cenhe"] + fields["cenh"]),
        "corh": _ALL if fields["ks"] == "w" else DEFAULTS["corh"],
    }
    return fields | defaults | given


def sections_of(fields: Mapping[str, str], start: Position) -> dict[str, _Section]:
    """Return the sections of the ruleset that complete fields describe.

    Raises:
        NotationError: a field has an unknown value, or one that hnefi does not play.
    """
    for key in ("atkf", "cor", "cen"):
        expected = DEFAULTS[key]
        if set(fields[key].split(",")) != set(expected.split(",")):
            raise _complaint(fields, key, expected)
    captured_by, edge = meaning(fields, "ks", _STRENGTHS)
    throne_helps = "K" in _letters(fields, "cenhe")
    king: _Section = {
        "captured_by": captured_by,
        "throne_stands_in": throne_helps and captured_by == "surrounding",
        "edge": edge,
    }
    escape = meaning(fields, "esc", _ESCAPES)
    ending: _Section = {
        "escape": escape,
        # Where the edge is the escape, a king there has won before a fort matters.
        "exit_fort": meaning(fields, "efe", YES_NO) and escape == "corner",
        "encirclement": meaning(fields, "surf", YES_NO),
        "no_moves": "loses",
        "repetition": meaning(fields, "tfr", _REPETITIONS),
        "repetition_count": 3,
        "time_limit_minutes": 0,
    }
    movement, capture = _movement(fields, start), _capture(fields)
    return {"movement": movement, "capture": capture, "king": king, "ending": ending}


def _movement(fields: Mapping[str, str], start: Position) -> _Section:
    corner_stop = _letters(fields, "cors", "K", _ALL)
    if corner_stop == _ALL and not {"t", "T"} <= set(_letters(fields, "corre")):
        raise _complaint(fields, "corre", "t and T, who may stop by cors")
    throne_stop, returns = _letters(fields, "cens", "", "K"), "K" in _letters(fields, "cenre")
    if throne_stop and not returns and not start.king & THRONE_BIT:
        raise _complaint(fields, "cenre", "K, as cens lets him stop and he starts elsewhere")
    _letters(fields, "corp")  # nobody can pass over the end of a line, whatever the field says
    return {
        "throne_stop": "king" if throne_stop and returns else "nobody",
        "throne_pass": "all" if _letters(fields, "cenp", "", _ALL) else "nobody",
        "corner_stop": "all" if corner_stop == _ALL else "king",
    }


def _capture(fields: Mapping[str, str]) -> _Section:
    corners = _letters(fields, "corh", *_HOSTILE_CORNERS[fields["ks"]])
    always, empty = _letters(fields, "cenh"), _letters(fields, "cenhe")
    if not set(always) <= set(empty):
        raise _complaint(fields, "cenhe", f"all letters of cenh:{fields['cenh']}")
    if fields["ks"] == "w" and ("T" in empty) != ("K" in empty):
        raise _complaint(fields, "cenhe", "T and K, or neither, as the king is captured like any")
    shieldwall = meaning(fields, "sw", _SHIELDWALLS)
    if not meaning(fields, "swf", YES_NO) and shieldwall:
        raise _complaint(fields, "swf", "y")
    hostile = dict.fromkeys(empty, "empty") | dict.fromkeys(always, "always")
    return {
        "king_captures": meaning(fields, "ka", _KING_ARMED),
        "corners_hostile": "t" in corners,
        "throne_hostile_to_attackers": hostile.get("t", "never"),
        "throne_hostile_to_defenders": hostile.get("T", "never"),
        "shieldwall": shieldwall,
    }


def meaning(fields: Mapping[str, str], key: str, meanings: Mapping[str, _Meaning]) -> _Meaning:
    """Return the meaning of a field's value.

    Raises:
        NotationError: the value has no meaning.
    """
    if fields[key] not in meanings:
        raise _complaint(fields, key, " or ".join(meanings))
    return meanings[fields[key]]


def _letters(fields: Mapping[str, str], key: str, *allowed: str) -> str:
    """Return the pieces on this board that a field names, in order."""
    value = fields[key]
    letters = "".join(letter for letter in _ALL if letter in value)
    if set(value) - set(_ALL_LETTERS) or (allowed and letters not in allowed):
        expected = " or ".join(letters or "nothing" for letters in allowed)
        raise _complaint(fields, key, expected or f"letters of {_ALL_LETTERS}")
    return letters


def _complaint(fields: Mapping[str, str], key: str, expected: str) -> NotationError:
    return NotationError(f"rules record: {key}: expected {expected}, got {fields[key][:40]!r}")


def readings_of(given: Mapping[str, str], fields: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """Return how hnefi fills the gaps of a record: a subject and a sentence for each."""
    unused = {"corp"} if fields["sw"] == "s" else {"corp", "swf"}
    texts = {
        key: f"The record does not say {key}; it is read as '{key}:{fields[key]}'."
        for key in DEFAULTS
        if key not in given and key not in unused
    }
    texts["repetition"] = (
        "It is the third time that the same position comes with the same side to move, "
        "counted from the start of the game."
    )
    if fields["tfr"] == "l":
        texts["repetition"] += " The side that repeats loses, says tfr:l; the defenders do, here."
    texts["no_moves"] = "No field speaks of a side without a legal move; that side loses."
    texts["time_limit_minutes"] = "No field speaks of a time limit; there is none."
    if fields["ks"] == "m":
        texts["edge"] = "By ks:m, attackers on the three sides that an edge leaves take the king."
    if fields["sw"] == "s":
        texts["shieldwall"] = (
            "The capturing move is the one that places a bracketing piece on the edge; a corner "
            "may be one bracket, and a king in the row is spared."
        )
    if fields["efe"] == "y":
        texts["exit_fort"] = (
            "A fort is unbreakable if no sequence of attackers' moves takes any piece of its wall."
            if fields["esc"] == "c"
            else "A king on the edge has won already by esc:e; no fort is judged."
        )
    return tuple({"about": about, "text": text} for about, text in texts.items())
