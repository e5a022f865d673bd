"""What each square means, from the view of the board, and which meaning covers which."""

from dataclasses import replace

import pytest

from controller.events.view import BoardView, ClockFace, Phase, SideTime
from controller.lights.meaning import STYLES, Meaning, Style
from controller.lights.scene import Light, Scene, compose, meanings
from controller.recognition.repair import RepairAction, RepairStep
from controller.rules.endings import Outcome, OutcomeReason
from controller.rules.geometry import (
    EDGE,
    SIZE,
    SQUARE_COUNT,
    SQUARE_NAMES,
    bits_of,
    parse_square,
    squares_of,
)
from controller.rules.lines import MOVES, Move
from controller.rules.pieces import Piece, Side
from controller.rules.sentence import verbatim
from hal.board import DARK, Frame
from tests.board_driver import COPENHAGEN, OPENING, SETTLED, BoardDriver

START = COPENHAGEN.start


def on(name: str) -> int:
    return parse_square(name)


def bits(*names: str) -> int:
    return bits_of(*(on(name) for name in names))


def move(text: str) -> Move:
    origin, target = text.split("-")
    return MOVES[on(origin)][on(target)]


def named(view: BoardView) -> dict[str, Meaning]:
    return {SQUARE_NAMES[square]: meaning for square, meaning in meanings(view).items()}


def corners(meaning: Meaning) -> dict[str, Meaning]:
    return dict.fromkeys(("a1", "k1", "a11", "k11"), meaning)


def won(winner: Side | None, squares: tuple[str, ...] = ()) -> Outcome:
    return Outcome(winner, OutcomeReason.KING_ESCAPED, tuple(on(name) for name in squares), "8")


PLAY = BoardView("copenhagen", "Copenhagen", Phase.PLAY, START, (), START.occupied)
SET_UP = replace(PLAY, phase=Phase.SET_UP)
OVER = replace(PLAY, phase=Phase.OVER, outcome=won(Side.DEFENDERS))
UNPLUGGED = verbatim("Unplugged.")
TURN = corners(Meaning.TURN_ATTACKERS)


@pytest.mark.parametrize(
    ("to_move", "meaning"),
    [
        (Side.ATTACKERS, Meaning.TURN_ATTACKERS),
        (Side.DEFENDERS, Meaning.TURN_DEFENDERS),
    ],
)
def test_the_corners_tell_whose_turn_it_is(to_move: Side, meaning: Meaning) -> None:
    view = replace(PLAY, position=START._replace(to_move=to_move))
    assert named(view) == corners(meaning)


@pytest.mark.parametrize("side", Side)
def test_the_last_seconds_shrink_along_the_edges_towards_the_corners(side: Side) -> None:
    meaning = Meaning.TIME_ATTACKERS if side is Side.ATTACKERS else Meaning.TIME_DEFENDERS
    position = START._replace(to_move=side)
    for seconds, along in ((2, "b1 c1 k2 k3 j11 i11 a10 a9"), (0, "")):
        low = SideTime(seconds, is_low=True)
        face = ClockFace("fixed:20m", low, low, running=side)
        lit = corners(meaning) | dict.fromkeys(along.split(), meaning)
        assert named(replace(PLAY, position=position, clock=face)) == lit
    ten = SideTime(10, is_low=True)
    lit_squares = meanings(replace(PLAY, clock=ClockFace("gong:10", ten, ten, Side.ATTACKERS)))
    assert set(lit_squares) == set(squares_of(EDGE))


def test_time_is_not_lit_while_there_is_enough_or_no_clock_runs() -> None:
    low, enough = SideTime(3, is_low=True), SideTime(600)
    for face in (
        ClockFace("fixed:20m", enough, low, running=Side.ATTACKERS),
        ClockFace("fixed:20m", low, low),
        ClockFace(game_s=60, running=Side.ATTACKERS),
    ):
        assert named(replace(PLAY, clock=face)) == TURN


def test_the_last_move_is_shown_by_where_it_went_from_and_to() -> None:
    assert named(replace(PLAY, last_move=move("d1-d3"))) == TURN | {
        "d1": Meaning.LAST_ORIGIN,
        "d3": Meaning.LAST_TARGET,
    }


