"""The opponent at the table: its move is asked for, made for it, and made right."""

from itertools import islice

import pytest

from controller.engine.errors import PeerError
from controller.engine.players import Choice
from controller.events.command import Command
from controller.events.event import DrawDeclined, MoveTakenBack
from controller.events.request import Request
from controller.events.view import Phase
from controller.lights.meaning import Meaning
from controller.lights.scene import meanings
from controller.notation.control import parse_control
from controller.notation.moves import parse_move
from controller.rules.endings import OutcomeReason
from controller.rules.game import Game, new_game
from controller.rules.geometry import SQUARE_NAMES
from controller.rules.pieces import Side
from controller.rules.position import parse_diagram
from controller.store.replay import replayed
from tests.board_driver import COPENHAGEN
from tests.campaign.quiet_games import quiet_moves
from tests.controller.assembly.company import Company, SlowBrain, legal_moves_of, rival
from tests.controller.store.kept import plies

ATTACKS = rival(side=Side.ATTACKERS)
DEFENDS = rival(side=Side.DEFENDERS)


def other_move(board: Company) -> str:
    """Return a legal move that is not the one that the opponent wants."""
    asked = board.view.advice.asked
    return next(move for move in legal_moves_of(board) if move != str(asked))


def choice(move: str | None, chance: float = 0.5, *, offers_draw: bool = False) -> Choice:
    return Choice(parse_move(move).move if move else None, chance, offers_draw=offers_draw)


def test_its_move_is_lit_along_its_way_and_said_until_somebody_makes_it() -> None:
    board = Company(rival=ATTACKS)
    asked = board.view.advice.asked
    assert asked is not None
    lit = {square for square, meaning in meanings(board.view).items() if meaning is Meaning.ASKED}
    assert {asked.origin, asked.target} <= lit
    assert board.said == ["opponent.asks.attackers"]
    board.wait(30.0)
    assert board.view.advice.asked == asked
    board.make_asked()
    assert board.moves == [str(asked)]
    assert board.view.advice.asked is None
    assert board.said == ["turn.defenders"]


def test_it_answers_what_the_person_plays() -> None:
    board = Company(rival=DEFENDS)
    assert board.view.advice.asked is None
    board.move("d1-d3")
    answer = board.make_asked()
    assert board.moves == ["d1-d3", answer]


def seconds_left(board: Company) -> tuple[int, int]:
    clock = board.view.clock
    assert clock is not None
    assert clock.attackers is not None
    assert clock.defenders is not None
    return clock.attackers.seconds, clock.defenders.seconds


def test_its_clock_runs_while_it_thinks_and_not_while_people_make_its_move() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS, control=parse_control("fixed:20m"))
    board.move("d1-d3")
    board.wait(20)
    assert seconds_left(board) == (1200, 1180)
    brain.answer(choice("e5-e2"))
    board.wait(100)
    assert seconds_left(board) == (1200, 1180)
    # A move that is not the one it has chosen costs it nothing, either.
    board.move("e7-e8")
    board.move("e8-e7")
    assert seconds_left(board) == (1200, 1180)
    board.wait(100)
    board.make_asked()
    board.wait(10)
    assert board.moves == ["d1-d3", "e5-e2"]
    assert seconds_left(board) == (1190, 1180)


def hand_with_a_wrong_move(brain: SlowBrain) -> Company:
    """Return a board by gong on which a wrong move, made as it thinks, is about to be put back."""
    board = Company(brain, rival=DEFENDS, control=parse_control("gong:5"))
    board.move("d1-d3")
    board.move("e5-e2")
    assert board.moves == ["d1-d3"]
    board.lift("e2")
    return board


def test_its_clock_stands_once_it_has_answered_though_a_wrong_move_is_still_in_a_hand() -> None:
    brain = SlowBrain()
    board = hand_with_a_wrong_move(brain)
    board.wait(2)
    brain.answer(choice("e7-e8"))
    before = seconds_left(board)
    board.wait(20)
    assert (str(board.view.advice.asked), seconds_left(board)) == ("e7-e8", before)
    board.put("e5")
    board.wait(0.5)
    board.make_asked()
    assert board.moves == ["d1-d3", "e7-e8"]


def test_it_looks_at_its_clock_while_a_wrong_move_is_still_in_a_hand() -> None:
    brain = SlowBrain()
    board = hand_with_a_wrong_move(brain)
    board.wait(3)
    assert brain.hurried == 0
    board.wait(1.3)
    assert (brain.hurried, board.view.outcome) == (1, None)


