"""`hnefi tune`: weights from games, and what it says where there is nothing to learn."""

from pathlib import Path
from random import Random

import pytest

from controller.engine.binding import Kernel
from controller.engine.weights import read_weights
from controller.rules.game import new_game
from tests.controller.engine.kernels import kernel_of, rules_of
from tests.hnefi import hnefi, the_line_of_a_mistake

COPENHAGEN = rules_of("copenhagen")


@pytest.fixture(autouse=True)
def needs_the_kernel() -> None:
    kernel_of(COPENHAGEN)


@pytest.fixture
def games(tmp_path: Path) -> str:
    """Write random games that the attackers win where the first move is on their left."""
    random, lines = Random(1), []
    for _ in range(12):
        game = new_game(COPENHAGEN)
        for _ in range(10):
            game = game.play(random.choice(game.legal_moves()))
        moves = [str(ply.move) for ply in game.plies]
        lines.append(f"{' '.join(moves)},0,0,{'Black' if moves[0] < 'f' else 'White'}\n")
    file = tmp_path / "games.csv"
    file.write_text("".join(lines), encoding="utf-8")
    return str(file)


def test_recorded_games_give_weights_that_can_be_played_with(games: str, tmp_path: Path) -> None:
    weights = tmp_path / "mine.toml"
    ran = hnefi("tune", "--games", "0", "--recorded", games, "--output", str(weights))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"{weights}: learned from 120 positions; loss on those held back ")
    assert "nan" not in ran.stdout
    assert Kernel(COPENHAGEN, read_weights(weights)).moves()
    assert not weights.with_suffix(".net").exists()


def test_a_network_lies_beside_its_weights_and_is_played_with(games: str, tmp_path: Path) -> None:
    weights = tmp_path / "mine.toml"
    arguments = ("--games", "0", "--recorded", games, "--output", str(weights), "--seed", "3")
    assert hnefi("tune", "--network", *arguments).returncode == 0
    found = read_weights(weights)
    assert found.network == weights.with_suffix(".net").read_bytes() != b""
    first = Kernel(COPENHAGEN, found)
    first.set(COPENHAGEN.start)
    with_network = first.evaluate()
    refused = hnefi("tune", "--network", *arguments)
    assert the_line_of_a_mistake(refused) == (
        f"hnefi: --output: expected a new file, and {weights.with_suffix('.net')} is there; "
        "choose another name"
    )
    again = tmp_path / "again.toml"
    hnefi("tune", "--network", *arguments[:4], "--output", str(again), *arguments[6:])
    assert read_weights(again) == found, "the same seed gives the same network"
    weights.with_suffix(".net").unlink()
    second = Kernel(COPENHAGEN, read_weights(weights))
    second.set(COPENHAGEN.start)
    assert with_network != second.evaluate(), "the network has its say"


@pytest.mark.parametrize("way", [(), ("--network",)])
def test_who_has_won_every_game_is_expected_to_win(
    way: tuple[str, ...], games: str, tmp_path: Path
) -> None:
    won = Path(games).read_text(encoding="utf-8").replace("White", "Black")
    Path(games).write_text(won, encoding="utf-8")
    weights = str(tmp_path / "mine.toml")
    ran = hnefi("tune", *way, "--games", "0", "--recorded", games, "--output", weights)
    assert float(ran.stdout.split()[-1]) < 0.3, "who knows nothing has a loss of 0.69"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--games", "0"), "tune: expected --games or --recorded"),
        (
            ("--recorded", "none.csv"),
            "--recorded: none.csv: expected a file of games (No such file or directory)",
        ),
        (
            ("--from", "none.toml"),
            "--from: none.toml: expected a file of weights (No such file or directory)",
        ),
        (
            ("--output", "none/mine.toml"),
            "--output: expected a folder none, found none; make it first",
        ),
        (
            ("--games", "0", "--recorded", "few.csv"),
            "tune: expected 20 quiet positions or more to learn from, got 2; give it more games",
        ),
        (
            ("--games", "0", "--recorded", "empty.csv"),
            "tune: expected 20 quiet positions or more to learn from, got 0; give it more games",
        ),
    ],
)
def test_a_mistake_is_one_line_and_status_2(
    arguments: tuple[str, ...],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("few.csv").write_text("d1-d3 e5-e2,0,0,Black\n", encoding="utf-8")
    Path("empty.csv").touch()
    ran = hnefi("tune", "--output", "mine.toml", *arguments)
    assert the_line_of_a_mistake(ran) == f"hnefi: {complaint}"
    assert not Path("mine.toml").exists()
