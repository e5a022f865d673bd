"""What the rules core tells a page: a ruleset with its pictures, and where a line of moves leads.

Nothing here knows a game that is played, or can change one.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from controller.bus.entries import JsonObject
from controller.bus.saying import write_sentences
from controller.bus.wire import write_pieces
from controller.lights.meaning import STYLES
from controller.notation.moves import parse_move, write_ply
from controller.notation.opentafl import write_position
from controller.rules.aims import aims
from controller.rules.compiled import Rules, compiled
from controller.rules.errors import RulesetError
from controller.rules.examples import Clause, Example, clauses
from controller.rules.game import Game, new_game
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.library import named_ruleset, ruleset_called, ruleset_names
from controller.rules.position import Position
from controller.rules.sentences import names_of, outcome_sentence, refusal_sentence

# Longer than any game that people play, and still judged in a moment.
_MOST_PLIES = 1000
# Rulesets that are kept as they were written; kept games may have any number of their own.
_MOST_WRITTEN = 16


def rule_routes(
    own: Callable[[], Sequence[Rules]], kept_start: Callable[[str], Game | None] = lambda _: None
) -> list[Route]:
    """Return the routes of the rules: of those that ship with hnefi, and of our own.

    `kept_start` gives the start of a kept game by its id, None if none is kept under it.
    They work on what is asked for a while, so the server runs them in threads of their own.
    """

    def rulesets(_: Request) -> JSONResponse:
        shipped = [named_ruleset(name) for name in ruleset_names()]
        found = {each.name: each for each in (*shipped, *(rules.ruleset for rules in own()))}
        return JSONResponse([{"name": name, "title": found[name].title} for name in sorted(found)])

    def kept(request: Request) -> Game | None:
        game = request.query_params.get("game")
        return None if game is None else kept_start(game)

    def rules(request: Request) -> JSONResponse:
        start = kept(request)
        known = start.rules if start else _named(own(), request.path_params["name"])
        return JSONResponse(_write_rules(known))

    def line(request: Request) -> JSONResponse:
        asked, start = request.query_params, kept(request)
        if start is None:
            start = new_game(_named(own(), asked.get("ruleset", "")))
        return JSONResponse(_write_line(start, asked.get("moves", "")))

    return [
        Route("/rulesets.json", rulesets),
        # Of a path, because a ruleset of somebody's own may have a slash in its name.
        Route("/rules/{name:path}.json", rules),
        Route("/api/line", line),
    ]


def _named(own: Sequence[Rules], name: str) -> Rules:
    rulesets = [rules.ruleset for rules in own]
    try:
        return compiled(ruleset_called(name, rulesets))
    except RulesetError as error:
        known = ", ".join(sorted({*ruleset_names(), *(each.name for each in rulesets)}))
        raise HTTPException(404, f"ruleset: expected one of {known}; got {name[:40]!r}") from error


@lru_cache(maxsize=_MOST_WRITTEN)
def _write_rules(rules: Rules) -> JsonObject:
    ruleset = rules.ruleset
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "source": ruleset.source,
        "start": write_pieces(rules.start),
        "aims": {side: write_sentences(*said) for side, said in aims(ruleset).items()},
        "clauses": [_write_clause(clause) for clause in clauses(rules)],
        "lights": [
            {"meaning": meaning, "colour": bytes(style.colour).hex()}
            for meaning, style in STYLES.items()
        ],
        "readings": [{"about": each.about, "text": each.text} for each in ruleset.readings],
    }


def _write_clause(clause: Clause) -> JsonObject:
    return {
        "clause": clause.number,
        "say": write_sentences(clause.said),
        "examples": [_write_example(example) for example in clause.examples],
    }


def _write_example(example: Example) -> JsonObject:
    return {
        "before": write_pieces(example.before),
        "after": _pieces(example.after),
        "from": SQUARE_NAMES[example.origin],
        "to": None if example.target is None else SQUARE_NAMES[example.target],
        "open": _names(example.lit),
        "taken": _names(example.taken),
        "by": list(names_of(example.by)),
        "say": write_sentences(example.said),
    }


def _pieces(position: Position | None) -> dict[str, str] | None:
    return None if position is None else write_pieces(position)


def _write_line(game: Game, text: str) -> JsonObject:
    """Return where a line of moves from a start leads, or which of them the rules refuse."""
    refused = None
    for written in text.split(",")[:_MOST_PLIES] if text else ():
        try:
            move = parse_move(written).move
        except ValueError as error:
            raise HTTPException(400, f"moves: {error}") from error
        refusal = game.refusal(move)
        if refusal:
            refused = {
                "move": str(move),
                "clause": refusal.clause,
                "say": write_sentences(refusal_sentence(refusal, game)),
            }
            break
        game = game.play(move)
    return _write_game(game) | {"refusal": refused}


def _write_game(game: Game) -> JsonObject:
    targets: dict[str, list[str]] = {}
    for move in game.legal_moves():
        targets.setdefault(SQUARE_NAMES[move.origin], []).append(SQUARE_NAMES[move.target])
    outcome = game.outcome
    return {
        "moves": [write_ply(ply) for ply in game.plies],
        "pieces": write_pieces(game.position),
        "to_move": game.position.to_move,
        "record": write_position(game.position),
        "open": targets,
        "outcome": outcome
        and {"clause": outcome.clause, "say": write_sentences(outcome_sentence(outcome))},
    }


def _names(bits: int) -> list[str]:
    return [SQUARE_NAMES[square] for square in squares_of(bits)]
