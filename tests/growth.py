#!/usr/bin/env python3
"""How work grows with what is there: boards of 10, 100, 1,000 and 10,000 things, some steps with each; and the exponent between
the two largest. Instructions inside cantrip_game_step, without those of a board of one, which are the same on a busy machine
(valgrind); or, without valgrind or with --cpu, CPU time of the whole test in the same way, the least of three. ./dev bench --growth.

    tests/growth.py [--most N] [--only WORD] [--cpu]
"""
import argparse
import math
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIMIT = 60  # seconds; under valgrind more
CARDS = """
card "Mountain" basic land Mountain
card "Forest" basic land Forest
card "Plains" basic land Plains
card "Swamp" basic land Swamp
card "Growth Bolt" {R} instant { this deals 1 damage to any target }
card "Growth Bear" {G} creature Bear 2/2
card "Growth Engine" {0} artifact { {2}: you gain 1 life }
card "Growth Banner" {0} enchantment { creatures you control get +1/+1 }
card "Growth Bell" {0} enchantment { whenever a creature enters: you gain 1 life }
card "Growth Choir" {0} enchantment { whenever a creature enters: put a charge counter on this }
card "Growth Heart" {0} enchantment { if you would gain life: instead you gain that many plus 1 life }
card "Growth Flame" {0} enchantment { if a source would deal damage to a player: instead it deals that much plus 1 }
card "Growth Sip" {W} instant { you gain 1 life }
card "Growth Rain" {X}{R} sorcery { target opponent loses X life }
card "Growth Doom" {B} sorcery { destroy all creatures }
card "Growth Mourner" {B} creature Human 1/1 { when this dies: you gain 1 life }
"""
BOLT = '    you control a Mountain\n    you have "Growth Bolt" in hand\n    you cast "Growth Bolt" targeting opponent\n    resolve the stack\n    expect opponent has 19 life\n'
BOARDS = {
    "permanents": lambda n: f'    opponent controls {n} "Growth Bear"\n{BOLT}',
    "hand": lambda n: f'    you have {n} "Growth Bear" in hand\n{BOLT}',
    "graveyard": lambda n: f'    you have {n} "Growth Bear" in your graveyard\n{BOLT}',
    "abilities": lambda n: f'    you control {n} "Growth Engine" and three Forests\n{BOLT}',
    "statics": lambda n: f'    you control {n} "Growth Banner" and three "Growth Bear"\n{BOLT}',
    "triggers": lambda n: f'    you control {n} "Growth Bell" and a Forest\n    you have "Growth Bear" in hand\n    you cast "Growth Bear"\n    resolve the stack\n    expect you have {20 + n} life\n',
    "different": lambda n: f'    you control {n} "Growth Choir" and a Forest\n    you have "Growth Bear" in hand\n    you cast "Growth Bear"\n    resolve the stack\n    expect you control "Growth Bear"\n',
    "dying": lambda n: f'    you control {n} "Growth Mourner" and a Swamp\n    you have "Growth Doom" in hand\n    you cast "Growth Doom"\n    resolve the stack\n    expect you have {20 + n} life\n',
    "replacements": lambda n: f'    you control {n} "Growth Heart" and a Plains\n    you have "Growth Sip" in hand\n    you cast "Growth Sip"\n    resolve the stack\n    expect you have {21 + n} life\n',
    "amounts": lambda n: f'    you control {n} "Growth Flame" and a Mountain\n    opponent has {n + 20} life\n    you have "Growth Bolt" in hand\n    you cast "Growth Bolt" targeting opponent\n    resolve the stack\n    expect opponent has 19 life\n',
    "blockers": lambda n: f'    you control "Growth Bear"\n    opponent controls {n} "Growth Bear"\n    you attack with "Growth Bear"\n    advance to the end step\n    expect opponent has 18 life\n',
    "attackers": lambda n: f'    you control {n} "Growth Bear"\n    opponent has {3 * n} life\n    you attack with "Growth Bear"\n    advance to the end step\n    expect opponent has {n} life\n',
    "payments": lambda n: f'    you control {n + 1} Mountains\n    opponent has {2 * n} life\n    you have "Growth Rain" in hand\n    you cast "Growth Rain" targeting opponent\n    you answer {n}\n    resolve the stack\n    expect opponent has {n} life\n',
}


def run(command, limit):
    try:
        r = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, "takes too long"
    return r, "" if r.returncode == 0 else (r.stdout + r.stderr).split("\n")[0][-90:]


def cpu(path):
    """Milliseconds."""
    least, told = None, ""
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        r, told = run([ROOT / "build/cantrip", "test", path], LIMIT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if r is None:
            return None, told
        t = (after.ru_utime - before.ru_utime) * 1000
        least = t if least is None else min(t, least)
        if t > 2000:
            break
    return least, told


def instructions(path):
    """Millions, inside the steps of the game."""
    with tempfile.NamedTemporaryFile() as out:
        r, told = run(["valgrind", "--tool=callgrind", "--toggle-collect=cantrip_game_step", f"--callgrind-out-file={out.name}",
                       ROOT / "build/cantrip", "test", path], LIMIT * 60)
    found = r and re.search(r"Collected : (\d+)", r.stderr)
    return (int(found.group(1)) / 1e6 if found else None), told


def work(measure, board, n):
    with tempfile.NamedTemporaryFile("w", suffix=".card") as f:
        f.write(CARDS + f'test "growth" defaults allowed {{\n{board(n)}}}\n')
        f.flush()
        pack = f.name + ".ctp"
        try:
            subprocess.run([ROOT / "build/cantrip", "build", f.name, "-o", pack], check=True, capture_output=True)
            return measure(pack)
        finally:
            pathlib.Path(pack).unlink(missing_ok=True)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--most", type=int, default=10000)
    p.add_argument("--only", default="")
    p.add_argument("--cpu", action="store_true")
    a = p.parse_args()
    counts = [n for n in (10, 100, 1000, 10000) if n <= a.most]
    measure = cpu if a.cpu or not shutil.which("valgrind") else instructions
    small = 10 if measure is cpu else 0.1  # below that it is noise, or next to nothing
    print(("ms of CPU for" if measure is cpu else "M instructions").ljust(16) + "".join(f"{n:>10}" for n in counts) + "  exponent")
    for name, board in BOARDS.items():
        if a.only not in name:
            continue
        least = work(measure, board, 1)[0] or 0
        row, told = [], ""
        for n in counts:
            t, told = work(measure, board, n)
            if t is None or told:
                break
            row.append(max(t - least, 0.0001))
        big = [t for t in row if t > small]
        exponent = f"{math.log10(big[-1] / big[-2]):8.2f}" if len(big) > 1 else "       -"
        print(name.ljust(16) + "".join(f"{t:10.2f}" for t in row) + ("" if not told else f"  {told}") + f"  {exponent}", flush=True)


main()
