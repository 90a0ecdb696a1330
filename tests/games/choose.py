#!/usr/bin/env python3
"""Chooses the games of tests/games/positions.txt: of many that are drawn at random those that together come to most places.

    tests/games/choose.py [--draw 4000] [--keep 160] [--seed 1] [--each 4]

Builds, in build-cover, a library that counts the branches it takes (clang). Every game that was drawn is played; then one after
another is taken that comes to most that few of those taken come to: a place, done once, a few times or often, counts less with each
game that has come to it. What was drawn is written down card by card, so that a new card changes none of it.
"""
import argparse
import array
import glob
import os
import random
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LESS = 0.35 # is what a place is worth with each game that comes to it
LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
OFTEN = 4 # once, twice, more than 3 times, more than 15 times
TABLES = ("players 2",) * 14 + ("players 3",) * 3 + (
    "players 4 teams 2 shared 1", "players 4 range 1 attack 2", "players 4 teams 2", "players 3 attack 1", "players 5 range 2 attack 3",
    "players 6 teams 3 seating 2", "players 4 teams 2 seating 1", "players 4 attack 4")


def options():
    p = argparse.ArgumentParser()
    p.add_argument("--draw", type=int, default=4000)
    p.add_argument("--keep", type=int, default=160)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--each", type=int, default=4, help="so many games should come to each place")
    p.add_argument("--build", default="build-cover")
    p.add_argument("--out", default="tests/games/positions.txt")
    return p.parse_args()


def names(folder):
    found = set()
    for path in glob.glob(os.path.join(folder, "*.card")):
        if os.path.basename(path) == "limits.card":
            continue
        with open(path, encoding="utf-8") as f:
            found.update(re.findall(r'^card "([^"|*?!]+)"', f.read(), flags=re.M))
    return sorted(found - set(LANDS))


class Drawer:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.printed, self.tested = names("cardscripts/cards"), names("tests/rules")

    def card(self):
        return self.rng.choice(self.printed if self.rng.random() < 0.55 else self.tested)

    def some(self, count):
        return [self.card() for _ in range(count)]

    def with_words(self):
        r = self.rng
        table = r.choice(TABLES)
        n = int(table.split()[1])
        said = [table, f"seed {r.randrange(1, 10**6)}"]
        for word, chance, value in (("by_hand", 0.15, 2**n - 1), ("take_back", 0.15, 2**n - 1), ("float", 0.1, 2**n - 1),
                                    ("trivial", 0.06, 1), ("order", 0.2, 1), ("life", 0.2, r.choice((5, 9, 30)))):
            if r.random() < chance:
                said.append(f"{word} {value}")
        if n > 2 and r.random() < 0.3:
            said.append(f"concede {r.randrange(10, 40)}")
        said.append(f"asked {r.choice((40, 60, 60, 90))}")
        return n, said

    def position(self, n):
        r = self.rng
        lines = [f"turn {r.randrange(2, 8)}"]
        few = n > 3
        for p in range(n):
            lands = [f"{r.randrange(1, 4)} {land}" for land in LANDS]
            field = lands + [("*" if r.random() < 0.08 else "?" if r.random() < 0.04 else "") + c for c in self.some(r.randrange(2, 4 if few else 7))]
            lines.append(f"{p} battlefield: " + " | ".join(field))
            lines.append(f"{p} hand: " + " | ".join(self.some(r.randrange(2, 4 if few else 8))))
            lines.append(f"{p} graveyard: " + " | ".join(self.some(r.randrange(1, 5))))
            if r.random() < 0.2:
                lines.append(f"{p} exile: " + " | ".join(self.some(2)))
            if r.random() < 0.08:
                lines.append(f"{p} command: !" + self.card())
            lines.append(f"{p} library: " + " | ".join(self.some(r.randrange(6, 14)) + [r.choice(LANDS)]))
        return lines

    def start(self, n):
        r = self.rng
        lines = []
        for p in range(n):
            lands = r.sample(LANDS, r.randrange(2, 5))
            lines.append(f"{p} library: " + " | ".join([f"{18 // len(lands)} {land}" for land in lands] + self.some(22)))
            if r.random() < 0.2:
                lines.append(f"{p} command: !" + self.card())
        return lines

    def game(self, k):
        n, said = self.with_words()
        if self.rng.random() < 0.12:
            said = [w for w in said if not w.startswith("asked")] + ["asked 110", f"chooser {self.rng.choice((0, 1, 255))}"]
            return [f"game {k}", "with " + " ".join(said), *self.start(n)]
        return [f"game {k}", "with " + " ".join(said), *self.position(n)]