def test_what_it_answers_while_a_wrong_move_is_still_in_a_hand_may_be_to_resign_or_to_fail() -> (
    None
):
    for says, key in ((choice(None, 0.01), "outcome"), (PeerError("it ended"), "opponent.failed")):
        brain = SlowBrain()
        board = hand_with_a_wrong_move(brain)
        brain.answer(says)
        board.wait(0.5)
        assert board.view.outcome is None
        board.put("e5")
        board.wait(0.5)
        assert board.said[0] == key


_ANSWERED, _UNDO = (Command.ANSWERED, Side.DEFENDERS), (Command.UNDO, None)


@pytest.mark.parametrize(
    ("wrong", "given"),
    [((), [_ANSWERED]), (("e7-e8", "e8-e7"), [_ANSWERED, _UNDO, _ANSWERED])],
)
def test_it_says_that_it_has_answered_once_for_each_move_and_again_after_a_wrong_one(
    wrong: tuple[str, ...], given: list[tuple[Command, Side | None]]
) -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS, control=parse_control("fixed:20m"))
    board.move("d1-d3")
    brain.answer(choice("e5-e2"))
    board.wait(1)
    for move in wrong:
        board.move(move)
    board.wait(1)
    board.make_asked()
    board.wait(1)
    assert board.given == given


@pytest.mark.parametrize("level", [None, "two-moves"])
def test_the_clock_of_its_side_runs_again_once_somebody_else_plays_that(level: str | None) -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS, control=parse_control("fixed:20m"))
    board.move("d1-d3")
    brain.answer(choice("e5-e2"))
    board.wait(10)
    assert seconds_left(board) == (1200, 1200)
    board.ask(Request.OPPONENT, Side.DEFENDERS if level else None, level)
    board.wait(10)
    assert seconds_left(board) == (1200, 1190)


def test_another_move_that_is_made_for_it_is_taken_back_and_its_own_asked_again() -> None:
    board = Company(rival=ATTACKS)
    asked, wrong = board.view.advice.asked, other_move(board)
    origin, target = wrong.split("-")
    board.move(wrong)
    assert board.moves == []
    assert any(isinstance(event, MoveTakenBack) for event in board.events)
    assert board.view.advice.asked == asked
    board.wait(1.0)
    assert board.view.repair
    assert board.said[0] == "opponent.wrong"
    board.lift(target)
    board.put(origin)
    board.wait(0.5)
    assert (board.view.repair, board.view.advice.asked) == ((), asked)
    board.make_asked()
    assert board.moves == [str(asked)]


def test_another_move_that_would_end_the_game_is_taken_back_too() -> None:
    """Its king could win on a1; but it wants f6-f7."""
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS)
    empty = ["." * 11]
    rows = [*5 * empty, ".....D.....", "K..........", *3 * empty, "...A...A..."]
    game = Game(COPENHAGEN, parse_diagram("\n".join(rows), Side.DEFENDERS))
    board.session.take_up(game)
    board.occupied = game.position.occupied
    board.wait(0.5)
    brain.answer(choice("f6-f7"))
    board.wait(0.1)
    board.move("a5-a1")
    board.wait(1.0)
    assert (board.moves, board.view.outcome, board.said[0]) == ([], None, "opponent.wrong")
    board.move("a1-a5")
    board.wait(0.5)
    board.make_asked()
    assert board.moves == ["f6-f7"]


def test_a_slide_that_stops_on_its_way_is_no_mistake() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS)
    board.move("d1-d3")
    brain.answer(choice("e5-e2"))
    board.wait(0.1)
    board.slide(["e5", "e4"], each=0.5)
    board.slide(["e4", "e3", "e2"])
    board.wait(0.6)
    assert board.moves == ["d1-d3", "e5-e2"]


def test_its_piece_that_slides_on_after_its_move_has_counted_goes_back() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS)
    board.move("d1-d3")
    brain.answer(choice("e5-e3"))
    board.wait(0.1)
    board.slide(["e5", "e4", "e3"])
    board.wait(1.0)
    assert board.moves == ["d1-d3", "e5-e3"]
    board.slide(["e3", "e2"])
    board.wait(1.5)
    assert (board.moves, str(board.view.advice.asked)) == (["d1-d3"], "e5-e3")
    assert board.said[0] == "opponent.wrong"
    board.slide(["e2", "e3", "e4", "e5"])
    board.wait(1.0)
    assert (board.view.repair, str(board.view.advice.asked)) == ((), "e5-e3")
    assert board.make_asked() == "e5-e3"
    assert board.moves == ["d1-d3", "e5-e3"]


