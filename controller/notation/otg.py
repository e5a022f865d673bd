"""OpenTafl's game records (``.otg``): tags, a rules record, moves and comments.

Reads and writes the text of a record; only `game_of` lets a game judge its moves.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from controller.notation.errors import NotationError
from controller.notation.moves import WrittenMove, parse_move, write_move
from controller.notation.opentafl import parse_rules, parse_start, write_rules
from controller.notation.opentafl_fields import fields_of
from controller.rules.captures import captured_bits
from controller.rules.compiled import compiled
from controller.rules.game import Game, IllegalMoveError, Ply
from controller.rules.geometry import SQUARE_NAMES, squares_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.moves import Refusal
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset

# Which of the rulesets that ship with hnefi it is: several have the same record.
RULESET_TAG = "hnefi-ruleset"
_RULES = "rules"
_LINE_END = re.compile(r"\r\n|\r|\n")
# The value ends at the last bracket of the line, so brackets inside it need no escape.
_TAG = re.compile(r"\[([^:]+):(.*)\]")
_MARKS = ("++", "--", "+", "-")


class IllegalPlyError(IllegalMoveError):
    """The rules refuse a move of a record; `ply` counts from 1, `refusal` says why."""

    def __init__(self, ply: int, refused: Refusal) -> None:
        """Carry the ply and the refusal."""
        super().__init__(refused)
        self.args = (f"ply {ply}: {refused.move}: {refused.reason}",)
        self.ply = ply


class RecordLineError(NotationError):
    """A line of a record is not what it should be; `line` counts from 1, `why` says the rest."""

    def __init__(self, line: int, where: str, why: str) -> None:
        """Carry the line, where in the line it is wrong, such as ``ply 3``, and why."""
        super().__init__(f"line {line}{where and ', '}{where}: {why}")
        self.line, self.why = line, f"{where}{where and ': '}{why}"


class Comment(NamedTuple):
    """A comment in a record: the number of plies before it, and its text."""

    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class OtgGame:
    """A game record as written, before any judgement.

    `tags` are those before the rules tag, in order; `rules` is the text of the rules tag. `marks`
    holds the mark at the end of each move: ``+``, ``-``, ``++``, ``--`` or an empty text.
    """

    tags: Mapping[str, str]
    rules: str
    start: Position
    moves: tuple[WrittenMove, ...]
    marks: tuple[str, ...]
    comments: tuple[Comment, ...]


def write_otg(game: Game, tags: Mapping[str, str], said: Sequence[str] = ()) -> str:
    """Return the record of a game, with some tags before the rules tag.

    `said` has a comment for each ply, which may be empty. Comments before the first move say what
    the rules record cannot say.

    Raises:
        NotationError: the name or value of a tag, or a comment, cannot be written.
    """
    record, unsaid = write_rules(game.rules.ruleset, game.start)
    moves = [_write_ply(ply) for ply in game.plies]
    turns = [
        f"{ply // 2 + 1}. {' '.join(moves[ply : ply + 2])}{_write_comment(said[ply : ply + 2])}"
        for ply in range(0, len(moves), 2)
    ]
    lines = [
        *(_write_tag(name, value) for name, value in tags.items()),
        f"[{_RULES}:{record}]",
        *(f"[{sentence}]" for sentence in unsaid),
        *turns,
    ]
    return "\n".join([*lines, ""])


def _write_comment(said: Sequence[str]) -> str:
    """Return the comments on the plies of a turn as the line after it, if there are any."""
    text = "|".join(said).rstrip("|")
    if any(mark in text for mark in "[]") or _LINE_END.search(text):
        raise NotationError(f"comment: expected a line without brackets, got {text[:40]!r}")
    return f"\n[{text}]" if text else ""


def _write_tag(name: str, value: str) -> str:
    if not name or ":" in name or name == _RULES or _LINE_END.search(name):
        expected = "a name without colons and line ends, and not rules"
        raise NotationError(f"tag: expected {expected}, got {name[:40]!r}")
    if _LINE_END.search(value):
        raise NotationError(f"tag {name[:40]}: expected a value of one line, got {value[:40]!r}")
    return f"[{name}:{value}]"


def _write_ply(ply: Ply) -> str:
    captured = "/".join(SQUARE_NAMES[square] for square in squares_of(captured_bits(ply.captures)))
    return f"{ply.move}x{captured}" if captured else str(ply.move)


def parse_otg(text: str) -> OtgGame:
    """Return the game record in a text.

    Raises:
        RecordLineError: a line is not one of a record.
        NotationError: the text ends before its rules.
    """
    numbered = enumerate(_LINE_END.split(text), start=1)
    stripped = ((number, line.strip()) for number, line in numbered)
    lines = iter([(number, line) for number, line in stripped if line])
    tags, rules, start = _read_tags(lines)
    moves: list[WrittenMove] = []
    marks: list[str] = []
    comments: list[Comment] = []
    for number, line in lines:
        if line.startswith("["):
            comments.append(Comment(len(moves), _read_comment(number, line)))
            continue
        _refuse_another(number, line, len(moves), comments)
        for move, mark in _read_turn(number, line, len(moves)):
            moves.append(move)
            marks.append(mark)
    return OtgGame(tags, rules, start, tuple(moves), tuple(marks), tuple(comments))


def _read_tags(lines: Iterable[tuple[int, str]]) -> tuple[Mapping[str, str], str, Position]:
    """Return the tags, the rules record and its start; leave the lines after the rules tag."""
    tags: dict[str, str] = {}
    for number, line in lines:
        match = _TAG.fullmatch(line)
        if match is None:
            raise RecordLineError(number, "", f"expected [tag:value], got {line[:40]!r}")
        name, value = match.groups()
        if name == _RULES:
            try:
                return MappingProxyType(tags), value, parse_start(value)
            except NotationError as error:
                raise RecordLineError(number, "", str(error)) from error
        if name in tags:
            raise RecordLineError(number, "", f"expected each tag once, got {name[:40]!r} again")
        tags[name] = value
    raise NotationError(f"record: expected a tag [{_RULES}:...], got none")


def _read_comment(number: int, line: str) -> str:
    if not line.endswith("]"):
        raise RecordLineError(number, "", f"expected [comment], got {line[:40]!r}")
    return line[1:-1]


def _refuse_another(number: int, line: str, made: int, comments: Iterable[Comment]) -> None:
    """Refuse the first turn of another record, whose tags looked like comments."""
    begins = any(each.text.startswith(f"{_RULES}:") for each in comments)
    if made and begins and line.split(maxsplit=1)[0] == "1.":
        why = f"expected '{(made + 1) // 2 + 1}.', got '1.' of another record"
        raise RecordLineError(number, f"ply {made + 1}", f"{why}; hnefi games import reads several")


def _read_turn(number: int, line: str, made: int) -> list[tuple[WrittenMove, str]]:
    """Return the moves of a line ``1. m1 m2`` with their marks; `made` plies come before it."""
    where = f"ply {made + 1}"
    if made % 2:
        why = f"expected the end after a single move, got {line[:40]!r}"
        raise RecordLineError(number, where, why)
    turn, *tokens = line.split()
    if turn != f"{made // 2 + 1}.":
        raise RecordLineError(number, where, f"expected '{made // 2 + 1}.', got {turn[:40]!r}")
    if not 1 <= len(tokens) <= 2:
        raise RecordLineError(number, where, f"expected one move or two, got {len(tokens)}")
    found = []
    for ply, token in enumerate(tokens, start=made + 1):
        mark = next((mark for mark in _MARKS if token.endswith(mark)), "")
        try:
            found.append((parse_move(token.removesuffix(mark)), mark))
        except NotationError as error:
            raise RecordLineError(number, f"ply {ply}", str(error)) from error
    return found


def game_of(otg: OtgGame, ruleset: Ruleset) -> Game:
    """Return the game of a record, played under a ruleset from the record's start.

    The caller chooses the ruleset, because a rules record cannot say everything.

    Raises:
        IllegalPlyError: the rules refuse a move.
        NotationError: the marks of a move are not its captures.
    """
    game = Game(compiled(ruleset), otg.start)
    for ply, written in enumerate(otg.moves, start=1):
        try:
            game = game.play(written.move)
        except IllegalMoveError as error:
            raise IllegalPlyError(ply, error.refusal) from error
        taken = captured_bits(game.plies[-1].captures)
        if taken != written.captured:
            expected = write_move(written.move, taken)
            got = write_move(written.move, written.captured)
            raise NotationError(f"ply {ply}: expected {expected}, got {got!r}")
    return game


def ruleset_of(otg: OtgGame) -> Ruleset:
    """Return the ruleset of a record: one that ships with hnefi if it says the same, or its own.

    If several rulesets have these fields, the one that the tag `hnefi-ruleset` names is returned,
    or else the first by name.

    Raises:
        NotationError: the record asks for a rule that hnefi does not play.
    """
    ruleset = parse_rules(otg.rules, "record")
    fields = fields_of(ruleset)
    named = otg.tags.get(RULESET_TAG)
    shipped = map(named_ruleset, sorted(ruleset_names(), key=lambda name: (name != named, name)))
    return next((each for each in shipped if fields_of(each) == fields), ruleset)
