"""Random games of any ruleset, and texts that are nearly records: what notation is tried on."""

from random import Random

from hypothesis import strategies as st

from controller.rules.compiled import compiled
from controller.rules.game import Game, new_game
from controller.rules.geometry import SQUARE_COUNT, bits_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.position import Position

START_RECORD = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"


@st.composite
def playouts(draw: st.DrawFn, longest: int = 120) -> Game:
    """Draw a game of random moves under any ruleset, over or not."""
    random = Random(draw(st.integers(0, 2**32)))
    game = new_game(compiled(named_ruleset(draw(st.sampled_from(ruleset_names())))))
    length = draw(st.integers(0, longest))
    while not game.outcome and len(game.plies) < length:
        game = game.play(random.choice(game.legal_moves()))
    return game


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Draw any position with a king, on any squares, with any side to move."""
    squares = draw(st.permutations(range(SQUARE_COUNT)))
    attackers, defenders = draw(st.integers(0, 60)), draw(st.integers(0, 60))
    return Position(
        bits_of(*squares[1 : 1 + attackers]),
        bits_of(*squares[1 + attackers : 1 + attackers + defenders]),
        1 << squares[0],
        draw(st.sampled_from(Side)),
    )


@st.composite
def mutations(draw: st.DrawFn, text: str, alphabet: str) -> str:
    """Draw a text with a few stretches of it taken out, put in or doubled."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        letters = st.text(alphabet, max_size=3) | st.text(max_size=2)
        instead = draw(letters | st.just(2 * text[start:end]))
        text = text[:start] + instead + text[end:]
    return text