def test_a_lifted_piece_shows_its_targets_and_those_that_capture() -> None:
    view = replace(PLAY, lifted=on("g3"), targets=bits("g2", "f3", "e3"), capturing=bits("e3"))
    assert named(view) == TURN | {
        "g3": Meaning.LIFTED,
        "g2": Meaning.TARGET,
        "f3": Meaning.TARGET,
        "e3": Meaning.CAPTURING,
    }


def test_a_tentative_move_shows_where_it_stands() -> None:
    assert named(replace(PLAY, tentative=move("d1-d3"))) == TURN | {"d3": Meaning.TENTATIVE}


def test_captured_pieces_that_still_stand_are_owed() -> None:
    view = replace(PLAY, owed=bits("e2", "e4"))
    assert named(view) == TURN | {"e2": Meaning.OWED, "e4": Meaning.OWED}


@pytest.mark.parametrize(
    ("piece", "meaning"),
    [
        (Piece.ATTACKER, Meaning.PUT_ATTACKER),
        (Piece.DEFENDER, Meaning.PUT_DEFENDER),
        (Piece.KING, Meaning.PUT_KING),
    ],
)
def test_a_square_that_lacks_a_piece_tells_which(piece: Piece, meaning: Meaning) -> None:
    put = RepairStep(RepairAction.PUT, on("f6"), piece)
    assert named(replace(SET_UP, repair=(put,))) == {"f6": meaning}
    shift = RepairStep(RepairAction.SHIFT, on("f6"), piece, on("b2"))
    assert named(replace(SET_UP, repair=(shift,))) == {"f6": meaning, "b2": Meaning.WRONG}
    assert named(replace(PLAY, repair=(shift,))) == TURN | {"f6": meaning, "b2": Meaning.WRONG}


def test_a_piece_too_many_stands_wrong() -> None:
    take = RepairStep(RepairAction.TAKE, on("b2"))
    assert named(replace(PLAY, repair=(take,))) == TURN | {"b2": Meaning.WRONG}


def test_an_empty_board_is_guided_to_the_start_position_piece_by_piece() -> None:
    board = BoardDriver(started=False)
    board.occupied = 0
    board.wait(SETTLED)
    put = {
        Piece.ATTACKER: Meaning.PUT_ATTACKER,
        Piece.DEFENDER: Meaning.PUT_DEFENDER,
        Piece.KING: Meaning.PUT_KING,
    }
    pieces = {name: START.piece_at(square) for square, name in enumerate(SQUARE_NAMES)}
    assert named(board.view) == {name: put[piece] for name, piece in pieces.items() if piece}


def test_a_complete_set_up_shows_nothing() -> None:
    assert named(SET_UP) == {}
    assert compose(SET_UP) == Scene(DARK.pixels, ())


@pytest.mark.parametrize(
    ("winner", "meaning"),
    [
        (Side.ATTACKERS, Meaning.WON_ATTACKERS),
        (Side.DEFENDERS, Meaning.WON_DEFENDERS),
        (None, Meaning.DRAW),
    ],
)
def test_the_whole_board_tells_who_won(winner: Side | None, meaning: Meaning) -> None:
    view = replace(OVER, outcome=won(winner), last_move=move("b11-a11"))
    assert named(view) == dict.fromkeys(SQUARE_NAMES, meaning)


def test_captured_pieces_are_owed_after_the_end_too() -> None:
    everywhere = dict.fromkeys(SQUARE_NAMES, Meaning.WON_DEFENDERS)
    assert named(replace(OVER, owed=bits("b2"))) == everywhere | {"b2": Meaning.OWED}


def test_the_victory_gives_way_to_a_piece_in_the_hand_and_to_repairs() -> None:
    lifted = replace(OVER, lifted=on("a11"), targets=bits("b11"), last_move=move("b11-a11"))
    assert named(lifted) == {"a11": Meaning.LIFTED, "b11": Meaning.TARGET}
    put = RepairStep(RepairAction.PUT, on("f8"), Piece.DEFENDER)
    assert named(replace(OVER, repair=(put,))) == {"f8": Meaning.PUT_DEFENDER}


