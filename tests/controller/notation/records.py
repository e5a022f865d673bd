"""Random games of any ruleset, rules records, and texts that are nearly records."""

from random import Random

from hypothesis import strategies as st

from controller.rules.compiled import compiled
from controller.rules.game import Game, new_game
from controller.rules.geometry import SQUARE_COUNT, bits_of
from controller.rules.library import named_ruleset, ruleset_names
from controller.rules.pieces import Side
from controller.rules.position import Position
from controller.rules.ruleset import Ruleset

START_RECORD = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
_CORNERS = "cor:a1,k1,a11,k11 cen:f6"
_LETTERS = "corh:tT cenh:t cenhe:tTK corp:K cenp:tTK cors:K cens:K corre:K cenre:K"
FETLAR_RULES = f"dim:11 esc:c surf:y atkf:y tfr:d ka:y ks:s {_CORNERS} {_LETTERS} sw:n swf:y efe:n"
_SECTIONS = ("movement", "capture", "king", "ending")


def record(*changes: str) -> str:
    """Return Fetlar's record with some fields changed, ``"ka:n"``, or left out, ``"-ka"``."""
    fields = dict(part.split(":") for part in f"{FETLAR_RULES} start:{START_RECORD}".split())
    for change in changes:
        if change.startswith("-"):
            del fields[change[1:]]
        else:
            key, value = change.split(":")
            fields[key] = value
    return " ".join(f"{key}:{value}" for key, value in fields.items())


def sections(ruleset: Ruleset) -> dict[str, object]:
    """Return what a ruleset plays, every knob by its full name."""
    return {
        f"{section}.{key}": value
        for section in _SECTIONS
        for key, value in getattr(ruleset, section).model_dump().items()
    }


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