def test_who_moves_its_piece_on_again_is_corrected_again() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS)
    board.move("d1-d3")
    brain.answer(choice("e5-e3"))
    board.wait(0.1)
    for _ in range(2):
        board.slide(["e5", "e4", "e3"])
        board.wait(1.0)
        board.slide(["e3", "e2"])
        board.wait(1.0)
        board.slide(["e2", "e3", "e4", "e5"])
        board.wait(1.0)
    assert (board.moves, str(board.view.advice.asked)) == (["d1-d3"], "e5-e3")
    board.make_asked()
    board.move("a4-a3")
    assert board.moves == ["d1-d3", "e5-e3", "a4-a3"]


def test_a_move_that_is_made_while_it_thinks_is_taken_back() -> None:
    board = Company(SlowBrain(), rival=ATTACKS)
    assert board.said == ["opponent.thinking.attackers"]
    board.move("d1-d3")
    assert board.moves == []
    board.wait(1.5)
    assert "opponent.not_yet" in board.said


@pytest.mark.parametrize(
    ("moves", "guessed", "captive"),
    [
        ("d1-d3", "e5-e2", None),
        ("d1-d3 e5-e2 g1-g3 f4-c4", "g3-e3", "e2"),
        ("d1-d3 e5-e2 g1-g3 f4-c4", "g3-e3", None),
    ],
)
def test_its_move_that_was_guessed_while_it_thought_stands_once_it_has_chosen_it(
    moves: str, guessed: str, captive: str | None
) -> None:
    brain = SlowBrain()
    board = Company(brain)
    for move in moves.split():
        board.move(move)
    board.companion.seat(DEFENDS if len(moves.split()) % 2 else ATTACKS)
    board.wait(0.1)
    board.move(guessed)
    if captive:
        board.lift(captive)
    board.wait(3.0)
    assert (board.moves, board.said[0]) == (moves.split(), "opponent.not_yet")
    brain.answer(choice(guessed))
    board.wait(0.2)
    assert (board.moves, board.view.repair) == ([*moves.split(), guessed], ())
    assert board.view.advice.asked is None
    board.wait(5.0)
    assert board.moves == [*moves.split(), guessed]


@pytest.mark.parametrize("held_s", [0.02, 0.1, 0.3, 2.0])
@pytest.mark.parametrize("put", ["e5", "d2"])
def test_its_move_that_was_guessed_does_not_count_while_its_piece_is_in_the_hand_again(
    put: str, held_s: float
) -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS)
    board.move("d1-d3")
    board.move("e5-e2")
    board.wait(2.0)
    board.lift("e2")
    board.wait(held_s)
    brain.answer(choice("e5-e2"))
    board.wait(0.5)
    assert (board.moves, board.view.faulty) == (["d1-d3"], 0)
    board.put(put)
    board.wait(2.0)
    assert (board.moves, board.view.faulty) == (["d1-d3"], 0)


def test_its_move_that_was_guessed_and_is_in_the_hand_again_counts_where_it_is_put() -> None:
    brain = SlowBrain()
    board = hand_with_a_wrong_move(brain)
    brain.answer(choice("e5-e2"))
    board.wait(0.5)
    board.put("e5")
    board.wait(0.5)
    board.make_asked()
    assert board.moves == ["d1-d3", "e5-e2"]


def test_who_takes_back_his_own_move_makes_it_stop() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=DEFENDS)
    board.move("d1-d3")
    assert (brain.asked, brain.hurried) == (1, 0)
    board.move("d3-d1")
    assert (board.moves, brain.hurried) == ([], 1)
    brain.answer()
    board.wait(0.1)
    assert (board.view.advice.asked, board.said[-1]) == (None, "turn.attackers")


def test_who_takes_back_its_move_takes_back_his_own_too() -> None:
    board = Company(rival=DEFENDS)
    board.move("d1-d3")
    board.make_asked()
    board.command(Command.UNDO)
    assert board.moves == []
    assert board.view.advice.asked is None


def test_its_very_first_move_taken_back_is_asked_for_again() -> None:
    board = Company(rival=ATTACKS)
    asked = board.make_asked()
    board.command(Command.UNDO)
    board.wait(0.2)
    assert (board.moves, str(board.view.advice.asked)) == ([], asked)


def test_its_very_first_move_may_be_put_back_for_a_look_and_made_again_at_once() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    brain.answer(choice("a4-c4"))
    board.wait(0.1)
    board.move("a4-c4")
    board.move("c4-a4")
    board.move("a4-c4")
    board.wait(2.0)
    assert (board.moves, board.view.repair, brain.asked) == (["a4-c4"], (), 1)


