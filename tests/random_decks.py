#!/usr/bin/env python3
"""Random games with decks that are drawn from all cards of a folder, so that every card meets every other one.

    tests/random_decks.py [--cantrip build/cantrip] [--two 20000] [--four 5000] [--seed 1] [--cards 36] [--fresh 10] [--out DIR]
                          [--against OTHER/cantrip]

Each set of decks plays --fresh games, plain and now and then going on from clones or with the journal replayed. A crash,
a failed assertion, a fault and a set that takes too long are found; their decks stay in --out, with the command.
With --against the same games are played by another build (another compiler, say), and what came of them must be the same.
Closes with 'N passed, N failed'.
"""
import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys

LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
WAYS = ((), ("--clone-every", "40"), (), ("--journals",))


def options():
    p = argparse.ArgumentParser()
    p.add_argument("--cantrip", default="build/cantrip")
    p.add_argument("--against", help="another build that must come to the same digests")
    p.add_argument("--folder", default="cardscripts/cards")
    p.add_argument("--two", type=int, default=20000, help="games of two players")
    p.add_argument("--four", type=int, default=5000, help="games of four players")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--cards", type=int, default=36, help="cards of a deck that are no lands")
    p.add_argument("--fresh", type=int, default=10, help="games of each set of decks")
    p.add_argument("--seconds", type=int, default=120, help="at most so long for a set")
    p.add_argument("--out", default="build/random-decks")
    return p.parse_args()


def card_names(folder):
    names = set()
    for path in glob.glob(os.path.join(folder, "*.card")):
        with open(path, encoding="utf-8") as f:
            names.update(re.findall(r'^card "([^"]+)"', f.read(), flags=re.M))
    return sorted(names - set(LANDS))


def write_decks(o, rng, names, players):
    paths = []
    for k in range(players):
        path = os.path.join(o.out, f"deck{k}.txt")
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(f"1 {c}\n" for c in rng.sample(names, min(o.cards, len(names))))
            f.writelines(f"5 {land}\n" for land in LANDS)
        paths.append(path)
    return paths


def play(o, command):
    """What was wrong with a set, or nothing; and what the run says of itself."""
    try:
        r = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=o.seconds)
    except subprocess.TimeoutExpired:
        return f"took more than {o.seconds} s", {}
    if r.returncode:
        return f"exit {r.returncode}: " + (r.stdout[-300:] + r.stderr[-900:]).strip(), {}
    try:
        said = json.loads(r.stdout)
    except ValueError:
        return "no figures: " + r.stdout[-300:], {}
    return ("a fault: " + r.stderr[-600:] if said.get("faults") else ""), said


SAME = ("games", "decisions", "turns", "digest", "faults")


def differs(o, command, said):
    """What another build makes of the same games, where it is something else."""
    wrong, other = play(o, [o.against, *command[1:]])
    return wrong or ", ".join(f"{k}: {said.get(k)} here, {other.get(k)} there" for k in SAME if said.get(k) != other.get(k))


def main():
    o = options()
    os.makedirs(o.out, exist_ok=True)
    rng = random.Random(o.seed)
    names = card_names(o.folder)
    goal = {2: o.two, 4: o.four}
    done = {2: 0, 4: 0}
    sets = bad = decisions = 0
    while any(done[p] < goal[p] for p in done):
        players = max(done, key=lambda p: (goal[p] - done[p]) / max(1, goal[p]))
        games = min(o.fresh, goal[players] - done[players])
        decks = write_decks(o, rng, names, players)
        command = [o.cantrip, "sim", *decks, "--players", str(players), "--games", str(games),
                   "--seed", str(rng.randrange(10**6)), "--json", *WAYS[sets % len(WAYS)]]
        wrong, said = play(o, command)
        if o.against and not wrong:
            wrong = differs(o, command, said)
        sets += 1
        done[players] += games
        decisions += said.get("decisions", 0)
        if wrong:
            bad += 1
            kept = [keep(d, f"bad{bad}-{k}") for k, d in enumerate(decks)]
            print("FAIL", " ".join(command[:2] + kept + command[2 + len(decks):]), "\n    ", wrong, flush=True)
        if sets % 250 == 0:
            print(f"{done[2]} games of two, {done[4]} of four, {decisions} decisions, {bad} bad sets", flush=True)
    print(f"{done[2]} games of two, {done[4]} of four, {len(names)} cards, {decisions} decisions")
    print(f"{sets - bad} passed, {bad} failed")
    return 1 if bad else 0


def keep(path, name):
    to = os.path.join(os.path.dirname(path), name + ".txt")
    with open(path, encoding="utf-8") as a, open(to, "w", encoding="utf-8") as b:
        b.write(a.read())
    return to


if __name__ == "__main__":
    sys.exit(main())
