"""A program that speaks an engine's protocol by a script; run by its path, it imports nothing here.

The first argument is the protocol, the second how it behaves: `well`, `silent`, `ends`, `illegal`,
`babbles`, `resigns`, `late` (only its second move), `refuses`, `evades` (an answer without a
move), or `paints` (refuses in words that would clear a terminal, and name its window).
"""

import sys
import time

# A game of Copenhagen in which each side only moves to and fro, or does what is asked here.
MOVES = {"attackers": ("a4", "a3"), "defenders": ("f4", "g4")}
# Answers without a move.
PAINT = "\x1b[2J\x1b]0;evil\x07"
ANALYSES = {"evades": "analysis 0", "refuses": "error -1 not now", "paints": f"error -1 {PAINT}"}
ANSWERS = {"evades": "= well, well", "refuses": "? not now", "paints": f"? {PAINT}"}


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class Script:
    """What is the same in all protocols: a next move for each side, or a misdeed."""

    def __init__(self, behaviour: str) -> None:
        """Remember how to behave."""
        self.behaviour = behaviour
        self.made = {"attackers": 0, "defenders": 0}

    def move(self, side: str) -> tuple[str, str] | None:
        """Return the next move of a side, or misbehave."""
        if self.behaviour == "ends":
            sys.exit(3)
        if self.behaviour == "silent" or (self.behaviour == "late" and any(self.made.values())):
            time.sleep(60)
        if self.behaviour == "resigns":
            return None
        if self.behaviour == "illegal":
            return "f6", "a1"
        one, other = MOVES[side]
        back = self.made[side] % 2
        self.made[side] += 1
        return (other, one) if back else (one, other)


def speak_opentafl(script: Script) -> None:
    """Speak OpenTafl's engine protocol."""
    say("status hello to nobody")
    say("hello")
    side, is_proposed = "", False
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if is_proposed and command in {"opponent-move", "play"}:
            say("error -1 nobody has made my move")
        is_proposed = is_proposed and command not in {"move", "rules"}
        if command == "goodbye":
            return
        if command == "side":
            side = rest
        if command == "analyze":
            if script.behaviour in ANALYSES:
                say(ANALYSES[script.behaviour])
                continue
            found = script.move(side)
            line_of_play = found and f"{'-'.join(found)}|d1-d2"
            say(
                f"status thinking\nanalysis 1 {line_of_play} -12" if found else "error -1 I give up"
            )
        if command == "play":
            found, is_proposed = script.move(rest), True
            say(
                "error -1 I give up"
                if found is None
                else f"status thinking\nmove {'-'.join(found)}"
            )


def speak_htp(script: Script) -> None:
    """Speak the Hnefatafl Text Protocol."""
    turn = "attackers"
    for line in sys.stdin:
        words = line.split()
        if words[0] == "quit":
            return
        if words[0] == "board_size":
            turn = "attackers"
        if words[0] == "play":
            turn = "defenders" if words[1] == "attacker" else "attackers"
        if words[0] != "generate_move":
            say("= ")
            continue
        if script.behaviour in ANSWERS:
            say(ANSWERS[script.behaviour])
            continue
        role, found = turn.removesuffix("s"), script.move(turn)
        say(f"= play {role} resigns" if found is None else f"= play {role} {found[0]} {found[1]}")
        say("")
        turn = "defenders" if turn == "attackers" else "attackers"


def speak_uci(script: Script) -> None:
    """Taflzero's dialect of UCI."""
    plies = 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "quit":
            return
        if words[0] == "uci":
            say("id name scripted\nuciok\noption name NNFile type string default ./none")
        elif words[0] == "position":
            plies = len(words) - 3 if "moves" in words else 0
            say(f"position set to startpos ({plies} moves)")
        elif words[0] == "go":
            say("info score cp 3 winrate 50.1% nodes 17 time 1 speed 17 pv a4a3")
            found = script.move("defenders" if plies % 2 else "attackers")
            say("bestmove (none)" if found is None else f"bestmove {''.join(found)}")


if __name__ == "__main__":
    protocol, behaviour = sys.argv[1:3]
    speakers = {"opentafl": speak_opentafl, "htp": speak_htp, "uci": speak_uci}
    if behaviour == "babbles":
        for number in range(2000):
            say(f"nothing to the point {number}")
    speakers[protocol](Script("well" if behaviour == "babbles" else behaviour))
