"""A game from its entries, judged by its rules: to be played on, shown or given away."""

from collections.abc import Iterable, Sequence

from controller.notation.errors import NotationError
from controller.notation.opentafl import parse_position, write_position
from controller.notation.people_end import ended_by_people
from controller.notation.plain_text import printable
from controller.notation.record import play_word
from controller.rules.compiled import Rules, compiled
from controller.rules.errors import RulesError
from controller.rules.game import Game, IllegalMoveError
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset
from controller.rules.sentences import refusal_sentence
from controller.store.errors import EntryError
from controller.store.records import Entry, Header, Kind
from controller.words.catalogue import say

# After the last of these a board was left as the game stood then.
_BEFORE_UNDO = (Kind.PLY, Kind.RETARGET, Kind.RESTORED)
# What is disturbed later after a ply was taken back has been disturbed otherwise.
_AT_ONCE_MS = 1000


def ruleset_of(header: Header) -> Ruleset:
    """Return the ruleset that a game was played by.

    Raises:
        EntryError: its data are not those of a ruleset.
    """
    try:
        return Ruleset.model_validate_json(header.ruleset)
    except ValueError as error:
        raise EntryError(f"game {header.id}: expected the data of a ruleset") from error


def is_ruleset(data: str) -> bool:
    """Say whether a text is the data of a ruleset."""
    try:
        Ruleset.model_validate_json(data)
    except ValueError:
        return False
    return True


def rules_of(header: Header) -> Rules:
    """Return the rules that a game was played by.

    Raises:
        EntryError: they are not the data of a ruleset.
    """
    return compiled(ruleset_of(header))


def write_start(position: Position, rules: Rules) -> str:
    """Return a start for a header: empty for the ruleset's own."""
    if position == rules.start:
        return ""
    return f"{write_position(position)} {position.to_move}"


def game_at_start(header: Header) -> Game:
    """Return a game before its first entry.

    Raises:
        EntryError: the header has no ruleset or no position that can be read.
    """
    rules = rules_of(header)
    if not header.start:
        return Game(rules, rules.start)
    record, _, side = header.start.partition(" ")
    try:
        return Game(rules, parse_position(record, Side(side)))
    except ValueError as error:
        raise EntryError(f"game {header.id}: start: {error}") from error


def replayed(game: Game, entries: Iterable[Entry]) -> Game:
    """Return the game after more entries.

    Raises:
        EntryError: the rules refuse one of them; the message names it, counted from 1.
    """
    for number, entry in enumerate(entries, 1):
        try:
            game = _after(game, entry)
        except (RulesError, NotationError, ValueError) as error:
            what = printable(entry.what[:40])
            why = _why(error, game, entry)
            raise EntryError(f"entry {number}, {entry.kind} {what}: {why}") from error
    return game


def left_standing(start: Game, entries: Sequence[Entry]) -> Game:
    """Return the game as its board was left: with the plies that were undone and not put back.

    A ply that is taken back by hand has left a board that is right, and one that is undone by
    command a board that is disturbed, at once, until its piece is back.

    Raises:
        EntryError: the rules refuse one of the entries.
    """
    before = max((at for at, e in enumerate(entries, 1) if e.kind in _BEFORE_UNDO), default=0)
    since = entries[before:]
    disturbed, taken = (
        next((each.elapsed_ms for each in since if each.kind is kind), None)
        for kind in (Kind.DISTURBED, Kind.TAKEBACK)
    )
    if disturbed is None or taken is None or disturbed > taken + _AT_ONCE_MS:
        return replayed(start, entries)
    return replayed(start, entries[:before])


def _why(error: Exception, game: Game, entry: Entry) -> str:
    """Return why an entry is refused: of a move, the sentence that people read elsewhere, too."""
    if not isinstance(error, IllegalMoveError):
        return str(error)
    before = game.undo() if entry.kind is Kind.RETARGET else game
    return say(refusal_sentence(error.refusal, before))


def _after(game: Game, entry: Entry) -> Game:
    match entry.kind:
        case Kind.PLY:
            return play_word(game, entry.what)
        case Kind.RETARGET:
            return play_word(game.undo(), entry.what)
        case Kind.TAKEBACK:
            return game.undo()
        case Kind.END if game.outcome:
            if end_of(game) != entry.what:
                raise ValueError(f"expected {end_of(game)} by the last ply")
            return game
        case Kind.END:
            result, _, reason = entry.what.partition(" ")
            return ended_by_people(game, result, reason)
    return game


def end_of(game: Game) -> str:
    """Return the text of an end for an entry: the winner or draw, and the reason."""
    if game.outcome is None:
        raise EntryError("game: expected one that is over")
    return f"{game.outcome.winner or 'draw'} {game.outcome.reason}"
