"""Kinds of behaviour: each writes a script of one game, with one thing that people do, often."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from benchmarks.hands import extras, styles
from benchmarks.hands.making import Manner, make_ply
from benchmarks.hands.script import HandScript
from benchmarks.hands.styles import Style
from controller.rules.compiled import Rules

Step = Callable[[HandScript, Manner], None]

_PLAIN = Manner()
_QUICK = Manner(((styles.quick, 2.0), (styles.slide, 1.0)), gap_s=(0.25, 0.6))
_BULLET = Manner(((styles.quick, 1.0),), gap_s=(0.05, 0.25), rests=0.1)


def _ply(script: HandScript, manner: Manner) -> None:
    make_ply(script, manner)


def _often(step: Step, chance: float = 0.4) -> Step:
    def take(script: HandScript, manner: Manner) -> None:
        (step if script.happens(chance) else _ply)(script, manner)

    return take


def _style(*wanted: Style, manner: Manner = _PLAIN) -> Manner:
    return replace(manner, styles=tuple((style, 1.0) for style in wanted))


def _sleeve(script: HandScript, manner: Manner) -> None:
    begun = script.now
    move = make_ply(script, manner)
    at = max(begun + 0.05, script.now + script.within(-0.6, 0.3))
    extras.sleeve(script, at, tuple(move))


def _adjust_meanwhile(script: HandScript, manner: Manner) -> None:
    begun = script.now
    make_ply(script, manner)
    extras.adjust(script, max(begun + 0.1, script.now + script.within(-0.6, 0.3)), 2)


def _adjust(script: HandScript, _: Manner) -> None:
    script.now = extras.adjust(script, max(script.now + 0.5, script.busy + 0.1))


def _takeback(script: HandScript, _: Manner) -> None:
    extras.take_back(script, script.random.randint(1, 3))


def _takeback_fast(script: HandScript, _: Manner) -> None:
    extras.take_back(script, script.random.randint(1, 3), script.within(0.1, 0.5))


def _touch(script: HandScript, manner: Manner) -> None:
    extras.changes_mind(script, manner, 1.0)


def _takes_one_of_two(script: HandScript, manner: Manner) -> None:
    extras.other_piece(script, manner)


# By name: the manner of all plies, and what is done for each.
KINDS: Mapping[str, tuple[Manner, Step]] = {
    "carry": (_style(styles.carry), _ply),
    "quick": (_QUICK, _ply),
    "bullet": (_BULLET, _ply),
    "slide": (_style(styles.slide), _ply),
    "slow_slide": (_style(styles.slow_slide), _ply),
    "stops": (_style(styles.slide_with_stops), _ply),
    "short_stop": (replace(_style(styles.short_stop), early=0.6), _ply),
    "overshoot": (_style(styles.overshoot), _ply),
    "hop_slide": (_style(styles.hop_slide), _ply),
    "touch_on_the_way": (_style(styles.touch_on_the_way), _ply),
    "fumble": (_style(styles.fumble), _ply),
    "twice_down": (_style(styles.twice_down, styles.carry), _ply),
    "askew": (_style(styles.askew), _ply),
    "askew_quick": (_style(styles.askew, manner=replace(_QUICK, gap_s=(0.1, 0.5))), _ply),
    "far_askew": (_style(styles.far_askew, styles.carry), _ply),
    "second_choice": (_style(styles.second_choice, styles.carry), _ply),
    "hold": (_style(styles.hold, styles.carry), _often(_ply)),
    "early_reply": (_PLAIN, _often(extras.early_reply)),
    "early_reply_quick": (_QUICK, _often(extras.early_reply, 0.6)),
    "near_replies": (replace(_QUICK, near=0.9), _often(extras.early_reply, 0.5)),
    "captives_first": (replace(_PLAIN, early=0.9), _ply),
    "captives_late": (replace(_PLAIN, later=0.8), _ply),
    "captives_aside": (replace(_PLAIN, aside=0.9), _ply),
    "captives_back": (replace(_PLAIN, back=0.9), _ply),
    "captives_aside_quick": (replace(_QUICK, aside=0.7, early=0.4), _ply),
    "captives_back_quick": (replace(_QUICK, back=0.6, early=0.2), _ply),
    "sleeve": (_PLAIN, _often(_sleeve)),
    "sleeve_quick": (_QUICK, _often(_sleeve)),
    "adjust": (_PLAIN, _often(_adjust)),
    "adjust_meanwhile": (_PLAIN, _often(_adjust_meanwhile)),
    "takeback": (_PLAIN, _often(_takeback, 0.2)),
    "takeback_fast": (_QUICK, _often(_takeback_fast, 0.2)),
    "takeback_mid_air": (_PLAIN, _often(extras.mid_air_takeback)),
    "refused": (_PLAIN, _often(extras.refused)),
    "changes_mind": (_PLAIN, _often(extras.changes_mind)),
    "touch": (_PLAIN, _often(_touch)),
    "two_pieces": (_PLAIN, _often(_takes_one_of_two)),
}


def write(kind: str, rules: Rules, seed: int, plies: int) -> HandScript:
    """Return a script of a kind, of about `plies` plies."""
    manner, step = KINDS[kind]
    script = HandScript(rules, Random(f"{kind}/{seed}"))
    while len(script.game.plies) < plies and not script.game.outcome:
        step(script, manner)
        if script.happens(manner.rests):
            script.rest(kind)
    script.rest(kind)
    return script