def build(folder):
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        subprocess.run(["cmake", "-S", ".", "-B", folder, "-G", "Ninja", "-DCMAKE_C_COMPILER=clang", "-DCMAKE_BUILD_TYPE=Release",
                        "-DCANTRIP_WHOLE=OFF", "-DCANTRIP_TESTS=ON", "-DCMAKE_C_FLAGS=-fsanitize-coverage=inline-8bit-counters"],
                       check=True, stdout=nothing)
        subprocess.run(["ninja", "-C", folder, "play_games"], check=True, stdout=nothing)


def played(o, games):
    """Of each game that can be pinned: the places with how often, and how many questions it has."""
    path = os.path.join(o.build, "drawn.txt")
    with open(path, "w", encoding="utf-8") as f:
        f.writelines("\n".join(g) + "\n" for g in games)
    p = subprocess.Popen([os.path.join(o.build, "play_games"), os.path.join(o.build, "games.ctp"), path, "--cover"], stdout=subprocess.PIPE,
                         text=True, errors="replace")
    at, asked, bad, found = None, 0, [], {}
    for line in p.stdout:
        if line.startswith("game "):
            at, asked, bad = int(line.split()[1]), 0, []
        elif line.startswith("cover") and at is not None:
            places = array.array("I")
            for x in line.split()[1:]:
                place, often = x.split(":")
                places.extend(int(place) * OFTEN + k for k in range(int(often)))
            if bad:
                print(f"game {at}: {bad[0]}")
            elif asked > 8:
                found[at] = (places, asked)
        elif re.match(r"\d+ p\d", line):
            asked += 1
        elif not line.startswith(("end:", "before")) or "given up" in line:
            bad.append(line.strip())
    if p.wait():
        print(f"after game {at}: exit {p.returncode}")
    return found


def choose(o, found):
    most = max(max(f[0]) for f in found.values()) + 1
    met, worth, taken, left = [0] * most, [1.0] * most, [], dict(found)
    gains = {k: float("inf") for k in left}
    while left and len(taken) < o.keep:
        while True: # what was gained at an earlier time is at least as much as now
            k = max(gains, key=gains.get)
            now = sum(map(worth.__getitem__, left[k][0])) / (20 + left[k][1])
            if now >= gains[k]:
                break
            gains[k] = now
        taken.append(k)
        for x in left[k][0]:
            met[x] += 1
            worth[x] = LESS ** met[x] if met[x] < o.each else 0
        del left[k], gains[k]
    places = {x // OFTEN for f in found.values() for x in f[0]}
    print(f"{len(taken)} games come to {len({x // OFTEN for x in range(most) if met[x]})} of the {len(places)} places that {len(found)} games come to, "
          f"{sum(found[k][1] for k in taken)} questions")
    return sorted(taken)


def main():
    os.chdir(ROOT)
    o = options()
    build(o.build)
    subprocess.run([os.path.join("build", "cantrip"), "build", "cardscripts/cards", "tests/rules", "-o", os.path.join(o.build, "games.ctp")],
                   check=True, stdout=subprocess.DEVNULL)
    drawer = Drawer(o.seed)
    games = [drawer.game(k) for k in range(o.draw)]
    taken = choose(o, played(o, games))
    with open(o.out, "w", encoding="utf-8") as f:
        f.write("# Games for tests/pinned_games.py, drawn and chosen by tests/games/choose.py; tests/games/play.c says what the lines mean.\n")
        for number, k in enumerate(taken):
            f.write("\n".join([f"game {number}"] + games[k][1:]) + "\n")


if __name__ == "__main__":
    main()
