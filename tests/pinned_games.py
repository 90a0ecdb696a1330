#!/usr/bin/env python3
"""Games that are played as they were: everything that is asked in them. It finds changes; whether one is a mistake it cannot say.

    tests/pinned_games.py            compares with tests/games/asked.txt and tests/games/digests.txt
    tests/pinned_games.py --update   says what has changed and writes it anew: for a change of what happens that was meant
    --positions, --tables            only the one or the other

tests/games/positions.txt has positions and decks that were drawn from all cards and chosen because together they come to most of
the rules machine (tests/games/choose.py); asked.txt has each question in them, with options, choice and a number for all that can be
seen. It is in names, so what is not meant to change what happens does not change it. Of each game that differs the first question that
does is shown: what was asked before, what is asked now. Where the options are the same and the number is not, something else can be
seen on the table or has happened: the test that tells it is to be looked for, or written. digests.txt has some hundred whole
games, a number for each table. Closes with 'N passed, N failed'.
"""
import glob
import json
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAMES = "tests/games"
DIGESTS, POSITIONS, ASKED = (os.path.join(GAMES, name) for name in ("digests.txt", "positions.txt", "asked.txt"))
CANTRIP = os.environ.get("CANTRIP", "./build/cantrip")
PLAY = os.environ.get("PLAY_GAMES", "./build/play_games")
PACK = "build/games.ctp"
SHOWN = 12 # of the games that differ
USUAL = ["red-deck-wins", "knights", "merfolk"]
WAYS = (["--players", "2"], ["--players", "2"], ["--players", "2"], ["--players", "3"],
        ["--players", "4", "--teams", "2", "--shared", "--concede", "150"], ["--players", "4", "--range", "1", "--attack", "left"])
QUESTION = re.compile(r"(\d+) (.*): ?(.*) -> ?(.*) (#[0-9a-f]+)$")


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


def by_game(lines):
    """The questions of each game, by its name."""
    found, at = {}, None
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("game "):
            at = found[line] = []
        elif at is not None:
            at.append(line)
    return found


def played():
    subprocess.run([CANTRIP, "build", "cardscripts/cards", "tests/rules", "-o", PACK], check=True, stdout=subprocess.DEVNULL)
    r = subprocess.run([PLAY, PACK, POSITIONS], capture_output=True, text=True, errors="replace")
    found = by_game(r.stdout.split("\n")[:-1])
    if r.returncode and found: # the game that was played then
        list(found.values())[-1].append(f"exit {r.returncode}: {r.stderr[-300:].strip()}")
    return found


def difference(before, now):
    """The first line of a game that is another, in words."""
    at = next(i for i, (a, b) in enumerate(zip(before + [""], now + [""])) if a != b)
    a, b = (lines[at] if at < len(lines) else "nothing more" for lines in (before, now))
    x, y = QUESTION.match(a), QUESTION.match(b)
    lines = [f"    before: {a}", f"    now:    {b}"]
    if x and y and x.groups()[:-1] == y.groups()[:-1]:
        lines.append("    the same is asked; something else can be seen or has happened")
    elif x and y:
        old, new = ([o for o in m.group(3).split(" | ") if o] for m in (x, y))
        lines += [f"    offered {when} alone: {', '.join(some)}" for when, some in
                  (("before", [o for o in old if o not in new]), ("now", [o for o in new if o not in old])) if some]
    return f"question {a.split(' ', 1)[0]}" if x else "the end", lines


def compare(now, pinned):
    wrong = sorted((g for g in now.keys() | pinned.keys() if now.get(g) != pinned.get(g)), key=lambda g: int(g.split()[1]))
    for k, g in enumerate(wrong):
        where, lines = difference(pinned.get(g, []), now.get(g, []))
        if k < SHOWN:
            print(f"{g} differs from {where} on:", *lines, sep="\n")
    if len(wrong) > SHOWN:
        print(f"and {len(wrong) - SHOWN} more games differ: {', '.join(g.split()[1] for g in wrong[SHOWN:])}")
    return wrong


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        return f.readlines()


def write(path, lines):
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(line + "\n" for line in lines)


def main():
    os.chdir(ROOT)
    games = {} if "--tables" in sys.argv else played()
    digests = {} if "--positions" in sys.argv else {name: digest(arguments) for name, arguments in tables()}
    wrong = compare(games, by_game(read(ASKED))) if games else []
    pinned = dict(line.rstrip("\n").split(": ", 1) for line in read(DIGESTS))
    for name in (n for n in digests if digests[n] != pinned.get(n)):
        print(f"{name}: {digests[name]} where {pinned.get(name)} is pinned")
        wrong.append(name)
    if "--update" in sys.argv:
        for path, lines in ((ASKED, [line for g, some in games.items() for line in (g, *some)]),
                            (DIGESTS, [f"{name}: {said}" for name, said in digests.items()])):
            if lines:
                write(path, lines)
        print(f"{len(wrong)} written anew")
        return 0
    if wrong:
        print("if that was meant: python3 tests/pinned_games.py --update")
    print(f"{len(games) + len(digests) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
