"""What the profiles promise is to be seen on the table: each behaviour, by whom it is shown."""

from dataclasses import replace

import pytest

from controller.events.command import Command
from controller.rules.geometry import parse_square, squares_of
from simulators.headless import simulate_games
from simulators.people.profiles import PROFILES, STEADY, Profile
from simulators.people.score import Score
from tests.board_driver import COPENHAGEN
from tests.effort import long_or_short
from tests.simulators.film import CHANCES, Filmed, away, having, is_askew, only
from tests.simulators.some_games import some_games

START = COPENHAGEN.start.occupied
OPENING = "d1-d3 e5-e2 g1-g3 f4-c4"
CAPTURE = f"{OPENING} g3-e3 f8-i8"
SEEDS = range(long_or_short(nightly=12, usual=4))


def shown_by(behaviour: str) -> pytest.MarkDecorator:
    profiles = having(behaviour)[: long_or_short(len(PROFILES), 3)]
    assert profiles
    return pytest.mark.parametrize("profile", profiles, ids=lambda profile: profile.name)


def test_every_behaviour_but_lifting_and_sliding_is_strange_to_the_steady_hand() -> None:
    assert {name for name in CHANCES if getattr(STEADY, name)} == {"slides"}


@pytest.mark.parametrize("behaviour", CHANCES)
def test_every_behaviour_is_shown_by_some_profile(behaviour: str) -> None:
    assert having(behaviour)


def test_profiles_are_known_by_their_names() -> None:
    names = ["steady", "careful", "quick", "slider", "child", "crowd", "friends", "exhibition"]
    assert list(PROFILES) == names
    assert all(profile.name == name for name, profile in PROFILES.items())


# One move --------------------------------------------------------------------------------


def test_a_slider_never_lifts_a_piece_to_move_it() -> None:
    filmed = Filmed(only(PROFILES["slider"], "slides"), 1, OPENING)
    assert not filmed.when(lambda still: any(piece.raised for piece in still.pieces))


@shown_by("slides")
def test_a_slide_takes_its_time_on_every_square_that_it_passes(profile: Profile) -> None:
    filmed = Filmed(only(profile, "slides"), 1, "d1-d3")
    least, most = profile.per_square_s
    # A magnet is felt on 0.84 of the way across a square.
    assert 0.84 * least - 0.02 <= filmed.felt("d2") <= 0.84 * most + 0.02


@shown_by("stops")
def test_who_stops_on_the_way_stands_on_a_square_that_he_passes(profile: Profile) -> None:
    for seed in SEEDS:
        filmed = Filmed(only(profile, "slides", "stops"), seed, "d1-d3")
        assert profile.stop_s[0] <= filmed.felt("d2") <= profile.stop_s[1] + profile.per_square_s[1]
        assert filmed.counts == (1, 1, 0, 0, 0)


def test_some_stop_longer_than_a_move_needs_to_count() -> None:
    felt = [
        Filmed(only(PROFILES["slider"], "slides", "stops"), seed, "d1-d3").felt("d2")
        for seed in range(12)
    ]
    assert max(felt) > 1.0


@shown_by("overshoots")
def test_who_overshoots_comes_back_from_the_square_behind(profile: Profile) -> None:
    for seed in SEEDS:
        filmed = Filmed(only(profile, "slides", "overshoots"), seed, "d1-d3")
        beyond = filmed.when(lambda still: still.feels("d4"))
        assert beyond
        assert filmed.stills[-1].feels("d3")
        assert filmed.stills[-1].at > beyond[-1]
        assert filmed.counts == (1, 1, 0, 0, 0)


@shown_by("off_centre")
def test_who_puts_down_off_centre_adjusts_after_a_moment(profile: Profile) -> None:
    least, most = profile.off_centre_by
    for seed in SEEDS:
        filmed = Filmed(only(profile, "off_centre"), seed, "d1-d3")
        askew = [p for still in filmed.stills for p in still.pieces if is_askew(p)]
        assert askew
        assert {p.id for p in askew} == {0}
        assert all(least - 1e-9 <= away(p) <= most + 1e-9 for p in askew)
        assert not any(is_askew(p) for p in filmed.stills[-1].pieces)
        assert filmed.counts == (1, 1, 0, 0, 0)


@shown_by("nudges")
def test_who_nudges_a_neighbour_puts_it_right_again(profile: Profile) -> None:
    nudged: set[int] = set()
    for seed in SEEDS:
        filmed = Filmed(only(profile, "nudges"), seed, "d1-d3")
        askew = [p for still in filmed.stills for p in still.pieces if is_askew(p)]
        nudged |= {p.id for p in askew}
        assert all(away(p) <= 0.3 + 1e-9 for p in askew)
        assert not any(is_askew(p) for p in filmed.stills[-1].pieces)
        assert filmed.counts == (1, 1, 0, 0, 0)
    assert nudged
    assert 0 not in nudged


