"""Lessons on a board: set up by the lights, judged, answered, refuted, and one after the other."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor

import pytest

from controller.assembly.brain import PatientBrain
from controller.assembly.teacher import HINT_EVERY_S, NEXT_S, SURE_S
from controller.engine.players import Choice
from controller.events.command import About, Command, Decision
from controller.events.event import CommandRefused, GameStarted
from controller.events.request import Request
from controller.events.view import LessonView, Phase
from controller.lessons.lesson import Lesson
from controller.lessons.library import ladder, named_lesson
from controller.lights.meaning import Meaning
from controller.lights.scene import meanings
from controller.notation.control import Control
from controller.recognition.repair import RepairAction
from controller.rules.compiled import Rules, compiled
from controller.rules.geometry import CORNERS, bits_of, parse_square
from controller.rules.library import named_ruleset
from controller.rules.pieces import Side
from controller.rules.sentence import sentence
from controller.session.sentences import PAUSED
from tests.board_driver import A_MOMENT, COPENHAGEN, SETTLED
from tests.controller.assembly.company import Company, SlowBrain

FETLAR = compiled(named_ruleset("fetlar"))
TEN_MINUTES = Control("fixed:10m", 600.0)
WITH_ANSWERS = [lesson for lesson in ladder() if lesson.solutions]


class Pupil(Company):
    """A board with a lesson, whose pieces somebody puts as the lights say."""

    def __init__(
        self,
        name: str,
        *,
        stands: bool = True,
        brain: PatientBrain | None = None,
        rules: Rules = COPENHAGEN,
        control: Control | None = None,
    ) -> None:
        """Begin a lesson, and set it up unless it should not stand yet."""
        super().__init__(brain, rules, control=control)
        self.companion.teach(named_lesson(name))
        self.wait(0.1)
        if stands:
            self.stand()

    def stand(self) -> None:
        """Do all that the lights ask for in a set-up."""
        phases = [self.view.phase]
        self.put_up(self.view.position.occupied)
        self.wait(2 * SETTLED)
        phases.append(self.view.phase)
        assert phases == [Phase.SET_UP, Phase.PLAY]

    def put_up(self, pieces: int) -> None:
        """Take off what the lights show, and let pieces stand on these squares."""
        ends = (end for step in self.view.repair for end in (step.square, step.origin))
        self.occupied &= ~bits_of(*(square for square in ends if square is not None))
        self.wait(A_MOMENT)
        self.occupied = pieces

    def learn(self, move: str) -> None:
        """Make a move, clear what it captures, and let it stand until it is judged."""
        self.move(move)
        self.occupied &= ~self.view.owed
        self.wait(SURE_S + 0.1)

    @property
    def lesson(self) -> LessonView:
        """The lesson that runs."""
        assert self.view.lesson is not None
        return self.view.lesson

    @property
    def lit(self) -> dict[int, Meaning]:
        """The meaning of each lit square."""
        return meanings(self.view)


def solved(lesson: Lesson, solution: tuple[object, ...]) -> int:
    """Return the stars for a solution on a board."""
    board = Pupil(lesson.name)
    for move in solution:
        if board.view.phase is Phase.SET_UP:
            board.stand()
        board.learn(str(move))
        if board.view.advice.asked:
            board.make_asked()
            board.wait(SURE_S + 0.1)
    return board.lesson.stars


def answers() -> Iterator[tuple[str, int]]:
    """Yield every lesson with the number of each of its answers."""
    for lesson in WITH_ANSWERS:
        yield from ((lesson.name, number) for number in range(len(lesson.solutions)))


@pytest.mark.parametrize(("name", "number"), list(answers()))
def test_every_answer_solves_its_lesson_on_a_board(name: str, number: int) -> None:
    lesson = named_lesson(name)
    assert solved(lesson, lesson.solutions[number]) >= (4 if number == 0 else 2)


def test_a_lesson_is_set_up_by_the_lights_and_is_no_game_of_the_start_position() -> None:
    board = Pupil("first_move", stands=False)
    assert board.view.phase is Phase.SET_UP
    # 37 pieces stand, and two are wanted: the king, and an attacker from where one was.
    assert {step.action for step in board.view.repair} == {RepairAction.TAKE, RepairAction.SHIFT}
    assert board.said == ["lesson.called", "lesson.set_up"]
    board.stand()
    assert [each for each in board.events if isinstance(each, GameStarted)][-1].placed
    assert board.said == ["lesson.first_move.task"]


def test_the_first_lesson_shows_an_arrow_and_a_square_to_go_to_and_then_stars() -> None:
    board = Pupil("first_move")
    assert board.lit[parse_square("d8")] is Meaning.VISIT
    assert board.lit[parse_square("d5")] is Meaning.HINT
    board.learn("d4-d8")
    assert board.lesson.stars == 4
    assert [board.lit[corner] for corner in CORNERS] == [Meaning.STAR] * 4
    assert board.said == ["lesson.solved", "lesson.next"]


def test_a_move_that_slides_on_before_it_is_judged_is_not_wrong() -> None:
    board = Pupil("first_move")
    board.move("d4-d7")
    board.move("d7-d8")
    board.wait(SURE_S)
    assert board.lesson.stars == 4


@pytest.mark.parametrize("passed", [("f9",), ("f9", "f10"), ("f9", "f10", "f11")])
def test_a_move_is_not_judged_while_its_slide_goes_on(passed: tuple[str, ...]) -> None:
    board = Pupil("king_escapes")
    king = parse_square("f6")
    for square in ("f8", *passed):
        board.occupied ^= 1 << king
        king = parse_square(square)
        board.wait(0.04)  # between two squares nothing feels it
        board.occupied |= 1 << king
        board.wait(0.5 if square == "f8" else 0.2)
    board.wait(2 * SURE_S)
    assert (board.view.phase, board.view.position.king) == (Phase.PLAY, 1 << king)


def test_a_piece_that_is_lifted_before_its_move_is_judged_is_judged_where_it_lands() -> None:
    board = Pupil("king_escapes")
    board.move("f6-f8")
    board.lift("f8")
    board.wait(2.0)
    assert board.view.phase is Phase.PLAY
    board.put("f11")
    board.wait(2 * SURE_S)
    assert (board.view.phase, board.view.position.king) == (Phase.PLAY, 1 << parse_square("f11"))


def test_a_king_that_is_taken_off_his_corner_has_won() -> None:
    board = Pupil("two_ways_out")
    board.learn("f6-f11")
    board.make_asked()
    board.wait(SURE_S + 0.1)
    board.move("f11-a11")
    board.lift("a11")
    board.wait(SURE_S)
    assert board.lesson.stars == 4


def test_after_a_while_the_next_lesson_is_set_up_and_few_pieces_move() -> None:
    board = Pupil("take_one")
    board.learn("h6-h5")
    board.wait(NEXT_S + 0.1)
    assert board.lesson.name == "take_back"
    assert len(board.view.repair) == 2


def test_what_is_wrong_is_shown_on_the_lights_after_a_moment_and_then_set_up_again() -> None:
    board = Pupil("cordon")
    board.move("h9-h8")
    board.wait(SURE_S / 2)
    assert board.view.advice.shown is None
    board.wait(SURE_S)
    assert str(board.view.advice.shown) == "d8-k8"
    assert board.said[:2] == ["lesson.cordon.wrong", "lesson.again"]
    board.wait(2.0)
    assert str(board.view.advice.shown) == "k8-k11"
    board.wait(2.5)
    assert board.view.phase is Phase.SET_UP
    assert len(board.view.repair) == 1
    board.stand()
    board.learn("h9-k9")
    assert board.lesson.stars == 4


def test_who_takes_a_wrong_move_back_tries_again_at_once() -> None:
    board = Pupil("cordon")
    board.learn("h9-h8")
    board.move("h8-h9")
    board.wait(0.2)
    assert board.said == ["lesson.cordon.wrong", "lesson.cordon.task"]
    board.learn("h9-k9")
    assert board.lesson.stars == 4


def test_what_was_wrong_is_said_until_the_learner_lifts_a_piece() -> None:
    board = Pupil("cordon")
    board.learn("h9-h8")
    board.wait(4.5)
    assert board.said == ["lesson.cordon.wrong", "lesson.set_up"]
    board.stand()
    board.wait(10)
    assert board.said == ["lesson.cordon.wrong", "lesson.cordon.task"]
    board.lift("h9")
    assert board.said[0] == "lesson.cordon.task"
    board.put("h9")
    board.wait(SETTLED)
    assert board.said == ["lesson.cordon.task"]


def test_a_lesson_that_goes_on_says_its_task_and_not_its_title_again() -> None:
    board = Pupil("turn_off", stands=False)
    board.stand()
    said = [tuple(board.said)]
    board.move(str(named_lesson("turn_off").solutions[0][0]))
    for _ in range(15):
        board.wait(0.1)
        said.append(tuple(board.said))
    assert board.moves == []  # a new position, from which the learner moves again
    assert set(said) == {("lesson.turn_off.task",)}


def test_a_captive_of_a_failed_attempt_comes_back_by_the_same_lights() -> None:
    board = Pupil("save_a_man")
    board.learn("e5-e4")
    assert board.lesson.stars == 4
    board = Pupil("take_three")
    board.learn("h8-h7")
    board.wait(4.0)
    board.stand()
    board.learn("h8-h5")
    assert board.lesson.stars == 4


def test_a_reply_is_asked_for_and_a_wrong_one_is_taken_back() -> None:
    board = Pupil("two_ways_out")
    board.learn("f6-f11")
    assert str(board.view.advice.asked) == "h6-h11"
    assert board.said[0] == "lesson.reply"
    board.move("h6-h10")
    board.wait(0.2)
    assert board.moves == ["f6-f11"]
    board.lift("h10")
    board.put("h6")
    board.wait(SETTLED)
    board.make_asked()
    board.wait(SURE_S + 0.1)
    board.learn("f11-a11")
    assert board.lesson.stars == 4


def test_a_searched_reply_comes_from_the_engine_and_captives_solve_the_first_game() -> None:
    board = Pupil("first_game")
    board.learn("d1-d3")
    assert board.view.advice.asked is not None
    board.make_asked()
    board.wait(SURE_S + 0.1)
    assert board.said[0] == "lesson.first_game.task"
    assert len(board.moves) == 2


def test_undo_takes_back_the_reply_and_the_own_move() -> None:
    board = Pupil("first_game")
    board.learn("d1-d3")
    board.make_asked()
    board.wait(SURE_S + 0.1)
    board.command(Command.UNDO)
    assert board.moves == []
    board.occupied = board.view.position.occupied
    board.wait(SURE_S + 0.1)
    assert (board.moves, board.view.advice.asked) == ([], None)
    assert board.said == ["lesson.first_game.task"]


def test_undo_takes_back_a_move_after_which_the_learner_moves_again() -> None:
    board = Pupil("turn_off")
    first, second = named_lesson("turn_off").solutions[0]
    board.command(Command.UNDO)
    assert not board.lesson.can_go_back
    start = board.view.position
    board.learn(str(first))
    board.wait(SETTLED)
    assert (board.view.phase, board.lesson.can_go_back) == (Phase.PLAY, True)
    board.command(Command.UNDO)
    assert (board.view.phase, board.view.position) == (Phase.SET_UP, start)
    assert board.said == ["lesson.turn_off.task", "lesson.set_up"]
    board.stand()
    assert not board.lesson.can_go_back
    for move in (first, second):
        board.learn(str(move))
        board.wait(SETTLED)
    assert board.lesson.stars == 4


def test_a_reply_that_is_put_back_by_hand_is_asked_for_again() -> None:
    board = Pupil("first_game")
    board.learn("d1-d3")
    origin, target = board.make_asked().split("-")
    board.wait(SURE_S + 0.1)
    board.move(f"{target}-{origin}")
    board.wait(SURE_S + 0.1)
    assert board.moves == ["d1-d3"]
    assert str(board.view.advice.asked) == f"{origin}-{target}"


def test_an_engine_that_dies_is_asked_once_more_for_its_reply() -> None:
    brain = SlowBrain()
    board = Pupil("first_game", brain=brain)
    board.learn("d1-d3")
    brain.answer(BrokenExecutor())
    board.wait(0.1)
    assert board.view.advice.asked is None
    brain.answer()
    board.wait(0.1)
    assert board.view.advice.asked is not None


def test_an_engine_that_gives_up_has_lost_the_lesson() -> None:
    brain = SlowBrain()
    board = Pupil("first_game", brain=brain)
    board.learn("d1-d3")
    brain.answer(Choice(None, 0.0, ()))
    board.wait(0.1)
    assert board.said[0] == "lesson.solved"
    assert board.lesson.stars == 4


def test_a_move_that_is_taken_back_while_its_reply_is_sought_needs_none() -> None:
    brain = SlowBrain()
    board = Pupil("first_game", brain=brain)
    board.learn("d1-d3")
    board.move("d3-d1")
    board.wait(SURE_S + 0.1)
    brain.answer()
    board.wait(0.1)
    assert (board.moves, board.view.advice.asked) == ([], None)
    assert board.said[0] == "lesson.first_game.task"


def test_a_move_that_is_taken_back_before_its_reply_may_be_another() -> None:
    board = Pupil("two_ways_out")
    board.learn("f6-f11")
    assert str(board.view.advice.asked) == "h6-h11"
    board.move("f11-f6")
    board.wait(SURE_S + 0.1)
    assert (board.moves, board.view.advice.asked) == ([], None)
    board.learn("f6-f11")
    assert str(board.view.advice.asked) == "h6-h11"


def test_hints_come_in_three_steps_by_themselves_and_the_last_costs_a_star() -> None:
    board = Pupil("take_one")
    said = []
    for _ in range(4):
        said.append(board.said[1:])
        board.wait(HINT_EVERY_S)
    assert said == [[], ["lesson.take_one.idea"], ["coach.hint.piece"], ["coach.hint.move"]]
    assert board.view.advice.hint == named_lesson("take_one").solutions[0][0]
    board.learn("h6-h5")
    assert board.lesson.stars == 3


def test_an_arrow_goes_on_while_the_hint_has_not_named_the_move() -> None:
    board = Pupil("welcome")
    arrows = named_lesson("welcome").arrows
    for steps in range(3):
        board.wait(0.1)
        assert (steps, board.view.advice.hint in arrows) == (steps, True)
        board.ask(Request.HINT)
    assert board.said[1:] == ["coach.hint.move"]
    assert board.view.advice.hint == arrows[0]


def test_after_the_first_move_of_a_puzzle_a_hint_speaks_of_the_next() -> None:
    board = Pupil("puzzle_329")
    board.ask(Request.HINT)
    assert board.said[1:] == ["lesson.puzzle_escape.idea"]
    board.learn("i2-k2")
    board.make_asked()
    board.wait(SURE_S + 0.1)
    assert board.said[:2] == ["lesson.puzzle_escape.task", "lesson.go_on"]


def test_who_has_left_every_answer_is_told_by_each_hint_to_take_the_last_move_back() -> None:
    board = Pupil("guard_a_corner")
    board.learn("k5-k6")
    board.stand()
    said = []
    for _ in range(4):
        board.ask(Request.HINT)
        said.append((board.said[1:], board.view.advice.hint))
    assert said == [(["lesson.leads_away"], None)] * 4
    board.command(Command.UNDO)
    board.wait(0.1)
    board.stand()
    assert board.said[1:] == ["coach.hint.move"]
    assert str(board.view.advice.hint) == "k5-k3"


def test_a_lesson_alone_is_followed_by_none() -> None:
    board = Pupil("first_move")
    board.companion.teach(named_lesson("first_move"), alone=True)
    board.wait(0.1)
    board.stand()
    board.learn("d4-d8")
    assert board.said == ["lesson.solved"]
    board.wait(NEXT_S + 0.1)
    assert board.view.lesson is None


def test_a_hint_can_be_asked_for() -> None:
    board = Pupil("take_one")
    board.ask(Request.HINT)
    assert board.said[1:] == ["lesson.take_one.idea"]
    assert board.view.advice.hint_area


def test_a_new_game_ends_a_lesson() -> None:
    board = Pupil("take_one")
    board.command(Command.NEW_GAME)
    assert board.view.lesson is None
    assert board.said[0] == "set_up.steps"
    board = Pupil("first_game")  # it begins as a game does
    board.command(Command.NEW_GAME)
    assert board.view.lesson is None


@pytest.mark.parametrize("stands", [False, True])
def test_in_the_place_of_a_lesson_that_is_ended_a_game_is_set_up_by_the_rules_of_before(
    *, stands: bool
) -> None:
    board = Pupil("take_one", rules=FETLAR, control=TEN_MINUTES, stands=stands)
    board.ask(Request.LESSON)
    view = board.view
    assert (view.lesson, view.phase, view.placed) == (None, Phase.SET_UP, False)
    assert (view.ruleset, view.position) == ("fetlar", FETLAR.start)
    assert view.clock is not None
    assert view.clock.control == TEN_MINUTES.text


def test_to_end_a_lesson_where_none_runs_ends_no_game() -> None:
    board = Company()
    board.move("d1-d3")
    board.ask(Request.LESSON)
    assert [str(ply.move) for ply in board.view.plies] == ["d1-d3"]


def test_a_lesson_on_a_board_that_is_away_is_not_ended() -> None:
    board = Pupil("take_one")
    board.lose("unplugged")
    board.companion.see(board.session.view, board.session.game, board.at)
    assert board.ask(Request.LESSON) == PAUSED
    board.wait(1.0)
    assert board.lesson.name == "take_one"


def test_a_lesson_on_a_board_that_is_away_is_still_one() -> None:
    """Or the page would say, until it is back, who plays in a game that is not played."""
    board = Pupil("take_one")
    before = board.lesson
    board.lose("unplugged")
    view = board.companion.see(board.session.view, board.session.game, board.at)
    assert (view.paused is not None, view.lesson) == (True, before)


def test_a_lesson_is_asked_for_by_its_name() -> None:
    board = Company()
    assert board.ask_lesson("take_one") is None
    assert board.view.lesson is not None
    refused = board.ask_lesson("take_non")
    assert refused is not None
    assert refused.key == "verbatim"
    assert "did you mean take_one" in str(refused.argument("text"))


def test_after_the_last_lesson_none_runs() -> None:
    board = Pupil("king_by_two")
    board.learn("j6-j5")
    assert board.said[:2] == ["lesson.solved", "lesson.next"]
    board.companion.teach(ladder()[-1])
    assert board.companion.lesson is not None


def test_a_dead_sensor_under_a_piece_of_a_lesson_holds_up_nobody_for_long() -> None:
    board = Pupil("take_one", stands=False)
    dead = 1 << parse_square("h4")
    board.put_up(board.view.position.occupied & ~dead)
    board.wait(20)
    assert (board.view.phase, board.view.faulty) == (Phase.SET_UP, 0)
    board.wait(12)
    assert (board.view.phase, board.view.faulty) == (Phase.PLAY, dead)


def test_three_missing_pieces_are_no_dead_sensors() -> None:
    board = Pupil("take_three", stands=False)
    squares = board.view.position.occupied
    three = squares & -squares
    for _ in range(2):
        rest = squares & ~three
        three |= rest & -rest
    board.occupied = squares & ~three
    board.wait(60)
    assert board.view.phase is Phase.SET_UP


ENDING: tuple[tuple[Command, About], ...] = (
    (Command.RESIGN, Side.ATTACKERS),
    (Command.DRAW, Side.ATTACKERS),
    (Command.NO_DRAW, Side.DEFENDERS),
    (Command.DECIDE, Decision(Side.DEFENDERS, "it is late")),
)


@pytest.mark.parametrize(("command", "about"), ENDING)
def test_nobody_gives_up_a_lesson_or_decides_it(command: Command, about: About) -> None:
    board = Pupil("first_move")
    board.take_events()
    board.say(command, about)
    refused = [e.message for e in board.take_events() if isinstance(e, CommandRefused)]
    assert refused == [sentence("command.in_lesson")]
    assert (board.view.phase, board.said) == (Phase.PLAY, ["lesson.first_move.task"])


def test_a_game_after_a_lesson_is_given_up_as_any_other() -> None:
    board = Pupil("first_move")
    board.companion.teach(None)
    board.say(Command.RESIGN, Side.ATTACKERS)
    assert board.view.phase is Phase.OVER
