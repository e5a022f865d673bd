"""What docs/levels.md says of engines' protocols, line by line, is what is really said."""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar, cast

import pytest

from controller.engine.protocols.dialects import DIALECTS
from controller.engine.protocols.process import LineProcess
from controller.notation.moves import parse_move
from controller.rules.compiled import compiled
from controller.rules.game import new_game
from controller.rules.library import named_ruleset
from tests.docs.markdown import ROOT

_Answer = TypeVar("_Answer")
_TALK = re.compile(r"By `(\w+)`, (with|without) `--time[^\n]*\n\n```\n(.*?)```", re.DOTALL)


def talks() -> Iterator[tuple[str, float | None, list[str]]]:
    """Yield the protocol, the time for a move, and the lines of each talk on the page."""
    text = (ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    for protocol, timed, lines in _TALK.findall(text):
        yield protocol, 2.0 if timed == "with" else None, lines.splitlines()


class Talk:
    """A program that says what stands on the page, and hears what should be said to it."""

    command, grace_s = "page", 5.0

    def __init__(self, lines: list[str]) -> None:
        self.rest = lines

    def write(self, line: str) -> None:
        who, _, expected = self.rest.pop(0).partition(":")
        assert who == "hnefi"
        begin, dots, _ = expected.strip().partition("...")
        assert line.startswith(begin) if dots else line == begin

    def wait_for(
        self, accept: Callable[[str], _Answer | None], seconds: float, what: str
    ) -> _Answer:
        who, _, said = self.rest.pop(0).partition(":")
        assert who == "program", (what, seconds)
        answer = accept(said.strip())
        assert answer is not None
        return answer


def test_every_protocol_is_there() -> None:
    assert {protocol for protocol, *_ in talks()} == set(DIALECTS)


@pytest.mark.parametrize(("protocol", "seconds", "lines"), list(talks()))
def test_a_talk_on_the_page_is_how_a_program_is_spoken_to(
    protocol: str, seconds: float | None, lines: list[str]
) -> None:
    talk = Talk(list(lines))
    dialect = DIALECTS[protocol](cast("LineProcess", talk))
    game = new_game(compiled(named_ruleset("copenhagen")))
    dialect.begin(game)
    for others, answer in ((("d1-d3", "e5-e2"), "g1-g3"), (("f4-c4",), "g3-e3")):
        for move in others:
            game = game.play(parse_move(move).move)
            dialect.tell(game)
        assert str(dialect.ask(game, seconds)) == answer
        # Its own move counts as made: it hears nothing more of it.
        game = game.play(parse_move(answer).move)
        if len(talk.rest) == 1:
            break
    talk.write(dialect.farewell)
    assert talk.rest == []