@shown_by("changes_mind")
def test_who_changes_his_mind_takes_another_piece_first_and_puts_it_back(profile: Profile) -> None:
    for seed in SEEDS:
        filmed = Filmed(only(profile, "changes_mind"), seed, "d1-d3")
        gone = {square for still in filmed.stills for square in squares_of(START & ~still.occupied)}
        assert len(gone) == 2
        assert parse_square("d1") in gone
        (other,) = gone - {parse_square("d1")}
        assert filmed.stills[-1].occupied >> other & 1
        assert filmed.counts == (1, 1, 0, 0, 0)


@shown_by("replies_at_once")
def test_who_replies_at_once_waits_for_200_ms_and_for_nothing_else(profile: Profile) -> None:
    for seed in SEEDS:
        filmed = Filmed(only(profile, "replies_at_once"), seed, "d1-d3 e5-e2")
        stood = filmed.when(lambda still: still.feels("d3"))[0]
        replied = filmed.when(lambda still: not still.feels("e5"))[0]
        assert replied - stood == pytest.approx(0.2, abs=0.011)
        assert filmed.counts == (2, 2, 0, 0, 0)


# Captives --------------------------------------------------------------------------------


def when_taken(filmed: Filmed) -> str:
    """Say when the captive on e2 was taken, seen from the capturing move g3-e3."""
    taken = filmed.when(lambda still: still.feels("e2"))[-1]
    begun = filmed.when(lambda still: still.feels("g3"))[-1]
    stood = filmed.when(lambda still: still.feels("e3"))[0]
    replied = filmed.when(lambda still: not still.feels("f8"))[0]
    if taken < begun:
        return "before"
    if taken < stood:
        return "during"
    return "after" if taken < replied else "later"


@shown_by("scatters")
def test_captives_are_taken_before_during_and_after_the_move_and_forgotten(
    profile: Profile,
) -> None:
    missing, enough = {"before", "during", "after", "later"}, long_or_short(nightly=60, usual=0)
    for seed in range(60):
        filmed = Filmed(only(profile, "scatters"), seed, CAPTURE)
        missing.discard(when_taken(filmed))
        assert not filmed.stills[-1].feels("e2")
        assert filmed.counts == (6, 6, 0, 0, 0)
        if not missing and seed >= enough:
            break
    assert not missing


# Mishaps ---------------------------------------------------------------------------------


@shown_by("takes_back")
def test_who_takes_back_puts_piece_and_captives_back_and_plays_on(profile: Profile) -> None:
    # Who always took back would never come to an end.
    profile = only(profile, "takes_back")
    filmed = Filmed(replace(profile, takes_back=0.4), 2, CAPTURE)
    plies = filmed.counts[0]
    assert plies > 6
    assert filmed.counts == (plies, plies, 0, 0, 0)
    assert len(filmed.simulation.scorer.moves) == 6


@shown_by("knocks_over")
def test_who_knocks_the_board_over_sets_it_up_as_the_board_asks(profile: Profile) -> None:
    filmed = Filmed(only(profile, "knocks_over"), 3, "d1-d3 e5-e2")
    expected = filmed.simulation.session.game.position.occupied
    displaced = max((still.occupied ^ expected).bit_count() for still in filmed.stills[100:])
    assert displaced >= 5
    assert filmed.stills[-1].occupied == expected
    assert filmed.counts == (2, 2, 0, 0, 0)


@shown_by("restarts")
def test_who_restarts_sets_up_the_start_position_without_a_button(profile: Profile) -> None:
    filmed = Filmed(only(profile, "restarts"), 4, "d1-d3 e5-e2", "e1-e3")
    assert filmed.commands == [Command.NEW_GAME]
    assert filmed.counts == (2, 2, 0, 0, 0)
    assert [str(move) for move in filmed.simulation.scorer.moves] == ["e1-e3"]


@shown_by("sets_up_by_hand")
def test_a_game_that_ended_is_followed_by_one_that_is_set_up_by_hand(profile: Profile) -> None:
    filmed = Filmed(only(profile, "sets_up_by_hand"), 5, OPENING, "e1-e3")
    assert filmed.commands == [Command.NEW_GAME]
    assert filmed.counts == (5, 5, 0, 0, 0)


# All together ----------------------------------------------------------------------------


def played_by(profile: Profile) -> Score:
    return simulate_games(COPENHAGEN, some_games(2, 4, plies=8), 4, profile=profile)


@pytest.fixture(scope="module")
def reports() -> dict[str, Score]:
    return {name: played_by(profile) for name, profile in PROFILES.items()}


@pytest.mark.parametrize("name", list(PROFILES)[-long_or_short(len(PROFILES), 2) :])
def test_the_same_seed_gives_the_same_report_to_the_last_sample(
    name: str, reports: dict[str, Score]
) -> None:
    assert played_by(PROFILES[name]) == reports[name]


def test_profiles_play_the_same_games_in_different_time(reports: dict[str, Score]) -> None:
    samples = {tuple(report.place_to_commit_ms) for report in reports.values()}
    assert len(samples) == len(PROFILES)