def with_a_reply(brain: SlowBrain) -> Company:
    """Return a board on which it has answered f8-h8 with d1-d3; before, it began with a4-b4."""
    board = Company(brain, rival=ATTACKS)
    for its, answered in (("a4-b4", "f8-h8"), ("d1-d3", None)):
        brain.answer(choice(its))
        board.wait(0.1)
        board.move(its)
        if answered:
            board.move(answered)
    board.wait(1.0)
    return board


def test_a_move_of_it_may_be_put_back_for_a_look_and_made_again_at_once() -> None:
    brain = SlowBrain()
    board = with_a_reply(brain)
    board.move("d3-d1")
    assert (board.moves, str(board.view.advice.asked)) == (["a4-b4", "f8-h8"], "d1-d3")
    board.move("d1-d3")
    board.wait(2.0)
    assert (board.moves, board.view.repair, brain.asked) == (["a4-b4", "f8-h8", "d1-d3"], (), 2)


def test_who_puts_its_move_back_and_then_his_own_has_taken_back_both() -> None:
    brain = SlowBrain()
    board = with_a_reply(brain)
    board.move("d3-d1")
    board.move("h8-f8")
    board.wait(1.0)
    assert (board.moves, board.view.repair, board.said) == (["a4-b4"], (), ["turn.defenders"])
    assert board.view.advice.asked is None


@pytest.mark.parametrize("between_s", [0.3, 1.0, 3.0])
def test_who_puts_his_own_move_back_and_then_its_reply_has_taken_back_both(
    between_s: float,
) -> None:
    """Between two people that would be two moves more; but it has not asked for one."""
    brain = SlowBrain()
    board = with_a_reply(brain)
    board.move("h8-f8")
    board.wait(between_s)
    board.move("d3-d1")
    board.wait(1.0)
    brain.answer()
    board.wait(0.1)
    assert (board.moves, board.view.repair, board.said) == (["a4-b4"], (), ["turn.defenders"])
    assert board.view.advice.asked is None
    board.move("f8-f9")
    assert board.moves == ["a4-b4", "f8-f9"]


def test_who_moves_there_and_back_while_it_does_too_plays_on() -> None:
    """It asked for its move back, so nothing is taken back."""
    brain = SlowBrain()
    board = with_a_reply(brain)
    board.move("h8-f8")
    brain.answer(choice("d3-d1"))
    board.wait(0.1)
    board.make_asked()
    board.wait(1.0)
    assert board.moves == ["a4-b4", "f8-h8", "d1-d3", "h8-f8", "d3-d1"]


def test_a_new_game_begins_without_what_it_had_in_mind() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    board.command(Command.NEW_GAME)
    assert brain.hurried == 1
    board.wait(1.0)
    assert (brain.asked, board.said) == (2, ["opponent.thinking.attackers"])


def test_move_now_hurries_it() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    assert board.ask(Request.MOVE_NOW) is None
    assert brain.hurried == 1


def test_it_resigns_and_the_game_is_over_until_a_new_one() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    brain.answer(choice(None, 0.01))
    board.wait(0.1)
    outcome = board.view.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.DEFENDERS, OutcomeReason.RESIGNATION)
    assert (board.view.phase, board.said) == (Phase.OVER, ["outcome"])
    board.command(Command.NEW_GAME)
    board.wait(1.0)
    assert board.view.outcome is None


def test_the_person_may_resign() -> None:
    board = Company(rival=DEFENDS)
    board.person_says(Command.RESIGN)
    outcome = board.view.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.DEFENDERS, OutcomeReason.RESIGNATION)


def test_a_draw_that_it_offers_is_agreed_when_the_person_says_so() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    brain.answer(choice("d1-d3", offers_draw=True))
    board.wait(0.1)
    assert board.said == ["opponent.asks.attackers", "offer.draw.attackers"]
    assert board.view.opponent is not None
    assert (board.view.draw_offer, board.view.opponent.offers_draw) == (Side.ATTACKERS, True)
    board.person_says(Command.DRAW)
    outcome = board.view.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, OutcomeReason.AGREEMENT)


def test_a_draw_that_it_offers_is_declined_by_playing_on() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    brain.answer(choice("d1-d3", offers_draw=True))
    board.wait(0.1)
    board.make_asked()
    assert board.view.draw_offer is Side.ATTACKERS
    board.move("e5-e2")
    assert board.view.draw_offer is None
    assert DrawDeclined(board.events[-1].at, Side.DEFENDERS) in board.events


