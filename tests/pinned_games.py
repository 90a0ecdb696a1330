#!/usr/bin/env python3
"""Games that are played as they were: of a few hundred random games with fixed decks, everything that is asked.

    tests/pinned_games.py            compares with tests/games/digests.txt
    tests/pinned_games.py --update   writes it anew, after a reviewed change of what happens

The decks of tests/games were drawn from all cards. A digest is that of the questions with all their options, in order, so what
is not meant to change what is asked does not change it. Closes with 'N passed, N failed'.
"""
import glob
import json
import os
import random
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAMES = "tests/games"
PINNED = os.path.join(GAMES, "digests.txt")
CANTRIP = os.environ.get("CANTRIP", "./build/cantrip")
USUAL = ["red-deck-wins", "knights", "merfolk"]
WAYS = (["--players", "2"], ["--players", "2"], ["--players", "2"], ["--players", "3"],
        ["--players", "4", "--teams", "2", "--shared", "--concede", "150"], ["--players", "4", "--range", "1", "--attack", "left"])


def tables():
    decks = sorted(glob.glob(os.path.join(GAMES, "*.deck")))
    yield "usual", [USUAL[0], USUAL[1], "--games", "200"]
    yield "usual of three", [*USUAL, "--players", "3", "--games", "100"]
    rng = random.Random(1)
    for k in range(len(decks)):
        way = WAYS[k % len(WAYS)]
        some = rng.sample(decks, int(way[1]))
        yield f"table {k}", [*some, *way, "--games", "20"]


def digest(arguments):
    r = subprocess.run([CANTRIP, "sim", *arguments, "--seed", "5", "--questions", "--json"], capture_output=True, text=True)
    if r.returncode:
        return "failed"
    said = json.loads(r.stdout)
    return f"{said['decisions']} {said['turns']} {said['digest']}"


def main():
    os.chdir(ROOT)
    now = {name: digest(arguments) for name, arguments in tables()}
    if "--update" in sys.argv:
        with open(PINNED, "w", encoding="utf-8") as f:
            f.writelines(f"{name}: {said}\n" for name, said in now.items())
    with open(PINNED, encoding="utf-8") as f:
        pinned = dict(line.rstrip("\n").split(": ", 1) for line in f)
    wrong = [name for name in now if now[name] != pinned.get(name)]
    for name in wrong:
        print(f"{name}: {now[name]} where {pinned.get(name)} is pinned")
    if wrong:
        print("if that was meant: python3 tests/pinned_games.py --update")
    print(f"{len(now) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
