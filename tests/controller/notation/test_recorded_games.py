"""Games that people played on another site, replayed: moves, captures and results must agree."""

import csv
from dataclasses import replace

import pytest

from controller.notation.moves import parse_move, write_ply
from controller.rules.captures import captured_bits
from controller.rules.endings import OutcomeReason
from controller.rules.game import Game, new_game
from controller.rules.pieces import Side
from tests.recorded import recorded_lines
from tests.symmetry import COPENHAGEN

RESULTS = {Side.ATTACKERS: "Black", Side.DEFENDERS: "White"}


def mismatches(number: int, record: str, result: str) -> list[str]:
    """Return what the rules say otherwise than the record of one game."""
    game = new_game(COPENHAGEN)
    found: list[str] = []
    for token in record.removesuffix("timeout").split():
        written = parse_move(token)
        game = _past_a_repetition(game)
        refused = game.refusal(written.move)
        if refused:
            return [*found, f"game {number}: {token} refused: {refused}"]
        game = game.play(written.move)
        if captured_bits(game.plies[-1].captures) != written.captured:
            found.append(f"game {number}: {token}, the rules say {write_ply(game.plies[-1])}")
    outcome = game.outcome
    if outcome and outcome.winner and RESULTS[outcome.winner] != result:
        found.append(f"game {number}: {result}, the rules say {outcome}")
    return found


def _past_a_repetition(game: Game) -> Game:
    # The site did not end games at a third repetition; some go on after it.
    if game.outcome and game.outcome.reason is OutcomeReason.REPETITION:
        return replace(game, outcome=None)
    return game


@pytest.mark.outside_data
def test_every_recorded_game_is_legal_and_captures_and_ends_as_recorded() -> None:
    found = [
        mismatch
        for number, (record, _, _, result) in enumerate(csv.reader(recorded_lines()), start=1)
        for mismatch in mismatches(number, record, result)
    ]
    assert found == []
