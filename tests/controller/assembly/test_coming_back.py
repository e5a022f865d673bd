"""Who sat beside a game comes back when the game goes on; a program only if somebody starts it."""

import pytest

from controller.assembly.rivals import Choosing, rival_of
from controller.daemon.beside import Beside, beside
from controller.events.request import Request
from controller.events.view import OpponentSeat
from controller.rules.game import new_game
from controller.rules.pieces import Side
from controller.rules.sentence import sentence
from controller.store.replay import replayed
from tests.board_driver import COPENHAGEN
from tests.controller.assembly.company import Company
from tests.controller.store.kept import plies

GNU = "htp: gnu --quick"


def back(opponent: str, wanted: str = "") -> Company:
    """Return a board whose game goes on with what was beside it."""
    board = Company()
    board.companion.come_back(Beside(opponent, wanted))
    board.wait(1.0)
    return board


@pytest.mark.parametrize(
    ("kept", "seat"),
    [
        ("defenders chance", OpponentSeat(Side.DEFENDERS, "chance")),
        ("defenders three-moves", OpponentSeat(Side.DEFENDERS, "three-moves")),
        ("defenders adaptive one-move", OpponentSeat(Side.DEFENDERS, "one-move", adaptive=True)),
        ("", None),
    ],
)
def test_a_level_plays_on(kept: str, seat: OpponentSeat | None) -> None:
    board = back(kept)
    assert board.view.opponent == seat
    assert board.said == ["turn.attackers"]


def test_whose_turn_it_is_moves() -> None:
    board = back("attackers chance")
    assert board.said == ["opponent.asks.attackers"]


def test_coach_and_explanations_are_as_they_were() -> None:
    board = back("", "defenders explains")
    assert (board.view.coached, board.view.explains) == ((Side.DEFENDERS,), True)


@pytest.mark.parametrize("name", [GNU, "club@my.toml", "a level of the future"])
def test_nothing_is_started_or_read_because_a_file_of_games_says_so(name: str) -> None:
    board = back(f"defenders {name}")
    assert board.view.opponent is None
    assert board.view.sentences[0] == sentence("opponent.not_back", name=name)
    board.move("d1-d3")
    assert board.said == ["turn.defenders"]


def test_that_it_has_not_come_back_is_said_until_another_is_chosen() -> None:
    board = back(f"defenders {GNU}")
    board.ask(Request.OPPONENT, Side.DEFENDERS, "chance")
    assert board.said == ["turn.attackers"]


def test_who_sits_there_already_stays() -> None:
    board = Company(rival=rival_of("chance", Side.ATTACKERS, Choosing()))
    assert board.companion.come_back(Beside(f"defenders {GNU}")) is None
    board.wait(1.0)
    assert board.view.opponent == OpponentSeat(Side.ATTACKERS, "chance")


@pytest.mark.parametrize("already", [True, False])
def test_it_asks_for_the_move_that_it_asked_for_before_the_program_was_stopped(
    *, already: bool
) -> None:
    """Whoever has made that move meanwhile has made the right one."""
    for seed in range(4):
        choosing = Choosing(seed=seed)
        before = Company(rival=rival_of("overlooks-most", Side.ATTACKERS, choosing))
        other = Choosing(seed=seed + 100)
        again = rival_of("overlooks-most", Side.ATTACKERS, other) if already else None
        board = Company(rival=again)
        board.companion.come_back(beside(before.view))
        board.wait(1.0)
        assert board.view.advice.asked == before.view.advice.asked


@pytest.mark.parametrize(
    ("seat", "undone"),
    [("defenders", ("g1-g3", "f4-c4")), ("attackers", ("f4-c4", "g3-e3xe2"))],
)
def test_its_move_and_the_one_before_that_were_undone_are_put_back_and_nobody_asks_for_another(
    seat: str, undone: tuple[str, str]
) -> None:
    before = ("d1-d3", "e5-e2", "g1-g3")[: 2 if seat == "defenders" else 3]
    game = replayed(new_game(COPENHAGEN), plies(*before))
    left = replayed(game, plies(*undone))
    board = Company()
    board.session.take_up(game, left=left)
    board.companion.come_back(Beside(f"{seat} chance"))
    board.occupied = left.position.occupied
    board.wait(5.0)
    assert (board.session.game, board.said[0]) == (game, "cause.undone")
    board.move("c4-f4" if seat == "defenders" else "e3-g3")
    board.move("g3-g1" if seat == "defenders" else "c4-f4")
    board.occupied |= game.position.occupied
    board.wait(3.0)
    assert (board.session.game, board.view.repair, board.said) == (
        game,
        (),
        [f"turn.{game.position.to_move}"],
    )
    board.move(undone[0])
    assert board.said[0] == f"opponent.asks.{seat}"