def test_a_draw_is_accepted_where_little_can_be_won() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    game = replayed(new_game(COPENHAGEN), plies(*islice(quiet_moves(7), 24)))
    board.session.take_up(game)
    board.occupied = game.position.occupied
    board.wait(0.5)
    brain.answer(choice(str(game.legal_moves()[0]), 0.5))
    board.wait(0.1)
    board.person_says(Command.DRAW)
    board.wait(0.1)
    outcome = board.view.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, OutcomeReason.AGREEMENT)
    board.wait(1.0)
    assert board.view.advice.asked is None


def test_an_end_that_is_taken_back_lets_it_play_on() -> None:
    board = Company(rival=DEFENDS)
    board.move("d1-d3")
    board.person_says(Command.RESIGN)
    assert board.view.advice.asked is None
    board.command(Command.UNDO)
    board.wait(0.1)
    assert board.moves == ["d1-d3"]
    assert board.view.advice.asked is not None


def test_a_draw_that_the_person_offers_early_is_declined() -> None:
    board = Company(rival=DEFENDS)
    board.person_says(Command.DRAW)
    board.wait(0.1)
    assert board.view.draw_offer is None
    assert (board.view.outcome, board.said[0]) == (None, "opponent.declines.defenders")
    board.move("d1-d3")
    assert "opponent.declines.defenders" not in board.said


def test_a_program_that_fails_is_said_with_its_reason_and_the_game_goes_on() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    brain.answer(PeerError("program: it ended with status 1"))
    board.wait(0.1)
    assert board.said[0] == "opponent.failed"
    assert "it ended with status 1" in board.view.sentence
    board.move("d1-d3")
    assert board.moves == ["d1-d3"]


@pytest.mark.parametrize(
    ("person_won", "level"), [(True, "three-moves"), (False, "one-move-careful")]
)
def test_adaptive_goes_up_after_a_win_of_the_person_and_down_after_a_loss(
    person_won: bool,  # noqa: FBT001 - a parameter of the test
    level: str,
) -> None:
    brain = SlowBrain()
    board = Company(brain, rival=rival("adaptive", Side.ATTACKERS))
    assert board.view.opponent is not None
    assert (board.view.opponent.name, board.view.opponent.adaptive) == ("two-moves", True)
    if person_won:
        brain.answer(choice(None, 0.0))
        board.wait(0.1)
    else:
        board.person_says(Command.RESIGN)
    board.command(Command.NEW_GAME)
    board.wait(1.0)
    assert board.view.opponent is not None
    assert board.view.opponent.name == level


def test_people_choose_an_opponent_and_send_it_away() -> None:
    board = Company()
    assert board.ask(Request.MOVE_NOW) is not None
    board.ask(Request.OPPONENT, Side.ATTACKERS, "one-move")
    board.wait(0.1)
    assert board.view.advice.asked is not None
    board.ask(Request.OPPONENT)
    assert board.view is board.session.view


def test_who_has_never_played_can_choose_one_that_plays_any_move() -> None:
    board = Company()
    assert board.ask(Request.OPPONENT, Side.ATTACKERS, "chance") is None
    board.wait(0.1)
    assert board.view.opponent is not None
    assert board.view.opponent.name == "chance"
    assert board.view.advice.asked is not None


def test_an_opponent_that_does_not_exist_is_refused_with_those_that_do() -> None:
    board = Company()
    refused = board.ask(Request.OPPONENT, Side.ATTACKERS, "grandmaster")
    assert refused is not None
    assert "one-move" in str(refused)


def test_programs_and_files_are_not_named_over_the_bus() -> None:
    board = Company()
    for name in ("htp: touch started", "club@weights.toml"):
        assert board.ask(Request.OPPONENT, Side.ATTACKERS, name) is not None
    assert board.view.advice.asked is None


def test_a_paused_board_keeps_what_is_asked_for_later() -> None:
    board = Company(rival=ATTACKS)
    asked = board.view.advice.asked
    board.session.lose_board("unplugged", board.at)
    view = board.companion.see(board.session.view, board.session.game, board.at)
    assert view.advice.asked is None
    board.wait(0.1)
    assert board.view.advice.asked == asked


def test_the_view_stays_the_same_object_while_nothing_changes() -> None:
    board = Company(rival=ATTACKS)
    view = board.view
    board.wait(1.0)
    assert board.view is view


def test_without_anybody_the_view_is_the_sessions_own() -> None:
    board = Company()
    assert board.view is board.session.view


def test_all_squares_of_a_way_are_lit() -> None:
    brain = SlowBrain()
    board = Company(brain, rival=ATTACKS)
    brain.answer(choice("d1-d4"))
    board.wait(0.1)
    lit = meanings(board.view)
    way = {SQUARE_NAMES[square] for square in lit if lit[square] is Meaning.ASKED}
    assert way == {"d1", "d2", "d3", "d4"}
