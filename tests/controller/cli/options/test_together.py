"""An option that would say nothing is refused in one line, so that nobody waits for it in vain."""

from pathlib import Path

import pytest

from tests.hnefi import hnefi, the_line_of_a_mistake

START = "/11/11/11/11/11/5K5/11/11/11/11/11/"
PLAY, SIMULATE = ("play", "--no-browser"), ("simulate", "--no-browser")
HEADLESS = ("simulate", "--headless", "--games", "1")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((*PLAY, "--to-move", "defenders"), "--to-move: expected --position with it"),
        ((*SIMULATE, "--to-move", "attackers"), "--to-move: expected --position with it"),
        (("replay", "--to-move", "defenders"), "--to-move: expected --position with it"),
        (("replay", "--legal-moves"), "--legal-moves: expected --json with it"),
        ((*PLAY, "--as", "defenders"), "--as: expected --opponent with it"),
        ((*HEADLESS, "--time", "5"), "--time: expected --opponent with it"),
        ((*PLAY, "--lan-role", "watch"), "--lan-role: expected --lan with it"),
        ((*SIMULATE, "--lan-role", "watch"), "--lan-role: expected --lan with it"),
        (("lessons", "play", "take_one", "--seed", "3"), "--seed: expected --headless with it"),
        (("simulate", "--seed", "3"), "--seed: expected --headless with it"),
        (("lessons", "play", "take_one", "--json"), "--json: expected --headless with it"),
        (("puzzles", "play", "--json"), "--json: expected --headless with it"),
        (("sensors", "--port", "8500"), "--port: expected --page with it"),
        (
            (*PLAY, "--lesson", "take_one", "--position", START),
            (
                "--position: expected no --lesson with it, which sets up its own pieces; "
                "leave out one of them"
            ),
        ),
        *(
            (
                (*HEADLESS, *option),
                (
                    f"{option[0]}: expected no --headless with it, which has no page; "
                    "leave out one of them"
                ),
            )
            for option in (
                ("--position", START),
                ("--port", "0"),
                ("--no-browser",),
                ("--lan",),
                ("--lan-role", "watch"),
                ("--tls-cert", "x.pem"),
                ("--tls-key", "x.pem"),
                ("--redis", "redis://x"),
                ("--board-name", "x"),
            )
        ),
        *(
            (
                (*command, "--headless", "--port", "8500"),
                "--port: expected no --headless with it, which has no page; leave out one of them",
            )
            for command in (("lessons", "play", "take_one"), ("puzzles", "play", "2"))
        ),
        (
            ("map", "--simulated", "virtual", "--each", "--by-name"),
            "--by-name: expected no --each with it, which asks by light; leave out one of them",
        ),
        (
            ("selftest", "--simulated", "virtual", "--diodes", "--only", "a1"),
            (
                "--only: expected no --diodes with it, which looks at all squares; "
                "leave out one of them"
            ),
        ),
    ],
)
def test_an_option_that_would_say_nothing_is_refused(arguments: tuple[str, ...], line: str) -> None:
    assert the_line_of_a_mistake(hnefi(*arguments)) == f"hnefi: {line}"


def test_what_the_configuration_says_counts_as_given(tmp_path: Path) -> None:
    config = tmp_path / "board.toml"
    config.write_text("[page]\nlan = true\n", encoding="utf-8")
    # The next mistake is another one: the role itself was fine.
    ran = hnefi(*SIMULATE, "--config", str(config), "--lan-role", "watch", "--position", "/11/")
    assert the_line_of_a_mistake(ran).startswith("hnefi: --position: ")
