"""Sounds of an unattended board, by programs that are installed or not: short cues, and speech.

Nothing waits for them: a thread starts one program after the other, what is newest is said, and
what is missing is said once on the terminal. Off until a programme switches them on.
"""

import io
import math
import queue
import shutil
import struct
import subprocess
import threading
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from controller.exhibition.programme import Sound
from controller.exhibition.states import Signal
from controller.rules.sentence import Sentence, sentence
from controller.words.catalogue import catalogue

# eSpeak NG speaks all our languages offline; ALSA's player takes a WAV file on standard input. The
# player plays the speech too: on boards without PulseAudio eSpeak NG was silent by itself.
SPEECH: Final = "espeak-ng"
PLAYER: Final = "aplay"
_LONGEST_S: Final = 20.0
_RATE: Final = 22_050
# Two notes for each signal that people should hear, in hertz.
_CUES: Final[dict[Signal, tuple[float, float]]] = {
    Signal.TOUCHED: (523.3, 659.3),
    Signal.CHOSEN: (659.3, 784.0),
    Signal.TAUGHT: (659.3, 784.0),
    Signal.SKIPPED: (659.3, 784.0),
    Signal.SOLVED: (784.0, 1046.5),
    Signal.OVER: (784.0, 1046.5),
    Signal.QUIET: (440.0, 330.0),
    Signal.SUMMONED: (330.0, 330.0),
}
_NOTE_S: Final = 0.12


@dataclass(frozen=True, slots=True)
class _Job:
    """Programs to run, each on what the one before it wrote, and what the first one reads."""

    commands: tuple[Sequence[str], ...]
    given: bytes


class Sounder:
    """Plays cues and speaks; `complain` hears once of each program that is not there."""

    def __init__(
        self,
        sound: Sound,
        complain: Callable[[Sentence], None],
        find: Callable[[str], str | None] = shutil.which,
    ) -> None:
        """Look for the programs that are wanted; `find` gives the path of one."""
        wanted = sound.cues or sound.speech
        self._player = self._found(PLAYER, find, complain) if wanted else None
        self._speech = self._found(SPEECH, find, complain) if sound.speech else None
        self._cues = sound.cues
        self._jobs: queue.Queue[_Job | None] = queue.Queue(maxsize=2)
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
        if self._player:
            self._thread.start()

    @staticmethod
    def _found(
        name: str, find: Callable[[str], str | None], complain: Callable[[Sentence], None]
    ) -> str | None:
        path = find(name)
        if path is None:
            complain(sentence("exhibition.no_program", program=name))
        return path

    def hear(self, signal: Signal, said: tuple[Sentence, ...], language: str) -> None:
        """Let people hear a signal, and what the board says then."""
        if self._player is None:
            return
        player = (self._player, "-q", "-")
        notes = _CUES.get(signal)
        if notes and self._cues:
            self._put(_Job((player,), cue(notes)))
        if said and self._speech:
            words = catalogue(language or "en").say(*said)
            # The words come on standard input, so that none of them is taken for an option.
            speech = (self._speech, "-v", language or "en", "--stdin", "--stdout")
            self._put(_Job((speech, player), words.encode()))

    def close(self) -> None:
        """Say nothing more."""
        if self._thread.is_alive():
            self._put(None)

    def _put(self, job: _Job | None) -> None:
        """Put a job last; the oldest that waits gives way."""
        while True:
            try:
                self._jobs.put_nowait(job)
            except queue.Full:
                self._drop_oldest()
            else:
                return

    def _drop_oldest(self) -> None:
        try:
            self._jobs.get_nowait()
        except queue.Empty:
            return

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            given = job.given
            for command in job.commands:
                given = _output(command, given)


def _output(command: Sequence[str], given: bytes) -> bytes:
    """Return what a program writes when it reads something; no sound is no reason to stop."""
    try:
        done = subprocess.run(  # noqa: S603 - a program that was found by its fixed name
            command,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_LONGEST_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return b""
    return done.stdout


def cue(notes: Sequence[float]) -> bytes:
    """Return a WAV file of short notes, each fading in and out."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        for pitch in notes:
            count = int(_RATE * _NOTE_S)
            turn = math.tau * pitch / _RATE
            loudness = (12_000 * math.sin(math.pi * n / count) for n in range(count))
            samples = (round(level * math.sin(turn * n)) for n, level in enumerate(loudness))
            file.writeframes(struct.pack(f"<{count}h", *samples))
    return out.getvalue()
