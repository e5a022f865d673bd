"""A stranger opens the page and wins as defenders, by what the page shows and says alone.

Before each step it is checked that the page offers or explains it: the aim before anything, the
turn before each move, the squares that are open, what a move captures, and that it wins.
"""

from dataclasses import dataclass

from playwright.sync_api import expect

from controller.notation.moves import parse_move
from controller.rules.captures import captured_bits
from controller.rules.game import new_game
from controller.rules.geometry import SQUARE_NAMES, squares_of
from tests.board_driver import COPENHAGEN
from tests.whole.board_page import BoardPage

LINE = (
    *("e1-e3", "g7-g10", "h11-h10", "f7-g7", "f10-g10", "f8-f10"),
    *("h10-h9", "f6-f9", "b6-b1", "f9-a9", "e11-e10", "a9-a11"),
)
SIDES = ("Attackers", "Defenders")


@dataclass
class Stranger:
    """Somebody who believes only what the page says."""

    board: BoardPage

    def reads_the_aims(self) -> None:
        aims = self.board.text("aims")
        expect(aims).to_contain_text("Bring the king to a corner.")
        expect(aims).to_contain_text("Capture attackers between two of yours.")

    def finds_the_rule_of_capture(self) -> None:
        self.board.text("open-rules").click()
        rule = self.board.page.locator("#rules-clauses li[data-clause='4a']").first
        expect(rule).to_contain_text("A piece between two enemies in a line is captured")
        expect(rule.locator("figure").first).to_contain_text("captured between f4 and d4")
        self.board.page.keyboard.press("Escape")

    def moves(self, origin: str, target: str, *, captures: tuple[str, ...], wins: bool) -> None:
        """Click a piece, look whether its square is offered, and click that."""
        board = self.board
        board.pick(origin)
        meaning = "winning" if wins else "capturing" if captures else "target"
        board.expect_lit(target, meaning=meaning)
        words = {"winning": "wins", "capturing": "captures", "target": "open"}[meaning]
        expect(board.text("lit")).to_contain_text(words)
        for square in captures:
            board.expect_sentence(f"On {target} it captures")
            expect(board.light(target)).to_contain_text(square)
        if wins:
            board.expect_sentence(f"On {target} it wins.")
            expect(board.light(target)).to_contain_text("wins")
        board.click(target)


def captured_in(moves: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return what each move captures, by the rules core: what the page has to say of it."""
    game = new_game(COPENHAGEN)
    for move in moves:
        game = game.play(parse_move(move).move)
    taken = [captured_bits(ply.captures) for ply in game.plies]
    return [tuple(SQUARE_NAMES[square] for square in squares_of(bits)) for bits in taken]


def test_a_stranger_wins_as_defenders(game: BoardPage) -> None:
    stranger = Stranger(game)
    stranger.reads_the_aims()
    stranger.finds_the_rule_of_capture()
    for ply, (move, captures) in enumerate(zip(LINE, captured_in(LINE), strict=True)):
        expect(game.text("turn")).to_have_text(f"{SIDES[ply % 2]} to move")
        origin, target = move.split("-")
        stranger.moves(origin, target, captures=captures, wins=ply == len(LINE) - 1)
        expect(game.page.locator("#moves li")).to_have_count(ply + 1)
    expect(game.text("turn")).to_have_text("Defenders have won")
    game.expect_sentence("The defenders win: the king has escaped to a11.")
    expect(game.text("turn-detail").locator("button")).to_have_text("rule 6a")