def test_a_pause_is_shown_on_the_rim_and_nothing_else_is() -> None:
    rim = {
        name: Meaning.PAUSED for name in SQUARE_NAMES if {name[0], name[1:]} & {*"ak", "1", "11"}
    }
    assert len(rim) == 40
    busy = replace(PLAY, lifted=on("g3"), targets=bits("g2"), owed=bits("e2"), paused=UNPLUGGED)
    assert named(busy) == rim
    assert named(replace(OVER, paused=UNPLUGGED)) == rim


def test_what_matters_more_covers_what_matters_less() -> None:
    """All meanings of play on one square, taken away one by one."""
    take = RepairStep(RepairAction.TAKE, on("a1"))
    view = replace(
        PLAY,
        repair=(take,),
        owed=bits("a1"),
        tentative=move("a2-a1"),
        capturing=bits("a1"),
        targets=bits("a1"),
        lifted=on("a1"),
        last_move=move("a3-a1"),
    )
    less_and_less = (
        view,
        replace(view, repair=()),
        replace(view, repair=(), owed=0),
        replace(view, repair=(), owed=0, tentative=None),
        replace(view, repair=(), owed=0, tentative=None, capturing=0),
        replace(view, repair=(), owed=0, tentative=None, capturing=0, targets=0),
        replace(PLAY, last_move=view.last_move),
        PLAY,
    )
    assert [named(less)["a1"] for less in less_and_less] == [
        Meaning.WRONG,
        Meaning.OWED,
        Meaning.TENTATIVE,
        Meaning.CAPTURING,
        Meaning.TARGET,
        Meaning.LIFTED,
        Meaning.LAST_TARGET,
        Meaning.TURN_ATTACKERS,
    ]


def test_a_piece_lifted_again_covers_the_square_its_last_move_came_to() -> None:
    view = replace(PLAY, last_move=move("d1-d3"), lifted=on("d1"), targets=bits("d3"))
    assert named(view) == TURN | {"d1": Meaning.LIFTED, "d3": Meaning.TARGET}


def test_the_lights_of_a_played_capture() -> None:
    board = BoardDriver()
    board.play(*OPENING)
    board.move("g3-e3")
    assert named(board.view) == corners(Meaning.TURN_DEFENDERS) | {
        "g3": Meaning.LAST_ORIGIN,
        "e3": Meaning.LAST_TARGET,
        "e2": Meaning.OWED,
    }


def test_a_refused_move_shows_the_way_back() -> None:
    board = BoardDriver()
    board.move("d1-e2")
    assert named(board.view) == TURN | {"d1": Meaning.PUT_ATTACKER, "e2": Meaning.WRONG}


def _painted(lights: dict[str, Style]) -> Frame:
    pixels = [(0, 0, 0)] * SQUARE_COUNT
    for name, style in lights.items():
        red, green, blue = (round(channel * style.level) for channel in style.colour)
        pixels[on(name)] = (red, green, blue)
    return Frame(bytes(channel for pixel in pixels for channel in pixel))


def test_a_scene_is_its_steady_light_and_the_lights_that_go_with_time() -> None:
    view = replace(PLAY, last_move=move("d1-d3"), owed=bits("f6"))
    still = {
        **dict.fromkeys(("a1", "k1", "a11", "k11"), STYLES[Meaning.TURN_ATTACKERS]),
        "d1": STYLES[Meaning.LAST_ORIGIN],
        "d3": STYLES[Meaning.LAST_TARGET],
    }
    scene = compose(view)
    assert scene == Scene(
        _painted(still).pixels, (Light(on("f6"), STYLES[Meaning.OWED], distance=0),)
    )


@pytest.mark.parametrize(("squares", "centre"), [((), "f6"), (("a11",), "a11"), (("c3",), "c3")])
def test_the_wave_runs_in_rings_from_what_ended_the_game(
    squares: tuple[str, ...], centre: str
) -> None:
    scene = compose(replace(OVER, outcome=won(Side.ATTACKERS, squares)))
    rank, file = divmod(on(centre), SIZE)
    style = STYLES[Meaning.WON_ATTACKERS]
    rings = tuple(
        Light(square, style, max(abs(square // SIZE - rank), abs(square % SIZE - file)))
        for square in range(SQUARE_COUNT)
    )
    assert scene == Scene(DARK.pixels, rings)
