"""What a session keeps of a long game is its plies, and little beside them."""

import gc
from collections import Counter
from dataclasses import replace
from itertools import islice
from types import FunctionType, ModuleType

from controller.notation.moves import parse_move
from controller.recognition.answer import Way, way_to
from controller.recognition.line import PlayedLine
from controller.recognition.sight import Sight
from controller.recognition.story import Made, begun
from controller.rules.game import Game, new_game
from controller.session.counted import Counted
from controller.session.play import Play
from controller.session.session import Session
from controller.session.timing import Timing
from tests.board_driver import COPENHAGEN, BoardDriver
from tests.campaign.quiet_games import quiet_moves

PLIES = 60
# As far as anybody takes plies back in one go, in each of a few stories.
MOST = {PlayedLine: 24, Made: 24, Game: 8}


def kept(driver: BoardDriver) -> Counter[type]:
    """Return how many of each kind a session can reach, and all plies of its games together."""
    found: Counter[type] = Counter()
    seen: set[int] = set()
    waiting: list[object] = [driver.session]
    while waiting:
        each = waiting.pop()
        # Through its functions a session reaches all modules, and what they keep is not its own.
        if id(each) in seen or isinstance(each, type | FunctionType | ModuleType):
            continue
        seen.add(id(each))
        found[type(each)] += 1
        waiting += gc.get_referents(each)
    return found


def test_neither_lines_nor_games_add_up() -> None:
    driver = BoardDriver()
    driver.play(*islice(quiet_moves(3), PLIES))
    assert len(driver.moves) == PLIES
    found = kept(driver)
    assert found[Session] == 1
    assert {kind: found[kind] for kind in MOST if found[kind] > MOST[kind]} == {}


def test_nothing_of_a_ply_waits_to_be_collected() -> None:
    driver = BoardDriver()
    moves = quiet_moves(3)
    driver.play(*islice(moves, 20))
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(each, Game | PlayedLine) for each in gc.get_objects())
        driver.play(*islice(moves, 20))
        after = sum(isinstance(each, Game | PlayedLine) for each in gc.get_objects())
    finally:
        gc.enable()
    assert after - before < 10


def test_a_story_of_another_game_still_finds_where_it_branched_off_twenty_plies_ago() -> None:
    moves = [parse_move(text).move for text in islice(quiet_moves(3), PLIES)]
    start = PlayedLine(new_game(COPENHAGEN))
    play = Play(start, Sight(COPENHAGEN.start.occupied), Timing(), 0.0)
    for move in moves[:30]:
        play._count(Counted(play.line.after(move.origin, move.target), ()))
    branch = play.line
    move = next(each for each in branch.game.legal_moves() if each != moves[30])
    other = begun(branch.after(move.origin, move.target))
    play.beam = replace(play.beam, stories=(begun(branch), other))
    for move in moves[30:50]:
        play._count(Counted(play.line.after(move.origin, move.target), ()))
    assert way_to(play.line, other.top) == Way(20, (other.top,))
