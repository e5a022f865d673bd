"""Cues and speech come from programs outside, which may be slow, missing or broken."""

import io
import threading
import wave
from pathlib import Path

import pytest

from controller.assembly.sounding import PLAYER, SPEECH, Sounder, cue
from controller.exhibition.programme import Sound
from controller.exhibition.states import Signal
from controller.rules.sentence import Sentence, sentence
from tests.waiting import wait_until

_SAID = (sentence("exhibition.attract"),)


def program(folder: Path, name: str, body: str) -> str:
    """Return an executable that stands where a program of this name would."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_nothing_is_looked_for_until_somebody_wants_it() -> None:
    looked: list[str] = []

    def find(name: str) -> str | None:
        looked.append(name)
        return None

    Sounder(Sound(), lambda _: None, find).close()
    assert looked == []


def test_a_program_that_is_not_installed_is_named_once() -> None:
    said: list[Sentence] = []
    sounder = Sounder(Sound(cues=True, speech=True), said.append, lambda _: None)
    sounder.hear(Signal.TOUCHED, _SAID, "da")
    assert [each.argument("program") for each in said] == [PLAYER, SPEECH]


@pytest.mark.parametrize(
    ("language", "heard"),
    [("da", "-v da Rør ved en brik for at begynde."), ("", "-v en Touch any")],
)
def test_sentences_are_spoken_in_the_language_of_the_visitor(
    tmp_path: Path, language: str, heard: str
) -> None:
    out = tmp_path / "heard"
    speech = program(tmp_path, SPEECH, '[ "$3 $4" = "--stdin --stdout" ] && echo "$1 $2 $(cat)"')
    player = program(tmp_path, PLAYER, f"cat > {out}.new; mv {out}.new {out}")
    sounder = Sounder(
        Sound(speech=True), lambda _: None, {SPEECH: speech, PLAYER: player}.__getitem__
    )
    sounder.hear(Signal.TOUCHED, _SAID, language)
    wait_until(out.exists, "something is heard")
    assert out.read_text(encoding="utf-8").startswith(heard)
    sounder.close()


def test_without_cues_only_the_sentence_is_played(tmp_path: Path) -> None:
    out = tmp_path / "heard"
    speech = program(tmp_path, SPEECH, "echo words")
    player = program(tmp_path, PLAYER, f"cat >> {out}")
    sounder = Sounder(
        Sound(speech=True), lambda _: None, {SPEECH: speech, PLAYER: player}.__getitem__
    )
    sounder.hear(Signal.TOUCHED, _SAID, "en")
    wait_until(lambda: out.exists() and bool(out.read_bytes()), "something is heard")
    assert out.read_text(encoding="utf-8") == "words\n"
    sounder.close()


def test_a_program_that_hangs_holds_up_nobody(tmp_path: Path) -> None:
    sounder = Sounder(
        Sound(speech=True), lambda _: None, lambda _: program(tmp_path, SPEECH, "exec sleep 5")
    )
    for _ in range(1000):
        sounder.hear(Signal.TOUCHED, _SAID, "en")
    sounder.close()


def test_a_cue_is_a_short_wav_file() -> None:
    with wave.open(io.BytesIO(cue((440.0, 660.0)))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        assert 0.2 < file.getnframes() / file.getframerate() < 0.3


def test_what_is_closed_speaks_no_more(tmp_path: Path) -> None:
    out = tmp_path / "heard"
    player = program(tmp_path, PLAYER, f"cat >> {out}")
    before = set(threading.enumerate())
    sounder = Sounder(Sound(cues=True), lambda _: None, {PLAYER: player}.__getitem__)
    (thread,) = set(threading.enumerate()) - before
    sounder.close()
    wait_until(lambda: not thread.is_alive(), "it has ended")
    sounder.hear(Signal.TOUCHED, (), "en")
    assert not out.exists()
